"""sandbox/README.md: its example runs, and documented names exist."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from sandbox import GuildHandle, Person, Sandbox

PAGE = (Path(__file__).parents[2] / "sandbox" / "README.md").read_text()


async def test_the_first_example_runs_unchanged(tmp_path):
    program = tmp_path / "example.py"
    program.write_text(re.search(r"```python\n(import asyncio.*?)```", PAGE, re.DOTALL)[1])
    running = await asyncio.create_subprocess_exec(
        sys.executable, "-W", "ignore", program, stderr=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(30):
        _, said = await running.communicate()
    assert running.returncode == 0, said.decode()


@pytest.mark.parametrize(
    ("name", "owner"), [("ann", Person), ("guild", GuildHandle), ("fake", Sandbox)]
)
def test_every_documented_method_exists(name, owner):
    called = set(re.findall(rf"\b{name}\.(\w+)\(", PAGE))
    assert called
    assert {c for c in called if not hasattr(owner, c)} == set()


def test_every_fault_on_the_page_exists():
    table = PAGE.partition("## Fault injection")[2].partition("`fake.clock")[0]
    named = set(re.findall(r"`(?:with )?(\w+)(?=[(`])", table)) - {"times"}
    named -= {"Via", "shared", "global", "fake", "Settings"}
    made = Sandbox(validate=False).faults
    assert {n for n in named if not hasattr(made, n)} == set()
    public = {n for n in dir(made) if not n.startswith("_")} - {"open_direct_messages"}
    assert public <= named
