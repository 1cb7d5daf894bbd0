"""What fits into the alternative text of a picture, and the word that something does not."""

from collections.abc import Iterable, Sequence

LONGEST = 1024
"""Characters Discord takes as the alternative text of a picture."""
Forms = tuple[str, ...]
"""The ways to tell one thing, the best first; the shortest may be that it is left out, or empty."""


def fitted(facts: Sequence[Forms], longest: int = LONGEST) -> str:
    """Tell each fact in the first of its forms that leaves room for the shortest of all others."""
    text = ""
    reserved = sum(_shortest(forms) for forms in facts)
    for forms in facts:
        reserved -= _shortest(forms)
        longer = (f"{text} {form}".strip() for form in forms)
        text = next((each for each in longer if len(each) + reserved <= longest), text)
    return text


def _shortest(forms: Forms) -> int:
    least = min(map(len, forms))
    return least + 1 if least else 0  # with the space before it


def listed(title: str, parts: Iterable[str], most: int = 500) -> str:
    """List what a picture adds: as many parts as there is room for beside the board."""
    text, left_out = "", 0
    for part in parts:
        longer = f"{text}; {part}" if text else part
        fits = len(longer) <= most and not left_out
        text, left_out = (longer, 0) if fits else (text, left_out + 1)
    more = f" and {left_out} more" if left_out else ""
    return f"{title}: {text}{more}." if text else ""
