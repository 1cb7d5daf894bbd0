"""`python -m bot health`: ask a running bot whether it is well, as container engines do.

They do so twice a minute, so this imports little: neither the bot's settings nor its client.
"""

import os
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from bot.config import env_file
from bot.errors import CannotStart

TIMEOUT = 5.0  # seconds
UNHEALTHY = 1  # exit code
HERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - listened at everywhere, asked here
LOOPBACK = "127.0.0.1"
NOT_WATCHED = "MONITOR_PORT is not set, so nobody can ask the bot: set it and start the bot again."
NO_PORT = "MONITOR_PORT should be a number from 1 to 65535. Correct it in .env or the environment."
NO_ANSWER = "The bot does not answer at {}: {}."


def print_health() -> int:
    """Print what the bot says of itself; returns the exit code.

    :raises CannotStart: no port is set, or .env cannot be read.
    """
    said, is_well = ask_health(*watched())
    print(said)  # noqa: T201 - the answer to whoever asked
    return 0 if is_well else UNHEALTHY


def watched(file: Path = env_file.FILE) -> tuple[str, int]:
    """Return the address and the port where the bot is watched, as its settings have them.

    :raises CannotStart: no port is set, or the file cannot be read.
    """
    given = {name.upper(): value for name, value in os.environ.items() if value}
    told = {name: value for name, value in env_file.values(file).items() if value} | given
    if "MONITOR_PORT" not in told:
        raise CannotStart(NOT_WATCHED)
    text = told["MONITOR_PORT"].strip()
    port = int(text) if text.isdecimal() and len(text) <= 5 else 0
    if not 0 < port <= 65535:
        raise CannotStart(NO_PORT)
    return told.get("MONITOR_HOST", LOOPBACK), port


def ask_health(listening: str, port: int) -> tuple[str, bool]:
    """Return what the bot says of itself, and whether it is well.

    :param listening: the address at which it can be asked, or what stands for all of them.
    """
    host = HERE.get(listening, listening)
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/healthz"
    try:
        with closing(HTTPConnection(host, port, timeout=TIMEOUT)) as connection:
            connection.request("GET", "/healthz")
            answer = connection.getresponse()
            return answer.read().decode(), answer.status == 200
    except (HTTPException, OSError, UnicodeError) as error:
        return NO_ANSWER.format(address, str(error) or type(error).__name__), False
