"""Rules for individual buttons, selects and text inputs."""

from __future__ import annotations

from sandbox.models.entities import Json
from sandbox.validation.problems import Problems

# string, user, role, mentionable and channel select
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


def custom_id(problems: Problems, path: str, component: Json) -> None:
    problems.text(path, component, "custom_id", (1, 100))


def button(problems: Problems, path: str, component: Json) -> None:
    """Report a button without label and emoji, or without the id, URL or SKU of its style."""
    problems.keys(path, component, _BUTTON_KEYS)
    problems.text(path, component, "label", (0, 80))
    style = component.get("style")
    if not isinstance(style, int) or not 1 <= style <= PREMIUM:
        problems.add(f"{path}.style", "Value must be one of (1, 2, 3, 4, 5, 6).")
        return
    if style == LINK:
        _link(problems, path, component)
    elif style == PREMIUM:
        problems.text(path, component, "sku_id", (1, 20))
    else:
        custom_id(problems, path, component)
        if component.get("url"):
            problems.add(f"{path}.url", "Only a link button has a url.")
    if style != PREMIUM and not component.get("label") and not component.get("emoji"):
        problems.add(path, "A button needs a label or an emoji.")


def _link(problems: Problems, path: str, component: Json) -> None:
    problems.text(path, component, "url", (1, 512))
    if component.get("custom_id") is not None:
        problems.add(f"{path}.custom_id", "A link button has no custom_id.")
    url = component.get("url")
    if isinstance(url, str) and not url.startswith(("http://", "https://", "discord://")):
        problems.add(f"{path}.url", "Scheme must be one of ('http', 'https', 'discord').")


def select(problems: Problems, path: str, component: Json, *, in_modal: bool = False) -> None:
    problems.keys(path, component, _SELECT_KEYS)
    custom_id(problems, path, component)
    problems.text(path, component, "placeholder", (0, 150))
    problems.number(path, component, "min_values", (0, 25))
    problems.number(path, component, "max_values", (1, 25))
    if (component.get("min_values") or 0) > (component.get("max_values") or 25):
        problems.add(f"{path}.min_values", "Must not be more than max_values.")
    if in_modal and component.get("disabled"):
        problems.add(f"{path}.disabled", "A select in a modal cannot be disabled.")
    if component.get("type") == 3:
        _options(problems, path, component)
    elif component.get("options"):
        problems.add(f"{path}.options", "Only a string select has options.")


def _options(problems: Problems, path: str, component: Json) -> None:
    options = problems.items(f"{path}.options", component.get("options"), (1, 25))
    seen: set[str] = set()
    for number, option in enumerate(options):
        where = f"{path}.options.{number}"
        problems.keys(where, option, {"label", "value", "description", "emoji", "default"})
        problems.text(where, option, "label", (1, 100))
        problems.text(where, option, "value", (1, 100))
        problems.text(where, option, "description", (0, 100))
        if option.get("value") in seen:
            problems.add(f"{where}.value", "The specified option value is already used")
        seen.add(str(option.get("value")))
    default = sum(bool(o.get("default")) for o in options)
    wanted = component.get("max_values")
    if default > (1 if wanted is None else wanted):
        problems.add(f"{path}.options", "More options are selected by default than max_values.")


def text_input(problems: Problems, path: str, component: Json, *, labelled: bool) -> None:
    """Report problems in a modal's text field, which has no own label inside a Label."""
    problems.keys(path, component, _INPUT_KEYS)
    custom_id(problems, path, component)
    if not labelled:
        problems.text(path, component, "label", (1, 45))
    elif component.get("label") is not None:
        problems.add(f"{path}.label", "The Label around the text input carries its label.")
    if component.get("style") not in (1, 2):
        problems.add(f"{path}.style", "Value must be one of (1, 2).")
    problems.number(path, component, "min_length", (0, 4000))
    problems.number(path, component, "max_length", (1, 4000))
    problems.text(path, component, "value", (0, 4000))
    problems.text(path, component, "placeholder", (0, 100))
    _consistent_lengths(problems, path, component)


def _consistent_lengths(problems: Problems, path: str, component: Json) -> None:
    longest = component.get("max_length") or 4000
    if (component.get("min_length") or 0) > longest:
        problems.add(f"{path}.min_length", "Must not be more than max_length.")
    if len(str(component.get("value") or "")) > longest:
        problems.add(f"{path}.value", "Must not be longer than max_length.")
