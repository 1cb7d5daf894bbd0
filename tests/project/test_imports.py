"""Import rules that import-linter cannot express."""

import re
import tomllib
from graphlib import TopologicalSorter

import grimp

from testbed.repository import ROOT

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
    "contracts"
]


def test_modules_of_the_bot_have_no_circular_imports() -> None:
    graph = grimp.build_graph("bot", cache_dir=None)
    imports = {
        module: graph.find_modules_directly_imported_by(module)
        for module in graph.modules
        if not graph.find_children(module)
    }

    # raises CycleError, which names the cycle
    assert list(TopologicalSorter(imports).static_order())


def test_every_module_of_the_services_has_its_layer() -> None:
    (layers,) = [each["layers"] for each in CONTRACTS if each["name"].startswith("bot.services:")]
    placed = {name for layer in layers for name in re.findall(r"[\w.]+", layer)}
    folder = ROOT / "bot" / "services"
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in folder.rglob("*.py")
        if path.name != "__init__.py"
    }

    assert placed == modules
