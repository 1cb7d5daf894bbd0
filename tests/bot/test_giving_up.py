"""How long the outbox goes on trying: a turn for an hour, a letter for a week."""

from datetime import timedelta
from types import SimpleNamespace

import discord
import pytest

from bot.context.discord_errors import is_mistake
from bot.delivery.worker import (
    LONGEST_BACKOFF,
    PATIENT_DELAY,
    STORE_RETRIES,
    TIMEOUT,
    backoff,
    is_closed,
    is_hopeless,
    retry_delay,
)
from bot.services.delivery.outbox import LEASE
from bot.services.delivery.outbox_message import OutboxMessage
from bot.services.views import Location


def row(attempts, reader=None, kind="turn"):
    return OutboxMessage(1, kind, 1, None, 0, {}, attempts, "1-1", Location(1, 2), reader)


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


def test_a_letter_waits_for_a_week_and_is_tried_each_hour(forbidden):
    passed = time_until_given_up(forbidden, 7)
    assert timedelta(days=7) <= passed < timedelta(days=8)
    assert retry_delay(row(20, 7), forbidden) == PATIENT_DELAY


@pytest.mark.parametrize(("status", "code"), [(400, 50083), (400, 160005)])
def test_an_old_message_in_a_thread_that_is_shut_is_tried_for_a_week(status, code):
    shut, passed, attempts = refusal(status, code), timedelta(0), 1
    while not is_hopeless(row(attempts, kind="close_message"), shut):
        passed += retry_delay(row(attempts, kind="close_message"), shut)
        attempts += 1
    assert timedelta(days=7) <= passed < timedelta(days=8)


def test_too_many_direct_messages_at_once_are_no_refusal_however_often():
    too_fast = discord.Forbidden(
        SimpleNamespace(status=403, reason="Forbidden"), {"code": 40003, "message": "no"}
    )
    assert not is_closed(row(500, 7), too_fast)


@pytest.mark.parametrize("reader", [None, 7])
def test_after_an_hour_without_permission_another_place_is_looked_for(forbidden, reader):
    passed, attempts = timedelta(0), 1
    while not is_closed(row(attempts, reader), forbidden):
        passed += retry_delay(row(attempts, reader), forbidden)
        attempts += 1
    assert timedelta(minutes=30) < passed < timedelta(hours=2)


def test_the_pauses_double_up_to_ten_minutes():
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
def test_a_place_that_is_gone_is_given_up_at_once_and_another_one_looked_for(reader, status, code):
    gone = refusal(status, code)
    assert is_closed(row(1, reader), gone)
    assert is_hopeless(row(1, reader), gone)
    assert not is_mistake(gone)


@pytest.mark.parametrize("reader", [None, 7])
@pytest.mark.parametrize(("status", "code"), [(400, 50035), (400, 0), (404, 0), (413, 40005)])
def test_a_request_that_is_wrong_is_given_up_at_once_and_moves_nothing(reader, status, code):
    wrong = refusal(status, code)
    assert is_mistake(wrong)
    assert is_hopeless(row(1, reader), wrong)
    assert not is_closed(row(99, reader), wrong)


def test_a_message_that_is_gone_is_nobodys_mistake_and_moves_nothing():
    gone = refusal(404, 10008)
    assert is_hopeless(row(1), gone)
    assert not is_closed(row(99), gone)
    assert not is_mistake(gone)


@pytest.mark.parametrize(
    ("status", "code"), [(401, 0), (403, 50013), (429, 0), (503, 0), (400, 200000), (403, 40003)]
)
def test_what_may_pass_is_no_mistake_and_is_tried_again(status, code):
    passing = refusal(status, code)
    assert not is_mistake(passing)
    assert not is_hopeless(row(1), passing)


def test_what_discord_asks_to_wait_is_waited():
    # longer than discord.py waits by itself: too many edits of old messages
    assert retry_delay(row(1), discord.RateLimited(3000.0)) == timedelta(seconds=3000)


def test_a_row_is_not_given_out_again_while_its_worker_is_at_it():
    assert timedelta(seconds=TIMEOUT + sum(STORE_RETRIES)) < LEASE
