"""Every query uses an index, so that its cost does not grow with the number of games."""

from datetime import timedelta
from types import SimpleNamespace

import pytest

from bot.services.values.clocks.due_dates import PERSON_DUE
from bot.store.tables import (
    blocks,
    challenges,
    clocks,
    daily,
    game_lists,
    game_reads,
    games,
    games_with_people,
    guesses,
    interaction_tokens,
    interactions,
    last_looks,
    lobby,
    message_closings,
    mistakes,
    outbox,
    outbox_queries,
    outbox_queue,
    personal_data,
    players,
    puzzles,
    ratings,
    reviews,
    servers,
    try_board,
    turn_circumstances,
    turn_notifications,
    user_install_channels,
    watchers,
    week,
)
from bot.store.tables.games_with_people import Counted
from bot.store.tables.outbox import withdraw_messages
from bot.store.tables.outbox_kinds import Location
from bot.store.tables.payloads import Away, OfTurn, Turn
from bot.store.tables.puzzles import AttemptRow
from bot.store.tables.schema import BotTime, metadata

LAST_GAMES = Counted(1, ["left"], 10)
TAKEN = SimpleNamespace(id=1, attempts=1)


@pytest.mark.parametrize(
    "query",
    [
        lambda tx, now: games.find(tx, 1),
        lambda tx, now: games.moves_of(tx, 1),
        lambda tx, now: games.find_all(tx, [1, 2]),
        lambda tx, now: games.moves_of_all(tx, [1, 2]),
        lambda tx, now: try_board.games_with_plans(tx, 1),
        lambda tx, now: try_board.nodes_of_games(tx, 1, [1, 2]),
        lambda tx, now: last_looks.limit_to(tx, 1, 2),
        last_looks.delete_before,
        lambda tx, now: servers.find_left(tx, [1, 2]),
        lambda tx, now: user_install_channels.find_user_installs(tx, [1, 2]),
        lambda tx, now: turn_notifications.find_all(tx, [(1, 2), (3, 4)]),
        lambda tx, now: turn_notifications.muted_games(tx, 1),
        lambda tx, now: blocks.PERSON.across(tx, 1),
        lambda tx, now: outbox_queries.turns_waiting(tx, [1, 2]),
        lambda tx, now: outbox_queries.games_of_waiting_notifications(tx, 1, ["turn_dm"]),
        lambda tx, now: games.played_at(tx, 1, 0),
        lambda tx, now: games.find_after(tx, 0, 10),
        lambda tx, now: game_lists.find_running(tx, 1),
        lambda tx, now: game_lists.count_running(tx, 1),
        lambda tx, now: game_lists.settings_and_games(tx, 1),
        lambda tx, now: game_reads.find_to_show(tx, 1),
        lambda tx, now: game_reads.find_for_action(tx, 1, 2, 3, now),
        lambda tx, now: turn_circumstances.find(tx, 1, now),
        lambda tx, now: game_lists.find_finished(tx, 1, 10, 0),
        lambda tx, now: game_lists.count_finished(tx, 1),
        lambda tx, now: game_lists.count_results(tx, 1, ("closed",)),
        lambda tx, now: game_lists.count_results(tx, 1, ("closed",), Location(1, 2)),
        lambda tx, now: game_lists.find_in_thread(tx, 5),
        lambda tx, now: game_lists.find_largest_cuts(tx, 7, 1, 3),
        lambda tx, now: game_lists.count_wins(tx, 1, 2, "lifeline", ("closed",)),
        lambda tx, now: game_lists.find_waiting_for_engine(tx, 10),
        lambda tx, now: game_lists.find_waiting_for_engine(tx, 10, [3, 5]),
        lambda tx, now: game_lists.find_waiting_for_engine(tx, 10, [3, 5], {7}),
        lambda tx, now: game_lists.count_earlier_games(tx, 1, 1, practice=False, turns=10),
        lambda tx, now: clocks.find_shown(tx, 5, 9),
        lambda tx, now: challenges.set_expiry(tx, 1, BotTime(now)),
        lambda tx, now: interactions.find(tx, 1),
        interactions.delete_before,
        lambda tx, now: challenges.find(tx, 1),
        lambda tx, now: challenges.count_open(tx, 1),
        lambda tx, now: challenges.find_expired(tx, BotTime(now), 10),
        lambda tx, now: challenges.find_rematch(tx, 1),
        lambda tx, now: games.find_rematch(tx, 1, 2),
        lambda tx, now: games.find_series(tx, 1),
        lambda tx, now: guesses.find(tx, 1, 2, 3),
        lambda tx, now: guesses.take_all(tx, 1),
        lambda tx, now: watchers.is_watching(tx, 1, 2),
        lambda tx, now: watchers.remove(tx, 2, 1),
        lambda tx, now: watchers.find_without_news(tx, 1),
        lambda tx, now: watchers.find_moved(tx, 1, now),
        lambda tx, now: outbox_queries.last_arrival(tx, 1, "watched_turns"),
        lambda tx, now: watchers.count_watched(tx, 1),
        lambda tx, now: watchers.count(tx, 1),
        lambda tx, now: watchers.take_all(tx, 1),
        lambda tx, now: week.count_ended(tx, week.Span(7, now, now), ["left"]),
        lambda tx, now: week.largest_cut(tx, week.Span(7, now, now)),
        lambda tx, now: week.puzzle_crown(tx, 7, range(1, 8)),
        lambda tx, now: week.open_challenges(tx, 7, BotTime(now), 5),
        lambda tx, now: games_with_people.totals(tx, LAST_GAMES, "time", 2),
        lambda tx, now: games_with_people.favourites(tx, LAST_GAMES, 3),
        lambda tx, now: games_with_people.streaks(tx, LAST_GAMES),
        lambda tx, now: games_with_people.usual_answer(tx, LAST_GAMES),
        lambda tx, now: lobby.is_offered_rated(tx, SimpleNamespace(id=1, players=(1, 2))),
        lambda tx, now: challenges.find_card_message(tx, 1),
        lambda tx, now: challenges.find_open_by(tx, 1),
        lambda tx, now: challenges.find_open_with(tx, 1),
        lambda tx, now: challenges.next_expiry(tx),
        lambda tx, now: outbox_queue.take(tx, now, now, outbox_queue.Capacity(10, {5: 5}, 5)),
        outbox_queue.next_due,
        lambda tx, now: outbox.close(tx, TAKEN, outbox.SENT),
        lambda tx, now: outbox.close_sent(tx, TAKEN, 5, now),
        lambda tx, now: withdraw_messages(tx, SimpleNamespace(id=1, turn_revision=0), 0, now),
        lambda tx, now: message_closings.find_messages(
            tx, 1, message_closings.PostedMessage(2, 7, 5)
        ),
        lambda tx, now: message_closings.request_closing(
            tx, None, [message_closings.PostedMessage(2, 7, 5)], now
        ),
        lambda tx, now: outbox_queries.is_notification_waiting(tx, 1, "turn"),
        lambda tx, now: outbox_queries.find_notifications(tx, 1, "away", Away),
        lambda tx, now: outbox_queries.find_notifications(tx, 1, "time_up", OfTurn, 1),
        lambda tx, now: outbox_queries.is_turn_waiting(tx, 1, 0),
        lambda tx, now: outbox_queries.belongs_to_another(tx, 1, 2),
        lambda tx, now: outbox_queries.is_being_sent(tx, [1, 2], "turn_dm"),
        lambda tx, now: outbox.find_payload(tx, TAKEN, Turn),
        lambda tx, now: players.known_name(tx, 1),
        lambda tx, now: puzzles.find_attempt(tx, 1, 2),
        lambda tx, now: puzzles.find_attempts(tx, 1),
        lambda tx, now: puzzles.find_shown(tx, 1),
        lambda tx, now: puzzles.count_shown_before(tx, AttemptRow(1, 2, now), 9),
        lambda tx, now: puzzles.find_puzzles(tx, [1, 2]),
        lambda tx, now: puzzles.find_solver(tx, 1),
        lambda tx, now: mistakes.find(tx, 1, 2),
        lambda tx, now: mistakes.find_unsolved(tx, 1),
        lambda tx, now: mistakes.find_surplus(tx, 1, 2),
        lambda tx, now: mistakes.count(tx, 1),
        lambda tx, now: lobby.find(tx, 1),
        lambda tx, now: lobby.find_standing(tx, 1),
        lambda tx, now: lobby.find_matching(tx, 1, 7, "terms", 0, 10),
        lambda tx, now: lobby.find_open(tx, 1, 7, None, 20),
        lambda tx, now: lobby.find_open(tx, 1, 7, "asli", 20),
        lambda tx, now: lobby.count_open(tx, 1, 7),
        lambda tx, now: lobby.find_last_size(tx, 1, "asli"),
        lambda tx, now: lobby.find_common_servers(tx, 1, 2),
        lambda tx, now: lobby.remember_member(tx, 1, 2),
        lambda tx, now: lobby.delete_closed(tx, BotTime(now)),
        lambda tx, now: ratings.find_for_update(tx, "asli", [1, 2]),
        lambda tx, now: ratings.find_of(tx, 1),
        lambda tx, now: ratings.find_levels(tx, "asli"),
        lambda tx, now: ratings.find_events(tx, 1),
        lambda tx, now: ratings.find_last_event(tx, 1, ("result", "time")),
        lambda tx, now: ratings.find_played(tx, 1, "lifeline", 10),
        lambda tx, now: ratings.find_ranked(tx, "asli", now, 20),
        lambda tx, now: ratings.find_ranked(tx, "asli", now, 20, 7),
        lambda tx, now: ratings.add_member(tx, 7, "asli", 1),
        lambda tx, now: daily.find_channel(tx, 1),
        lambda tx, now: week.find_channel(tx, 1),
        lambda tx, now: daily.find_post(tx, 1, 2),
        lambda tx, now: daily.last_post(tx, 1, before=5),
        lambda tx, now: daily.find_text(tx, daily.DailyPost(1, 2, 3, now, 4)),
        lambda tx, now: daily.newest_days(tx, 1),
        lambda tx, now: daily.find_entries(tx, 1, 2),
        lambda tx, now: daily.results_here(tx, 1, 2, 3),
        lambda tx, now: daily.count_everywhere(tx, 1, 2),
        lambda tx, now: daily.find_streaks(tx, [1, 2]),
        lambda tx, now: daily.delete_before(tx, 5),
        lambda tx, now: challenges.delete_before(tx, BotTime(now), 10, (1,)),
        lambda tx, now: outbox.postpone(tx, TAKEN, now, ""),
        lambda tx, now: challenges.find_by_thread(tx, 1, (1, 2)),
        lambda tx, now: challenges.set_message(tx, 1, 1),
        lambda tx, now: user_install_channels.is_user_install(tx, 1),
        lambda tx, now: user_install_channels.has_recent_use(tx, 1, now),
        lambda tx, now: user_install_channels.record_use(tx, 1, None, now),
        lambda tx, now: reviews.find(tx, 1),
        lambda tx, now: outbox.release_after_interaction(tx, 1, now, 2),
        lambda tx, now: outbox.release_notification(tx, 1, "digest", 2, now),
        lambda tx, now: outbox.release_all(tx, 1, now),
        lambda tx, now: interaction_tokens.find_newest(tx, 1, now),
        lambda tx, now: interaction_tokens.find_for_message(tx, 1, 1, now),
        lambda tx, now: outbox.drop_clock(tx, 1, 9, now),
        outbox_queue.recover,
        outbox.delete_before,
    ],
)
async def test_a_query_uses_indexes_and_never_scans_a_table(database, plans, now, query):
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
    # a scan of a subquery reads only its result, whose own steps are checked too
    scans = [step for step in plans if step.startswith("SCAN")]
    assert [step for step in scans if not step.startswith(("SCAN (subquery", "SCAN anon_"))] == []


async def test_the_next_review_is_the_first_entry_of_a_partial_index(database, plans):
    await database.read(reviews.find_oldest)
    assert plans == ["SCAN reviews USING INDEX ix_reviews_wanted_at"]


@pytest.mark.parametrize(
    "task",
    [
        personal_data.erase,
        personal_data.count_rows,
        lambda tx, user_id, _: personal_data.erase_some(tx, user_id, 9),
        lambda tx, user_id, _: personal_data.export_moves(tx, user_id),
        lambda tx, user_id, _: personal_data.export_clocks(tx, user_id, timedelta(0)),
    ],
)
async def test_a_persons_rows_are_found_by_indexes(database, plans, task):
    await database.write(task, 1, PERSON_DUE)
    scanned = {step.split()[1] for step in plans if step.startswith("SCAN")}
    assert scanned & set(metadata.tables) == set()
