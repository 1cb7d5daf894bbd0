"""A term of a game, also one that is added later, is found wherever a game is agreed.

`agreed` has no default value, so a new term gets another value here by its type. A term that a
place does not keep must be named below, with its reason.
"""

from dataclasses import dataclass, fields, replace

import pytest
from sqlalchemy import select
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateColumn

from bot.messages.challenge_forms import changed_terms
from bot.services.use_cases.practice import WITHOUT_OPPONENT
from bot.services.values.clocks.clock import Pace
from bot.services.values.views import Begins, Player, Terms
from bot.store.tables import challenges, clocks, games, lobby
from bot.store.tables.challenges import ChallengeColumns
from bot.store.tables.games import GameColumns
from bot.store.tables.schema import challenges as stored_challenges
from bot.store.tables.schema import columns_of
from bot.store.tables.terms import GameTerms, terms_of, values_of
from tests.bot.services.conftest import ANN, BEN, CAT
from tests.bot.services.test_lobby import private

ENGINE = Player(900, "Lifeline")
OTHER = {bool: lambda value: not value, int: lambda value: value + 3, str: lambda _: "other"}
CHOSEN = {"begins": Begins.OPPONENT, "pace": Pace.BRISK}
OPTIONS = {"size": 5}


@pytest.fixture
def agreed():
    """Terms of which none has its default."""
    usual = Terms()
    others = {
        each.name: OTHER[type(value)](value)
        for each in fields(Terms)
        if each.name not in CHOSEN and (value := getattr(usual, each.name)) is not None
    }
    made = Terms(**CHOSEN, **others)
    assert [name for name in names() if getattr(made, name) == getattr(usual, name)] == []
    return made


def names():
    return [each.name for each in fields(Terms)]


async def of_game(world, game_id):
    """Return the terms of a game and its clock; the seats tell who begins."""

    async def read(tx):
        row = await games.find(tx, game_id)
        begins = Begins.CHALLENGER if row.seat0 == ANN else Begins.OPPONENT
        return terms_of(row, await clocks.find(tx, game_id), begins=begins)

    return await world.database.read(read)


def test_a_term_of_each_type_has_a_column_with_its_usual_value():
    @dataclass(frozen=True, kw_only=True)
    class Several(GameTerms):
        undo: bool = False
        rated: bool = True
        series: int = 3
        begins: Begins = Begins.OPPONENT
        title: str = "none"

    dialect = postgresql.dialect()
    made = [str(CreateColumn(each).compile(dialect=dialect)) for each in columns_of(Several)]
    assert made == [
        "undo BOOLEAN DEFAULT false NOT NULL",
        "plans BOOLEAN DEFAULT true NOT NULL",
        "rated BOOLEAN DEFAULT true NOT NULL",
        "series SMALLINT DEFAULT '3' NOT NULL",
        "begins VARCHAR(20) DEFAULT 'opponent' NOT NULL",
        "title TEXT DEFAULT 'none' NOT NULL",
    ]


async def propose(world, agreed, opponent=None):
    return await world.challenges.propose(world.act(ANN), opponent, "lifeline", OPTIONS, agreed)


@pytest.mark.parametrize("opponent", [None, Player(BEN, "Ben")])
async def test_a_challenge_and_its_game_have_all_terms(world, agreed, opponent):
    made = await propose(world, agreed, opponent)
    assert made.terms == agreed == (await world.challenges.get(made.id)).terms

    game = await world.challenges.accept(world.act(BEN), made.id)

    assert await of_game(world, game.id) == agreed
    assert values_of(GameTerms, game) == values_of(GameTerms, agreed)


async def test_a_challenge_on_another_board_keeps_all_terms(world, agreed):
    made = await propose(world, agreed, Player(BEN, "Ben"))
    countered = await world.challenges.change_terms(world.act(BEN), made.id, {"size": "6"})
    assert countered.terms == replace(agreed, begins=agreed.begins.swapped)
    changed = await world.challenges.change_terms(world.act(BEN), countered.id, {"size": "7"})
    assert changed.terms == countered.terms


def test_a_form_without_changes_keeps_all_terms(agreed):
    assert changed_terms(agreed, {}) == agreed
    assert changed_terms(agreed, {"undo": "yes"}) == replace(agreed, undo=True)


@pytest.mark.parametrize("asking", [ANN, BEN])
async def test_a_rematch_keeps_all_terms_and_exchanges_the_roles(world, agreed, asking):
    made = await propose(world, agreed, Player(BEN, "Ben"))
    game = await world.challenges.accept(world.act(BEN), made.id)
    await world.games.leave(world.act(ANN), game.id)  # which also stops a series

    again = await world.services.history.rematch(world.act(asking), game.id)

    begins = Begins.CHALLENGER if asking == ANN else Begins.OPPONENT
    assert again.terms == replace(agreed, begins=begins)
    rematch = await world.challenges.accept(world.act(ANN + BEN - asking), again.id)
    assert await of_game(world, rematch.id) == replace(agreed, begins=Begins.CHALLENGER)


async def test_a_game_of_the_lobby_has_all_terms_but_is_drawn_and_at_first_unrated(world, agreed):
    offered = await world.services.lobby.offer(private(world, ANN), "lifeline", OPTIONS, agreed)
    assert offered.terms == replace(agreed, begins=Begins.RANDOM)

    match = await world.services.lobby.accept(private(world, BEN), offered.id)

    found = await of_game(world, match.game.id)
    assert replace(found, begins=agreed.begins) == replace(agreed, rated=False)
    assert match.unrated


async def test_offers_match_only_if_all_terms_are_equal(world, agreed):
    kept = await world.services.lobby.offer(private(world, ANN), "lifeline", OPTIONS, agreed)
    wanted = {name: getattr(Terms(), name) for name in names() if name not in ("begins", "strict")}
    for name, value in {**wanted, "pace": Pace.RELAXED}.items():
        terms = replace(agreed, **{name: value})
        other = await world.services.lobby.offer(private(world, CAT), "lifeline", OPTIONS, terms)
        assert other.terms == replace(terms, begins=Begins.RANDOM), name
        await world.services.lobby.withdraw(private(world, CAT), other.id)
    begins = replace(agreed, begins=Begins.CHALLENGER)
    match = await world.services.lobby.offer(private(world, BEN), "lifeline", OPTIONS, begins)
    row = await world.database.read(lobby.find, kept.id)
    assert row.games == [match.game.id]


async def test_practice_has_all_terms_that_need_no_opponent(world, agreed):
    game = await world.services.practice.begin(
        world.act(ANN), ENGINE, 1, "lifeline", OPTIONS, agreed
    )
    assert await of_game(world, game.id) == replace(agreed, **WITHOUT_OPPONENT)
    rated = await world.services.practice.begin(
        world.act(BEN), ENGINE, 1, "lifeline", OPTIONS, replace(agreed, rated=True)
    )
    assert not rated.rated


async def test_a_rematch_of_practice_begins_once_with_the_same_terms(world, agreed):
    game = await world.services.practice.begin(
        world.act(ANN), ENGINE, 1, "lifeline", OPTIONS, agreed
    )
    await world.games.resign(world.act(ANN), game.id)

    rematch = await world.services.history.rematch(world.act(ANN), game.id)

    begins = replace(agreed, begins=agreed.begins.swapped)
    assert await of_game(world, rematch.id) == replace(begins, **WITHOUT_OPPONENT)
    await world.games.resign(world.act(ANN), rematch.id)
    again = await world.services.history.rematch(world.act(ANN), game.id)
    assert again.id == rematch.id


async def test_neither_the_lobby_nor_practice_stores_a_challenge(world, agreed):
    offered = await world.services.lobby.offer(private(world, ANN), "lifeline", OPTIONS, agreed)
    await world.services.lobby.accept(private(world, BEN), offered.id)
    await world.services.practice.begin(world.act(ANN), ENGINE, 1, "lifeline", OPTIONS)

    async def stored(tx):
        return (await tx.connection.execute(select(stored_challenges))).all()

    assert await world.database.read(stored) == []
    assert await world.database.read(challenges.find_by_game, 1) is None


async def test_a_view_of_a_game_has_its_stored_columns(world):
    game_id = await world.game()
    await world.play(ANN, game_id, "a1 c3")
    stored = {"turn_message_id": 7, "undone": 2, "turn_revision": 9, "undo_unseen_by": 0}
    await world.set_game(game_id, **stored, opening_plies=4, undo=False, rated=True)
    row = await world.database.read(games.find, game_id)
    now, past = await world.games.get(game_id), await world.games.get(game_id, ply=0)
    assert values_of(GameColumns, now) == values_of(GameColumns, row)
    assert values_of(GameColumns, past) == values_of(GameColumns, replace(row, undo_unseen_by=None))


async def test_a_view_of_a_challenge_has_its_stored_columns(world, agreed):
    made = await propose(world, agreed, Player(BEN, "Ben"))
    countered = await world.challenges.change_terms(world.act(BEN), made.id, {"size": "6"})
    row = await world.database.read(challenges.find, countered.id)
    assert values_of(ChallengeColumns, countered) == values_of(ChallengeColumns, row)
    assert countered.counters == made.id
