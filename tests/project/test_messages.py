"""Messages for players are literals with named values, and every value is given."""

import ast
import string
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest

from bot.words.translation import Message, in_language, plural, text

ROOT = Path(__file__).parents[2]
FORMS = {"text": 1, "plural": 2, "Message": 1}  # how many literals each takes


def calls(tree: ast.Module) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORMS:
            yield node, node.func.id


def faults(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the lines of messages that Babel would miss, or whose values differ from theirs."""
    for call, name in calls(tree):
        literals = call.args[: FORMS[name]]
        words = [each.value for each in literals if isinstance(each, ast.Constant)]
        if len(words) != FORMS[name] or not all(isinstance(word, str) for word in words):
            yield call.lineno, "not a literal"
            continue
        given = {str(keyword.arg) for keyword in call.keywords}
        used = set().union(*map(placeholders, words)) - ({"count"} if name == "plural" else set())
        if used != given:
            yield call.lineno, f"values {sorted(given)} for {sorted(used)}"


def placeholders(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name is not None}


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((ROOT / "bot").rglob("*.py")):
        if "from bot.words.translation import" in (source := path.read_text("utf-8")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(source)


def test_messages_are_literals_and_have_their_values() -> None:
    found = [f"{name}:{line}: {why}" for name, tree in modules() for line, why in faults(tree)]

    assert found == []


@pytest.mark.parametrize(
    "wrong",
    [
        'text(f"Hello {name}")',
        'text("Hello {name}")',
        'text("Hello", name=name)',
        'text("Hello {}", name)',
        'Message("Hello {name}")',
        'plural("{count} stone", f"{count} stones", count)',
        'plural("{name}: {count}", "{name}: {count}", count)',
    ],
)
def test_the_check_finds(wrong) -> None:
    assert list(faults(ast.parse(wrong)))


def test_a_catalogue_replaces_messages() -> None:
    class Shouting(NullTranslations):
        def gettext(self, message):
            return message.upper().replace("{NAME}", "{name}")

    with in_language(Shouting()):
        assert text("Hello {name}", name="Ann") == "HELLO Ann"
        assert Message("Hello")() == "HELLO"
    assert text("Hello {name}", name="Ann") == "Hello Ann"


@pytest.mark.parametrize(("count", "expected"), [(1, "1 stone"), (0, "0 stones"), (5, "5 stones")])
def test_plural_forms(count, expected) -> None:
    assert plural("{count} stone", "{count} stones", count) == expected
