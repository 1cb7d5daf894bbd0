"""Retry policy of the outbox worker: an hour for a turn, a week for a notification."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import discord
import pytest

from bot.context.discord_errors import (
    is_invalid_request,
    is_surely_unreachable,
    is_unreachable,
)
from bot.delivery.interaction_token_messages import InteractionTokenMessages
from bot.delivery.worker import (
    LATE_DELAY,
    LONGEST_BACKOFF,
    PATIENT_DELAY,
    PATIENT_TRIES,
    STORE_RETRIES,
    TIMEOUT,
    TRIES_WITHOUT_PERMISSION,
    Worker,
    backoff,
    is_closed,
    is_hopeless,
    retry_delay,
)
from bot.services.use_cases.delivery.outbox import LEASE
from bot.services.values.views import Location
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.payloads import NO_DATA

NOW = datetime(2030, 1, 2, tzinfo=UTC)


def row(attempts, reader=None, kind="turn"):
    return OutboxMessage(1, kind, 1, None, 0, NO_DATA, attempts, NOW, Location(1, 2), reader)


@pytest.fixture
def forbidden():
    return discord.Forbidden(SimpleNamespace(status=403, reason="Forbidden"), "no")


def time_until_given_up(error, reader):
    passed, attempts = timedelta(0), 1
    while not is_hopeless(row(attempts, reader), error):
        passed += retry_delay(row(attempts, reader), error)
        attempts += 1
    return passed


def test_a_turn_is_given_up_after_about_an_hour_without_permission(forbidden):
    passed = time_until_given_up(forbidden, None)
    assert timedelta(minutes=30) < passed < timedelta(hours=2)


def test_a_notification_is_retried_hourly_for_a_week(forbidden):
    passed = time_until_given_up(forbidden, 7)
    assert timedelta(days=7) <= passed < timedelta(days=8)
    assert retry_delay(row(20, 7), forbidden) == PATIENT_DELAY


@pytest.mark.parametrize("edit", ["close_message", "challenge_closed", "daily_results"])
@pytest.mark.parametrize(("status", "code"), [(400, 50083), (400, 160005)])
def test_an_edit_in_an_archived_thread_is_retried_for_a_week(status, code, edit):
    shut, passed, attempts = refusal(status, code), timedelta(0), 1
    while not is_hopeless(row(attempts, kind=edit), shut):
        passed += retry_delay(row(attempts, kind=edit), shut)
        attempts += 1
    assert timedelta(days=7) <= passed < timedelta(days=8)


def test_the_rate_limit_of_direct_messages_is_no_refusal():
    too_fast = discord.Forbidden(
        SimpleNamespace(status=403, reason="Forbidden"), {"code": 40003, "message": "no"}
    )
    assert not is_closed(row(500, 7), too_fast)


@pytest.mark.parametrize("reader", [None, 7])
@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 200000)])
def test_another_location_is_tried_after_an_hour_without_permission(reader, status, code):
    made = discord.Forbidden if status == 403 else discord.HTTPException
    refused = made(SimpleNamespace(status=status, reason="no"), {"code": code, "message": "no"})
    passed, attempts = timedelta(0), 1
    while not is_closed(row(attempts, reader), refused):
        passed += retry_delay(row(attempts, reader), refused)
        attempts += 1
    assert timedelta(minutes=30) < passed < timedelta(hours=2)
    assert attempts == TRIES_WITHOUT_PERMISSION


def test_the_backoff_doubles_up_to_ten_minutes():
    assert [backoff(n).total_seconds() for n in (1, 2, 3, 4)] == [1, 2, 4, 8]
    assert backoff(40) == LONGEST_BACKOFF


def refusal(status, code):
    return discord.HTTPException(
        SimpleNamespace(status=status, reason="As planned"), {"code": code, "message": "no"}
    )


@pytest.mark.parametrize("reader", [None, 7])
@pytest.mark.parametrize(
    ("status", "code"), [(404, 10003), (400, 50008), (400, 50083), (400, 160005)]
)
def test_another_location_is_tried_at_once_for_a_deleted_channel(reader, status, code):
    gone = refusal(status, code)
    assert is_closed(row(1, reader), gone)
    assert is_hopeless(row(1, reader), gone)
    assert not is_invalid_request(gone)


@pytest.mark.parametrize(
    ("attempts", "code", "sees", "is_tried"),
    [
        (14, 10003, True, True),
        (15, 10003, True, False),
        (1, 10003, False, False),
        (1, 50013, True, False),
    ],
)
async def test_an_unknown_channel_that_the_gateway_has_is_tried_for_an_hour(
    attempts, code, sees, is_tried
):
    async def sees_channel(_message):
        return sees

    worker = object.__new__(Worker)
    worker._dispatcher = SimpleNamespace(sees_channel=sees_channel)
    assert await worker._may_be_mistaken(row(attempts), refusal(404, code)) is is_tried


@pytest.mark.parametrize(("status", "code"), [(404, 10003), (403, 50001)])
@pytest.mark.parametrize("news", ["turn_dm", "undeliverable", "digest"])
def test_news_of_a_turn_is_tried_hourly_for_a_week_then_daily(status, code, news):
    response = SimpleNamespace(status=status, reason="As planned")
    made = discord.Forbidden if status == 403 else discord.NotFound
    error = made(response, {"code": code, "message": "no"})
    assert retry_delay(row(PATIENT_TRIES - 1, 7, news), error) == PATIENT_DELAY
    assert retry_delay(row(PATIENT_TRIES, 7, news), error) == LATE_DELAY
    assert not is_hopeless(row(PATIENT_TRIES + 999, 7, news), error)
    assert is_hopeless(row(PATIENT_TRIES, 7, "reminder"), error)


@pytest.mark.parametrize(("status", "code"), [(404, 10003), (400, 50035)])
def test_news_of_a_turn_that_is_lost_or_rejected_is_tried_hourly(status, code):
    message, error = row(1, 7, "undeliverable"), refusal(status, code)
    assert retry_delay(message, error) == PATIENT_DELAY
    assert not is_hopeless(message, error)


@pytest.mark.parametrize(
    ("status", "code", "refused", "sure"),
    [
        (403, 50007, True, True),
        (403, 50278, True, True),
        (404, 10013, True, True),
        (400, 50033, True, True),
        (403, 50001, True, False),
        (403, 0, True, False),
        (404, 0, True, False),
        (403, 40003, False, False),
        (400, 50035, False, False),
        (400, 50006, False, False),
        (400, 0, False, False),
        (413, 40005, False, False),
        (429, 0, False, False),
        (401, 0, False, False),
        (500, 0, False, False),
    ],
)
def test_only_refusals_of_the_person_count_as_refused_direct_messages(status, code, refused, sure):
    error = refusal(status, code)
    assert (is_unreachable(error), is_surely_unreachable(error)) == (refused, sure)


@pytest.mark.parametrize("reader", [None, 7])
@pytest.mark.parametrize(("status", "code"), [(400, 50035), (400, 0), (404, 0), (413, 40005)])
def test_an_invalid_request_is_given_up_at_once_without_another_location(reader, status, code):
    wrong = refusal(status, code)
    assert is_invalid_request(wrong)
    assert is_hopeless(row(1, reader), wrong)
    assert not is_closed(row(99, reader), wrong)


def test_a_deleted_message_is_no_failure_and_needs_no_other_location():
    gone = refusal(404, 10008)
    assert is_hopeless(row(1), gone)
    assert not is_closed(row(99), gone)
    assert not is_invalid_request(gone)


@pytest.mark.parametrize(
    ("status", "code"), [(401, 0), (403, 50013), (429, 0), (503, 0), (400, 200000), (403, 40003)]
)
def test_temporary_errors_are_retried(status, code):
    passing = refusal(status, code)
    assert not is_invalid_request(passing)
    assert not is_hopeless(row(1), passing)


def test_the_retry_delay_follows_the_rate_limit_of_discord():
    # longer than discord.py itself waits, as for edits of old messages
    assert retry_delay(row(1), discord.RateLimited(3000.0)) == timedelta(seconds=3000)


@pytest.mark.parametrize(("header", "seconds"), [("60", 60), ("0", 4), ("?", 4), (None, 4)])
def test_the_retry_delay_follows_the_header_of_a_refusal(header, seconds):
    headers = {} if header is None else {"Retry-After": header}
    response = SimpleNamespace(status=429, reason="Too Many Requests", headers=headers)
    banned = discord.HTTPException(response, "<html>")
    assert retry_delay(row(3), banned) == timedelta(seconds=seconds)


def test_the_lease_outlasts_a_delivery_and_storing_its_outcome():
    assert timedelta(seconds=TIMEOUT + sum(STORE_RETRIES)) < LEASE


@pytest.mark.parametrize(
    ("status", "code", "is_used_up"),
    [
        (401, 50027, True),
        (403, 50001, True),
        (404, 10015, True),
        (400, 40094, True),
        (400, 40093, False),
        (400, 40095, False),
        (400, 50035, False),
    ],
)
async def test_a_token_that_discord_does_not_take_any_more_is_discarded(status, code, is_used_up):
    discarded = []

    async def discard(token):
        discarded.append(token)

    tokens = SimpleNamespace(discard=discard)
    services = SimpleNamespace(interaction_tokens=tokens)
    client = SimpleNamespace(context=SimpleNamespace(services=services))
    response = SimpleNamespace(status=status, reason="refused")
    refusal = discord.HTTPException(response, {"code": code, "message": "refused"})
    token = SimpleNamespace(interaction_id=1)
    sender = InteractionTokenMessages(client)
    if is_used_up:
        await sender._discard(token, refusal)
    else:
        with pytest.raises(discord.HTTPException):
            await sender._discard(token, refusal)
    assert discarded == [token] * is_used_up
