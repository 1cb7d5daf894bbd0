"""Private practice: games without a channel, whose messages edit the answer to the last action."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.errors.permissions import NotPlayingHere, TooFast
from bot.errors.refusals import (
    CannotChallenge,
    GameOver,
    GameRunning,
    NoSuchGame,
    NotPractice,
    NotYourGame,
    StaleButton,
)
from bot.messages.notifications import notification_message
from bot.services.steps.private_answers import LIFE
from bot.services.use_cases.delivery.interaction_tokens import PrivateAnswer
from bot.services.use_cases.practice import EngineTurn
from bot.services.values.clocks.clock import Pace
from bot.services.values.games.played_opening import opening_of
from bot.services.values.people.permissions import Rank
from bot.services.values.people.rate_limits import Allowance
from bot.services.values.views import Begins, Location, Player, Terms
from bot.store.tables import games
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox import AWAITING_INTERACTION
from bot.store.tables.outbox_kinds import NO_CHANNEL, OutboxKind
from bot.store.tables.payloads import Reviewed
from rules.moves import parse_turn

ANN, ENGINE = 101, Player(900, "Bot")
SETUP = "a1 c3"


async def begin(world, begins=Begins.CHALLENGER, **options):
    """Start a private game at level 1 as Ann; return it and the interaction."""
    actor = world.act(ANN)
    chosen = {"size": 4, **options}
    game = await world.services.practice.begin(actor, ENGINE, 1, "lifeline", chosen, Terms(begins))
    return game, actor.interaction_id


async def keep(world, game, interaction, *, wide=True):
    answer = PrivateAnswer(interaction, game.id, wide, f"token {interaction}")
    await world.services.interaction_tokens.keep_answer(answer)


async def play(world, game, text=SETUP):
    actor = world.act(ANN)
    await world.games.play(actor, game.id, text)
    return actor.interaction_id


async def test_practice_has_no_channel_and_only_its_player_sees_it(world):
    game, _ = await begin(world)
    assert game.is_private
    assert game.location == Location(None, NO_CHANNEL)
    assert (await world.games.get_visible(world.act(ANN), game.id)).is_private
    with pytest.raises(NoSuchGame):
        await world.games.get_visible(world.act(102), game.id)


async def test_another_level_is_chosen_only_after_the_end_of_ones_own_practice(world):
    find, (game, _) = world.services.practice.get_finished, await begin(world)
    with pytest.raises(GameRunning):
        await find(world.act(ANN), game.id)
    await world.games.resign(world.act(ANN), game.id)
    assert (await find(world.act(ANN), game.id)).id == game.id
    with pytest.raises(NoSuchGame):
        await find(world.act(102), game.id)
    between_people = await world.game(ANN, 102)
    await world.games.resign(world.act(ANN), between_people)
    with pytest.raises(NotPractice):
        await find(world.act(ANN), between_people)


@pytest.mark.parametrize("first", [False, True])
async def test_who_is_blocked_or_plays_many_games_begins_no_practice(world, limits, first):
    practice = world.services.practice
    begin_one = practice.begin_first if first else practice.begin

    def start():
        return begin_one(world.act(ANN), ENGINE, 1, "lifeline", {"size": 4})

    boss = world.act(900, rank=Rank.MODERATOR)
    await world.services.moderation.block(boss, ANN)
    with pytest.raises(NotPlayingHere):
        await start()
    await world.services.moderation.unblock(boss, ANN)
    for number in range(limits.running_games):
        await play(world, await world.games.get(await world.game(ANN, 200 + number)))
    with pytest.raises(CannotChallenge):
        await start()
    assert len(await world.games.find_running(ANN)) == limits.running_games


async def test_terms_that_need_an_opponent_do_not_count_in_practice(world):
    terms = Terms(undo=False, plans=False, rated=True, pace=Pace.BRISK, strict=True, series=3)
    options = {"size": 4}
    game = await world.services.practice.begin(
        world.act(ANN), ENGINE, 1, "lifeline", options, terms
    )
    row = await world.database.read(games.find, game.id)
    assert (row.undo, row.plans, row.rated, row.series) == (True, True, False, 1)
    assert (await world.games.get(game.id)).clock is None


THREAD = Location(7, 6000)


async def shown(world, game, user_id=ANN, place=THREAD):
    return await world.services.practice.show_in(world.act(user_id), game.id, place)


async def test_practice_is_shown_once_with_the_board_as_others_may_see_it(world):
    game, _ = await begin(world)
    await world.posted()
    await play(world, game, "a1")
    first = await shown(world, game)
    again = await shown(world, game, place=Location(7, 6001))

    assert (first.location, again.location, first.is_private) == (THREAD, THREAD, False)
    assert first.position.ply == 1
    assert (await world.games.get_visible(world.act(102), game.id)).position.ply == 0
    (message,) = await world.outbox.take_due(9)
    assert (message.kind, message.ply, message.location) == (OutboxKind.TURN, 0, THREAD)


async def test_the_bots_answer_to_a_turn_is_the_first_board_of_practice_shown_meanwhile(world):
    game, _ = await begin(world)
    await world.posted()
    await play(world, game)
    await shown(world, game)
    assert await world.posted() == []
    ((turn,), _) = await world.services.practice.find_waiting(9)
    await world.services.practice.play(turn, parse_turn("swap", turn.game.position.topology))
    (message,) = await world.outbox.take_due(9)
    assert (message.kind, message.ply, message.location) == (OutboxKind.TURN, 3, THREAD)


async def test_only_the_player_shows_practice_and_only_practice_is_shown(world):
    game, _ = await begin(world)
    with pytest.raises(NoSuchGame):
        await shown(world, game, 102)
    with pytest.raises(NotPractice):
        await shown(world, await world.games.get(await world.game()))
    await world.games.resign(world.act(ANN), game.id)
    with pytest.raises(GameOver):
        await shown(world, game)


async def test_only_the_player_of_finished_practice_goes_on_from_it(world):
    game, _ = await begin(world)
    get_finished = world.services.practice.get_finished
    with pytest.raises(GameRunning):
        await get_finished(world.act(ANN), game.id)
    with pytest.raises(NoSuchGame):
        await get_finished(world.act(102), game.id)
    await shown(world, game)
    await world.games.resign(world.act(ANN), game.id)
    assert (await get_finished(world.act(ANN), game.id)).id == game.id
    with pytest.raises(NotYourGame):
        await get_finished(world.act(102), game.id)
    between_people = await world.game()
    await world.games.resign(world.act(ANN), between_people)
    with pytest.raises(NotPractice):
        await get_finished(world.act(ANN), between_people)


async def test_a_game_between_people_is_not_private(world):
    assert not (await world.games.get(await world.game())).is_private


@pytest.mark.parametrize(
    "other",
    [
        (1, "lifeline", {"size": 5}),
        (1, "lifeline", {"size": 4, "start": "none"}),
        (2, "lifeline", {"size": 4}),
        (1, "asli", {"size": 5}),
    ],
)
async def test_a_first_practice_begins_once_beside_other_games(world, other):
    practice = world.services.practice
    others = [await world.game(), (await practice.begin(world.act(ANN), ENGINE, *other)).id]

    async def first():
        return await practice.begin_first(world.act(ANN), ENGINE, 1, "lifeline", {"size": 4})

    begun = await first()
    assert begun.id not in others
    assert (await first()).id == begun.id
    await play(world, begun)
    assert (await first()).id not in (begun.id, *others)


WHOLE_GAME = ("b3 e5", "b4 d5", "c4", "c5", "a1")  # of size 3


@pytest.mark.parametrize(
    ("turns", "ply", "goes_on"), [(5, 7, False), (5, 6, True), (4, 6, True), (4, 0, True)]
)
async def test_a_game_is_played_on_from_each_position_but_its_end(world, turns, ply, goes_on):
    number = await world.game(size=3)
    for turn, text in enumerate(WHOLE_GAME[:turns]):
        await world.play((ANN, 102)[turn % 2], number, text)
    game = await world.games.get(number)
    opening = opening_of(game.record, ply)

    async def play_on(game, level=1):
        return await world.services.practice.play_on(world.act(ANN), ENGINE, level, game, opening)

    if game.result is None:
        with pytest.raises(GameRunning):
            await play_on(game)
        game = await world.games.resign(world.act(102), number)
    if not goes_on:
        with pytest.raises(GameRunning):
            await play_on(game)
        return
    begun = await play_on(game)
    assert (begun.position.ply, begun.waits_for(ANN), begun.is_private) == (ply, True, True)
    assert (await play_on(game)).id == begun.id
    assert (await play_on(game, 2)).id != begun.id


async def play_on_from_the_start(world, number):
    game = await world.games.get(number)
    opening = opening_of(game.record, 0)
    return await world.services.practice.play_on(world.act(ANN), ENGINE, 1, game, opening)


@pytest.mark.parametrize(
    "other", [{"size": 4}, {"size": 3, "start": "none"}, {"game": "asli", "size": 5}]
)
async def test_practice_with_the_same_moves_by_other_rules_is_another_game(world, other):
    number = await world.game(size=3)
    await world.games.resign(world.act(102), number)
    key, options = other.get("game", "lifeline"), {k: v for k, v in other.items() if k != "game"}
    begun = await world.services.practice.begin(world.act(ANN), ENGINE, 1, key, options)
    played_on = await play_on_from_the_start(world, number)
    assert played_on.id != begun.id
    assert played_on.ruleset == (await world.games.get(number)).ruleset


async def test_the_last_size_is_of_a_game_and_the_last_level_of_any(world):
    service = world.services.practice
    for level, key, size in ((1, "lifeline", 6), (2, "lifeline", 5), (3, "asli", 9)):
        await service.begin(world.act(ANN), ENGINE, level, key, {"size": size})
    await world.game(size=3)
    sizes = [await service.find_last_size(ANN, key) for key in ("lifeline", "asli", "liflina")]
    assert sizes == [5, 9, None]
    assert await service.find_last_level(ANN) == 3
    assert (await service.find_last_size(102, "asli"), await service.find_last_level(102)) == (
        None,
        None,
    )


async def test_the_same_wish_for_practice_delivered_twice_begins_one_game(world):
    async def start(interaction):
        actor = world.act(ANN, interaction=interaction)
        return await world.services.practice.begin(actor, ENGINE, 1, "lifeline", {"size": 4})

    first, again, other = await start(77), await start(77), await start(78)
    assert first.id == again.id != other.id
    assert len(await world.games.find_running(ANN)) == 2


@pytest.mark.parametrize("way", ["begin", "begin_first", "play_on"])
async def test_each_way_to_practice_counts_towards_the_games_per_minute(world, way):
    number = await world.game(size=3)
    await world.games.resign(world.act(102), number)
    world.allowance = Allowance(challenges=1)
    world.restart()

    async def start():
        if way == "play_on":
            return await play_on_from_the_start(world, number)
        begin_one = getattr(world.services.practice, way)
        return await begin_one(world.act(ANN), ENGINE, 1, "lifeline", {"size": 4})

    await start()
    with pytest.raises(TooFast):
        await start()
    world.clock.advance(minutes=1)
    await start()


async def test_a_rematch_of_private_practice_is_private(world):
    game, _ = await begin(world)
    await world.games.resign(world.act(ANN), game.id)
    again = await world.services.history.rematch(world.act(ANN), game.id)
    assert again.is_private
    assert again.id != game.id


@pytest.mark.both_databases
@pytest.mark.parametrize("levels", [(None, 2), (2, None)])
async def test_each_level_has_one_rematch_of_practice(world, levels):
    game, _ = await begin(world)
    await world.games.resign(world.act(ANN), game.id)

    async def rematch(level):
        return await world.services.history.rematch(world.act(ANN), game.id, level=level)

    begun = [await rematch(level) for level in levels]
    assert [each.practice.level for each in begun] == [level or 1 for level in levels]
    assert [(await rematch(level)).id for level in levels] == [each.id for each in begun]


async def test_only_the_answer_to_the_last_action_is_edited(world):
    find = world.services.interaction_tokens.find_answer
    game, first = await begin(world)
    other, its = await begin(world)
    await keep(world, game, first)
    await keep(world, other, its, wide=False)
    assert (await find(game.id)).token == f"token {first}"
    assert not (await find(other.id)).wide

    second = await play(world, game)
    assert await find(game.id) is None  # Discord has not shown the new answer yet
    await keep(world, game, second)
    found = await find(game.id)
    assert (found.token, found.wide, found.game_id) == (f"token {second}", True, game.id)
    # a later interaction without an action, as a repeated one
    await keep(world, game, second + 1)
    assert (await find(game.id)).token == f"token {second + 1}"


async def test_a_token_serves_only_its_life_and_then_the_player_has_left(world, clock):
    tokens = world.services.interaction_tokens
    game, first = await begin(world)
    await keep(world, game, first)
    clock.now += LIFE - timedelta(seconds=1)
    assert await tokens.find_answer(game.id) is not None
    assert not await tokens.has_left(game.id)
    clock.now += timedelta(seconds=1)
    assert await tokens.find_answer(game.id) is None
    assert await tokens.has_left(game.id)


async def test_a_refused_token_is_forgotten(world):
    tokens = world.services.interaction_tokens
    game, first = await begin(world)
    await keep(world, game, first)
    await tokens.discard(await tokens.find_answer(game.id))
    assert await tokens.find_answer(game.id) is None
    assert not await tokens.has_left(game.id)


@pytest.mark.both_databases
async def test_a_message_waits_for_the_answer_to_the_last_action(world):
    game, _ = await begin(world, Begins.OPPONENT)
    turn = await engine_turn(world)
    await world.services.practice.play(turn, legal_turn(turn))
    (message,) = await world.outbox.take_due(10)
    assert (message.kind, message.game_id) == (OutboxKind.TURN, game.id)
    await world.outbox.await_interaction(message, None)
    assert (await world.outbox.counts()) == {AWAITING_INTERACTION: 1}
    other, its = await begin(world)
    await drop_due(world)
    await keep(world, other, its)
    assert await world.outbox.take_due(10) == []

    await keep(world, game, its + 1)

    (message,) = await world.outbox.take_due(10)
    assert message.game_id == game.id
    # the answer has come during the attempt
    await world.outbox.await_interaction(message, None)
    assert [each.id for each in await world.outbox.take_due(10)] == [message.id]


async def test_private_practice_has_no_notifications_beside_its_messages(world):
    game, _ = await begin(world)
    await drop_due(world)
    await world.games.resign(world.act(ANN), game.id)
    (message,) = await world.outbox.take_due(10)
    assert message.kind == OutboxKind.RESULT

    await world.services.notifications.notify_another_way(message)

    assert NotificationKind.OVER in [each.kind for each in await world.outbox.take_due(10)]


@pytest.mark.parametrize("channel", [NO_CHANNEL, 5])
async def test_only_news_of_a_game_in_a_channel_says_that_it_was_not_posted_there(world, channel):
    game, _ = await begin(world)
    await drop_due(world)
    await world.services.locations.move(game.id, Location(None, channel))
    await world.games.resign(world.act(ANN), game.id)
    (message,) = await world.outbox.take_due(10)
    await world.services.notifications.notify_another_way(message)
    (over,) = [each for each in await world.outbox.take_due(10) if each.kind == "over"]
    reviewed = Reviewed(revision=0, undeliverable=True)
    for each in (over, replace(over, kind=NotificationKind.REVIEWED, payload=reviewed)):
        said = notification_message(await world.services.notifications.compose(each)).content
        assert ("in the game's channel" in said) == (channel != NO_CHANNEL)


async def test_a_private_token_posts_nothing(world):
    game, first = await begin(world)
    await keep(world, game, first)
    assert await world.services.interaction_tokens.take(NO_CHANNEL) is None


async def test_a_deleted_person_has_no_answer_left(world):
    game, first = await begin(world)
    await keep(world, game, first)
    await world.services.privacy.delete(ANN)
    assert await world.services.interaction_tokens.find_answer(game.id) is None
    assert await world.services.interaction_tokens.has_left(game.id)


async def engine_turn(world) -> EngineTurn:
    (turn,), _ = await world.services.practice.find_waiting(10)
    return turn


def legal_turn(turn):
    moves, position = [], turn.game.position
    while position.to_move is turn.game.position.to_move:
        moves.append(next(iter(position.legal_moves())))
        position = position.play(moves[-1])
    return tuple(moves)


@pytest.mark.both_databases
async def test_the_bot_answers_once_also_after_its_answer_was_undone(world):
    game, _ = await begin(world, start="none")
    for cell in ("a1", "c3", "b4"):
        await play(world, game, cell)
        turn = await engine_turn(world)
        for _ in range(2):  # a repeated call, as after a lost answer, plays nothing more
            await world.services.practice.play(turn, legal_turn(turn))
        assert (await world.games.get(game.id)).position.ply == 2
        await world.services.undo.undo(world.act(ANN), game.id)
        assert (await world.games.get(game.id)).position.ply == 0


async def drop_due(world):
    for message in await world.outbox.take_due(10):
        await world.outbox.mark_sent(message, None)


async def test_a_turn_that_the_bot_chose_for_another_position_is_not_played(world):
    game, _ = await begin(world)
    await play(world, game)
    stale = await engine_turn(world)
    await world.services.undo.undo(world.act(ANN), game.id)
    await play(world, game, "b2 d4")
    with pytest.raises(StaleButton):
        await world.services.practice.play(stale, parse_turn("swap", game.position.topology))
    fresh = await engine_turn(world)
    assert fresh.game.revision != stale.game.revision
    played = await world.services.practice.play(fresh, legal_turn(fresh))
    assert played.game.to_move.user_id == ANN
