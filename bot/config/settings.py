"""The host's settings, from the environment and `.env`; `.env.example` explains each of them."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.config.env_file import FILE, meaningless, refuse_unreadable, told
from bot.errors import CannotStart
from bot.store.engine.database_url import DRIVERS, with_driver
from bot.store.engine.shard_assignment import ShardAssignment

LONGEST_CONTACT = 300  # characters; /about has 2,000 for all that it says
LONGEST_LINK = 512  # characters, of a button that leads to a page


class Settings(BaseSettings):
    """Every setting with its default; the names in the environment are these in capitals."""

    model_config = SettingsConfigDict(
        env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", frozen=True
    )

    discord_token: SecretStr | None = None
    discord_api: str | None = None
    # the address may hold a password
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
    def _one_word(cls, token: SecretStr | None) -> SecretStr | None:
        if token is None:
            return None
        word = token.get_secret_value().strip()
        if not (word.isascii() and word.isprintable()) or " " in word:
            raise ValueError("must be one word in one line, as the Bot page shows it")
        return SecretStr(word)

    @field_validator("database_url")
    @classmethod
    def _known_driver(cls, url: str) -> str:
        return with_driver(url)

    @field_validator("discord_api", "privacy_url", "terms_url", "source_url")
    @classmethod
    def _web_address(cls, url: str | None) -> str | None:
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
    def _numbers(cls, text: object) -> object:
        return read_numbers(text) if isinstance(text, str) else text

    @field_validator("shard_ids")
    @classmethod
    def _fitting(cls, ids: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        on_file = str(info.data.get("database_url")).startswith(DRIVERS["sqlite"])
        refuse_bad_shards(info.data.get("shard_count"), ids, on_file=on_file)
        return ids

    @property
    def share(self) -> ShardAssignment:
        """The shards of this process."""
        count = self.shard_count
        return ShardAssignment(count, self.shard_ids or tuple(range(count or 0)))

    @field_validator("log_level", mode="before")
    @classmethod
    def _capitals(cls, level: str) -> str:
        return level.upper()


def load_settings(env_file: Path | None = FILE) -> Settings:
    """Read the settings; the environment goes before the file, an empty value counts as unset.

    :raises CannotStart: with one sentence for each value that is wrong, or for the lines of the
        file that cannot be read.
    """
    if env_file is not None:
        refuse_unreadable(env_file)
    # pydantic-settings takes the file as an argument that type checkers do not see
    read: Callable[..., Settings] = Settings
    try:
        with told(env_file):
            return read(_env_file=env_file)
    except ValidationError as error:
        raise CannotStart(settings_sentence(error)) from None


def without_meaning(env_file: Path = FILE) -> list[str]:
    """Return a sentence for each line of the file that sets what is no setting."""
    return meaningless(env_file, {name.upper() for name in Settings.model_fields})


def settings_sentence(error: ValidationError) -> str:
    """Name the wrong settings and what they must be; never repeats a value, it may be a secret.

    >>> # MAX_RUNNING_GAMES should be greater than or equal to 1. Correct it in .env or ...
    """
    wrong = [f"{_setting(each['loc'])} {_demand(each['msg'])}" for each in error.errors()]
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


def _demand(message: str) -> str:
    said = (
        message.removeprefix("Value error, ")
        .removeprefix("Input ")
        .removeprefix("String ")
        .rstrip(".")
    )
    return said.split(", unable to parse")[0]


ONE = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?")


def read_numbers(text: str) -> tuple[int, ...]:
    """Read numbers and ranges.

    >>> read_numbers("0, 4-6")
    (0, 4, 5, 6)

    :raises ValueError: with what must be written instead.
    """
    found: set[int] = set()
    for part in filter(None, (each.strip() for each in text.split(","))):
        read = ONE.fullmatch(part)
        if read is None:
            raise ValueError("must be numbers or ranges of them, such as 0,1 or 0-3")
        first, last = int(read.group(1)), int(read.group(2) or read.group(1))
        if first > last:
            # no shard at all would be read as every shard
            raise ValueError("must have the lower number of a range first, such as 0-3")
        found |= set(range(first, last + 1))
    return tuple(sorted(found))


def refuse_bad_shards(count: int | None, ids: tuple[int, ...], *, on_file: bool) -> None:
    """Refuse shards that are not among as many as there are, and a part of them on a file.

    :raises ValueError: with what SHARD_IDS must be.
    """
    if not ids:
        return
    if count is None:
        raise ValueError("needs SHARD_COUNT, the number of shards of all processes together")
    if ids[-1] >= count:
        raise ValueError(f"must be below SHARD_COUNT, which is {count}")
    if on_file and len(ids) < count:
        raise ValueError("needs PostgreSQL in DATABASE_URL: a file serves one process only")
