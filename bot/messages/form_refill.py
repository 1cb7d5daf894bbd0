"""A form that was refused, opened again with what was filled in: its button holds that in its id.

So it works after a restart, too, and nobody's text is kept anywhere. Pure.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.errors import CannotChallenge, PlayerError, RefusedMove, UnreadableMove
from bot.messages.component_ids import MAX_LENGTH, ComponentId, OldComponent
from bot.messages.outgoing_message import Button, Choice, Form, Row, TextField
from bot.words import labels

KIND = "again"
FORM = "-form"  # the kinds of forms end so
BETWEEN = "¦"
# what another value may help against
ABOUT_VALUES = (CannotChallenge, UnreadableMove, RefusedMove)
# forms that a private panel has opened, and the button that shows the panel again
WAYS_BACK = {"move-form": "zones"}


@dataclass(frozen=True, slots=True)
class Filled:
    """A form that was sent: its id, and what was in its fields, in their order."""

    form: ComponentId
    values: tuple[str, ...]


def takes_place(error: PlayerError, filled: Filled | None) -> bool:
    """Say whether a refusal replaces the panel from which its form was opened: it leads back."""
    return filled is not None and filled.form.kind in WAYS_BACK and isinstance(error, ABOUT_VALUES)


def offer_again(error: PlayerError, filled: Filled | None) -> tuple[Row, ...]:
    """Return the buttons under a refused form; none where other values cannot help."""
    if filled is None or not isinstance(error, ABOUT_VALUES):
        return ()
    row = (*_again(filled), *_back(filled))
    return (row,) if row else ()


def _again(filled: Filled) -> tuple[Button, ...]:
    """Return the button that opens the form again; none where the values do not fit into an id."""
    parts = [filled.form.kind.removesuffix(FORM), filled.form.value, *map(str.strip, filled.values)]
    made = replace(filled.form, kind=KIND, value=BETWEEN.join(parts))
    whole = BETWEEN not in "".join(parts) and "".join(parts).isprintable()
    if not whole or len(str(made)) > MAX_LENGTH:
        return ()
    return (Button(made, labels.AGAIN),)


def _back(filled: Filled) -> tuple[Button, ...]:
    kind = WAYS_BACK.get(filled.form.kind)
    if kind is None:
        return ()
    return (Button(replace(filled.form, kind=kind, value=""), labels.BACK),)


def read_again(button: ComponentId) -> Filled:
    """Return what the button of `offer_again` holds.

    :raises OldComponent: it holds something else.
    """
    kind, *rest = button.value.split(BETWEEN)
    if not rest:
        raise OldComponent
    return Filled(replace(button, kind=kind + FORM, value=rest[0]), tuple(rest[1:]))


def refilled(form: Form, values: Iterable[str]) -> Form:
    """Return a form with values in its fields, as far as they are possible there."""
    fields = list(form.fields)
    for number, (field, value) in enumerate(zip(form.fields, values, strict=False)):
        fields[number] = (
            _typed(field, value) if isinstance(field, TextField) else _chosen(field, value)
        )
    return replace(form, fields=tuple(fields))


def _typed(line: TextField, value: str) -> TextField:
    return replace(line, value=value[: line.max_length] or None)


def _chosen(choice: Choice, value: str) -> Choice:
    if value not in {each.value for each in choice.options}:
        return choice
    options = tuple(replace(each, default=each.value == value) for each in choice.options)
    return replace(choice, options=options)
