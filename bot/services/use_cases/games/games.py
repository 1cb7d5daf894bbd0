"""Use cases of games in progress: moves, resignation, lists, and a player's view."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.errors.refusals import NoSuchGame, NotDue, NotYourTurn, Refusal
from bot.services.steps.game_actions import (
    action_state,
    allowed_seat,
    existing_game,
    position_columns,
    record_action,
    record_action_from,
    refuse_out_of_time,
    refuse_stale,
)
from bot.services.steps.game_clocks import with_read_clock
from bot.services.steps.game_end import end_game
from bot.services.steps.game_lookup import (
    find_game_at,
    find_game_of_thread,
    find_running_games,
    only_fitting,
    pick_game,
    urgency,
)
from bot.services.steps.plan_execution import PlansLeft, Played
from bot.services.steps.visibility import refuse_outsiders
from bot.services.use_cases.plans.chains import ChainService
from bot.services.use_cases.service import Service, ServiceDependencies
from bot.services.use_cases.transactions import reads, writes
from bot.services.values.clocks.clock import Pace
from bot.services.values.games.replay_cache import ReplayedGame
from bot.services.values.games.typed_turns import TypedTurn, completions, play_typed_turn
from bot.services.values.ratings.conditions import FIRST_TURNS
from bot.services.values.view_builder import LEFT, RESIGNED, game_view
from bot.services.values.views import Actor, GameSummary, GameView, MovePlayed
from bot.store.engine.database import Transaction
from bot.store.tables import clocks, game_reads, games, interactions, message_closings
from bot.store.tables.game_lists import OwnGame
from bot.store.tables.game_reads import ActionState
from bot.store.tables.games import GameRow
from bot.store.tables.interactions import InteractionRow
from bot.store.tables.message_closings import PostedMessage
from bot.store.tables.revisions import new_revision
from bot.words import endings
from bot.words import plans as plan_words
from rules.moves import Move, format_move
from rules.typed_text import plain

# stored names of the actions by which a player ends a game
ENDED_BY = {RESIGNED: "resign", LEFT: "leave"}


class GameService(Service):
    """Use cases of games in progress: show, list, find, play, resign, leave.

    A transaction that finds its game changed by another one raises `LostRace` and is repeated.
    """

    def __init__(self, dependencies: ServiceDependencies, chains: ChainService) -> None:
        super().__init__(dependencies)
        self._chains = chains
        self._on_played: Callable[[int], None] = lambda _moves: None

    def on_played(self, callback: Callable[[int], None]) -> None:
        """Set a callback that receives the number of moves played, after each commit of moves."""
        self._on_played = callback

    @reads
    async def get(
        self,
        tx: Transaction,
        game_id: int,
        *,
        ply: int | None = None,
        viewer_id: int | None = None,
    ) -> GameView:
        """Return a game as a viewer, or the public, may see it.

        :param ply: show the game after this many moves; None shows it as it is now.
        :param viewer_id: the user id of the viewer; None is the public.
        :raises NoSuchGame: no game has that number.
        """
        found = await game_reads.find_to_show(tx, game_id)
        if found is None:
            raise NoSuchGame(str(game_id))
        row, clock, is_first = found
        view = game_view(row, await self._replay_cache.get(tx, row, ply), viewer_id)
        view = replace(view, is_first=is_first)
        return await with_read_clock(tx, view, clock, self._clock())

    @reads
    async def get_for_posting(
        self, tx: Transaction, game_id: int
    ) -> tuple[GameView, list[PostedMessage]]:
        """Return a game as everyone sees it, and the messages that its next message replaces.

        :raises NoSuchGame: no game has that number.
        """
        game = await self.get.within(tx, game_id)
        if game.turn_message_id is None:
            return game, []
        last = PostedMessage(game.turn_message_id, game.location.guild_id, game.location.channel_id)
        return game, await message_closings.find_messages(tx, game.id, last)

    @reads
    async def get_visible(self, tx: Transaction, actor: Actor, game_id: int) -> GameView:
        """Return a game for a player or spectator.

        :raises NoSuchGame: no game has that number, or the person may not see it.
        """
        refuse_outsiders(await existing_game(tx, game_id), actor)
        return await self.get.within(tx, game_id, viewer_id=actor.user_id)

    @reads
    async def get_own(self, tx: Transaction, actor: Actor, game_id: int) -> GameView:
        """Return a game in progress for one of its players.

        :raises NoSuchGame, NotYourGame: the person may not see the game, or does not play it.
        :raises GameOver: the game is over.
        """
        allowed_seat(await existing_game(tx, game_id), actor, None)
        return await self.get.within(tx, game_id, viewer_id=actor.user_id)

    async def play(
        self,
        actor: Actor,
        game_id: int,
        text: str,
        *,
        revision: int | None = None,
        cautious: bool = False,
    ) -> MovePlayed:
        """Play a move or all moves of a turn ("c3 e5"): all of them or none.

        :param revision: `GameView.revision` when the button was made; None for a typed command.
        :param cautious: refuse placements that lose own stones, or end the game without a win.
        :raises CostlyTurn: a cautious turn would lose own stones, or end the game without a win.
        :raises WentBack: the person has typed the turn, but has not been shown the position since
            an undo.
        :raises NoSuchGame, NotYourGame: the person may not see the game, or does not play it.
        :raises GameOver, StaleButton: the game is over, or has changed since.
        :raises NotYourTurn: the opponent is to move.
        :raises Refusal: automatic replies were still due; they have been played, and the person's
            move has not.
        :raises UnreadableMove, RefusedMove: the text is not a move, or the rules forbid it.
        """
        await self._replay(game_id)
        try:
            done, played = await self._play(actor, game_id, TypedTurn(text, revision, cautious))
        except PlansLeft:
            await self._chains.resume(game_id)
            raise Refusal(plan_words.just_played(game_id)) from None
        self._replay_cache.keep(done.row, done.replayed)
        if not played.repeated:
            self._on_played(len(played.moves))
        if done.more:
            done = await self._chains.finish(done)
            view = game_view(done.row, done.replayed, actor.user_id)
            played = replace(played, game=view, answers=done.answers)
        return played

    async def resign(self, actor: Actor, game_id: int, *, revision: int | None = None) -> GameView:
        """Resign a game, on either player's turn.

        :param revision: `GameView.revision` when confirmation was requested; None if it was not.
        :raises NoSuchGame, NotYourGame: the person may not see the game, or does not play it.
        :raises GameOver, StaleButton: the game is over, or has changed since.
        """
        await self._replay(game_id)
        return await self._end(actor, game_id, revision, RESIGNED)

    async def leave(self, actor: Actor, game_id: int, *, revision: int | None = None) -> GameView:
        """Leave a game during its first turns, so that it ends without a result.

        :param revision: `GameView.revision` when confirmation was requested; None if it was not.
        :raises NoSuchGame, NotYourGame: the person may not see the game, or does not play it.
        :raises GameOver, StaleButton: the game is over, or has changed since.
        :raises NotDue: the first turns are over, or it is a league game.
        """
        await self._replay(game_id)
        return await self._end(actor, game_id, revision, LEFT)

    async def find_running(self, user_id: int, channel_id: int | None = None) -> list[GameSummary]:
        """Return a player's games in progress, most urgent first (see `urgency`).

        :param channel_id: return the games of this channel only.
        """
        own = await self._database.read(find_running_games, user_id, self._clock())
        wanted = [each for each in own if channel_id in (None, each.location.channel_id)]
        return sorted(wanted, key=urgency)

    async def find_visible_running(self, actor: Actor, user_id: int) -> list[GameSummary]:
        """Return those games in progress of a player that the actor may see, most urgent first."""
        seen = await self._database.read(find_running_games, user_id, self._clock(), actor)
        return sorted(seen, key=urgency)

    async def resolve(
        self,
        actor: Actor,
        text: str | None,
        own: Sequence[OwnGame] = (),
        *,
        may_watch: bool = False,
    ) -> int:
        """Return the number of the game that a command is about.

        `text` gives its number. Without a text it is the finished game of this thread, or else the
        only game in progress that fits (see `find_game_of_thread` and `pick_game`).

        :param own: the person's games in progress, if the caller has already read them.
        :param may_watch: the command only shows the game. Then a game of other people in its thread
            also fits, and so does the person's last finished game if they have none in progress.
        :raises NoSuchGame: the text is not the number of a game.
        :raises NoRunningGame, WhichGame: without a text, no game or several games fit.
        """
        if text is not None and plain(text):
            return _number_of(text)
        here = only_fitting([each for each in own if each.channel_id == actor.channel_id])
        return await self._fitting(actor, may_watch=may_watch) if here is None else here

    @reads
    async def _fitting(self, tx: Transaction, actor: Actor, *, may_watch: bool) -> int:
        now = self._clock()
        own = sorted(await find_running_games(tx, actor.user_id, now), key=urgency)
        found = await find_game_of_thread(tx, actor, own, now, may_watch=may_watch)
        return pick_game(own, actor.channel_id) if found is None else found

    async def find_game_key_here(self, actor: Actor) -> str | None:
        """Return the key of the game played in the actor's channel; None if none is played there.

        The person's own games in progress there come first, then the game of the thread.
        """
        own = await self.find_running(actor.user_id, actor.channel_id)
        return await self._database.read(find_game_at, actor.channel_id, own)

    async def legal_moves_text(
        self, game_id: int, user_id: int, prefix: str, limit: int = 25
    ) -> list[str]:
        """Return up to `limit` legal moves that contain the typed text, for autocompletion.

        The list is empty if the game does not exist, or the person is not to move in it.
        """
        try:
            game = await self.get(game_id, viewer_id=user_id)
        except NoSuchGame:
            return []
        if not game.waits_for(user_id):
            return []
        return completions(game.position, prefix, limit)

    async def _replay(self, game_id: int) -> None:
        # outside the write transaction, because a long replay would block other writers
        if game_id not in self._replay_cache:
            await self.get(game_id)

    @writes
    async def _play(
        self, tx: Transaction, actor: Actor, game_id: int, typed: TypedTurn
    ) -> tuple[Played, MovePlayed]:
        state = await action_state(tx, actor, game_id, self._clock())
        row = state.game
        if state.handled is not None:
            return await self._result_again(tx, row, state.handled, actor)
        seat = allowed_seat(row, actor, None)
        if state.plans_left:
            raise PlansLeft
        before = await self._replay_cache.get(tx, row)
        # the turn before the revision, because the opponent's hidden stone changes the revision
        if before.position.seat_to_move != seat:
            raise NotYourTurn(row.id, row.names[before.position.seat_to_move])
        refuse_stale(row, typed.revision)
        unseen = row.undo_unseen_by == seat and typed.revision is None
        replayed, moves = play_typed_turn(before, replace(typed, unseen=unseen), row.names)
        complete = not replayed.half_played
        after = await self._save(tx, actor, state, replayed, moves)
        begun = before.turn_start
        done = Played(
            after,
            replayed,
            begun,
            begun.ply,
            is_watched=state.is_watched,
            has_guesses=state.has_guesses,
        )
        if complete:
            done = await self._chains.begin(tx, done, has_plans=state.has_plans)
        view = game_view(done.row, done.replayed, actor.user_id)
        return done, MovePlayed(view, moves, complete, repeated=False, answers=done.answers)

    async def _result_again(
        self, tx: Transaction, row: GameRow, handled: InteractionRow, actor: Actor
    ) -> tuple[Played, MovePlayed]:
        """Return the moves of an interaction that was handled before, and the game now."""
        replayed = await self._replay_cache.get(tx, row)
        moves = replayed.record.moves[handled.from_ply or 0 : handled.to_ply or 0]
        complete = not replayed.half_played or row.ply != handled.to_ply
        done = Played(row, replayed, replayed.turn_start, row.ply)
        view = game_view(row, replayed, actor.user_id)
        return done, MovePlayed(view, moves, complete, repeated=True)

    async def _save(
        self,
        tx: Transaction,
        actor: Actor,
        state: ActionState,
        replayed: ReplayedGame,
        moves: tuple[Move, ...],
    ) -> GameRow:
        row, now = state.game, self._clock()
        seat = row.seat_of(actor.user_id)
        assert seat is not None
        texts = [format_move(move, replayed.position.topology) for move in moves]
        await games.append(tx, row, seat, texts, now)
        changed = position_columns(replayed)
        if row.undo_unseen_by == seat:
            changed["undo_unseen_by"] = None
        if not replayed.half_played:
            changed |= {
                f"by_hand{seat}": replayed.position.ply,
                "updated_at": now,
                "turn_revision": new_revision(replayed.position.ply, row.undone),
            }
        else:  # a lapsed request would tell the opponent that the turn has begun
            changed |= games.requests_of(row)
        after = await games.change(tx, row, **changed)
        await record_action_from(tx, actor, "play", state, after, now)
        return after

    @writes
    async def _end(
        self, tx: Transaction, actor: Actor, game_id: int, revision: int | None, ending: str
    ) -> GameView:
        row = await existing_game(tx, game_id)
        if await interactions.find(tx, actor.interaction_id) is None:
            seat, now = allowed_seat(row, actor, None), self._clock()
            await refuse_out_of_time(tx, row, now)
            if ending == LEFT:
                await _refuse_leaving(tx, row)
            # the opponent cannot see half a turn, so it must not make the button stale
            refuse_stale(row, revision, within_turn=True)
            winner = 1 - seat if ending == RESIGNED else None
            before, row = row, await end_game(tx, row, ending, winner, now)
            await record_action(tx, actor, ENDED_BY[ending], before, row, now)
        return game_view(row, await self._replay_cache.get(tx, row), actor.user_id)


async def _refuse_leaving(tx: Transaction, row: GameRow) -> None:
    clock = await clocks.find(tx, row.id)
    if clock is not None and clock.pace == Pace.SEASON:
        raise NotDue(endings.NOT_IN_LEAGUE())
    if row.turn > FIRST_TURNS:
        raise NotDue(endings.TOO_LATE_TO_LEAVE())


def _number_of(text: str) -> int:
    """Return the game number in a text, without checking that the game exists.

    :raises NoSuchGame: the text is not the number of a game.
    """
    number = plain(text).removeprefix("#").strip()
    if not number.isascii() or not number.isdigit() or len(number) > 18:
        raise NoSuchGame(text.strip()[:40])
    return int(number)
