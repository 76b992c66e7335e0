"""Settings from the environment and a `.env` file; an error names the variable."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.domain.errors import NegmemError

SLACK_API = "https://slack.com/api/"
_SWITCH = "must be true or false"
LOG_LEVELS = ("debug", "info", "warning", "error", "critical")


class BadSetting(NegmemError):
    """A variable is missing or malformed; the text names it."""

    code = "bad_setting"


def _address(value: Any) -> tuple[str, int]:
    host, _, port = str(value).rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise ValueError("must be HOST:PORT, like 127.0.0.1:8787")
    return host.strip("[]"), int(port)


def _prefixed(prefix: str, what: str) -> BeforeValidator:
    def check(value: Any) -> Any:
        if value in (None, ""):
            return None
        if not str(value).startswith(prefix):
            raise ValueError(f"must be {what}: it begins with {prefix}")
        return value

    return BeforeValidator(check)


def _log_level(value: Any) -> str:
    level = str(value).strip().lower() or "info"
    if level not in LOG_LEVELS:
        raise ValueError(f"must be one of {', '.join(LOG_LEVELS)}")
    return level


def _none_if_empty(value: Any) -> Any:
    return None if value == "" else value


Address = Annotated[tuple[str, int], NoDecode, BeforeValidator(_address)]
BotToken = Annotated[SecretStr | None, _prefixed("xoxb-", "a bot token")]
AppToken = Annotated[SecretStr | None, _prefixed("xapp-", "an app-level token")]


class Settings(BaseSettings):
    """What the operator sets. Each field names its variable in `validation_alias`."""

    model_config = SettingsConfigDict(
        env_file=".env", extra="ignore", frozen=True, populate_by_name=True, env_ignore_empty=False
    )

    bot_token: BotToken = Field(None, validation_alias="SLACK_BOT_TOKEN")
    app_token: AppToken = Field(None, validation_alias="SLACK_APP_TOKEN")
    signing_secret: SecretStr | None = Field(None, validation_alias="SLACK_SIGNING_SECRET")
    slack_api_url: str = Field(SLACK_API, validation_alias="NEGMEM_SLACK_API_URL")
    http: Address = Field("127.0.0.1:3000", validate_default=True, validation_alias="NEGMEM_HTTP")
    gate: Address = Field("127.0.0.1:8787", validate_default=True, validation_alias="NEGMEM_GATE")
    behind_proxy: bool = Field(False, validation_alias="NEGMEM_BEHIND_PROXY")
    database_url: Annotated[str | None, BeforeValidator(_none_if_empty)] = Field(
        None, validation_alias="NEGMEM_DATABASE_URL"
    )
    workspace: str | None = Field(None, validation_alias="NEGMEM_WORKSPACE")
    lexicon: Annotated[Path | None, BeforeValidator(_none_if_empty)] = Field(
        None, validation_alias="NEGMEM_LEXICON"
    )
    log_level: Annotated[str, BeforeValidator(_log_level)] = Field(
        "info", validation_alias="NEGMEM_LOG_LEVEL"
    )
    log_json: bool = Field(False, validation_alias="NEGMEM_LOG_JSON")

    @property
    def database(self) -> str:
        """The database URL; by default a SQLite file in the user's data folder, which is made.

        A folder that the operator named is not: a mistyped one must not become an empty memory.

        Raises:
            BadSetting: The data folder cannot be made.
        """
        if self.database_url:
            return self.database_url
        home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
        folder = Path(home) / "negmem"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as unusable:
            raise BadSetting(
                f"The folder {folder} for the database cannot be made: {unusable.strerror}.",
                "Set NEGMEM_DATABASE_URL to a file in a folder that this user may write to.",
            ) from unusable
        return f"sqlite:///{folder / 'negmem.db'}"

    def require_slack(self) -> None:
        """Check that there is all it takes to serve a real workspace.

        Raises:
            BadSetting: Names the variable that is missing, and where its value is found.
        """
        if self.bot_token is None:
            raise BadSetting(
                "SLACK_BOT_TOKEN is missing.",
                "It is the Bot User OAuth Token under OAuth & Permissions of your Slack app.",
            )
        if self.app_token is None and not _revealed(self.signing_secret):
            raise BadSetting(
                "Neither SLACK_APP_TOKEN nor SLACK_SIGNING_SECRET is set.",
                "Set SLACK_APP_TOKEN for Socket Mode, or SLACK_SIGNING_SECRET to be reached by"
                " HTTP at /slack/events.",
            )


def load_settings(**overrides: Any) -> Settings:
    """The settings; `overrides` win over the environment.

    Raises:
        BadSetting: A variable is malformed. Its value is not repeated: it may be a secret.
    """
    try:
        return Settings(**overrides)
    except ValidationError as invalid:
        first = invalid.errors(include_input=False, include_url=False)[0]
        name = str(first["loc"][0]) if first["loc"] else "A setting"
        told = _SWITCH if first["type"].startswith("bool_") else _plain(first["msg"])
        raise BadSetting(f"{name} {told}.", "See README, Settings.") from None


def _plain(message: str) -> str:
    return message.removeprefix("Value error, ").rstrip(".")


def _revealed(secret: SecretStr | None) -> str:
    return secret.get_secret_value().strip() if secret else ""
