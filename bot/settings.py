"""The host's settings, from the environment and `.env`; `.env.example` explains each of them."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.errors import CannotStart
from bot.sharding import read_numbers, refuse_bad_shards
from bot.store.share import Share

DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


class Settings(BaseSettings):
    """Every setting with its default; the names in the environment are these in capitals."""

    model_config = SettingsConfigDict(
        env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", frozen=True
    )

    discord_token: SecretStr | None = None
    discord_api: str | None = None
    database_url: str = "sqlite+aiosqlite:///var/lifeline.db"
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
    host_contact: str | None = None
    privacy_url: str | None = None
    terms_url: str | None = None
    source_url: str | None = None
    monitor_port: int | None = Field(default=None, ge=1, le=65535)
    monitor_host: str = "127.0.0.1"
    sandbox_port: int = Field(default=8090, ge=0, le=65535)
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"

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
    def share(self) -> Share:
        """The shards of this process."""
        count = self.shard_count
        return Share(count, self.shard_ids or tuple(range(count or 0)))

    @field_validator("log_level", mode="before")
    @classmethod
    def _capitals(cls, level: str) -> str:
        return level.upper()


def with_driver(url: str) -> str:
    """Return a database's address with the driver that is used for it.

    :raises ValueError: there is none.
    """
    scheme, separator, rest = url.partition("://")
    if not separator or scheme not in DRIVERS:
        raise ValueError("must begin with sqlite:/// or postgresql://")
    return f"{DRIVERS[scheme]}://{rest}"


def load_settings(env_file: Path | None = Path(".env")) -> Settings:
    """Read the settings; the environment goes before the file, an empty value counts as unset.

    :raises CannotStart: with one sentence for each value that is wrong.
    """
    # pydantic-settings takes the file as an argument that type checkers do not see
    read: Callable[..., Settings] = Settings
    try:
        return read(_env_file=env_file)
    except ValidationError as error:
        raise CannotStart(settings_sentence(error)) from None


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


def _setting(location: tuple[int | str, ...]) -> str:
    return str(location[0]).upper() if location else "A setting"


def _demand(message: str) -> str:
    said = message.removeprefix("Value error, ").removeprefix("Input ").rstrip(".")
    return said.split(", unable to parse")[0]
