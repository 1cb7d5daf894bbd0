"""Spectators guess the next turn in private; the next message counts the right guesses."""

import asyncio
import random
from contextlib import suppress
from functools import partial

import pytest
from sqlalchemy import select

from bot.errors.permissions import NotPlayingHere
from bot.errors.refusals import GameOver, NoSuchGame, PlayerError, Refusal, StaleButton
from bot.services.values.people.permissions import Rank
from bot.store.tables import games as game_rows
from bot.store.tables import guesses as guess_rows
from bot.store.tables.schema import guesses
from bot.words import watching as words
from tests.bot.services.conftest import ANN, BEN, CAT, GUILD
from tests.bot.services.test_game_end import ENDS, before_the_end, by_removal

DAN, EVE = 104, 105


async def guess(world, game_id, cell, who=CAT, revision=None, **where):
    if revision is None:
        revision = (await world.games.get(game_id)).revision
    service, actor = world.services.guesses, world.act(who, **where)
    return await service.guess(actor, game_id, cell, revision=revision)


async def stored(world):
    """Return the stored guesses as (game, person, ply, cell)."""

    async def read(tx):
        query = select(guesses).order_by(guesses.c.game_id, guesses.c.user_id)
        return [tuple(row) for row in await tx.connection.execute(query)]

    return await world.database.read(read)


async def counted(world, *kinds):
    """Return the numbers of guesses and of right ones in the messages that wait to be sent."""
    kinds = kinds or ("turn",)
    found = [each for each in await world.outbox.take_due(50) if each.kind in kinds]
    for each in found:
        await world.outbox.mark_sent(each, 9000 + each.id)
    return [(each.payload.guesses, each.payload.right) for each in found]


@pytest.fixture
async def game_id(world):
    number = await world.game()
    await world.posted()
    return number


@pytest.mark.both_databases
async def test_the_next_message_counts_the_guesses_and_they_are_deleted(world, game_id):
    for who, cell in ((CAT, "a1"), (DAN, "c3"), (EVE, "b4")):
        await guess(world, game_id, cell, who)
    assert await stored(world) == [
        (game_id, CAT, 0, "a1"),
        (game_id, DAN, 0, "c3"),
        (game_id, EVE, 0, "b4"),
    ]

    await world.play(ANN, game_id, "a1 c3")
    world.restart()

    assert await counted(world) == [(3, 2)]
    assert await stored(world) == []
    await world.play(BEN, game_id, "e5")
    await world.play(BEN, game_id, "g4")
    assert await counted(world) == [(0, 0)]


async def test_a_person_has_one_guess_a_turn_and_may_change_it(world, game_id):
    opened = world.services.guesses.open
    assert (await opened(world.act(CAT), game_id, revision=0))[1] is None
    for cell in ("a1", "b4", "b4", "c3"):
        await guess(world, game_id, cell)
        assert (await opened(world.act(CAT), game_id, revision=0))[1] == cell
        assert (await opened(world.act(DAN), game_id, revision=0))[1] is None
    assert await stored(world) == [(game_id, CAT, 0, "c3")]
    await world.play(ANN, game_id, "a1 b4")
    assert await counted(world) == [(1, 0)]
    revision = (await world.games.get(game_id)).revision
    assert (await opened(world.act(CAT), game_id, revision=revision))[1] is None


async def test_a_guess_left_from_another_position_is_neither_shown_nor_counted(world, game_id):
    await world.database.write(guess_rows.put, game_id, CAT, 4, "a1")
    assert (await world.services.guesses.open(world.act(CAT), game_id, revision=0))[1] is None
    await world.play(ANN, game_id, "a1 c3")
    assert (await counted(world), await stored(world)) == ([(0, 0)], [])


async def test_guesses_in_another_game_are_left_alone(world, game_id):
    other = await world.game()
    await guess(world, other, "a1")
    assert (await world.services.guesses.open(world.act(CAT), game_id, revision=0))[1] is None
    await guess(world, game_id, "b4")
    await world.posted()
    await world.play(ANN, game_id, "a1 c3")
    assert await counted(world) == [(1, 0)]
    assert await stored(world) == [(other, CAT, 0, "a1")]
    await world.play(ANN, other, "a1 c3")
    assert await counted(world) == [(1, 1)]


async def test_the_hidden_first_stone_neither_refuses_nor_ends_a_guess(world, game_id):
    opened, before = world.services.guesses.open, (await world.games.get(game_id)).revision
    asked = {"revision": before}
    await guess(world, game_id, "b4", DAN)
    shown = [await opened(world.act(CAT), game_id, **asked)]
    await world.play(ANN, game_id, "a1")
    shown.append(await opened(world.act(CAT), game_id, **asked))
    assert shown[0] == shown[1]
    await guess(world, game_id, "a1", revision=before)
    await world.services.undo.undo(world.act(ANN), game_id)
    assert await stored(world) == [(game_id, CAT, 0, "a1"), (game_id, DAN, 0, "b4")]
    await world.play(ANN, game_id, "b4")
    await guess(world, game_id, "b4", EVE, revision=before)
    await world.play(ANN, game_id, "c3")
    assert await counted(world) == [(3, 2)]


@pytest.mark.parametrize("asked", [False, True])
async def test_an_undo_discards_the_guesses_of_the_position(world, game_id, asked):
    await world.play(ANN, game_id, "a1 c3")
    await guess(world, game_id, "e5")
    stale = (await world.games.get(game_id)).revision
    if asked:
        world.clock.advance(minutes=3)
        await world.services.undo.undo(world.act(ANN), game_id)
        assert len(await stored(world)) == 1
        await world.services.undo.accept(world.act(BEN), game_id)
    else:
        await world.services.undo.undo(world.act(ANN), game_id)
    assert await stored(world) == []
    with pytest.raises(StaleButton):
        await guess(world, game_id, "e5", revision=stale)
    await guess(world, game_id, "a1")
    await world.posted()
    await world.press(ANN, game_id, "a1 c3")
    assert await counted(world) == [(1, 1)]


async def test_a_control_of_another_turn_is_refused_in_a_sentence(world, game_id):
    await world.play(ANN, game_id, "a1 c3")
    for revision in (0, 1, 3, 100_000):
        with pytest.raises(StaleButton, match="out of date"):
            await guess(world, game_id, "e5", revision=revision)
    assert await stored(world) == []


@pytest.mark.parametrize("cell", ["", "a1", "z9", "e5 g4", "swap", "hold", "komi", "e", "5" * 50])
async def test_only_a_free_cell_is_a_guess(world, game_id, cell):
    await world.play(ANN, game_id, "a1 c3")
    with pytest.raises(StaleButton):
        await guess(world, game_id, cell)
    assert await stored(world) == []


async def test_players_strangers_and_blocked_people_cannot_guess(world, game_id):
    await world.services.moderation.block(world.act(BEN, rank=Rank.MODERATOR), DAN)
    await world.services.blocks.block(world.act(BEN), EVE)
    await world.services.blocks.block(world.act(CAT), ANN)
    refused = [
        (ANN, {}, Refusal, words.OWN_TURNS()),
        (BEN, {}, Refusal, words.OWN_TURNS()),
        (CAT, {"guild": GUILD + 1}, NoSuchGame, ""),
        (CAT, {"guild": None}, NoSuchGame, ""),
        (DAN, {}, NotPlayingHere, ""),
        (EVE, {}, Refusal, words.MAY_NOT_GUESS()),
        (CAT, {}, Refusal, words.MAY_NOT_GUESS()),
    ]
    for who, where, error, sentence in refused:
        service, actor = world.services.guesses, partial(world.act, who, **where)
        with pytest.raises(error) as caught:
            await service.open(actor(), game_id, revision=0)
        assert sentence in caught.value.sentence
        with pytest.raises(error) as caught:
            await service.guess(actor(), game_id, "a1", revision=0)
        assert sentence in caught.value.sentence
    assert await stored(world) == []
    assert await guess(world, game_id, "a1", 106)


async def test_a_block_by_others_is_no_reason_to_refuse(world, game_id):
    await world.services.blocks.block(world.act(DAN), CAT)
    await world.services.blocks.block(world.act(CAT), EVE)
    assert await guess(world, game_id, "a1")


@pytest.mark.parametrize("change", [{"engine_seat": 1, "engine_level": 1}, {"guild_id": None}])
async def test_practice_and_private_games_have_no_guesses(world, game_id, change):
    await world.set_game(game_id, **change)
    with pytest.raises(Refusal, match="You can guess turns only in games"):
        await guess(world, game_id, "a1", guild=change.get("guild_id", GUILD))
    assert await stored(world) == []


async def test_an_offer_and_a_choice_cannot_be_guessed(world):
    game_id = await world.game(game="asli", size=9)
    for offer in ("offer 3", None):
        with pytest.raises(Refusal, match="nothing to guess"):
            await guess(world, game_id, "e5")
        if offer:
            await world.play(ANN, game_id, offer)
    await world.play(BEN, game_id, "black")
    await guess(world, game_id, "e5")
    await world.posted()
    await world.play(BEN, game_id, "e5")
    assert await counted(world) == [(1, 1)]


async def test_a_turn_without_a_stone_makes_every_guess_wrong(world, game_id):
    await world.play(ANN, game_id, "a1 c3")
    await guess(world, game_id, "e5")
    await world.posted()
    await world.play(BEN, game_id, "swap")
    assert await counted(world) == [(1, 0)]


@pytest.mark.parametrize("end", [each for each in ENDS if each is not by_removal])
async def test_no_guess_is_left_however_a_game_ends(world, monkeypatch, end):
    began = world.challenges.accept

    async def guessed(actor, challenge_id):
        game = await began(actor, challenge_id)
        await guess(world, game.id, "a1", EVE)
        return game

    monkeypatch.setattr(world.challenges, "accept", guessed)
    game_id = await end(world)
    assert await stored(world) == []
    with pytest.raises(GameOver):
        await guess(world, game_id, "a1", revision=0)


async def test_the_result_counts_the_guesses_of_the_last_turn(world):
    game_id, ((seat, text),) = await before_the_end(world, 1)
    await guess(world, game_id, text.split()[0])
    other = next(
        name
        for name in (await world.games.get(game_id)).position.topology.names
        if name not in text.split()
    )
    with suppress(StaleButton):
        await guess(world, game_id, other, DAN)
    guessed = len(await stored(world))
    await world.posted()
    await world.play((ANN, BEN)[seat], game_id, text)
    assert await counted(world, "turn", "result") == [(guessed, 1)]


@pytest.mark.both_databases
async def test_people_who_guess_are_deleted_one_after_the_other(world, game_id):
    for who, cell in ((CAT, "a1"), (DAN, "a1"), (EVE, "b4")):
        await guess(world, game_id, cell, who)
    exported = await world.services.privacy.export(CAT)
    mine = {"game_id": game_id, "user_id": CAT, "ply": 0, "move": "a1"}
    assert exported["guesses"] == [mine]
    assert exported["players"] == []
    await world.services.privacy.delete(CAT)
    await world.services.privacy.delete(EVE)
    assert await stored(world) == [(game_id, DAN, 0, "a1")]
    await world.play(ANN, game_id, "a1 c3")
    assert await counted(world) == [(1, 1)]


@pytest.mark.both_databases
@pytest.mark.parametrize("round_number", range(4))
async def test_a_guess_at_the_moment_of_the_turn_is_counted_or_refused(world, round_number):
    """Each person has a process of their own."""
    lots, game_id = random.Random(round_number), await world.game()
    await world.posted()
    people = (CAT, DAN, EVE, 106)
    processes = [world.open()[1] for _ in people]

    async def press(services, who):
        await asyncio.sleep(lots.uniform(0, 0.03))
        try:
            await services.guesses.guess(world.act(who), game_id, "a1", revision=0)
        except PlayerError as error:
            return type(error)
        return None

    async def play():
        await asyncio.sleep(lots.uniform(0, 0.03))
        await world.play(ANN, game_id, "a1 c3")

    _, *answers = await asyncio.gather(
        play(), *(press(each, who) for each, who in zip(processes, people, strict=True))
    )
    assert set(answers) <= {None, StaleButton}
    kept = answers.count(None)
    assert await counted(world) == [(kept, kept)]
    assert await stored(world) == []


@pytest.mark.both_databases
async def test_two_presses_at_once_are_one_guess(world, game_id):
    other = world.open()[1]
    presses = [
        services.guesses.guess(world.act(CAT), game_id, "a1", revision=0)
        for services in (world.services, other, world.services, other)
    ]
    await asyncio.gather(*presses)
    assert await stored(world) == [(game_id, CAT, 0, "a1")]


@pytest.mark.postgresql
async def test_a_guess_that_a_turn_overtakes_is_refused(world, game_id, monkeypatch):
    put, other, played = guess_rows.put, world.open()[1], []

    async def overtaken(*values):
        if not played:
            played.append(await other.games.play(world.act(ANN), game_id, "a1 c3"))
        await put(*values)

    monkeypatch.setattr(guess_rows, "put", overtaken)
    with pytest.raises(StaleButton):
        await guess(world, game_id, "a1")
    assert (len(played), await stored(world), await counted(world)) == (1, [], [(0, 0)])


@pytest.mark.postgresql
async def test_a_turn_that_a_guess_overtakes_counts_it(world, game_id, monkeypatch):
    append, other, guessed = game_rows.append, world.open()[1], []

    async def overtaken(*values):
        if not guessed:
            pressed = other.guesses.guess(world.act(CAT), game_id, "a1", revision=0)
            guessed.append(await pressed)
        await append(*values)

    monkeypatch.setattr(game_rows, "append", overtaken)
    await world.play(ANN, game_id, "a1 c3")
    assert (len(guessed), await stored(world), await counted(world)) == (1, [], [(1, 1)])
