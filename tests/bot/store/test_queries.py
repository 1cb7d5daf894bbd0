"""What a move or a list costs must not grow with the number of games: every query uses an index."""

import pytest

from bot.store import challenges, games, interactions, lists, outbox


@pytest.mark.parametrize(
    "query",
    [
        lambda tx, now: games.find(tx, 1),
        lambda tx, now: games.moves_of(tx, 1),
        lambda tx, now: games.played_at(tx, 1, 0),
        lambda tx, now: games.after(tx, 0, 10),
        lambda tx, now: lists.running_of(tx, 1),
        lambda tx, now: lists.count_running(tx, 1),
        lambda tx, now: lists.finished_of(tx, 1, 10, 0),
        lambda tx, now: lists.count_finished(tx, 1),
        lambda tx, now: lists.wins(tx, 1, 2, "lifeline", ("closed",)),
        lambda tx, now: interactions.find(tx, 1),
        interactions.forget_before,
        lambda tx, now: challenges.find(tx, 1),
        lambda tx, now: challenges.count_open(tx, 1),
        lambda tx, now: challenges.run_out(tx, now, 10),
        lambda tx, now: challenges.rematch(tx, 1),
        lambda tx, now: outbox.take(tx, now, now, outbox.Room(10, {5: 5}, 5)),
        lambda tx, now: outbox.next_due(tx),
        lambda tx, now: outbox.close(tx, 1, outbox.SENT),
        lambda tx, now: outbox.drop_after(tx, 1, 0, now),
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
    assert [step for step in plans if step.startswith("SCAN")] == []
