"""No SQL is built from text: values are bound, and literal SQL is constant."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "rules", "renderer", "sparring")
# Functions that take SQL as text, in SQLAlchemy, the drivers and Alembic
SPEAKS = {"text", "execute", "executemany", "executescript", "exec_driver_sql", "literal_column"}
SPEAKING = re.compile(rf"\b(?:{'|'.join(SPEAKS)})\s*\(")
FOUND_AT_LEAST = 10


def modules():
    """Yield the trees of the modules with such calls; parsing all takes a second."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            if SPEAKING.search(source):
                yield path, ast.parse(source)


def calls(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else None
            name = function.id if isinstance(function, ast.Name) else name
            if name in SPEAKS:
                yield node


def is_constant(node):
    """Return whether a text is a constant: a literal, or one of the module's CONSTANTS."""
    match node:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            return name.isupper()
        case ast.JoinedStr(values=values):
            return all(is_constant(value) for value in values)
        case ast.FormattedValue(value=value):
            return is_constant(value)
        case ast.BinOp(left=left, right=right):
            return is_constant(left) and is_constant(right)
        case _:
            return False


def is_made_of_text(node):
    """Return whether an argument is text built in place: formatted, concatenated or replaced."""
    if isinstance(node, ast.JoinedStr | ast.BinOp):
        return True
    made = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return made and node.func.attr in {"format", "join", "replace", "format_map", "removeprefix"}


def is_built(node, built):
    """Return whether an argument is built text, in place or where its variable is assigned."""
    if isinstance(node, ast.Name):
        return node.id in built
    return is_made_of_text(node) and not is_constant(node)


def names_of_built_text(tree):
    return {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and is_built(node.value, ())
    }


def test_no_sql_statement_is_built_from_text():
    seen, wrong = 0, []
    for path, tree in modules():
        built = names_of_built_text(tree)
        for call in calls(tree):
            seen += 1
            if is_built(call.args[0], built):
                wrong.append(f"{path.relative_to(ROOT)}:{call.lineno}")
    assert wrong == []
    assert seen >= FOUND_AT_LEAST


def test_the_check_detects_sql_built_from_text():
    bad = (
        'text(f"SELECT {x}")', 'c.execute("SELECT " + x)', 'c.execute("SELECT %s" % x)',
        'text("SELECT {}".format(x))', 'op.execute(" ".join(parts))',
        'q = f"SELECT {x}"; c.execute(q)',
    )  # fmt: skip
    good = ('text("SELECT 1")', 'op.execute(f"SELECT {30 * DAY}")', "c.execute(insert(t), rows)")

    def refused(source):
        tree = ast.parse(source)
        return [is_built(call.args[0], names_of_built_text(tree)) for call in calls(tree)]

    assert [refused(source) for source in bad] == [[True]] * len(bad)
    assert [refused(source) for source in good] == [[False]] * len(good)
