"""Lists of games in progress, and the choice of a game for commands that do not name one."""

from collections.abc import Sequence
from datetime import datetime

from bot.errors.game_lookup import GameChoice, NoRunningGame, WhichGame
from bot.services.steps.eligibility import find_open_challenges
from bot.services.steps.game_clocks import games_with_time_up, present_clock
from bot.services.steps.notification_creation import without_unreachable_messages
from bot.services.steps.visibility import may_watch
from bot.services.values.view_builder import finished_game, summary
from bot.services.values.views import Actor, FinishedGame, GameSummary
from bot.store.engine.database import Transaction
from bot.store.tables import clocks, game_lists
from bot.store.tables.game_lists import OwnGame
from bot.store.tables.games import FINISHED
from bot.words.games import game_name


async def find_running_games(
    tx: Transaction, user_id: int, at: datetime, viewer: Actor | None = None
) -> list[GameSummary]:
    """Return a player's games in progress, least recently changed first.

    :param at: the current time, to decide whose time is up.
    :param viewer: return only the games that this person may see, without links to servers that
        the bot has left.
    """
    clock_rows = await clocks.find_of_player(tx, user_id)
    game_clocks = {row.game_id: await present_clock(tx, row, at) for row in clock_rows}
    time_up = await games_with_time_up(tx, clock_rows, at)
    rows = await game_lists.find_running(tx, user_id)
    seen = [row for row in rows if viewer is None or may_watch(row, viewer)]
    if viewer is not None:
        seen = await without_unreachable_messages(tx, seen)
    return [
        summary(row, user_id, game_clocks.get(row.id), time_is_up=row.id in time_up) for row in seen
    ]


def urgency(game: GameSummary) -> tuple[bool, bool, float]:
    """Return the sort key of a game in a list of games in progress, most urgent first.

    Games in which the player is to move come first. Both groups are ordered by the time left; games
    without a running clock come last.
    """
    ends_at = game.ends_at
    return not game.my_turn, ends_at is None, 0.0 if ends_at is None else ends_at.timestamp()


async def find_game_of_thread(
    tx: Transaction,
    actor: Actor,
    own: Sequence[GameSummary],
    now: datetime,
    *,
    may_watch: bool,
) -> int | None:
    """Return the number of the game that a command without a game number is about.

    In a thread, it is the latest finished game that the person played there or, with `may_watch`,
    another game of the thread. In other channels, with `may_watch`, it is the last finished game of
    a person who has no game in progress.

    :param own: the person's games in progress.
    :param may_watch: whether the command only shows a game, so that everyone may use it.
    :returns: None if the command is about one of the person's games in progress.
    :raises NoRunningGame: no game fits. The error names the person's last finished game and whether
        they have an open challenge.
    """
    if any(each.location.channel_id == actor.channel_id for each in own):
        return None
    in_thread = await game_lists.find_in_thread(tx, actor.channel_id)
    over = [each for each in in_thread if each.status == FINISHED and actor.user_id in each.players]
    meant = over or (in_thread if may_watch else [])
    if meant:
        return meant[0].id
    if own:
        return None
    rows = await game_lists.find_finished(tx, actor.user_id, 1, 0)
    if rows and may_watch:
        return rows[0].id
    last = _choice(finished_game(rows[0], actor.user_id)) if rows else None
    challenged = bool(await find_open_challenges(tx, actor.user_id, now))
    raise NoRunningGame(last, challenged=challenged, may_watch=may_watch)


async def find_game_at(tx: Transaction, channel_id: int, own: Sequence[GameSummary]) -> str | None:
    """Return the key of the ruleset played in a channel; None if the channel has no game.

    :param own: the person's games in progress in the channel, the most urgent first.
    """
    if own:
        return own[0].game_key
    played = await game_lists.find_in_thread(tx, channel_id)
    return played[0].game_key if played else None


def only_fitting(candidates: Sequence[OwnGame | GameSummary]) -> int | None:
    """Return the number of the only game, or else of the only game in which the person is to move.

    :returns: None if no game or several games fit.
    """
    for fitting in (candidates, [each for each in candidates if each.my_turn]):
        if len(fitting) == 1:
            return fitting[0].id
    return None


def pick_game(own: Sequence[GameSummary], channel_id: int) -> int:
    """Return the number of the game in progress that a command means, chosen by `only_fitting`.

    Games of this channel take precedence over games elsewhere.

    :param own: the person's games in progress; at least one.
    :raises WhichGame: several games fit.
    """
    in_channel = [each for each in own if each.location.channel_id == channel_id]
    candidates = in_channel or own
    fitting = only_fitting(candidates)
    if fitting is None:
        raise WhichGame(tuple(_choice(each) for each in candidates))
    return fitting


def _choice(each: GameSummary | FinishedGame) -> GameChoice:
    my_turn = isinstance(each, GameSummary) and each.my_turn
    return GameChoice(each.id, game_name(each.game_key, each.size), each.opponent.name, my_turn)
