"""Markdown page of the permission matrix: tests/bot/authority.md."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from testbed.authority import commands, controls
from testbed.authority.people import DOES, PEOPLE, SEES
from testbed.authority.rows import Row

ROWS = (*commands.ROWS, *controls.ROWS)
WORDS = {
    DOES: "**does**",
    SEES: "sees",
    "NotYourGame": "not theirs",
    "NotYourChallenge": "not theirs",
    "OldComponent": "not theirs",
    "Refusal": "not theirs",
    "NoSuchGame": "unseen",
    "NoSuchChallenge": "unseen",
    "NotYourTurn": "not yet",
    "NoSuchLeague": "unseen",
    "NotInLeague": "not theirs",
    "NotOrganiser": "no permission",
    "CannotDoInLeague": "not here",
    "NotModerator": "no permission",
    "NotManager": "no permission",
    "NotPlayingHere": "blocked",
    "CannotChallenge": "not here",
    "CannotPractise": "not here",
    "CannotUndo": "nothing to do",
    "CannotEndGame": "nothing to do",
    "NotDue": "nothing to do",
    "CannotTakeVacation": "nothing to do",
}
HEAD = Path(__file__).with_name("head.md")


def page() -> str:
    """Return the page as Markdown."""
    head = HEAD.read_text(encoding="utf-8")
    used = ["## Commands\n", *_table(commands.ROWS)]
    pressed = ["\n## Buttons, selects and forms\n", *_table(controls.ROWS)]
    return "\n".join([head, *used, *pressed]) + "\n"


def _table(rows: Iterable[Row]) -> Iterator[str]:
    yield f"| | {' | '.join(PEOPLE)} |"
    yield "|---" * (len(PEOPLE) + 1) + "|"
    for row in rows:
        yield f"| {row.title} | {' | '.join(WORDS[row.verdicts[person]] for person in PEOPLE)} |"
