"""Settings of the operator, from the environment and `.env`; `.env.example` explains them."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.config.env_file import FILE, reading, refuse_unreadable, unknown_names
from bot.errors.startup import CannotStart
from bot.store.engine.database_url import DRIVERS, with_driver
from bot.store.engine.shard_assignment import ShardAssignment

LONGEST_CONTACT = 300  # characters; the message of /about may have 2,000
LONGEST_LINK = 512  # characters; Discord's limit for link buttons


class Settings(BaseSettings):
    """All settings with their defaults; environment variables have the same names in capitals."""

    model_config = SettingsConfigDict(
        env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", frozen=True
    )

    discord_token: SecretStr | None = None
    discord_api: str | None = None
    # not shown, as the URL may hold a password
    database_url: str = Field(default="sqlite+aiosqlite:///var/lifeline.db", repr=False)
    backup_dir: Path = Path("var/backups")
    backups_kept: int = Field(default=7, ge=1, le=1000)
    shard_count: int | None = Field(default=None, ge=1, le=10_000)
    shard_ids: Annotated[tuple[int, ...], NoDecode] = ()
    max_open_challenges: int = Field(default=20, ge=1, le=1000)
    max_running_games: int = Field(default=50, ge=1, le=1000)
    challenge_days: int = Field(default=7, ge=1, le=90)
    actions_per_minute: int = Field(default=240, ge=0, le=100_000)
    pictures_per_minute: int = Field(default=120, ge=0, le=100_000)
    challenges_per_minute: int = Field(default=10, ge=0, le=100_000)
    games_per_minute: int = Field(default=10, ge=0, le=100_000)
    practice: Literal["on", "lazy", "off"] = "lazy"
    operator_contact: str | None = Field(default=None, max_length=LONGEST_CONTACT)
    privacy_url: str | None = None
    terms_url: str | None = None
    source_url: str | None = None
    monitor_port: int | None = Field(default=None, ge=1, le=65535)
    monitor_host: str = "127.0.0.1"
    sandbox_port: int = Field(default=8090, ge=0, le=65535)
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"

    @field_validator("discord_token")
    @classmethod
    def _check_token(cls, token: SecretStr | None) -> SecretStr | None:
        if token is None:
            return None
        text = token.get_secret_value().strip()
        if not (text.isascii() and text.isprintable()) or " " in text:
            raise ValueError("must be one word in one line, as the Bot page shows it")
        return SecretStr(text)

    @field_validator("database_url")
    @classmethod
    def _add_driver(cls, url: str) -> str:
        return with_driver(url)

    @field_validator("discord_api", "privacy_url", "terms_url", "source_url")
    @classmethod
    def _check_web_address(cls, url: str | None) -> str | None:
        if url is None:
            return None
        if not url.startswith(("http://", "https://")):
            raise ValueError("must begin with http:// or https://")
        if len(url) > LONGEST_LINK:
            raise ValueError(f"should have at most {LONGEST_LINK} characters")
        if not _has_host(url):
            raise ValueError("must name a host after http:// or https://, without spaces")
        return url.rstrip("/")

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _parse_shard_ids(cls, text: object) -> object:
        return parse_shard_ids(text) if isinstance(text, str) else text

    @field_validator("shard_ids")
    @classmethod
    def _check_shard_ids(cls, ids: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        is_sqlite = str(info.data.get("database_url")).startswith(DRIVERS["sqlite"])
        refuse_invalid_shards(info.data.get("shard_count"), ids, is_sqlite=is_sqlite)
        return ids

    @property
    def shard_assignment(self) -> ShardAssignment:
        """The shards that this process serves."""
        count = self.shard_count
        return ShardAssignment(count, self.shard_ids or tuple(range(count or 0)))

    @field_validator("log_level", mode="before")
    @classmethod
    def _to_upper_case(cls, level: str) -> str:
        return level.upper()


def load_settings(env_file: Path | None = FILE) -> Settings:
    """Load the settings. The environment overrides the file; empty values count as unset.

    :raises CannotStart: if values are invalid or lines of the file cannot be parsed; the message
        lists them all.
    """
    if env_file is not None:
        refuse_unreadable(env_file)
    # pydantic-settings accepts `_env_file`, but its type hints do not show it
    load: Callable[..., Settings] = Settings
    try:
        with reading(env_file):
            return load(_env_file=env_file)
    except ValidationError as error:
        raise CannotStart(validation_message(error)) from None


def unknown_settings(env_file: Path = FILE) -> list[str]:
    """Return a warning for each line of `.env` that sets an unknown setting."""
    return unknown_names(env_file, {name.upper() for name in Settings.model_fields})


def validation_message(error: ValidationError) -> str:
    """Return a message that lists the invalid settings and their requirements, without secrets.

    For example: "MAX_RUNNING_GAMES should be greater than or equal to 1. Correct it in .env or …"
    """
    wrong = [f"{_setting(each['loc'])} {_requirement(each['msg'])}" for each in error.errors()]
    it = "it" if len(wrong) == 1 else "them"
    return (
        f"{'; '.join(wrong)}. Correct {it} in .env or the environment "
        "(.env.example explains every setting)."
    )


def _has_host(url: str) -> bool:
    try:
        return bool(urlsplit(url).hostname) and not re.search(r"\s", url)
    except ValueError:
        return False


def _setting(location: tuple[int | str, ...]) -> str:
    return str(location[0]).upper() if location else "A setting"


def _requirement(message: str) -> str:
    text = (
        message.removeprefix("Value error, ")
        .removeprefix("Input ")
        .removeprefix("String ")
        .rstrip(".")
    )
    return text.split(", unable to parse")[0]


RANGE = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?")


def parse_shard_ids(text: str) -> tuple[int, ...]:
    """Parse a list of shard numbers and ranges of shard numbers, as in the setting SHARD_IDS.

    >>> parse_shard_ids("0, 4-6")
    (0, 4, 5, 6)

    :raises ValueError: the text has another format; the message states the right one.
    """
    found: set[int] = set()
    for part in filter(None, (each.strip() for each in text.split(","))):
        match = RANGE.fullmatch(part)
        if match is None:
            raise ValueError("must be numbers or ranges of them, such as 0,1 or 0-3")
        first, last = int(match.group(1)), int(match.group(2) or match.group(1))
        if first > last:
            # an empty range would mean all shards
            raise ValueError("must have the lower number of a range first, such as 0-3")
        found |= set(range(first, last + 1))
    return tuple(sorted(found))


def refuse_invalid_shards(count: int | None, ids: tuple[int, ...], *, is_sqlite: bool) -> None:
    """Check that SHARD_IDS fits SHARD_COUNT and the database.

    :raises ValueError: if SHARD_COUNT is missing, if an id is too large, or if several processes
        would share an SQLite file; the message says how to correct the settings.
    """
    if not ids:
        return
    if count is None:
        raise ValueError("needs SHARD_COUNT, the number of shards of all processes together")
    if ids[-1] >= count:
        raise ValueError(f"must be below SHARD_COUNT, which is {count}")
    if is_sqlite and len(ids) < count:
        raise ValueError("needs PostgreSQL in DATABASE_URL: a file serves one process only")
