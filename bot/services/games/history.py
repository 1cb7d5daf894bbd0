"""What is over: finished games by page, the score of a pair, a game's record, playing again."""

from dataclasses import replace

from bot.errors import CannotChallenge, GameRunning
from bot.services.challenges.challenges import ChallengeService
from bot.services.challenges.proposals import Proposal, chosen, propose
from bot.services.clocks.clock import Pace
from bot.services.clocks.game_clocks import has_run_out
from bot.services.dependencies import Parts
from bot.services.games.actions import existing_game
from bot.services.games.finished_games import Page, Score, finished_game
from bot.services.games.replay_cache import seen_by
from bot.services.games.visibility import seat_in
from bot.services.people.rate_limits import Action
from bot.services.practice.practice import PracticeService
from bot.services.servers.server_settings import refuse_other_channels
from bot.services.view_builder import NO_RESULT, challenge_view, result_of, seats
from bot.services.views import (
    Actor,
    Begins,
    ChallengeView,
    GameView,
    Terms,
)
from bot.store.engine.database import Transaction
from bot.store.tables import challenges, clocks, game_lists, games
from bot.store.tables.games import GameRow
from bot.store.tables.outbox_kinds import Location
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.servers import NO_CHANNEL
from bot.words import refusals
from rules.colour import Colour
from rules.record import Details, Record

PAGE = 10


class HistoryService:
    """Use cases of finished games."""

    def __init__(
        self, parts: Parts, challenge_service: ChallengeService, practice: PracticeService
    ) -> None:
        self._database = parts.database
        self._clock = parts.clock
        self._lines = parts.lines
        self._limits = parts.limits
        self._rates = parts.rates
        self._challenges = challenge_service
        self._practice = practice

    async def finished(self, user_id: int, page: int = 0) -> Page:
        """Return ten of a person's finished games; a page beyond the last is the last.

        Practice and games without a result are listed, but not counted as won, lost or drawn.
        """
        return await self._database.read(self._finished, user_id, page)

    async def finished_here(self, actor: Actor, user_id: int, page: int = 0) -> Page:
        """Return a page of a person's finished games as far as somebody may see them."""
        seen_from = None if actor.user_id == user_id else Location(actor.guild_id, actor.channel_id)
        return await self._database.read(self._finished, user_id, page, seen_from)

    async def score(self, game_id: int) -> Score:
        """Return how often the two players of a game have beaten each other in it.

        :raises NoSuchGame: there is none of that number.
        """
        return await self._database.read(self._score, game_id)

    async def record(self, game_id: int) -> Record:
        """Return the moves that everybody may see, with the names and dates of a game's export.

        :raises NoSuchGame: there is none of that number.
        """
        return await self._database.read(self._record, game_id)

    async def rematch(
        self, actor: Actor, game_id: int, *, parent_id: int | None = None
    ) -> ChallengeView | GameView:
        """Challenge the opponent to the same game with colours exchanged, or accept just that.

        The bot agrees to play again at once.

        :param parent_id: the channel to which the thread of the game belongs, if that is known; of
            a game whose server was gone, that of the thread where it is asked for.
        :returns: the challenge, when the opponent has yet to agree; else the new game.
        :raises NoSuchGame, NotYourGame, GameRunning: unknown, another's, not ended.
        :raises CannotChallenge: too many games or challenges.
        :raises NotPlayingHere, YouBlocked, MayNotPlay, TooFast: blocked; too many in a minute.
        :raises WrongChannel: the server has its games in other channels by now.
        """
        self._rates.spend(actor.user_id, Action.CHALLENGE)
        return await self._database.write(self._rematch, actor, game_id, parent_id)

    async def _finished(
        self, tx: Transaction, user_id: int, page: int, seen_from: Location | None = None
    ) -> Page:
        total = await game_lists.count_finished(tx, user_id, seen_from)
        pages = max(1, -(-total // PAGE))
        number = min(max(page, 0), pages - 1)
        rows = await game_lists.find_finished(tx, user_id, PAGE, number * PAGE, seen_from)
        tallies = await game_lists.count_results(tx, user_id, NO_RESULT, seen_from)
        shown = tuple(finished_game(row, user_id) for row in rows)
        return Page(shown, number, pages, tuple(tallies))

    async def _score(self, tx: Transaction, game_id: int) -> Score:
        row = await existing_game(tx, game_id)
        if DELETED_USER_ID in row.players:
            # everybody who has gone is one player now, of whom there is no score
            return Score((0, 0), 0)
        first, second, draws = await game_lists.count_wins(
            tx, *row.players, row.game_key, NO_RESULT
        )
        return Score((first, second), draws)

    async def _record(self, tx: Transaction, game_id: int) -> Record:
        row = await existing_game(tx, game_id)
        record = seen_by(None, row.players, await self._lines.of(tx, row)).record
        return Record(record.ruleset, record.moves, _details(row))

    async def _rematch(
        self, tx: Transaction, actor: Actor, game_id: int, parent_id: int | None
    ) -> ChallengeView | GameView:
        row = await existing_game(tx, game_id)
        seat = seat_in(row, actor)
        if row.status == games.RUNNING:
            raise GameRunning(row.id)
        if DELETED_USER_ID in row.players:
            raise CannotChallenge(refusals.OPPONENT_GONE)
        wish = await challenges.find_rematch(tx, row.id)
        if wish is None or await has_run_out(tx, wish, self._clock()):
            row = _placed(row, actor)
            # a thread that the bot has opened is known to it also where Discord's word is missing
            opened = await challenges.find_by_thread(tx, row.channel_id, row.players)
            above = parent_id if opened is None else opened.channel_id
            await refuse_other_channels(tx, row.guild_id, row.channel_id, above)
            wanted = await self._wish(tx, actor, row, seat)
            if wanted.level is not None:
                return await self._practice.begin_within(tx, wanted)
            return challenge_view(await propose(tx, wanted, self._limits, self._clock()))
        if wish.game_id is not None:
            return await self._challenges.game(tx, wish.game_id)
        if wish.challenger_id == actor.user_id:
            return challenge_view(wish)
        return await self._challenges.game(tx, await self._challenges.begin(tx, wish, actor))

    async def _wish(self, tx: Transaction, actor: Actor, row: GameRow, seat: int) -> Proposal:
        line = await self._lines.of(tx, row)
        had_white = line.position.colour_of(seat) is Colour.WHITE
        begins = Begins.CHALLENGER if had_white else Begins.OPPONENT
        # the opponent looks for it where they have played, not in a letter of somebody else
        there = replace(actor, guild_id=row.guild_id, channel_id=row.channel_id)
        return Proposal(
            there,
            seats(row)[1 - seat],
            chosen(row.game_key, row.options),
            await _terms(tx, row, begins),
            rematch_of=row.id,
            level=row.engine_level,
        )


def _placed(row: GameRow, actor: Actor) -> GameRow:
    """Return a game as of where it is played again: here, when its own place is gone.

    :raises CannotChallenge: in private, where the opponent would not see it.
    """
    if row.channel_id != NO_CHANNEL:
        return row
    if actor.guild_id is None and row.engine_seat is None:
        raise CannotChallenge(refusals.LOCATION_GONE)
    return replace(row, guild_id=actor.guild_id, channel_id=actor.channel_id)


async def _terms(tx: Transaction, row: GameRow, begins: Begins) -> Terms:
    clock = await clocks.find(tx, row.id)
    if clock is None:
        return Terms(begins, row.undo)
    return Terms(begins, row.undo, Pace(clock.pace), clock.strict)


def _details(row: GameRow) -> Details:
    ended = result_of(row)
    return Details(
        first=row.name0,
        second=row.name1,
        started=f"{row.created_at:%Y-%m-%d}",
        finished=f"{row.updated_at:%Y-%m-%d}" if ended else "",
        result=_result(row, ended.sentence) if ended else "",
    )


def _result(row: GameRow, sentence: str) -> str:
    if row.winner_seat is None:
        return sentence if row.ending in NO_RESULT else f"Draw. {sentence}"
    return f"{row.names[row.winner_seat]} wins. {sentence}"
