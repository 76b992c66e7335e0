"""Tense, clauses and extent in German, Spanish, French, Portuguese and Japanese."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm
from bot.domain.reading import read
from bot.domain.reading.frame import Extent
from bot.domain.reading.lexicon.foreign_forms import inflected
from tests.unit.domain.reading.plans import LEXICON, planned


def extents(text: str) -> set[Extent]:
    """How far the actions of a text go."""
    return {f.extent for f in read(ActionInput(InputForm.TEXT, text), LEXICON).frames if f.kinds}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Reinicio mailer porque no responde", "restart"),
        ("Voy a reiniciar mailer ya que nadie lo usa", "restart"),
        ("Reproceso los pedidos que fallaron ayer", "replay"),
        ("Vou apagar os arquivos que sobraram", "delete"),
        ("Apagando a campanha NATALOU agora", "delete"),
        ("Je rejoue les messages qui ont échoué", "replay"),
        ("Ich starte mailer neu weil nichts mehr geht", "restart"),
        ("Vacío la cola para que no crezca más", "purge"),
        ("Ya reinicié mailer, ahora vacío la cola", "purge"),
    ],
)
def test_another_clause_leaves_the_action_planned(text: str, kind: str) -> None:
    """What negates, tells or explains behind the verb is not the verb's."""
    assert kind in planned(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Der Cache wird heute Abend geleert", "purge"),
        ("mailer-3 wird aus dem Pool genommen", "detach"),
        ("Ich werde die Sicherung in mail-db einspielen", "restore"),
        ("Wir haben vor, die Updates heute Abend einzuspielen", "upgrade"),
        ("Todos los nodos serán reiniciados", "restart"),
        ("le job sera relancé à midi", "restart"),
        ("Os nós serão reiniciados à noite", "restart"),
        ("se reinician los nodos", "restart"),
        ("vou subir o mailer para 40 tasks", "scale_up"),
        ("recargamos nginx en los dos balanceadores", "reload"),
        ("das Backup von gestern spiele ich in mail-db ein", "restore"),
    ],
)
def test_forms_of_a_verb_are_that_verb(text: str, kind: str) -> None:
    """Passives, infinitives, futures; the parts of separable verbs together and apart."""
    assert kind in planned(text)


@pytest.mark.parametrize(
    "text",
    [
        "Cache geleert, alles ruhig",
        "mailer-3 wurde aus dem Pool genommen",
        "Los nodos fueron reiniciados ayer",
        "mailer reiniciado",
        "mailer reiniciado às 12h",
        "le job a été relancé ce matin",
        "Si reinicio mailer se pierden las sesiones",
        "Wenn ich mailer neu starte, sind die Sessions weg",
        "Se reiniciar o mailer, as sessões caem",
        "el reinicio de mailer tardó dos horas",
        "der Neustart von mailer dauerte zwei Stunden",
        "Deixo o mailer como está",
        "キューは昨日パージしました。今日は触りません",
    ],
)
def test_what_was_done_or_is_imagined_is_not_planned(text: str) -> None:
    """Participles without an auxiliary, passives of the past, conditions."""
    assert not planned(text)


@pytest.mark.parametrize(
    ("text", "extent"),
    [
        ("Reinicio los nodos a la vez", Extent.ALL),
        ("Je redémarre les nœuds d'un coup", Extent.ALL),
        ("Ich starte beide Knoten zusammen neu", Extent.ALL),
        ("Reinicio os nós de uma vez", Extent.ALL),
        ("ノードを一斉に再起動します", Extent.ALL),
        ("Reinicio los nodos uno a uno", Extent.STEPS),
        ("Je redémarre les nœuds un par un", Extent.STEPS),
        ("Ich starte die Knoten nacheinander neu", Extent.STEPS),
        ("Reinicio os nós um de cada vez", Extent.STEPS),
        ("ノードを1台ずつ再起動します", Extent.STEPS),
        ("Ich starte nur den Worker neu", Extent.ONE),
    ],
)
def test_the_extent_is_told_in_every_language(text: str, extent: Extent) -> None:
    """All at once, one after the other, only one."""
    assert extents(text) == {extent}


@pytest.mark.parametrize(
    ("word", "stem", "prefix"),
    [("gelöscht", "lösch", ""), ("einspielen", "spiel", "ein"), ("abgezogen", "zieh", "ab")],
)
def test_german_verbs_are_taken_apart(word: str, stem: str, prefix: str) -> None:
    """Participles, strong ones too, and verbs whose prefix is not apart."""
    found = inflected(word, "de", {"lösch", "spiel", "zieh"}, {"gezogen": "zieh"})
    assert found is not None
    assert (found.stem, found.prefix) == (stem, prefix)
