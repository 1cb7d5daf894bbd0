"""Notifications for the challenger: the challenge was declined or has expired."""

from datetime import timedelta

import pytest

from bot.messages.notifications import notification_message
from bot.services.values.clocks.quiet_hours import Quiet
from bot.services.values.notifications.settings import NotificationWay

ANN, BEN = 101, 102
DAY = timedelta(days=1)
KINDS = {"decline": "declined", "run out": "run_out"}


@pytest.fixture
def end_challenge(world, clock, sent_notifications):
    """Let one of Ann's challenges be declined or expire."""

    async def end(how, opponent=BEN):
        if opponent is None:
            made = await world.challenges.propose(world.act(ANN), None, "lifeline", {"size": 4})
        else:
            made = await world.challenge(ANN, opponent)
        await sent_notifications()
        if how == "run out":
            clock.advance(days=7)
            await world.expire()
        elif how == "change":
            await world.challenges.change_terms(world.act(BEN), made.id, {"size": 5})
        else:
            who = ANN if how == "withdraw" else BEN
            await getattr(world.challenges, how)(world.act(who), made.id)
        return made

    return end


async def words(world):
    """Return the text of the only due notification."""
    (message,) = [each for each in await world.outbox.take_due(9) if each.user_id is not None]
    return notification_message(await world.services.notifications.compose(message)).content


@pytest.mark.parametrize("how", KINDS)
@pytest.mark.parametrize("way", NotificationWay)
async def test_the_challenger_is_notified_once_by_their_settings(
    world, end_challenge, sent_notifications, how, way
):
    await world.change_settings(world.act(ANN), turns=way)
    await end_challenge(how)

    by_message = way in {NotificationWay.DM, NotificationWay.BOTH}
    notified = [] if way is NotificationWay.NONE else [(KINDS[how], ANN, by_message)]
    assert await sent_notifications() == notified
    world.clock.advance(days=1)
    await world.expire()
    assert await sent_notifications() == []


@pytest.mark.parametrize("how", ["withdraw", "change", "accept"])
async def test_withdrawn_and_accepted_challenges_add_no_notification(
    end_challenge, sent_notifications, how
):
    await end_challenge(how)
    assert not set(KINDS.values()) & {kind for kind, _, _ in await sent_notifications()}


async def test_a_repeated_decline_is_announced_once(world, sent_notifications):
    made, click = await world.challenge(), world.act(BEN)
    for _ in range(2):
        await world.challenges.decline(click, made.id)
    assert await sent_notifications() == [("declined", ANN, False)]


@pytest.mark.parametrize(
    ("how", "opponent", "said"),
    [
        ("decline", BEN, "**Ben** declined your challenge to Lifeline, size 4."),
        ("run out", BEN, "**Ben** didn't answer your challenge to Lifeline, size 4 in time."),
        ("run out", None, "Your open challenge to Lifeline, size 4 has expired."),
    ],
)
async def test_the_notification_names_the_opponent_and_the_game(
    world, end_challenge, how, opponent, said
):
    await end_challenge(how, opponent)
    assert await words(world) == said


@pytest.mark.parametrize("how", KINDS)
async def test_the_notification_waits_for_the_end_of_quiet_hours(
    world, clock, end_challenge, sent_notifications, how
):
    minute = clock.now.hour * 60
    await world.change_settings(world.act(ANN), quiet=Quiet(minute, minute + 120))
    await end_challenge(how)
    assert await sent_notifications() == []
    clock.advance(hours=2)
    assert await sent_notifications() == [(KINDS[how], ANN, False)]


@pytest.mark.parametrize("how", KINDS)
async def test_the_notification_waits_for_the_end_of_a_vacation(
    world, clock, end_challenge, sent_notifications, how
):
    await world.challenge(ANN, 103)  # so that the opponent is a known person
    await world.services.vacations.start(world.act(ANN), clock.now + 9 * DAY)
    await end_challenge(how)
    assert await sent_notifications() == []
    clock.advance(days=9)
    assert (KINDS[how], ANN, False) in await sent_notifications()


@pytest.mark.parametrize("how", KINDS)
@pytest.mark.parametrize("blocker", [ANN, BEN])
async def test_a_block_prevents_the_notification(
    world, end_challenge, sent_notifications, how, blocker
):
    await end_challenge(how)
    await world.services.blocks.block(world.act(blocker), ANN + BEN - blocker)
    assert await sent_notifications() == []


@pytest.mark.parametrize("how", KINDS)
async def test_a_deleted_person_is_neither_notified_nor_named(
    world, end_challenge, sent_notifications, how
):
    await end_challenge(how)
    await world.services.privacy.delete(BEN)
    assert "Ben" not in await words(world)

    await end_challenge(how)
    await world.services.privacy.delete(ANN)
    assert await sent_notifications() == []


async def test_deleting_the_opponent_does_not_announce_a_decline(world, sent_notifications):
    await world.challenge()
    await world.services.privacy.delete(BEN)
    assert await sent_notifications() == []
