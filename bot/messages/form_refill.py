"""Refill of refused forms: a button reopens the form with the values that were typed.

The button's custom id contains the values, so nothing is stored and the button works after a
restart.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.errors.refusals import (
    BadSetting,
    CannotChallenge,
    PlayerError,
    RefusedMove,
    UnreadableMove,
)
from bot.messages.component_ids import MAX_LENGTH, ComponentId, OldComponent
from bot.messages.outgoing_message import Button, Form, Row, SelectField, TextField
from bot.words import labels

REFILL_KIND = "again"
FORM_SUFFIX = "-form"  # kinds of forms that can be refilled
SEPARATOR = "¦"
# refusals that other values may avoid
CORRECTABLE_ERRORS = (
    CannotChallenge,
    UnreadableMove,
    RefusedMove,
    BadSetting,
)
# by kind of a form opened from a private panel: the button that shows the panel again
PANEL_BUTTONS = {"move-form": "zones", "try-type-form": "try-show"}


@dataclass(frozen=True, slots=True)
class SubmittedForm:
    """Submitted form: the custom id, and the values of the fields in order."""

    form: ComponentId
    values: tuple[str, ...]


def replaces_panel(error: PlayerError, submitted: SubmittedForm | None) -> bool:
    """Return whether the refusal of a form replaces the panel whose button opened the form.

    :param submitted: the form; None if the refused request was not a form.
    """
    return (
        submitted is not None
        and submitted.form.kind in PANEL_BUTTONS
        and isinstance(error, CORRECTABLE_ERRORS)
    )


def refill_buttons(error: PlayerError, submitted: SubmittedForm | None) -> tuple[Row, ...]:
    """Return the row of buttons below the refusal of a form.

    One button reopens the form; for a form with a typed move, another goes back to the board.
    The result is empty if no form was submitted, or if other values would not help.
    """
    if submitted is None or not isinstance(error, CORRECTABLE_ERRORS):
        return ()
    row = (*_refill_button(submitted), *_panel_button(submitted))
    return (row,) if row else ()


def _refill_button(submitted: SubmittedForm) -> tuple[Button, ...]:
    """Return the button that reopens the form; empty if the values do not fit into an id."""
    parts = [
        submitted.form.kind.removesuffix(FORM_SUFFIX),
        submitted.form.value,
        *map(str.strip, submitted.values),
    ]
    made = replace(submitted.form, kind=REFILL_KIND, value=SEPARATOR.join(parts))
    fits = SEPARATOR not in "".join(parts) and "".join(parts).isprintable()
    if not fits or len(str(made)) > MAX_LENGTH:
        return ()
    return (Button(made, labels.EDIT_FORM()),)


def _panel_button(submitted: SubmittedForm) -> tuple[Button, ...]:
    kind = PANEL_BUTTONS.get(submitted.form.kind)
    if kind is None:
        return ()
    return (Button(replace(submitted.form, kind=kind), labels.BACK_TO_BOARD()),)


def parse_refill(button: ComponentId) -> SubmittedForm:
    """Return the submitted form whose values are in the id of a refill button.

    :raises OldComponent: when the id contains no form.
    """
    kind, *rest = button.value.split(SEPARATOR)
    if not rest:
        raise OldComponent
    return SubmittedForm(replace(button, kind=kind + FORM_SUFFIX, value=rest[0]), tuple(rest[1:]))


def refilled(form: Form, values: Iterable[str]) -> Form:
    """Return a form with values filled in, one for each field in order.

    Long texts are cut; a menu without the value keeps its default.
    """
    fields = list(form.fields)
    for number, (field, value) in enumerate(zip(form.fields, values, strict=False)):
        fields[number] = (
            _typed(field, value) if isinstance(field, TextField) else _chosen(field, value)
        )
    return replace(form, fields=tuple(fields))


def _typed(line: TextField, value: str) -> TextField:
    return replace(line, value=value[: line.max_length] or None)


def _chosen(choice: SelectField, value: str) -> SelectField:
    if value not in {each.value for each in choice.options}:
        return choice
    options = tuple(replace(each, default=each.value == value) for each in choice.options)
    return replace(choice, options=options)
