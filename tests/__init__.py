"""Tests: a package, so that no installed package of this name hides them from a child process."""
