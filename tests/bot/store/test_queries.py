"""What a move or a list costs must not grow with the number of games: every query uses an index."""

from types import SimpleNamespace

import pytest

from bot.store.tables import (
    challenges,
    clocks,
    game_lists,
    games,
    interaction_tokens,
    interactions,
    message_closings,
    outbox,
    outbox_queries,
    players,
    reviews,
)
from bot.store.tables.outages import Outage, Part
from bot.store.tables.outbox_kinds import Location
from bot.store.tables.outbox import (recall)

TAKEN = SimpleNamespace(id=1, attempts=1)


@pytest.mark.parametrize(
    "query",
    [
        lambda tx, now: games.find(tx, 1),
        lambda tx, now: games.moves_of(tx, 1),
        lambda tx, now: games.played_at(tx, 1, 0),
        lambda tx, now: games.after(tx, 0, 10),
        lambda tx, now: game_lists.running_of(tx, 1),
        lambda tx, now: game_lists.count_running(tx, 1),
        lambda tx, now: game_lists.another_waits(tx, 1, 2),
        lambda tx, now: game_lists.finished_of(tx, 1, 10, 0),
        lambda tx, now: game_lists.count_finished(tx, 1),
        lambda tx, now: game_lists.tally_of(tx, 1, ("closed",)),
        lambda tx, now: game_lists.tally_of(tx, 1, ("closed",), Location(1, 2)),
        lambda tx, now: game_lists.played_in_thread(tx, 5),
        lambda tx, now: game_lists.wins(tx, 1, 2, "lifeline", ("closed",)),
        lambda tx, now: game_lists.waiting_for_engine(tx, 10),
        lambda tx, now: game_lists.waiting_for_engine(tx, 10, [3, 5]),
        lambda tx, now: game_lists.waiting_for_engine(tx, 10, [3, 5], {7}),
        lambda tx, now: game_lists.count_up_to(tx, 1, 1),
        lambda tx, now: clocks.shown(tx, Part(Outage(now, now), 9)),
        lambda tx, now: challenges.leave_out(tx, Part(Outage(now, now), 9)),
        lambda tx, now: challenges.put_off(tx, 1, now),
        lambda tx, now: interactions.find(tx, 1),
        interactions.forget_before,
        lambda tx, now: challenges.find(tx, 1),
        lambda tx, now: challenges.count_open(tx, 1),
        lambda tx, now: challenges.run_out(tx, now, 10),
        lambda tx, now: challenges.rematch(tx, 1),
        lambda tx, now: challenges.card_of(tx, 1),
        lambda tx, now: challenges.open_of(tx, 1),
        lambda tx, now: challenges.open_with(tx, 1),
        lambda tx, now: challenges.next_expiry(tx),
        lambda tx, now: outbox.take(tx, now, now, outbox.Capacity(10, {5: 5}, 5)),
        outbox.next_due,
        lambda tx, now: outbox.close(tx, TAKEN, outbox.SENT),
        lambda tx, now: recall(tx, SimpleNamespace(id=1, turn_revision=0), 0, now),
        lambda tx, now: message_closings.to_close(tx, 1, 2),
        lambda tx, now: message_closings.owe(
            tx, None, [message_closings.PostedMessage(2, 7, 5)], now
        ),
        lambda tx, now: outbox_queries.notification_waits(tx, 1, "turn"),
        lambda tx, now: outbox_queries.notifications_to(tx, 1, "away"),
        lambda tx, now: outbox_queries.notifications_to(tx, 1, "time_up", 1),
        lambda tx, now: outbox_queries.turn_waits(tx, 1, 0),
        lambda tx, now: outbox_queries.is_of_another(tx, 1, 2),
        lambda tx, now: outbox_queries.is_on_its_way(tx, [1, 2], "turn_dm"),
        lambda tx, now: outbox.payload_of(tx, TAKEN),
        lambda tx, now: players.known_name(tx, 1),
        lambda tx, now: challenges.forget_before(tx, now, 10, (1,)),
        lambda tx, now: outbox.postpone(tx, TAKEN, now, ""),
        lambda tx, now: challenges.opened(tx, 1, (1, 2)),
        lambda tx, now: challenges.set_message(tx, 1, 1),
        lambda tx, now: interaction_tokens.is_user_install(tx, 1),
        lambda tx, now: interaction_tokens.is_noted(tx, 1, now),
        lambda tx, now: interaction_tokens.enter(tx, 1, None, now),
        lambda tx, now: reviews.find(tx, 1),
        lambda tx, now: outbox.heard(tx, 1, now, 2),
        lambda tx, now: outbox.heard_as_member(tx, 1, now),
        lambda tx, now: interaction_tokens.freshest(tx, 1, now),
        lambda tx, now: interaction_tokens.of_message(tx, 1, 1, now),
        lambda tx, now: outbox.drop_clock(tx, 1, 9, now),
        outbox.recover,
        outbox.forget_before,
    ],
)
async def test_a_query_searches_and_never_scans(database, plans, now, query):
    async def run(tx):
        try:
            await query(tx, now)
        except LookupError:
            return
        except Exception as error:
            if type(error).__name__ != "NoResultFound":
                raise

    await database.write(run)
    assert plans
    # a subquery has read only what its own steps, which stand here too, have found
    scans = [step for step in plans if step.startswith("SCAN")]
    assert [step for step in scans if not step.startswith("SCAN (subquery")] == []


async def test_the_next_review_is_the_first_of_an_index_of_those_to_be_made(database, plans):
    await database.read(reviews.oldest)
    assert plans == ["SCAN reviews USING INDEX ix_reviews_wanted_at"]
