"""Conversion of a record to a page: the whole game as one HTML file.

Equal records, names and themes give equal bytes. Make pages in a worker thread.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from renderer.describe import game_and_board
from renderer.layout import Layout, lay_out
from renderer.orientation import Orientation
from renderer.page.board import BLOCK, board
from renderer.page.curve import Review, curve, turning_points
from renderer.page.figures import figures
from renderer.page.markup import escape_text, line
from renderer.page.panels import seats, turn_list
from renderer.page.steps import Steps, ends_of_turns, steps_of
from renderer.page.style import BACK, NEXT, READERS_CHOICE, policy, script, stylesheet
from renderer.page.variations import variations, variations_after
from renderer.phrases import translated
from renderer.translation import Message, present_catalogue, text
from renderer.words import colour_name, turns_played
from rules.comments import Comments
from rules.endings import why_over
from rules.position import Outcome, Position
from rules.record import Record, export_text, positions

LARGEST = 250_000
"""Bytes of a page; the earliest turns of a longer game are only in the record."""
OLD_BROWSER = Message(
    "Your browser is too old to step through the game, so you see only the last position."
)
RECORD = Message("Record of the game")
SAVED = Message("To open the game again, save the record as a text file and use `/import`.")
COPY = Message("Copy")
COPIED = Message("Copied.")
SELECTED = Message("Press Ctrl+C to copy the selected text.")
DASH = "\N{EN DASH}"
FEWEST_TURNS = 100
"""Smallest number of turns on a page, whatever its size."""
BYTES_OF_TURN, BYTES_BESIDE = 225, 22_000
"""The usual size of a turn in a large page, and of a page without turns and record."""


def game_page(  # noqa: PLR0913 - keywords, each with a use of its own and a default
    record: Record,
    names: tuple[str, str] | None = None,
    theme: str = READERS_CHOICE,
    *,
    history: Sequence[Position] | None = None,
    comments: Comments | None = None,
    review: Review | None = None,
    result: str | None = None,
    orientation: Orientation = Orientation.UPRIGHT,
) -> bytes:
    """Return the page of a game as an HTML file in UTF-8.

    It has at most ``LARGEST`` bytes, unless the comments alone are longer.

    :param names: the names of the persons in seats 0 and 1; None takes them from the record.
    :param theme: the name of a theme, or ``auto`` for the reader's system setting.
    :param history: the positions of the record, if already known.
    :param comments: notes and variations; None takes them from the record.
    :param result: how the game ended if the board does not show it, or shows a result that does not
        count; None takes it from the record.
    :raises ValueError: the theme does not exist.
    :raises IllegalMove: a move of the record or of a variation is illegal.
    """
    ends = ends_of_turns(history or positions(record))
    details = record.details
    layout = lay_out(ends[-1].topology, orientation=orientation)
    comments = record.comments if comments is None else comments
    by_turn = {each.last_turn.number: each.last_turn.moves for each in ends if each.last_turn}
    page = _Page(
        record=record,
        names=names or (details.first or text("First"), details.second or text("Second")),
        theme=theme,
        layout=layout,
        ends=ends,
        notes=comments.notes,
        variations=variations_after(comments, layout, ends),
        review=review,
        result=details.result if result is None else result,
        outcome=None if result else ends[-1].outcome(),
        text=escape_text(export_text(record, by_turn)),
    )
    room = (LARGEST - len(page.text) - BYTES_BESIDE) // BYTES_OF_TURN
    steps = steps_of(ends[-max(room, FEWEST_TURNS) :], page.names, over=bool(page.result))
    data = page.showing(steps)
    while len(data) > LARGEST and len(steps.steps) > FEWEST_TURNS:
        shown = page.fitting(len(steps.steps), len(data))
        steps = steps.ending(ends[-shown:])
        data = page.showing(steps)
    return data


@dataclass(frozen=True, slots=True)
class _Page:
    record: Record
    names: tuple[str, str]
    theme: str
    layout: Layout
    ends: Sequence[Position]
    notes: Mapping[int, str]
    variations: Mapping[int, str]
    """Variations as HTML, by the turn after which they begin."""
    review: Review | None
    result: str
    outcome: Outcome | None
    """The outcome on the board; None for a page that shows ``result`` instead."""
    text: str
    """The record of the whole game, escaped."""

    def fitting(self, shown: int, size: int) -> int:
        """Return the number of steps to try next, after a page with ``shown`` steps was too large.

        The full record is on the page in any case, so only the other bytes can be saved.

        :param size: the size of the page that was too large, in bytes.
        """
        room = (LARGEST - len(self.text)) / (size - len(self.text))
        return max(FEWEST_TURNS, min(shown - 10, int(shown * room * 0.99)))

    def showing(self, steps: Steps) -> bytes:
        """Return the page as HTML in UTF-8.

        :param steps: the steps to show: the whole game, or only its last turns.
        """
        style, code = stylesheet(steps, self.theme), script()
        title = f" {DASH} ".join(escape_text(" ".join(name.split())) for name in self.names)
        board_name = escape_text(game_and_board(self.ends[-1]))
        diagrams, more = escape_text(text("Diagrams")), escape_text(text("More about the game"))
        html = (
            f"<!doctype html><html lang={_language()}><head><meta charset=utf-8>"
            f'<meta http-equiv=Content-Security-Policy content="{policy(style, code)}">'
            "<meta name=viewport content='width=device-width,initial-scale=1'>"
            "<meta name=referrer content=no-referrer>"
            f"<title>{title}: {board_name}</title><style>{style}</style></head>"
            f"<body><main>{self._heading(steps)}{seats(steps)}{board(self.layout, steps)}"
            f"{_controls(steps)}"
            f"<section class=figures aria-label='{diagrams}'>"
            f"{figures(self.layout, steps)}</section>"
            f"{turn_list(steps, self.notes, self._linked())}</main>"
            f"<aside id=more aria-label='{more}'>{self._more(steps)}</aside>"
            f"<script>{code}</script></body></html>\n"
        )
        return html.encode()

    def _heading(self, steps: Steps) -> str:
        details, last = self.record.details, self.ends[-1]
        players = f" {DASH} ".join(
            f"{line(name)} <span>({escape_text(colour_name(last.colour_of(seat)))})</span>"
            for seat, name in enumerate(self.names)
        )
        dates = f" {DASH} ".join(
            map(line, filter(None, dict.fromkeys((details.started, details.finished))))
        )
        facts = [*map(escape_text, (game_and_board(last), turns_played(steps.last))), dates]
        return (
            f"<header><h1>{players}</h1><p>{' · '.join(filter(None, facts))}</p>"
            f"<p id=result>{self._result()}</p></header>"
        )

    def _result(self) -> str:
        outcome = self.outcome
        if outcome is None:
            return line(self.result) if self.result else ""
        if outcome.winner is None:
            return text("Draw. {why}", why=escape_text(translated(outcome.ending.sentence)))
        winner, loser = (
            line(self.names[each ^ self.ends[-1].swapped])
            for each in (outcome.winner, outcome.winner.other)
        )
        why = translated(why_over(self.ends[-1], winner, loser))
        return text("{winner} wins. {why}", winner=winner, why=why)

    def _linked(self) -> frozenset[int]:
        return turning_points(self.review)

    def _more(self, steps: Steps) -> str:
        return (
            f"{curve(self.review, steps) if self.review else ''}"
            f"{variations(self.variations, steps.first)}"
            f"<details><summary>{escape_text(RECORD())}</summary>"
            f"<p>{escape_text(SAVED().replace('`', ''))}</p>"
            f"<pre id=record tabindex=0>{self.text}</pre>"
            f"<p class=script-only><button type=button id=copy>{escape_text(COPY())}"
            f'</button> <span id=copied role=status data-done="{escape_text(COPIED())}" '
            f'data-selected="{escape_text(SELECTED())}"></span></p></details>'
            f"<p class=hint>{escape_text(_hint(steps.last - steps.first))}</p>"
            f"<p id=old>{escape_text(OLD_BROWSER())}</p>"
        )


def _language() -> str:
    """Return the code of the current language for the attribute `lang`."""
    return present_catalogue().info().get("language", "en").replace("_", "-")


def _hint(turns: int) -> str:
    """Return the explanation of how to step through the game and which diagrams a print shows.

    :param turns: the number of turns on the page.
    """
    if turns <= BLOCK:
        return text(
            "Step through the game with the arrow keys, the buttons or the list. When printed, "
            "the page shows one diagram of all the turns."
        )
    return text(
        "Step through the game with the arrow keys, the buttons or the list. When printed, the "
        "page shows diagrams of {count} turns each.",
        count=BLOCK,
    )


def _controls(steps: Steps) -> str:
    """Return the HTML of the bar below the board; ``page.css`` adds its buttons Back and Next."""
    start, back, forward, end, play, pause, turn, of = map(
        escape_text,
        (
            text("Start"),
            BACK(),
            NEXT(),
            text("End"),
            text("Play"),
            text("Pause"),
            text("Turn"),
            text("of {count}", count=steps.last),
        ),
    )
    return (
        f"<label class=bar id=to-first for=first>&laquo; {start}</label>"
        f"<span class='bar off' id=no-back aria-hidden=true>&lsaquo; {back}</span>"
        f"<div id=count aria-hidden=true><small>{of}</small></div>"
        f"<span class='bar off' id=no-next aria-hidden=true>{forward} &rsaquo;</span>"
        f"<label class=bar id=to-last for=last>{end} &raquo;</label>"
        f'<div id=player><button type=button id=play data-play="{play}" data-pause="{pause}">'
        f'{play}</button><input type=range id=slider aria-label="{turn}" '
        f"min={steps.first} max={steps.last}></div>"
    )
