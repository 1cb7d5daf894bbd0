"""Lists of games, and links to their messages."""

from collections.abc import Iterable
from itertools import accumulate

from bot import texts
from bot.post import Post
from bot.services.views import GameSummary, Place
from bot.texts import escape
from rules.registry import find_game

ROOM = 1900  # characters for the lines of a list: Discord takes 2,000, the rest is around them


def games_list(games: Iterable[GameSummary]) -> Post:
    """List a person's running games, in the order given."""
    lines = [_summary(game) for game in games]
    if not lines:
        return Post(texts.NO_GAMES)
    shown = lines[: _fitting(lines)]
    rest = [texts.and_more(len(lines) - len(shown))] if len(shown) < len(lines) else []
    return Post("\n".join([texts.GAMES_TITLE, *shown, *rest]))


def jump_link(place: Place, message_id: int) -> str:
    """Return the address of a message, as Discord's clients open it."""
    guild = "@me" if place.guild_id is None else place.guild_id
    return f"https://discord.com/channels/{guild}/{place.channel_id}/{message_id}"


def _fitting(lines: list[str]) -> int:
    lengths = accumulate(len(line) + 1 for line in lines)
    return sum(length <= ROOM for length in lengths)


def _summary(game: GameSummary) -> str:
    name = f"{find_game(game.game_key).name} {game.size}"
    label = f"game {game.id}"
    link = (
        label
        if game.turn_message_id is None
        else f"[{label}]({jump_link(game.place, game.turn_message_id)})"
    )
    return texts.games_line(name, escape(game.opponent.name), my_turn=game.my_turn, link=link)
