"""Practice games against the bot, from the challenge to the result."""

import asyncio
import os
import signal
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from bot.delivery.private_practice import PrivatePractice
from bot.services.use_cases.history import HistoryService
from bot.services.use_cases.practice import PracticeService
from bot.services.values.people.permissions import Rank
from bot.services.values.views import Actor
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import Turn, Undone
from bot.ui.practice import DEFAULT_LEVEL
from bot.words.challenge import rematch_over
from bot.words.moves import NOT_COUNTED, NOTHING_CHANGED, NOTHING_PLAYED
from bot.words.practice import EVEN, NO_HINT, NO_THREAD, NOT_OFFERED, undo_question, watch
from bot.words.try_board import KEPT
from rules.moves import format_move, parse_turn
from sandbox import Permission
from sandbox.client.find import components_of, labels_of
from sparring import jit
from sparring.engine import Engine, EngineError
from sparring.protocol import record_topology
from sparring.review import Advice, Point, Review
from tests.bot.e2e.waiting import in_time

ONE = "1 (Very easy)"
MESSAGES = "/channels/{channel_id}/messages"


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


def words(message):
    """Return the text of a wide message."""
    return "\n".join(str(each.get("content", "")) for each in components_of(message))


async def resign(table):
    """Resign Ann's only game; return the private message with its result."""
    question = await table.ann.slash("resign")
    await table.ann.click(question, "Yes, resign")
    await table.discord.wait_until(lambda: "wins." in table.words(question))
    return question


async def test_game_begins_at_once_and_the_bot_answers_each_turn(table):
    answer = await begin(table)
    labels = labels_of(answer)
    assert f"level {ONE}" in table.words(answer)
    assert {"Move", "Hint", "Resign"} <= set(labels)
    assert "Undo" not in labels

    await table.ann.slash("move", cell="a1 c3")
    third = await table.private_turn(3)

    assert "bot level 1" in table.words(third)
    assert {"Move", "Hint", "Undo", "Resign"} <= set(labels_of(third))
    assert table.public() == []


async def test_whole_game_is_one_private_message(table):
    only = await begin(table, size=3, level=2)
    turn = 1
    while "wins." not in table.words(only):
        await tap(table, table.ann, only)
        turn += 2
        assert await table.private(f"turn {turn}", "wins.") is only
    assert list(table.channel.messages.values()) == [only]
    assert only.is_ephemeral
    assert only.attachments
    assert "Rematch" in labels_of(only)


@pytest.mark.parametrize("view", ["Danger", "Text"])
async def test_the_result_of_practice_keeps_its_buttons_when_a_view_is_chosen(table, view):
    await begin(table)
    over = await resign(table)
    buttons = labels_of(over)
    board = await table.ann.select(over, [view])
    assert board is not over
    assert labels_of(over) == buttons
    assert "Rematch" in buttons
    assert await table.ann.select(board, ["Plain"]) is board


async def show(table, board, person=None):
    return await (person or table.ann).select(board, ["Show in a thread"])


@pytest.fixture
async def threads(table):
    """Let games of the server have threads."""
    await table.app.context.services.server_settings.change(table.guild.id, threads=True)


@pytest.mark.usefixtures("threads")
async def test_practice_is_shown_in_one_thread_if_the_player_asks(table):
    board = await begin(table, size=3, level=2)
    first, second = await asyncio.gather(show(table, board), show(table, board))
    (card,) = table.public()
    thread = table.discord.world.channels[card.id]
    assert f"continues in <#{thread.id}>" in table.words(board)
    assert first is second is board
    assert card.content == watch("Ann", "Lifeline, size 3", 2)

    there = table.ann.in_(thread)
    shown = await table.discord.wait_for_message(thread, lambda each: "turn 1" in each.content)
    assert "Show in a thread" not in str(components_of(shown))
    refused = await table.ben.in_(thread).click(shown, "Move")
    assert "You aren't playing in game" in refused.content
    await there.slash("move", cell="a1 c3")
    await table.discord.wait_for_message(thread, lambda each: "turn 3" in each.content)
    await there.click(await there.slash("resign"), "Yes, resign")
    await table.discord.wait_for_message(thread, lambda each: "wins." in each.content)
    assert table.public() == [card]
    await table.discord.wait_until(lambda: thread.name.endswith(" · Bot won"))


@pytest.mark.usefixtures("threads")
async def test_the_deleted_thread_of_practice_is_linked_no_longer(table):
    board = await begin(table, size=3, level=2)
    await show(table, board)
    (card,) = table.public()
    thread = table.discord.world.channels[card.id]
    await table.discord.wait_for_message(thread, lambda each: "turn 1" in each.content)
    await table.settled()
    (game,) = await table.app.context.services.games.find_running(table.ann.id)
    assert game.turn_message_id is not None
    table.discord.faults.delete_channel(thread)

    async def is_forgotten():
        return (await table.app.context.services.games.get(game.id)).turn_message_id is None

    await in_time(is_forgotten)


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize(
    "reason", ["permission", "threads off", "refused", "no thread", "direct messages"]
)
async def test_practice_stays_private_where_no_thread_can_be_opened(table, boss, reason):
    person = table.ann
    match reason:
        case "permission":
            table.discord.faults.revoke(Permission.CREATE_PUBLIC_THREADS, table.channel)
        case "threads off":
            await boss.slash("setup", threads="off")
        case "refused":
            table.discord.faults.refuse(
                "POST", MESSAGES, 403, 50013, "Missing Permissions", times=1
            )
        case "no thread":
            opening = f"{MESSAGES}/{{message_id}}/threads"
            table.discord.faults.refuse("POST", opening, 403, 50013, "As planned", times=1)
        case _:
            person = table.ann.in_(table.discord.direct_channel(table.ann))
    board = await begin(table, person)
    refused = await show(table, board, person)
    assert NO_THREAD() in table.words(refused)
    assert refused is not board
    assert (await table.look()).is_private
    assert table.public() == []
    table.discord.refusals.clear()


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize("reason", ["blocked", "other channel"])
async def test_practice_stays_private_where_its_player_may_not_play(table, boss, reason):
    board = await begin(table)
    if reason == "blocked":
        actor = Actor(boss.id, "Boss", 1, table.guild.id, table.channel.id, Rank.MODERATOR)
        await table.app.context.services.moderation.block(actor, table.ann.id)
    else:
        await boss.slash("setup", allow=table.guild.create_text_channel("games"))
    refused = await show(table, board)
    assert refused is not board
    assert (await table.look()).is_private
    assert table.public() == []


async def test_bot_begins_if_chosen(table):
    answer = await begin(table, colour="opponent")
    assert "The bot moves first" in table.words(answer)
    first = await table.private_turn(2)
    assert "swap" in table.words(first)


@pytest.mark.parametrize("about", [OutboxKind.TURN, OutboxKind.UNDONE])
async def test_a_late_message_does_not_hide_half_a_turn(table, about):
    await begin(table, colour="opponent", game="cornered", opening="12*")
    await table.private_turn(2)
    late = await late_message(table, about)
    free = (await table.look()).position
    cell = format_move(next(free.legal_moves()), free.topology)
    half = await table.ann.slash("move", cell=cell)
    before = table.words(half)
    assert await PrivatePractice(table.app).deliver(late)
    assert table.words(half) == before


async def late_message(table, kind):
    """Return a message about the position that everyone may see, which was claimed just now."""
    game = await table.look()
    payload = Turn() if kind == OutboxKind.TURN else Undone(moves=("c3",), by=0)
    where = game.location
    now = datetime.now(UTC)
    return OutboxMessage(1, kind, game.id, None, game.position.ply, payload, 1, now, where)


async def test_level_without_opponent_starts_practice(table):
    await table.ann.slash("challenge", level=1, size=4)
    assert "bot level 1" in table.words(await table.private_turn(1))
    refused = await table.ann.slash("challenge", opponent=table.ben, level=1)
    assert "level is for games against the bot" in table.words(refused)


async def test_undo_needs_no_consent_in_practice(table):
    await begin(table)
    await table.private_turn(1)
    await table.ann.slash("move", cell="a1 c3")
    third = await table.private_turn(3)
    answer = await table.ann.click(third, "Undo")
    await table.settled()
    assert "Ann undid A1, C3" in table.words(answer)
    assert await table.plies() == 0


async def test_the_question_of_an_undo_names_the_bots_answer(table):
    await begin(table)
    await table.ann.slash("move", cell="a1 c3")
    await table.private_turn(3)
    question = await table.ann.slash("undo")
    assert table.words(question) == undo_question(table.number, answered=True)


async def test_bot_does_not_answer_a_turn_that_was_taken_back(table, monkeypatch):
    monkeypatch.setattr("bot.jobs.practice.SHORTEST_TURN", 1.5)
    await begin(table)
    await table.private_turn(1)
    answer = await table.ann.slash("move", cell="a1 c3")
    await asyncio.sleep(0)
    question = await table.ann.slash("undo")
    assert table.words(question) == undo_question(table.number, answered=False)
    await table.ann.click(question, "Yes, undo")
    await asyncio.sleep(2)
    assert answer.is_ephemeral
    assert await table.plies() == 0


@pytest.mark.parametrize(
    ("way", "back", "note"),
    [
        ("Move", "Cancel", NOTHING_PLAYED),
        ("Resign", "Keep playing", NOTHING_CHANGED),
        ("Swap sides", "Stay White", NOTHING_CHANGED),
        ("Try out", "Stop trying out", KEPT),
    ],
)
async def test_the_only_message_of_practice_is_the_board_again_after_going_back(
    table, way, back, note
):
    by_bot = way == "Swap sides"
    only = await begin(table, colour="opponent" if by_bot else "challenger")
    await table.discord.wait_until(lambda: way in labels_of(only))
    before = labels_of(only)
    await table.ann.click(only, way)
    assert labels_of(only) != before
    use = table.ann.select if way == "Try out" else table.ann.click
    await use(only, [back] if way == "Try out" else back)
    assert note() in table.words(only)
    assert labels_of(only) == before
    assert only.attachments


@pytest.mark.parametrize("way", ["Move", "Resign"])
async def test_half_a_turn_stays_on_the_board_of_practice_after_going_back(table, way):
    await begin(table)
    await table.ann.slash("move", cell="a1")
    half = await table.ann.click(await table.private("One stone to go"), "Cancel")
    if way == "Resign":
        await table.ann.click(half, "Resign")
        await table.ann.click(half, "Keep playing")
    assert "place 1 more stone" in table.words(half)
    assert "Second stone" in labels_of(half)
    assert "Black (Ann) placed A1" in half.attachments[0].description


async def test_hint_is_private_and_plays_nothing(table):
    await begin(table)
    first = await table.private_turn(1)
    await table.ann.click(first, "Hint")
    hint = await table.private("Try **")
    assert hint is first
    assert hint.attachments
    assert await table.plies() == 0
    number = str(table.number)
    await table.ann.click(hint, labels_of(hint)[0])
    await table.private("You played", "Bot played")
    stranger = await table.eve.slash("board", game=number)
    assert "There's no game" in stranger.content
    assert not stranger.attachments


async def test_a_hint_has_no_try_board_which_would_open_without_the_suggestion(table):
    first = await begin(table)
    kinds = {each["custom_id"].split(":")[0] for each in components_of(first) if "label" in each}
    await table.ann.click(first, "Hint")
    hint = await table.private("Try **")
    left = {each["custom_id"].split(":")[0] for each in components_of(hint) if "label" in each}
    assert "try" in kinds
    assert "try" not in left


@pytest.mark.usefixtures("threads")
async def test_the_card_of_a_thread_escapes_the_name_of_its_player(table):
    player = table.guild.add_member("A*nn").in_(table.channel)
    await show(table, await begin(table, player, size=3, level=2), player)
    (card,) = table.public()
    assert card.content == watch("A\\*nn", "Lifeline, size 3", 2)


async def test_no_hint_while_the_bot_is_to_move(table, monkeypatch):
    asked = []

    async def choose(_engine, _record, _level, seed, _whose):
        asked.append(seed)
        await asyncio.Event().wait()

    monkeypatch.setattr(Engine, "choose", choose)
    monkeypatch.setattr(Engine, "advise", choose)
    await begin(table)
    first = await table.private_turn(1)
    (hint,) = [each["custom_id"] for each in components_of(first) if each.get("label") == "Hint"]
    await table.ann.slash("move", cell="a1 c3")
    await table.discord.wait_until(lambda: bool(asked))  # for the bot's own turn

    refused = await table.ann.click(first, hint, stale=True)

    assert "It's Bot's turn" in refused.content
    assert len(asked) == 1


async def open_board(ann, _old):
    return await ann.slash("board")


async def keep_playing(ann, _old):
    return await ann.click(await ann.slash("resign"), "Keep playing")


async def stop_trying(ann, _old):
    return await ann.select(await ann.slash("try"), ["Stop trying out"])


async def use_view(ann, old):
    return await ann.select(old, ["Text"])


async def use_late_button(ann, old):
    return await ann.click(old, "Move")


@pytest.mark.parametrize("way", [open_board, keep_playing, stop_trying, use_view, use_late_button])
async def test_the_bots_answer_appears_in_the_newest_board(table, monkeypatch, way):
    choose, may_end = Engine.choose, asyncio.Event()

    async def delayed(*asked):
        await may_end.wait()
        return await choose(*asked)

    monkeypatch.setattr(Engine, "choose", delayed)
    await begin(table)
    old = await table.ann.slash("board")
    before = await table.ann.slash("move", cell="a1 c3")
    newest = await way(table.ann, old)
    assert "turn 2" in table.words(newest)
    may_end.set()
    assert await table.private_turn(3) is newest is not before


async def test_slow_hint_shows_that_the_bot_is_thinking(table, monkeypatch):
    monkeypatch.setattr(Engine, "is_ready", False)
    await begin(table)
    first = await table.private_turn(1)
    choose, may_end = Engine.choose, asyncio.Event()

    async def delayed(*asked):
        await may_end.wait()
        return await choose(*asked)

    monkeypatch.setattr(Engine, "choose", delayed)
    pressed = asyncio.create_task(table.ann.click(first, "Hint"))
    thinking = await table.private("is looking for a good move")
    assert labels_of(thinking) == []
    assert thinking.attachments
    may_end.set()
    await pressed
    assert await table.private("Try **") is thinking is first


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize("is_shown", [False, True])
async def test_a_hint_that_cannot_be_found_is_told_in_private(table, monkeypatch, is_shown):
    async def fail(*_):
        raise EngineError("no engine")

    board, person = await begin(table, size=3, level=2), table.ann
    if is_shown:
        await show(table, board)
        (card,) = table.public()
        thread = table.discord.world.channels[card.id]
        board = await table.discord.wait_for_message(thread, lambda each: "turn 1" in each.content)
        person = table.ann.in_(thread)
    for name in ("choose", "advise"):
        monkeypatch.setattr(Engine, name, fail)
    answer = await person.click(board, "Hint")
    await table.settled()
    told = answer if is_shown else board
    assert told.is_ephemeral
    assert table.words(told).startswith(NO_HINT())
    assert bool(told.attachments) is not is_shown  # a refusal has no board
    assert "Hint" in labels_of(board)
    assert (NO_HINT() in table.words(board)) is not is_shown


async def test_practice_without_a_level_is_at_the_usual_one(table):
    me = table.discord.application.bot
    board = await table.ann.slash("challenge", opponent=me, size=4)
    assert f"level {DEFAULT_LEVEL}" in table.words(board)


async def test_turn_is_requested_while_another_player_has_many_games_waiting(table, monkeypatch):
    monkeypatch.setattr("bot.jobs.practice.MAX_CONCURRENT", 2)
    choose, may_end, asked, ended = Engine.choose, asyncio.Semaphore(0), [], []
    waiting, looks = PracticeService.find_waiting, []

    async def looked(service, limit, begun, left_out):
        looks.append(begun)
        return await waiting.__get__(service, PracticeService)(limit, begun, left_out)

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

    async def nothing_yet(service, *args):
        find = waiting.__get__(service, PracticeService)
        return await find(*args) if is_back.is_set() else ([], [])

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
    first = await table.private_turn(1)
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
    spent = []
    monkeypatch.setattr(table.app.context.pictures, "charge", lambda cost=1: spent.append(cost))
    await table.ann.click(first, "Hint")
    hint = await table.private("Try **")
    assert spent[0] == 11  # pictures
    # the seed is the one of the game's review, so that both agree
    seed, whose = table.number, table.ann.id
    assert asked == [("advise", seed, whose) if is_ready else ("choose", 2, seed, whose)]
    assert "Try **A1 and C3**." in table.words(hint)
    assert (EVEN() in table.words(hint)) is is_ready


async def test_rematch_begins_at_once_with_exchanged_roles(table):
    await begin(table)
    await table.private_turn(1)
    over = await resign(table)
    before = table.number
    await asyncio.gather(table.ann.click(over, "Rematch"), table.ann.click(over, "Rematch"))
    assert table.number > before
    game = await table.look()
    assert game.practice.seat == 0
    assert game.practice.level == 1
    assert len(await table.app.context.services.games.find_running(table.ann.id)) == 1


@pytest.mark.parametrize("press", ["rematch", "level"])
async def test_a_later_press_shows_the_rematch_without_the_words_of_its_beginning(table, press):
    await begin(table)
    await table.private_turn(1)
    over = await resign(table)
    control = f"rematch:{table.number}" if press == "rematch" else f"level:{table.number}:1"
    begun = await table.ann.click(over, control, stale=True)
    assert "The bot moves first." in table.words(begun)
    await table.private_turn(2)
    again = await table.ann.click(over, control, stale=True)
    assert "moves first" not in table.words(again)
    assert "You move first" not in table.words(again)
    assert f"Game {table.number} " in table.words(again)


async def press_rematch(table):
    await begin(table)
    await table.private_turn(1)
    over = await resign(table)
    return over, table.ann.click(over, "Rematch")


async def press_level(table):
    over, unused = await press_rematch(table)
    unused.close()
    return over, table.ann.click(over, f"level:{table.number}:1", stale=True)


async def submit_form(table):
    shown = await table.ann.slash("help")
    form = await table.ann.click(shown, "Practice")
    return shown, table.ann.submit(form, {"size": "4", "level": "1"})


async def press_first_game(table):
    shown = await table.ann.slash("tutorial")
    return shown, table.ann.click(shown, "first-game:0", stale=True)


@pytest.mark.parametrize(
    ("use", "owner", "name"),
    [
        (press_rematch, HistoryService, "rematch"),
        (press_level, HistoryService, "rematch"),
        (submit_form, PracticeService, "begin"),
        (press_first_game, PracticeService, "begin_first"),
    ],
)
async def test_a_game_that_begins_slowly_has_a_message_of_its_own(
    table, use_slowly, use, owner, name
):
    before, using = await use(table)
    kept = table.words(before)
    begun = await use_slowly(using, owner, name)
    await table.discord.wait_until(lambda: "Move" in labels_of(begun))  # the bot may begin
    await tap(table, table.ann, begun)
    assert await table.private("turn 3", "turn 4") is begun
    assert begun is not before
    assert table.words(before) == kept


async def test_a_rematch_that_is_over_is_not_shown_as_begun(table):
    await begin(table)
    await table.private_turn(1)
    over = await resign(table)
    (again,) = [each["custom_id"] for each in components_of(over) if each.get("label") == "Rematch"]
    first = await table.ann.click(over, "Rematch")
    assert rematch_over(table.number) not in table.words(first)
    await table.ann.click(await table.ann.slash("resign", game=str(table.number)), "Yes, resign")
    await table.settled()
    shown = await table.ann.click(over, again, stale=True)
    assert rematch_over(table.number) in table.words(shown)


async def test_help_has_a_button_for_the_practice_form(table):
    form = await table.ann.click(await table.ann.slash("help"), "Practice")
    # in a form of the bot, "I" would be ambiguous
    (begins,) = [field for field in form.fields if field["custom_id"] == "begins"]
    assert [option["label"] for option in begins["options"]] == [
        "You move first", "The bot moves first", "Random"
    ]  # fmt: skip
    assert [bool(option.get("default")) for option in begins["options"]] == [True, False, False]
    answer = await table.ann.submit(form, {"size": "4", "level": "1"})
    assert "bot level 1" in table.words(await table.private_turn(1))
    assert f"Practice game {table.number}" in table.words(answer)


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


async def test_context_menu_of_the_bot_opens_the_practice_form_in_any_channel(table, boss):
    await boss.slash("setup", allow=table.guild.create_text_channel("elsewhere"))
    form = await table.ann.user_menu("Challenge to a game", table.discord.application.bot)
    answer = await table.ann.submit(form, {"size": "4", "level": "1", "begins": "opponent"})
    assert "The bot moves first" in table.words(answer)


async def test_context_menu_of_a_bot_without_practice_says_so_at_once(table, monkeypatch):
    monkeypatch.setattr(table.app, "context", replace(table.app.context, engine=None))
    answer = await table.ann.user_menu("Challenge to a game", table.discord.application.bot)
    assert NOT_OFFERED() in answer.content


async def test_the_command_opens_the_practice_form(table):
    form = await table.ann.slash("practice")
    answer = await table.ann.submit(form, {"size": "4", "level": "1", "begins": "challenger"})
    assert "You move first" in table.words(answer)
    assert "bot level 1" in table.words(await table.private_turn(1))


async def test_practice_in_direct_messages_with_the_bot(table):
    alone = table.discord.direct_channel(table.ann)
    answer = await begin(table, table.ann.in_(alone))
    assert f"Practice game {table.number}" in table.words(answer)
    assert "Move" in labels_of(answer)
    assert list(alone.messages.values()) == [answer]


async def test_game_continues_after_a_crash_of_the_engine(table):
    await begin(table)
    await table.private_turn(1)
    await table.ann.slash("move", cell="a1 c3")
    await table.private_turn(3)
    os.kill(table.app.context.engine.process_id, signal.SIGKILL)
    game = await table.look()
    cells = await table.app.context.services.games.legal_moves_text(game.id, table.ann.id, "")
    await table.ann.slash("move", cell=cells[0])
    assert await table.private("turn 5", "wins.")


@pytest.mark.parametrize("fault", ["breaks", "cheats"])
async def test_failed_engine_is_not_asked_again_at_once(table, monkeypatch, caplog, fault):
    await begin(table)
    await table.private_turn(1)
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
        answer = await ann.slash("move", cell="a1 c3")
    monkeypatch.setattr("bot.jobs.practice.SHORTEST_TURN", 0.0)
    async with run_bot():
        await discord.wait_until(lambda: "turn 3" in words(answer))
    assert answer.is_ephemeral


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
            answer = await person.slash("move", cell="a1 c3")
        await app.context.services.games._database.write(_spoil_first)
    monkeypatch.setattr("bot.jobs.practice.SHORTEST_TURN", 0.0)
    async with run_bot():
        await discord.wait_until(lambda: "turn 3" in words(answer))  # Ben's, the last one
        await asyncio.sleep(0.3)  # for some more polls
    logged = [each for each in caplog.records if "cannot be replayed" in each.getMessage()]
    assert [each.levelname for each in logged] == ["ERROR"]
    caplog.clear()


async def _spoil_first(tx):
    first = "(SELECT min(id) FROM games)"
    await tx.connection.execute(text(f"UPDATE games SET rules_version = 9 WHERE id = {first}"))


@pytest.mark.parametrize("asked", ["practice", "hint"])
async def test_refuses_practice_if_it_is_off(table, asked):
    await begin(table)
    first = await table.private_turn(1)
    table.app.context = replace(table.app.context, engine=None)
    answer = await (begin(table) if asked == "practice" else table.ann.click(first, "Hint"))
    assert "offers no practice games" in table.words(answer)


async def test_no_practice_form_or_button_if_practice_is_off(table):
    before = await table.ann.slash("help")
    table.app.context = replace(table.app.context, engine=None)
    now = await table.ann.slash("help")
    task = await table.ann.click(now, "Tutorial")
    end = await table.ann.click(task, "answer:3::basics a2", stale=True)

    answer = await table.ann.click(before, "Practice")
    assert "offers no practice games" in table.words(answer)
    assert "ractice" not in table.words(now) + table.words(end)
    assert "Practice" not in labels_of(now) + labels_of(end)
    assert labels_of(end)[-2:] == ["More lessons", "Rules"]


async def test_refuses_a_rematch_at_an_unavailable_level(table, monkeypatch):
    monkeypatch.setattr(jit, "is_available", lambda: True)
    await begin(table, level=3)
    over = await resign(table)
    monkeypatch.setattr(jit, "is_available", lambda: False)

    answer = await table.ann.click(over, "Rematch")

    assert "levels 1 and 2 only" in table.words(answer)
    assert await table.app.context.services.games.find_running(table.ann.id) == []


@pytest.fixture
def unsearchable(monkeypatch):
    """Make Lifeline a game that the engine cannot search, although numba is installed."""
    monkeypatch.setattr("sparring.levels.SEARCHABLE", ())
    monkeypatch.setattr(jit, "is_available", lambda: True)


async def test_refuses_a_searching_level_for_an_unsearchable_game(table, unsearchable):
    refused = await begin(table, level=5)
    assert "only at levels 1 and 2" in table.words(refused)
    assert await table.app.context.services.games.find_running(table.ann.id) == []
    begun = await begin(table, level=2)
    assert "level 2" in table.words(begun)


async def test_unsearchable_game_has_simple_hints_and_no_reviews(table, unsearchable, monkeypatch):
    choose, levels = Engine.choose, []

    async def recorded_choose(engine, record, level, seed, whose):
        levels.append(level)
        return await choose(engine, record, level, seed, whose)

    monkeypatch.setattr(Engine, "choose", recorded_choose)
    monkeypatch.setattr(Engine, "is_ready", True)
    await begin(table)
    await table.ann.click(await table.private_turn(1), "Hint")
    await table.private("Try **")
    assert levels == [2]
    await table.ann.slash("move", cell="a1 c3")
    await table.private_turn(3)
    over = await resign(table)
    assert "Rematch" in labels_of(over)
    assert "Review" not in labels_of(over)
    asked = await table.ann.click(over, f"review:{table.number}", stale=True)
    assert "This kind of game can't be reviewed" in asked.content


async def test_refuses_a_rematch_if_practice_is_off(table):
    await begin(table)
    await table.private_turn(1)
    over = await resign(table)
    table.app.context = replace(table.app.context, engine=None)

    answer = await table.ann.click(over, "Rematch")

    assert "offers no practice games" in table.words(answer)
    assert await table.app.context.services.games.find_running(table.ann.id) == []


async def test_the_answer_to_a_move_says_that_the_bot_thinks(table):
    await begin(table)
    await table.private_turn(1)
    answer = await table.ann.slash("move", cell="a1 c3")

    assert "The bot is thinking and will answer here." in table.words(answer)


async def lose(table, cells):
    """Play a practice game of size 4 at level 1 up to Ann's resignation; return the result."""
    await begin(table)
    await table.private_turn(1)
    await table.ann.slash("move", cell=cells)
    await table.private_turn(3)
    return await resign(table)


async def test_a_lost_game_goes_on_before_the_last_turn_at_the_same_level(table):
    result = await lose(table, "a1 c3")
    lost = table.number

    answer = await table.ann.click(result, "Retry last turn")

    assert table.number > lost
    assert f"level {ONE}, continues from turn 3." in table.words(answer)
    assert "your turn (Black)" in table.words(answer)
    assert "turn 3 · bot level 1" in table.words(answer)

    refused = await table.ann.slash("undo", game=str(table.number))
    assert "nothing to undo" in table.words(refused)
    await table.ann.click(await table.ann.slash("resign"), "Yes, resign")
    over = await table.private(NOT_COUNTED())
    assert "leads" not in table.words(over)
    assert "played" not in table.words(over)
    # she made no turn of her own in it
    assert labels_of(over) == ["Rematch", "Review", "Save web page"]


async def test_an_undo_after_the_end_of_practice_offers_the_last_turn_again(table):
    result = await lose(table, "a1 c3")

    refused = await table.ann.slash("undo", game=str(table.number))

    assert "is over" in table.words(refused)
    assert labels_of(refused) == ["Retry last turn"]
    assert "Retry last turn" in labels_of(result)


async def test_the_board_of_a_finished_practice_game_has_the_buttons_of_its_result(table):
    result = await lose(table, "a1 c3")
    board = await table.ann.slash("board", game=str(table.number))
    assert labels_of(board) == [*labels_of(result), "Try out"]
    assert "The bot moves first" in table.words(await table.ann.click(board, "Rematch"))


async def test_a_rematch_says_that_roles_are_exchanged_and_the_bot_has_its_own_name(table):
    result = await lose(table, "a1 c3")

    answer = await table.ann.click(result, "Rematch")

    assert "**Bot wins.** Ann resigned." in table.words(result)
    assert "The bot moves first" in table.words(answer)


async def test_the_form_for_a_move_suggests_a_legal_one(table):
    await begin(table)
    await table.private_turn(1)
    await table.ann.slash("move", cell="a1 c3")
    third = await table.private_turn(3)
    form = await table.ann.click(await table.ann.click(third, "Move"), "Type a move")

    (field,) = form.fields
    played = await table.ann.submit(form, text=field["placeholder"])

    assert "You played" in table.words(played)


async def test_a_game_resigned_before_its_first_move_is_not_tried_again(table):
    await begin(table)
    await table.private_turn(1)
    resigned = await resign(table)
    assert "Retry last turn" not in labels_of(resigned)


async def test_a_first_challenge_after_practice_still_offers_a_quick_game(table):
    await lose(table, "a1 c3")

    answer = await table.ann.slash("challenge", opponent=table.ben, size=7)

    assert labels_of(answer) == ["Use a size 5 board"]


@pytest.fixture
def has_left(monkeypatch):
    """Let the token of every answer expire at once, as if the player had left."""

    async def expired(*_):
        return None

    monkeypatch.setattr("bot.services.steps.private_answers.LIFE", timedelta(0))
    monkeypatch.setattr("bot.services.steps.private_answers.find_answer", expired)


@pytest.mark.usefixtures("has_left")
@pytest.mark.parametrize("fails", [False, True])
async def test_a_hint_below_a_direct_message_is_one_message(table, monkeypatch, fails):
    async def fail(*_):
        raise EngineError("no engine")

    await begin(table)
    await table.ann.slash("move", cell="a1 c3")
    alone = table.discord.direct_channel(table.ann)
    written = await table.discord.wait_for_message(alone, lambda m: "turn 3" in m.content)
    if fails:
        monkeypatch.setattr(Engine, "choose", fail)
        monkeypatch.setattr(Engine, "advise", fail)
    before = set(alone.messages)
    hint = await table.ann.in_(alone).click(written, "Hint")
    assert (NO_HINT() if fails else "Try **") in table.words(hint)
    assert set(alone.messages) - before == {hint.id}


@pytest.mark.usefixtures("has_left")
async def test_player_who_has_left_gets_a_direct_message(table):
    await begin(table)
    answer = await table.ann.slash("move", cell="a1 c3")

    alone = table.discord.direct_channel(table.ann)
    written = await table.discord.wait_for_message(alone, lambda m: "turn 3" in m.content)

    assert "The bot is thinking" in table.words(answer)
    assert table.public() == []
    panel = await table.ann.in_(alone).click(written, "Move")
    assert panel.is_ephemeral
    assert "Cancel" in labels_of(panel)


async def test_review_replaces_the_answer_to_its_request(table, monkeypatch):
    async def analyse(_engine, record, _seed):
        return Review(
            tuple(Point(ply, 0.5, proved=False) for ply in range(len(record.moves) + 1)), ()
        )

    monkeypatch.setattr(jit, "is_available", lambda: True)
    monkeypatch.setattr(Engine, "analyse", analyse)
    monkeypatch.setattr("bot.jobs.reviews.POLL_INTERVAL", 0.02)
    result = await lose(table, "a1 c3")

    coming = await table.ann.click(result, "Review")

    assert await table.private("Review of game") is coming
    assert "wins." in table.words(result)
    assert table.public() == []


async def test_three_losses_offer_the_level_below_once_and_a_win_the_next(table):
    await begin(table, level=2)
    for losses in range(1, 4):
        result = await resign(table)
        offered = "Play level 1" in labels_of(result)
        assert offered == (losses == 3)
        if not offered:
            await begin(table, level=2)
    number = table.number

    begun, again = [await table.ann.click(result, "Play level 1") for _ in range(2)]

    assert f"level {ONE}" in table.words(begun)
    running = await table.app.context.services.games.find_running(table.ann.id)
    assert [each.id for each in running] == [number + 1]
    assert f"Practice game {number + 1}" in table.words(again)

    none = await table.ann.click(result, f"level:{number}:9", stale=True)
    assert "no level 9" in none.content
    running = await table.ann.click(result, f"level:{number + 1}:2", stale=True)
    assert "isn't over yet" in running.content
    stranger = await table.eve.slash("board", game=str(number))
    assert "There's no game" in stranger.content


@pytest.mark.usefixtures("threads")
async def test_the_result_of_shown_practice_offers_another_level_and_no_lobby(table, monkeypatch):
    monkeypatch.setattr(jit, "is_available", lambda: True)
    await table.app.context.services.server_settings.change(table.guild.id, lobby=table.channel.id)
    for _ in range(2):
        await begin(table, level=2)
        await resign(table)
    await show(table, await begin(table, level=2))
    (card,) = table.public()
    thread = table.discord.world.channels[card.id]
    there = table.ann.in_(thread)
    await there.slash("move", cell="a1 c3")
    await table.discord.wait_for_message(thread, lambda each: "turn 3" in each.content)
    await there.click(await there.slash("resign"), "Yes, resign")
    over = await table.discord.wait_for_message(thread, lambda each: "wins." in each.content)
    assert labels_of(over) == [
        "Rematch", "Play level 1", "Retry last turn", "Review", "Save web page"
    ]  # fmt: skip
    refused = await table.ben.in_(thread).click(over, "Play level 1")
    assert "You aren't playing in game" in refused.content
    assert f"level {ONE}" in table.words(await there.click(over, "Play level 1"))


async def test_a_first_practice_is_as_in_the_tutorial_and_later_ones_keep_the_size(table):
    first = await table.ann.slash("challenge", level=1)
    assert "Lifeline, size 4" in table.words(first)
    assert "place 2 stones" not in table.words(first)

    await table.ann.slash("challenge", level=1, size=6)
    later = await table.ann.slash("challenge", level=1)
    assert "Lifeline, size 6" in table.words(later)
    assert "place 2 stones" in table.words(later)

    chosen = await table.ben.slash("challenge", level=1, opening="none")
    assert "Lifeline, size 5" in table.words(chosen)

    other = await table.eve.slash("challenge", level=1, game="cornered")
    assert "Lifeline, cornered rules, size 6" in table.words(other)


async def test_a_first_practice_takes_the_servers_size(table, boss):
    await boss.slash("setup", game="lifeline", size=7)
    first = await table.ann.slash("challenge", level=1)
    assert "Lifeline, size 7" in table.words(first)
