"""Messages of undos: the private answer, the request and its answers, the note in a channel."""

from dataclasses import replace

import pytest

from bot.messages.message_draft import Viewer
from bot.messages.move_panel import first_panel
from bot.messages.outgoing_message import Style
from bot.messages.undo import declined, request, undo_note, undone
from bot.services.values.views import Player, UndoRequest, UndoResult
from bot.words import labels
from bot.words import undo as words
from bot.words.moves import board_follows
from renderer.phrases import sentences

ANN, BEN = Player(11, "A*nn"), Player(22, "B*en")
READERS = [(ANN, r"B\*en"), (BEN, r"A\*nn")]


@pytest.fixture
def game(game_after):
    return game_after("a1 c3 swap g7 e5 d4", seats=(ANN, BEN))


@pytest.mark.parametrize(("reader", "other"), READERS)
@pytest.mark.parametrize("moves", [(), ("g7", "e5"), ("swap",)])
def test_the_answer_to_an_undo_says_what_was_undone_or_who_was_asked(game, reader, other, moves):
    viewer = Viewer(reader.user_id, {"theme": "dark"})

    def said(**how):
        return undone(UndoResult(game, moves, **how), viewer)

    assert said(asked=True).content == words.asked(words.listed(moves), other)
    answer = sentences(words.undone(words.listed(moves)), board_follows())
    assert said(asked=False).content == answer
    panel = first_panel(game, viewer, words.undone(words.listed(moves)))
    assert said(asked=False, unseen=True) == panel


@pytest.mark.parametrize(
    ("by", "to_ply", "own", "theirs"),
    [
        (0, 0, ["a1", "c3", "g7", "e5"], ["swap", "d4"]),
        (0, 3, ["g7", "e5"], ["d4"]),
        (0, 4, ["e5"], ["d4"]),
        (1, 2, ["swap", "d4"], ["g7", "e5"]),
        (1, 5, ["d4"], []),
    ],
)
@pytest.mark.parametrize("quiet", [(), (11,), (22,)])
def test_a_request_names_the_moves_of_both_players(game, by, to_ply, own, theirs, quiet):
    asking, other = (ANN, BEN) if by == 0 else (BEN, ANN)
    shown = request(replace(game, undo_request=UndoRequest(asking, to_ply)), frozenset(quiet))
    moves = words.listed(own), words.listed(theirs) if theirs else ""
    name = asking.name.replace("*", r"\*")
    assert shown.content == words.request(f"<@{other.user_id}>", name, *moves)
    assert shown.pings == (() if other.user_id in quiet else (other.user_id,))
    (row,) = shown.rows
    assert [(str(each.id), each.label, each.style) for each in row] == [
        (f"undo-accept:7:{game.revision}", labels.UNDO_ACCEPT(), Style.success),
        (f"undo-decline:7:{game.revision}", labels.UNDO_DECLINE(), Style.secondary),
    ]


def test_a_request_that_has_lapsed_has_no_controls(game):
    shown = request(game)
    assert (shown.content, shown.rows, shown.pings) == (words.NO_LONGER_OPEN(), (), ())


@pytest.mark.parametrize(("by", "name", "other"), [(0, "A*nn", "B*en"), (1, "B*en", "A*nn")])
def test_the_note_and_the_refusal_name_the_right_player(game, by, name, other):
    name, other = (each.replace("*", r"\*") for each in (name, other))
    assert undo_note(game, by, ["g7", "e5"]) == words.was_undone(name, words.listed(["g7", "e5"]))
    asker = game.seats[by].user_id
    refused = declined(game, by)
    assert refused.content == words.declined(other, f"<@{asker}>")
    assert refused.pings == (asker,)
