"""Which games a player has, and which one is meant by who names none."""

from collections.abc import Sequence
from datetime import datetime

from bot.errors.game_lookup import GameChoice, NoRunningGame, WhichGame
from bot.services.challenges.eligibility import open_with
from bot.services.clocks.game_clocks import is_time_up, stored_clock
from bot.services.games.finished_games import FinishedGame, finished_game
from bot.services.games.visibility import may_watch
from bot.services.notifications.creation import without_unreachable_message
from bot.services.view_builder import summary
from bot.services.views import Actor, GameSummary
from bot.store.engine.database import Transaction
from bot.store.tables import clocks, game_lists
from bot.store.tables.games import FINISHED
from bot.words.game_lists import game_name


async def running_of(
    tx: Transaction, user_id: int, at: datetime, watcher: Actor | None = None
) -> list[GameSummary]:
    """Return a person's running games, or those that somebody may see; the longest waiting first.

    :param at: the present, by which the time of some is up.
    """
    of_games = {row.game_id: row for row in await clocks.find_of_player(tx, user_id)}
    ticking = {game_id: stored_clock(row) for game_id, row in of_games.items()}
    up = {game_id for game_id, row in of_games.items() if await is_time_up(tx, row, at)}
    rows = await game_lists.find_running(tx, user_id)
    seen = [row for row in rows if watcher is None or may_watch(row, watcher)]
    if watcher is not None:
        seen = [await without_unreachable_message(tx, row) for row in seen]
    return [summary(row, user_id, ticking.get(row.id), time_is_up=row.id in up) for row in seen]


def urgency(game: GameSummary) -> tuple[bool, bool, float]:
    """Return by what running games are sorted: those first that wait, with the least time left."""
    ends_at = game.ends_at
    return not game.my_turn, ends_at is None, 0.0 if ends_at is None else ends_at.timestamp()


async def of_this_thread(
    tx: Transaction,
    actor: Actor,
    mine: Sequence[GameSummary],
    now: datetime,
    *,
    to_see: bool,
) -> int | None:
    """Return the game whose thread somebody is in; None: one of their running ones is meant.

    A thread is there for one game, so its players mean no other one there when that is finished,
    and whoever only wants to see a game means it, too. Any other channel may have many, and its
    running ones come first. Without a running game, whoever wants to see one means their last.

    :raises NoRunningGame: none of these; with the game that the person has finished last, and
        whether a challenge is open.
    """
    if any(each.location.channel_id == actor.channel_id for each in mine):
        return None
    here = await game_lists.find_in_thread(tx, actor.channel_id)
    over = [each for each in here if each.status == FINISHED and actor.user_id in each.players]
    meant = over or (here if to_see else [])
    if meant:
        return meant[0].id
    if mine:
        return None
    rows = await game_lists.find_finished(tx, actor.user_id, 1, 0)
    if rows and to_see:
        return rows[0].id
    last = _choice(finished_game(rows[0], actor.user_id)) if rows else None
    challenged = bool(await open_with(tx, actor.user_id, now))
    raise NoRunningGame(last, challenged=challenged, to_see=to_see)


async def game_played_at(
    tx: Transaction, channel_id: int, here: Sequence[GameSummary]
) -> str | None:
    """Return the key of what is played in a place; None: it is no thread of a game either.

    :param here: the person's running games there, the most urgent first.
    """
    if here:
        return here[0].game_key
    played = await game_lists.find_in_thread(tx, channel_id)
    return played[0].game_key if played else None


def pick(mine: Sequence[GameSummary], channel_id: int) -> int:
    """Return the only game it can be, looking in this channel before anywhere else.

    In each of the two, the only running game is meant, else the only one that waits for me.

    :param mine: one at least.
    :raises WhichGame: there are several; those in this channel if it has any.
    """
    here = [each for each in mine if each.location.channel_id == channel_id]
    among = here or mine
    for fitting in (among, [each for each in among if each.my_turn]):
        if len(fitting) == 1:
            return fitting[0].id
    raise WhichGame(tuple(_choice(each) for each in among))


def _choice(each: GameSummary | FinishedGame) -> GameChoice:
    my_turn = isinstance(each, GameSummary) and each.my_turn
    return GameChoice(each.id, game_name(each.game_key, each.size), each.opponent.name, my_turn)
