"""Notifications that follow a message without a ping, for events of games and challenges.

They depend on quiet hours and vacations at the time of sending.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.messages.board_notifications import BoardNotifications
from bot.messages.notifications import notification_message
from bot.services.values.clocks.quiet_hours import Quiet
from bot.services.values.views import Location
from bot.store.tables import outbox

ANN, BEN = 101, 102
EVENTS = {
    "challenge": "challenged",
    "result": "over",
    "undo_request": "undo_asked",
    "undo_declined": "undo_refused",
    "end_request": "end_asked",
    "end_declined": "end_refused",
}


@dataclass
class Evening:
    """One second before Ben's quiet hours, which last from ten to seven."""

    world: Any
    timed: Any
    sent_notifications: Any
    pass_time: Any

    def advance_to(self, hour, minute=0, second=0):
        self.world.clock.now = datetime(2030, 1, 2, hour, minute, second, tzinfo=UTC)

    async def cause_event(self, kind, *, half=None):
        """Let Ann cause an event that concerns Ben; return its outbox message, being sent."""
        world = self.world
        if kind == "challenge":
            await world.challenge(ANN, BEN)
            return await self.sending(kind)
        game_id = await self.timed()
        await self._prepare(kind, game_id, half)
        await self.sent_notifications()
        services = world.services
        cause = {
            "undo_request": services.undo.undo,
            "undo_declined": services.undo.decline,
            "end_request": services.end_requests.ask,
            "end_declined": services.end_requests.decline,
            "result": services.games.resign,
        }
        await cause[kind](world.act(ANN), game_id)
        return await self.sending(kind)

    async def _prepare(self, kind, game_id, half):
        world = self.world
        if kind == "undo_declined":
            await self._request_late_undo(game_id)
        elif kind == "end_declined":
            await world.services.end_requests.ask(world.act(BEN), game_id)
        elif kind == "undo_request":
            await world.play(ANN, game_id, "a1 c3")
            if half is None:
                await world.play(BEN, game_id, "e5 b4")
            else:
                world.clock.advance(minutes=3)
                await world.play(BEN, game_id, half)

    async def _request_late_undo(self, game_id):
        """Let Ben request an undo of a turn that he can no longer undo himself."""
        world = self.world
        world.clock.advance(minutes=-3)
        await world.play(ANN, game_id, "a1 c3")
        await world.play(BEN, game_id, "e5 b4")
        world.clock.advance(minutes=3)
        await world.services.undo.undo(world.act(BEN), game_id)

    async def sending(self, kind):
        return await self.world.due(kind)

    async def suppress_pings(self, message, *people):
        return await self.world.services.notifications.suppress_pings(message, people or (BEN,))

    async def send(self, message):
        """Send a message; return the people whom it does not ping."""
        quiet = await self.suppress_pings(message)
        await self.world.outbox.mark_sent(message, 1)
        return quiet

    async def sent_kinds(self):
        """Return the kinds of Ben's notifications of events other than turns."""
        turns = ("ping", "digest", "reminder")
        return [
            kind
            for kind, to, _ in await self.sent_notifications()
            if to == BEN and kind not in turns
        ]


@pytest.fixture
async def evening(world, timed, sent_notifications, pass_time):
    await world.change_settings(world.act(BEN), quiet=Quiet(22 * 60, 7 * 60))
    made = Evening(world, timed, sent_notifications, pass_time)
    made.advance_to(21, 59, 59)
    return made


@pytest.mark.parametrize("turns", ["channel", "dm"])
@pytest.mark.parametrize("event", EVENTS)
async def test_an_event_in_quiet_hours_is_announced_once_afterwards(evening, event, turns):
    await evening.world.change_settings(evening.world.act(BEN), turns=turns)
    message = await evening.cause_event(event)
    evening.advance_to(22)

    assert await evening.send(message) == {BEN}

    assert await evening.sent_kinds() == []
    await evening.pass_time(hours=8, minutes=59, seconds=59)
    assert await evening.sent_kinds() == []
    await evening.pass_time(seconds=1)
    assert await evening.sent_kinds() == [EVENTS[event]]
    await evening.pass_time(days=1)
    assert await evening.sent_kinds() == []


@pytest.mark.parametrize("event", EVENTS)
async def test_an_event_before_quiet_hours_pings_and_is_not_repeated(evening, event):
    assert await evening.send(await evening.cause_event(event)) == frozenset()
    await evening.pass_time(hours=10)
    assert await evening.sent_kinds() == []


@pytest.mark.parametrize("event", EVENTS)
async def test_an_event_first_sent_after_quiet_hours_pings(evening, event):
    evening.advance_to(23)
    message = await evening.cause_event(event)
    await evening.world.outbox.retry(message, timedelta(hours=9), "Discord was away")
    await evening.pass_time(hours=9)

    assert await evening.send(await evening.sending(event)) == frozenset()
    assert await evening.sent_kinds() == []


@pytest.mark.parametrize("event", EVENTS)
async def test_a_later_attempt_does_not_ping_if_a_notification_was_added(evening, event):
    evening.advance_to(23)
    message = await evening.cause_event(event)
    assert [await evening.suppress_pings(message) for _ in range(2)] == [{BEN}] * 2
    await evening.world.outbox.retry(message, timedelta(hours=9), "Discord was away")
    await evening.pass_time(hours=9)

    taken = await evening.world.outbox.take_due(9)
    again = next(message for message in taken if message.kind == event)
    assert await evening.send(again) == {BEN}
    waiting = [message for message in taken if message.kind == EVENTS[event]]
    notified = [await evening.world.services.notifications.compose(message) for message in waiting]
    assert [notification.kind for notification in notified] == [EVENTS[event]]


@pytest.mark.parametrize("event", [event for event in EVENTS if event != "challenge"])
async def test_an_event_that_is_told_later_is_not_told_another_way_too(evening, event):
    evening.advance_to(23)
    message = await evening.cause_event(event)
    await evening.suppress_pings(message)
    await evening.world.services.notifications.notify_another_way(message)
    await evening.world.outbox.mark_dead(message, "gone")

    await evening.pass_time(hours=10)

    assert await evening.sent_kinds() == [EVENTS[event]]


@pytest.mark.parametrize("event", [event for event in EVENTS if event != "challenge"])
async def test_an_event_that_cannot_be_posted_is_told_by_direct_message(evening, event):
    message = await evening.cause_event(event)
    await evening.world.services.notifications.notify_another_way(message)
    await evening.world.outbox.mark_dead(message, "gone")

    notified = [each for each in await evening.sent_notifications() if each[0] in EVENTS.values()]

    to_both = [(EVENTS[event], ANN, True)] if event == "result" else []
    assert notified == [*to_both, (EVENTS[event], BEN, True)]


@pytest.mark.parametrize("answer", ["block", "accept"])
async def test_a_challenger_is_told_that_an_open_challenge_cannot_be_posted(evening, answer):
    world, notifications = evening.world, evening.world.services.notifications
    message = await evening.cause_event("challenge")
    if answer == "accept":
        await world.challenges.accept(world.act(BEN), message.challenge_id)
    else:  # is no reason to keep it from her
        await world.services.blocks.block(world.act(BEN), ANN)
    await notifications.notify_another_way(message)
    await world.outbox.mark_dead(message, "gone")

    status = {"block": "withdrawn", "accept": "accepted"}[answer]
    assert (await world.challenges.get(message.challenge_id)).status == status
    told = [each for each in await evening.sent_notifications() if each[0] != "ping"]
    assert told == ([("unposted", ANN, True)] if answer == "block" else [])


async def test_people_who_are_notified_later_one_after_the_other_are_notified_once(evening):
    world = evening.world
    evening.advance_to(23)
    message = await evening.cause_event("result")
    assert await evening.suppress_pings(message, ANN, BEN) == {BEN}
    await world.services.vacations.start(world.act(ANN), world.clock.now + timedelta(days=1))
    for _ in range(2):
        assert await evening.suppress_pings(message, ANN, BEN) == {ANN, BEN}
    await world.outbox.mark_sent(message, 1)
    await evening.pass_time(days=1)
    over = [each for each in await evening.sent_notifications() if each[0] == "over"]
    assert sorted(over) == [("over", ANN, False)]
    await evening.pass_time(hours=9)
    assert await evening.sent_kinds() == ["over"]


@pytest.mark.parametrize("blocker", [ANN, BEN])
async def test_a_block_cancels_the_notification_of_a_challenge(evening, blocker):
    evening.advance_to(23)
    message = await evening.cause_event("challenge")
    await evening.send(message)
    await evening.world.services.blocks.block(evening.world.act(blocker), ANN + BEN - blocker)

    await evening.pass_time(hours=10)

    assert await evening.sent_kinds() == []


async def test_a_challenge_card_posted_after_a_block_does_not_ping(evening):
    message = await evening.cause_event("challenge")
    await evening.world.services.blocks.block(evening.world.act(BEN), ANN)

    assert await evening.send(message) == {BEN}
    await evening.pass_time(hours=10)
    assert await evening.sent_kinds() == []


async def test_a_notification_added_by_an_earlier_version_is_not_repeated(evening):
    evening.advance_to(23)
    message = await evening.cause_event("result")
    await evening.world.database.write(
        outbox.change_payload, message, replace(message.payload, held=(BEN,))
    )
    assert await evening.send(message) == {BEN}
    await evening.pass_time(hours=10)
    assert await evening.sent_kinds() == []


async def test_each_player_is_notified_of_a_result_by_their_own_settings(evening):
    evening.advance_to(23)
    assert await evening.suppress_pings(await evening.cause_event("result"), ANN, BEN) == {BEN}


async def test_an_event_during_a_vacation_is_announced_afterwards(evening):
    world = evening.world
    await world.change_settings(world.act(BEN), quiet="off")
    await world.services.vacations.start(world.act(BEN), world.clock.now + timedelta(days=2))
    assert await evening.send(await evening.cause_event("result")) == {BEN}
    await evening.pass_time(days=1)
    assert await evening.sent_kinds() == []
    await evening.pass_time(days=1)
    assert await evening.sent_kinds() == ["over"]


@pytest.mark.parametrize("event", EVENTS)
async def test_people_without_notifications_are_neither_pinged_nor_notified(evening, event):
    world = evening.world
    await world.change_settings(world.act(BEN), turns="none")
    evening.advance_to(23)
    assert await evening.send(await evening.cause_event(event)) == {BEN}
    await evening.pass_time(hours=10)
    assert await evening.sent_kinds() == []


async def test_events_of_a_muted_game_are_not_announced(evening):
    evening.advance_to(23)
    message = await evening.cause_event("result")
    await evening.world.services.notifications.mute(
        evening.world.act(BEN), message.game_id, muted=True
    )
    assert await evening.send(message) == {BEN}
    await evening.pass_time(hours=10)
    assert await evening.sent_kinds() == []


async def test_drops_the_notification_of_an_answered_challenge(evening):
    evening.advance_to(23)
    message = await evening.cause_event("challenge")
    await evening.send(message)
    await evening.world.challenges.decline(evening.world.act(BEN), message.challenge_id)
    await evening.pass_time(hours=10)
    assert await evening.sent_kinds() == []


async def test_a_challenge_notification_needs_no_card_in_an_undeliverable_channel(
    evening,
):
    notifications = evening.world.services.notifications
    evening.advance_to(23)
    await evening.send(await evening.cause_event("challenge"))
    await evening.pass_time(hours=8)
    message = await evening.sending("challenged")
    assert (
        "**Ann** challenged you in <#5>."
        in notification_message(await notifications.compose(message)).content
    )

    assert await notifications.mark_undeliverable(message)
    await evening.world.outbox.retry(message, timedelta(0), "gone")
    notification = await notifications.compose(await evening.sending("challenged"))
    assert notification.write
    assert "challenged you in <#5>." not in notification_message(notification).content
    assert "**Ann** challenged you in <#5>, but" in notification_message(notification).content


async def test_drops_the_notification_of_a_declined_undo_request(evening):
    evening.advance_to(23)
    message = await evening.cause_event("undo_request")
    await evening.send(message)
    await evening.world.services.undo.decline(evening.world.act(BEN), message.game_id)
    await evening.pass_time(hours=10)
    assert await evening.sent_kinds() == []


async def test_drops_the_notification_of_an_answered_end_request(evening):
    evening.advance_to(23)
    message = await evening.cause_event("end_request")
    await evening.send(message)
    await evening.world.services.end_requests.decline(evening.world.act(BEN), message.game_id)
    await evening.pass_time(hours=10)
    assert await evening.sent_kinds() == []


@pytest.mark.parametrize("user_install", [False, True])
@pytest.mark.parametrize("event", ["undo_request", "end_request"])
async def test_a_request_is_not_announced_to_a_player_who_has_asked_instead(
    evening, event, user_install
):
    world, services = evening.world, evening.world.services
    if user_install:
        await services.interaction_tokens.record_user_install(Location(None, 5))
        await world.personal_settings.change_settings(world.act(BEN), {"outside": "dm"})
    evening.advance_to(23)
    message = await evening.cause_event(event)
    await evening.send(message)
    ask, decline = {
        "undo_request": (services.undo.undo, services.undo.decline),
        "end_request": (services.end_requests.ask, services.end_requests.decline),
    }[event]
    world.clock.advance(minutes=3)  # later, an undo needs a request
    for act in (decline, ask):
        await act(world.act(BEN), message.game_id)
    await evening.pass_time(hours=10)

    kind = f"{event}_dm" if user_install else EVENTS[event]
    due = [each for each in await world.outbox.take_due(9) if each.kind == kind]
    (held,) = [each for each in due if each.user_id == BEN]
    notification = await services.notifications.compose(held)
    if user_install:
        notification = await BoardNotifications(services, None).render(notification)
    assert notification is None


async def test_half_a_turn_does_not_cancel_the_notification_of_an_undo_request(evening):
    evening.advance_to(23)
    message = await evening.cause_event("undo_request", half="b4")
    await evening.send(message)
    await evening.world.services.undo.undo(evening.world.act(BEN), message.game_id)
    await evening.pass_time(hours=10)
    assert await evening.sent_kinds() == ["undo_asked"]


async def test_the_next_turn_cancels_the_notification_of_a_declined_undo(evening):
    evening.advance_to(23)
    message = await evening.cause_event("undo_declined")
    await evening.send(message)
    await evening.world.play(ANN, message.game_id, "a3")
    await evening.pass_time(hours=10)
    assert await evening.sent_kinds() == []


@pytest.mark.parametrize("event", [event for event in EVENTS if event != "challenge"])
async def test_user_install_events_are_announced_once_after_quiet_hours(evening, event):
    await evening.world.services.interaction_tokens.record_user_install(Location(None, 5))
    await evening.world.personal_settings.change_settings(evening.world.act(BEN), {"outside": "dm"})
    evening.advance_to(23)
    assert await evening.send(await evening.cause_event(event)) == {BEN}
    await evening.pass_time(hours=10)
    assert await evening.sent_kinds() == [f"{event}_dm"]


async def test_an_undo_is_told_to_the_other_player_of_a_user_install(evening):
    world = evening.world
    await world.services.interaction_tokens.record_user_install(Location(None, 5))
    for person in (ANN, BEN):
        await world.personal_settings.change_settings(world.act(person), {"outside": "dm"})
    game = await evening.timed()
    await world.play(ANN, game, "a1 c3")
    await evening.sent_notifications()
    await world.services.undo.undo(world.act(ANN), game)
    assert [each for each in await evening.sent_notifications() if each[0] == "undone_dm"] == [
        ("undone_dm", BEN, True)
    ]
