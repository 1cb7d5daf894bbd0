"""Phrases put together from parts: lists, pairs of sentences, quotations, labels with a value.

Separators, quotes and brackets are messages, because languages differ in them.
"""

from collections.abc import Iterable, Sequence
from functools import reduce

from renderer.translation import plural, present_catalogue, text
from rules.sentences import Listing, Sentence, ShortNames, short_name


def enumerated(items: Iterable[str]) -> str:
    """Join items with commas: `A1, B2, C3`."""
    found = list(items)
    return reduce(_followed, found) if found else ""


def _followed(items: str, item: str) -> str:
    return text("{items}, {item}", items=items, item=item)


def separated(items: Iterable[str]) -> str:
    """Join items that contain commas or spaces, with semicolons: `1 A C; 2 B`."""
    found = list(items)
    return reduce(_after_semicolon, found) if found else ""


def _after_semicolon(items: str, item: str) -> str:
    return text("{items}; {item}", items=items, item=item)


def all_of(items: Sequence[str]) -> str:
    """Join items with commas and “and”: `A1`, `A1 and B2`, `A1, B2 and C3`."""
    *some, last = items
    return text("{items} and {last}", items=enumerated(some), last=last) if some else last


def one_of(items: Sequence[str]) -> str:
    """Join items with commas and “or”: `A1`, `A1 or B2`, `A1, B2 or C3`."""
    *some, last = items
    return text("{items} or {last}", items=enumerated(some), last=last) if some else last


def first_few(items: Sequence[str], most: int) -> str:
    """Return at most `most` items and the number of further items: `A1, B2 and 3 more`."""
    return and_more(enumerated(items[:most]), len(items) - most)


def and_more(items: str, rest: int) -> str:
    """Append the number of omitted items, if any, to a list in words: `A1 B2 and 3 more`."""
    if rest <= 0:
        return items
    return plural("{items} and {count} more", "{items} and {count} more", rest, items=items)


def sentences(*parts: str) -> str:
    """Join the non-empty sentences with the language's separator, such as a space."""
    return reduce(_then, filter(None, parts), "")


def _then(before: str, sentence: str) -> str:
    if not before:
        return sentence
    return text("{before} {sentence}", before=before, sentence=sentence)


def quoted(words: str) -> str:
    """Enclose words in the language's quotation marks."""
    return text("“{words}”", words=words)


def labelled(label: str, value: str) -> str:
    """Return a value after its label: `Ann: a note`."""
    return text("{label}: {value}", label=label, value=value)


def span(start: object, end: object) -> str:
    """Return a range in words: `4 to 7`, `22:00 to 7:00`, `A1 to C3`."""
    return text("{start} to {end}", start=start, end=end)


def with_remark(name: str, remark: object) -> str:
    """Return a name with a remark in brackets: `Lifeline 7 (3)`."""
    return text("{name} ({remark})", name=name, remark=remark)


def percent(share: float) -> str:
    """Return a share from 0 to 1 as a whole percentage: `30%`."""
    return text("{percent}%", percent=round(100 * share))


def translated(sentence: str) -> str:
    """Translate a sentence of the rules into the current language; return other text unchanged."""
    if not isinstance(sentence, Sentence):
        return sentence
    values = {name: _translated_value(value) for name, value in sentence.values.items()}
    return present_catalogue().gettext(sentence.template).format(**values)


def _translated_value(value: object) -> object:
    if isinstance(value, Listing):
        shown = map(translated, value)
        return enumerated(map(short_name, shown) if isinstance(value, ShortNames) else shown)
    return translated(value) if isinstance(value, Sentence) else value
