"""Sentences about the bot's own turns and about suggested turns."""

from dataclasses import replace

from bot.messages.game_messages import turn
from bot.messages.message_draft import Viewer
from bot.messages.practice_advice import hint
from bot.services.views import Practice
from rules.moves import parse_turn

ANN = Viewer(11, {"theme": "dark", "confirm": "losses"})


def test_the_bots_choice_of_colour_is_announced_with_its_first_stone(game_after):
    def practice(moves):
        game = game_after(moves, game="asli", size=5)
        return turn(replace(game, practice=Practice(seat=1, level=2))).content

    assert "**Ben chose Black and played C3." in practice("offer 3 black c3")
    assert "**Ben played A1." in practice("offer 3 black c3 d4 a1")
    # in games between people the choice has a message of its own
    people = turn(game_after("offer 3 black c3", game="asli", size=5)).content
    assert "**Ben played C3." in people


def test_a_hint_names_every_move_of_a_turn(game_after):
    game = game_after(game="liflina", size=9, handicap=3)

    def hinted(moves):
        return hint(game, parse_turn(moves, game.position.topology), ANN).content

    assert "Try **A1, B1 and C1**." in hinted("a1 b1 c1")
    assert "Try **A1** and a point of komi." in hinted("a1 komi")
