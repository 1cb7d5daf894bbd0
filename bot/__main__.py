"""Entry point of `python -m bot`."""

import os
import signal
import sys

from bot.errors.startup import CannotStart, NotNow
from bot.operations.health import print_health

# Exit codes. Service managers restart the program only after `NOT_NOW` (docs/hosting.md).
BAD_SETTINGS = 2
NOT_NOW = os.EX_TEMPFAIL
STOPPED = 128 + signal.SIGINT  # the convention of shells for Ctrl+C
INTERRUPTED = "Interrupted: the task is complete or has changed nothing. Run it again to be sure."


def main(arguments: list[str] | None = None) -> int:
    """Run the bot until it is asked to stop, or run one task; return the exit code."""
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except CannotStart as error:
        print(error.sentence, file=sys.stderr)  # noqa: T201 - for the operator
        return NOT_NOW if isinstance(error, NotNow) else BAD_SETTINGS
    except KeyboardInterrupt:
        print(INTERRUPTED, file=sys.stderr)  # noqa: T201 - for the operator
        return STOPPED


def _run(arguments: list[str]) -> int:
    if arguments == ["health"]:
        # container engines run this check twice a minute, so it avoids the imports of a full start
        return print_health()
    from bot.runtime.program import start  # noqa: PLC0415 - takes a second

    return start(arguments)


if __name__ == "__main__":
    sys.exit(main())
