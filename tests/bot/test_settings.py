from pathlib import Path

import pytest

from bot.__main__ import BAD_SETTINGS, main
from bot.config.settings import Settings, load_settings, unknown_settings
from bot.errors.startup import CannotStart
from bot.operations.health import monitor_address
from bot.store.engine.database import Database
from bot.store.engine.shard_assignment import ShardAssignment

EXAMPLE = Path(__file__).parents[2] / ".env.example"


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch):
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def in_example():
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def refused(monkeypatch, name, value):
    """Return the error message for a value of a setting."""
    monkeypatch.setenv(name, value)
    with pytest.raises(CannotStart) as refusal:
        load_settings(None)
    assert str(refusal.value) == refusal.value.sentence
    return refusal.value.sentence


def test_the_example_file_lists_every_setting_and_no_other():
    assert set(in_example()) == {name.upper() for name in Settings.model_fields}


def test_the_example_file_shows_the_defaults():
    assert load_settings(EXAMPLE) == load_settings(None)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("MAX_RUNNING_GAMES", "many", "MAX_RUNNING_GAMES should be a valid integer. Correct it"),
        ("MAX_RUNNING_GAMES", "0", "MAX_RUNNING_GAMES should be greater than or equal to 1."),
        ("SANDBOX_PORT", "70000", "SANDBOX_PORT should be less than or equal to 65535."),
        ("LOG_LEVEL", "loud", "LOG_LEVEL should be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'."),
        ("DATABASE_URL", "games.db", "DATABASE_URL must begin with sqlite:/// or postgresql://."),
        ("DATABASE_URL", "mysql://x/y", "DATABASE_URL must begin with sqlite:/// or"),
        ("DISCORD_API", "discord.com", "DISCORD_API must begin with http:// or https://."),
        ("PRIVACY_URL", "my page", "PRIVACY_URL must begin with http:// or https://."),
        ("MONITOR_PORT", "0", "MONITOR_PORT should be greater than or equal to 1."),
        ("SHARD_IDS", "0,1", "SHARD_IDS needs SHARD_COUNT, the number of shards of all"),
        ("SHARD_IDS", "one", "SHARD_IDS must be numbers or ranges of them, such as 0,1 or 0-3."),
        ("SHARD_IDS", "3-0", "SHARD_IDS must have the lower number of a range first, such as 0-3."),
        ("DISCORD_TOKEN", "s3cret\nword", "DISCORD_TOKEN must be one word in one line"),
        ("DISCORD_TOKEN", "s3cret wörd", "DISCORD_TOKEN must be one word in one line"),
        ("OPERATOR_CONTACT", "x" * 301, "OPERATOR_CONTACT should have at most 300 characters."),
        ("PRIVACY_URL", f"https://x.org/{'x' * 600}", "PRIVACY_URL should have at most 512"),
        ("PRIVACY_URL", "http://", "PRIVACY_URL must name a host after http:// or https://"),
        ("TERMS_URL", "https:///terms", "TERMS_URL must name a host after http:// or https://"),
        ("SOURCE_URL", "https://[x", "SOURCE_URL must name a host after http:// or https://"),
        (
            "SOURCE_URL",
            "https://x.org/a b",
            "SOURCE_URL must name a host after http:// or https://",
        ),
    ],
)
def test_an_invalid_value_is_reported_with_its_setting(monkeypatch, name, value, said):
    sentence = refused(monkeypatch, name, value)
    assert sentence.startswith(said)
    assert "\n" not in sentence


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u:s3c@ret:word@host/db",
        "postgresql://u:s3c@ret@host/db",
        "postgresql://u:s3cret@host:word/db",
    ],
)
def test_an_invalid_database_url_is_reported_without_the_password(monkeypatch, url):
    sentence = refused(monkeypatch, "DATABASE_URL", url)
    assert sentence.startswith(
        "DATABASE_URL cannot be read: write @ : / # % of a password as %40 %3A %2F %23 %25."
    )
    assert not any(part in sentence for part in ("s3c", "ret", "word@"))


def test_a_password_may_hold_percent_encoded_characters():
    url = Settings(database_url="postgresql://u:%40%3A%2F%23%25@host/db").database_url
    assert Database(url).url.password == "@:/#%"


@pytest.mark.parametrize(
    "url",
    [
        "sqlite://",
        "sqlite:///",
        "sqlite://games.db",
        "sqlite:///:memory:",
        "sqlite+aiosqlite:///:memory:",
        "sqlite:///file:games?mode=memory&uri=true",
    ],
)
def test_refuses_a_database_in_memory(monkeypatch, url):
    sentence = refused(monkeypatch, "DATABASE_URL", url)
    assert "DATABASE_URL must name a file, such as sqlite:///var" in sentence


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://h/d?sslmode=on", "has an unknown sslmode: use one of disable, allow,"),
        ("postgresql://h/d?ssl=true", "has an unknown sslmode: use one of"),
        ("postgresql://h/d?sslmode=allow&sslmode=require", "has an unknown sslmode: use one of"),
        ("postgresql://h/d?sslmode=allow&ssl=require", "has an unknown sslmode: use one of"),
        ("postgresql://u:s3cret@h/d?sslrootcert=s3cret", "has an unknown parameter after the ?"),
        ("sqlite://var/lifeline.db", "must have three slashes before a file in the bot's folder"),
        ("sqlite:////srv/games.db?timeout=s3cret", "must end with the name of the file"),
    ],
)
def test_refuses_a_database_url_that_its_driver_would_reject(monkeypatch, url, said):
    sentence = refused(monkeypatch, "DATABASE_URL", url)
    assert sentence.startswith(f"DATABASE_URL {said}")
    assert "s3cret" not in sentence


@pytest.mark.parametrize(
    "mode", ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]
)
@pytest.mark.parametrize("word", ["sslmode", "ssl"])
def test_accepts_the_usual_names_of_the_ssl_mode(mode, word):
    given = f"postgresql://u:%40%3F@h:5433/d?{word}={mode}&host=/run/postgresql"
    engine = Database(Settings(database_url=given).database_url).engine
    _, options = engine.dialect.create_connect_args(engine.url)
    expected = {
        "user": "u",
        "password": "@?",
        "database": "d",
        "host": "/run/postgresql",
        "port": 5433,
    }
    assert options == {**expected, "ssl": mode}


def test_a_file_in_another_encoding_is_reported_without_its_content(tmp_path):
    file = tmp_path / ".env"
    file.write_bytes("OPERATOR_CONTACT=Zoë".encode("latin-1"))
    with pytest.raises(CannotStart, match=r"\.env is not in UTF-8: save it") as refused:
        load_settings(file)
    assert "Zo" not in refused.value.sentence


def test_an_unreadable_file_is_reported(monkeypatch, tmp_path):
    def refuse(*_arguments, **_options):
        raise PermissionError(13, "Permission denied")

    file = tmp_path / ".env"
    file.touch()
    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(CannotStart, match=r"\.env cannot be read \(Permission denied\)"):
        load_settings(file)


@pytest.mark.parametrize(
    ("url", "count", "ids", "shards"),
    [
        ("sqlite:///a.db", "", "", ShardAssignment()),
        ("sqlite:///a.db", "2", "", ShardAssignment(2, (0, 1))),
        ("postgresql://host/a", "8", "1, 4-6", ShardAssignment(8, (1, 4, 5, 6))),
    ],
)
def test_the_shards_of_a_process(monkeypatch, url, count, ids, shards):
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("SHARD_COUNT", count)
    monkeypatch.setenv("SHARD_IDS", ids)
    assert load_settings(None).shard_assignment == shards


@pytest.mark.parametrize(
    ("url", "ids", "said"),
    [
        ("sqlite:///a.db", "0", "SHARD_IDS needs PostgreSQL in DATABASE_URL"),
        ("postgresql://host/a", "0-2", "SHARD_IDS must be below SHARD_COUNT, which is 2"),
    ],
)
def test_refuses_invalid_shards(monkeypatch, url, ids, said):
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("SHARD_COUNT", "2")
    monkeypatch.setenv("SHARD_IDS", ids)
    with pytest.raises(CannotStart, match=said):
        load_settings(None)


def test_several_invalid_values_are_reported_together(monkeypatch):
    monkeypatch.setenv("BACKUPS_KEPT", "0")
    monkeypatch.setenv("CHALLENGE_DAYS", "100")
    with pytest.raises(CannotStart, match=r"BACKUPS_KEPT .*; CHALLENGE_DAYS .* Correct them in"):
        load_settings(None)


def test_a_token_is_never_quoted():
    settings = Settings(discord_token="s3cret")
    assert "s3cret" not in repr(settings)


def test_the_environment_overrides_the_file(monkeypatch, tmp_path):
    file = tmp_path / ".env"
    file.write_text("BACKUPS_KEPT=3\nCHALLENGE_DAYS=5\n", encoding="utf-8")
    monkeypatch.setenv("BACKUPS_KEPT", "4")
    settings = load_settings(file)
    assert (settings.backups_kept, settings.challenge_days) == (4, 5)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("sqlite:///a.db", "sqlite+aiosqlite:///a.db"),
        ("postgres://u@h/d", "postgresql+asyncpg://u@h/d"),
    ],
)
def test_an_address_without_a_driver_gets_the_asynchronous_one(given, meant):
    assert Settings(database_url=given).database_url == meant


@pytest.fixture
def env(tmp_path):
    def write(text):
        file = tmp_path / ".env"
        file.write_text(text, encoding="utf-8")
        return file

    return write


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("DISCORD_TOKEN: s3cret", "Line 1"),
        ("DISCORD_TOKEN:s3cret", "Line 1"),
        ("# a remark\n\nDISCORD_TOKEN s3cret\n", "Line 3"),
        ('A=1\ns3cret.MTA0.x=\nOPERATOR_CONTACT="s3cret\n', "Lines 2, 3"),
    ],
)
def test_an_invalid_line_is_reported_without_its_content(env, text, lines):
    with pytest.raises(CannotStart) as refused:
        load_settings(env(text))
    assert refused.value.sentence.startswith(f"{lines} of the file ")
    assert ".env cannot be read: write NAME=value." in refused.value.sentence
    assert not any(word in refused.value.sentence for word in ("s3cret", "MTA0", "\n"))


def test_accepts_every_syntax_of_the_file(env):
    file = env(
        "\n# a remark\nexport BACKUPS_KEPT=3  # of which\n"
        "OPERATOR_CONTACT='two\nlines # and more'\nchallenge_days=5\nLOG_LEVEL\n"
    )
    settings = load_settings(file)
    assert (settings.backups_kept, settings.challenge_days) == (3, 5)
    assert settings.operator_contact == "two\nlines # and more"
    assert unknown_settings(file) == []


def test_an_unknown_setting_is_reported_without_its_value(env):
    file = env(
        "DISCORD_TOKN=s3cret\nPOSTGRES_PASSWORD=s3cret\nCOMPOSE_PROJECT_NAME=x\n\nMTA0c3cret=\n"
    )
    begun = f"of the file {file} is ignored: the bot has no setting"
    assert unknown_settings(file) == [
        f"Line 1 {begun} DISCORD_TOKN.",
        f"Line 5 {begun} of this name.",
    ]


def test_the_example_file_has_no_unknown_settings(tmp_path):
    assert unknown_settings(EXAMPLE) == unknown_settings(tmp_path / ".env") == []


@pytest.mark.parametrize(
    ("environment", "text"),
    [
        ({"MONITOR_PORT": "9464"}, ""),
        ({}, "MONITOR_PORT = 9464 # as usual\nMONITOR_HOST='::1'"),
        ({"monitor_port": "7", "MONITOR_HOST": ""}, "export monitor_port=9464\nMONITOR_HOST=::"),
        ({"MONITOR_PORT": ""}, "P=94\nMONITOR_PORT=${P}64\nMONITOR_HOST="),
    ],
)
def test_health_uses_the_address_of_the_settings(env, monkeypatch, environment, text):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    file = env(text)
    settings = load_settings(file)
    assert monitor_address(file) == (settings.monitor_host, settings.monitor_port)


@pytest.mark.parametrize(
    ("port", "said"),
    [
        ("", "MONITOR_PORT is not set"),
        ("0", "MONITOR_PORT should be a number from 1 to 65535"),
        ("70000", "MONITOR_PORT should be a number from 1 to 65535"),
        ("s3cret", "MONITOR_PORT should be a number from 1 to 65535"),
    ],
)
def test_health_needs_a_port(monkeypatch, tmp_path, capsys, port, said):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MONITOR_PORT", port)
    assert main(["health"]) == BAD_SETTINGS
    output = capsys.readouterr().err
    assert output.startswith(said)
    assert "s3cret" not in output


def test_the_start_logs_unknown_settings(env, monkeypatch, caplog):
    async def serve(*_settings, **_options):
        return None

    monkeypatch.setattr("bot.runtime.program.serve", serve)
    monkeypatch.setattr("bot.runtime.program.set_up_logging", lambda _settings: None)
    monkeypatch.chdir(env("DISCORD_TOKN=s3cret").parent)
    assert main([]) == 0
    assert "Line 1 of the file .env is ignored" in caplog.text
    env("DISCORD_TOKEN: s3cret")
    assert main([]) == BAD_SETTINGS


def test_settings_in_a_log_show_no_password():
    made = Settings(discord_token="token-1", database_url="postgresql://bot:sesame@host/games")

    for shown in (repr(made), str(made)):
        assert "sesame" not in shown
        assert "token-1" not in shown
