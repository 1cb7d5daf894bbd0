"""Parts of a page beside the board: the panels of the two players and the list of turns."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from renderer.page.board import BLOCK, STONES
from renderer.page.markup import escape_text, line
from renderer.page.steps import Span, Step, Steps
from renderer.translation import Message, text
from renderer.words import held_words
from rules.position import Colour

TO_PLAY = Message("to play")


def seats(steps: Steps) -> str:
    """Return the HTML of the two players' panels, which screen readers skip."""
    return f"<div id=seats aria-hidden=true>{''.join(_seat(steps, each) for each in Colour)}</div>"


def _seat(steps: Steps, colour: Colour) -> str:
    kind, enemy = STONES[colour], STONES[colour.other]
    held = _spans(_in_words(steps.held[colour], prison=steps.prison))
    komi = _spans(steps.komi) if colour is Colour.WHITE else ""
    return (
        f"<div class='seat {colour.label.lower()}'>{_disc(kind)}"
        f"<div class=name>{_spans(steps.names[colour], names=True)}"
        f"<b>{escape_text(TO_PLAY())}</b></div>"
        f"<div class=facts>{_disc(enemy if steps.prison else kind)}<span class=held>{held}</span>"
        f"<span class=komi>{komi}</span></div></div>"
    )


def _in_words(spans: Iterable[Span], *, prison: bool) -> Iterator[Span]:
    for span in spans:
        yield Span(held_words(int(span.text), prison=prison), span.since, span.until)


def _disc(kind: str) -> str:
    return f"<svg viewBox='-12 -12 24 24'><circle r=10.5 class={kind}s stroke-width=1.5 /></svg>"


def _spans(spans: Iterable[Span], *, names: bool = False) -> str:
    """Return the HTML of texts for different turns, of which the page shows one at a time.

    Names keep their own text direction, so that a name that is too long is cut at its end.
    """
    return "".join(
        f"<span class=part{' dir=auto' if names else ''} style=--a:{span.since}"
        f"{'' if span.until is None else f';--b:{span.until}'}>"
        f"{escape_text(' '.join(span.text.split())) if names else line(span.text)}</span>"
        for span in spans
        if span.text
    )


def turn_list(steps: Steps, notes: Mapping[int, str], linked: Collection[int]) -> str:
    """Return the HTML of the list of turns: radio buttons, each labelled with the turn in words.

    :param notes: the notes on turns, by turn.
    :param linked: turns to which other parts of the page link.
    """
    rows = [_row(each, steps, notes.get(each.turn, ""), linked) for each in steps.steps]
    parts = [f"<div class=block>{rows[0]}</div>"]
    for block, start in enumerate(range(1, len(rows), BLOCK)):
        parts.append(
            f"<div class='block numbered' id=r{block}>{''.join(rows[start : start + BLOCK])}</div>"
        )
    label = escape_text(text("Turns"))
    counted = escape_text(text("Stones on the board after each turn, Black–White"))
    rows_in_blocks = f"<p>{counted}</p>{''.join(parts)}"
    return f'<div id=turns role=radiogroup aria-label="{label}">{rows_in_blocks}</div>'


def _row(step: Step, steps: Steps, note: str, linked: Collection[int]) -> str:
    side = "" if step.to_play is None else f" class={STONES[step.to_play]}"
    button = "<input type=radio name=turn"
    number = f"{step.turn}. " if step.turn else ""
    black, white = step.on_board
    remark = f"<q>{escape_text(note)}</q>" if note else ""
    words = f"{number}{escape_text(step.words)}<i>{black}\N{EN DASH}{white}</i>{remark}"
    if step.turn in (steps.first, steps.last) or step.turn in linked:
        # a second label links here, and must not become part of the name
        name = id_of(step.turn, steps)
        button += f" id={name} aria-labelledby=name-{name}"
        words = f"<span id=name-{name}>{words}</span>"
    if step.turn == steps.last:
        button += " checked autofocus"
    return f"<label{side}>{button}>{words}</label>"


def id_of(turn: int, steps: Steps) -> str:
    """Return the HTML id of a turn's radio button, for labels in other parts of the page."""
    return "last" if turn == steps.last else "first" if turn == steps.first else f"t{turn}"
