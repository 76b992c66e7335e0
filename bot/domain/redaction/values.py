"""What a value is: a secret itself, or only something that points to one."""

from __future__ import annotations

import re

from bot.domain.redaction.spans import MARK

# A variable, a substitution or a template says where the secret comes from; it is none.
_POINTER = re.compile(
    r"""\$(?!(?:1|2[abxy]?|5|6|y|apr1|argon2\w{1,2}"""
    r"""|scrypt)\$)\{?\w|\$$|\$\(|`|%\w{1,64}%|\{\{|\{%|<[^<>]{0,80}>|@[\w./~-]|&\w|!\w"""
    r"""|(?:file|env|vault|ssm|arn|op|ref|sm|aws-sm|gcpsm|keyring|secretref|valueFrom"""
    r"""|process\.env)"""
    r"""(?::|\.|//)|os\.environ|getenv|var\.|local\.|data\.|module\.|secrets\.""",
)
_PLACEHOLDER = re.compile(
    r"""[*xX•.#?_\-]{2,}|(?:your|my|the|insert|some)[-_ ]?\w{2,20}[-_ ](?:here|token|key"""
    r"""|password|secret)"""
    r"""|(?:your|my)[-_]?(?:token|key|password|secret|api[-_]?key)|\[?redacted\]?"""
    r"""|\(?hidden\)?|\.{3}|…"""
    r"""|<?(?:masked|sensitive|removed|snipped)>?|\(sensitive value\)""",
    re.IGNORECASE,
)
_NOTHING = frozenset(
    """
    true false null nil none undefined yes no on off empty unset default required optional string
    str int bool any expired missing invalid wrong incorrect rotated revoked unchanged changed valid
    ok okay set absent present rejected denied accepted unknown needed reset leaked exposed
    compromised stale broken failed failure error correct new old found stored see ask use please
    pls the a an to and or in is are was for from with of on at by as it not has have had must
    should can will when where if then that this which before after until flag flags option options
    instead variable env file here there mismatch bad refreshed renewed created deleted updated
    prompt stdin auto disabled enabled enforced via bearer basic digest type self managed vault
    password passwords token tokens secret secrets key keys credential credentials verification
    validation exchange rotation expiry refresh endpoint service server store manager request
    policy length cost usage limit bucket count auth login md5 scram-sha-256 sha256 plain plaintext
    plain-text never always abgelaufen falsch ist der die das pass pwd dans
    """.split()
)
_PATH = re.compile(
    r"(?:~|\.{1,2})?/[\w@%+=:,.~-]{1,128}/|(?:~|\.{1,2})/\w|/[a-z][a-z._-]{1,40}$|[A-Za-z]:"
    r"(?:\\|$)|\\\\"
)
_FILE = re.compile(
    r"[\w./@%+-]{1,200}\.(?:pem|key|crt|cer|txt|ya?ml|json|env|gpg|asc|p12|pfx|jks|conf|cfg|ini"
    r"|toml|pub|py|sh|go|ts|js)$"
)
_CALL = re.compile(r"[A-Za-z_][\w.]{0,60}\(")
_LOWER_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-./:_][a-z0-9]+)*")
_DIGEST = re.compile(r"(?:sha(?:1|224|256|384|512)|md5|blake3)[:-][0-9a-fA-F]{32,128}")
_REDIRECT = re.compile(r"\d?(?:<{1,3}|>{1,2})(?:&\d)?")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def is_literal(value: str) -> bool:
    """Whether the value itself could be the secret.

    Variables, substitutions, templates, placeholders, paths of files and the plain words with
    which people and programs speak *about* a secret are none.
    """
    bare = value.strip().strip("\"'\\")
    if not bare.replace(MARK, "").strip("\"'\\,;:.()[]{}") or bare.casefold() in _NOTHING:
        return False
    if _POINTER.match(bare) or _PLACEHOLDER.fullmatch(bare):
        return False
    if _DIGEST.fullmatch(bare) or _REDIRECT.fullmatch(bare):
        return False
    return not (_PATH.match(bare) or _FILE.fullmatch(bare) or _CALL.match(bare))


def looks_random(value: str) -> bool:
    """Whether a value looks generated: long, with letters and digits, not a name or a UUID."""
    bare = value.strip().strip("\"'\\")
    if len(bare) < 16 or " " in bare or _UUID.fullmatch(bare):
        return False
    has_digit = any(char.isdigit() for char in bare)
    has_letter = any(char.isalpha() for char in bare)
    if not (has_digit and has_letter):
        return False
    mixed = bare.lower() != bare and bare.upper() != bare
    return mixed or not re.search(r"[-./:_]", bare)


def looks_made_up(value: str, *, shortest: int = 6) -> bool:
    """Whether a word is a password rather than a word or a name: `hunter2`, `Tr0ub!dor`."""
    bare = value.strip().strip("\"'\\.,")
    if len(bare) < shortest or _UUID.fullmatch(bare) or not is_literal(bare):
        return False
    has_digit = any(char.isdigit() for char in bare)
    has_letter = any(char.isalpha() for char in bare)
    has_sign = any(char in "!#$%&*+=?@^~|" for char in bare[:-1])
    if _LOWER_NAME.fullmatch(bare) and re.search(r"[-./:_]", bare):
        return False
    return has_letter and (has_digit or has_sign)


def looks_like_name(value: str) -> bool:
    """Whether a value is a name as clusters give them: lower case words, `db-password`."""
    return _LOWER_NAME.fullmatch(value.strip().strip("\"'\\")) is not None
