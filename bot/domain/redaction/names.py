"""What the name of a value says about it: `DB_PASSWORD`, `clientSecret`, `token_ttl`."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache


class Sensitivity(IntEnum):
    """How much a name says: nothing, that a generated value would be secret, or any value."""

    NONE = 0
    IF_RANDOM = 1
    ANY = 2


_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[^\W\dA-Z_]+|[A-Z]+|\d+")
_SECRET = frozenset(
    """
    password passwd passphrase passcode passwort kennwort contraseña contrasena clave senha mdp
    pwd pw pass token secret apikey authtoken accesstoken authkey secretkey accesskey privatekey
    bindpw rootpw storepass keypass requirepass masterauth userpass psk wpapsk sharedkey passkey
    クレデンシャル パスワード
    """.split()
)
_ENDINGS = ("password", "passwd", "passphrase", "apikey", "authtoken", "secretkey", "passwort")
_NO_PASSWORD = frozenset(
    "askpass bypass compass encompass trespass surpass overpass underpass".split()
)
# The one name whose ending misleads: HashiCorp's development server takes its root token here.
_EXCEPTIONS = frozenset({"vault_dev_root_token_id"})
_KEY_OF = frozenset(
    """
    api access secret private encryption signing master auth account storage license shared app
    application client deploy integration webhook hmac jwt crypt cipher unseal recovery service
    subscription admin write ingest session pre functions host consumer
    """.split()
)
_PLAIN_KEY_OF = frozenset(
    """
    public pub partition primary foreign cache sort routing idempotency hash dedup shard object
    group hot lookup row redis message map sorting composite unique index range s3 state lock
    translation i18n label tag ssh host column kms order binding registry
    """.split()
)
# `token_ttl`, `secretName`, `PASSWORD_FILE`: about the secret, not the secret.
_ABOUT = frozenset(
    """
    file files path paths dir name names id ids arn url uri endpoint host ttl length len size count
    limit expiry expires expiration exp age type kind version policy port rotation rotate enabled
    required stdin prompt method mode status state ref provider store manager class template header
    label issuer audience scope scopes format field column algorithm alg min max days hours minutes
    seconds ms bucket reset change changed at date time usage cost used budget number position per
    source backend fd from location
    hash digest fingerprint thumbprint checksum sha sha256 md5 alias hint check authentication
    encryption lifetime duration interval period validity strength complexity cache rate error
    errors retries refs review request requests response valid env var variable selector
    namespace mount volume engine plugin command cmd helper agent server service username user login
    """.split()
)
_NOT_WITH = frozenset(
    """
    no ask public max min num total prompt next page continuation cancellation cancel eos bos pad
    syntax design with without list get describe delete show use require force skip generate
    """.split()
)
# Objects that hold a secret are named, not shown: `existingSecret: payments-db`.
_NAMED_SECRET = frozenset("existing pull tls sealed external cert image docker kube k8s".split())
_IF_RANDOM = frozenset(
    """
    secret credential credentials creds cred auth pass key sig signature session sessionid
    sid csrf xsrf jsessionid phpsessid nonce bearer jwt hmac dsn webhook unseal pw clave
    passkey otp psk
    """.split()
)


@lru_cache(maxsize=4096)
def sensitivity(name: str) -> Sensitivity:
    """What a name says about its value.

    Args:
        name: The name of a variable, flag, key, header or parameter, in any spelling.
    """
    if name.casefold() in _EXCEPTIONS:
        return Sensitivity.ANY
    words = tuple(word.casefold() for word in _WORD.findall(name))
    words = tuple(word for word in words if not word.isdigit())
    if not words or words[0] in _NOT_WITH or words[-1] in _ABOUT:
        return Sensitivity.NONE
    if len(words) == 1:
        return _of_one(words[0], upper=name.isupper())
    return _of_several(words)


def _of_one(word: str, *, upper: bool) -> Sensitivity:
    if word in _IF_RANDOM and not (upper and word in ("secret", "pw")):
        return Sensitivity.IF_RANDOM
    return Sensitivity.ANY if _is_secret(word) else Sensitivity.NONE


def _is_secret(word: str) -> bool:
    if word in _SECRET or word.endswith(_ENDINGS):
        return True
    return len(word) > 4 and word.endswith(("pass", "pw")) and word not in _NO_PASSWORD


def _of_several(words: tuple[str, ...]) -> Sensitivity:
    for index, word in enumerate(words):
        before = words[index - 1] if index else ""
        if before in _NOT_WITH or (word == "secret" and before in _NAMED_SECRET):
            return Sensitivity.NONE
        if index + 1 < len(words) and words[index + 1] in _ABOUT:
            continue
        if _is_secret(word):
            return Sensitivity.ANY
        if word in ("key", "keys") and index:
            return _of_key(words[index - 1])
        if word in ("credential", "credentials", "cred"):
            return Sensitivity.IF_RANDOM
    if words[-1] in _IF_RANDOM:
        return Sensitivity.IF_RANDOM
    return Sensitivity.NONE


def _of_key(before: str) -> Sensitivity:
    if before in _KEY_OF:
        return Sensitivity.ANY
    return Sensitivity.NONE if before in _PLAIN_KEY_OF else Sensitivity.IF_RANDOM
