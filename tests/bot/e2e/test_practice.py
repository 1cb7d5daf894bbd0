"""Practice games against the bot, from the challenge to the result."""

import asyncio
import os
import signal
from dataclasses import replace

import pytest
from sqlalchemy import text

from bot.services.use_cases.practice import PracticeService
from rules.moves import parse_turn
from rules.registry import find_game
from sandbox.client.find import labels_of
from sparring import jit
from sparring.engine import Engine
from sparring.protocol import record_topology
from sparring.review import Advice

ONE = "1 (Very easy)"


@pytest.fixture(autouse=True)
def without_delay(monkeypatch):
    """Let the bot move without a delay."""
    monkeypatch.setattr("bot.jobs.practice.SHORTEST_TURN", 0.0)
    monkeypatch.setattr("bot.jobs.practice.POLL_INTERVAL", 0.05)


async def begin(table, person=None, **options):
    """Start a practice game as Ann on a small board; return the private response."""
    me = table.discord.application.bot
    person = person or table.ann
    return await person.slash("challenge", opponent=me, **{"size": 4, "level": 1, **options})


async def tap(table, person, message):
    """Play a turn by tapping the first cells offered; return the panel."""
    panel = await person.click(message, "Move")
    while "Cancel" in labels_of(panel):
        names = labels_of(panel)
        surely = [name for name in names if name.startswith("Play ")]
        cells = [name for name in names if "·" in name]
        zones = [name for name in names if name.isdigit()]
        panel = await person.click(panel, (surely or cells or zones)[0])
    return panel


async def test_game_begins_at_once_and_the_bot_answers_each_turn(table):
    answer = await begin(table)
    first = await table.turn(1)
    await table.ann.slash("move", cell="a1 c3")
    third = await table.turn(3)

    assert answer.is_ephemeral
    assert f"level {ONE}" in answer.content
    assert first.notified == third.notified == {table.ann.id}
    assert "bot level 1" in third.content
    assert {"Move", "Hint", "Undo", "Resign"} <= set(labels_of(third))
    assert "Undo" not in labels_of(first)
    # one picture for the player's turn and the bot's
    assert [m.content for m in table.public() if "turn 2" in m.content] == []


async def test_plays_a_whole_game_by_tapping(table):
    await begin(table, size=3, level=2)
    turn = 1
    while True:
        message = await table.seen_either(f"turn {turn}", "wins.")
        if "wins." in message.content:
            break
        await tap(table, table.ann, message)
        turn += 2
    assert "Rematch" in labels_of(message)
    assert message.notified == {table.ann.id}


async def test_bot_begins_if_chosen(table):
    answer = await begin(table, colour="opponent")
    assert "The bot moves first" in answer.content
    first = await table.turn(2)
    assert "swap" in first.content


async def test_level_without_opponent_starts_practice(table):
    await table.ann.slash("challenge", level=1, size=4)
    assert "bot level 1" in (await table.turn(1)).content
    refused = await table.ann.slash("challenge", opponent=table.ben, level=1)
    assert "level is for games against the bot" in refused.content


async def test_undo_needs_no_consent_in_practice(table):
    await begin(table)
    await table.turn(1)
    await table.ann.slash("move", cell="a1 c3")
    third = await table.turn(3)
    answer = await table.ann.click(third, "Undo")
    await table.settled()
    assert "Undone: " in table.words(answer)
    assert await table.plies() == 0


async def test_bot_does_not_answer_a_turn_that_was_taken_back(table, monkeypatch):
    monkeypatch.setattr("bot.jobs.practice.SHORTEST_TURN", 1.5)
    await begin(table)
    await table.turn(1)
    answer = await table.ann.slash("move", cell="a1 c3")
    await asyncio.sleep(0)
    await table.ann.slash("undo")
    question = await table.ann.slash("undo")
    assert "The bot's answer goes too" in question.content
    await table.ann.click(question, "Yes, undo")
    await asyncio.sleep(2)
    assert answer.is_ephemeral
    assert await table.plies() == 0


async def test_hint_is_private_and_plays_nothing(table):
    await begin(table)
    first = await table.turn(1)
    hint = await table.ann.click(first, "Hint")
    assert hint.is_ephemeral
    assert "Try **" in hint.content
    assert hint.attachments
    assert await table.plies() == 0
    await table.ann.click(hint, labels_of(hint)[0])
    assert await table.plies() > 0
    stranger = await table.eve.click(first, "Hint")
    assert "aren't playing" in stranger.content
    assert not stranger.attachments


async def test_slow_hint_shows_that_the_bot_is_thinking(table, press_slowly, monkeypatch):
    monkeypatch.setattr(Engine, "is_ready", False)
    await begin(table)
    first = await table.turn(1)
    hint = await press_slowly(table.ann, first, "Hint", Engine, "choose")
    assert hint.is_ephemeral
    assert "Try **" in hint.content


async def test_turn_is_requested_while_another_player_has_many_games_waiting(table, monkeypatch):
    monkeypatch.setattr("bot.jobs.practice.MAX_CONCURRENT", 2)
    choose, may_end, asked, ended = Engine.choose, asyncio.Semaphore(0), [], []
    waiting, looks = PracticeService.find_waiting, []

    async def looked(service, limit, begun, left_out):
        looks.append(begun)
        return await waiting(service, limit, begun, left_out)

    async def slow(engine, record, level, seed, whose):
        asked.append((whose, seed))
        try:
            await may_end.acquire()
            return await choose(engine, record, level, seed, whose)
        finally:
            ended.append(seed)

    monkeypatch.setattr(Engine, "choose", slow)
    for _ in range(4):
        await begin(table, colour="opponent")
    await table.discord.wait_until(lambda: len(asked) == 2)
    monkeypatch.setattr(PracticeService, "find_waiting", looked)
    await begin(table, table.ben, colour="opponent")
    looks.clear()
    await table.discord.wait_until(lambda: len(looks) > 2)
    assert ended == []  # a new request waits, because no running search is cancelled

    may_end.release()

    await table.discord.wait_until(lambda: len(asked) > 2)
    ann, ben = table.ann.id, table.ben.id
    assert [whose for whose, _ in asked] == [ann, ann, ben]
    assert len(ended) == 1


async def test_turns_are_requested_in_order_after_a_restart(table, monkeypatch):
    waiting, is_back, asked = PracticeService.find_waiting, asyncio.Event(), []

    async def nothing_yet(*args):
        return await waiting(*args) if is_back.is_set() else ([], [])

    async def choose(_engine, _record, _level, seed, _whose):
        asked.append(seed)
        await asyncio.Event().wait()

    monkeypatch.setattr(PracticeService, "find_waiting", nothing_yet)
    monkeypatch.setattr(Engine, "choose", choose)
    for _ in range(8):
        await begin(table, colour="opponent")
    is_back.set()
    await table.discord.wait_until(lambda: len(asked) == 8)
    assert asked == sorted(asked)


@pytest.mark.parametrize("is_ready", [False, True])
async def test_hint_is_requested_from_the_engine_for_its_player(table, monkeypatch, is_ready):
    await begin(table)
    first = await table.turn(1)
    asked = []

    async def choose(_engine, record, level, seed, whose):
        asked.append(("choose", level, seed, whose))
        return parse_turn("a1 c3", record_topology(record))

    async def advise(_engine, record, seed, whose):
        asked.append(("advise", seed, whose))
        return Advice(parse_turn("a1 c3", record_topology(record)))

    monkeypatch.setattr(jit, "is_available", lambda: True)
    monkeypatch.setattr(Engine, "is_ready", is_ready)
    monkeypatch.setattr(Engine, "choose", choose)
    monkeypatch.setattr(Engine, "advise", advise)
    hint = await table.ann.click(first, "Hint")
    # the seed is the one of the game's review, so that both agree
    seed, whose = table.number, table.ann.id
    assert asked == [("advise", seed, whose) if is_ready else ("choose", 2, seed, whose)]
    assert "Try **A1 and C3**." in hint.content


async def test_rematch_begins_at_once_with_exchanged_roles(table):
    await begin(table)
    await table.turn(1)
    over = await table.resign(table.ann)
    before = table.number
    await asyncio.gather(table.ann.click(over, "Rematch"), table.ann.click(over, "Rematch"))
    await table.game_after(before)
    game = await table.look()
    assert game.practice.seat == 0
    assert game.practice.level == 1
    assert len(await table.app.context.services.games.find_running(table.ann.id)) == 1


async def test_help_has_a_button_for_the_practice_form(table):
    form = await table.ann.click(await table.ann.slash("help"), "Practice")
    # in a form of the bot, "I" would be ambiguous
    (begins,) = [field for field in form.fields if field["custom_id"] == "begins"]
    assert [option["label"] for option in begins["options"]] == [
        "You move first", "The bot moves first", "Random"
    ]  # fmt: skip
    answer = await table.ann.submit(form, {"size": "4", "level": "1"})
    assert "bot level 1" in (await table.turn(1)).content
    assert f"Practice game {table.number}" in answer.content


async def test_form_offers_the_available_levels(table, monkeypatch):
    monkeypatch.setattr(jit, "is_available", lambda: False)
    form = await table.ann.click(await table.ann.slash("help"), "Practice")
    (level,) = [field for field in form.fields if field["custom_id"] == "level"]
    assert [option["value"] for option in level["options"]] == ["1", "2"]


async def test_form_has_the_level_that_the_person_played_last(table, monkeypatch):
    async def chosen(person):
        form = await person.slash("practice")
        (level,) = [field for field in form.fields if field["custom_id"] == "level"]
        return [option["value"] for option in level["options"] if option.get("default")]

    before = await chosen(table.ann)
    for level in (3, 1):
        await table.ann.slash("challenge", size=4, level=level)

    assert (before, await chosen(table.ann), await chosen(table.ben)) == (["2"], ["1"], ["2"])

    await table.ann.slash("challenge", size=4, level=3)
    assert await chosen(table.ann) == ["3"]
    monkeypatch.setattr(jit, "is_available", lambda: False)
    assert await chosen(table.ann) == ["2"]  # level 3 is not offered


async def test_context_menu_of_the_bot_opens_the_practice_form(table):
    form = await table.ann.user_menu("Challenge to a game", table.discord.application.bot)
    answer = await table.ann.submit(form, {"size": "4", "level": "1", "begins": "opponent"})
    assert "The bot moves first" in answer.content


async def test_the_command_opens_the_practice_form(table):
    form = await table.ann.slash("practice")
    answer = await table.ann.submit(form, {"size": "4", "level": "1", "begins": "challenger"})
    assert "You move first" in answer.content
    assert "bot level 1" in (await table.turn(1)).content


async def test_practice_in_direct_messages_with_the_bot(table):
    alone = table.discord.direct_channel(table.ann)
    answer = await begin(table, table.ann.in_(alone))
    first = await table.discord.wait_for_message(alone, lambda m: "turn 1" in m.content)
    assert f"Practice game {table.number}" in answer.content
    assert "Move" in labels_of(first)


async def test_game_continues_after_a_crash_of_the_engine(table):
    await begin(table)
    await table.turn(1)
    await table.ann.slash("move", cell="a1 c3")
    await table.turn(3)
    os.kill(table.app.context.engine.process_id, signal.SIGKILL)
    game = await table.look()
    cells = await table.app.context.services.games.legal_moves_text(game.id, table.ann.id, "")
    await table.ann.slash("move", cell=cells[0])
    assert await table.seen_either("turn 5", "wins.")


@pytest.mark.parametrize("fault", ["breaks", "cheats"])
async def test_failed_engine_is_not_asked_again_at_once(table, monkeypatch, caplog, fault):
    await begin(table)
    await table.turn(1)
    asked = []

    async def choose(_engine, record, _level, _seed, _whose):
        asked.append(fault)
        if fault == "breaks":
            raise RuntimeError
        return record.moves[:1]  # an illegal move: the cell is occupied

    monkeypatch.setattr(Engine, "choose", choose)
    await table.ann.slash("move", cell="a1 c3")

    def log_levels():
        return [each.levelname for each in caplog.records if "practice game" in each.message]

    await table.discord.wait_until(lambda: bool(log_levels()))
    await asyncio.sleep(0.3)  # for some more polls
    assert len(asked) == 1
    assert log_levels() == ["ERROR"]
    caplog.clear()


async def test_bot_makes_its_pending_turn_after_a_restart(discord, run_bot, monkeypatch):
    guild = discord.create_guild("Club")
    channel = guild.create_text_channel("games")
    ann = guild.add_member("Ann").in_(channel)
    monkeypatch.setattr("bot.jobs.practice.SHORTEST_TURN", 60.0)
    async with run_bot() as app:
        await app.context.services.server_settings.change(guild.id, threads=False)
        await ann.slash("challenge", opponent=discord.application.bot, size=4, level=1)
        await discord.wait_for_message(channel, lambda m: "turn 1" in m.content)
        await ann.slash("move", cell="a1 c3")
    monkeypatch.setattr("bot.jobs.practice.SHORTEST_TURN", 0.0)
    async with run_bot():
        third = await discord.wait_for_message(channel, lambda m: "turn 3" in m.content)
    assert third.notified == {ann.id}


async def test_unreplayable_game_is_logged_once_and_blocks_no_other(
    discord, run_bot, monkeypatch, caplog
):
    guild = discord.create_guild("Club")
    channel = guild.create_text_channel("games")
    ann, ben = (guild.add_member(name).in_(channel) for name in ("Ann", "Ben"))
    monkeypatch.setattr("bot.jobs.practice.SHORTEST_TURN", 60.0)
    async with run_bot() as app:
        await app.context.services.server_settings.change(guild.id, threads=False)
        for person in (ann, ben):
            await person.slash("challenge", opponent=discord.application.bot, size=4, level=1)
            await discord.wait_for_message(channel, lambda m, p=person: p.id in m.notified)
            await person.slash("move", cell="a1 c3")
        await app.context.services.games._database.write(_spoil_first)
    monkeypatch.setattr("bot.jobs.practice.SHORTEST_TURN", 0.0)
    async with run_bot():
        third = await discord.wait_for_message(channel, lambda m: "turn 3" in m.content)
        await asyncio.sleep(0.3)  # for some more polls
    assert third.notified == {ben.id}
    logged = [each for each in caplog.records if "cannot be replayed" in each.getMessage()]
    assert [each.levelname for each in logged] == ["ERROR"]
    caplog.clear()


async def _spoil_first(tx):
    first = "(SELECT min(id) FROM games)"
    await tx.connection.execute(text(f"UPDATE games SET rules_version = 9 WHERE id = {first}"))


@pytest.mark.parametrize("asked", ["practice", "hint"])
async def test_refuses_practice_if_it_is_off(table, asked):
    await begin(table)
    first = await table.turn(1)
    table.app.context = replace(table.app.context, engine=None)
    answer = await (begin(table) if asked == "practice" else table.ann.click(first, "Hint"))
    assert "offers no practice games" in answer.content


async def test_no_practice_form_or_button_if_practice_is_off(table):
    before = await table.ann.slash("help")
    table.app.context = replace(table.app.context, engine=None)
    now = await table.ann.slash("help")
    task = await table.ann.click(now, "Tutorial")
    end = await table.ann.click(task, "answer:3::basics a2", stale=True)

    answer = await table.ann.click(before, "Practice")
    assert "offers no practice games" in answer.content
    assert "ractice" not in table.words(now) + table.words(end)
    assert "Practice" not in labels_of(now) + labels_of(end)
    assert labels_of(end)[-2:] == ["More lessons", "Rules"]


async def test_refuses_a_rematch_at_an_unavailable_level(table, monkeypatch):
    monkeypatch.setattr(jit, "is_available", lambda: True)
    await begin(table, level=3)
    over = await table.resign(table.ann)
    monkeypatch.setattr(jit, "is_available", lambda: False)

    answer = await table.ann.click(over, "Rematch")

    assert "levels 1 and 2 only" in answer.content
    assert await table.app.context.services.games.find_running(table.ann.id) == []


@pytest.fixture
def unsearchable(monkeypatch):
    """Make Lifeline a game that the engine cannot search, although numba is installed."""
    game = replace(find_game("lifeline"), searchable=False)
    monkeypatch.setattr("sparring.levels.GAMES", (game,))
    monkeypatch.setattr(jit, "is_available", lambda: True)


async def test_refuses_a_searching_level_for_an_unsearchable_game(table, unsearchable):
    refused = await begin(table, level=5)
    assert "only at levels 1 and 2" in refused.content
    assert await table.app.context.services.games.find_running(table.ann.id) == []
    begun = await begin(table, level=2)
    assert "level 2" in begun.content


async def test_unsearchable_game_has_simple_hints_and_no_reviews(table, unsearchable, monkeypatch):
    choose, levels = Engine.choose, []

    async def recorded_choose(engine, record, level, seed, whose):
        levels.append(level)
        return await choose(engine, record, level, seed, whose)

    monkeypatch.setattr(Engine, "choose", recorded_choose)
    monkeypatch.setattr(Engine, "is_ready", True)
    await begin(table)
    hint = await table.ann.click(await table.turn(1), "Hint")
    assert "Try **" in hint.content
    assert levels == [2]
    await table.ann.slash("move", cell="a1 c3")
    await table.turn(3)
    over = await table.resign(table.ann)
    assert "Rematch" in labels_of(over)
    assert "Review" not in labels_of(over)
    asked = await table.ann.click(over, f"review:{table.number}", stale=True)
    assert "This kind of game can't be reviewed" in asked.content


async def test_refuses_a_rematch_if_practice_is_off(table):
    await begin(table)
    await table.turn(1)
    over = await table.resign(table.ann)
    table.app.context = replace(table.app.context, engine=None)

    answer = await table.ann.click(over, "Rematch")

    assert "offers no practice games" in answer.content
    assert await table.app.context.services.games.find_running(table.ann.id) == []


async def test_the_answer_to_a_move_says_that_the_bot_thinks(table):
    await begin(table)
    await table.turn(1)
    answer = await table.ann.slash("move", cell="a1 c3")

    assert "The bot thinks, then answers in a new message." in answer.content


async def lose(table, cells):
    """Play a practice game of size 4 at level 1 up to Ann's resignation; return the result."""
    await begin(table)
    await table.turn(1)
    await table.ann.slash("move", cell=cells)
    await table.turn(3)
    return await table.resign(table.ann)


async def test_a_lost_game_goes_on_before_the_last_turn_at_the_same_level(table):
    result = await lose(table, "a1 c3")
    lost = table.number

    answer = await table.ann.click(result, "Retry last turn")
    begun = await table.game_after(lost)

    assert f"level {ONE}, continues from turn 3. You are **Black**" in answer.content
    assert "This game begins at turn 3 of another." in begun.content
    assert "turn 3 · bot level 1" in begun.content
    assert begun.notified == {table.ann.id}

    refused = await table.ann.slash("undo", game=str(table.number))
    assert "nothing to undo" in refused.content
    await table.ann.click(await table.ann.slash("resign"), "Yes, resign")
    over = await table.seen("Not counted, because it began in the middle of another game.")
    assert "leads" not in over.content
    assert "played" not in over.content
    # she made no turn of her own in it
    assert labels_of(over) == ["Rematch", "Review", "Save web page"]


async def test_an_undo_after_the_end_of_practice_offers_the_last_turn_again(table):
    result = await lose(table, "a1 c3")

    refused = await table.ann.slash("undo", game=str(table.number))

    assert "is over" in refused.content
    assert labels_of(refused) == ["Retry last turn"]
    assert "Retry last turn" in labels_of(result)


async def test_a_rematch_says_that_roles_are_exchanged_and_the_bot_has_its_own_name(table):
    result = await lose(table, "a1 c3")

    answer = await table.ann.click(result, "Rematch")

    assert "**Bot wins.** Ann resigned." in result.content
    assert "starts, with roles exchanged." in answer.content


async def test_the_form_for_a_move_suggests_a_legal_one(table):
    await begin(table)
    await table.turn(1)
    await table.ann.slash("move", cell="a1 c3")
    third = await table.turn(3)
    form = await table.ann.click(await table.ann.click(third, "Move"), "Type a move")

    (field,) = form.fields
    played = await table.ann.submit(form, text=field["placeholder"])

    assert "You played" in table.words(played)


async def test_a_game_resigned_before_its_first_move_is_not_tried_again(table):
    await begin(table)
    await table.turn(1)
    resigned = await table.resign(table.ann)
    assert "Retry last turn" not in labels_of(resigned)


async def test_a_first_challenge_after_practice_still_offers_a_quick_game(table):
    await lose(table, "a1 c3")

    answer = await table.ann.slash("challenge", opponent=table.ben, size=7)

    assert labels_of(answer) == ["Play size 5"]
