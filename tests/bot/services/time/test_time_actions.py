"""Expired time: the opponent decides, or a strict game is lost; closing of inactive games."""

import asyncio
from datetime import timedelta

import pytest

from bot.errors.refusals import GameOver, NotDue, NotYourGame, PlayerError, StaleButton
from bot.messages.notifications import notification_message
from bot.services.use_cases.operations.doctor import examine
from bot.services.values.clocks.clock import PACES, Pace
from bot.services.values.clocks.due_dates import BotDue
from bot.services.values.clocks.quiet_hours import Quiet
from bot.services.values.notifications.notification import Postponed
from bot.store.tables import vacations
from testbed.heartbeats import stay_up

ANN, BEN, CAT = 101, 102, 103


@pytest.fixture
async def expired_game(timed, sent_notifications, pass_time):
    """Game without strict time in which Ann is to move and her time is up."""
    game_id = await timed()
    await sent_notifications()
    await pass_time(days=3)
    return game_id


async def test_the_opponent_is_asked_when_time_is_up(world, expired_game, sent_notifications):
    assert ("time_up", BEN, False) in await sent_notifications()
    assert (await world.games.get(expired_game)).result is None


async def test_views_and_lists_show_that_time_is_up_from_the_exact_second(
    world, timed, sent_notifications, pass_time
):
    game_id = await timed()
    await sent_notifications()
    await pass_time(days=3, seconds=-1)
    assert not await is_shown_as_expired(world, game_id)
    await pass_time(seconds=1)
    assert await is_shown_as_expired(world, game_id)
    await world.play(ANN, game_id, "a1")
    assert await is_shown_as_expired(world, game_id)
    await world.play(ANN, game_id, "c3")
    assert not await is_shown_as_expired(world, game_id)


async def test_time_is_not_shown_as_up_while_paused_or_after_time_was_given(world, expired_game):
    until = world.clock.now + timedelta(days=5)
    await world.services.vacations.start(world.act(ANN), until)
    assert not await is_shown_as_expired(world, expired_game)
    await world.services.vacations.end(world.act(ANN))
    assert await is_shown_as_expired(world, expired_game)
    given = await world.services.time.give(world.act(BEN), expired_game)
    assert not given.time_is_up
    assert not await is_shown_as_expired(world, expired_game)


async def test_time_during_an_outage_is_not_shown_as_up(world, timed, pass_time):
    game_id = await timed()
    await pass_time(days=2)
    world.clock.advance(days=2)  # without a heartbeat
    assert not await is_shown_as_expired(world, game_id)


async def test_a_strict_game_offers_no_claim(world, timed, pass_time):
    game_id = await timed(strict=True)
    await use_up_allowance(world)
    await pass_time(days=3, seconds=-1)
    world.clock.advance(seconds=1)  # the deadline loop has not run yet
    assert not await is_shown_as_expired(world, game_id)


async def test_a_win_on_time_can_be_claimed(world, expired_game, sent_notifications):
    game = await world.services.time.claim(world.act(BEN), expired_game, revision=0)
    assert (game.winner.user_id, game.result.sentence) == (BEN, "Ann ran out of time.")
    assert (await world.games.get(expired_game)).result == game.result
    assert (await examine(world.database)).problems == ()


async def test_claimable_agrees_with_claim_and_changes_nothing(world, expired_game):
    seen = await world.services.time.get_claimable(world.act(BEN), expired_game, revision=0)
    assert (seen.id, seen.result) == (expired_game, None)
    assert (await world.games.get(expired_game)).result is None
    with pytest.raises(NotDue, match="your turn in this game"):
        await world.services.time.get_claimable(world.act(ANN), expired_game)
    with pytest.raises(NotYourGame):
        await world.services.time.get_claimable(world.act(CAT), expired_game)
    await world.play(ANN, expired_game, "a1 c3")
    with pytest.raises(StaleButton):
        await world.services.time.get_claimable(world.act(BEN), expired_game, revision=0)


@pytest.mark.parametrize("pace", [pace for pace in PACES if pace is not Pace.SEASON])
async def test_refuses_a_claim_one_second_early_and_accepts_it_on_time(world, timed, clock, pace):
    game_id = await timed(pace)
    clock.now += PACES[pace].base - timedelta(seconds=1)
    with pytest.raises(NotDue, match="Ann still has time"):
        await world.services.time.claim(world.act(BEN), game_id)
    clock.advance(seconds=1)
    assert (await world.services.time.claim(world.act(BEN), game_id)).result.ending == "time"


@pytest.mark.parametrize("action", ["claim", "give", "remind"])
async def test_refuses_time_actions_of_the_player_to_move(world, expired_game, action):
    with pytest.raises(NotDue, match="your turn in this game"):
        await getattr(world.services.time, action)(world.act(ANN), expired_game)


@pytest.mark.parametrize("on_vacation", [ANN, BEN])
@pytest.mark.parametrize("action", ["claim", "give", "remind"])
async def test_the_refusal_of_a_claim_mentions_a_vacation(
    world, expired_game, sent_notifications, pass_time, action, on_vacation
):
    until = world.clock.now + timedelta(days=5)
    await world.services.vacations.start(world.act(on_vacation), until)
    with pytest.raises(NotDue, match="clock is paused"):
        await getattr(world.services.time, action)(world.act(BEN), expired_game)
    await sent_notifications()
    await pass_time(days=5)
    # the end that the refusal announced
    assert ("time_up", BEN, False) in await sent_notifications()
    await getattr(world.services.time, action)(world.act(BEN), expired_game)


@pytest.mark.parametrize("action", ["claim", "give", "remind", "keep"])
async def test_refuses_time_actions_of_a_person_who_is_not_playing(world, expired_game, action):
    with pytest.raises(NotYourGame):
        await getattr(world.services.time, action)(world.act(CAT), expired_game)


async def test_refuses_a_claim_in_a_game_without_a_clock(world, timed):
    game_id = await timed(Pace.NONE)
    with pytest.raises(NotDue, match="has no clock"):
        await world.services.time.claim(world.act(BEN), game_id)


async def test_refuses_a_claim_after_the_move_as_stale(world, expired_game):
    await world.play(ANN, expired_game, "a1 c3")
    with pytest.raises(StaleButton):
        await world.services.time.claim(world.act(BEN), expired_game, revision=0)


async def test_only_one_of_a_simultaneous_claim_and_move_succeeds(world, expired_game):
    answers = await asyncio.gather(
        world.services.time.claim(world.act(BEN), expired_game, revision=0),
        world.play(ANN, expired_game, "a1 c3"),
        return_exceptions=True,
    )
    refused = [each for each in answers if isinstance(each, PlayerError)]
    assert len(refused) == 1
    game = await world.games.get(expired_game)
    assert (game.result is None) == isinstance(answers[0], StaleButton)
    assert (game.position.ply == 0) == isinstance(answers[1], GameOver)


@pytest.mark.parametrize("action", ["get_claimable", "claim", "give", "remind"])
async def test_an_unseen_half_turn_does_not_prevent_time_actions(world, expired_game, action):
    await world.play(ANN, expired_game, "a1")
    await getattr(world.services.time, action)(world.act(BEN), expired_game, revision=0)


@pytest.mark.parametrize("action", ["get_claimable", "claim", "give", "remind"])
async def test_buttons_of_a_notification_work_after_half_a_turn_is_undone(
    world, timed, pass_time, action
):
    game_id = await timed()
    await world.play(ANN, game_id, "a1")
    await pass_time(days=3)
    notification = await world.services.notifications.compose(await world.due("time_up"))
    (notified,) = notification.games

    await world.services.undo.undo(world.act(ANN), game_id)

    # the notification does not reveal the first half of the turn
    assert notified.revision == (await world.games.get(game_id)).revision == 0
    await getattr(world.services.time, action)(world.act(BEN), game_id, revision=notified.revision)


async def test_an_inactive_game_can_be_kept_during_and_after_an_undone_half_turn(
    world, expired_game, pass_time, planned
):
    await pass_time(days=29)
    await world.play(ANN, expired_game, "a1")
    await world.posted()
    await pass_time(days=1)
    rows = [each for each in await world.outbox.take_due(5) if each.kind == "asleep"]
    sent_notifications = [await world.services.notifications.compose(each) for each in rows]
    revisions = {
        notification.to.user_id: notification.games[0].revision
        for notification in sent_notifications
    }

    await world.services.undo.undo(world.act(ANN), expired_game)

    await world.services.time.keep(world.act(ANN), expired_game, revision=revisions[ANN])
    assert set(await planned(expired_game)) == {BotDue.ASLEEP}


async def test_undoing_a_late_half_turn_notifies_no_one_and_postpones_nothing(
    world, expired_game, sent_notifications, planned
):
    await sent_notifications()
    before = await planned(expired_game)
    await world.play(ANN, expired_game, "a1")
    world.clock.advance(hours=1)
    await world.database.write(stay_up, world.clock.now)
    await world.services.undo.undo(world.act(ANN), expired_game)
    assert await planned(expired_game) == before
    assert BotDue.ASLEEP in before
    assert await sent_notifications() == []


async def test_a_late_half_turn_does_not_cancel_the_question_after_quiet_hours(
    world, timed, clock, pass_time
):
    notifications = world.services.notifications
    clock.now = clock.now.replace(hour=23)
    expired_game = await timed()
    await world.change_settings(world.act(BEN), quiet=Quiet(22 * 60, 7 * 60))
    await pass_time(days=3)
    await world.play(ANN, expired_game, "a1")
    rows = await world.outbox.take_due(9)
    (asked,) = [each for each in rows if each.kind == "time_up"]
    assert isinstance(await notifications.compose(asked), Postponed)

    await pass_time(hours=8)
    notification = await notifications.compose(asked)
    assert (notification.kind, notification.to.user_id) == ("time_up", BEN)

    await world.play(ANN, expired_game, "c3")
    assert await notifications.compose(asked) is None


async def test_a_half_turn_does_not_cancel_the_reminder_after_quiet_hours(
    world, timed, clock, pass_time
):
    notifications = world.services.notifications
    clock.now = clock.now.replace(hour=23)
    game_id = await timed()
    await world.change_settings(world.act(ANN), quiet=Quiet(22 * 60, 7 * 60))
    await pass_time(hours=54)
    reminder = await world.due("reminder")
    assert isinstance(await notifications.compose(reminder), Postponed)
    await world.play(ANN, game_id, "a1")
    await pass_time(hours=2)
    assert (await notifications.compose(reminder)).kind == "reminder"

    await world.services.undo.undo(world.act(ANN), game_id)
    await pass_time(hours=22)
    await world.services.time.remind(world.act(BEN), game_id)
    nudge = await world.due("nudge")
    await world.play(ANN, game_id, "a1")
    await pass_time(hours=2)
    assert (await notifications.compose(nudge)).kind == "nudge"

    await world.play(ANN, game_id, "c3")
    assert [await notifications.compose(each) for each in (reminder, nudge)] == [None, None]


async def test_given_time_counts_from_now_and_is_announced(
    world, expired_game, clock, sent_notifications, planned
):
    await sent_notifications()
    await world.services.time.give(world.act(BEN), expired_game)
    assert (await planned(expired_game))[BotDue.FALL] == clock.now + timedelta(days=2)
    assert await sent_notifications() == [("time_given", ANN, False)]
    with pytest.raises(NotDue):
        await world.services.time.claim(world.act(BEN), expired_game)


@pytest.fixture
async def expired_at_night(world, timed, clock, pass_time):
    """Game in which Ann's time is up while both have quiet hours; Ben's notification waits."""
    clock.now = clock.now.replace(hour=23)
    game_id = await timed()
    await world.posted()
    for person in (ANN, BEN):
        await world.change_settings(
            world.act(person), quiet=Quiet(22 * 60, 7 * 60), reminders="off"
        )
    await pass_time(days=3)
    message = await world.due("time_up")
    assert isinstance(await world.services.notifications.compose(message), Postponed)
    return game_id, message


async def test_giving_time_cancels_the_question_that_waits_for_quiet_hours(
    world, expired_at_night, pass_time
):
    game_id, message = expired_at_night
    await world.services.time.give(world.act(BEN), game_id)
    await pass_time(hours=9)
    assert await world.services.notifications.compose(message) is None


async def test_expired_time_is_announced_after_a_vacation(
    world, expired_at_night, pass_time, sent_notifications, clock
):
    _, message = expired_at_night
    await world.services.vacations.start(world.act(ANN), clock.now + timedelta(days=2))
    await pass_time(hours=9)
    assert await world.services.notifications.compose(message) is None
    await world.outbox.mark_sent(message, None)
    await sent_notifications()
    await pass_time(days=2)
    assert await sent_notifications() == [("time_up", BEN, False)]


@pytest.mark.parametrize("who", [ANN, BEN])
async def test_expired_time_is_announced_once_if_a_vacation_preceded_the_notification(
    world, expired_at_night, pass_time, sent_notifications, clock, who
):
    await world.outbox.retry(expired_at_night[1], timedelta(0), "night")
    await world.services.vacations.start(world.act(who), clock.now + timedelta(days=2))
    clock.advance(hours=2)
    await world.services.vacations.end(world.act(who))
    await pass_time(hours=9)
    assert await sent_notifications() == [("time_up", BEN, False)]


async def test_a_move_cancels_the_waiting_notification_of_given_time(
    world, expired_at_night, pass_time
):
    game_id, _ = expired_at_night
    await world.services.time.give(world.act(BEN), game_id)
    message = await world.due("time_given")
    await world.play(ANN, game_id, "a1")
    await pass_time(hours=9)
    assert (await world.services.notifications.compose(message)).kind == "time_given"
    await world.play(ANN, game_id, "c3")
    assert await world.services.notifications.compose(message) is None


async def test_a_player_is_reminded_again_after_time_was_given(
    world, expired_game, pass_time, sent_notifications
):
    await sent_notifications()
    await world.services.time.give(world.act(BEN), expired_game)
    await sent_notifications()
    await pass_time(hours=36, seconds=-1)
    assert await sent_notifications() == []
    await pass_time(seconds=1)
    assert await sent_notifications() == [("reminder", ANN, False)]


async def test_a_repeated_interaction_gives_time_once(world, expired_game, sent_notifications):
    press = world.act(BEN)
    await sent_notifications()
    for _ in range(2):
        await world.services.time.give(press, expired_game)
    assert len(await sent_notifications()) == 1


async def test_a_player_can_remind_the_opponent_once_a_day(
    world, expired_game, clock, sent_notifications
):
    await sent_notifications()
    await world.services.time.remind(world.act(BEN), expired_game)
    assert await sent_notifications() == [("nudge", ANN, False)]
    clock.advance(hours=23)
    with pytest.raises(NotDue, match="already reminded"):
        await world.services.time.remind(world.act(BEN), expired_game)
    clock.advance(hours=1)
    await world.services.time.remind(world.act(BEN), expired_game)


@pytest.mark.parametrize("preference", ["muted", "nothing"])
@pytest.mark.parametrize("action", ["remind", "give"])
async def test_no_notifications_of_a_game_reach_a_player_who_has_switched_them_off(
    world, expired_game, sent_notifications, action, preference
):
    notifications, ann = world.services.notifications, world.act(ANN)
    await sent_notifications()
    await world.change_settings(ann, turns="dm" if preference == "muted" else "none")
    await notifications.mute(ann, expired_game, muted=preference == "muted")

    await getattr(world.services.time, action)(world.act(BEN), expired_game)

    (message,) = [each for each in await world.outbox.take_due(5) if each.user_id is not None]
    notification = await notifications.compose(message)
    # it is still posted in the channel
    assert (notification.to.user_id, notification.write, notification.ping) == (ANN, False, False)


async def test_an_automatic_vacation_is_announced_for_a_muted_game(
    world, timed, sent_notifications, pass_time
):
    game_id = await timed(strict=True)
    await sent_notifications()
    await world.services.notifications.mute(world.act(ANN), game_id, muted=True)

    await pass_time(days=2, hours=23)

    (message,) = [each for each in await world.outbox.take_due(5) if each.user_id == ANN]
    notification = await world.services.notifications.compose(message)
    assert (notification.kind, notification.ping) == ("vacation", True)


async def test_an_automatic_vacation_is_not_announced_after_its_end(
    world, timed, sent_notifications, pass_time
):
    game_id = await timed(strict=True)
    await sent_notifications()
    await pass_time(days=2, hours=23)
    message = await world.due("vacation")

    await world.play(ANN, game_id, "a1")  # a move ends an automatic vacation

    assert await world.services.notifications.compose(message) is None


async def test_a_strict_game_is_lost_at_the_exact_second(
    world, timed, pass_time, sent_notifications
):
    game_id = await timed(strict=True)
    await use_up_allowance(world)
    await pass_time(days=3, seconds=-1)
    assert (await world.games.get(game_id)).result is None
    await pass_time(seconds=1)
    game = await world.games.get(game_id)
    assert (game.winner.user_id, game.result.ending) == (BEN, "time")


async def test_games_that_expire_at_the_same_moment_are_each_lost(world, timed, pass_time):
    lost = [await timed(strict=True) for _ in range(2)]
    await use_up_allowance(world)
    await pass_time(days=3)
    assert [(await world.games.get(each)).result.ending for each in lost] == ["time", "time"]


async def test_an_outdated_fall_deadline_is_planned_again(world, timed, clock, planned, tick):
    game_id = await timed(strict=True)
    due = (await planned(game_id))[BotDue.FALL]
    await use_up_allowance(world)
    clock.now = due
    stale = [
        each for each in await world.services.deadlines.find_due(10) if each.kind == BotDue.FALL
    ]
    clock.advance(seconds=-1)
    await world.play(ANN, game_id, "a1 c3")
    clock.now = due
    assert [await world.services.deadlines.handle(each) for each in stale] == [False]
    assert (await world.games.get(game_id)).result is None


async def test_a_player_is_reminded_once_with_a_quarter_of_the_time_left(
    timed, pass_time, sent_notifications
):
    await timed()
    await sent_notifications()
    await pass_time(hours=53, minutes=59, seconds=59)
    assert await sent_notifications() == []
    await pass_time(seconds=1)
    assert await sent_notifications() == [("reminder", ANN, False)]
    await pass_time(hours=17)
    assert await sent_notifications() == []


async def test_undoing_half_a_turn_does_not_repeat_a_reminder(
    world, timed, pass_time, sent_notifications
):
    game_id = await timed()
    await sent_notifications()
    await world.play(ANN, game_id, "a1")
    await pass_time(hours=54)
    assert await sent_notifications() == [("reminder", ANN, False)]
    await world.services.undo.undo(world.act(ANN), game_id)
    await pass_time(hours=17)
    assert await sent_notifications() == []


async def test_an_inactive_game_is_closed_without_a_result_after_a_question(
    world, timed, pass_time, sent_notifications
):
    game_id = await timed(Pace.NONE)
    await sent_notifications()
    await pass_time(days=30)
    assert sorted(await sent_notifications()) == [("asleep", ANN, False), ("asleep", BEN, False)]
    await pass_time(days=7)
    game = await world.games.get(game_id)
    assert (game.result.ending, game.winner) == ("closed", None)
    assert (await examine(world.database)).problems == ()
    assert await world.services.history.get_score(game_id) is not None
    score = await world.services.history.get_score(game_id)
    assert (score.wins, score.draws) == ((0, 0), 0)


async def test_either_player_can_keep_an_inactive_game(world, timed, pass_time, planned, clock):
    game_id = await timed(Pace.NONE)
    await pass_time(days=31)
    await world.services.time.keep(world.act(BEN), game_id)
    assert await planned(game_id) == {BotDue.ASLEEP: clock.now + timedelta(days=30)}
    with pytest.raises(NotDue, match="about to be closed"):
        await world.services.time.keep(world.act(BEN), game_id)


async def test_an_expired_game_without_a_claim_becomes_inactive(
    world, expired_game, pass_time, sent_notifications
):
    await sent_notifications()
    await pass_time(days=30)
    assert {kind for kind, _, _ in await sent_notifications()} == {"asleep"}
    await pass_time(days=7)
    assert (await world.games.get(expired_game)).result.ending == "closed"


@pytest.mark.parametrize("on_vacation", [ANN, BEN])
async def test_vacations_after_time_is_up_do_not_prevent_closing(
    world, expired_game, pass_time, sent_notifications, planned, on_vacation
):
    asleep = (await planned(expired_game))[BotDue.ASLEEP]
    for _ in range(5):
        await pass_time(days=3)
        await world.services.vacations.start(
            world.act(on_vacation), world.clock.now + timedelta(days=2)
        )
        assert await planned(expired_game) == {BotDue.ASLEEP: asleep}
        await pass_time(days=2)
        assert await planned(expired_game) == {BotDue.ASLEEP: asleep}
    await sent_notifications()
    await pass_time(days=5)
    assert sorted(await sent_notifications()) == [("asleep", ANN, False), ("asleep", BEN, False)]
    await pass_time(days=3)
    await world.services.vacations.start(
        world.act(on_vacation), world.clock.now + timedelta(days=1)
    )
    await pass_time(days=4)
    assert (await world.games.get(expired_game)).result.ending == "closed"


async def test_an_expired_game_is_not_closed_during_a_vacation_but_can_be_kept(
    world, expired_game, pass_time, sent_notifications, planned
):
    await pass_time(days=36)
    await world.services.vacations.start(world.act(ANN), world.clock.now + timedelta(days=9))
    await pass_time(days=8)
    assert (await world.games.get(expired_game)).result is None
    assert set(await planned(expired_game)) == {BotDue.CLOSE}
    await world.services.time.keep(world.act(BEN), expired_game)
    assert await planned(expired_game) == {BotDue.ASLEEP: world.clock.now + timedelta(days=30)}


async def test_a_late_move_during_a_vacation_removes_inactivity_deadlines(
    world, expired_game, planned
):
    await world.services.vacations.start(world.act(ANN), world.clock.now + timedelta(days=9))
    await world.play(ANN, expired_game, "a1 c3")
    assert await planned(expired_game) == {}


async def test_an_outage_after_a_vacation_postpones_inactivity_once(
    world, expired_game, clock, pass_time, tick, planned
):
    asleep = (await planned(expired_game))[BotDue.ASLEEP]
    await world.services.vacations.start(world.act(ANN), clock.now + timedelta(days=2))
    await pass_time(days=1)
    clock.advance(hours=8)
    await world.services.vacations.end(world.act(ANN))
    clock.advance(minutes=1)
    await tick()
    assert await planned(expired_game) == {BotDue.ASLEEP: asleep + timedelta(hours=8, minutes=1)}


async def test_a_half_turn_in_an_inactive_game_does_not_cancel_the_question(
    world, expired_game, pass_time, sent_notifications
):
    await sent_notifications()
    await pass_time(days=30)
    await world.play(ANN, expired_game, "a1")
    assert sorted(await sent_notifications()) == [("asleep", ANN, False), ("asleep", BEN, False)]


@pytest.fixture
async def inactive_at_night(world, timed, clock, pass_time):
    """Inactive game; Ben's notification waits for the end of his quiet hours."""
    clock.now = clock.now.replace(hour=23)
    game_id = await timed(Pace.NONE)
    await world.posted()
    await world.change_settings(world.act(BEN), quiet=Quiet(22 * 60, 7 * 60))
    await pass_time(days=30)
    (message,) = [each for each in await world.outbox.take_due(5) if each.user_id == BEN]
    assert isinstance(await world.services.notifications.compose(message), Postponed)
    return game_id, message


async def test_keeping_a_game_cancels_the_waiting_announcement_of_its_closing(
    world, pass_time, inactive_at_night
):
    game_id, message = inactive_at_night
    await world.services.time.keep(world.act(ANN), game_id)
    await pass_time(hours=9)
    assert await world.services.notifications.compose(message) is None


async def test_a_delayed_notification_shows_the_present_closing_date(
    world, pass_time, clock, inactive_at_night, planned
):
    game_id, message = inactive_at_night
    await world.services.vacations.start(world.act(BEN), clock.now + timedelta(days=9))
    await pass_time(days=9, hours=9)
    notification = await world.services.notifications.compose(message)
    closes = (await planned(game_id))[BotDue.CLOSE]
    assert closes > clock.now
    assert (
        f"closes without a result on <t:{int(closes.timestamp())}:f>"
        in notification_message(notification).content
    )


async def test_half_turns_do_not_postpone_closing(
    world, timed, pass_time, sent_notifications, planned
):
    game_id = await timed(Pace.NONE)
    asleep = (await planned(game_id))[BotDue.ASLEEP]
    await pass_time(days=29)
    await world.play(ANN, game_id, "a1")
    assert await planned(game_id) == {BotDue.ASLEEP: asleep}
    await world.services.undo.undo(world.act(ANN), game_id)
    assert await planned(game_id) == {BotDue.ASLEEP: asleep}
    await sent_notifications()
    await pass_time(days=1)
    await world.play(ANN, game_id, "a1")
    assert sorted(await sent_notifications()) == [("asleep", ANN, False), ("asleep", BEN, False)]
    await pass_time(days=7)
    assert (await world.games.get(game_id)).result.ending == "closed"


async def use_up_allowance(world):
    """Use up Ann's allowance for strict games."""
    now = world.clock.now
    day = vacations.NewVacation(ANN, now - timedelta(days=1), now, now, automatic=False)
    for _ in range(20):
        await world.database.write(vacations.add, day)


async def is_shown_as_expired(world, game_id):
    """Return whether a game is shown as expired, in its view and in both players' lists."""
    view = (await world.games.get(game_id)).time_is_up
    for person in (ANN, BEN):
        (listed,) = await world.games.find_running(person)
        (seen,) = await world.games.find_visible_running(world.act(person), person)
        assert listed.time_is_up == seen.time_is_up == view
    return view
