"""Finds the parts of the bot by their files: every module of a package, by what it must define."""

import importlib
import pkgutil
from types import ModuleType


def modules(package: ModuleType) -> list[ModuleType]:
    """Import every module of the package, in the order of their names."""
    names = sorted(each.name for each in pkgutil.iter_modules(package.__path__))
    return [importlib.import_module(f"{package.__name__}.{name}") for name in names]
