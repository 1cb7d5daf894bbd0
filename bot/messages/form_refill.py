"""A form that was refused, opened again with what was filled in: its button holds that in its id.

So it works after a restart, too, and nobody's text is kept anywhere. Pure.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.errors import CannotChallenge, PlayerError, RefusedMove, UnreadableMove
from bot.messages.component_ids import MAX_LENGTH, ComponentId, OldComponent
from bot.messages.outgoing_message import Button, Form, Row, SelectField, TextField
from bot.words import labels

REFILL_KIND = "again"
FORM_SUFFIX = "-form"  # the kinds of forms end so
SEPARATOR = "¦"
# what another value may help against
CORRECTABLE_ERRORS = (CannotChallenge, UnreadableMove, RefusedMove)
# forms that a private panel has opened, and the button that shows the panel again
PANEL_BUTTONS = {"move-form": "zones"}


@dataclass(frozen=True, slots=True)
class SubmittedForm:
    """A form that was sent: its id, and what was in its fields, in their order."""

    form: ComponentId
    values: tuple[str, ...]


def replaces_panel(error: PlayerError, submitted: SubmittedForm | None) -> bool:
    """Say whether a refusal replaces the panel from which its form was opened: it leads back."""
    return (
        submitted is not None
        and submitted.form.kind in PANEL_BUTTONS
        and isinstance(error, CORRECTABLE_ERRORS)
    )


def refill_buttons(error: PlayerError, submitted: SubmittedForm | None) -> tuple[Row, ...]:
    """Return the buttons under a refused form; none where other values cannot help."""
    if submitted is None or not isinstance(error, CORRECTABLE_ERRORS):
        return ()
    row = (*_refill_button(submitted), *_panel_button(submitted))
    return (row,) if row else ()


def _refill_button(submitted: SubmittedForm) -> tuple[Button, ...]:
    """Return the button that opens the form again; none where the values do not fit into an id."""
    parts = [
        submitted.form.kind.removesuffix(FORM_SUFFIX),
        submitted.form.value,
        *map(str.strip, submitted.values),
    ]
    made = replace(submitted.form, kind=REFILL_KIND, value=SEPARATOR.join(parts))
    fits = SEPARATOR not in "".join(parts) and "".join(parts).isprintable()
    if not fits or len(str(made)) > MAX_LENGTH:
        return ()
    return (Button(made, labels.AGAIN),)


def _panel_button(submitted: SubmittedForm) -> tuple[Button, ...]:
    kind = PANEL_BUTTONS.get(submitted.form.kind)
    if kind is None:
        return ()
    return (Button(replace(submitted.form, kind=kind, value=""), labels.BACK),)


def parse_refill(button: ComponentId) -> SubmittedForm:
    """Return what the button of `offer_again` holds.

    :raises OldComponent: it holds something else.
    """
    kind, *rest = button.value.split(SEPARATOR)
    if not rest:
        raise OldComponent
    return SubmittedForm(replace(button, kind=kind + FORM_SUFFIX, value=rest[0]), tuple(rest[1:]))


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


def _chosen(choice: SelectField, value: str) -> SelectField:
    if value not in {each.value for each in choice.options}:
        return choice
    options = tuple(replace(each, default=each.value == value) for each in choice.options)
    return replace(choice, options=options)
