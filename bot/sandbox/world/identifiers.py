"""Identifiers and secrets in the form Slack gives them."""

import itertools
import secrets
import string

_DIGITS = string.digits + string.ascii_uppercase
_WIDTH = 8


class Identifiers:
    """Hands out identifiers that are unique within one sandbox.

    Args:
        first: Where it begins to count; the same names get the same identifiers from there on.
    """

    def __init__(self, first: int = 1) -> None:
        self._counter = itertools.count(first)

    def new(self, prefix: str) -> str:
        """Return a new identifier.

        Args:
            prefix: The letter that says what it names: `T`, `U`, `C`, `D`, `A`, `B`, `S`, `V`, `F`.

        Returns:
            For example `C0S00000A2`, in upper case, eleven characters or fewer.
        """
        number = next(self._counter)
        digits = ""
        while number:
            number, rest = divmod(number, len(_DIGITS))
            digits = _DIGITS[rest] + digits
        return f"{prefix}0S{digits.rjust(_WIDTH - 1, '0')}"


def new_bot_token() -> str:
    """Return a token of the form that a bot user has (`xoxb-…`)."""
    return f"xoxb-{_number()}-{_number()}-{secrets.token_hex(12)}"


def new_app_token(app_id: str) -> str:
    """Return an app-level token (`xapp-…`), the one that opens Socket Mode."""
    return f"xapp-1-{app_id}-{_number()}-{secrets.token_hex(32)}"


def new_secret() -> str:
    """Return 32 hexadecimal digits: a signing secret, a client secret, a verification token."""
    return secrets.token_hex(16)


def new_trigger_id() -> str:
    """Return the form of a trigger id: three parts separated by dots."""
    return f"{_number()}.{_number()}.{secrets.token_hex(16)}"


def _number() -> str:
    return str(10**11 + secrets.randbelow(9 * 10**11))
