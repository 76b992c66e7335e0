"""Plans without a verb of their own, and verbs whose beside-words make another action of them."""

from __future__ import annotations

import pytest

from tests.unit.domain.reading.plans import planned


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("old chain out, new chain in", "replace"),
        ("alter Schlüssel raus, neuer rein", "replace"),
        ("fuera el token viejo, entra el nuevo", "replace"),
        ("l'ancien jeton dehors, le nouveau dedans", "replace"),
        ("sai o token antigo, entra o novo", "replace"),
        ("古い鍵を外し、新しい鍵を入れます", "replace"),
        ("Uploads ab sofort ohne Virenscan", "disable"),
        ("los uploads sin límite a partir de hoy", "disable"),
        ("les uploads sans limite à partir de demain", "disable"),
        ("uploads sem limite a partir de hoje", "disable"),
        ("アップロードは今後ウイルススキャンなしにします", "disable"),
        ("ab 9 Uhr nur noch mit Passkey", "enforce"),
        ("a partir de las 9 solo con certificado", "enforce"),
        ("à partir de 9h uniquement avec certificat", "enforce"),
        ("a partir das 9h só com certificado", "enforce"),
        ("uploads from 09:00 only via the proxy", "enforce"),
    ],
)
def test_a_clause_without_a_verb_can_act(text: str, kind: str) -> None:
    """The old out and the new in, from now on without it, from then on only with it."""
    assert kind in planned(text)


@pytest.mark.parametrize(
    "text",
    [
        "Neustart ohne Downtime lief gut",
        "los uploads siguen sin cambios",
        "was haltet ihr davon: Logins ab morgen ohne MFA?",
    ],
)
def test_a_bare_without_drops_nothing(text: str) -> None:
    """Without a time from which it holds, or as a question, nothing goes away."""
    assert not planned(text) & {"disable", "delete", "drop"}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("the fresh build gets the full 100 % right away", "reroute"),
        ("feeding the complete batch in once more", "replay"),
        ("sending yesterday's events through one more time", "replay"),
        ("whatever w2 holds gets claimed by w7 now", "failover"),
        ("off to the bin with it", "delete"),
        ("the retired flag goes to the archive", "delete"),
        ("off to the archive with it", "disable"),
        ("only the last two days are kept from tonight", "lower"),
        ("letting it scale down to zero at night", "set"),
        ("node b comes up as the first member", "create"),
        ("失敗したメッセージをキューへ戻します", "replay"),
        ("グループを先頭に戻します", "replay"),
        ("o grupo volta para o início do tópico", "replay"),
        ("voltando o grupo para as 06:00", "replay"),
        ("el grupo vuelve al inicio del topic", "replay"),
        ("le groupe revient au début du topic", "replay"),
        ("die Gruppe springt an den Anfang", "replay"),
        ("je coupe la fin du journal", "lower"),
        ("podo el stream a las últimas mil entradas", "lower"),
        ("schneide den Stream vorne ab", "lower"),
        ("der Knoten startet als erstes Mitglied", "create"),
    ],
)
def test_words_beside_a_verb_tell_what_it_does(text: str, kind: str) -> None:
    """The particle, the object and the place make the action."""
    assert kind in planned(text)


def test_an_aim_is_no_value() -> None:
    """What follows "to" can be what it is for."""
    assert "scale_down" not in planned("dropping the slot orders_cdc to let go of it")
    assert "lower" in planned("dropping the heap from 8 to 4 GB")
