"""A komi from both ratings, on measured boards, for people who show their ratings."""

from dataclasses import replace

import pytest

from bot.errors.refusals import CannotChallenge
from bot.services.steps.rating_changes import new_row
from bot.services.values.views import Player
from bot.store.tables import players, ratings
from bot.words import even_out
from tests.bot.services.conftest import ANN, BEN, CAT, NAMES

ASLI = {"size": 9}


async def rate(world, **values):
    async def store(tx):
        for user_id, value in values.items():
            number = {"ann": ANN, "ben": BEN}[user_id]
            await players.remember(tx, number, user_id, world.clock())
            row = replace(new_row("asli", number), value=value, deviation=60.0, games=9)
            await ratings.add(tx, [replace(row, changed_at=world.clock())])

    await world.database.write(store)


async def even(world, opponent=BEN, game="asli", options=ASLI):
    return await world.services.ratings.even_out(
        world.act(ANN), Player(opponent, NAMES[opponent]), game, options
    )


@pytest.mark.parametrize(
    ("of_ann", "of_ben", "komi", "weaker_first"),
    [
        (1500, 1500, 14, False),
        (1500, 1600, 12, True),
        (1650, 1450, 11, False),
        (1300, 2100, 9, True),
    ],
)
async def test_the_weaker_player_has_black_and_less_komi_the_larger_the_difference(
    world, of_ann, of_ben, komi, weaker_first
):
    await rate(world, ann=of_ann, ben=of_ben)
    found = await even(world)
    assert (found.komi, found.weaker_first) == (komi, weaker_first)
    assert found.expected >= 0.5
    assert abs(found.share - found.expected) < 0.1


async def test_refuses_what_it_does_not_know_and_says_what_to_do(world):
    await rate(world, ann=1500)
    with pytest.raises(
        CannotChallenge, match=r"ratings in Asli\. Ben has no rating in this game, or hides"
    ):
        await even(world)
    with pytest.raises(
        CannotChallenge, match="only on these boards: Asli, size 9 · Asli, size 13 ·"
    ):
        await even(world, game="lifeline", options={"size": 5})
    with pytest.raises(CannotChallenge, match="only on these boards"):
        await even(world, options={"size": 11})
    with pytest.raises(CannotChallenge, match="whole number"):
        await even(world, options={"size": "xx"})


@pytest.mark.parametrize("hiding", [ANN, BEN])
async def test_a_hidden_rating_is_not_told_by_a_komi(world, hiding):
    await rate(world, ann=1500, ben=1800)
    await world.personal_settings.change_settings(world.act(hiding), {"ratings": "hidden"})
    with pytest.raises(CannotChallenge, match="hides it"):
        await even(world)


async def test_a_stranger_has_no_rating(world):
    await rate(world, ann=1500)
    with pytest.raises(CannotChallenge, match="Cat has no rating"):
        await even(world, CAT)
    with pytest.raises(CannotChallenge, match="Ann has no rating"):
        await even(world, game="liflina", options={"size": 9})


async def test_someone_who_has_only_practised_has_no_rating_to_compare(world):
    await rate(world, ann=1500)
    await world.database.write(players.remember, BEN, "Ben", world.clock())
    await world.database.write(ratings.add, [new_row("asli", BEN)])
    with pytest.raises(CannotChallenge, match="Ben has no rating"):
        await even(world)


async def test_a_rating_from_long_ago_counts_for_less(world):
    await rate(world, ann=1400, ben=1700)
    soon = await even(world)
    world.clock.advance(days=2000)
    assert (await even(world)).expected < soon.expected - 0.02


def test_the_sentence_says_what_was_chosen_and_why():
    assert even_out.chosen(9, "Ben", "Ann", 0.703, 0.95) == (
        "This unrated game makes up for the difference in ratings: Ben plays Black, and the komi "
        "is 9. On even terms, Ann would score about 70%. Between equal players, Black wins about "
        "95% of the games with this komi."
    )
