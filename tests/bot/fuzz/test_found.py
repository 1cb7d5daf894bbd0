"""Regression tests for defects found by fuzzing and by the permission matrix."""

import pytest

from testbed.authority import scenes
from testbed.fuzz.cases import Case
from testbed.fuzz.run import fuzzing
from testbed.fuzz.texts import FORGED
from testbed.wire.payloads import Someone

ANN, ZED = Someone(11, "Ann"), Someone(44, "Zed", None, 97)
FORM = {"game": "lifeline", "size": "4", "begins": "lot", "pace": "brisk"}


@pytest.fixture(scope="module")
def bot(tmp_path_factory):
    with fuzzing(tmp_path_factory.mktemp("found")) as made:
        yield made


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(Case("form", "challenge-form:22::Ben", ANN), id="a form without its fields"),
        pytest.param(
            Case("form", "challenge-form:22::Ben", ANN, FORM | {"pace": "@everyone"}),
            id="a choice that no menu offers",
        ),
        pytest.param(
            Case("press", f"accept:{'9' * 20}", ANN), id="a number larger than the database has"
        ),
        pytest.param(
            Case("press", "look:1:0", ANN, chosen="upside-down"), id="a view that there is not"
        ),
        pytest.param(Case("command", "resign", ZED, {"game": "1"}), id="a stranger's resignation"),
        pytest.param(Case("command", "undo", ZED, {"game": "1"}), id="a stranger's undo"),
        pytest.param(
            Case("command", "setup", ZED, {"threads": "on"}), id="a server's set-up alone"
        ),
        pytest.param(Case("command", "board", ANN, {"game": "\ud800\x00"}), id="half a character"),
        pytest.param(
            Case("command", "challenge", Someone(11, "\ud800\u202e"), {"size": 4}),
            id="a name of nothing that can be seen",
        ),
    ],
)
def test_answers_a_case_that_once_failed(bot, case):
    assert bot.run_cases([case]) == []


@pytest.mark.parametrize(
    "name", [f"<@{FORGED}>", "[x](https://evil.example)", "discord.gg/evil666"]
)
def test_escapes_the_name_of_a_player_who_resigns(bot, name):
    """The name in a posted result was once not escaped."""
    game_id = bot.runner.run(scenes.opening(bot.context))
    while bot.runner.run(bot.context.services.outbox.next_due()) is not None:
        assert bot.run_cases([]) == []
    before = bot.counts["post"]
    assert bot.run_cases([Case("press", f"resign-yes:{game_id}:0", Someone(11, name))]) == []
    assert bot.counts["post"] > before
