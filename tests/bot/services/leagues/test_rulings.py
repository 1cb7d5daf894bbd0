"""Actions of a league's organisers: who may, what follows, what is refused."""

from datetime import timedelta

import pytest

from bot.errors.refusals import CannotDoInLeague, NoSuchLeague, NotOrganiser
from bot.messages.leagues import organiser_page, ruling_question
from bot.messages.outgoing_message import MAX_OPTIONS
from bot.services.steps import league_seasons
from bot.services.use_cases.leagues import rulings as rulings_module
from bot.services.use_cases.leagues.rulings import MOST_SHOWN
from bot.services.values.leagues.groups import LARGEST
from bot.services.values.people.permissions import Rank
from bot.services.values.views import Player
from bot.store.tables import clocks, leagues
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import Closing, OfGroup
from bot.store.tables.schema import RulingKind
from bot.words import leagues as words
from testbed.heartbeats import stay_up
from tests.bot.services.leagues.club import BOSS, CHANNEL

ANN, BEN, CAT, DAN, EVE, FAY = range(101, 107)
SIX = (ANN, BEN, CAT, DAN, EVE, FAY)


@pytest.fixture
def rulings(world):
    return world.services.league_rulings


async def test_only_managers_and_the_opener_organise(world, club, rulings):
    await club.open()
    opener = world.act(BOSS)  # a member now, no longer a manager
    assert (await rulings.page(opener, club.league, 1)).may_start
    assert (await rulings.page(world.act(ANN, rank=Rank.MANAGER), club.league, 1)).may_start
    for other in (world.act(ANN), world.act(ANN, rank=Rank.MODERATOR)):
        with pytest.raises(NotOrganiser):
            await rulings.end(other, club.league, 0)
    with pytest.raises(NoSuchLeague):
        await rulings.end(world.act(ANN, guild=8, rank=Rank.MANAGER), club.league, 0)


async def test_a_league_is_organised_only_in_its_server(world, club, rulings):
    await club.open()
    await club.join(BOSS)  # so that it is visible elsewhere
    for elsewhere in (world.act(BOSS, guild=8), world.act(BOSS, guild=8, rank=Rank.MANAGER)):
        assert not (await club.service.page(elsewhere, club.league)).is_organiser
        with pytest.raises(NotOrganiser):
            await rulings.end(elsewhere, club.league, 0)


@pytest.mark.parametrize("days", [0, 3])
async def test_the_dates_of_a_season_begin_when_it_is_started(world, club, rulings, days):
    await club.open(weeks=4)
    await club.join(*SIX[:4])
    await club.wait(days=days)
    running = (await rulings.start(club.boss(), club.league, 1)).running
    assert running.begins == world.clock.now
    assert running.ends == world.clock.now + timedelta(weeks=4)


async def test_a_season_is_started_now_with_four_players(world, club, rulings):
    await club.open()
    await club.join(ANN, BEN, CAT)
    with pytest.raises(CannotDoInLeague) as refusal:
        await rulings.start(club.boss(), club.league, 1)
    assert refusal.value.sentence == words.NEEDS_FOUR()
    await club.join(DAN)
    await rulings.start(club.boss(), club.league, 1)
    await club.tick()
    assert len(await club.running()) == 6
    with pytest.raises(CannotDoInLeague) as refusal:
        await rulings.start(club.boss(), club.league, 1)
    assert refusal.value.sentence == words.SEASON_RUNS()
    (ruling,) = (await club.table()).rulings
    assert ruling.kind is RulingKind.STARTED
    await club.wait(days=7)  # the old start does nothing
    assert len(await club.seasons()) == 1 or (await club.seasons())[1].begun_at is None


async def test_a_start_is_postponed_by_a_week_once_for_each_question(world, club, rulings):
    begins = (await club.open()).season.begins
    start, press = (await rulings.page(club.boss(), club.league, 1)).start, club.boss()
    for again in (press, press, club.boss()):
        page = await rulings.postpone(again, club.league, 1, start)
        assert page.upcoming.begins == begins + timedelta(days=7)
    assert (await rulings.page(club.boss(), club.league, 1)).start == start + 7 * 24 * 3600
    with pytest.raises(CannotDoInLeague):
        await rulings.postpone(club.boss(), club.league, 2, start)
    (row,) = await world.database.read(leagues.find_rulings, club.league)
    assert (row.kind, row.season_id, row.by_id) == (RulingKind.POSTPONED, 1, BOSS)
    await club.join(*SIX)
    await club.wait(days=7)
    assert await club.running() == []
    await club.wait(days=7)
    assert len(await club.running()) == 15


async def test_a_start_that_is_overdue_is_postponed_by_a_week_from_now(world, club, rulings):
    await club.open()
    start = (await rulings.page(club.boss(), club.league, 1)).start
    world.clock.advance(days=9)
    await world.database.write(stay_up, world.clock.now)  # no outage
    page = await rulings.postpone(club.boss(), club.league, 1, start)
    assert page.upcoming.begins == world.clock.now + timedelta(days=7)


async def test_an_organiser_may_choose_present_players_and_games_latest_first(world, club, rulings):
    await club.begin()
    numbers = [game for game, first, second in await club.running() if ANN not in (first, second)]
    for number in numbers[:3]:
        await world.games.resign(
            world.act((await world.games.get(number)).seats[0].user_id), number
        )
        world.clock.advance(hours=1)
    await club.service.leave(world.act(ANN), club.league, 1, resigns=True)
    await club.join(201)
    world.clock.advance(minutes=1)
    await club.join(200)
    page = await rulings.page(club.boss(), club.league, 1)
    (group,) = await club.groups()
    players = [each for each in group if each != ANN]
    assert [each.user_id for each in page.people] == [*players, 200, 201]
    assert [each.name for each in page.people[-2:]] == ["P200", "P201"]
    assert [each.name for each in page.people if each.user_id == BEN] == ["Ben"]
    seats = {game.id: game.seats for game in [await world.games.get(each) for each in numbers[:3]]}
    for each in page.games[-3:]:
        pair = [(player.user_id, player.name) for player in (each.first, each.second)]
        assert pair == [(seat.user_id, seat.name) for seat in seats[each.game_id]]
    found = [each.game_id for each in page.games]
    assert found[:-3] == sorted(found[:-3], reverse=True)  # they ended together
    assert found[-3:] == numbers[:3][::-1]


async def test_a_removed_person_loses_the_games_and_cannot_join_again(world, club, rulings):
    await club.begin()
    await rulings.remove(club.boss(), club.league, ANN)
    assert all(ANN not in people for _, *people in await club.running())
    with pytest.raises(CannotDoInLeague) as refusal:
        await club.join(ANN)
    assert refusal.value.sentence == words.REMOVED()
    with pytest.raises(CannotDoInLeague) as refusal:
        await rulings.remove(club.boss(), club.league, ANN)
    assert refusal.value.sentence == words.NOT_IN()
    (ruling,) = (await club.table()).rulings
    assert (ruling.kind, ruling.player) == (RulingKind.REMOVED, Player(ANN, "Ann"))
    (row,) = await world.database.read(leagues.find_rulings, club.league)
    assert (row.by_id, row.user_id, row.at) == (BOSS, ANN, world.clock.now)
    await world.services.privacy.delete(ANN)
    (ruling,) = (await club.table()).rulings
    assert ruling.player.user_id == 0


async def test_the_menu_of_people_has_room_for_discords_limit(club, rulings, world):
    await club.open()
    await club.join(*range(101, 101 + MOST_SHOWN + 1))
    page = await rulings.page(club.boss(), club.league, 1)
    assert len(page.people) == MOST_SHOWN == MAX_OPTIONS


async def test_players_of_a_group_have_room_before_the_members_who_joined_last(
    monkeypatch, world, club, rulings
):
    monkeypatch.setattr(rulings_module, "MOST_SHOWN", 6)
    await club.begin(people=4)
    for number in range(201, 205):
        world.clock.advance(minutes=1)
        await club.join(number)
    (group,) = await club.groups()
    shown = (await rulings.page(club.boss(), club.league, 1)).people
    assert [each.user_id for each in shown] == [*group, 204, 203]


async def test_one_who_joins_during_a_season_can_be_removed_from_the_menu_of_each_group(
    club, rulings
):
    await club.begin(people=12)
    await club.join(200)
    for group, people in enumerate(await club.groups(), start=1):
        shown = (await rulings.page(club.boss(), club.league, group)).people
        assert {each.user_id for each in shown} == {*people, 200}


async def test_a_person_who_has_only_joined_is_removed_too(world, club, rulings):
    await club.open()
    await club.join(ANN, BEN)
    await rulings.remove(club.boss(), club.league, ANN)
    await club.join(CAT)
    page = await rulings.page(club.boss(), club.league, 1)
    assert [each.user_id for each in page.people] == [CAT, BEN]  # the latest first
    with pytest.raises(CannotDoInLeague) as refusal:
        await club.join(ANN)
    assert refusal.value.sentence == words.REMOVED()


async def test_an_annulled_game_leaves_the_table_and_is_replayed(world, club, rulings):
    await club.begin(people=4)
    game, first, second = (await club.running())[0]
    with pytest.raises(CannotDoInLeague) as refusal:
        await rulings.annul(club.boss(), club.league, game)
    assert refusal.value.sentence == words.NOTHING_TO_ANNUL()
    await world.games.resign(world.act(first), game)
    points = {each.player.user_id: each.line.points for each in (await club.table()).rows}
    assert points[second] == 1
    closed = (await club.running())[0][0]
    await world.services.moderation.close(world.act(BOSS, rank=Rank.MODERATOR), closed)
    assert [each.game_id for each in (await rulings.page(club.boss(), club.league, 1)).games] == [
        closed,
        game,
    ]
    _, replayed = await rulings.annul(club.boss(), club.league, game)
    assert replayed
    (ruling,) = (await club.table()).rulings
    assert (ruling.kind, ruling.player, ruling.game_id) == (RulingKind.ANNULLED, None, game)
    await club.tick()
    assert {each.line.points for each in (await club.table()).rows} == {0}
    again = [each for each in await club.running() if set(each[1:]) == {first, second}]
    assert [people for _, *people in again] == [[first, second]]
    with pytest.raises(CannotDoInLeague):
        await rulings.annul(club.boss(), club.league, game)
    left = (await club.page(first)).running.ends - world.clock.now
    clock = (await world.games.get(again[0][0])).clock
    assert clock.left == (left / 2, left / 2)


async def time_of(world, game):
    """Return the time that both players of a game have together."""
    clock = await world.database.read(clocks.find, game)
    return clock.left0 + clock.left1


async def test_a_replay_ends_with_the_season_at_the_latest(world, club, rulings):
    await club.begin(people=4)
    game, first, second = (await club.running())[0]
    whole = await time_of(world, game)
    await world.games.resign(world.act(first), game)
    await club.wait(days=3)
    await rulings.annul(club.boss(), club.league, game)
    await club.tick()
    (again,) = [each for each, *people in await club.running() if {*people} == {first, second}]
    ends = (await club.page(first)).running.ends
    assert await time_of(world, again) == ends - world.clock.now
    assert whole == ends - world.clock.now + timedelta(days=3)


async def test_a_game_closed_without_a_result_is_replayed(world, club, rulings):
    await club.begin(people=4)
    game, first, second = (await club.running())[0]
    await world.services.moderation.close(world.act(BOSS, rank=Rank.MODERATOR), game)
    _, replayed = await rulings.annul(club.boss(), club.league, game)
    assert replayed
    await club.tick()
    again = [each for each in await club.running() if set(each[1:]) == {first, second}]
    assert len(again) == 1


async def test_organisers_annul_no_results_of_their_own(world, club, rulings):
    await club.begin(people=4)
    (game, first, _), *others = await club.running()
    other = next(each for each in others if first in each[1:])[0]
    third = next(each for each in others if first not in each[1:])[0]
    for number in (game, other, third):
        loser = (await world.games.get(number)).to_move.user_id
        await world.games.resign(world.act(loser), number)
    for own in (game, other):
        with pytest.raises(CannotDoInLeague) as refusal:
            await rulings.annul(world.act(first, rank=Rank.MANAGER), club.league, own)
        assert refusal.value.sentence == words.OWN_GAME()
    await rulings.annul(world.act(first, rank=Rank.MANAGER), club.league, third)
    await rulings.annul(world.act(BOSS), club.league, game)


async def test_a_replay_pings_although_the_games_of_the_season_did_not(world, club, rulings):
    await club.begin(people=4)
    game, first, _ = (await club.running())[0]
    await world.games.resign(world.act(first), game)
    await club.posted()
    await rulings.annul(club.boss(), club.league, game)
    await club.tick()
    (turn,) = [each for each in await world.outbox.take_due(20) if each.kind == "turn"]
    assert turn.game_id not in (game, None)
    assert await world.services.notifications.notify_turn(turn)


async def test_a_replay_among_the_first_games_of_a_season_is_the_only_one_that_pings(
    world, club, rulings
):
    await club.open()
    await club.join(*SIX)
    (season,) = await club.seasons()
    league = await world.database.read(leagues.find, club.league)
    await world.database.write(league_seasons.begin_season, league, season, world.clock.now)
    (batch,) = await world.services.deadlines.find_due(20)
    await world.services.deadlines.handle(batch)
    (game, first, second), *_ = await club.running()
    await world.games.resign(world.act(first), game)
    await rulings.annul(club.boss(), club.league, game)
    await club.tick()
    (replay,) = [each for each, *people in await club.running() if people == [first, second]]
    turns, pinged = [], []
    while messages := await world.outbox.take_due(20):
        for each in messages:
            if each.kind == "turn":
                turns.append(each.game_id)
                pinged += [each.game_id] * await world.services.notifications.notify_turn(each)
            await world.outbox.mark_sent(each, 9000 + each.id)
    assert (len(turns), pinged) == (16, [replay])


async def test_a_result_is_annulled_in_the_break_and_stands_after_promotion(world, club, rulings):
    await club.begin(people=8)
    (_, lower), running = await club.groups(), await club.running()
    games = [game for game, *people in running if {*people} <= {*lower}]
    await club.finish()
    await club.posted()
    pressed = club.boss()
    for _ in range(2):
        _, replayed = await rulings.annul(pressed, club.league, games[0])
        assert not replayed
    posted = [(each.kind, each.payload) for each in await club.posted()]
    over, _ = await club.seasons()
    assert posted == [(OutboxKind.LEAGUE_ENDED, OfGroup(season=over.id, group=2))]
    await club.wait(days=7)
    with pytest.raises(CannotDoInLeague) as refusal:
        await rulings.annul(club.boss(), club.league, games[1])
    assert refusal.value.sentence == words.RESULT_STAYS()


async def test_a_league_ends_after_its_season(world, club, rulings):
    await club.begin(people=4)
    page = await club.end()
    assert page.upcoming is None
    with pytest.raises(CannotDoInLeague):
        await club.end()
    with pytest.raises(CannotDoInLeague) as refusal:
        await club.join(EVE)
    assert refusal.value.sentence == words.ENDS_NOW()
    await club.finish()
    await club.wait(days=30)
    assert len(await club.seasons()) == 1
    with pytest.raises(CannotDoInLeague) as refusal:
        await club.service.page(world.act(EVE))
    assert refusal.value.sentence == words.NO_LEAGUE()
    await club.open()  # the channel is free again


async def test_the_end_of_a_league_is_asked_for_a_season_or_for_now(world, club, rulings):
    await club.open()
    await club.join(*SIX)
    waiting = await rulings.page(club.boss(), club.league, 1)
    question = ruling_question(waiting, "end", "").content
    assert question == words.end_now_question(1)
    assert words.END_NOW() in [each.label for each in organiser_page(waiting).rows[0][0].options]
    await club.wait(days=7)
    running = await rulings.page(club.boss(), club.league, 1)
    assert ruling_question(running, "end", "").content == words.ACTIONS["end"][1]()
    with pytest.raises(CannotDoInLeague) as refusal:
        await rulings.end(club.boss(), club.league, waiting.running)
    assert refusal.value.sentence == words.ORGANISE_AGAIN()
    await club.finish()
    await club.wait(days=1)
    between = await rulings.page(club.boss(), club.league, 1)
    assert (between.running, between.number) == (0, 2)
    with pytest.raises(CannotDoInLeague):
        await rulings.end(club.boss(), club.league, 1)
    await rulings.end(club.boss(), club.league, 0)
    assert [each.kind for each in (await club.table(number=1)).rulings] == [RulingKind.ENDED]


async def test_no_registration_opens_in_the_last_season_of_a_league(world, club, rulings):
    await club.begin(people=4)
    await club.end()
    await club.posted()
    await club.open_next()
    assert len(await club.seasons()) == 1
    assert "league_card" not in [each.kind for each in await club.posted()]


async def test_a_league_that_ends_speaks_of_no_other_season(world, club, rulings):
    await club.begin(people=4)
    await club.open_next()
    begins = (await club.page(ANN)).upcoming.begins
    assert (await club.table()).next_begins == begins > (await club.page(ANN)).running.ends
    await club.end()
    view = await club.table(number=1)
    assert view.next_begins is None
    assert [each.kind for each in view.rulings] == [RulingKind.ENDED]
    await club.wait(days=9)  # no player moves at all
    assert await club.running() == []
    assert "league_asked" not in [each.kind for each in await club.posted()]


async def test_the_end_of_a_league_takes_the_buttons_to_join_from_both_cards(world, club, rulings):
    await club.begin(people=4)
    await club.open_next()
    await club.posted()
    await club.end()
    await club.wait(seconds=5)
    changed = [each for each in await club.posted() if each.kind == "league_card_changed"]
    seasons = [each.id for each in await club.seasons()]
    assert sorted(each.payload.season for each in changed) == seasons


async def test_a_league_that_ends_before_its_first_season_never_starts(world, club, rulings):
    await club.open()
    await club.join(*SIX)
    await club.wait(minutes=1)
    await club.posted()
    await club.end()
    assert not (await rulings.page(club.boss(), club.league, 1)).may_start
    for late in (
        rulings.start(club.boss(), club.league, 1),
        rulings.postpone(club.boss(), club.league, 1, 0),
    ):
        with pytest.raises(CannotDoInLeague) as refusal:
            await late
        assert refusal.value.sentence == words.ENDS_NOW()
    await club.wait(minutes=1)
    assert [each.kind for each in await club.posted()] == ["league_card_changed"]
    await club.wait(days=30)
    assert await club.running() == []


async def test_a_moved_league_plays_in_the_new_channel(world, club, rulings):
    await club.open()
    await club.join(*SIX[:4])
    await club.posted()
    page = await rulings.move(club.boss(), club.league, 77)
    assert page.league.location.channel_id == 77
    (card,) = [each for each in await club.posted() if each.kind == "league_card"]
    assert card.location.channel_id == 77
    await rulings.move(club.boss(), club.league, 77)
    assert await club.posted() == []
    await club.wait(days=7)
    game = (await club.running())[0][0]
    assert (await world.games.get(game)).location.channel_id == 77


async def test_the_old_cards_of_a_moved_league_are_closed_where_they_are(world, club, rulings):
    await club.begin(people=4)
    await club.open_next()
    await club.posted()
    cards = {each.message_id for each in await club.seasons()}
    await rulings.move(club.boss(), club.league, 77)
    posted = await club.posted()
    closed = [each for each in posted if each.kind == "close_message"]
    assert {Closing.of(each).message for each in closed} == cards
    assert {each.location.channel_id for each in closed} == {CHANNEL}
    running, upcoming = await club.seasons()
    assert running.message_id is None
    assert upcoming.message_id not in {None, *cards}


async def test_a_card_that_is_being_sent_while_its_league_moves_is_closed(world, club, rulings):
    await club.open()
    card = await world.due("league_card")
    await rulings.move(club.boss(), club.league, 77)
    await world.outbox.mark_sent(card, 41)
    closed, posted = sorted(await club.posted(), key=lambda each: each.kind)
    assert (Closing.of(closed).message, closed.location) == (41, card.location)
    assert (posted.kind, posted.location.channel_id) == ("league_card", 77)
    (season,) = await club.seasons()
    assert season.message_id == 9000 + posted.id


async def test_a_league_is_not_moved_into_the_channel_of_another(world, club, rulings):
    await club.open(channel=77)
    first = club.league
    await club.open()
    with pytest.raises(CannotDoInLeague) as refusal:
        await rulings.move(club.boss(), club.league, 77)
    assert refusal.value.sentence == words.CHANNEL_TAKEN()
    assert (await rulings.move(club.boss(), club.league, 78)).league.location.channel_id == 78
    await club.end(first)
    assert (await rulings.move(club.boss(), club.league, 77)).league.location.channel_id == 77


@pytest.mark.parametrize("seat", [0, 1])
async def test_an_annulled_game_of_one_who_has_left_is_not_replayed(world, club, rulings, seat):
    await club.begin(people=4)
    game, *people = (await club.running())[0]
    await world.games.resign(world.act(people[1 - seat]), game)
    await club.service.leave(world.act(people[seat]), club.league, 1, resigns=True)
    await club.posted()
    _, replayed = await rulings.annul(club.boss(), club.league, game)
    assert not replayed
    assert await club.posted() == []
    await club.tick()
    assert all(people[seat] not in each for _, *each in await club.running())


@pytest.mark.parametrize(("left", "replayed"), [(0, True), (-1, False)])
async def test_a_game_is_replayed_only_with_two_weeks_left(world, club, rulings, left, replayed):
    await club.begin(people=4, weeks=8)
    (season,) = await club.seasons()
    (game, first, _), *_ = await club.running()
    await world.games.resign(world.act(first), game)
    starts_at = season.starts_at.after(timedelta(weeks=-6, seconds=left))
    await world.database.write(leagues.change_season, season, starts_at=starts_at)
    assert (await rulings.annul(club.boss(), club.league, game))[1] is replayed
    await club.tick()
    assert len(await club.running()) == 5 + replayed


async def test_a_league_that_is_over_is_shown_only_to_those_who_were_in_it(world, club, rulings):
    await club.begin(people=4)
    await club.end()
    assert (await club.service.page(world.act(FAY))).league.id == club.league  # it still runs
    await club.finish()
    assert (await club.service.page(world.act(ANN))).league.id == club.league
    with pytest.raises(CannotDoInLeague):
        await club.service.page(world.act(FAY))


async def test_a_ruling_is_listed_under_its_own_season_only(world, club, rulings):
    await club.open()
    await club.join(*SIX[:4])
    await rulings.start(club.boss(), club.league, 1)
    await club.tick()
    await club.finish()
    await club.wait(days=7)
    kinds = [[each.kind for each in (await club.table(number=n)).rulings] for n in (1, 2)]
    assert kinds == [[RulingKind.STARTED], []]


async def test_the_next_season_cannot_be_started_or_postponed_while_one_is_in_progress(
    world, club, rulings
):
    await club.begin(people=4)
    page = await rulings.page(club.boss(), club.league, 1)
    assert (page.number, page.start, page.may_start) == (0, 0, False)
    await club.open_next()
    page = await rulings.page(club.boss(), club.league, 1)
    assert (page.number, page.may_start) == (2, False)
    for early in (
        rulings.start(club.boss(), club.league, 2),
        rulings.postpone(club.boss(), club.league, 2, page.start),
    ):
        with pytest.raises(CannotDoInLeague) as refusal:
            await early
        assert refusal.value.sentence == words.SEASON_RUNS()


async def test_one_who_only_plays_out_the_season_is_removed_from_it(world, club, rulings):
    await club.begin(people=4)
    await club.service.leave(world.act(ANN), club.league, 1, resigns=False)
    await rulings.remove(club.boss(), club.league, ANN)
    assert all(ANN not in people for _, *people in await club.running())


async def test_a_removal_is_listed_under_the_season_in_progress(world, club, rulings):
    await club.begin(people=4)
    await club.open_next()
    await rulings.remove(club.boss(), club.league, ANN)
    assert [each.kind for each in (await club.table(number=1)).rulings] == [RulingKind.REMOVED]


async def test_any_result_of_the_largest_group_can_be_annulled_the_last_to_end_comes_first(
    monkeypatch, world, club, rulings
):
    async def one_group(_tx, _league):
        return [[*range(101, 101 + LARGEST)]]

    monkeypatch.setattr(league_seasons, "_draw_groups", one_group)
    await club.begin(people=LARGEST)
    made_last, loser, _ = max(await club.running())
    await world.games.resign(world.act(loser), made_last)
    await club.wait(minutes=1)
    await club.finish()
    page = await rulings.page(club.boss(), club.league, 1)
    menus = [row[0] for row in organiser_page(page).rows if row[0].id.value.startswith("annul")]
    shown = [(menu.id.value, int(option.value)) for menu in menus for option in menu.options]
    assert [number for _, number in shown] == [*range(made_last - 1, 0, -1), made_last]
    assert len(shown) == 45
    for menu, number in shown:
        question = ruling_question(page, menu, str(number))
        assert question.content == words.annul_question(number)
        assert question.rows[0][0].id.value == f"annul {number}"
