"""Running games: moves of every kind, resignation, and what a player sees of them."""

from collections.abc import Callable
from datetime import datetime

from bot.errors import NoSuchGame, NotYourTurn
from bot.services.clocks.game_clocks import with_clock
from bot.services.games.action_results import Played
from bot.services.games.actions import (
    allowed_seat,
    announce,
    columns_of,
    existing_game,
    record_action,
    refuse_stale,
)
from bot.services.games.lookup import game_played_at, of_this_thread, pick, running_of, urgency
from bot.services.games.replay_cache import ReplayCache, ReplayedGame
from bot.services.games.turns import completions, play_turn
from bot.services.games.visibility import refuse_outsiders
from bot.services.view_builder import RESIGNED, game_view
from bot.services.views import Actor, GameSummary, GameView
from bot.store.engine.database import Database, Transaction
from bot.store.tables import game_lists, games, interactions
from bot.store.tables.games import GameRow
from bot.store.tables.interactions import InteractionRow
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.revisions import new_revision
from rules.moves import Move, format_move


class GameService:
    """Use cases of a game. Every write refuses a game that is not as it was read."""

    def __init__(
        self, database: Database, clock: Callable[[], datetime], lines: ReplayCache
    ) -> None:
        self._database = database
        self._clock = clock
        self._lines = lines
        self._on_played: Callable[[int], None] = lambda _moves: None

    def on_played(self, hear: Callable[[int], None]) -> None:
        """Call `hear` after each commit of moves, with how many they were."""
        self._on_played = hear

    async def get(
        self, game_id: int, *, ply: int | None = None, viewer_id: int | None = None
    ) -> GameView:
        """Return a game as everybody may see it, or one person; now, or after `ply` moves.

        :raises NoSuchGame: there is none of that number.
        """
        return await self._database.read(self._get, game_id, ply, viewer_id)

    async def watch(self, actor: Actor, game_id: int) -> GameView:
        """Return a game as it is, for somebody who wants to look at it.

        :raises NoSuchGame: there is none of that number, or none that the person may see.
        """
        return await self._database.read(self._watch, actor, game_id)

    async def own(self, actor: Actor, game_id: int) -> GameView:
        """Return a running game for one of its players.

        :raises NoSuchGame, NotYourGame: for anybody else.
        :raises GameOver: when it has ended.
        """
        return await self._database.read(self._own, actor, game_id)

    async def play(
        self, actor: Actor, game_id: int, text: str, *, revision: int | None = None
    ) -> Played:
        """Play a move, or all moves of a turn ("c3 e5") or none.

        :param revision: `GameView.revision` when the button was made; None for a typed command.
        :raises NoSuchGame, NotYourGame, GameOver, StaleButton: unknown, another's, ended, moved on.
        :raises NotYourTurn, UnreadableMove, RefusedMove: they wait, or cannot play that.
        """
        await self._replay(game_id)
        row, line, played = await self._database.write(self._play, actor, game_id, text, revision)
        self._lines.keep(row, line)
        if not played.repeated:
            self._on_played(len(played.moves))
        return played

    async def resign(self, actor: Actor, game_id: int, *, revision: int | None = None) -> GameView:
        """Give a game up, on either player's turn.

        :param revision: `GameView.revision` when the person was asked; None if not asked.
        :raises NoSuchGame, NotYourGame, GameOver, StaleButton: unknown, another's, ended, moved on.
        """
        await self._replay(game_id)
        return await self._database.write(self._resign, actor, game_id, revision)

    async def running(self, user_id: int, channel_id: int | None = None) -> list[GameSummary]:
        """List a person's running games, of one channel or all.

        Those where it is the person's turn come first; in both parts first those whose time is up
        soonest, then those without a running clock, the longest waiting first.
        """
        mine = await self._database.read(running_of, user_id, self._clock())
        here = [each for each in mine if channel_id in (None, each.location.channel_id)]
        return sorted(here, key=urgency)

    async def running_here(self, actor: Actor, user_id: int) -> list[GameSummary]:
        """List a person's running games as far as somebody, or the person, may see them."""
        seen = await self._database.read(running_of, user_id, self._clock(), actor)
        return sorted(seen, key=urgency)

    async def another_waits(self, user_id: int, game_id: int) -> bool:
        """Say whether a game other than this one waits for a person."""
        return await self._database.read(game_lists.is_to_move_elsewhere, user_id, game_id)

    async def resolve(self, actor: Actor, text: str | None, *, to_see: bool = False) -> int:
        """Find the game that is meant: the one named, else the only one it can be.

        In the thread of a game that is over it is that game, if none is running there.

        :param to_see: nothing will be done in it, so in a thread it may be a game of others, and
            without a running one it is the person's last.
        :raises NoSuchGame: the text is no number of a game.
        :raises NoRunningGame, WhichGame: nothing was named, and there is none, or several.
        """
        if text is not None and text.strip():
            return await self._database.read(self._named, text)
        mine = await self.running(actor.user_id)
        now = self._clock()
        there = await self._database.read(of_this_thread, actor, mine, now, to_see=to_see)
        return pick(mine, actor.channel_id) if there is None else there

    async def played_here(self, actor: Actor) -> str | None:
        """Return the key of what is played in a place: by the person there, else in its thread."""
        here = await self.running(actor.user_id, actor.channel_id)
        return await self._database.read(game_played_at, actor.channel_id, here)

    async def legal_moves_text(
        self, game_id: int, user_id: int, prefix: str, limit: int = 25
    ) -> list[str]:
        """Return the legal moves that fit what was typed; none when it is another's turn."""
        try:
            game = await self.get(game_id, viewer_id=user_id)
        except NoSuchGame:
            return []
        if not game.waits_for(user_id):
            return []
        return completions(game.position, prefix, limit)

    async def _replay(self, game_id: int) -> None:
        # a long one must not keep other writers waiting
        if game_id not in self._lines:
            await self._database.read(self._get, game_id)

    async def _get(
        self,
        tx: Transaction,
        game_id: int,
        ply: int | None = None,
        viewer_id: int | None = None,
    ) -> GameView:
        row = await existing_game(tx, game_id)
        view = game_view(row, await self._lines.of(tx, row, ply), viewer_id)
        return await with_clock(tx, view, self._clock())

    async def _watch(self, tx: Transaction, actor: Actor, game_id: int) -> GameView:
        refuse_outsiders(await existing_game(tx, game_id), actor)
        return await self._get(tx, game_id, viewer_id=actor.user_id)

    async def _own(self, tx: Transaction, actor: Actor, game_id: int) -> GameView:
        allowed_seat(await existing_game(tx, game_id), actor, None)
        return await self._get(tx, game_id, viewer_id=actor.user_id)

    async def _named(self, tx: Transaction, text: str) -> int:
        number = text.strip().removeprefix("#")
        if not number.isascii() or not number.isdigit() or len(number) > 18:
            raise NoSuchGame(text.strip()[:40])
        return (await existing_game(tx, int(number))).id

    async def _play(
        self, tx: Transaction, actor: Actor, game_id: int, text: str, revision: int | None
    ) -> tuple[GameRow, ReplayedGame, Played]:
        handled = await interactions.find(tx, actor.interaction_id)
        row = await existing_game(tx, game_id)
        if handled is not None:
            return await self._repeat(tx, row, handled, actor)
        seat = allowed_seat(row, actor, revision)
        before = await self._lines.of(tx, row)
        if before.position.seat_to_move != seat:
            raise NotYourTurn(row.id, row.names[before.position.seat_to_move])
        line, moves = play_turn(before, text, row.names)
        after = await self._save(tx, actor, row, line, moves)
        view = game_view(after, line, actor.user_id)
        return after, line, Played(view, moves, not line.half_played, repeated=False)

    async def _repeat(
        self, tx: Transaction, row: GameRow, handled: InteractionRow, actor: Actor
    ) -> tuple[GameRow, ReplayedGame, Played]:
        line = await self._lines.of(tx, row)
        moves = line.record.moves[handled.from_ply or 0 : handled.to_ply or 0]
        complete = not line.half_played or row.ply != handled.to_ply
        view = game_view(row, line, actor.user_id)
        return row, line, Played(view, moves, complete, repeated=True)

    async def _save(
        self,
        tx: Transaction,
        actor: Actor,
        row: GameRow,
        line: ReplayedGame,
        moves: tuple[Move, ...],
    ) -> GameRow:
        now = self._clock()
        seat = row.seat_of(actor.user_id)
        assert seat is not None
        texts = [format_move(move, line.position.topology) for move in moves]
        await games.append(tx, row, seat, texts, now)
        changed = columns_of(line)
        if not line.half_played:
            changed |= {
                "updated_at": now,
                "turn_revision": new_revision(line.position.ply, row.undone),
            }
        else:  # the opponent must not be able to tell that the turn was begun
            changed |= games.undo_request_of(row)
        after = await games.change(tx, row, **changed)
        await record_action(tx, actor, "play", row, after, now)
        if not line.half_played:
            kind = OutboxKind.TURN if after.ending is None else OutboxKind.RESULT
            await announce(tx, after, kind, now)
        return after

    async def _resign(
        self, tx: Transaction, actor: Actor, game_id: int, revision: int | None
    ) -> GameView:
        row = await existing_game(tx, game_id)
        if await interactions.find(tx, actor.interaction_id) is None:
            seat = allowed_seat(row, actor, None)
            # half a turn is its mover's business: nothing has happened that both could see
            turn_start = (await self._lines.of(tx, row)).turn_start
            refuse_stale(row, revision, since_ply=turn_start.ply)
            now = self._clock()
            before, row = row, await games.finish(tx, row, RESIGNED, 1 - seat, now)
            await record_action(tx, actor, "resign", before, row, now)
            await announce(tx, row, OutboxKind.RESULT, now)
        return game_view(row, await self._lines.of(tx, row), actor.user_id)
