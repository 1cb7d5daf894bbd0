"""Use cases of finished games: pages, head-to-head scores, exported records, rematches."""

from dataclasses import replace

from bot.errors.refusals import CannotChallenge, GameRunning
from bot.services.steps.challenge_views import shown_challenge
from bot.services.steps.game_actions import existing_game
from bot.services.steps.game_clocks import has_run_out
from bot.services.steps.proposals import Proposal, chosen_ruleset, propose
from bot.services.steps.rating_changes import rating_changes
from bot.services.steps.series import begin_next_game, score_after
from bot.services.steps.visibility import seat_in
from bot.services.use_cases.challenges import ChallengeService
from bot.services.use_cases.practice import PracticeRequest, PracticeService
from bot.services.use_cases.servers.server_settings import refuse_other_channels
from bot.services.use_cases.service import Service, ServiceDependencies
from bot.services.use_cases.transactions import reads, writes
from bot.services.use_cases.try_board.published_lines import published_comments
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import Due
from bot.services.values.games.replay_cache import visible_to_all
from bot.services.values.people.rate_limits import Action
from bot.services.values.ratings.conditions import is_compensated
from bot.services.values.view_builder import (
    NO_RESULT,
    finished_game,
    result_of,
    seats,
)
from bot.services.values.views import (
    Actor,
    Begins,
    ChallengeView,
    FinishedGame,
    FinishedGamesPage,
    GameView,
    Result,
    Score,
)
from bot.store.engine.database import Transaction
from bot.store.tables import challenges, clocks, deadlines, game_lists, games
from bot.store.tables.games import GameRow
from bot.store.tables.outbox_kinds import NO_CHANNEL, Location
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.terms import terms_of
from bot.words import endings, refusals
from bot.words.translation import ENGLISH, in_language
from rules.options import Ruleset
from rules.record import Details, Record

GAMES_PER_PAGE = 10
LARGE_CUT = 8  # stones from which a cut may be called the largest of its server
OTHER_CUTS = 3  # other games of the server with a cut, without which a largest cut is no news


class HistoryService(Service):
    """Use cases of finished games: pages, head-to-head scores, exported records, rematches."""

    def __init__(
        self,
        dependencies: ServiceDependencies,
        challenge_service: ChallengeService,
        practice: PracticeService,
    ) -> None:
        super().__init__(dependencies)
        self._challenges = challenge_service
        self._practice = practice

    @reads
    async def find_finished(
        self, tx: Transaction, user_id: int, page: int = 0, here: Location | None = None
    ) -> FinishedGamesPage:
        """Return a page of a person's finished games, the most recent first.

        Practice games and games without a result are listed but not counted in the tallies.

        :param page: counted from 0; a number beyond the last page means the last page.
        :param here: return only the games visible from this location.
        """
        total = await game_lists.count_finished(tx, user_id, here)
        pages = max(1, -(-total // GAMES_PER_PAGE))
        number = min(max(page, 0), pages - 1)
        rows = await game_lists.find_finished(
            tx, user_id, GAMES_PER_PAGE, number * GAMES_PER_PAGE, here
        )
        tallies = await game_lists.count_results(tx, user_id, NO_RESULT, here)
        shown = tuple(finished_game(row, user_id) for row in rows)
        return FinishedGamesPage(shown, number, pages, tuple(tallies))

    @reads
    async def find_latest(
        self, tx: Transaction, user_id: int, limit: int
    ) -> tuple[FinishedGame, ...]:
        """Return a person's latest finished games, the most recent first."""
        rows = await game_lists.find_finished(tx, user_id, limit, 0)
        return tuple(finished_game(row, user_id) for row in rows)

    async def find_visible_finished(
        self, actor: Actor, user_id: int, page: int = 0
    ) -> FinishedGamesPage:
        """Return a page of a person's finished games that the actor may see."""
        here = None if actor.user_id == user_id else Location(actor.guild_id, actor.channel_id)
        return await self.find_finished(user_id, page, here)

    @reads
    async def get_score(self, tx: Transaction, game_id: int) -> Score:
        """Return the head-to-head score of a game's players, their series and rating changes.

        :raises NoSuchGame: no game has that number.
        """
        row = await existing_game(tx, game_id)
        changes, series = await rating_changes(tx, row), await score_after(tx, row)
        if DELETED_USER_ID in row.players:
            # all deleted people share one id, so they have no score
            return Score((0, 0), 0, changes, series=series)
        first, second, draws = await game_lists.count_wins(
            tx, *row.players, row.game_key, NO_RESULT
        )
        record_cut = await _record_cut(tx, row)
        return Score((first, second), draws, changes, record_cut, series)

    @reads
    async def get_record(self, tx: Transaction, game_id: int) -> Record:
        """Return the record of a game: public moves with names, dates and published lines.

        It is always in English, so that the bot can read it back in every language.

        :raises NoSuchGame: no game has that number.
        """
        row = await existing_game(tx, game_id)
        record = visible_to_all(await self._replay_cache.get(tx, row)).record
        with in_language(ENGLISH):
            comments = await published_comments(tx, row, record)
            return Record(record.ruleset, record.moves, _details(row), comments)

    async def rematch(
        self,
        actor: Actor,
        game_id: int,
        *,
        parent_id: int | None = None,
        level: int | None = None,
    ) -> ChallengeView | GameView:
        """Challenge the opponent to a rematch, or accept their challenge on the same terms.

        The players exchange seats, unless a handicap or komi helps the weaker player.

        The engine accepts at once. In an undecided series, the next game begins at once.

        :param parent_id: the parent channel of the game's thread, if known. If the bot has left the
            game's server, pass the parent of the thread in which the rematch is requested.
        :param level: the level of the engine; None means the game's level.
        :returns: the challenge, or the new game once both players agree. A challenge by the
            opponent on other terms is returned, not accepted.
        :raises NoSuchGame, NotYourGame: the person may not see the game, or does not play it.
        :raises GameRunning: the game is still in progress.
        :raises CannotChallenge: a limit is reached, or the opponent was deleted.
        :raises NotPlayingHere, YouBlocked, MayNotPlay: one of the two is blocked.
        :raises TooFast: too many challenges within a minute.
        :raises WrongChannel: the server now allows challenges in other channels only.
        """
        self._rates.spend(actor.user_id, Action.CHALLENGE)
        return await self._rematch(actor, game_id, parent_id, level)

    @writes
    async def _rematch(
        self,
        tx: Transaction,
        actor: Actor,
        game_id: int,
        parent_id: int | None,
        level: int | None,
    ) -> ChallengeView | GameView:
        row = await existing_game(tx, game_id)
        seat = seat_in(row, actor)
        if row.status == games.RUNNING:
            raise GameRunning(row.id)
        if DELETED_USER_ID in row.players:
            raise CannotChallenge(refusals.OPPONENT_GONE())
        level = level or row.engine_level
        begun = await games.find_rematch(tx, row.id, level)
        next_id = None if begun is None else begun.id
        # without its deadline, the series was decided, or has stopped for good
        if next_id is None and await deadlines.find(tx, Due.SERIES, row.id) is not None:
            next_id = await begin_next_game(tx, row, self._clock())
        if next_id is not None:
            return await self._challenges.game(tx, next_id)
        wanted = await challenges.find_rematch(tx, row.id)
        if level is not None:
            return await self._practise_again(tx, actor, row, seat, level)
        if wanted is None or await has_run_out(tx, wanted, self._clock()):
            return await self._propose_rematch(tx, actor, _relocated(row, actor), seat, parent_id)
        offered = await shown_challenge(tx, wanted, self._clock())
        if wanted.challenger_id == actor.user_id or not offered.is_on_last_terms:
            return offered
        return await self._challenges.game(tx, await self._challenges.begin(tx, wanted, actor))

    async def _practise_again(
        self, tx: Transaction, actor: Actor, row: GameRow, seat: int, level: int
    ) -> GameView:
        engine, ruleset = seats(row)[1 - seat], chosen_ruleset(row.game_key, row.options)
        terms = terms_of(row, begins=_begins_again(seat, ruleset))
        request = PracticeRequest(actor, engine, level, ruleset, terms)
        return await self._practice.begin_within(tx, replace(request, rematch_of=row.id))

    async def _propose_rematch(
        self, tx: Transaction, actor: Actor, row: GameRow, seat: int, parent_id: int | None
    ) -> ChallengeView | GameView:
        # Discord may not name the parent, but the bot knows the parents of threads it opened
        opened = await challenges.find_by_thread(tx, row.channel_id, row.players)
        parent = parent_id if opened is None else opened.channel_id
        await refuse_other_channels(tx, row.guild_id, row.channel_id, parent)
        # the card is posted at the game's location, because the opponent may not see the actor's
        at_game = replace(actor, guild_id=row.guild_id, channel_id=row.channel_id)
        opponent, ruleset = seats(row)[1 - seat], chosen_ruleset(row.game_key, row.options)
        begins = _begins_again(seat, ruleset)
        terms = terms_of(row, await clocks.find(tx, row.id), begins=begins)
        if terms.pace is Pace.SEASON:  # only leagues have it
            terms = replace(terms, pace=Pace.STANDARD)
        proposal = Proposal(at_game, opponent, ruleset, terms, rematch_of=row.id)
        now = self._clock()
        return await shown_challenge(tx, await propose(tx, proposal, self._limits, now), now)


async def _record_cut(tx: Transaction, row: GameRow) -> int:
    """Return the size of the winner's largest cut if it is a record of the server, else 0.

    A cut is a turn that takes stones; its size is their number. A record has at least `LARGE_CUT`
    stones, and is larger than the cuts of all other games that people have won in the server. At
    least `OTHER_CUTS` of these games must have a cut.
    """
    by_winner = row.winner_seat is not None and row.cut_seat == row.winner_seat
    stones = row.largest_cut or 0
    if row.guild_id is None or row.engine_seat is not None or not by_winner or stones < LARGE_CUT:
        return 0
    others = await game_lists.find_largest_cuts(tx, row.guild_id, row.id, OTHER_CUTS)
    return stones if len(others) == OTHER_CUTS and stones > others[0] else 0


def _relocated(row: GameRow, actor: Actor) -> GameRow:
    """Return a game's row, moved to the actor's channel if the game has no channel.

    If the actor is in a private channel, the row is unchanged: the opponent cannot see that
    channel, so the rematch is played in direct messages.
    """
    if row.channel_id != NO_CHANNEL or actor.guild_id is None:
        return row
    return replace(row, guild_id=actor.guild_id, channel_id=actor.channel_id)


def _begins_again(seat: int, ruleset: Ruleset) -> Begins:
    """Return who moves first in a rematch, as a choice between the challenger and the opponent.

    Players exchange seats. They keep them if a handicap or komi helps the weaker player, because it
    would otherwise help the stronger one. Colours do not matter, because a swap may change them.
    """
    begins_first = seat == 0 if is_compensated(ruleset) else seat == 1
    return Begins.CHALLENGER if begins_first else Begins.OPPONENT


def _details(row: GameRow) -> Details:
    ended = result_of(row)
    first, second = (player.name for player in seats(row))
    return Details(
        first=first,
        second=second,
        started=f"{row.created_at:%Y-%m-%d}",
        finished=f"{row.updated_at:%Y-%m-%d}" if ended else "",
        result=_result(ended, (first, second)) if ended else "",
    )


def _result(ended: Result, names: tuple[str, str]) -> str:
    if ended.winner_seat is not None:
        return endings.won(names[ended.winner_seat], ended.sentence)
    return ended.sentence if ended.ending in NO_RESULT else endings.drawn(ended.sentence)
