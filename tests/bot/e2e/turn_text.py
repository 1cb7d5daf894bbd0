"""Text of a message that asks for a turn, taken from the words of the bot.

A test that such text is absent would pass without this module after a change of the wording.
"""

from bot.words.turn_line import turn_line
from rules.registry import find_game

_game = find_game("lifeline")
_asked = turn_line("", _game.start(_game.ruleset({"size": 4})))
YOUR_TURN = _asked.partition("(")[0].strip(", ")
assert YOUR_TURN, _asked
