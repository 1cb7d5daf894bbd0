"""Selection of facts that fit into a text of limited length, such as alternative text."""

from collections.abc import Iterable, Sequence

from renderer.phrases import sentences, separated
from renderer.translation import text

LONGEST = 1024
"""Discord's limit for the alternative text of a picture, in characters."""
Forms = tuple[str, ...]
"""Phrasings of one fact, best first; the shortest may be a note of its omission, or empty."""


def fitted(facts: Sequence[Forms], longest: int = LONGEST) -> str:
    """Join facts to a text, each in its first phrasing that leaves room for all later facts.

    :param facts: the phrasings of each fact, best first.
    :param longest: the maximum length of the text in characters.
    """
    joined = ""
    reserved = sum(_shortest(forms) for forms in facts)
    for forms in facts:
        reserved -= _shortest(forms)
        longer = (sentences(joined, form) for form in forms)
        joined = next((each for each in longer if len(each) + reserved <= longest), joined)
    return joined


def _shortest(forms: Forms) -> int:
    least = min(map(len, forms))
    return least + 1 if least else 0  # including the space before it


def listed(title: str, parts: Iterable[str], most: int = 500) -> str:
    """Return a title and a list of the parts that fit, with the number of omitted parts.

    The result is empty if no part fits.

    :param most: the maximum length of the list in characters; the default leaves room for the
        description of the board.
    """
    shown, left_out = "", 0
    for part in parts:
        longer = separated((shown, part)) if shown else part
        fits = len(longer) <= most and not left_out
        shown, left_out = (longer, 0) if fits else (shown, left_out + 1)
    if not shown:
        return ""
    if left_out:
        return text("{title}: {list} and {more} more.", title=title, list=shown, more=left_out)
    return text("{title}: {list}.", title=title, list=shown)
