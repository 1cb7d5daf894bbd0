"""When time is up, the opponent decides; in a strict game the clock does."""

import asyncio
from datetime import timedelta

import pytest

from bot.errors import GameOver, NotYourGame, PlayerError, StaleButton
from bot.errors.clocks import NotDue
from bot.messages.notifications import notification_message
from bot.services.clocks.clock import PACES, Pace
from bot.services.clocks.due_dates import Due
from bot.services.notifications.notification import Postponed
from bot.services.notifications.quiet_hours import Quiet
from bot.services.notifications.settings import NotificationWay
from bot.services.operations.doctor import examine
from bot.store.tables import vacations

ANN, BEN, CAT = 101, 102, 103


@pytest.fixture
async def late(timed, sent_notifications, passing):
    """A gentle game in which the time of Ann, who is to move, is up."""
    game_id = await timed()
    await sent_notifications()
    await passing(days=3)
    return game_id


async def test_the_opponent_is_asked_when_time_is_up(world, late, sent_notifications):
    assert ("time_up", BEN, False) in await sent_notifications()
    assert (await world.games.get(late)).result is None


async def test_views_and_lists_show_that_time_is_up_from_the_exact_second(
    world, timed, sent_notifications, passing
):
    game_id = await timed()
    await sent_notifications()
    await passing(days=3, seconds=-1)
    assert not await is_told_up(world, game_id)
    await passing(seconds=1)
    assert await is_told_up(world, game_id)
    await world.play(ANN, game_id, "a1")
    assert await is_told_up(world, game_id)
    await world.play(ANN, game_id, "c3")
    assert not await is_told_up(world, game_id)


async def test_time_is_not_shown_as_up_while_paused_or_after_time_was_given(world, late):
    until = world.clock.now + timedelta(days=5)
    await world.services.vacations.start(world.act(ANN), until)
    assert not await is_told_up(world, late)
    await world.services.vacations.end(world.act(ANN))
    assert await is_told_up(world, late)
    given = await world.services.time.give(world.act(BEN), late)
    assert not given.time_is_up
    assert not await is_told_up(world, late)


async def test_time_during_an_outage_is_not_shown_as_up(world, timed, passing):
    game_id = await timed()
    await passing(days=2)
    world.clock.advance(days=2)  # and nobody has noted that the bot is there
    assert not await is_told_up(world, game_id)


async def test_a_strict_game_offers_no_claim(world, timed, passing):
    game_id = await timed(strict=True)
    await spend_vacation(world)
    await passing(days=3, seconds=-1)
    world.clock.advance(seconds=1)  # the loop has not ended it yet
    assert not await is_told_up(world, game_id)


async def test_a_win_on_time_can_be_claimed(world, late, sent_notifications):
    game = await world.services.time.claim(world.act(BEN), late, revision=0)
    assert (game.winner.user_id, game.result.sentence) == (BEN, "Ann ran out of time.")
    assert (await world.games.get(late)).result == game.result
    assert (await examine(world.database)).problems == ()


async def test_claimable_agrees_with_claim_and_changes_nothing(world, late):
    seen = await world.services.time.claimable(world.act(BEN), late, revision=0)
    assert (seen.id, seen.result) == (late, None)
    assert (await world.games.get(late)).result is None
    with pytest.raises(NotDue, match="your own turn"):
        await world.services.time.claimable(world.act(ANN), late)
    with pytest.raises(NotYourGame):
        await world.services.time.claimable(world.act(CAT), late)
    await world.play(ANN, late, "a1 c3")
    with pytest.raises(StaleButton):
        await world.services.time.claimable(world.act(BEN), late, revision=0)


@pytest.mark.parametrize("pace", PACES)
async def test_refuses_a_claim_one_second_early_and_accepts_it_on_time(world, timed, clock, pace):
    game_id = await timed(pace)
    clock.now += PACES[pace].base - timedelta(seconds=1)
    with pytest.raises(NotDue, match="Ann still has time"):
        await world.services.time.claim(world.act(BEN), game_id)
    clock.advance(seconds=1)
    assert (await world.services.time.claim(world.act(BEN), game_id)).result.ending == "time"


@pytest.mark.parametrize("action", ["claim", "give", "remind"])
async def test_refuses_time_actions_of_the_player_to_move(world, late, action):
    with pytest.raises(NotDue, match="your own turn"):
        await getattr(world.services.time, action)(world.act(ANN), late)


@pytest.mark.parametrize("away", [ANN, BEN])
@pytest.mark.parametrize("action", ["claim", "give", "remind"])
async def test_the_refusal_of_a_claim_mentions_a_vacation(
    world, late, sent_notifications, passing, action, away
):
    until = world.clock.now + timedelta(days=5)
    await world.services.vacations.start(world.act(away), until)
    with pytest.raises(NotDue, match="stands, because one of you is away"):
        await getattr(world.services.time, action)(world.act(BEN), late)
    await sent_notifications()
    await passing(days=5)
    # as promised
    assert ("time_up", BEN, False) in await sent_notifications()
    await getattr(world.services.time, action)(world.act(BEN), late)


@pytest.mark.parametrize("action", ["claim", "give", "remind", "keep"])
async def test_refuses_time_actions_of_a_person_who_is_not_playing(world, late, action):
    with pytest.raises(NotYourGame):
        await getattr(world.services.time, action)(world.act(CAT), late)


async def test_refuses_a_claim_in_a_game_without_a_clock(world, timed):
    game_id = await timed(Pace.NONE)
    with pytest.raises(NotDue, match="without a clock"):
        await world.services.time.claim(world.act(BEN), game_id)


async def test_refuses_a_claim_after_the_move_as_stale(world, late):
    await world.play(ANN, late, "a1 c3")
    with pytest.raises(StaleButton):
        await world.services.time.claim(world.act(BEN), late, revision=0)


async def test_only_one_of_a_simultaneous_claim_and_move_succeeds(world, late):
    answers = await asyncio.gather(
        world.services.time.claim(world.act(BEN), late, revision=0),
        world.play(ANN, late, "a1 c3"),
        return_exceptions=True,
    )
    refused = [each for each in answers if isinstance(each, PlayerError)]
    assert len(refused) == 1
    game = await world.games.get(late)
    assert (game.result is None) == isinstance(answers[0], StaleButton)
    assert (game.position.ply == 0) == isinstance(answers[1], GameOver)


@pytest.mark.parametrize("action", ["claimable", "claim", "give", "remind"])
async def test_an_unseen_half_turn_does_not_prevent_time_actions(world, late, action):
    await world.play(ANN, late, "a1")
    await getattr(world.services.time, action)(world.act(BEN), late, revision=0)


@pytest.mark.parametrize("action", ["claimable", "claim", "give", "remind"])
async def test_buttons_of_a_notification_work_after_half_a_turn_is_undone(
    world, timed, passing, action
):
    game_id = await timed()
    await world.play(ANN, game_id, "a1")
    await passing(days=3)
    notification = await world.services.notifications.compose(await world.due("time_up"))
    (told,) = notification.games

    await world.services.undo.undo(world.act(ANN), game_id)

    # nor does the letter give away that anything was placed
    assert told.revision == (await world.games.get(game_id)).revision == 0
    await getattr(world.services.time, action)(world.act(BEN), game_id, revision=told.revision)


async def test_an_inactive_game_can_be_kept_during_and_after_an_undone_half_turn(
    world, late, passing, planned
):
    await passing(days=29)
    await world.play(ANN, late, "a1")
    await world.posted()
    await passing(days=1)
    rows = [each for each in await world.outbox.take_due(5) if each.kind == "asleep"]
    sent_notifications = [await world.services.notifications.compose(each) for each in rows]
    revisions = {
        notification.to.user_id: notification.games[0].revision
        for notification in sent_notifications
    }

    await world.services.undo.undo(world.act(ANN), late)

    await world.services.time.keep(world.act(ANN), late, revision=revisions[ANN])
    assert set(await planned(late)) == {Due.ASLEEP}


async def test_undoing_a_late_half_turn_notifies_no_one_and_postpones_nothing(
    world, late, sent_notifications, planned
):
    await sent_notifications()
    before = await planned(late)
    await world.play(ANN, late, "a1")
    world.clock.advance(hours=1)
    await world.services.undo.undo(world.act(ANN), late)
    assert await planned(late) == before
    assert Due.ASLEEP in before
    assert await sent_notifications() == []


async def test_a_late_half_turn_does_not_cancel_the_question_after_quiet_hours(
    world, timed, clock, passing
):
    notifications = world.services.notifications
    clock.now = clock.now.replace(hour=23)
    late = await timed()
    await world.wish(world.act(BEN), quiet=Quiet(22 * 60, 7 * 60))
    await passing(days=3)
    await world.play(ANN, late, "a1")
    rows = await world.outbox.take_due(9)
    (asked,) = [each for each in rows if each.kind == "time_up"]
    assert isinstance(await notifications.compose(asked), Postponed)

    await passing(hours=8)
    notification = await notifications.compose(asked)
    assert (notification.kind, notification.to.user_id) == ("time_up", BEN)

    await world.play(ANN, late, "c3")
    assert await notifications.compose(asked) is None


async def test_a_half_turn_does_not_cancel_the_reminder_after_quiet_hours(
    world, timed, clock, passing
):
    notifications = world.services.notifications
    clock.now = clock.now.replace(hour=23)
    game_id = await timed()
    await world.wish(world.act(ANN), quiet=Quiet(22 * 60, 7 * 60))
    await passing(hours=54)
    reminder = await world.due("reminder")
    assert isinstance(await notifications.compose(reminder), Postponed)
    await passing(days=1)
    await world.services.time.remind(world.act(BEN), game_id)
    nudge = await world.due("nudge")

    await world.play(ANN, game_id, "a1")
    await passing(hours=2)
    told = [await notifications.compose(each) for each in (reminder, nudge)]
    assert [(notification.kind, notification.to.user_id) for notification in told] == [
        ("reminder", ANN),
        ("nudge", ANN),
    ]

    await world.play(ANN, game_id, "c3")
    assert [await notifications.compose(each) for each in (reminder, nudge)] == [None, None]


async def test_given_time_counts_from_now_and_is_announced(
    world, late, clock, sent_notifications, planned
):
    await sent_notifications()
    await world.services.time.give(world.act(BEN), late)
    assert (await planned(late))[Due.FALL] == clock.now + timedelta(days=2)
    assert await sent_notifications() == [("time_given", ANN, False)]
    with pytest.raises(NotDue):
        await world.services.time.claim(world.act(BEN), late)


@pytest.fixture
async def late_at_night(world, timed, clock, passing):
    """Ann's time is up; the letter that asks Ben waits for his morning; Ann sleeps, too."""
    clock.now = clock.now.replace(hour=23)
    game_id = await timed()
    await world.posted()
    for person in (ANN, BEN):
        await world.wish(world.act(person), quiet=Quiet(22 * 60, 7 * 60), reminders=False)
    await passing(days=3)
    row = await world.due("time_up")
    assert isinstance(await world.services.notifications.compose(row), Postponed)
    return game_id, row


async def test_giving_time_cancels_the_question_that_waits_for_quiet_hours(
    world, late_at_night, passing
):
    game_id, row = late_at_night
    await world.services.time.give(world.act(BEN), game_id)
    await passing(hours=9)
    assert await world.services.notifications.compose(row) is None


async def test_expired_time_is_announced_after_a_vacation(
    world, late_at_night, passing, sent_notifications, clock
):
    _, row = late_at_night
    await world.services.vacations.start(world.act(ANN), clock.now + timedelta(days=2))
    await passing(hours=9)
    assert await world.services.notifications.compose(row) is None
    await world.outbox.mark_sent(row, None)
    await sent_notifications()
    await passing(days=2)
    assert await sent_notifications() == [("time_up", BEN, False)]


@pytest.mark.parametrize("who", [ANN, BEN])
async def test_expired_time_is_announced_once_if_a_vacation_preceded_the_notification(
    world, late_at_night, passing, sent_notifications, clock, who
):
    await world.outbox.retry(late_at_night[1], timedelta(0), "night")
    await world.services.vacations.start(world.act(who), clock.now + timedelta(days=2))
    clock.advance(hours=2)
    await world.services.vacations.end(world.act(who))
    await passing(hours=9)
    assert await sent_notifications() == [("time_up", BEN, False)]


async def test_a_move_cancels_the_waiting_notification_of_given_time(world, late_at_night, passing):
    game_id, _ = late_at_night
    await world.services.time.give(world.act(BEN), game_id)
    row = await world.due("time_given")
    await world.play(ANN, game_id, "a1")
    await passing(hours=9)
    assert (await world.services.notifications.compose(row)).kind == "time_given"
    await world.play(ANN, game_id, "c3")
    assert await world.services.notifications.compose(row) is None


async def test_a_player_is_reminded_again_after_time_was_given(
    world, late, passing, sent_notifications
):
    await sent_notifications()
    await world.services.time.give(world.act(BEN), late)
    await sent_notifications()
    await passing(hours=36, seconds=-1)
    assert await sent_notifications() == []
    await passing(seconds=1)
    assert await sent_notifications() == [("reminder", ANN, False)]


async def test_a_repeated_interaction_gives_time_once(world, late, sent_notifications):
    press = world.act(BEN)
    await sent_notifications()
    for _ in range(2):
        await world.services.time.give(press, late)
    assert len(await sent_notifications()) == 1


async def test_a_player_can_remind_the_opponent_once_a_day(world, late, clock, sent_notifications):
    await sent_notifications()
    await world.services.time.remind(world.act(BEN), late)
    assert await sent_notifications() == [("nudge", ANN, False)]
    clock.advance(hours=23)
    with pytest.raises(NotDue, match="once a day"):
        await world.services.time.remind(world.act(BEN), late)
    clock.advance(hours=1)
    await world.services.time.remind(world.act(BEN), late)


@pytest.mark.parametrize("wish", ["muted", "nothing"])
@pytest.mark.parametrize("action", ["remind", "give"])
async def test_no_notifications_of_a_game_reach_a_player_who_has_switched_them_off(
    world, late, sent_notifications, action, wish
):
    notifications, ann = world.services.notifications, world.act(ANN)
    await sent_notifications()
    await world.wish(ann, way=NotificationWay.DM if wish == "muted" else NotificationWay.NONE)
    await notifications.mute(ann, late, muted=wish == "muted")

    await getattr(world.services.time, action)(world.act(BEN), late)

    (row,) = [each for each in await world.outbox.take_due(5) if each.user_id is not None]
    notification = await notifications.compose(row)
    # it can be read in the channel all the same
    assert (notification.to.user_id, notification.write, notification.ping) == (ANN, False, False)


async def test_an_automatic_vacation_is_announced_for_a_muted_game(
    world, timed, sent_notifications, passing
):
    game_id = await timed(strict=True)
    await sent_notifications()
    await world.services.notifications.mute(world.act(ANN), game_id, muted=True)

    await passing(days=2, hours=23)

    (row,) = [each for each in await world.outbox.take_due(5) if each.user_id == ANN]
    notification = await world.services.notifications.compose(row)
    assert (notification.kind, notification.ping) == ("vacation", True)


async def test_an_automatic_vacation_is_not_announced_after_its_end(
    world, timed, sent_notifications, passing
):
    game_id = await timed(strict=True)
    await sent_notifications()
    await passing(days=2, hours=23)
    row = await world.due("vacation")

    await world.play(ANN, game_id, "a1")  # whoever plays is back

    assert await world.services.notifications.compose(row) is None


async def test_a_strict_game_is_lost_at_the_exact_second(world, timed, passing, sent_notifications):
    game_id = await timed(strict=True)
    await spend_vacation(world)
    await passing(days=3, seconds=-1)
    assert (await world.games.get(game_id)).result is None
    await passing(seconds=1)
    game = await world.games.get(game_id)
    assert (game.winner.user_id, game.result.ending) == (BEN, "time")


async def test_games_that_expire_at_the_same_moment_are_each_lost(world, timed, passing):
    lost = [await timed(strict=True) for _ in range(2)]
    await spend_vacation(world)
    await passing(days=3)
    assert [(await world.games.get(each)).result.ending for each in lost] == ["time", "time"]


async def test_an_outdated_fall_deadline_is_planned_again(world, timed, clock, planned, tick):
    game_id = await timed(strict=True)
    due = (await planned(game_id))[Due.FALL]
    await spend_vacation(world)
    clock.now = due
    stale = [each for each in await world.services.deadlines.due(10) if each.kind == Due.FALL]
    clock.advance(seconds=-1)
    await world.play(ANN, game_id, "a1 c3")
    clock.now = due
    assert [await world.services.deadlines.handle(each) for each in stale] == [False]
    assert (await world.games.get(game_id)).result is None


async def test_a_player_is_reminded_once_with_a_quarter_of_the_time_left(
    timed, passing, sent_notifications
):
    await timed()
    await sent_notifications()
    await passing(hours=53, minutes=59, seconds=59)
    assert await sent_notifications() == []
    await passing(seconds=1)
    assert await sent_notifications() == [("reminder", ANN, False)]
    await passing(hours=17)
    assert await sent_notifications() == []


async def test_undoing_half_a_turn_does_not_repeat_a_reminder(
    world, timed, passing, sent_notifications
):
    game_id = await timed()
    await sent_notifications()
    await world.play(ANN, game_id, "a1")
    await passing(hours=54)
    assert await sent_notifications() == [("reminder", ANN, False)]
    await world.services.undo.undo(world.act(ANN), game_id)
    await passing(hours=17)
    assert await sent_notifications() == []


async def test_an_inactive_game_is_closed_without_a_result_after_a_question(
    world, timed, passing, sent_notifications
):
    game_id = await timed(Pace.NONE)
    await sent_notifications()
    await passing(days=30)
    assert sorted(await sent_notifications()) == [("asleep", ANN, False), ("asleep", BEN, False)]
    await passing(days=7)
    game = await world.games.get(game_id)
    assert (game.result.ending, game.winner) == ("closed", None)
    assert (await examine(world.database)).problems == ()
    assert await world.services.history.score(game_id) is not None
    score = await world.services.history.score(game_id)
    assert (score.wins, score.draws) == ((0, 0), 0)


async def test_either_player_can_keep_an_inactive_game(world, timed, passing, planned, clock):
    game_id = await timed(Pace.NONE)
    await passing(days=31)
    await world.services.time.keep(world.act(BEN), game_id)
    assert await planned(game_id) == {Due.ASLEEP: clock.now + timedelta(days=30)}
    with pytest.raises(NotDue, match="not about to be closed"):
        await world.services.time.keep(world.act(BEN), game_id)


async def test_an_expired_game_without_a_claim_becomes_inactive(
    world, late, passing, sent_notifications
):
    await sent_notifications()
    await passing(days=30)
    assert {kind for kind, _, _ in await sent_notifications()} == {"asleep"}
    await passing(days=7)
    assert (await world.games.get(late)).result.ending == "closed"


@pytest.mark.parametrize("away", [ANN, BEN])
async def test_vacations_after_time_is_up_do_not_prevent_closing(
    world, late, passing, sent_notifications, planned, away
):
    asleep = (await planned(late))[Due.ASLEEP]
    for _ in range(5):
        await passing(days=3)
        await world.services.vacations.start(world.act(away), world.clock.now + timedelta(days=2))
        assert await planned(late) == {Due.ASLEEP: asleep}
        await passing(days=2)
        assert await planned(late) == {Due.ASLEEP: asleep}
    await sent_notifications()
    await passing(days=5)
    assert sorted(await sent_notifications()) == [("asleep", ANN, False), ("asleep", BEN, False)]
    await passing(days=3)
    await world.services.vacations.start(world.act(away), world.clock.now + timedelta(days=1))
    await passing(days=4)
    assert (await world.games.get(late)).result.ending == "closed"


async def test_an_expired_game_is_not_closed_during_a_vacation_but_can_be_kept(
    world, late, passing, sent_notifications, planned
):
    await passing(days=36)
    await world.services.vacations.start(world.act(ANN), world.clock.now + timedelta(days=9))
    await passing(days=8)
    assert (await world.games.get(late)).result is None
    assert set(await planned(late)) == {Due.CLOSE}
    await world.services.time.keep(world.act(BEN), late)
    assert await planned(late) == {Due.ASLEEP: world.clock.now + timedelta(days=30)}


async def test_a_late_move_during_a_vacation_removes_inactivity_deadlines(world, late, planned):
    await world.services.vacations.start(world.act(ANN), world.clock.now + timedelta(days=9))
    await world.play(ANN, late, "a1 c3")
    assert await planned(late) == {}


async def test_an_outage_after_a_vacation_postpones_inactivity_once(
    world, late, clock, passing, tick, planned
):
    asleep = (await planned(late))[Due.ASLEEP]
    await world.services.vacations.start(world.act(ANN), clock.now + timedelta(days=2))
    await passing(days=1)
    clock.advance(hours=8)
    await world.services.vacations.end(world.act(ANN))
    clock.advance(minutes=1)
    await tick()
    assert await planned(late) == {Due.ASLEEP: asleep + timedelta(hours=8, minutes=1)}


async def test_a_half_turn_in_an_inactive_game_does_not_cancel_the_question(
    world, late, passing, sent_notifications
):
    await sent_notifications()
    await passing(days=30)
    await world.play(ANN, late, "a1")
    assert sorted(await sent_notifications()) == [("asleep", ANN, False), ("asleep", BEN, False)]


@pytest.fixture
async def asked_at_night(world, timed, clock, passing):
    """A sleeping game; the letter about it waits for Ben's morning."""
    clock.now = clock.now.replace(hour=23)
    game_id = await timed(Pace.NONE)
    await world.posted()
    await world.wish(world.act(BEN), quiet=Quiet(22 * 60, 7 * 60))
    await passing(days=30)
    (row,) = [each for each in await world.outbox.take_due(5) if each.user_id == BEN]
    assert isinstance(await world.services.notifications.compose(row), Postponed)
    return game_id, row


async def test_keeping_a_game_cancels_the_waiting_announcement_of_its_closing(
    world, passing, asked_at_night
):
    game_id, row = asked_at_night
    await world.services.time.keep(world.act(ANN), game_id)
    await passing(hours=9)
    assert await world.services.notifications.compose(row) is None


async def test_a_delayed_notification_shows_the_present_closing_date(
    world, passing, clock, asked_at_night, planned
):
    game_id, row = asked_at_night
    await world.services.vacations.start(world.act(BEN), clock.now + timedelta(days=9))
    await passing(days=9, hours=9)
    notification = await world.services.notifications.compose(row)
    closes = (await planned(game_id))[Due.CLOSE]
    assert closes > clock.now
    assert (
        f"by <t:{int(closes.timestamp())}:f> it is closed"
        in notification_message(notification).content
    )


async def test_half_turns_do_not_postpone_closing(
    world, timed, passing, sent_notifications, planned
):
    game_id = await timed(Pace.NONE)
    asleep = (await planned(game_id))[Due.ASLEEP]
    await passing(days=29)
    await world.play(ANN, game_id, "a1")
    assert await planned(game_id) == {Due.ASLEEP: asleep}
    await world.services.undo.undo(world.act(ANN), game_id)
    assert await planned(game_id) == {Due.ASLEEP: asleep}
    await sent_notifications()
    await passing(days=1)
    await world.play(ANN, game_id, "a1")
    assert sorted(await sent_notifications()) == [("asleep", ANN, False), ("asleep", BEN, False)]
    await passing(days=7)
    assert (await world.games.get(game_id)).result.ending == "closed"


async def spend_vacation(world):
    """Use up the days of vacation that Ann has."""
    now = world.clock.now
    day = vacations.NewVacation(ANN, now - timedelta(days=1), now, now, automatic=False)
    for _ in range(20):
        await world.database.write(vacations.add, day)


async def is_told_up(world, game_id):
    """Say what the view of a game and each player's list tell, which must be the same."""
    view = (await world.games.get(game_id)).time_is_up
    for person in (ANN, BEN):
        (listed,) = await world.games.running(person)
        (seen,) = await world.games.running_here(world.act(person), person)
        assert listed.time_is_up == seen.time_is_up == view
    return view
