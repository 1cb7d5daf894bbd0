"""The bot's turns in practice and their private messages, without an engine and without Discord."""

import asyncio
import logging
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from bot.delivery.interaction_token_messages import NoInteractionToken
from bot.delivery.private_practice import PrivatePractice
from bot.errors.storage import CannotReplay, DatabaseUnavailable
from bot.jobs import practice
from bot.jobs.practice import PracticePlayer
from bot.services.use_cases.practice import WITHOUT_SEARCH, EngineTurn
from bot.services.values.views import Location, Player, Practice
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.outbox_kinds import NO_CHANNEL, OutboxKind
from bot.store.tables.payloads import Turn
from bot.words import practice as words
from sparring import jit
from sparring.engine import EngineError
from sparring.levels import LEVELS

ANN, BOT = Player(1, "Ann"), Player(2, "Bot")
NOW = datetime(2030, 1, 2, tzinfo=UTC)


class Engine:
    """Engine that records the levels at which it is asked, and fails at some."""

    def __init__(self, *failing):
        self.failing = failing
        self.asked = []

    async def choose(self, record, level, seed, whose):
        self.asked.append((level, seed, whose))
        if level in self.failing:
            raise EngineError("broken")
        return ()


async def leads():
    return True


def player(engine, waiting=None):
    context = SimpleNamespace(
        services=SimpleNamespace(practice=waiting),
        outbox_filled=asyncio.Event(),
        metrics=SimpleNamespace(count_failure=lambda failure: None),
        peers=SimpleNamespace(is_leader=leads),
    )
    return PracticePlayer(context, engine)


def turn_at(level, game_id=7, revision=1):
    game = SimpleNamespace(
        id=game_id,
        revision=revision,
        people=(ANN,),
        record=None,
        ruleset=SimpleNamespace(game="lifeline"),
    )
    return EngineTurn(game, level, BOT)


@pytest.mark.parametrize("level", [each.number for each in LEVELS])
async def test_a_failed_search_is_replaced_once_by_the_strongest_level_without_one(
    level, monkeypatch
):
    monkeypatch.setattr(jit, "is_available", lambda: True)
    engine = Engine(level)
    choosing = player(engine)._choose(turn_at(level))
    if level > WITHOUT_SEARCH:
        assert await choosing == ()
    else:
        with pytest.raises(EngineError):
            await choosing
    levels = [level, WITHOUT_SEARCH] if level > WITHOUT_SEARCH else [level]
    assert engine.asked == [(each, 7, ANN.user_id) for each in levels]


@pytest.mark.parametrize("level", [each.number for each in LEVELS])
async def test_a_level_that_cannot_be_played_here_is_replaced_by_the_strongest(level, monkeypatch):
    monkeypatch.setattr(jit, "is_available", lambda: False)
    engine = Engine()
    await player(engine)._choose(turn_at(level))
    assert [asked for asked, _, _ in engine.asked] == [min(level, WITHOUT_SEARCH)]


class Waiting:
    """Practice use cases with these rounds of games that wait for the bot, each a turn's key.

    A round without keys has no games; a negative key is a game that cannot be replayed.
    """

    def __init__(self, *rounds):
        self.rounds = list(rounds)
        self.left_out = []
        self.played = []
        self.all_read = asyncio.Event()

    async def find_waiting(self, limit, begun, left_out):
        self.left_out.append(set(left_out))
        keys = self.rounds.pop(0) if self.rounds else ()
        if not self.rounds:
            self.all_read.set()
        turns = [turn_at(1, *key) for key in keys if isinstance(key, tuple)]
        return turns, [CannotReplay(-key, "") for key in keys if isinstance(key, int)]

    async def play(self, turn, moves):
        self.played.append((turn.game.id, turn.game.revision))


class SlowEngine(Engine):
    """Engine that thinks until the test lets it answer."""

    def __init__(self):
        super().__init__()
        self.answer = asyncio.Event()
        self.cancelled = []

    async def choose(self, record, level, seed, whose):
        try:
            await self.answer.wait()
        except asyncio.CancelledError:
            self.cancelled.append(seed)
            raise
        return await super().choose(record, level, seed, whose)


@pytest.fixture
def at_once(monkeypatch):
    """Let the bot move without a pause, and read the waiting games only when a turn has ended."""
    monkeypatch.setattr(practice, "SHORTEST_TURN", 0)
    monkeypatch.setattr(practice, "POLL_INTERVAL", None)


async def settle():
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.mark.parametrize("second", [(), ((7, 4),), ((8, 1),)])
async def test_a_search_is_cancelled_when_its_game_has_changed(at_once, second):
    engine, waiting = SlowEngine(), Waiting(((7, 3), (9, 1)), ((9, 1), *second))
    playing = player(engine, waiting)
    for _ in range(2):
        await playing.once()
        await settle()
    assert engine.cancelled == [7]
    engine.answer.set()
    await settle()
    assert sorted(waiting.played) == sorted(((9, 1), *second))


async def test_a_process_that_does_not_lead_plays_no_turn():
    async def follows():
        return False

    waiting = Waiting(((7, 1),))
    playing = player(Engine(), waiting)
    playing._peers = SimpleNamespace(is_leader=follows)
    await playing.once()
    assert (waiting.left_out, playing._tasks) == ([], {})


async def test_the_end_of_an_outage_is_logged(caplog):
    """A second outage would not be logged otherwise."""
    caplog.set_level(logging.INFO, "bot.jobs.practice")
    waiting, rounds = Waiting(), iter([DatabaseUnavailable("full"), None] * 2)
    find = waiting.find_waiting

    async def find_or_fail(*about):
        if (error := next(rounds)) is not None:
            raise error
        return await find(*about)

    waiting.find_waiting = find_or_fail
    playing = player(Engine(), waiting)
    for _ in range(4):
        await playing.once()
    assert [each.levelname for each in caplog.records] == ["WARNING", "INFO"] * 2


@pytest.mark.parametrize("full", [((7, 1), (8, 1)), ((7, 1), -8)])
async def test_the_next_games_are_read_when_a_turn_of_a_full_round_has_ended(
    at_once, full, monkeypatch
):
    monkeypatch.setattr(practice, "MAX_CONCURRENT", 2)
    waiting = Waiting(full, ((9, 1),))
    running = asyncio.create_task(player(Engine(), waiting).run())
    async with asyncio.timeout(10):
        await waiting.all_read.wait()
    await settle()
    running.cancel()
    assert (9, 1) in waiting.played
    assert waiting.left_out[1] == {-each for each in full if isinstance(each, int)}


class Answers(PrivatePractice):
    """Private answers that record the kinds of messages written into them."""

    def __init__(self, game, *, answer=True, left=False, latest=()):
        async def get(_, viewer_id=None):
            assert viewer_id in (None, ANN.user_id)
            return game

        async def find_answer(_):
            return object() if answer else None

        async def has_left(_):
            return left

        async def notify(message):
            self.written.append(("notified", message.kind))

        async def find_latest(*_):
            return latest

        services = SimpleNamespace(
            games=SimpleNamespace(get=get),
            interaction_tokens=SimpleNamespace(find_answer=find_answer, has_left=has_left),
            notifications=SimpleNamespace(notify_another_way=notify),
            history=SimpleNamespace(find_latest=find_latest),
        )
        super().__init__(SimpleNamespace(context=SimpleNamespace(services=services, pictures=None)))
        self.written = []
        self._answers = SimpleNamespace(edit_answer=self._write)

    async def _compose(self, outbox_message, game):
        return outbox_message.kind

    async def _write(self, answer, post):
        self.written.append(post)


def game_at(ply, *, over=False, opening=0, channel=NO_CHANNEL, winner=None):
    return SimpleNamespace(
        id=7,
        practice=Practice(1, 2),
        is_private=channel == NO_CHANNEL,
        location=Location(None, channel),
        to_move=None if over else ANN,
        result="over" if over else None,
        position=SimpleNamespace(ply=ply),
        opening_plies=opening,
        people=(ANN,),
        winner=winner,
        ruleset=SimpleNamespace(game="lifeline"),
    )


def message(kind, ply):
    return OutboxMessage(1, kind, 7, None, ply, Turn(), 1, NOW, Location(None, NO_CHANNEL))


@pytest.mark.parametrize(
    ("sent", "ply", "game", "is_written"),
    [
        (OutboxKind.TURN, 3, game_at(3), True),
        (OutboxKind.UNDONE, 3, game_at(3), True),
        (OutboxKind.UNDONE, 0, game_at(0), True),
        # the game has gone on, or is over: the newest message of the game shows that
        (OutboxKind.TURN, 3, game_at(5), False),
        (OutboxKind.UNDONE, 3, game_at(5), False),
        (OutboxKind.TURN, 5, game_at(3), False),
        (OutboxKind.TURN, 3, game_at(3, over=True), False),
        # the answer that began the game has shown it
        (OutboxKind.TURN, 0, game_at(0), False),
        (OutboxKind.TURN, 4, game_at(4, opening=4), False),
        (OutboxKind.TAKEN_BACK, 3, game_at(3), False),
        (OutboxKind.RESULT, 3, game_at(3, over=True), True),
        (OutboxKind.REVIEW, 3, game_at(3, over=True), True),
        (OutboxKind.RESULT, 3, game_at(3, over=True, channel=5), False),
    ],
)
async def test_a_private_answer_shows_only_what_is_new(sent, ply, game, is_written):
    answers = Answers(game)
    assert await answers.deliver(message(sent, ply))
    assert answers.written == ([sent] if is_written else [])


async def test_a_review_that_was_deleted_changes_no_answer():
    class Deleted(Answers):
        async def _compose(self, outbox_message, game):
            return None

    answers = Deleted(game_at(3, over=True))
    assert await answers.deliver(message(OutboxKind.REVIEW, 3))
    assert answers.written == []


async def test_news_of_practice_waits_for_the_answer_or_tells_who_has_left():
    waiting, gone = game_at(3), game_at(3, over=True)
    with pytest.raises(NoInteractionToken):
        await Answers(waiting, answer=False).deliver(message(OutboxKind.TURN, 3))
    left = Answers(gone, answer=False, left=True)
    assert await left.deliver(message(OutboxKind.RESULT, 3))
    assert left.written == [("notified", OutboxKind.RESULT)]
    assert not await Answers(waiting, answer=False, left=True).deliver(message(OutboxKind.TURN, 3))


@pytest.mark.parametrize("level", [each.number for each in LEVELS])
@pytest.mark.parametrize("searches", [False, True])
async def test_the_next_level_is_offered_only_where_it_can_be_played(level, searches, monkeypatch):
    monkeypatch.setattr(jit, "is_available", lambda: searches)
    game = game_at(9, over=True, winner=ANN)
    game.practice = Practice(1, level)
    strongest = len(LEVELS) if searches else WITHOUT_SEARCH
    expected = level + 1 if level < strongest else None
    assert await Answers(game).level_to_offer(game) == expected


@pytest.mark.parametrize("level", [each.number for each in LEVELS])
def test_the_wins_of_a_level_are_against_the_one_below(level):
    said = words.manner(level, 77)
    assert ("77 of 100" in said) is (level > 1)
    assert (f"against level {level - 1}" in said) is (level > 1)
