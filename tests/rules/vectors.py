"""Test vectors: worked examples, reference games and samples of other programs.

Each check takes an implementation, `OraclePosition` or `RulesPosition`. The files are described in
data/README.md.
"""

import gzip
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
EXAMPLES: dict[str, dict[str, Any]] = {
    example["id"]: example for example in json.loads((DATA / "worked-examples.json").read_text())
}


def read_lines(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt") as lines:
        return [json.loads(line) for line in lines]


def reference_games() -> list[dict[str, Any]]:
    return read_lines(DATA / "reference.jsonl.gz")


def begin(implementation: Any, game: dict[str, Any]) -> Any:
    """Return the position at the first ply of a reference game, after a komi offer and choice."""
    options = dict(game["options"])
    if options.get("start") == "komi-pie":
        komi = options.pop("komi")
        return implementation.start(game["game"], options).play(f"offer {komi}").play("white")
    return implementation.start(game["game"], options)


def legal_turns(position: Any) -> set[str]:
    """Return the legal turns in the files' format: pairs of stones in alphabetical order."""
    turns = set()
    for move in position.legal():
        after = position.play(move)
        if move != "swap" and after.summary()["to_move"] == position.summary()["to_move"]:
            turns |= {" ".join(sorted((move, second))) for second in after.legal()}
        else:
            turns.add(move)
    return turns


def expected_state(ply: dict[str, Any]) -> dict[str, Any]:
    state = {"black": set(ply["black"]), "white": set(ply["white"]), "to_move": ply["to_move"]}
    if "prison" in ply:
        state["prison"] = ply["prison"][0] - ply["prison"][1]
    if "komi" in ply:
        state["komi"] = ply["komi"]
    if "minimal_incursion" in ply:
        state["minimal"] = ply["minimal_incursion"]
    if "ever_two_groups" in ply:
        state["ever_two"] = tuple(ply["ever_two_groups"])
    return state


def check_summary(position: Any, expected: dict[str, Any]) -> None:
    shown = position.summary()
    assert {name: shown[name] for name in expected} == expected


def check_reference_game(implementation: Any, game: dict[str, Any]) -> None:
    """Check every position, list of legal turns and capture of a game, and its result."""
    position = begin(implementation, game)
    for ply in game["plies"]:
        check_summary(position, expected_state(ply))
        assert position.winner() is None
        first_turns = " " in ply["turn"] or "swap" in ply["legal"]
        listed = legal_turns(position) if first_turns else position.legal()
        assert listed == set(ply["legal"])
        for move in ply["turn"].split():
            position = position.play(move)
    check_summary(position, {colour: set(game["final"][colour]) for colour in game["final"]})
    assert position.winner() == game["winner"]
    assert position.legal() == set()


def example_options(example: dict[str, Any]) -> dict[str, Any]:
    options: dict[str, Any] = {"size": example["size"]}
    if example.get("protocol") == "12*":
        options["start"] = "twelve-star"
    return options


def example_state(example: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of `setup` for the position of an example."""
    state = {name: example[name] for name in ("black", "white", "to_move")}
    prison = example.get("prison", 0)
    if example["game"] in ("asli", "liflina"):
        state["prison"] = (max(prison, 0), max(-prison, 0))
        state["minimal_incursion"] = example.get("opponent_just_made_minimal_incursion", False)
    if "ever_two_groups" in example:
        flags = example["ever_two_groups"]
        state["ever_two_groups"] = (flags["B"], flags["W"])
    return state


def begin_example(implementation: Any, example: dict[str, Any], **changes: Any) -> Any:
    if example["id"] in ("LL-01", "LL-02", "LL-03", "LL-04"):
        position = implementation.start(
            "lifeline", {"size": example["size"], "start": "strong-pie"}
        )
        for name in example["black"]:
            position = position.play(name)
        return position
    state = example_state(example) | changes
    return implementation.at(example["game"], example_options(example), **state)


def example_moves(example: dict[str, Any]) -> list[str]:
    action = example["action"]
    if isinstance(action, str):
        return [action]
    return action.get("place") or action["turn"]


def signed(prison: int) -> tuple[int, int]:
    return max(prison, 0), max(-prison, 0)


def stones_lost(before: dict[str, Any], after: dict[str, Any], colour: str) -> set[str]:
    return before[colour] - after[colour]


def walk(position: Any, moves: list[str]) -> list[Any]:
    """Return the positions before and after each move, asserting that each move is legal."""
    positions = [position]
    for move in moves:
        assert move in positions[-1].legal()
        positions.append(positions[-1].play(move))
    return positions


def check_example(implementation: Any, example: dict[str, Any]) -> None:
    """Check an example with a single action; other kinds of action have their own tests."""
    expect, moves = example["expect"], example_moves(example)
    position = begin_example(implementation, example)
    if not expect["legal"]:
        *first, last = moves
        position = walk(position, first)[-1]
        assert last not in position.legal()
        return
    positions = walk(position, moves)
    before, after = positions[0].summary(), positions[-1].summary()
    if "after" in example:
        check_summary(
            positions[-1], {name: set(example["after"][name]) for name in example["after"]}
        )
    mover = example["to_move"]
    enemy = "white" if mover == "black" else "black"
    if "captured" in expect:
        assert stones_lost(before, after, enemy) == set(expect["captured"])
        check_summary(positions[-1], {"prison": expect["prison"], "minimal": expect["minimal"]})
    if "ever" in expect:
        check_summary(positions[-1], {"ever_two": (expect["ever"]["B"], expect["ever"]["W"])})
    if "enemy_removed" in expect:
        placed = before[mover] | set(moves)
        assert stones_lost(before, after, enemy) == set(expect["enemy_removed"])
        assert placed - after[mover] == set(expect["own_removed"])


def check_example_list(implementation: Any, example: dict[str, Any]) -> None:
    """Check an example of all legal moves, listed by prison in the square games."""
    for name, expected in example["expect"].items():
        changes = {}
        if name.startswith("prison_"):
            stones = int(name.removeprefix("prison_"))
            changes = {"prison": signed(stones if example["to_move"] == "white" else -stones)}
        position = begin_example(implementation, example, **changes)
        assert position.legal() == set(expected)
        assert (position.winner() is None) == bool(expected)


def check_example_sequence(implementation: Any, example: dict[str, Any]) -> None:
    """Check an example of several actions, the last of which repeats a position."""
    options = example_options(example)
    position = (
        begin_example(implementation, example)
        if example["black"]
        else implementation.start(example["game"], options | {"komi": 0})
    )
    for step, following in pairwise([*example["expect"], None]):
        assert position.summary()["to_move"][0].upper() == step["by"]
        if not step.get("legal", True):
            assert following is None
            assert step["action"] not in position.legal()
            return
        before = position.summary()
        position = walk(position, [step["action"]])[-1]
        after = position.summary()
        enemy = "white" if step["by"] == "B" else "black"
        assert stones_lost(before, after, enemy) == set(step["captured"])
        assert after["prison"] == step["prison"]
        assert after["minimal"] == step.get("minimal", False)
        assert (position.winner() == "draw") == step.get("draw", False)


KINDS = {
    "list": check_example_list,
    "sequence": check_example_sequence,
}


def check_any_example(implementation: Any, example: dict[str, Any]) -> None:
    action = example["action"]
    KINDS.get(action if isinstance(action, str) else "", check_example)(implementation, example)


def begin_engine_position(implementation: Any, sample: dict[str, Any]) -> Any:
    """Return the position of a sample, from the start for an opening and by setup otherwise.

    The stones of an opening are played in an order that the rules allow.
    """
    options = dict(sample["options"])
    if not sample.get("opening", False):
        names = ("black", "white", "to_move", "ever_two_groups", "minimal_incursion")
        state = {name: sample[name] for name in names if name in sample}
        if "prison" in sample:
            state["prison"] = tuple(sample["prison"])
        return implementation.at(sample["game"], options, **state, komi=sample.get("komi", 0))
    position = implementation.start(sample["game"], options)
    if options["start"] == "komi-pie":
        position = position.play(f"offer {sample['komi']}").play("white")
    black, white = list(sample["black"]), list(sample["white"])
    while black or white:
        mine = black if position.summary()["to_move"] == "black" else white
        position = position.play(mine.pop(0))
    return position


def check_engine_position(implementation: Any, sample: dict[str, Any]) -> bool:
    """Check the legal turns listed by another program, and the effect of the turn it played.

    Abstract Play omits the swap from its lists and marks such samples.
    """
    position = begin_engine_position(implementation, sample)
    not_listed = {"swap"} if sample.get("swap_not_listed", False) else set()
    listed = legal_turns(position) if sample.get("opening", False) else position.legal()
    if "swap" in listed - not_listed - set(sample["legal"]):
        # The sample does not distinguish the position before a swap from the one after it.
        position = position.play("swap")
        listed = legal_turns(position)
    listed -= not_listed
    assert listed == set(sample["legal"])
    if "after" in sample:
        after = position
        for move in sample["turn"].split():
            after = after.play(move)
        expected: dict[str, Any] = {name: set(sample["after"][name]) for name in ("black", "white")}
        if "prison" in sample["after"]:
            black, white = sample["after"]["prison"]
            expected["prison"] = black - white
        check_summary(after, expected)
        assert after.winner() in (None, sample.get("winner"))
    return True
