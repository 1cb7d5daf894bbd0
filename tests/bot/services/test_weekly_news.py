"""Weekly news of a server: their schedule, their contents, and no pings."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import insert

from bot.errors.permissions import NotManager
from bot.messages.notifications import notification_message
from bot.messages.week import week_message
from bot.services.use_cases.servers.week import MOST_GROUPS, Leaders, Week
from bot.services.values.clocks.due_dates import Due
from bot.services.values.people.permissions import Rank
from bot.store.tables import players
from bot.store.tables.payloads import WeeklyNews
from bot.store.tables.schema import daily_entries, daily_puzzles, puzzle_attempts
from bot.words import week as words
from bot.words.endings import DELETED
from bot.words.languages import speaking
from testbed.due_dates import due_date
from tests.bot.services.conftest import ANN, BEN, CAT, GUILD, NAMES
from tests.bot.services.leagues.club import Club

BOSS, EVE, DAN, NEWS = 104, 105, 106, 66
MONDAY = datetime(2030, 1, 7, 9, tzinfo=UTC)
SECOND = timedelta(seconds=1)
A_WEEK = timedelta(days=7)


def manager(world):
    return world.act(BOSS, rank=Rank.MANAGER)


@pytest.fixture
async def on(world):
    assert await world.services.week.switch(manager(world), NEWS) == NEWS


async def tick(world, at=None):
    """Let time pass and handle the due news; return how many were added."""
    world.clock.now = at or world.clock.now
    before = len(await posted(world))
    for due in await world.services.deadlines.find_due(9):
        if due.kind == Due.WEEK:
            await world.services.deadlines.handle(due)
    return len(await posted(world)) - before


async def posted(world):
    async def read(tx):
        return (await tx.connection.exec_driver_sql("SELECT * FROM outbox WHERE kind='week'")).all()

    return await world.database.read(read)


async def end(world, at, *, cut=0, seat=1, **values):
    """Store a game between Ann and Ben that Ben won."""
    world.clock.now = at
    number = await world.game(ANN, BEN, start="none")
    await world.play(ANN, number, "a1")
    await world.play(BEN, number, "b2")
    await world.games.resign(world.act(ANN), number)
    cuts = {"largest_cut": cut or None, "cut_seat": seat, "cut_ply": 1}
    await world.set_game(number, **cuts, **values)
    return number


async def news(world, until=MONDAY):
    return await world.services.week.news(GUILD, until)


async def test_only_a_manager_switches_it_and_the_same_press_counts_once(world):
    with pytest.raises(NotManager):
        await world.services.week.switch(world.act(ANN), NEWS)
    press = world.act(BOSS, rank=Rank.MANAGER, interaction=5)
    assert await world.services.week.switch(press, NEWS) == NEWS
    assert await world.services.week.switch(manager(world), None) is None
    assert await world.services.week.switch(press, NEWS) is None
    assert await world.services.week.channel(GUILD) is None
    assert await world.services.week.channel(None) is None
    assert await tick(world, MONDAY) == 0


async def test_news_that_are_on_stay_in_their_channel_and_on_their_day(world, on):
    due = await due_date(world.services.deadlines, Due.WEEK, GUILD)
    world.clock.now = due + A_WEEK
    assert await world.services.week.switch(manager(world), NEWS + 1) == NEWS
    assert await world.services.week.channel(GUILD) == NEWS
    assert await due_date(world.services.deadlines, Due.WEEK, GUILD) == due


async def test_one_submission_of_the_panel_stores_settings_and_switches_news(world):
    press = world.act(BOSS, rank=Rank.MANAGER, interaction=5)
    await world.services.server_settings.configure(press, lobby=NEWS)
    assert await world.services.week.switch(press, NEWS) == NEWS


@pytest.mark.parametrize(
    ("zone", "due"),
    [
        ("Asia/Tokyo", datetime(2030, 1, 7, 0, tzinfo=UTC)),
        ("Pacific/Auckland", datetime(2030, 1, 6, 20, tzinfo=UTC)),
        ("America/Los_Angeles", datetime(2030, 1, 7, 17, tzinfo=UTC)),
    ],
)
async def test_it_is_posted_on_monday_morning_in_the_managers_time_zone(world, zone, due):
    await world.personal_settings.change_settings(manager(world), {"zone": zone})
    await world.services.week.switch(manager(world), NEWS)
    assert await due_date(world.services.deadlines, Due.WEEK, GUILD) == due


async def test_it_stays_in_the_morning_when_the_clocks_change(world):
    await world.personal_settings.change_settings(manager(world), {"zone": "Europe/Berlin"})
    world.clock.now = datetime(2030, 3, 26, 12, tzinfo=UTC)  # summer time begins on Sunday
    await world.services.week.switch(manager(world), NEWS)
    for day, hour in ((1, 7), (8, 7)):
        due = await due_date(world.services.deadlines, Due.WEEK, GUILD)
        assert due == datetime(2030, 4, day, hour, tzinfo=UTC)
        await tick(world, due)


@pytest.mark.parametrize(
    ("switched_at", "due"),
    [(MONDAY - SECOND, MONDAY), (MONDAY, MONDAY + A_WEEK)],
)
async def test_news_switched_on_on_a_monday_are_posted_that_morning_if_it_is_still_to_come(
    world, switched_at, due
):
    world.clock.now = switched_at
    await world.services.week.switch(manager(world), NEWS)
    assert await due_date(world.services.deadlines, Due.WEEK, GUILD) == due


@pytest.mark.both_databases
@pytest.mark.usefixtures("on")
async def test_a_week_is_announced_once_by_several_processes_and_after_a_restart(world):
    assert await tick(world, MONDAY - SECOND) == 0
    world.clock.now = MONDAY
    _, other = world.open()
    (due,) = [each for each in await world.services.deadlines.find_due(9) if each.kind == Due.WEEK]
    handled = await asyncio.gather(
        world.services.deadlines.handle(due), other.deadlines.handle(due)
    )
    world.restart()
    assert sorted(handled) == [False, True]
    assert await tick(world) == 0
    assert len(await posted(world)) == 1
    assert await tick(world, MONDAY + A_WEEK - SECOND) == 0
    assert await tick(world, MONDAY + A_WEEK) == 1


@pytest.mark.parametrize(("late", "added"), [(48, 1), (49, 0), (24 * 15, 1), (24 * 19, 0)])
@pytest.mark.usefixtures("on")
async def test_after_an_outage_only_fresh_news_are_posted_and_the_next_on_a_monday(
    world, late, added
):
    now = MONDAY + timedelta(hours=late)
    late_by = (now - MONDAY) % A_WEEK
    assert await tick(world, now) == added
    due = await due_date(world.services.deadlines, Due.WEEK, GUILD)
    assert due == now - late_by + A_WEEK
    if added:
        assert WeeklyNews.of(await world.due("week")).until == now - late_by


@pytest.mark.usefixtures("on")
async def test_a_server_without_the_bot_gets_none_and_is_forgotten(world):
    await world.services.servers.record_join(GUILD)
    await world.services.servers.record_removal(GUILD)
    assert await tick(world, MONDAY) == 0
    world.clock.advance(days=40)
    for due in await world.services.deadlines.find_due(9):
        await world.services.deadlines.handle(due)
    assert await world.services.week.channel(GUILD) is None
    assert await due_date(world.services.deadlines, Due.WEEK, GUILD) is None


@pytest.mark.parametrize("deleted", [False, True])
@pytest.mark.usefixtures("on")
async def test_a_channel_that_refuses_switches_them_off_and_tells_the_manager(world, deleted):
    await tick(world, MONDAY)
    if deleted:
        await world.services.privacy.delete(BOSS)
    week = await world.due("week")
    for _ in range(2):
        await world.services.notifications.notify_another_way(week)
    await world.outbox.mark_dead(week, "unknown channel")
    assert await world.services.week.channel(GUILD) is None
    assert await due_date(world.services.deadlines, Due.WEEK, GUILD) is None
    told = await world.outbox.take_due(9)
    assert [(each.kind, each.user_id) for each in told] == [("week_stopped", BOSS)] * (not deleted)
    for each in told:
        notification = await world.services.notifications.compose(each)
        assert notification.write
        assert notification_message(notification).content == words.stopped(f"<#{NEWS}>")


@pytest.mark.usefixtures("on")
async def test_an_old_channel_that_refuses_does_not_switch_off_the_new_one(world):
    await tick(world, MONDAY)
    week = await world.due("week")
    for channel in (None, NEWS + 1):
        await world.services.week.switch(manager(world), channel)
    await world.services.notifications.notify_another_way(week)
    await world.outbox.mark_dead(week, "unknown channel")
    assert await world.services.week.channel(GUILD) == NEWS + 1
    assert await world.outbox.take_due(9) == []


async def test_games_of_that_week_and_server_count_from_its_first_second_to_its_last(world):
    start = MONDAY - A_WEEK
    await end(world, start - SECOND, cut=40)
    first = await end(world, start, cut=7)
    last = await end(world, MONDAY - SECOND, cut=9)
    await end(world, MONDAY, cut=50)
    await end(world, start, cut=60, guild_id=GUILD + 1)
    await end(world, start, cut=70, engine_seat=0, engine_level=1)
    await end(world, start, cut=80, winner_seat=None, ending="left")
    found = await news(world)
    assert found.ended == 2
    assert (found.cut.game.id, found.cut.stones, found.cut.seat) == (last, 9, 1)
    assert found.cut.game.position.ply == 1
    await world.set_game(first, largest_cut=10, cut_seat=0)
    assert (await news(world)).cut.seat == 0
    await world.set_game(first, largest_cut=9)
    assert (await news(world)).cut.game.id == first  # of equal cuts, that of the older game


async def test_nothing_happened_is_no_news(world):
    assert await news(world) is None
    await end(world, MONDAY - SECOND, winner_seat=None, ending="agreed")
    assert await news(world) is None


async def test_open_challenges_to_everybody_here_look_for_an_opponent(world):
    world.clock.now = MONDAY - SECOND
    await world.challenge(ANN, BEN)
    for who, guild in ((ANN, GUILD), (CAT, GUILD), (BEN, GUILD + 1)):
        actor = world.act(who, guild=guild)
        await world.challenges.propose(actor, None, "lifeline", {"size": 5})
    assert (await news(world)).looking == (("Ann", "lifeline", 5), ("Cat", "lifeline", 5))
    taken = await world.challenges.propose(world.act(CAT), None, "lifeline", {"size": 6})
    await world.challenges.accept(world.act(BEN), taken.id)
    assert (await news(world)).looking == (("Ann", "lifeline", 5), ("Cat", "lifeline", 5))
    world.clock.advance(days=8)
    assert await news(world, MONDAY + A_WEEK) is None


async def test_at_most_five_open_challenges_are_news(world):
    world.clock.now = MONDAY - SECOND
    for who in range(201, 207):
        await world.challenges.propose(world.act(who), None, "lifeline", {"size": 5})
    assert [name for name, *_ in (await news(world)).looking] == [f"P{n}" for n in range(201, 206)]


@pytest.fixture
async def solved(world):
    """Store that Ann, Ben and Cat solved puzzles of the day: two, two in fewer tries, and none.

    Eve solved three, but in another server. Dan solved one.
    """
    await end(world, MONDAY - timedelta(days=9))
    for who, name in ((CAT, "Cat"), (DAN, "Dan"), (EVE, "Eve")):
        await world.database.write(players.remember, who, name, MONDAY)
    day = MONDAY.toordinal()

    async def store(tx):
        days = [day - 8, day - 7, day - 2, day - 1, day]
        puzzles = [{"day": each, "puzzle": each} for each in days]
        await tx.connection.execute(insert(daily_puzzles), puzzles)
        tried = [
            (ANN, day - 8, 0, True), (ANN, day - 7, 1, True), (ANN, day - 1, 1, True),
            (ANN, day, 0, True),
            (BEN, day - 7, 0, True), (BEN, day - 1, 1, True), (BEN, day, 0, False),
            *((CAT, each, 0, False) for each in (day - 7, day - 2, day - 1)),
            (DAN, day - 1, 0, True),
            *((EVE, each, 0, True) for each in (day - 7, day - 2, day - 1)),
        ]  # fmt: skip
        for user_id, each, wrong, is_solved in tried:
            guild_id = GUILD + (user_id == EVE)
            entry = {"guild_id": guild_id, "day": each, "user_id": user_id}
            await tx.connection.execute(insert(daily_entries).values(entry))
            row = {"user_id": user_id, "puzzle": each, "tried": "", "wrong": wrong}
            times = {"solved": is_solved, "shown_at": MONDAY, "ended_at": MONDAY}
            await tx.connection.execute(insert(puzzle_attempts).values({**row, **times}))

    await world.database.write(store)


@pytest.mark.both_databases
@pytest.mark.usefixtures("solved")
async def test_the_crown_is_for_most_puzzles_then_for_fewest_tries(world):
    assert (await news(world)).crown == ("Ben", 2)
    await world.services.privacy.delete(BEN)
    assert (await news(world)).crown == ("Ann", 2)
    await world.services.privacy.delete(ANN)
    assert (await news(world)).crown == ("Dan", 1)
    await world.services.privacy.delete(DAN)
    assert await news(world) is None


@pytest.mark.usefixtures("solved")
@pytest.mark.parametrize(
    ("zone", "until"),
    [
        ("Pacific/Auckland", datetime(2030, 1, 6, 20, tzinfo=UTC)),
        ("America/Los_Angeles", datetime(2030, 1, 7, 17, tzinfo=UTC)),
    ],
)
async def test_the_crown_counts_the_days_from_monday_to_sunday_in_the_news_zone(world, zone, until):
    await world.personal_settings.change_settings(manager(world), {"zone": zone})
    await world.services.week.switch(manager(world), NEWS)
    assert (await news(world, until)).crown == ("Ben", 2)


async def test_no_hour_is_lost_or_counted_twice_when_the_clocks_change(world):
    await world.personal_settings.change_settings(manager(world), {"zone": "Europe/Berlin"})
    await world.services.week.switch(manager(world), NEWS)
    ends = [datetime(2030, 10, 21, 7, tzinfo=UTC), datetime(2030, 10, 28, 8, tzinfo=UTC)]
    ends += [datetime(2031, 3, 24, 8, tzinfo=UTC), datetime(2031, 3, 31, 7, tzinfo=UTC)]
    for since, until in (ends[:2], ends[2:]):
        for at in (since - SECOND, since, until - SECOND, until):
            await end(world, at)
        assert (await news(world, until)).ended == 2


async def test_the_message_names_people_escaped_and_pings_nobody(world):
    number = await end(world, MONDAY - SECOND, cut=9)
    await world.database.write(players.remember, BEN, "B*n", MONDAY)
    world.clock.now = MONDAY - SECOND
    await world.challenges.propose(world.act(CAT), None, "lifeline", {"size": 5})
    found = await news(world)
    draft = week_message(found)
    assert draft.pings == ()
    assert draft.content.splitlines()[1:] == [
        "1 game ended.",
        f"Largest cut: **B\\*n** took 9 stones in game {number}.",
        "Looking for an opponent: Cat (Lifeline, size 5)",
        "-# Managers turn weekly news on and off with `/setup`.",
    ]
    assert draft.board_image.position.ply == 1
    assert "ended" not in week_message(replace(found, ended=0)).content
    await world.services.privacy.delete(BEN)
    assert "**deleted player** took 9" in week_message(await news(world)).content


def test_the_message_has_a_line_for_each_kind_of_news():
    leaders = (Leaders("asli", 9, 2, ("A*n", "Ben"), 2.5), Leaders("lifeline", 4, 1, ("C*t",), 3))
    looking = (("C*t", "lifeline", 5), ("Dan", "asli", 13))
    seen = Week(MONDAY, 2, None, ("A*n", 3), leaders, looking)
    seekers = [words.seeker("C\\*t", "Lifeline, size 5"), words.seeker("Dan", "Asli, size 13")]
    lines = {
        "ended": words.ended(2),
        "crown": words.crown("A\\*n", 3),
        "leaders": "\n".join(
            [
                words.leaders("Asli, size 9", 2, ["A\\*n", "Ben"], "2½"),
                words.leader("Lifeline, size 4", 1, "C\\*t", "3"),
            ]
        ),
        "looking": words.looking(seekers),
    }
    empty = {"ended": 0, "crown": None, "leaders": (), "looking": ()}
    for without in (None, *lines):
        shown = [line for kind, line in lines.items() if kind != without]
        week = replace(seen, **{kind: value for kind, value in empty.items() if kind == without})
        draft = week_message(week)
        assert draft.content == "\n".join([words.title(MONDAY), *shown, words.HOW_TO_STOP()])
        assert (draft.board_image, draft.pings, draft.rows) == (None, (), ())


async def test_the_leaders_of_leagues_are_news_once_games_have_ended(world):
    club = Club(world)
    await club.begin(people=4)
    assert await news(world, world.clock()) is None
    game, first, second = (await club.running())[0]
    winner = NAMES.get(second, f"P{second}")
    await world.games.resign(world.act(first), game)
    world.clock.advance(seconds=1)
    found = await news(world, world.clock())
    assert found.leaders == (Leaders("lifeline", 4, 1, (winner,), 1),)
    line = f"League (Lifeline, size 4), group 1: **{winner}** leads with 1."
    assert line in week_message(found).content.splitlines()
    both = replace(found, leaders=(Leaders("asli", 9, 2, ("A*n", "Ben"), 2.5),))
    line = "League (Asli, size 9), group 2: A\\*n, Ben lead with 2½."
    assert line in week_message(both).content.splitlines()


async def test_a_deleted_leader_has_a_name_in_the_readers_language(world):
    club = Club(world)
    await club.begin(people=4)
    for game, *people in await club.running():
        if ANN in people:
            (other,) = set(people) - {ANN}
            await world.games.resign(world.act(other), game)
    await world.services.privacy.delete(ANN)
    world.clock.advance(seconds=1)
    with speaking("de"):
        (leaders,) = (await news(world, world.clock())).leaders
        assert leaders.names == (DELETED(),)


async def test_all_who_share_the_lead_of_a_league_are_news(world):
    club = Club(world)
    await club.begin(people=4)
    winners, losers = set(), set()
    for game, first, second in await club.running():
        if not (winners | losers) & {first, second}:
            winners.add(second)
            losers.add(first)
            await world.games.resign(world.act(first), game)
    assert len(winners) == 2
    world.clock.advance(seconds=1)
    (leaders,) = (await news(world, world.clock())).leaders
    assert set(leaders.names) == {NAMES.get(each, f"P{each}") for each in winners}
    assert leaders.points == 1


async def test_a_league_without_a_season_in_progress_hides_no_later_one(world):
    early, late = Club(world), Club(world)
    await early.open(channel=4)  # too few people join
    await late.open(channel=5)
    await late.join(*range(101, 105))
    await late.wait(days=7)
    game, first, _ = (await late.running())[0]
    await world.games.resign(world.act(first), game)
    world.clock.advance(seconds=1)
    assert len((await news(world, world.clock())).leaders) == 1


async def test_the_leaders_of_only_the_first_groups_are_news(world):
    club = Club(world)
    await club.begin(people=6 * (MOST_GROUPS + 1))
    *over, _ = await club.running()  # the season lasts until its last game ends
    for game, first, _ in over:
        await world.games.resign(world.act(first), game)
    world.clock.advance(seconds=1)
    leaders = (await news(world, world.clock())).leaders
    assert [each.group for each in leaders] == list(range(1, MOST_GROUPS + 1))


async def test_a_large_league_hides_no_other_one(world):
    large, small = Club(world), Club(world)
    await large.open(channel=4, size=4)
    await large.join(*range(101, 101 + 6 * MOST_GROUPS))
    await small.open(channel=5, size=5)
    await small.join(*range(101, 105))
    await small.wait(days=7)
    for club in (large, small):
        *over, _ = await club.running()
        for game, first, _ in over:
            await world.games.resign(world.act(first), game)
    world.clock.advance(seconds=1)
    leaders = (await news(world, world.clock())).leaders
    assert [(each.size, each.group) for each in leaders] == [
        *((4, 1), (5, 1)),
        *((4, group) for group in range(2, MOST_GROUPS)),
    ]


@pytest.mark.parametrize(("before", "groups"), [(MOST_GROUPS - 2, [1, 2]), (MOST_GROUPS - 1, [1])])
async def test_the_groups_of_all_leagues_count_towards_the_limit(world, before, groups):
    sizes = range(4, 5 + before)
    clubs = [Club(world) for _ in sizes]
    for club, size in zip(clubs, sizes, strict=True):
        await club.open(channel=size, size=size)
        await club.join(*range(101, 109 if size == sizes[-1] else 105))
    await clubs[-1].wait(days=7)
    for club in clubs:
        *over, _ = await club.running()
        for game, first, _ in over:
            await world.games.resign(world.act(first), game)
    world.clock.advance(seconds=1)
    leaders = (await news(world, world.clock())).leaders
    assert len(leaders) == 5
    expected = [(size, 1) for size in sizes[:-1]] + [(sizes[-1], group) for group in groups]
    assert [(each.size, each.group) for each in leaders] == expected
