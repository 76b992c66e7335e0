"""Secrets that a line break, quotes or a whole sentence keep apart from their names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.redaction import redact, redact_lines

BROKEN = [
    "password:\n  {}",
    "password:\r\n  {}\r\n",
    "the password is\n{}",
    "password is:\n\n{}",
    "Password\n{}",
    "password:\n```\n{}\n```",
    "> `password`:\n> `{}`",
    "secret:\n- {}",
    '"password":\n   "{}"',
    "export PGPASSWORD=\n{}",
    "token =\n  {}",
    "--api-key\n{}",
    "docker login -u ci --password\n   {}",
    "sshpass -p\n{} ssh db1",
    "curl -u\nops:{} https://x",
    "Authorization: Bearer\n {}",
    "rotating the token to\n{}",
    "mysql --pass\\\nword={}",
    "mysql --pass\\\nword \\\n      {}",
    "mysql -u root \\\n  -p\\\n{}",
    "MYSQL -u root \\\n  -p{}",
    "redis-cli -h cache \\\n  -a \\\n  {}",
    "curl -u \\\n  ops:{} https://x",
    "export PGPASS\\\nWORD={}",
    "vault login `\n  -token `\n  {}",
]


@pytest.mark.parametrize("written", BROKEN)
@given(word=st.text(alphabet="abcdefghXYZ0123456789", min_size=10, max_size=30))
def test_a_secret_behind_a_line_break_is_removed(written: str, word: str):
    """However the break came in, by a backslash or by pasting; as many lines come out."""
    secret = f"q{word}7"
    text = written.format(secret)
    out = list(redact_lines(text.splitlines(keepends=True)))
    assert secret not in "".join(out)
    assert len(out) == len(text.splitlines())
    assert redact("".join(out)) == "".join(out)


def test_a_secret_that_a_backslash_cuts_in_two_is_removed_on_both_lines():
    clean = redact("mysql -u root -pfakeOne77\\\nfakeTwo88 rides\n")
    assert "fake" not in clean
    assert clean.count("\n") == 2
    assert "rides" in clean


@pytest.mark.parametrize(
    "text",
    [
        "PGPASSWORD=\nDB_USER=app1",
        "export TOKEN=\nkubectl get pods -n orders1",
        "token:\n  refresh_interval: 30s2",
        "password:\n  valueFrom:\n    secretKeyRef:\n      name: db-creds1",
        "--token\n--user u1",
        "run it with --api-key\n2026-11-29T10:00:01 started",
        "token is\nrotated",
        "Rotate the password:\n1. open vault2\n2. done",
        "password:\nkubectl rollout restart deploy/orders-api2",
        "The token is\n\n\n\nfakeOne1 was the branch",
        "echo done\nfakeOne1",
        "ls \\\n  fakeOne1",
    ],
)
def test_what_follows_a_line_break_and_is_no_secret_stays(text: str):
    """The next pair, the next flag, the next sentence, the next line of a log."""
    assert redact(text) == text


@pytest.mark.parametrize(
    "written",
    [
        "set the secret DB_PASSWORD to {}",
        "rotating token to {}",
        "I will rotate the db password for payments in prod to {}, then restart",
        "changed the password of admin to `{}`.",
        "updating the API key to {}",
        "replace the secret with {}",
        "swap the token for {}",
        "password for admin → {}",
        "{} is the new root password",
        "we now use `{}` as the token",
    ],
)
@given(word=st.text(alphabet="abcdefghXYZ0123456789", min_size=8, max_size=30))
def test_a_secret_that_a_sentence_names_as_new_is_removed(written: str, word: str):
    secret = f"Q{word}7x"
    assert secret not in redact(written.format(secret))


@pytest.mark.parametrize(
    "text",
    [
        "rotate the token for payments2",
        "change the password hash to argon2id",
        "set the token ttl to 3600s",
        "switch the token signing to RS256",
        "set the secret to db-credentials-v2",
        "rotating the api key in eu-west-1",
        "set password policy to min12chars",
        "updating the secret store to v2beta1",
        "reset the password to the default",
        "moved the token service to node17",
        "vault01 is the secret store",
        "we use oauth2 as the token",
        "set the secret DB_PASSWORD to the value in ops/prod-db2",
        "swap the token for the one in vault",
    ],
)
def test_a_sentence_about_a_secret_that_does_not_tell_it_stays(text: str):
    """Methods, lengths of time, names of hosts and of stores are no secrets."""
    assert redact(text) == text


@pytest.mark.parametrize(
    "written",
    [
        "mysql '-p'{}",
        'mysql "-p"{} rides',
        "mysql '-p'\"{}\"",
        "mysql $'-p{}' rides",
        "MySQL -u root -p{}",
        "MYSQLDUMP.EXE -p{}",
        "REDIS-CLI -a {}",
        'export PGPASSWORD=""{}',
        '["psql", "--password", "{}"]',
    ],
)
def test_quotes_and_capitals_hide_no_secret(written: str):
    """The shell takes quotes away wherever they stand in a word."""
    clean = redact(written.replace("{}", "Zx9Qw7Lm2Pt4"))
    assert "Zx9Qw7" not in clean
    assert redact(clean) == clean
