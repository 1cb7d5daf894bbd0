"""Sentences for players are only in bot/words/ and a few listed modules."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
BOT = ROOT / "bot"
# Modules with sentences for players: words, lessons and errors
FOR_PLAYERS = re.compile(r"(words|learning|errors)/.*")
# Modules that address the operator: on the terminal, in logs and metrics
FOR_HOSTS = {
    "__main__.py",
    "config/env_file.py",
    "operations/metrics.py",
    "operations/health.py",
    "operations/commands.py",
    "operations/ratings.py",
    "operations/reports.py",
    "delivery/worker.py",
    "runtime/program.py",
    "operations/logs.py",
    "jobs/monitor.py",
    "runtime/wiring.py",
    "runtime/lifecycle.py",
    "services/use_cases/operations/doctor.py",
    "services/use_cases/operations/database_copy.py",
    "services/use_cases/delivery/outbox.py",
    "config/settings.py",
    "runtime/command_translation.py",
    "runtime/sandbox_mode.py",
    "delivery/interaction_token_messages.py",
}
# English sentences, an internal error and logs
JOINING = {
    "sentences.py",
    "jobs/maintenance.py",
    "runtime/command_sync.py",
    "store/engine/database_url.py",
    "__main__.py",
}
WORDS = re.compile(r"[A-Za-z]{2,}[,.:;!?]? +[A-Za-z]")  # two words: neither a key nor a format
CALLED = re.compile(r"[A-Z]|[^\W\d_] [^\W\d_]")  # In commands and components, not even a label
# names for the log, and reasons of waiting outbox messages, which are only stored and logged
IN_LOGS = {"unknown control", "its reader is away or wants quiet"}
EDGE = ("ui/commands/", "ui/components/")
UNSEEN = {
    "OverlayError",
    "ValueError",
    "TypeError",
    "KeyError",
    "LookupError",
    "RuntimeError",
    "AssertionError",
}


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(BOT.rglob("*.py")):
        name = path.relative_to(BOT).as_posix()
        if not FOR_PLAYERS.fullmatch(name) and name not in FOR_HOSTS and "store/" not in name:
            yield name, ast.parse(path.read_text("utf-8"))


def sentences(tree: ast.Module, pattern: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Yield a module's literals that a player could read, with their lines."""
    unseen = {id(each) for node in ast.walk(tree) for each in never_shown(node)}
    literals = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
    for node in literals:
        text = node.value
        if isinstance(text, str) and id(node) not in unseen and pattern.search(text):
            yield node.lineno, text


def never_shown(node: ast.AST) -> Iterator[ast.AST]:
    """Return docstrings, assertion messages, internal errors, log messages and types."""
    match node:
        case ast.Expr(ast.Constant() as docstring):
            yield docstring
        case ast.Assert(msg=ast.AST() as message):
            yield from ast.walk(message)
        case ast.Raise(ast.Call(ast.Name(name))) if name in UNSEEN:
            yield from ast.walk(node)
        case ast.Call(
            ast.Attribute(ast.Name("log") | ast.Attribute(attr="_log")) | ast.Name("FailureLog")
        ):
            yield from ast.walk(node)
        case ast.AnnAssign(annotation=ast.AST() as annotation):
            yield from ast.walk(annotation)
        case ast.arg(annotation=ast.AST() as annotation):
            yield from ast.walk(annotation)


def test_sentences_for_players_are_only_in_words() -> None:
    found = [
        f"{name}:{line}: {text!r}"
        for name, tree in modules()
        for line, text in sentences(tree, CALLED if name.startswith(EDGE) else WORDS)
        if text not in IN_LOGS
    ]

    assert found == [], "move it to bot/words/"


def test_the_check_finds_sentences() -> None:
    tree = ast.parse(
        '"""A docstring is no sentence."""\n'
        'log.info("nor is the log")\n'
        'raise ValueError("nor is a mistake of ours")\n'
        'reply(f"You played {cell} and {other} now.")\n'
        'Button("Go on")\n'
    )

    assert sorted(line for line, _ in sentences(tree, WORDS)) == [4, 5]
    assert [line for line, _ in sentences(ast.parse('Button("Go")'), CALLED)] == [1]


def joins(tree: ast.Module) -> Iterator[int]:
    """Yield the lines on which a list for readers is joined by a mark of English."""
    unseen = {id(each) for node in ast.walk(tree) for each in never_shown(node)}
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(ast.Constant(", " | "; " | ": ") as mark, "join")):
                if id(mark) not in unseen:
                    yield node.lineno


def test_lists_for_readers_are_joined_by_messages() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for package in ("bot", "renderer", "rules")
        for path in sorted((ROOT / package).rglob("*.py"))
        if path.relative_to(ROOT / package).as_posix() not in FOR_HOSTS | JOINING
        for line in joins(ast.parse(path.read_text("utf-8")))
    ]

    assert found == [], "languages differ: use renderer/phrases.py or `Listing`"


def test_the_check_finds_joins() -> None:
    tree = ast.parse('x = ", ".join(a)\ny = " ".join(cells)\nraise ValueError("; ".join(b))\n')

    assert list(joins(tree)) == [1]


def test_every_exempt_file_exists() -> None:
    assert [name for name in FOR_HOSTS if not (BOT / name).exists()] == []
