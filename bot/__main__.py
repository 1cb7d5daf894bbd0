"""`python -m bot`: from the command line to an exit code."""

import os
import signal
import sys

from bot.errors import CannotStart, NotNow
from bot.operations.health import print_health

# exit codes; whoever restarts the program does so after the second only (docs/hosting.md)
BAD_SETTINGS = 2
NOT_NOW = os.EX_TEMPFAIL
STOPPED = 128 + signal.SIGINT  # as shells say it of whoever leaves by Ctrl+C
INTERRUPTED = "Interrupted: what was asked for is done whole or not at all. Ask again to be sure."


def main(arguments: list[str] | None = None) -> int:
    """Run until asked to stop, or do a task; returns the exit code."""
    try:
        return _done(sys.argv[1:] if arguments is None else arguments)
    except CannotStart as error:
        print(error.sentence, file=sys.stderr)  # noqa: T201 - for whoever runs the program
        return NOT_NOW if isinstance(error, NotNow) else BAD_SETTINGS
    except KeyboardInterrupt:
        print(INTERRUPTED, file=sys.stderr)  # noqa: T201 - for whoever pressed the keys
        return STOPPED


def _done(arguments: list[str]) -> int:
    if arguments == ["health"]:
        # a container engine asks each half a minute: it should not cost what a start does
        return print_health()
    from bot.runtime.program import start  # noqa: PLC0415 - what all else needs takes a second to import

    return start(arguments)


if __name__ == "__main__":
    sys.exit(main())
