"""Reviews of finished games, with a fake engine because real reviews take minutes."""

import asyncio
from dataclasses import replace

import pytest

from bot.errors.refusals import Refusal
from bot.jobs import reviews
from bot.services.use_cases.practice import PracticeService
from bot.services.values.puzzles.own import FIRST_OWN
from bot.services.values.views import Actor
from bot.words.refusals import OLD_BUTTON
from bot.words.turn_line import turn_line
from renderer.words import colour_name
from rules.colour import Colour
from rules.moves import Place
from sandbox.client.find import labels_of
from sparring import jit
from sparring.engine import Engine, EngineError
from sparring.puzzles import collection
from sparring.puzzles.puzzle import to_line
from sparring.review import Mistake, Point, Review, TurningPoint, pack_review
from testbed.games import view_for_mover


def fake_review(record):
    """Return a possible review of a game that began with a1 c3."""
    points = tuple(Point(ply, 0.5 + ply / 20, ply > 2) for ply in range(len(record.moves) + 1))
    turn = TurningPoint(2, Colour.WHITE, record.moves[2], Place(20), 0.75, 0.25)
    return Review(points, (turn,))


@pytest.fixture
def reviewed(monkeypatch):
    """Replace the engine's reviews; return the numbers of the reviewed games."""
    asked = []

    async def analyse(_engine, record, seed):
        asked.append(seed)
        return fake_review(record)

    monkeypatch.setattr(jit, "is_available", lambda: True)
    monkeypatch.setattr(Engine, "analyse", analyse)
    monkeypatch.setattr("bot.jobs.reviews.POLL_INTERVAL", 0.02)
    return asked


async def test_no_review_of_a_game_resigned_before_its_first_stone(table, reviewed):
    await table.game(game="asli", size=5)
    await table.ann.slash("move", cell="offer 3")
    result = await table.resign(table.ann)

    refused = await table.ann.click(result, f"review:{table.number}", stale=True)

    assert "Review" not in labels_of(result)
    assert "nothing to review" in refused.content
    assert reviewed == []


@pytest.fixture
async def result(reviewed, table):
    """Message with the result of a game of three turns."""
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    await table.play(table.ben, "e5 g7", 3)
    await table.play(table.ann, "d4", 4)
    return await table.resign(table.ann)


OWN = next(
    each
    for each in collection.load()
    if each.game == "lifeline" and len(each.steps) == 1 and len(each.steps[0].refutations) > 2
)


OTHER = next(each for each in collection.load() if each.game == "asli")


@pytest.fixture
def review(table, result, monkeypatch):
    """Return a function that reviews a game and finds these puzzles; it returns the review."""

    async def found(*puzzles):
        lines = enumerate(map(to_line, puzzles), start=2)
        mistakes = tuple(Mistake(ply, Colour.WHITE, line) for ply, line in lines)

        async def analyse(_engine, record, _seed):
            return replace(fake_review(record), mistakes=mistakes)

        monkeypatch.setattr(Engine, "analyse", analyse)
        await table.ann.click(result, "Review")
        return await table.seen("Review of game")

    return found


async def test_the_next_puzzle_from_own_mistakes_is_another_one(table, review):
    await review(OWN, OTHER)
    shown = await table.ben.slash("puzzle solve", theme="mine")
    of_asli = []
    for _ in range(3):
        of_asli.append("Asli" in shown.content)
        await table.ben.click(shown, "Next puzzle")
    assert of_asli == [False, True, False]
    shown = await table.ben.slash("puzzle solve", theme="mine", game="asli")
    assert "Asli" in shown.content
    await table.ben.click(shown, "Next puzzle")
    assert "Asli" in shown.content


async def test_a_mistake_becomes_a_private_puzzle_of_its_player(table, review):
    posted = await review(OWN)
    assert "now a puzzle for you" in posted.content

    shown = await table.ben.slash("puzzle solve", theme="mine")
    assert f"Your mistake in game {table.number}" in shown.content
    vote = f"puzzle-vote:{FIRST_OWN + 1}:0:good/mine/"
    refused = await table.ben.click(shown, vote, stale=True)
    assert refused.content == OLD_BUTTON()
    await table.ben.click(shown, "Show the solution")
    assert "comes back" in shown.content
    await table.ben.click(shown, "Next puzzle")
    assert "You have no mistakes to review right now." in shown.content
    nothing = await table.ann.slash("puzzle solve", theme="mine")
    assert "no puzzles from your own games yet" in nothing.content


async def test_chart_and_turning_points_are_posted_once(table, result, reviewed):
    answers = await asyncio.gather(
        table.ann.click(result, "Review"), table.ben.click(result, "Review")
    )
    posted = await table.seen("Review of game")
    await table.settled()

    assert all(answer.is_ephemeral for answer in answers)
    assert reviewed == [table.number]
    assert len([m for m in table.public() if "Review of game" in m.content]) == 1
    assert "was better than E5 ·" in posted.content
    assert "**Ben**'s winning chances: 75% → 25%" in posted.content
    assert [file.filename for file in posted.attachments] == [f"chances-{table.number}.png"]
    words = posted.attachments[0].description
    assert "against Ben: turn 1: 60%, turn 2: 70%, turn 3: 75%." in words
    assert "The chances are certain from turn 2 on." in words
    assert posted.notified == set()
    assert labels_of(posted) == ["Show turn 2", "Save web page"]


async def test_review_omits_the_unposted_first_stone_of_a_turn(table, reviewed, monkeypatch):
    looked = []

    async def analyse(_engine, record, seed):
        looked.append(record)
        return Review((Point(0, 0.5, False), Point(2, 0.6, True)), ())  # noqa: FBT003

    monkeypatch.setattr(Engine, "analyse", analyse)
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    await table.ben.slash("move", cell="e5")
    result = await table.resign(table.ann)
    await table.ann.click(result, "Review")
    await table.seen("Review of game")

    assert [len(record.moves) for record in looked] == [2]


async def test_turning_point_shows_the_better_move(table, result):
    await table.ann.click(result, "Review")
    posted = await table.seen("Review of game")

    shown = await table.eve.click(posted, "Show turn 2")

    assert shown.is_ephemeral
    assert "was better than E5" in shown.content
    assert "turn 2" in shown.content
    # the game was still in progress at that point
    assert labels_of(shown) == ["Play on from here", "Try out"]
    (picture,) = shown.attachments
    assert "wins" not in picture.description
    assert "White (Ben) to place 2 stones" in picture.description


async def test_practice_names_the_colour_to_move_at_the_turning_point(reviewed, table):
    await table.game()
    for turn, cells in enumerate(("a1 c3", "e5 g7", "d4", "e4"), start=2):
        await table.play((table.ann, table.ben)[turn % 2], cells, turn)
    await table.ann.click(await table.resign(table.ann), "Review")
    shown = await table.ben.click(await table.seen("Review of game"), "Show turn 2")
    begun = table.words(await table.ben.click(shown, "Play on from here"))
    assert (await table.app.context.services.games.get(table.number)).position.turn == 2
    assert f"your turn ({colour_name(Colour.WHITE)})" in begun


async def test_practice_goes_on_from_a_turning_point(table, result):
    await table.ann.click(result, "Review")
    shown = await table.ben.click(await table.seen("Review of game"), "Show turn 2")
    reviewed = table.number

    answer = await table.ben.click(shown, "Play on from here")
    begun = table.words(answer)
    position = (await table.app.context.services.games.get(table.number)).position
    moved = await table.ben.slash("move", cell="g7 e5", game=str(table.number))

    assert "Practice game" in begun
    assert position.to_move is Colour.WHITE
    assert turn_line(table.ben.mention, position) in begun
    assert "turn 2" in begun
    assert "You played G7 and E5" in table.words(moved)
    game = await table.look()
    assert (
        game.record.moves[:2]
        == (await view_for_mover(table.app.context.services.games, reviewed)).record.moves[:2]
    )


async def test_practice_that_goes_on_slowly_keeps_the_turning_point(table, result, use_slowly):
    await table.ben.click(result, "Review")
    shown = await table.ben.click(await table.seen("Review of game"), "Show turn 2")
    kept = table.words(shown)
    begun = await use_slowly(
        table.ben.click(shown, "Play on from here"), PracticeService, "play_on"
    )
    assert "Practice game" in table.words(begun)
    await table.ben.slash("move", cell="g7 e5", game=str(table.number))
    await table.settled()
    assert table.words(shown) == kept


async def test_practice_does_not_go_on_from_a_game_in_progress(table):
    first = await table.game()
    forged = f"play-on:{table.number}:0"

    refused = await table.eve.click(first, forged, stale=True)

    assert "isn't over yet" in refused.content


async def test_second_request_is_answered_privately_at_once(table, result, reviewed):
    await table.ann.click(result, "Review")
    await table.seen("Review of game")

    again = await table.eve.click(result, "Review")

    assert again.is_ephemeral
    assert "Review of game" in again.content
    assert reviewed == [table.number]


async def test_review_is_tried_three_times(table, result, reviewed, monkeypatch):
    tries, works = [], Engine.analyse

    async def fails(_engine, record, seed):
        tries.append(seed)
        raise EngineError("no")

    monkeypatch.setattr(Engine, "analyse", fails)
    monkeypatch.setattr("bot.jobs.reviews.RETRY_DELAY", 0.0)
    await table.ann.click(result, "Review")

    announcement = await table.seen("failed several times")
    await table.settled()

    assert tries == [table.number] * 3
    assert await table.app.context.services.reviews.claim_next() is None
    assert len([m for m in table.public() if "failed several times" in m.content]) == 1
    assert announcement.notified == set()

    monkeypatch.setattr(Engine, "analyse", works)
    again = await table.ben.click(announcement, "Review")
    assert again.is_ephemeral
    await table.seen("Review of game")
    assert reviewed == [table.number]


async def test_failure_is_announced_once_when_discords_answer_is_lost(table, result, monkeypatch):
    reviews_service, messages = (
        table.app.context.services.reviews,
        "/channels/{channel_id}/messages",
    )

    async def skip_review(_client):
        return 0.02

    monkeypatch.setattr(reviews, "once", skip_review)
    await table.ann.click(result, "Review")
    table.discord.faults.reset("POST", messages, after_acting=True)
    before = table.discord.requests.count("POST", messages)
    for _ in range(4):
        await reviews_service.claim_next()
    await table.seen("failed several times")
    await table.settled()

    assert len([m for m in table.public() if "failed several times" in m.content]) == 1
    assert table.discord.requests.count("POST", messages) == before + 1


async def test_only_one_of_several_processes_reviews(table, result, reviewed, monkeypatch):
    async def is_leader():
        return False

    with monkeypatch.context() as other_process:
        other_process.setattr(table.app.context.peers, "is_leader", is_leader)
        await table.ann.click(result, "Review")
        assert await reviews.once(table.app.context) > 0
        assert reviewed == []

    await table.seen("Review of game")
    assert reviewed == [table.number]


async def test_refuses_a_review_of_a_running_game(table, reviewed):
    first = await table.game()
    ann = Actor(table.ann.id, "Ann", 1, table.guild.id, table.channel.id)
    with pytest.raises(Refusal, match="over yet"):
        await table.app.context.services.reviews.request(ann, table.number)
    assert "Review" not in labels_of(first)


async def test_no_review_button_without_numba(table, monkeypatch):
    monkeypatch.setattr(jit, "is_available", lambda: False)
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    result = await table.resign(table.ann)
    assert "Review" not in labels_of(result)


async def test_a_refused_review_tells_the_player_plainly_and_the_host_what_to_do(
    table, result, monkeypatch, caplog
):
    installed = True
    monkeypatch.setattr(jit, "is_available", lambda: False)
    monkeypatch.setattr(jit, "_is_installed", lambda: installed)
    answer = await table.ann.click(result, "Review")

    assert answer.content == "This bot can't review games: its operator hasn't set up reviews."
    assert "installed while this was running: restart it" in caplog.text

    installed = False
    await table.ann.click(result, "Review")
    assert "`make sparring`" in caplog.text
    assert "then restart" in caplog.text


async def test_reviews_begin_when_numba_becomes_available(table, reviewed, monkeypatch):
    (job,) = [each for each in table.app._jobs if each.get_name() == "bot.jobs.reviews"]
    job.cancel()
    monkeypatch.setattr(jit, "is_available", lambda: False)
    job = asyncio.create_task(reviews.run(table.app))
    await asyncio.sleep(0.1)  # the job has found it missing
    await table.game()
    await table.play(table.ann, "a1 c3", 2)
    await table.play(table.ben, "e5 g7", 3)
    monkeypatch.setattr(jit, "is_available", lambda: True)
    result = await table.resign(table.ann)

    await table.ann.click(result, "Review")

    await asyncio.wait_for(table.seen("Review of game"), 10)
    job.cancel()


@pytest.fixture
async def channel_deleted(table, result, monkeypatch):
    """Reviews requested by Ann and Eve in a channel that was then deleted."""

    async def skip_review(_client):
        return 0.02

    monkeypatch.setattr(reviews, "once", skip_review)
    await table.ann.click(result, "Review")
    await table.eve.click(result, "Review")
    await table.settled()
    table.discord.faults.delete_channel(table.channel)


async def test_direct_message_links_to_the_review_after_the_channel_is_deleted(
    table, channel_deleted
):
    wanted = await table.app.context.services.reviews.claim_next()
    content = pack_review(fake_review(wanted.record), wanted.board)
    await table.app.context.services.reviews.store(wanted.game_id, content)
    await table.settled()

    bot = table.discord.application
    (notification,) = table.ann.direct_messages(bot)
    assert "The review of game" in notification.content
    assert table.ben.direct_messages(bot) == table.eve.direct_messages(bot) == []
    shown = await table.ann.click(notification, "Review")
    assert "was better than E5 ·" in shown.content


async def test_direct_message_reports_the_failure_after_the_channel_is_deleted(
    table, channel_deleted
):
    for _ in range(4):
        await table.app.context.services.reviews.claim_next()
    await table.settled()

    (notification,) = table.ann.direct_messages(table.discord.application)
    assert "failed several times" in notification.content
    assert "The review has started" in (await table.ann.click(notification, "Review")).content
