"""Messages for players are literals with named values, and every value is given."""

import ast
import re
import string
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest

from bot.words.translation import Message, in_language, plural, text
from tests.project.test_catalogues import script as catalogue_script
from tests.project.test_texts import never_shown

ROOT = Path(__file__).parents[2]
FORMS = {"text": 1, "plural": 2, "Message": 1}  # the number of literals that each function takes
FOLDERS = ("bot", "renderer")
PLAYER_FOLDERS = ("bot/words", "bot/errors", "bot/learning", "renderer")
TRANSLATION = re.compile(r"^from (bot\.words|renderer)\.translation import", re.MULTILINE)
A_WORD = re.compile(r"[^\W\d_]{2,}")
A_SENTENCE = re.compile(r"^[A-Z][a-z]{2}|[A-Za-z]{2,}[,.:;!?]? +[A-Za-z]")
DIAGRAM = re.compile(r"[XO. \n]+")  # the board of a lesson
# clauses as subjects, paraphrases of usual terms, and words that are unusual on a phone
BANNED = re.compile(
    r"\b(somebody|anybody|nobody|whoever|whom|till|as far as|there is none|left out|"
    r"letters?|told|stands|the mover|give up|looked back on|a part of the board|in another way)\b"
    r"|(?:^|[.:;!?] )(?:Who|What|Which|Whose|Where) [^.?!]*\.",
    re.IGNORECASE,
)


def calls(tree: ast.AST) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORMS:
            yield node, node.func.id


def faults(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the lines of messages that Babel would miss, or whose values do not match."""
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
        for each in call.keywords:
            if isinstance(each.value, ast.Name) and each.value.id in given - {str(each.arg)}:
                yield call.lineno, f"{each.value.id} as the value of {each.arg}"


def placeholders(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name is not None}


def literals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the literals of every message with their lines."""
    for call, name in calls(tree):
        for literal in call.args[: FORMS[name]]:
            yield literal.lineno, ast.literal_eval(literal)


def loose(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield f-strings with words, and literal sentences, that are in no message."""
    seen = {id(node) for call, _ in calls(tree) for node in ast.walk(call)}
    seen |= {id(each) for node in ast.walk(tree) for each in (*never_shown(node), *_logged(node))}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [part for part in node.values if isinstance(part, ast.Constant)]
            seen |= set(map(id, parts))
            if id(node) not in seen and any(A_WORD.search(str(part.value)) for part in parts):
                yield node.lineno, ast.unparse(node)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in seen and is_sentence(node.value):
            yield node.lineno, node.value


def _logged(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the texts of exceptions that only the log shows."""
    if isinstance(node, ast.FunctionDef) and node.name == "__str__":
        yield from ast.walk(node)


def is_sentence(value: object) -> bool:
    if not isinstance(value, str) or DIAGRAM.fullmatch(value):
        return False
    return A_SENTENCE.search(value) is not None


def player_modules() -> Iterator[tuple[str, ast.Module]]:
    for folder in ("words", "errors", "learning"):
        for path in sorted((ROOT / "bot" / folder).glob("*.py")):
            yield f"{folder}/{path.stem}", ast.parse(path.read_text("utf-8"))


def at_import(tree: ast.AST) -> Iterator[int]:
    """Yield the lines of messages that are looked up when a module is imported."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", None) or getattr(node.func, "id", "")
            if name in ("text", "plural") or (name.isupper() and not node.args):
                yield node.lineno
        yield from at_import(node)


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(each for folder in FOLDERS for each in (ROOT / folder).rglob("*.py")):
        if TRANSLATION.search(source := path.read_text("utf-8")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(source)


def test_messages_are_literals_and_have_their_values() -> None:
    found = [f"{name}:{line}: {why}" for name, tree in modules() for line, why in faults(tree)]

    assert found == []


def test_no_message_is_looked_up_before_a_language_is_known() -> None:
    paths = sorted(each for folder in FOLDERS for each in (ROOT / folder).rglob("*.py"))
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in paths
        # Discord gets descriptions of commands in every language; `text` in the store is of SQL
        if path.parent.name != "commands" and "store" not in path.parts
        for line in at_import(ast.parse(path.read_text("utf-8")))
    ]

    assert found == []


def test_every_sentence_is_a_message() -> None:
    found = [
        f"{name}:{line}: {words}" for name, tree in player_modules() for line, words in loose(tree)
    ]

    assert found == []


@pytest.mark.parametrize(
    "wrong",
    [
        'def greet(name): return f"Hello {name}"',
        'GREETING = "Hello there"',
        'GREETING = "Hello"',
        'def greet(name): return "hello to " + name',
    ],
)
def test_the_check_finds_sentences_that_are_no_messages(wrong) -> None:
    assert list(loose(ast.parse(wrong)))


@pytest.mark.parametrize(
    "right",
    ['"""A sentence."""', 'X = Message("Hello there")', 'f"<t:{at}:R>"', 'KEY = "some-key"'],
)
def test_the_check_accepts_messages_and_markup(right) -> None:
    assert list(loose(ast.parse(right))) == []


def test_no_message_has_a_banned_word() -> None:
    found = [
        f"{name}:{line}: {match[0]}"
        for name, tree in modules()
        for line, message in literals(tree)
        for match in BANNED.finditer(message)
    ]

    assert found == []


def test_no_sentence_of_the_rules_or_a_picture_has_a_banned_word() -> None:
    found = []
    for path in (
        path for folder in ("rules", "renderer") for path in (ROOT / folder).rglob("*.py")
    ):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                said = {"Sentence", *FORMS} & {node.func.id}
                texts = (
                    [each.value for each in node.args if isinstance(each, ast.Constant)]
                    if said
                    else []
                )
                found += [
                    f"{path.name}:{node.lineno}: {match[0]}"
                    for text in texts
                    if isinstance(text, str)
                    for match in BANNED.finditer(text)
                ]

    assert found == []


def test_babel_extracts_exactly_the_messages(monkeypatch) -> None:
    monkeypatch.setattr(catalogue_script(), "SOURCES", PLAYER_FOLDERS)
    monkeypatch.delitem(catalogue_script().KEYWORDS, "Sentence")
    extracted = {
        form
        for entry in catalogue_script().template_of([])
        for form in catalogue_script().english_of(entry)
    }

    assert extracted == {message for _, tree in modules() for _, message in literals(tree)}


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
        'text("Group {group}, place {place}", group=place, place=group)',
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
