"""Export and deletion of personal data in every table."""

import gzip
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import select

from bot.errors.refusals import CannotChallenge
from bot.messages.privacy import exported
from bot.services.steps import person_deletion
from bot.services.use_cases.people import privacy
from bot.services.use_cases.people.privacy import PrivacyService
from bot.services.use_cases.puzzles.puzzles import PuzzlePlace
from bot.services.use_cases.reports import ReportReason
from bot.services.values.clocks.clock import Pace
from bot.services.values.people.permissions import Rank
from bot.services.values.views import Actor, ChallengeStatus, Player, Terms
from bot.store.tables import daily, guesses, leagues, mistakes, outbox, watchers
from bot.store.tables.mistakes import NewMistake
from bot.store.tables.payloads import Announcement
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.schema import BotTime, RulingKind, metadata
from bot.words import privacy as texts
from tests.bot.erasure import columns_without, erased, every_row

ZOE, ZOES_NAME = 987654321987654321, "Zoë Quux-Example"
ANN, BEN, CAT = 101, 102, 103


@pytest.fixture
def by(world):
    def act(user_id, **how):
        if user_id != ZOE:
            return world.act(user_id, **how)
        plain = world.act(user_id, **how)
        return Actor(
            ZOE, ZOES_NAME, plain.interaction_id, plain.guild_id, plain.channel_id, plain.rank
        )

    return act


@pytest.fixture
async def zoes_games(world, by):
    """Give Zoe rows in every table with personal data; return her games in progress."""
    services, zoe = world.services, Player(ZOE, ZOES_NAME)

    async def begin(challenger, other, **terms):
        made = await services.challenges.propose(
            by(challenger), other, "lifeline", {"size": 4}, Terms(**terms)
        )
        return (await services.challenges.accept(by(other.user_id), made.id)).id

    running = await begin(ZOE, Player(ANN, "Ann"), pace=Pace.STANDARD, strict=True)
    finished = await begin(ANN, zoe, pace=Pace.STANDARD, strict=True, rated=True)
    await services.games.play(by(ANN), finished, "a1 c3")
    await services.games.resign(by(ZOE), finished)
    untold = await begin(BEN, zoe)
    await services.games.play(by(BEN), untold, "a1 c3")
    await services.undo.undo(by(BEN), untold)
    await services.challenges.propose(by(ZOE), None, "asli", {})
    await services.challenges.propose(by(BEN), zoe, "asli", {})
    await services.personal_settings.change_settings(by(ZOE), {"theme": "light"})
    await world.change_settings(by(ZOE), turns="dm", digest="8:00")
    await services.notifications.mute(by(ZOE), running, muted=True)
    await services.vacations.start(by(ZOE), world.clock() + timedelta(days=5))
    await services.vacations.start(by(BEN), world.clock() + timedelta(days=9))
    await services.blocks.block(by(ZOE), 555)
    await services.blocks.block(by(ANN), ZOE)
    await services.moderation.block(by(BEN, rank=Rank.MODERATOR, guild=8), ZOE)
    await services.moderation.block(by(ZOE, rank=Rank.MODERATOR), 556)
    await services.reports.report(by(ZOE), finished, ReportReason.NAME)
    await services.server_settings.change(7, lobby=5)
    await services.lobby.offer(by(ZOE), "asli", {}, Terms(pace=Pace.STANDARD))
    board = await services.try_board.open(by(ZOE), running)
    board = await services.try_board.try_move(by(ZOE), running, board.place, "a1 c3")
    await services.try_board.note(by(ZOE), running, board.place, f"what {ZOES_NAME} plays")
    await services.last_looks.record(ZOE, await services.games.get_visible(by(ZOE), untold))
    puzzle = (await services.puzzles.choose(by(ZOE), "", "")).puzzle
    await services.puzzles.give_up(by(ZOE), PuzzlePlace(puzzle))
    await world.database.write(mistakes.add, NewMistake(ZOE, finished, 2, "{}", world.clock()))
    await world.database.write(watchers.add, finished, ZOE, world.clock())
    await world.database.write(guesses.put, finished, ZOE, 0, "a1")
    await services.daily.configure(by(ZOE, rank=Rank.MANAGER), 5, 9)
    await services.week.switch(by(ZOE, rank=Rank.MANAGER), 5)
    await world.database.write(_open_daily, world.clock(), puzzle.number, ZOE)
    await world.database.write(_open_league, world.clock(), ZOE)
    for row in await services.outbox.take_due(20):
        if row.kind == "turn":
            await services.notifications.notify_turn(row)
        await services.outbox.retry(row, timedelta(hours=1), f"something about {ZOES_NAME}")
    return running, untold


async def _open_daily(tx, now, puzzle, *people):
    """Make a puzzle the puzzle of the day, which people have opened and solved."""
    day = now.toordinal()
    await daily.set_puzzle(tx, day, puzzle)
    await daily.add_post(tx, daily.DailyPost(7, day, 5, now))
    for each in people:
        await daily.enter(tx, 7, day, each)
        await daily.put_streak(tx, daily.StreakRow(each, 1, 1, day))


async def _open_league(tx, now, *people):
    """Open a league for each person, in whose season all of them have played."""
    for each in people:
        league = await leagues.add(
            tx,
            guild_id=7,
            channel_id=5,
            game_key="lifeline",
            rules_version=1,
            options={"size": 5},
            weeks=8,
            by_id=each,
            opened_at=now,
        )
        season = await leagues.add_season(tx, league, 1, BotTime(now))
        begun = leagues.SeasonRow(season, league, 1, BotTime(now))
        await leagues.change_season(tx, begun, begun_at=now, ended_at=now)
        await leagues.add_groups(tx, season, [people], {len(people): [(0, 0)]})
        for one in people:
            await leagues.put_member(tx, leagues.MemberRow(league, one, now))
            removed = leagues.RulingRow(league, season, RulingKind.REMOVED, one, now, one)
            await leagues.add_ruling(tx, removed)


@pytest.fixture
async def opponents(world):
    """Give Ann and Ben, who have finished a game, rows in every table with personal data."""
    services = world.services
    await services.server_settings.change(7, lobby=5)
    for each in (ANN, BEN):
        await world.change_settings(world.act(each), turns="dm")
    terms = Terms(pace=Pace.STANDARD, strict=True, rated=True)
    game = await world.challenges.propose(
        world.act(ANN), Player(BEN, "Ben"), "lifeline", {"size": 4}, terms
    )
    game = (await world.challenges.accept(world.act(BEN), game.id)).id
    for cells in ("a1 c3", "b4 d2"):
        turn = await world.due("turn")
        await services.notifications.notify_turn(turn)
        await services.outbox.mark_sent(turn, turn.id)
        told = await world.due("turn_dm")
        await services.outbox.retry(told, timedelta(days=1), "no answer")
        mover = (await world.games.get(game)).to_move.user_id
        board = (await world.play(mover, game, cells)).game
        await services.last_looks.record(ANN + BEN - mover, board)
    await world.games.resign(world.act(ANN), game)
    left = await world.game(BEN, ANN)
    await world.play(BEN, left, "a1 c3")
    await world.games.leave(world.act(BEN), left)
    puzzle = (await services.puzzles.choose(world.act(ANN), "", "")).puzzle
    for mine, theirs in ((ANN, BEN), (BEN, ANN)):
        await _fill(world, mine, theirs, game, puzzle)
    await world.database.write(_open_daily, world.clock(), puzzle.number, ANN, BEN)
    await world.database.write(_open_league, world.clock(), ANN, BEN)
    await services.privacy.delete(ZOE)  # from now on there is a deleted player


async def _fill(world, mine, theirs, game, puzzle):
    services, me = world.services, partial(world.act, mine)
    await services.reports.report(me(), game, ReportReason.NAME)
    await services.notifications.mute(me(), game, muted=True)
    board = await services.try_board.open(me(), game)
    await services.try_board.try_move(me(), game, board.place, "a3")
    open_to = Terms(pace=Pace.BRISK, strict=mine == ANN)
    await services.lobby.offer(me(), "asli", {}, open_to)
    await services.vacations.start(me(), world.clock() + timedelta(days=mine))
    await services.puzzles.give_up(me(), PuzzlePlace(puzzle))
    await world.database.write(mistakes.add, NewMistake(mine, game, 2, "{}", world.clock()))
    await world.database.write(watchers.add, game, mine, world.clock())
    await world.database.write(guesses.put, game, mine, 0, "a1")
    await services.daily.configure(me(guild=mine, rank=Rank.MANAGER), 5, 9)
    await services.week.switch(me(guild=mine, rank=Rank.MANAGER), 5)
    await services.blocks.block(me(), theirs)
    await services.moderation.block(me(guild=8, rank=Rank.MODERATOR), theirs)


async def everything(world):
    """Return every value of every table as text."""

    async def dump(tx):
        return [
            str(tuple(row))
            for table in metadata.sorted_tables
            for row in (await tx.connection.execute(select(table))).all()
        ]

    return await world.database.read(dump)


@pytest.mark.both_databases
async def test_the_test_data_has_zoe_in_every_personal_table(world, zoes_games):
    stored = await world.services.privacy.count_rows(ZOE)

    assert {table for table, number in stored.rows.items() if not number} == set()
    assert set(stored.rows) == set(texts.LINES)
    assert len(texts.stored(stored.rows)) == len(texts.LINES)
    assert (stored.running, stored.open_challenges) == (2, 2)


async def test_deletion_keeps_data_about_other_people(world, by):
    number = await world.game(ANN, BEN)
    await world.play(ANN, number, "a1 c3")
    over = await world.game(ANN, BEN)
    await world.games.resign(by(BEN), over)
    await world.challenge(BEN, ANN)
    await world.change_settings(by(ANN), turns="dm", digest="8:00")
    await world.services.notifications.mute(by(BEN), number, muted=True)
    await world.services.vacations.start(by(BEN), world.clock() + timedelta(days=5))
    await world.services.blocks.block(by(ANN), 555)
    await world.services.moderation.block(by(BEN, rank=Rank.MODERATOR), 556)
    before = await everything(world)
    made = await world.challenge(ANN, ZOE)
    with_zoe = await world.challenges.accept(by(ZOE), made.id)
    await world.challenges.propose(by(ZOE), None, "asli", {})
    await world.services.notifications.mute(by(ZOE), with_zoe.id, muted=True)
    await world.services.vacations.start(by(ZOE), world.clock() + timedelta(days=5))

    await world.services.privacy.delete(ZOE)

    assert set(before) - set(await everything(world)) == set()


async def test_deletion_keeps_notifications_between_other_people(world, by):
    """A vacation is not announced again with the same dates."""
    await world.game(ANN, BEN)
    until = world.clock() + timedelta(days=5)
    await world.services.vacations.start(by(ANN), until)
    await world.posted()
    notifications = [row for row in await everything(world) if "'away'" in row]
    assert len(notifications) == 1
    await world.services.personal_settings.change_settings(by(ZOE), {"theme": "light"})

    await world.services.privacy.delete(ZOE)

    assert [row for row in await everything(world) if "'away'" in row] == notifications
    await world.services.vacations.start(by(ANN), until)
    assert await world.posted() == []


async def test_deletion_replaces_user_ids_but_not_equal_game_numbers(world, by):
    """A game may have the same number as a person's id."""
    numbers = [await world.game(ANN, BEN) for _ in range(2)]
    await world.posted()
    await world.services.vacations.start(by(ANN), world.clock() + timedelta(days=5))
    notifications = [row for row in await everything(world) if "'away'" in row]
    assert len(notifications) == 1
    await world.challenges.propose(by(numbers[1]), Player(BEN, "Ben"), "asli", {})

    await world.services.privacy.delete(numbers[1])

    assert [row for row in await everything(world) if "'away'" in row] == notifications


async def test_deletes_a_blocked_person_who_has_never_played(world, by):
    await world.services.blocks.block(by(ANN), ZOE)
    assert (await world.services.privacy.count_rows(ZOE)).nothing

    await world.services.privacy.delete(ZOE)

    assert [row for row in await everything(world) if str(ZOE) in row] == []


@pytest.mark.both_databases
async def test_exports_and_deletes_a_moderator_who_has_never_played(world, by):
    await world.services.moderation.block(by(ZOE, rank=Rank.MODERATOR), ANN)

    stored = await world.services.privacy.count_rows(ZOE)
    assert {table: number for table, number in stored.rows.items() if number} == {
        "server_blocks": 1
    }
    (row,) = (await world.services.privacy.export(ZOE))["server_blocks"]
    assert (row["user_id"], row["by_id"]) == (ANN, ZOE)
    await world.services.privacy.delete(ZOE)

    assert [row for row in await everything(world) if str(ZOE) in row] == []
    (row,) = (await world.services.privacy.export(ANN))["server_blocks"]
    assert "by_id" not in row


@pytest.mark.sqlite
async def test_stores_nothing_about_a_person_without_actions(world, zoes_games):
    assert (await world.services.privacy.count_rows(4711)).nothing


@pytest.mark.both_databases
async def test_deletion_removes_id_and_name_from_every_table(world, zoes_games):
    assert any(str(ZOE) in row and ZOES_NAME in row for row in await everything(world))

    await world.services.privacy.delete(ZOE)

    left = [row for row in await everything(world) if str(ZOE) in row or ZOES_NAME in row]
    assert left == []
    assert (await world.services.privacy.count_rows(ZOE)).nothing


async def test_deletion_removes_former_names_from_every_table(world, zoes_games, by):
    await world.services.personal_settings.change_settings(
        replace(by(ZOE), name="Zelda"), {"theme": "dark"}
    )

    await world.services.privacy.delete(ZOE)

    assert [row for row in await everything(world) if ZOES_NAME in row or "Zelda" in row] == []


async def test_a_vacation_notification_uses_the_current_name_until_deletion(world, zoes_games, by):
    await world.services.personal_settings.change_settings(
        replace(by(ZOE), name="Zelda"), {"theme": "dark"}
    )
    world.clock.advance(hours=2)
    rows = [row for row in await world.services.outbox.take_due(20) if row.kind == "away"]
    row = next(each for each in rows if each.payload.who == ZOE)

    assert (await world.services.notifications.compose(row)).about == Player(ZOE, "Zelda")
    await world.services.privacy.delete(ZOE)
    assert await world.services.notifications.compose(row) is None


async def test_deletion_keeps_notifications_about_games_of_other_people(world, zoes_games, by):
    number = await world.game(ANN, BEN)
    await world.change_settings(by(ANN), turns="dm")
    (turn,) = [row for row in await world.outbox.take_due(20) if row.game_id == number]
    await world.services.notifications.notify_turn(turn)

    await world.services.privacy.delete(ZOE)

    told = await world.outbox.take_due(20)
    assert ("turn_dm", ANN, number) in [(row.kind, row.user_id, row.game_id) for row in told]


@pytest.mark.both_databases
async def test_a_turn_is_posted_while_a_notification_is_deleted(world, by):
    running = await world.game(ANN, BEN)
    made = await world.challenge(CAT, BEN)
    await world.posted()
    await world.challenges.decline(by(BEN), made.id)
    notification = await world.due("declined")
    await world.services.privacy.delete(CAT)
    await world.play(ANN, running, "a1 c3")
    await world.outbox.mark_sent(notification, 1)

    assert ("turn", 2) in await world.posted()


@pytest.mark.both_databases
async def test_deletion_removes_a_person_from_held_back_messages(world, by):
    """Other people held back by the same message remain in its list."""
    number = await world.game(ANN, ZOE)
    await world.posted()
    await world.games.resign(by(ANN), number)
    (result,) = [row for row in await world.outbox.take_due(20) if row.kind == "result"]
    await world.database.write(
        outbox.change_payload, result, replace(result.payload, held=(ANN, ZOE))
    )
    await world.outbox.retry(result, timedelta(hours=1), "no permission")

    await world.services.privacy.delete(ZOE)

    left = await world.database.read(outbox.find_payload, result, Announcement)
    assert left.held == (ANN,)


async def test_deletion_forfeits_running_games_and_announces_it(world, zoes_games):
    await world.services.privacy.delete(ZOE)

    for number in zoes_games:
        game = await world.games.get(number)
        assert game.result is not None
        assert game.result.sentence == "deleted player resigned."
        assert game.winner is not None
        assert game.winner.user_id in {ANN, BEN}
    world.clock.advance(hours=2)
    told = await world.posted()
    assert [kind for kind, _ in told].count("result") == 3


@pytest.mark.both_databases
async def test_the_opponent_by_direct_message_learns_the_result_after_a_deletion(world, by):
    terms = Terms(pace=Pace.STANDARD)
    for each in (ZOE, ANN):
        direct = by(each, guild=None, channel=1000 + each)
        match = await world.services.lobby.offer(direct, "lifeline", {"size": 5}, terms)
    await world.posted()

    await world.services.privacy.delete(ZOE)

    told = await world.outbox.take_due(9)
    assert [(row.kind, row.user_id) for row in told] == [("result", None), ("result_dm", ANN)]
    notification = await world.services.notifications.compose(told[1])
    assert [game.opponent.name for game in notification.games] == ["deleted player"]
    assert (await world.games.get(match.game.id)).winner.user_id == ANN
    left = [row for row in await everything(world) if str(ZOE) in row or ZOES_NAME in row]
    assert left == []


@pytest.mark.sqlite
async def test_deletion_keeps_the_moves_of_finished_games(world, zoes_games):
    await world.services.privacy.delete(ZOE)

    record = await world.services.history.get_record(2)
    assert len(record.moves) == 2
    assert record.details.second == "deleted player"


async def test_deletion_closes_open_challenges(world, zoes_games):
    await world.services.privacy.delete(ZOE)

    mine, theirs = await world.challenges.get(4), await world.challenges.get(5)
    assert (mine.status, theirs.status) == (ChallengeStatus.WITHDRAWN, ChallengeStatus.DECLINED)
    assert theirs.challenger.user_id == BEN


@pytest.mark.sqlite
async def test_a_deletion_requested_twice_acts_once(world, zoes_games):
    first = await world.services.privacy.delete(ZOE)
    second = await world.services.privacy.delete(ZOE)

    assert first.rows["games"] == 3
    assert second.nothing


@pytest.fixture
def small_parts(monkeypatch):
    """Make Zoe's data so large that it is deleted in parts."""
    for module in (person_deletion, privacy):
        monkeypatch.setattr(module, "ENDED_AT_ONCE", 1)
    monkeypatch.setattr(privacy, "ROWS_AT_ONCE", 2)


@pytest.mark.both_databases
async def test_very_much_data_is_deleted_in_parts_that_let_others_move(
    world, zoes_games, by, small_parts, monkeypatch
):
    write, changed = world.database.write, []
    other = await world.game(ANN, BEN)

    async def write_and_move(use_case, *args, **kwargs):
        before = await world.database.read(every_row)
        result = await write(use_case, *args, **kwargs)
        after = await world.database.read(every_row)
        changed.append(sum(row not in after[name] for name in after for row in before[name]))
        if len(changed) == 3:
            await world.services.games.play(world.act(ANN), other, "a1 c3")
        return result

    monkeypatch.setattr(world.database, "write", write_and_move)
    await world.services.privacy.delete(ZOE)

    assert len(changed) > 20
    assert max(changed[-5:-1]) <= 2
    assert (await world.games.get(other)).position.ply == 2
    left = [row for row in await everything(world) if str(ZOE) in row or ZOES_NAME in row]
    assert left == []
    for number in zoes_games:
        assert (await world.games.get(number)).result.sentence == "deleted player resigned."
    mine, theirs = await world.challenges.get(4), await world.challenges.get(5)
    assert (mine.status, theirs.status) == (ChallengeStatus.WITHDRAWN, ChallengeStatus.DECLINED)


@pytest.mark.both_databases
@pytest.mark.parametrize("step", ["_end_some", "_erase_from_messages", "_erase_some", "_delete"])
async def test_a_deletion_that_the_end_of_the_program_interrupts_is_completed(
    world, zoes_games, small_parts, monkeypatch, step
):
    killed = interrupted
    if step != "_delete":
        killed = interrupted_after(getattr(PrivacyService, step))
    with monkeypatch.context() as patch:
        patch.setattr(PrivacyService, step, killed)
        with pytest.raises(Killed):
            await world.services.privacy.delete(ZOE)
    world.restart()
    world.clock.advance(minutes=10, seconds=-1)
    assert "deletion" not in [each.kind for each in await world.services.deadlines.find_due(20)]
    world.clock.advance(seconds=1)
    for each in await world.services.deadlines.find_due(20):
        await world.services.deadlines.handle(each)

    left = [row for row in await everything(world) if str(ZOE) in row or ZOES_NAME in row]
    assert left == []


@pytest.mark.sqlite
@pytest.mark.parametrize("following", ["series", "offer"])
async def test_no_game_begins_while_the_data_of_its_player_is_deleted(
    world, by, monkeypatch, following
):
    services, game = world.services, ("lifeline", {"size": 4})
    if following == "series":
        made = await services.challenges.propose(
            by(ZOE), Player(BEN, "Ben"), *game, Terms(series=3)
        )
        await services.challenges.accept(by(BEN), made.id)
    else:
        here, terms = partial(by, guild=None), Terms(pace=Pace.STANDARD)
        offer = await services.lobby.offer(here(ZOE), *game, terms, keep=1)
        await services.lobby.accept(here(BEN), offer.id)
        await services.lobby.offer(here(CAT), *game, terms)
    monkeypatch.setattr(privacy, "ENDED_AT_ONCE", 0)  # one game is too much for one part
    monkeypatch.setattr(PrivacyService, "_end_some", interrupted_after(PrivacyService._end_some))
    with pytest.raises(Killed):
        await services.privacy.delete(ZOE)
    world.clock.advance(minutes=1)
    for each in await services.deadlines.find_due(20):
        await services.deadlines.handle(each)

    assert await world.games.find_running(ZOE) == []


class Killed(Exception):  # noqa: N818 - not an error
    """Stands for the end of the program."""


async def interrupted(_service, *_args):
    raise Killed


def interrupted_after(step):
    async def killed(service, *args):
        await step(service, *args)
        raise Killed

    return killed


@pytest.mark.sqlite
async def test_two_players_of_one_game_can_both_be_deleted(world, by):
    number = await world.game()
    await world.services.privacy.delete(ANN)
    await world.services.privacy.delete(BEN)

    game = await world.games.get(number)
    assert {player.user_id for player in game.seats} == {DELETED_USER_ID}


@pytest.mark.both_databases
@pytest.mark.parametrize("order", [(ANN, BEN), (BEN, ANN)])
async def test_two_people_with_rows_in_every_table_are_deleted_one_after_the_other(
    world, opponents, order
):
    rows = await world.database.read(every_row)
    assert [columns_without(rows, each) for each in order] == [[], []]

    for person in order:
        await world.services.privacy.delete(person)
        rows = erased(rows, person)
        left = await world.database.read(every_row)
        assert [row for row in left["outbox"] if str(person) in str(row)] == []
        del left["outbox"]  # messages about both people's game and challenges are changed
        assert left == {name: rows[name] for name in left}
    assert len(rows["reports"]) == 2


@pytest.mark.sqlite
async def test_no_score_and_no_rematch_with_a_deleted_player(world, by):
    number = await world.game()
    await world.services.privacy.delete(ANN)

    assert (await world.services.history.get_score(number)).wins == (0, 0)
    with pytest.raises(CannotChallenge, match="deleted their account"):
        await world.services.history.rematch(by(BEN), number)


@pytest.mark.sqlite
async def test_a_person_who_returns_after_deletion_starts_from_scratch(world, zoes_games, by):
    await world.services.privacy.delete(ZOE)

    assert (await world.services.personal_settings.reader(ZOE)).settings["theme"] == "dark"
    await world.services.personal_settings.change_settings(by(ZOE), {"theme": "high"})
    assert (await world.services.personal_settings.reader(ZOE)).settings["theme"] == "high"
    assert await world.games.find_running(ZOE) == []


async def test_the_export_is_plain_json_without_actions_of_other_people(world, zoes_games):
    tables = await world.services.privacy.export(ZOE)

    told = json.loads(exported(tables, 10**6).files[0].content)
    assert {name: len(rows) for name, rows in told.items()} == dict(
        (await world.services.privacy.count_rows(ZOE)).rows
    )
    assert told["players"][0]["name"] == ZOES_NAME
    assert told["games"][1]["moves"] == ["a1", "c3"]
    assert told["person_blocks"] == [{"user_id": ZOE, "created_at": world.clock().isoformat()}]
    # Zoe's block of a member as a moderator, then another moderator's block of Zoe
    assert [(each["user_id"], each.get("by_id")) for each in told["server_blocks"]] == [
        (556, ZOE),
        (ZOE, None),
    ]


@pytest.mark.sqlite
async def test_the_export_hides_the_first_half_of_an_opponents_turn(world):
    number = await world.game()
    await world.play(ANN, number, "a1")

    mine = (await world.services.privacy.export(ANN))["games"][0]
    theirs = (await world.services.privacy.export(BEN))["games"][0]

    assert (mine["moves"], mine["ply"]) == (["a1"], 1)
    assert (theirs["moves"], theirs["ply"]) == ([], 0)


async def timed_game(world, pace):
    challenge = await world.challenges.propose(
        world.act(ANN), Player(BEN, "Ben"), "lifeline", {"size": 4}, Terms(pace=pace)
    )
    return (await world.challenges.accept(world.act(BEN), challenge.id)).id


@pytest.mark.sqlite
async def test_an_opponents_first_stone_changes_nothing_in_the_export(world):
    number = await timed_game(world, Pace.STANDARD)

    async def seen_by_ben():
        (game,) = (await world.services.privacy.export(BEN))["games"]
        return game

    before = await seen_by_ben()
    world.clock.advance(minutes=1)
    await world.play(ANN, number, "a1")
    assert await seen_by_ben() == before
    world.clock.advance(minutes=1)
    await world.services.undo.undo(world.act(ANN), number)
    assert await seen_by_ben() == before
    world.clock.advance(minutes=1)
    await world.play(ANN, number, "c3")
    assert await seen_by_ben() == before
    await world.play(ANN, number, "e5")
    after = await seen_by_ben()
    assert (after["moves"], after["updated_at"]) == (["c3", "e5"], world.clock())
    assert after["played_at"] == [world.clock(), world.clock()]


@pytest.mark.parametrize("pace", [Pace.STANDARD, Pace.NONE])
async def test_the_export_has_the_times_of_moves_and_the_clocks(world, pace):
    number, began = await timed_game(world, pace), world.clock()
    world.clock.advance(hours=1)
    await world.play(ANN, number, "a1 c3")
    world.clock.advance(hours=1)
    await world.play(BEN, number, "e5 g4")

    (game,) = (await world.services.privacy.export(BEN))["games"]

    hours = [(at - began) // timedelta(hours=1) for at in game["played_at"]]
    assert (game["moves"], hours) == (["a1", "c3", "e5", "g4"], [1, 1, 2, 2])
    shown = await world.games.get(number)
    clock = game["clock"]
    left = None if clock is None else (clock["left0"], clock["left1"], clock["since"])
    assert left == (None if pace is Pace.NONE else (*shown.clock.left, world.clock()))


@pytest.mark.sqlite
async def test_the_export_hides_the_first_stone_after_the_end(world):
    number = await world.game()
    await world.play(ANN, number, "a1 c3")
    await world.play(BEN, number, "e5")
    await world.games.resign(world.act(ANN), number)

    theirs, mine = [(await world.services.privacy.export(each))["games"][0] for each in (ANN, BEN)]

    assert (mine["moves"], mine["ply"]) == (["a1", "c3", "e5"], 3)
    assert (theirs["moves"], theirs["ply"]) == (["a1", "c3"], 2)


@pytest.mark.sqlite
async def test_compresses_an_export_too_large_for_discord(world, zoes_games):
    tables = await world.services.privacy.export(ZOE)

    (plain,) = exported(tables, 10**6).files
    (packed,) = exported(tables, len(plain.content) - 1).files

    assert (plain.filename, packed.filename) == ("my-data.json", "my-data.json.gz")
    assert gzip.decompress(packed.content) == plain.content


@pytest.mark.sqlite
async def test_a_write_ahead_log_in_use_is_truncated_by_the_next_maintenance(
    world, zoes_games, tmp_path, caplog
):
    await world.services.personal_settings.change_settings(
        Actor(ZOE, ZOES_NAME, 9, 7, 5), {"theme": "dark"}
    )
    log = tmp_path / "games.db-wal"
    with closing(sqlite3.connect(tmp_path / "games.db")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM games").fetchall()
        await world.services.privacy.delete(ZOE)
        assert ZOES_NAME.encode() in log.read_bytes()
        assert "write-ahead log" in caplog.text
        await world.services.maintenance.clean_up()
        assert ZOES_NAME.encode() in log.read_bytes()

    await world.services.maintenance.clean_up()

    assert ZOES_NAME.encode() not in log.read_bytes()


@pytest.mark.sqlite
async def test_deleted_data_is_overwritten_in_the_database_file(world, zoes_games, tmp_path):
    file = tmp_path / "games.db"

    def content():
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return file.read_bytes()

    assert ZOES_NAME.encode() in content()
    await world.services.personal_settings.change_settings(
        Actor(ZOE, ZOES_NAME, 9, 7, 5), {"theme": "dark"}
    )

    await world.services.privacy.delete(ZOE)

    # also in the write-ahead log, which SQLite would overwrite only later
    files = [file, *tmp_path.glob("games.db-*")]
    assert [each.name for each in files if ZOES_NAME.encode() in each.read_bytes()] == []
    assert ZOES_NAME.encode() not in content()
