"""Leagues in simulated time: joining, seasons, clocks, tables, promotion, leaving."""

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from bot.errors.permissions import NotManager, NotPlayingHere
from bot.errors.refusals import (
    CannotChallenge,
    CannotDoInLeague,
    NoSuchLeague,
    NotDue,
    NotInLeague,
)
from bot.messages.challenge_card import challenge_card, terms
from bot.messages.confirmations import resign_question
from bot.messages.leagues import league_page
from bot.messages.message_draft import Viewer
from bot.messages.notifications import notification_message
from bot.messages.profile import profile_page
from bot.messages.vacation import vacation
from bot.services.steps import league_ends, league_seasons, league_views
from bot.services.steps.league_tables import standings
from bot.services.use_cases.people import privacy
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import BotDue, Due
from bot.services.values.clocks.quiet_hours import Quiet
from bot.services.values.leagues.groups import Movement, Standing
from bot.services.values.notifications.notification import Postponed
from bot.services.values.people.permissions import Rank
from bot.services.values.people.personal_settings import with_defaults
from bot.services.values.view_builder import AGREED, TIMED_OUT
from bot.services.values.views import Player, Terms
from bot.store.tables import deadlines, games, leagues, outbox, players
from bot.store.tables import ratings as rating_rows
from bot.store.tables.leagues import MemberRow
from bot.store.tables.payloads import OfGroup
from bot.store.tables.ratings import RatingRow
from bot.store.tables.schema import league_places, metadata
from bot.store.tables.schema import league_seasons as seasons_table
from bot.store.tables.schema import leagues as leagues_table
from bot.words import clocks as words_of_clocks
from bot.words import leagues as words
from bot.words import ratings
from bot.words.endings import DELETED, NOT_IN_LEAGUE
from bot.words.languages import speaking
from rules.moves import format_move
from testbed.heartbeats import stay_up
from tests.bot.services.leagues.club import BOSS, CHANNEL, GUILD

ANN, BEN, CAT, DAN, EVE, FAY = range(101, 107)
SIX = (ANN, BEN, CAT, DAN, EVE, FAY)


async def test_a_manager_opens_a_league_and_its_first_season_starts_in_a_week(world, club):
    with pytest.raises(NotManager):
        await world.services.leagues.open(world.act(ANN), CHANNEL, "lifeline", {"size": 5}, 8)
    card = await club.open()
    assert (card.season.number, card.members, card.before) == (1, 0, None)
    assert card.season.begins == world.clock.now + timedelta(days=7)
    with pytest.raises(CannotDoInLeague) as refusal:
        await club.open()
    assert refusal.value.sentence == words.CHANNEL_TAKEN()
    await club.join(*SIX)
    assert await club.running() == []
    await club.wait(days=7)
    assert [sorted(group) for group in await club.groups()] == [list(SIX)]
    assert len(await club.running()) == 15


@pytest.mark.parametrize(
    ("options", "weeks", "refusal"),
    [
        ({"size": 5}, 3, words.wrong_weeks(4, 16)),
        ({"size": 5}, 17, words.wrong_weeks(4, 16)),
        ({"size": 5, "start": "none"}, 8, ratings.cannot_be_rated("uneven")),
    ],
)
async def test_a_league_that_cannot_be_played_is_refused(world, club, options, weeks, refusal):
    with pytest.raises(CannotDoInLeague) as found:
        await club.service.open(club.boss(), CHANNEL, "lifeline", options, weeks)
    assert found.value.sentence == refusal
    with pytest.raises(CannotChallenge):
        await club.service.open(club.boss(), CHANNEL, "lifeline", {"size": 99}, 8)


@pytest.mark.parametrize("weeks", [4, 16])
async def test_a_season_has_from_four_to_sixteen_weeks(club, weeks):
    assert (await club.open(weeks=weeks)).league.weeks == weeks


async def test_an_interaction_opens_one_league_and_a_server_has_at_most_five(world, club):
    boss = world.act(BOSS, rank=Rank.MANAGER)
    for _ in range(2):
        card = await club.service.open(boss, CHANNEL, "lifeline", {"size": 5}, 8)
        assert card.league.id == 1
    for channel in range(20, 24):
        boss = world.act(BOSS, rank=Rank.MANAGER)
        for _ in range(2):
            card = await club.service.open(boss, channel, "lifeline", {"size": 5}, 8)
            assert card.league.location.channel_id == channel
    with pytest.raises(CannotDoInLeague) as refusal:
        await club.service.open(club.boss(), 30, "lifeline", {"size": 5}, 8)
    assert refusal.value.sentence == words.many_leagues(5)


async def test_joining_twice_and_leaving_twice_change_nothing(world, club):
    await club.open()
    for _ in range(2):
        page = await club.service.join(world.act(ANN), club.league)
        assert (page.is_in, page.members) == (True, 1)
    press = world.act(ANN)
    for _ in range(2):
        page = await club.service.leave(press, club.league, 0, resigns=False)
        assert (page.is_in, page.members) == (False, 0)
    for refused in (
        club.service.leave(world.act(ANN), club.league, 0, resigns=False),
        club.service.leavable(world.act(ANN), club.league),
        club.service.stay(world.act(ANN), club.league),
    ):
        with pytest.raises(NotInLeague):
            await refused


@pytest.mark.parametrize("use", ["join", "joinable"])
async def test_strangers_and_blocked_members_cannot_join(world, club, use):
    await club.open()
    join = getattr(club.service, use)
    for stranger in (world.act(ANN, guild=8), world.act(ANN, guild=None)):
        with pytest.raises(NoSuchLeague):
            await join(stranger, club.league)
        with pytest.raises(NoSuchLeague):
            await club.service.page(stranger, club.league)
    with pytest.raises(NoSuchLeague):
        await join(world.act(ANN), 99)
    await club.join(BEN)
    for elsewhere in (world.act(BEN, guild=8), world.act(BEN, guild=None)):
        assert (await club.service.page(elsewhere, club.league)).is_in
        with pytest.raises(NoSuchLeague):
            await join(elsewhere, club.league)
    assert not (await club.service.joinable(world.act(ANN), club.league)).is_in
    await world.services.moderation.block(world.act(BOSS, rank=Rank.MODERATOR), ANN)
    with pytest.raises(NotPlayingHere):
        await join(world.act(ANN), club.league)
    await world.services.league_rulings.remove(club.boss(), club.league, BEN)
    await club.end()
    for person, sentence in ((BEN, words.ENDS_NOW()), (CAT, words.ENDS_NOW())):
        with pytest.raises(CannotDoInLeague) as refusal:
            await join(world.act(person), club.league)
        assert refusal.value.sentence == sentence


async def test_fewer_than_four_players_postpone_the_start_by_a_week(world, club):
    await club.open()
    await club.join(ANN, BEN, CAT)
    await club.posted()
    await club.wait(days=7)
    assert (await club.seasons())[0].begun_at is None
    assert [each.kind for each in await club.posted()] == ["league_card_changed"]
    page = await club.page(ANN)
    assert page.upcoming.begins == world.clock.now + timedelta(days=7)
    await club.join(DAN)
    await club.wait(days=7)
    assert len(await club.running()) == 6


async def test_everybody_is_pinged_once_at_the_start(world, club):
    await club.begin()
    sent = await club.posted()
    kinds = Counter(each.kind for each in sent)
    assert (kinds["league_begun"], kinds["turn"]) == (1, 15)
    for each in sent:
        if each.kind == "turn":
            assert not await world.services.notifications.notify_turn(each)
    view = await club.service.get_group(1, 1)
    assert {each.player.user_id for each in view.rows} == set(SIX)


async def test_a_first_turn_must_come_within_four_days_and_others_within_twelve(world, club):
    await club.begin(people=4)
    game, first, second = (await club.running())[0]
    begun = world.clock.now
    clock = (await world.games.get(game)).clock
    assert clock.ends_at == begun + timedelta(days=4)
    await club.wait(days=3)
    await world.play(first, game, "a1 c3")
    assert (await world.games.get(game)).clock.ends_at == world.clock.now + timedelta(days=4)
    await world.play(second, game, "b4 d2")
    assert (await world.games.get(game)).clock.ends_at == world.clock.now + timedelta(days=12)
    await club.wait(days=12)
    result = (await world.games.get(game)).result
    assert (result.ending, result.winner_seat) == (TIMED_OUT, 1)


async def test_a_vacation_does_not_stop_the_clocks_of_a_league(world, club):
    await club.open()
    await club.join(*SIX[:4])
    await club.wait(days=6)
    terms = Terms(pace=Pace.STANDARD, strict=True)
    before = await world.challenges.propose(  # so that the vacation uses days for strict games
        world.act(ANN), Player(FAY, "Fay"), "lifeline", {"size": 4}, terms
    )
    await world.challenges.accept(world.act(FAY), before.id)
    await world.services.vacations.start(world.act(ANN), world.clock.now + timedelta(days=60))
    await club.wait(days=1)
    other = await world.challenges.propose(
        world.act(BEN), Player(DAN, "Dan"), "lifeline", {"size": 4}, terms
    )
    other = await world.challenges.accept(world.act(DAN), other.id)
    await world.services.vacations.start(world.act(BEN), world.clock.now + timedelta(days=60))
    assert (await world.games.get(other.id)).clock.since is None
    games = [game for game, *people in await club.running() if people[0] in (ANN, BEN)]
    assert games
    clocks = [(await world.games.get(game)).clock for game in games]
    assert all(each.since is not None for each in clocks)
    await club.wait(days=4)
    assert {(await world.games.get(game)).result.ending for game in games} == {TIMED_OUT}


@pytest.mark.parametrize("reminders", ["on", "off"])
async def test_a_person_on_vacation_is_told_of_league_games_and_reminded_of_them(
    world, club, reminders
):
    await world.change_settings(world.act(ANN), reminders=reminders)
    vacations, day = world.services.vacations, timedelta(days=1)
    alone = await vacations.start(world.act(ANN), world.clock.now + 100 * day)
    assert words_of_clocks.LEAGUE_GOES_ON() not in vacation(alone).content
    await club.begin(people=4)
    away = await vacations.get_current(ANN)
    for shown in (away, replace(away, automatic=True)):
        assert words_of_clocks.LEAGUE_GOES_ON() in vacation(shown).content
    mine = {game for game, first, _ in await club.running() if first == ANN}
    await club.wait(days=3, minutes=1)  # of the four days for the first turn
    notified = []
    while messages := await world.outbox.take_due(100):
        for message in messages:
            if message.user_id == ANN and message.kind == "reminder":
                composed = await world.services.notifications.compose(message)
                notified += [each.id for each in composed.games]
            await world.outbox.mark_sent(message, 9000 + message.id)
    assert set(notified) == (mine if reminders == "on" else set())
    assert mine


async def sent(world):
    """Send all due messages as the outbox does; return the pings and notifications to Ann."""
    found, notifications = [], world.services.notifications
    while messages := await world.outbox.take_due(100):
        for message in messages:
            if message.kind == "turn" and await notifications.notify_turn(message):
                found.append(("ping", message.game_id))
            if message.user_id == ANN:
                composed = await notifications.compose(message)
                if isinstance(composed, Postponed):
                    await notifications.postpone(message, composed.delay)
                    continue
                found.append((message.kind, message.game_id))
            await world.outbox.mark_sent(message, 9000 + message.id)
    return found


async def second_of(club):
    """Return a league game in which Ann makes the second turn, and her opponent."""
    return next((game, first) for game, first, second in await club.running() if second == ANN)


async def test_a_person_on_vacation_is_told_of_turns_and_requests_in_league_games_only(world, club):
    await club.begin(people=4)
    game, first = await second_of(club)
    other = await world.game(FAY, ANN)
    await world.services.vacations.start(world.act(ANN), world.clock.now + timedelta(days=9))
    await sent(world)
    for number, opponent, told in ((other, FAY, []), (game, first, [("undeliverable", game)])):
        await world.play(opponent, number, "a1 c3")
        turn = await world.due("turn")
        assert await world.services.notifications.notify_turn(turn) is bool(told)
        await world.services.notifications.notify_another_way(turn)
        await world.outbox.mark_sent(turn, 1)
        assert await sent(world) == told
        await world.services.end_requests.ask(world.act(opponent), number)
        asked = await world.due("end_request")
        silent = await world.services.notifications.suppress_pings(asked, [ANN])
        assert silent == (frozenset() if told else {ANN})
        await world.outbox.mark_sent(asked, 1)


async def test_quiet_hours_delay_a_league_turn_but_a_vacation_does_not(world, club):
    await club.begin()
    game, first = await second_of(club)
    now = world.clock.now.hour * 60 + world.clock.now.minute
    await world.change_settings(world.act(ANN), quiet=Quiet(now, now + 60))
    await sent(world)
    await world.play(first, game, "a1 c3")
    await sent(world)
    await world.services.vacations.start(world.act(ANN), world.clock.now + timedelta(days=9))
    await club.wait(minutes=59)
    assert await sent(world) == []
    await club.wait(minutes=1)
    assert await sent(world) == [("digest", None)]


async def test_no_opponent_in_a_league_is_told_of_a_vacation_that_pauses_nothing(world, club):
    await club.begin(people=4)
    paused = await world.game(ANN, FAY)
    await club.posted()
    await world.services.vacations.start(world.act(ANN), world.clock.now + timedelta(days=9))
    away = [each for each in await club.posted() if each.kind == "away"]
    assert [(each.user_id, each.payload.games) for each in away] == [(FAY, (paused,))]


async def test_every_game_is_over_when_the_season_ends_even_if_nobody_hurries(world, club):
    """Both players use up all their time: turns just within the limits."""
    await club.begin(people=4)
    begun = (await club.seasons())[0].begun_at
    for _ in range(4):
        for game, *_ in await club.running():
            await _play_any(world, (await world.games.get(game)).to_move.user_id, game)
        await club.wait(days=3.9)
    while await club.running():
        for game, *_ in await club.running():
            await _play_any(world, (await world.games.get(game)).to_move.user_id, game)
        await club.wait(days=11.9)
    ended = (await club.seasons())[0].ended_at
    assert ended - begun <= timedelta(weeks=8)


async def _play_any(world, mover, game):
    """Play the first legal turn."""
    view = await world.games.get(game)
    position, moves = view.position, []
    while position.seat_to_move == view.position.seat_to_move and position.outcome() is None:
        move = next(iter(position.legal_moves()))
        moves.append(format_move(move, position.topology))
        position = position.play(move)
    await world.play(mover, game, " ".join(moves))


async def test_an_outage_moves_the_end_of_a_season(world, club):
    await club.begin(people=4)
    planned = (await club.page(ANN)).running.ends
    world.clock.advance(days=2)
    await world.services.deadlines.record_heartbeat()
    await club.tick()
    assert len(await club.running()) == 6  # none is lost on time
    assert (await club.page(ANN)).running.ends == planned + timedelta(days=2)


@pytest.mark.both_databases
async def test_the_table_and_the_next_season_follow_from_the_games(world, club):
    await club.begin()
    await club.finish()  # of two players the lower id resigns
    table = await club.table()
    assert [each.player.user_id for each in table.rows] == list(SIX[::-1])
    assert [each.line.points for each in table.rows] == [5, 4, 3, 2, 1, 0]
    assert [each.user_id for each in table.champions] == [FAY]
    season, following = await club.seasons()
    assert season.ended_at == world.clock.now
    page = await club.page(ANN)
    assert page.is_in
    assert page.upcoming.begins == world.clock.now + timedelta(days=7)
    assert page.champions == ((1, table.champions),)
    assert not page.is_playing
    assert page.table.season.number == 1
    assert page.others == ()
    await club.wait(days=7)
    assert await club.groups(2) == [list(SIX[::-1])]
    assert following.number == 2


async def test_a_profile_counts_the_seasons_that_its_person_won(world, club):
    async def won(person):
        shown = await world.services.ratings.profile(world.act(ANN), person)
        page = profile_page(shown, "Name", Viewer(ANN, with_defaults({})), is_me=False)
        for number in (1, 2):
            told = words.championships(number) in page.content.splitlines()
            assert told is (shown.championships == number)
        return shown.championships

    await club.begin(people=4)
    first, *_, last = sorted(each for group in await club.groups() for each in group)
    assert await won(last) == 0  # the season runs
    await club.finish()
    assert [await won(each) for each in (first, last)] == [0, 1]
    await club.wait(days=7)
    await club.finish()
    assert [await won(each) for each in (first, last)] == [0, 2]


async def test_registration_opens_once_and_only_for_a_season_in_progress(world, club):
    async def open_next():
        await club.open_next()
        return len(await club.seasons())

    await club.open()
    await club.join(*SIX[:4])
    assert await open_next() == 1  # it has not begun
    await club.wait(days=7)
    assert [await open_next(), await open_next()] == [2, 2]
    await club.finish()
    assert await open_next() == 2


async def test_league_games_are_strict_and_rated_with_plans_and_without_undo(world, club):
    await club.begin(people=4)
    for game, *_ in await club.running():
        found = await world.games.get(game)
        assert (found.undo, found.plans, found.rated) == (False, True, True)
        assert (found.clock.strict, found.clock.pace) == (True, Pace.SEASON)


async def test_a_league_game_ends_without_a_result_only_if_both_agree(world, club):
    await club.begin(people=4)
    game, first, second = (await club.running())[0]
    (buttons,) = resign_question(await world.games.get_own(world.act(first), game), first).rows
    assert [each.id.kind for each in buttons] == ["resign-yes", "end-ask", "keep"]
    with pytest.raises(NotDue) as refusal:
        await world.games.leave(world.act(first), game)
    assert refusal.value.sentence == NOT_IN_LEAGUE()
    await world.services.end_requests.ask(world.act(first), game)
    ended = await world.services.end_requests.accept(world.act(second), game)
    assert ended.result.ending == AGREED


async def test_a_page_has_the_games_in_which_its_reader_is_to_move_first(club):
    await club.begin()
    turns = {each: [game.my_turn for game in (await club.page(each)).games] for each in SIX}
    assert all(found == sorted(found, reverse=True) for found in turns.values())
    assert any(True in found and False in found for found in turns.values())


async def test_a_page_tells_the_next_start_before_its_registration_opens(world, club):
    await club.begin(people=4)
    page = await club.page(ANN)
    assert page.upcoming.begins == page.running.ends + timedelta(days=7)


async def test_the_end_of_a_season_moves_the_start_on_the_card_of_the_next(world, club):
    await club.begin(people=4)
    await club.open_next()
    await club.posted()
    await club.finish()
    await club.wait(minutes=1)
    assert "league_card_changed" in [each.kind for each in await club.posted()]
    page = await club.page(ANN)
    assert page.upcoming.begins == world.clock.now - timedelta(minutes=1) + timedelta(days=7)


async def test_a_page_has_the_champions_of_the_last_five_seasons_and_the_next_season(world, club):
    await club.begin(people=4)
    for number in range(1, 7):
        page = await club.page(ANN)
        assert (page.running.number, page.upcoming.number) == (number, number + 1)
        await club.finish()
        await club.wait(days=7)
    await club.finish()
    assert [number for number, _ in (await club.page(ANN)).champions] == [7, 6, 5, 4, 3]


async def test_a_table_is_seen_in_its_server_and_by_players_elsewhere(world, club):
    await club.begin(people=4)
    (season,) = await club.seasons()
    for viewer in (world.act(EVE), world.act(ANN, guild=8), world.act(ANN, guild=None)):
        view, organises = await club.service.table(viewer, season.id, 1)
        assert (len(view.rows), organises) == (4, False)
    for stranger in (world.act(EVE, guild=8), world.act(EVE, guild=None)):
        with pytest.raises(NoSuchLeague):
            await club.service.table(stranger, season.id, 1)
    for season_id, group in ((season.id, 2), (season.id, 0), (season.id + 1, 1)):
        with pytest.raises(NoSuchLeague):
            await club.service.table(world.act(ANN), season_id, group)


async def test_who_has_left_and_is_deleted_later_stays_out_of_the_table(world, club):
    await club.begin()
    await club.service.leave(world.act(ANN), club.league, 1, resigns=True)
    before = (await club.table()).rows
    world.clock.advance(hours=1)
    await world.services.privacy.delete(ANN)
    after = (await club.table()).rows
    assert [each.line for each in after] == [each.line for each in before]
    assert [each.has_left for each in after].count(True) == 1


async def test_who_is_deleted_after_a_season_has_not_left_it(world, club):
    await club.begin(people=4)
    await club.finish()
    await club.wait(days=7)
    await world.services.privacy.delete(ANN)
    assert not any(each.has_left for each in (await club.table(number=1)).rows)
    assert [each.has_left for each in (await club.table(number=2)).rows].count(True) == 1


async def test_the_leagues_of_a_deleted_server_leave_nothing(world, club):
    tables = [each for each in metadata.sorted_tables if each.name.startswith("league")]

    async def count(tx):
        rows = [await tx.connection.scalar(select(func.count()).select_from(t)) for t in tables]
        return dict(zip((each.name for each in tables), rows, strict=True))

    await club.begin(people=4)
    await club.end()
    assert 0 not in (await world.database.read(count)).values()
    assert len(await world.database.write(leagues.erase_server, GUILD)) == 1
    assert set((await world.database.read(count)).values()) == {0}
    assert await club.service.get_group(1, 1) is None
    assert await club.service.get_card(1) is None


async def test_a_page_has_only_the_games_of_its_league(world, club):
    await club.begin(people=4)
    other = await world.game(ANN, BEN)
    page = await club.page(ANN)
    assert len(page.games) == 3
    assert other not in [each.id for each in page.games]


async def test_a_drawn_season_has_several_champions_and_a_closed_game_gives_no_points(world, club):
    async def won(person):
        return (await world.services.ratings.profile(world.act(person), person)).championships

    await club.begin(people=4)
    numbers = [game for game, *_ in await club.running()]
    _, loser, leader = (await club.running())[0]
    await world.games.resign(world.act(loser), numbers[0])
    assert await won(leader) == 0  # the season is not over
    await club.finish()
    for number in numbers:
        await world.set_game(number, ending="repetition", winner_seat=None)
    assert [each.line.points for each in (await club.table()).rows] == [1.5] * 4
    assert [await won(each) for each in SIX[:4]] == [1] * 4
    assert sorted(each.user_id for each in (await club.table()).champions) == [*SIX[:4]]

    for number in numbers:
        await world.set_game(number, ending="closed", winner_seat=None)
    assert [each.line.points for each in (await club.table()).rows] == [0] * 4


async def test_a_league_of_another_server_is_seen_only_by_its_own_players(world, club):
    elsewhere = world.act(BOSS, guild=8, rank=Rank.MANAGER)
    other = (await club.service.open(elsewhere, 60, "lifeline", {"size": 4}, 8)).league.id
    await club.service.join(world.act(BEN, guild=8), other)
    await club.open()
    await club.join(ANN)
    assert (await club.service.page(world.act(ANN, guild=8), club.league)).is_in
    with pytest.raises(NoSuchLeague):
        await club.service.page(world.act(BEN, guild=8), club.league)
    with pytest.raises(NoSuchLeague):
        await club.service.page(world.act(CAT, guild=8), club.league)


async def test_one_who_has_left_sees_the_league_elsewhere_until_the_season_ends(world, club):
    await club.begin(people=4)
    await club.service.leave(world.act(ANN), club.league, 1, resigns=False)
    elsewhere = world.act(ANN, guild=8)
    assert (await club.service.page(elsewhere, club.league)).is_playing
    await club.finish()
    with pytest.raises(NoSuchLeague):
        await club.service.page(elsewhere, club.league)


async def test_the_league_of_a_channel_comes_before_ones_own_and_others(world, club):
    first = (await club.open(channel=5)).league.id
    second = (await club.open(channel=6)).league.id
    await club.join(ANN)  # the second
    for person, channel, shown in (
        (ANN, 5, first),
        (ANN, 6, second),
        (ANN, 9, second),
        (BEN, 9, first),
    ):
        page = await club.service.page(world.act(person, channel=channel))
        assert page.league.id == shown


async def test_a_league_that_is_over_comes_after_the_one_that_goes_on(world, club):
    old = (await club.open(channel=5)).league.id
    await club.join(ANN)
    await club.end(old)
    new = (await club.open(channel=5)).league.id
    elsewhere = (await club.open(channel=6)).league.id
    page = await club.service.page(world.act(ANN, channel=5))
    assert [page.league.id, *(each.id for each in page.others)] == [new, elsewhere, old]


async def test_a_private_page_without_a_league_says_where_to_ask(world, club):
    for guild, sentence in ((None, words.NO_LEAGUE_OF_YOURS()), (GUILD, words.NO_LEAGUE())):
        with pytest.raises(CannotDoInLeague) as refusal:
            await club.service.page(world.act(ANN, guild=guild))
        assert refusal.value.sentence == sentence


async def test_a_vacation_delays_no_news_of_a_league(world, club):
    await club.open()
    await club.join(*SIX[:4])
    await world.services.vacations.start(world.act(ANN), world.clock.now + timedelta(days=60))
    await club.wait(days=7)
    (begun,) = [each for each in await world.outbox.take_due(99) if each.kind == "league_begun"]
    assert await world.services.notifications.suppress_pings(begun, SIX[:4]) == frozenset()
    await world.outbox.mark_sent(begun, 1)
    await club.wait(days=5)
    asked = [each for each in await world.outbox.take_due(99) if each.kind == "league_asked"]
    for each in asked:
        assert (await world.services.notifications.compose(each)).ping
    assert ANN in {each.user_id for each in asked}


async def test_registration_for_the_next_season_opens_half_way(world, club):
    await club.begin(people=4)
    assert len(await club.seasons()) == 1
    await _keep_alive(world, club, rounds=9)  # 27 days
    assert len(await club.seasons()) == 1
    await _keep_alive(world, club, rounds=1)
    following = (await club.seasons())[1]
    assert following.begun_at is None
    (card,) = [each for each in await club.posted() if each.kind == "league_card"][1:]
    view = await club.service.get_card(card.payload.season)
    assert view.before.number == 1
    assert view.season.begins == view.before.ends + timedelta(days=7)


async def test_a_season_that_ends_early_brings_the_planned_next_one_forward(world, club):
    await club.begin(people=4)
    await _keep_alive(world, club, rounds=10)
    planned = (await club.page(ANN)).upcoming.begins
    await club.finish()
    begins = world.clock.now + timedelta(days=7)
    assert begins < planned
    assert (await club.page(ANN)).upcoming.begins == begins
    await club.wait(days=7)
    assert len(await club.running()) == 6


async def _keep_alive(world, club, rounds):
    """Let every player to move make a turn, every third day."""
    for _ in range(rounds):
        for game, *_ in await club.running():
            await _play_any(world, (await world.games.get(game)).to_move.user_id, game)
        await club.wait(days=3)


async def test_an_organiser_is_one_in_every_group(club):
    await club.begin(people=12)
    season = (await club.seasons())[0]
    found = [(await club.service.table(club.boss(), season.id, group))[1] for group in (1, 2)]
    assert found == [True, True]


async def test_the_page_has_the_table_of_ones_own_group_or_else_of_the_highest(club):
    await club.begin(people=12)
    high, low = await club.groups()
    shown = [(await club.page(each)).table.group for each in (high[0], low[0], BOSS)]
    assert shown == [1, 2, 1]


async def test_promotion_between_groups(world, club):
    await club.begin(people=12)
    high, low = await club.groups()
    assert await groups_told(club, "league_begun") == [(1, 1), (1, 2)]
    await club.finish()
    assert await groups_told(club, "league_ended") == [(1, 1), (1, 2)]
    (over, _), (up, stay, down) = await club.seasons(), (Movement.UP, Movement.STAY, Movement.DOWN)
    assert await world.database.read(standings, over) == [
        Standing(player, group, order, movement, lowest=group == 2)
        for group, people, moves in (
            (1, high, [stay] * 4 + [down] * 2),
            (2, low, [up] * 2 + [stay] * 4),
        )
        for order, (player, movement) in enumerate(
            zip(sorted(people, reverse=True), moves, strict=True)
        )
    ]
    await club.wait(days=7)
    new_high, new_low = await club.groups(2)
    assert set(new_high) == set(sorted(high)[2:]) | set(sorted(low)[-2:])
    assert set(new_low) == set(sorted(high)[:2]) | set(sorted(low)[:-2])
    assert (await club.table(1)).rows[-1].movement == 1


async def groups_told(club, kind):
    """Mark all messages as sent; return the seasons and groups of one kind of them."""
    payloads = [each.payload for each in await club.posted() if each.kind == kind]
    return [(each.season, each.group) for each in payloads]


@pytest.mark.both_databases
async def test_two_processes_begin_a_season_and_its_games_once(world, club):
    _, other = world.open()
    await club.open()
    await club.join(*SIX)
    await club._at(world.clock.now + timedelta(days=7))
    handled = 0
    while due := await world.services.deadlines.find_due(9):
        world.clock.advance(seconds=1)
        first, second = (each.deadlines.handle(due[0]) for each in (world.services, other))
        handled += sum(await asyncio.gather(first, second))
    assert handled == 1 + 15 // league_seasons.GAMES_AT_ONCE + 1
    assert len(await club.running()) == 15
    kinds = Counter(each.kind for each in await club.posted())
    assert (kinds["league_begun"], kinds["turn"]) == (1, 15)


async def test_leaving_a_season_resigns_the_rest_and_takes_the_results_out(world, club):
    await club.begin()
    page = await club.service.leavable(world.act(ANN), club.league)
    assert page.is_playing
    await club.service.leave(world.act(ANN), club.league, 1, resigns=True)
    assert all(ANN not in people for _, *people in await club.running())
    page = await club.page(ANN)
    assert (page.is_in, page.is_playing) == (False, False)  # no button to leave again
    table = await club.table()
    own = next(each for each in table.rows if each.player.user_id == ANN)
    assert (own.line.place, own.has_left) == (None, True)
    assert {each.line.points for each in table.rows} == {0}
    await club.finish()
    await club.wait(days=7)
    assert ANN not in (await club.groups(2))[0]


async def test_leaving_ends_no_games_of_other_groups(world, club):
    await club.begin(people=8)
    first, second = await club.groups()
    await club.service.leave(world.act(first[0]), club.league, 1, resigns=True)
    running = [people for _, *people in await club.running()]
    assert len([people for people in running if second[0] in people]) == len(second) - 1
    assert len([people for people in running if first[1] in people]) == len(first) - 2


async def test_one_who_leaves_late_keeps_the_results(world, club):
    await club.begin()
    own = [game for game in await club.running() if ANN in game[1:]]
    for game, *people in own[:3]:
        (other,) = set(people) - {ANN}
        await world.games.resign(world.act(other), game)
    await club.service.leave(world.act(ANN), club.league, 1, resigns=True)
    line = next(e.line for e in (await club.table()).rows if e.player.user_id == ANN)
    assert (line.won, line.lost, line.place) == (3, 2, 1)


async def test_only_games_resigned_by_leaving_count_as_given_up(world, club):
    await club.begin()
    own = [game for game in await club.running() if ANN in game[1:]]
    for game, *_ in own[:3]:
        await world.games.resign(world.act(ANN), game)
    world.clock.advance(hours=1)
    await club.service.leave(world.act(ANN), club.league, 1, resigns=True)
    line = next(e.line for e in (await club.table()).rows if e.player.user_id == ANN)
    assert (line.lost, line.place is None) == (5, False)


async def test_leaving_for_the_next_season_keeps_the_games(world, club):
    await club.begin()
    await club.service.leave(world.act(ANN), club.league, 1, resigns=False)
    assert len(await club.running()) == 15
    page = await club.page(ANN)
    assert (page.is_in, page.is_playing, len(page.games)) == (False, True, 5)
    elsewhere = await club.service.page(world.act(ANN, guild=None), club.league)
    assert (page.is_here, elsewhere.is_here) == (True, False)
    await club.service.leavable(world.act(ANN), club.league)
    await club.service.leave(world.act(ANN), club.league, 1, resigns=True)
    assert all(ANN not in people for _, *people in await club.running())


async def test_a_season_that_begins_after_the_question_refuses_the_answer(world, club):
    await club.open()
    await club.join(*SIX)
    await club.wait(days=7)
    with pytest.raises(CannotDoInLeague) as refusal:
        await club.service.leave(world.act(ANN), club.league, 0, resigns=False)
    assert refusal.value.sentence == words.LEAVE_AGAIN()
    assert (await club.page(ANN)).is_in


async def test_a_season_that_ends_after_the_question_refuses_the_answer(world, club):
    await club.begin(people=4)
    await club.finish()
    with pytest.raises(CannotDoInLeague) as refusal:
        await club.service.leave(world.act(ANN), club.league, 1, resigns=False)
    assert refusal.value.sentence == words.LEAVE_AGAIN()
    assert (await club.page(ANN)).is_in


async def join_late(world, club):
    await club.join(FAY)


async def leave_after_the_season(world, club):
    await club.service.leave(world.act(BEN), club.league, 1, resigns=False)


async def answer_the_question(world, club):
    member = await world.database.read(leagues.find_member, club.league, ANN)
    await world.database.write(leagues.ask, member, world.clock.now)
    await club.service.stay(world.act(ANN), club.league)


async def remove_a_player(world, club):
    await world.services.league_rulings.remove(club.boss(), club.league, CAT)


async def block_a_player(world, club):
    await world.services.moderation.block(world.act(BOSS, rank=Rank.MODERATOR), DAN)


async def block_and_unblock_a_player(world, club):
    await block_a_player(world, club)
    await world.services.moderation.unblock(world.act(BOSS, rank=Rank.MODERATOR), DAN)


async def delete_a_player(world, club):
    await world.services.privacy.delete(DAN)


async def remove_the_bot_for_a_moment(world, club):
    await world.services.servers.record_removal(GUILD)
    await world.services.servers.record_join(GUILD)


async def remove_the_bot_while_it_is_down(world, club):
    await world.services.servers.record_removal(GUILD)
    await world.services.servers.compare([GUILD])


@pytest.mark.parametrize(
    ("act", "members"),
    [
        (join_late, 5),
        (leave_after_the_season, 3),
        (answer_the_question, 4),
        (remove_a_player, 3),
        (block_a_player, 3),
        (block_and_unblock_a_player, 4),
        (delete_a_player, 3),
        (remove_the_bot_for_a_moment, 4),
        (remove_the_bot_while_it_is_down, 4),
    ],
)
async def test_a_change_of_members_changes_the_card(world, club, act, members):
    await club.begin(people=4)
    await club.open_next()
    await club.posted()
    await act(world, club)
    # several people who come at once make one edit
    assert "league_card_changed" not in [each.kind for each in await club.posted()]
    await club.wait(seconds=5)
    (changed,) = [each for each in await club.posted() if each.kind == "league_card_changed"]
    assert (await club.service.get_card(changed.payload.season)).members == members


async def cards(club):
    """Mark all messages as sent; return the cards for joining among them."""
    return [each for each in await club.posted() if each.kind == "league_card"]


@pytest.mark.both_databases
async def test_a_deletion_in_several_transactions_changes_the_card_too(world, club, monkeypatch):
    monkeypatch.setattr(privacy, "ROWS_AT_ONCE", 1)
    await club.open()
    await club.join(*SIX)
    await world.challenge(DAN, ANN)
    await world.challenge(DAN, BEN)
    await club.wait(seconds=5)
    await club.posted()
    assert (await world.services.privacy.count_rows(DAN)).is_large
    await world.services.privacy.delete(DAN)
    await club.wait(seconds=5)
    (changed,) = [each for each in await club.posted() if each.kind == "league_card_changed"]
    assert (await club.service.get_card(changed.payload.season)).members == 5


async def test_the_card_counts_no_one_who_is_asked_whether_they_still_play(world, club):
    await club.begin(people=5)
    await club.open_next()
    await club.posted()
    await club.wait(days=5)
    asked = {each.user_id for each in await club.posted() if each.kind == "league_asked"}
    assert asked
    card = await club.service.get_card((await club.seasons())[1].id)
    assert card.members == 5 - len(asked)


async def test_a_season_in_progress_has_no_card_that_was_never_posted(world, club):
    await club.open()
    card = await world.due("league_card")
    await club.join(*SIX)
    await world.outbox.mark_dead(card, "no permission")
    await world.services.league_rulings.start(club.boss(), club.league, 1)
    assert await cards(club) == []


async def test_a_card_that_could_not_be_posted_is_posted_after_the_next_change(world, club):
    await club.open()
    card = await world.due("league_card")
    await world.outbox.mark_dead(card, "no permission")
    await club.join(ANN)
    assert len(await cards(club)) == 1
    await club.join(BEN)
    await club.wait(seconds=5)
    assert await cards(club) == []


@pytest.mark.parametrize("is_being_sent", [False, True])
async def test_a_card_that_is_not_posted_yet_is_posted_once(world, club, is_being_sent):
    await club.open()
    taken = await world.outbox.take_due(1) if is_being_sent else []
    await club.join(ANN, BEN)
    assert len(await cards(club)) == 1 - len(taken)


async def test_a_card_that_is_gone_is_posted_anew_and_no_one_is_told_that_the_channel_is_gone(
    world, club
):
    await club.open()
    await club.posted()
    await club.join(ANN)
    await club.wait(seconds=5)
    change = await world.due("league_card_changed")
    await world.services.notifications.notify_another_way(change)
    await world.outbox.mark_dead(change, "Unknown Message")
    sent = await club.posted()
    assert [each.kind for each in sent] == ["league_card"]
    assert await club.service.get_message(sent[0].payload.season) == 9000 + sent[0].id


@pytest.mark.parametrize("state", ["begun", "ending"])
async def test_a_card_with_which_no_one_can_join_is_not_posted_anew(world, club, state):
    if state == "begun":
        await club.begin(people=4)
        await club.posted()
    else:
        await club.open()
        await club.posted()
        await club.end()
    await club.wait(seconds=5)
    due = [each for each in await world.outbox.take_due(9) if each.kind == "league_card_changed"]
    for change in due:
        await world.services.notifications.notify_another_way(change)
        await world.outbox.mark_dead(change, "Unknown Message")
    assert [each.kind for each in await club.posted()] == []


async def test_a_start_that_cannot_be_posted_is_told_to_each_player_in_person(world, club):
    await club.open()
    await club.join(*SIX)
    await world.change_settings(world.act(FAY), turns="none")
    await club.wait(days=7)
    (begun,) = [each for each in await world.outbox.take_due(99) if each.kind == "league_begun"]
    await club.service.leave(world.act(BEN), club.league, 1, resigns=True)
    await world.services.notifications.notify_another_way(begun)
    await world.outbox.mark_dead(begun, "the channel is gone")
    told = [each for each in await club.posted() if each.kind == "league_begun_dm"]
    assert sorted(each.user_id for each in told) == sorted({*SIX} - {BEN, FAY})


async def test_those_who_are_told_of_the_start_later_are_told_once(world, club):
    await club.open()
    await club.join(*SIX)
    await club.wait(days=7)
    (begun,) = [each for each in await world.outbox.take_due(99) if each.kind == "league_begun"]
    assert await world.services.notifications.suppress_pings(begun, SIX, [ANN]) == {ANN}
    await world.services.notifications.notify_another_way(begun)
    await world.outbox.mark_dead(begun, "the channel is gone")
    told = [each for each in await club.posted() if each.kind == "league_begun_dm"]
    assert sorted(each.user_id for each in told) == sorted(SIX)


async def test_a_deleted_person_is_not_in_the_message_that_begins_a_season(world, club):
    await club.begin(people=6)
    (begun,) = [each for each in await world.outbox.take_due(99) if each.kind == "league_begun"]
    await world.services.notifications.suppress_pings(begun, SIX, [ANN, BEN])
    await world.services.privacy.delete(ANN)
    left = await world.database.read(outbox.find_payload, begun, OfGroup)
    assert left.held == (BEN,)


async def test_a_member_whom_moderators_block_does_not_count(world, club):
    await club.open()
    await club.join(*SIX[:4])
    season = (await club.seasons())[0]
    await block_a_player(world, club)
    assert (await club.service.get_card(season.id)).members == 3
    assert not (await club.page(DAN)).is_in
    assert (await club.page(ANN)).is_in


@pytest.mark.parametrize(("attempts", "edits"), [(1, 0), (2, 1)])
async def test_a_card_posted_at_a_second_attempt_is_edited(world, club, attempts, edits):
    await club.open()
    (card,) = await world.outbox.take_due(20)
    for _ in range(attempts - 1):
        await world.outbox.retry(card, timedelta(0), "lost answer")
        (card,) = await world.outbox.take_due(20)
    await world.outbox.mark_sent(card, 9000)
    await club.wait(seconds=5)
    changed = [each for each in await club.posted() if each.kind == "league_card_changed"]
    assert len(changed) == edits


async def test_one_who_leaves_before_their_games_begin_gets_none(world, club):
    await club.open()
    await club.join(*SIX)
    season = (await club.seasons())[0]
    league = await world.database.read(leagues.find, club.league)
    now = world.clock.now
    await world.database.write(league_seasons.begin_season, league, season, now)
    await club.service.leave(world.act(ANN), club.league, 1, resigns=True)
    await club.tick()
    assert len(await club.running()) == 10


async def test_a_season_ends_whose_players_are_deleted_before_their_games_begin(world, club):
    await club.open()
    await club.join(*SIX[:4])
    season = (await club.seasons())[0]
    league = await world.database.read(leagues.find, club.league)
    await world.database.write(league_seasons.begin_season, league, season, world.clock.now)
    for each in SIX[:4]:
        await world.services.privacy.delete(each)
    await club.tick()
    assert await club.running() == []
    assert (await club.seasons())[0].ended_at == world.clock.now


async def test_a_season_goes_on_while_games_are_still_to_begin(world, club):
    await club.open()
    await club.join(*SIX)
    season = (await club.seasons())[0]
    league = await world.database.read(leagues.find, club.league)
    await world.database.write(league_seasons.begin_season, league, season, world.clock.now)
    (batch,) = await world.services.deadlines.find_due(20)
    await world.services.deadlines.handle(batch)
    await club.finish()
    assert (await club.seasons())[0].is_running
    await club.tick()
    assert len(await club.running()) == 15 - league_seasons.GAMES_AT_ONCE


async def test_two_games_lost_on_time_ask_once_and_silence_ends_the_membership(world, club):
    await club.begin()
    await club.posted()
    silent = (await club.groups())[0][0]
    others = [game for game in await club.running() if silent not in game[1:]]
    for game, first, _ in others:
        await world.games.resign(world.act(first), game)
    await club.wait(days=4)
    for game, *people in await club.running():
        (other,) = set(people) - {silent}
        if (await world.games.get(game)).to_move.user_id == other:
            await _play_any(world, other, game)
    await club.wait(days=4)
    asked = [each for each in await club.posted() if each.kind == "league_asked"]
    assert [each.user_id for each in asked].count(silent) == 1
    page = await club.page(silent)
    assert (page.is_in, page.is_asked) == (False, True)
    await club.service.stay(world.act(silent), club.league)
    page = await club.page(silent)
    assert (page.is_in, page.is_asked) == (True, False)
    member = await world.database.read(leagues.find_member, club.league, silent)
    world.clock.advance(hours=1)
    await club.service.stay(world.act(silent), club.league)  # a second press
    assert await world.database.read(leagues.find_member, club.league, silent) == member
    with pytest.raises(NotInLeague):
        await club.service.stay(world.act(77), club.league)


@pytest.mark.parametrize("earlier", [0, -1])
async def test_the_last_two_games_ask_whatever_the_earlier_ones_were(world, club, earlier):
    await club.begin(people=4)
    await club.posted()
    silent = (await club.groups())[0][0]
    own = [game for game, *people in await club.running() if silent in people]
    await world.games.resign(world.act(silent), own[earlier])
    for game, first, second in await club.running():
        if game not in own:
            await world.games.resign(world.act(first), game)
        elif (await world.games.get(game)).to_move.user_id != silent:
            await _play_any(world, second if first == silent else first, game)
    await club.wait(days=5)
    asked = [each.user_id for each in await club.posted() if each.kind == "league_asked"]
    assert asked == [silent]


@pytest.mark.parametrize("annulled", [False, True])
async def test_an_annulled_loss_on_time_is_no_reason_to_ask(world, club, annulled):
    await club.begin(people=4)
    silent = (await club.groups())[0][0]
    won, *lost = [(game, people) for game, *people in await club.running() if silent in people]
    (opponent,) = {*won[1]} - {silent}
    await world.games.resign(world.act(opponent), won[0])
    for number, (game, _) in enumerate(lost):
        world.clock.advance(hours=1)
        await world.games.resign(world.act(silent), game)
        await world.set_game(game, ending=TIMED_OUT)
        if annulled and number == 0:
            await world.services.league_rulings.annul(club.boss(), club.league, game)

    async def follow(tx):
        row = await games.find(tx, game)
        await league_ends.follow_league_game(tx, row, world.clock.now)

    await world.database.write(follow)
    assert (await club.page(silent)).is_asked is not annulled


async def test_a_silent_player_is_not_in_the_next_season_until_they_answer(world, club):
    await club.begin(people=5)
    await club.wait(days=9)  # no player moves at all
    assert await club.running() == []
    asked = [each.user_id for each in await club.posted() if each.kind == "league_asked"]
    assert sorted(set(asked)) == sorted(asked)
    assert (await club.page(ANN)).members == 5 - len(asked)
    await club.wait(days=8)
    assert (await club.seasons())[1].begun_at is None
    for each in (*asked, *SIX):
        await club.service.join(world.act(each), club.league)
    await club.wait(days=7)
    assert (await club.seasons())[1].begun_at is not None


async def test_one_who_leaves_after_the_season_is_not_asked_whether_they_still_play(world, club):
    await club.begin(people=4)
    await club.service.leave(world.act(ANN), club.league, 1, resigns=False)
    await club.wait(days=9)  # no player moves at all
    assert await club.running() == []
    asked = [each.user_id for each in await club.posted() if each.kind == "league_asked"]
    assert asked
    assert ANN not in asked


async def test_deleted_accounts_are_deleted_players_in_tables_and_champions(world, club):
    await club.begin()
    for each in (BEN, ANN):
        await world.services.privacy.delete(each)
    await club.finish()
    table = await club.table()
    assert [each.player.user_id for each in table.rows].count(0) == 2
    with speaking("de"):
        rows = (await club.table()).rows
        assert {each.player.name for each in rows if not each.player.user_id} == {DELETED()}
    assert all(each.line.place is None for each in table.rows if each.player.user_id == 0)
    await world.services.privacy.delete(FAY)
    (page,) = [await club.page(CAT)]
    ((_, champions),) = page.champions
    assert [each.user_id for each in champions] == [0]
    await club.wait(days=7)
    assert sorted((await club.groups(2) or [[]])[0]) == []  # only three are left


async def test_a_removed_server_stops_clocks_and_its_leagues_are_deleted_after_thirty_days(
    world, club
):
    await club.begin()
    await world.services.servers.record_removal(GUILD)
    await club.wait(days=12)
    assert len(await club.running()) == 15
    await club.wait(days=19)
    for table in (leagues_table, league_places, seasons_table):
        rows = await world.database.read(_count, table)
        assert rows == 0
    left = await world.services.deadlines.find_due(99)
    assert [each for each in left if "league" in each.kind] == []


async def _count(tx, table):
    return (await tx.connection.execute(select(func.count()).select_from(table))).scalar_one()


async def test_no_game_of_a_season_begins_while_the_bot_is_out(world, club):
    await club.open()
    await club.join(*SIX)
    await world.services.servers.record_join(GUILD)
    await club.wait(days=6)
    world.clock.advance(days=1)
    await world.database.write(stay_up, world.clock.now)
    for _ in range(2):  # the start of the season, and a first batch of games
        (due, *_) = await world.services.deadlines.find_due(1)
        await world.services.deadlines.handle(due)
    assert len(await club.running()) == league_seasons.GAMES_AT_ONCE
    await world.services.servers.record_removal(GUILD)
    await club.wait(days=5)
    assert len(await club.running()) == league_seasons.GAMES_AT_ONCE
    await world.services.servers.record_join(GUILD)
    await club.wait(hours=1)
    assert len(await club.running()) == 15


async def test_the_page_names_the_champions_of_the_last_ended_seasons(world, club, monkeypatch):
    monkeypatch.setattr(league_views, "SHOWN_CHAMPIONS", 2)
    await club.begin(people=4)
    for _ in range(3):
        await club.finish()
        await club.wait(days=8)
    assert [number for number, _ in (await club.page(ANN)).champions] == [3, 2]
    running = (await club.seasons())[-1]
    await world.database.write(league_ends.open_next, running, world.clock.now)
    assert len(await club.seasons()) == 5
    assert [number for number, _ in (await club.page(ANN)).champions] == [3, 2]
    await club.finish()
    await club.end()
    assert [number for number, _ in (await club.page(ANN)).champions] == [4, 3]


async def test_a_server_that_comes_back_goes_on(world, club):
    await club.open()
    await club.join(*SIX)
    await world.services.servers.record_removal(GUILD)
    await club.wait(days=8)
    assert (await club.seasons())[0].begun_at is None
    await world.services.servers.record_join(GUILD)
    await club.wait(days=7)
    assert len(await club.running()) == 15


async def test_between_seasons_the_page_shows_the_table_of_the_last_one(world, club):
    await club.begin(people=4)
    await club.finish()
    assert (await club.page(ANN)).table.season.number == 1
    await club.wait(days=8)
    await club.finish()
    page = await club.page(ANN)
    assert page.running is None
    assert page.table.season.number == 2


@pytest.mark.both_databases
@pytest.mark.parametrize("half_open", [False, True])
async def test_a_season_lasts_longer_by_the_time_for_which_the_bot_was_out(world, club, half_open):
    await club.begin(people=4)
    if half_open:
        await club.open_next()
    before, half = await club.seasons(), await half_of(world, club)
    ends = (await club.page(ANN)).running.ends
    await world.services.servers.record_removal(GUILD)
    await club.wait(days=3)
    for _ in range(2):
        await world.services.servers.record_join(GUILD)

    later = timedelta(days=3)
    assert (await club.page(ANN)).running.ends == ends + later
    assert len(before) == 1 + half_open
    starts = [each.starts_at.after(later) for each in before]
    assert [each.starts_at for each in await club.seasons()] == starts
    assert await half_of(world, club) == half.after(later)


async def half_of(world, club):
    running = (await club.seasons())[0]
    return await world.database.read(deadlines.find, BotDue.LEAGUE_HALF, running.id)


async def test_four_hundred_people_play_in_small_transactions(world, club):
    await club.open()

    async def fill(tx):
        for each in range(1000, 1400):
            await players.remember(tx, each, f"P{each}", world.clock.now)
            await leagues.put_member(tx, MemberRow(club.league, each, world.clock.now))

    await world.database.write(fill)
    world.clock.advance(days=7)
    await world.database.write(stay_up, world.clock.now)
    (start,) = await world.services.deadlines.find_due(9)
    assert await world.services.deadlines.handle(start)
    groups = await club.groups()
    assert sum(map(len, groups)) == 400
    assert await club.running() == []
    (games,) = await world.services.deadlines.find_due(9)
    assert games.kind == Due.LEAGUE_GAMES
    await world.services.deadlines.handle(games)
    assert len(await club.running()) == league_seasons.GAMES_AT_ONCE


async def test_the_clock_of_a_rematch_is_an_ordinary_one(world, club):
    await club.begin(people=4)
    game, first, second = (await club.running())[0]
    await world.games.resign(world.act(first), game)
    challenge = await world.services.history.rematch(world.act(second), game)
    assert challenge.terms.pace == "standard"
    assert terms(challenge) in challenge_card(challenge).content
    assert await world.services.history.rematch(world.act(first), game) == challenge
    begun = await world.challenges.accept(world.act(first), challenge.id)
    accepted = await world.challenges.get(challenge.id)
    assert terms(accepted) in challenge_card(accepted).content
    assert begun.clock is None or begun.clock.turn == (None, None)
    assert len((await club.table()).games) == 6


async def test_one_game_lost_on_time_asks_nobody(world, club):
    await club.begin(people=4)
    late, first, second = (await club.running())[0]
    for game, *people in await club.running():
        if game != late:
            (other,) = {*people, first} - {first} if first in people else people[:1]
            await world.games.resign(world.act(other), game)
    await club.wait(days=4)
    assert (await world.games.get(late)).result.ending == TIMED_OUT
    assert (await club.page(first)).is_in
    assert (await club.page(second)).is_in
    assert [each for each in await club.posted() if each.kind == "league_asked"] == []


@pytest.mark.parametrize("failed", ["league_card", "league_begun"])
async def test_the_opener_is_told_that_the_channel_takes_no_messages(world, club, failed):
    if failed == "league_card":
        await club.open()
    else:
        await club.begin(people=4)
    message = await world.due(failed)
    await world.services.notifications.notify_another_way(message)
    await world.outbox.mark_dead(message, "the channel is gone")
    told = await world.due("league_stopped")
    assert told.user_id == BOSS
    notification = await world.services.notifications.compose(told)
    assert notification.write
    assert f"<#{CHANNEL}>" in notification_message(notification).content
    assert (await club.page(ANN)).upcoming is not None


async def test_the_opener_is_told_once_a_day_for_each_league(world, club):
    async def told():
        """Refuse all cards; return the leagues about which the opener is told."""
        found = []
        while messages := await world.outbox.take_due(20):
            for each in messages:
                if each.kind == "league_card":
                    await world.services.notifications.notify_another_way(each)
                    await world.outbox.mark_dead(each, "the channel is gone")
                else:
                    await world.outbox.mark_sent(each, 9000 + each.id)
                    found += [each.payload.league] if each.kind == "league_stopped" else []
        return found

    first = (await club.open(channel=5)).league.id
    assert await told() == [first]
    await club.join(ANN)
    assert await told() == []
    second = (await club.open(channel=6)).league.id
    assert await told() == [second]
    await club.wait(hours=23, minutes=59)
    third = (await club.open(channel=7)).league.id
    assert await told() == [third]
    await club.wait(minutes=1)
    club.league = first
    await club.join(CAT)
    assert await told() == [first]
    await club.join(DAN)
    assert await told() == []


async def test_nobody_is_told_for_an_opener_who_was_deleted(world, club):
    await club.open()
    card = await world.due("league_card")
    await world.services.privacy.delete(BOSS)
    await world.services.notifications.notify_another_way(card)
    await world.outbox.mark_dead(card, "the channel is gone")
    assert [each for each in await club.posted() if each.kind == "league_stopped"] == []


async def test_one_with_quiet_hours_is_told_of_the_start_afterwards(world, club):
    await club.open()
    await club.join(*SIX)
    now = world.clock.now
    minute = now.hour * 60 + now.minute
    quiet = Quiet((minute - 60) % 1440, (minute + 120) % 1440)
    await world.change_settings(world.act(ANN), quiet=quiet)
    await club.wait(days=7)
    due = await world.outbox.take_due(99)
    begun = next(each for each in due if each.kind == "league_begun")
    silent = await world.services.notifications.suppress_pings(begun, SIX)
    assert silent == {ANN}
    await world.outbox.mark_sent(begun, 1)
    await club.wait(hours=3)
    told = next(each for each in await world.outbox.take_due(99) if each.kind == "league_begun_dm")
    assert told.user_id == ANN
    content = notification_message(await world.services.notifications.compose(told)).content
    assert "has begun" in content
    await club.service.leave(world.act(ANN), club.league, 1, resigns=True)
    assert await world.services.notifications.compose(told) is None


async def test_nobody_is_asked_about_a_season_that_will_not_come(world, club):
    await club.begin(people=5)
    await club.posted()
    await club.wait(days=4)
    asked = next(each for each in await world.outbox.take_due(99) if each.kind == "league_asked")
    await club.end()
    assert await world.services.notifications.compose(asked) is None
    page = await club.page(asked.user_id)
    labels = [each.label for each in league_page(page).rows[0]]
    assert words.STAY_IN() not in labels
    assert words.LEAVE() in labels


async def test_a_blocked_member_can_leave(world, club):
    await club.open()
    await club.join(*SIX)
    await world.services.moderation.block(world.act(BOSS, rank=Rank.MODERATOR), FAY)
    page = await club.page(FAY)
    assert not page.is_in
    assert words.LEAVE() in [each.label for each in league_page(page).rows[0]]
    await club.service.leave(world.act(FAY), club.league, 0, resigns=False)
    await world.services.moderation.unblock(world.act(BOSS, rank=Rank.MODERATOR), FAY)
    assert not (await club.page(FAY)).is_in


async def test_an_answered_question_is_not_sent(world, club):
    await club.begin(people=5)
    await club.posted()
    await club.wait(days=4)
    asked = next(each for each in await world.outbox.take_due(99) if each.kind == "league_asked")
    assert (
        "Still playing"
        in notification_message(await world.services.notifications.compose(asked)).content
    )
    await club.service.stay(world.act(asked.user_id), club.league)
    assert await world.services.notifications.compose(asked) is None


async def test_games_lost_before_an_answer_count_no_more(world, club):
    await club.begin()
    silent = (await club.groups())[0][0]
    second = [each for each in await club.running() if each[2] == silent]
    await club.wait(days=3)
    await _play_any(world, second[0][1], second[0][0])
    await club.wait(hours=12)
    await _play_any(world, second[1][1], second[1][0])
    await club.wait(days=1)  # the games in which they move first are lost
    assert (await club.page(silent)).is_asked
    await club.service.stay(world.act(silent), club.league)
    await club.wait(days=2.7)
    assert (await world.games.get(second[0][0])).result is not None
    assert (await club.page(silent)).is_in
    await club.wait(days=1)
    assert (await club.page(silent)).is_asked


async def test_one_whom_moderators_block_is_not_in_the_next_season(world, club):
    await club.open()
    await club.join(*SIX)
    await world.services.moderation.block(world.act(BOSS, rank=Rank.MODERATOR), FAY)
    await club.wait(days=7)
    assert sorted((await club.groups())[0]) == [ANN, BEN, CAT, DAN, EVE]


async def test_newcomers_follow_by_what_their_rating_is_at_least(world, club):
    new = {"game_key": "lifeline", "volatility": 0.06, "games": 9, "hidden": False}
    new |= {"changed_at": world.clock.now, "listed_until": None}
    known = [(ANN, 1500, 60), (BEN, 1700, 300), (CAT, 1900, 350), (DAN, 1400, 300)]
    rows = [
        RatingRow(user_id=user_id, value=value, deviation=deviation, **new)
        for user_id, value, deviation in known
    ]
    await club.open()
    await club.join(*SIX[:5])
    await world.database.write(rating_rows.add, rows)
    await club.wait(days=7)
    assert await club.groups() == [[CAT, ANN, BEN, EVE, DAN]]  # Eve has no rating


async def test_newcomers_with_equal_ratings_follow_in_the_order_in_which_they_joined(world, club):
    order = (CAT, EVE, ANN, DAN, BEN)
    await club.open()
    for each in order:
        world.clock.advance(minutes=1)
        await club.join(each)
    await club.wait(days=7)
    assert await club.groups() == [list(order)]
