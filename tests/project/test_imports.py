"""Import rules that import-linter cannot express."""

from graphlib import TopologicalSorter

import grimp


def test_modules_of_the_bot_have_no_circular_imports() -> None:
    graph = grimp.build_graph("bot", cache_dir=None)
    imports = {
        module: graph.find_modules_directly_imported_by(module)
        for module in graph.modules
        if not graph.find_children(module)
    }

    # raises CycleError, which names the cycle
    assert list(TopologicalSorter(imports).static_order())
