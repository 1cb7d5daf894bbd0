"""Rules for single buttons, selects and text inputs, wherever they stand."""

from __future__ import annotations

from sandbox.models.entities import Json
from sandbox.validation.faults import Faults

# String, user, role, mentionable and channel select.
SELECTS = frozenset({3, 5, 6, 7, 8})
LINK, PREMIUM = 5, 6

_BUTTON_KEYS = frozenset(
    {"type", "id", "style", "label", "emoji", "custom_id", "url", "disabled", "sku_id"}
)
_SELECT_KEYS = frozenset(
    {
        "type", "id", "custom_id", "options", "channel_types", "placeholder", "default_values",
        "min_values", "max_values", "disabled", "required",
    }
)  # fmt: skip
_INPUT_KEYS = frozenset(
    {
        "type", "id", "custom_id", "style", "label", "min_length", "max_length", "required",
        "value", "placeholder",
    }
)  # fmt: skip


def custom_id(faults: Faults, path: str, component: Json) -> None:
    faults.text(path, component, "custom_id", (1, 100))


def button(faults: Faults, path: str, component: Json) -> None:
    """Want a label or an emoji, and what the style asks for: an id, a link, a SKU."""
    faults.keys(path, component, _BUTTON_KEYS)
    faults.text(path, component, "label", (0, 80))
    style = component.get("style")
    if not isinstance(style, int) or not 1 <= style <= PREMIUM:
        faults.add(f"{path}.style", "Value must be one of (1, 2, 3, 4, 5, 6).")
        return
    if style == LINK:
        _link(faults, path, component)
    elif style == PREMIUM:
        faults.text(path, component, "sku_id", (1, 20))
    else:
        custom_id(faults, path, component)
        if component.get("url"):
            faults.add(f"{path}.url", "Only a link button has a url.")
    if style != PREMIUM and not component.get("label") and not component.get("emoji"):
        faults.add(path, "A button needs a label or an emoji.")


def _link(faults: Faults, path: str, component: Json) -> None:
    faults.text(path, component, "url", (1, 512))
    if component.get("custom_id") is not None:
        faults.add(f"{path}.custom_id", "A link button has no custom_id.")
    url = component.get("url")
    if isinstance(url, str) and not url.startswith(("http://", "https://", "discord://")):
        faults.add(f"{path}.url", "Scheme must be one of ('http', 'https', 'discord').")


def select(faults: Faults, path: str, component: Json, *, in_modal: bool = False) -> None:
    faults.keys(path, component, _SELECT_KEYS)
    custom_id(faults, path, component)
    faults.text(path, component, "placeholder", (0, 150))
    faults.number(path, component, "min_values", (0, 25))
    faults.number(path, component, "max_values", (1, 25))
    if (component.get("min_values") or 0) > (component.get("max_values") or 25):
        faults.add(f"{path}.min_values", "Must not be more than max_values.")
    if in_modal and component.get("disabled"):
        faults.add(f"{path}.disabled", "A select in a modal cannot be disabled.")
    if component.get("type") == 3:
        _options(faults, path, component)
    elif component.get("options"):
        faults.add(f"{path}.options", "Only a string select has options.")


def _options(faults: Faults, path: str, component: Json) -> None:
    options = faults.items(f"{path}.options", component.get("options"), (1, 25))
    seen: set[str] = set()
    for number, option in enumerate(options):
        where = f"{path}.options.{number}"
        faults.keys(where, option, {"label", "value", "description", "emoji", "default"})
        faults.text(where, option, "label", (1, 100))
        faults.text(where, option, "value", (1, 100))
        faults.text(where, option, "description", (0, 100))
        if option.get("value") in seen:
            faults.add(f"{where}.value", "The specified option value is already used")
        seen.add(str(option.get("value")))
    default = sum(bool(o.get("default")) for o in options)
    wanted = component.get("max_values")
    if default > (1 if wanted is None else wanted):
        faults.add(f"{path}.options", "More options are selected by default than max_values.")


def text_input(faults: Faults, path: str, component: Json, *, labelled: bool) -> None:
    """Check a modal's text field; inside a Label (`labelled`) it has no label of its own."""
    faults.keys(path, component, _INPUT_KEYS)
    custom_id(faults, path, component)
    if not labelled:
        faults.text(path, component, "label", (1, 45))
    elif component.get("label") is not None:
        faults.add(f"{path}.label", "The Label around the text input carries its label.")
    if component.get("style") not in (1, 2):
        faults.add(f"{path}.style", "Value must be one of (1, 2).")
    faults.number(path, component, "min_length", (0, 4000))
    faults.number(path, component, "max_length", (1, 4000))
    faults.text(path, component, "value", (0, 4000))
    faults.text(path, component, "placeholder", (0, 100))
    _consistent_lengths(faults, path, component)


def _consistent_lengths(faults: Faults, path: str, component: Json) -> None:
    longest = component.get("max_length") or 4000
    if (component.get("min_length") or 0) > longest:
        faults.add(f"{path}.min_length", "Must not be more than max_length.")
    if len(str(component.get("value") or "")) > longest:
        faults.add(f"{path}.value", "Must not be longer than max_length.")
