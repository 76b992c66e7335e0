"""Lists of secrets under a plural name, and values that a shell joins."""

from __future__ import annotations

import pytest

from bot.domain.redaction import redact

GONE = [
    ("passwords:\n  - tulpe-19-x\n  - Haf3rbrei\n", ["tulpe-19-x", "Haf3rbrei"]),
    ("Passwörter:\n* gurkensalat\n* 'rote grütze9'\n", ["gurkensalat"]),
    ('{"tokens": ["a9Kq8Zr2mWx7", "b3Tn4Lp1Yb5J"], "ttl": 300}', ["a9Kq8Zr2mWx7", "b3Tn4Lp1Yb5J"]),
    ('api_keys = [\n  "k-7Zq2Wm9Xv",\n  "k-1Lp4Tn8Yb",\n]\nttl = 3\n', ["7Zq2Wm9Xv", "1Lp4Tn8Yb"]),
    ("recovery codes:\n1. 8fj2kd93\n2. 77dkq1zz\n", ["8fj2kd93", "77dkq1zz"]),
    ("DB_PASSWORDS=(w1esel m4rder)\n", ["w1esel", "m4rder"]),
    ("PGPASSWORD='a9'Xb psql -h db", ["a9", "Xb"]),
    ("DB_PASS=\"ein\"'zwei'drei4 ./migrate up", ["ein", "zwei", "drei4"]),
    ("export TOKEN=ab3'cd4'\"ef5\"", ["ab3", "cd4", "ef5"]),
    ("Unseal Key 3: 8fQ2zXk9LmWv5Tn7Rb1Yp4Jc6Hd0Gs3A", ["8fQ2zXk9"]),
    ("wir haben das Passwort auf Zitr0nenfalter gesetzt", ["Zitr0nenfalter"]),
    ("Authorization: OAuth 89a229ce1a8dbcf9ff30430fbe35eb4c", ["89a229ce1a8d"]),
    ("ping https://hc-ping.com/7f1c9ab2-d4e5-4607-8293-a4b5c6d7e8f0", ["7f1c9ab2"]),
    ("wg set wg0 preshared-key <(echo q8Zr2mKx9Wv7Tn4Lp1=)", ["q8Zr2mKx9Wv7Tn4Lp1"]),
    ("login --user=noc --otp 448201", ["448201"]),
    ("le mot de passe root est : Chou-fleur#22", ["Chou-fleur#22"]),
]


@pytest.mark.parametrize(("text", "secrets"), GONE)
def test_every_part_is_gone(text: str, secrets: list[str]) -> None:
    """However the items are written down, and as many lines come out as went in."""
    clean = redact(text)
    assert not [secret for secret in secrets if secret in clean], clean
    assert clean.count("\n") == text.count("\n")
    assert redact(clean) == clean


@pytest.mark.parametrize(
    "text",
    [
        "passwords:\n  - must have 12 characters\n  - must not be reused\n",
        "secrets:\n  - name: smtp-credentials\n    mountPath: /etc/smtp\n",
        "secrets:\n  - smtp-credentials\n  - DB_PASSWORD_2\n",
        "secrets: [smtp-credentials, db-main]\n",
        "keys: [region, shard, tenant2024]\n",
        "tokens:\n  - ${TOKEN_1}\n  - $(cat /run/token)\n",
        "foreign_keys = ['order_id', 'line_id']\n",
        "passwords:\n\nThey are rotated weekly.\n",
        "status codes: [404, 503]\nsort_keys: [created2, updated2]\n",
        "NAME='a'b ./run",
        "signing_keys:\n  - rsa-2048\n  - ed25519\n",
        "backup key: region=eu-1 bucket=bk-3",
    ],
)
def test_what_only_speaks_of_secrets_stays(text: str) -> None:
    """Rules, names of secrets, variables and other keys."""
    assert redact(text) == text
