"""Compares single positions with the lists of legal turns of two unrelated programs."""

from typing import Any

from tests.rules.vectors import check_shows, legal_turns


def begin_engine_position(side: Any, sample: dict[str, Any]) -> Any:
    """An opening is played from the start, in an order that the rules allow; else it is set up."""
    options = dict(sample["options"])
    if not sample.get("opening", False):
        names = ("black", "white", "to_move", "ever_two_groups", "minimal_incursion")
        state = {name: sample[name] for name in names if name in sample}
        if "prison" in sample:
            state["prison"] = tuple(sample["prison"])
        return side.at(sample["game"], options, **state, komi=sample.get("komi", 0))
    position = side.start(sample["game"], options)
    if options["start"] == "komi-pie":
        position = position.play(f"offer {sample['komi']}").play("white")
    black, white = list(sample["black"]), list(sample["white"])
    while black or white:
        mine = black if position.shown()["to_move"] == "black" else white
        position = position.play(mine.pop(0))
    return position


def check_engine_position(side: Any, sample: dict[str, Any]) -> bool:
    """The turns of another program's list, and what the turn it played did to the board.

    Abstract Play leaves the swap out of its lists and says so.
    """
    position = begin_engine_position(side, sample)
    not_listed = {"swap"} if sample.get("swap_not_listed", False) else set()
    listed = legal_turns(position) if sample.get("opening", False) else position.legal()
    if "swap" in listed - not_listed - set(sample["legal"]):
        # Nothing in the sample tells the position before a swap from the one after it.
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
        check_shows(after, expected)
        assert after.winner() in (None, sample.get("winner"))
    return True
