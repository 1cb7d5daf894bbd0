"""Command `python -m bot health`, which asks a running bot for its state.

Container engines run it twice a minute, so this module imports neither settings nor client.
"""

import os
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from bot.config import env_file
from bot.errors.startup import CannotStart

TIMEOUT = 5.0  # seconds
UNHEALTHY = 1  # exit code
# addresses at which to reach a bot that listens on all interfaces
LOCAL_ADDRESSES = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - nothing is bound
LOOPBACK = "127.0.0.1"
NOT_MONITORED = "MONITOR_PORT is not set: set it and start the bot again."
NO_PORT = "MONITOR_PORT should be a number from 1 to 65535. Correct it in .env or the environment."
NO_ANSWER = "The bot does not answer at {}: {}."


def print_health() -> int:
    """Print the state of the running bot and return the exit code.

    :raises CannotStart: if no port is set or .env cannot be read.
    """
    state, is_healthy = ask_health(*monitor_address())
    print(state)  # noqa: T201 - the output of the command
    return 0 if is_healthy else UNHEALTHY


def monitor_address(file: Path = env_file.FILE) -> tuple[str, int]:
    """Return the monitor's address and port from the environment and `.env`.

    :raises CannotStart: if no valid port is set or the file cannot be read.
    """
    given = {name.upper(): value for name, value in os.environ.items() if value}
    values = {name: value for name, value in env_file.values(file).items() if value} | given
    if "MONITOR_PORT" not in values:
        raise CannotStart(NOT_MONITORED)
    text = values["MONITOR_PORT"].strip()
    port = int(text) if text.isdecimal() and len(text) <= 5 else 0
    if not 0 < port <= 65535:
        raise CannotStart(NO_PORT)
    return values.get("MONITOR_HOST", LOOPBACK), port


def ask_health(listening: str, port: int) -> tuple[str, bool]:
    """Return the text of the bot's `/healthz`, and whether the bot is healthy.

    :param listening: the address on which the bot listens. For `0.0.0.0` and `::`, which mean all
        addresses, the loopback address is asked.
    """
    host = LOCAL_ADDRESSES.get(listening, listening)
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/healthz"
    try:
        with closing(HTTPConnection(host, port, timeout=TIMEOUT)) as connection:
            connection.request("GET", "/healthz")
            answer = connection.getresponse()
            return answer.read().decode(), answer.status == 200
    except (HTTPException, OSError, UnicodeError) as error:
        return NO_ANSWER.format(address, str(error) or type(error).__name__), False
