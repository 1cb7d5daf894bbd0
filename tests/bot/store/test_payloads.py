import json
from dataclasses import fields, replace
from datetime import timedelta

import pytest
from sqlalchemy import update

from bot.store.tables import outbox, outbox_queue
from bot.store.tables.notification_kinds import NotificationKind, read_payload
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import (
    Away,
    ClockChange,
    InvalidPayload,
    OfGame,
    PlanDropped,
    Turn,
    from_json,
    to_json,
)
from bot.store.tables.personal_data import PERSON_KEYS
from bot.store.tables.schema import outbox as stored
from tests.bot.payload_samples import FAMILIES, KINDS, full_sample, sample

MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize("each", KINDS)
def test_a_payload_is_read_as_it_was_stored(each):
    for payload in (sample(each), full_sample(each)):
        assert read_payload(each, json.loads(json.dumps(to_json(payload)))) == payload


def test_defaults_are_not_stored():
    assert to_json(Turn(since=0)) == {"since": 0}
    assert to_json(OfGame(revision=0)) == {"revision": 0}


def test_each_kind_has_its_own_name():
    assert len(FAMILIES) == len(OutboxKind) + len(NotificationKind)


@pytest.mark.parametrize(
    ("of", "damaged"),
    [
        pytest.param("clock", {}, id="missing"),
        pytest.param("clock", {"turn": 1, "when": 2}, id="unknown"),
        pytest.param("clock", {"turn": "1"}, id="text for a number"),
        pytest.param("clock", {"turn": None}, id="nothing for a number"),
        pytest.param("clock", {"turn": True}, id="truth for a number"),
        pytest.param("clock", {"turn": 1.0}, id="fraction"),
        pytest.param("turn", {"matched": 1}, id="number for a truth"),
        pytest.param("undone", {"moves": "a1", "by": 1}, id="text for a list"),
        pytest.param("undone", {"moves": ["a1", 3], "by": 1}, id="number in a list of texts"),
        pytest.param("result", {"held": [7, "8"]}, id="text in a list of numbers"),
        pytest.param("result", {"moves": ["a1"], "by": 1}, id="fields of another kind"),
        pytest.param("vacation", {"revision": 1, "until": "soon"}, id="no moment"),
        pytest.param("vacation", {"revision": 1, "until": 7}, id="number for a moment"),
        pytest.param(
            "plan_dropped",
            {"revision": 1, "moves": [], "reason": "why", "values": {"name": 1}},
            id="number for a value",
        ),
        pytest.param("dance", {}, id="no such kind"),
    ],
)
def test_a_damaged_payload_is_refused(of, damaged):
    with pytest.raises(InvalidPayload):
        read_payload(of, damaged)


def test_the_payload_of_another_class_is_not_mistaken():
    message = outbox.NewOutboxMessage("clock", 7, 5, None, payload=ClockChange(turn=3))
    assert ClockChange.of(message).turn == 3
    with pytest.raises(AssertionError):
        Turn.of(message)


def test_the_ids_of_people_are_fields():
    assert set(PERSON_KEYS) <= {each.name for kind in KINDS for each in fields(kind.family)}


def test_the_values_of_a_reason_are_kept():
    dropped = PlanDropped(revision=1, moves=(), reason="{a} of {b}", values={"a": "x", "b": "y"})
    assert from_json(PlanDropped, to_json(dropped)) == dropped


async def test_a_payload_that_does_not_fit_its_kind_is_not_added(database, now):
    wrong = outbox.NewOutboxMessage("reminder", 7, 5, now, payload=OfGame(revision=3), user_id=1)
    with pytest.raises(InvalidPayload):
        await database.write(outbox.add, wrong)
    assert await database.read(outbox.counts) == {}


async def test_a_damaged_message_is_given_up_and_holds_up_no_other(database, now):
    async def fill(tx):
        for number in (70, 71):
            payload = sample("close_message", message=number)
            row = outbox.NewOutboxMessage("close_message", 7, 5, now, payload=payload)
            await outbox.add(tx, row)
        damaged = update(stored).where(stored.c.id == 1).values(payload={"message": "ever"})
        await tx.connection.execute(damaged)

    await database.write(fill)
    rows = await database.write(outbox_queue.take, now, now + MINUTE, outbox_queue.Capacity(9))
    assert [row.id for row in rows] == [2]
    assert await database.read(outbox.counts) == {"dead": 1, "sending": 1}


async def test_a_payload_is_found_by_its_class(database, now):
    await database.write(
        outbox.add, outbox.NewOutboxMessage("turn", 7, 5, now, payload=Turn(since=3))
    )
    (message,) = await database.write(
        outbox_queue.take, now, now + MINUTE, outbox_queue.Capacity(1)
    )
    await database.write(outbox.change_payload, message, replace(message.payload, plain=True))

    found = await database.read(outbox.find_payload, message, Turn)
    assert found == Turn(since=3, plain=True)
    assert await database.read(outbox.find_payload, message, Away) is None
