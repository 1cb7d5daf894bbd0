from dataclasses import asdict, replace

import pytest

from bot.errors.refusals import CannotChallenge, ChallengeClosed, NotYourChallenge
from bot.messages import challenge_card
from bot.services import build_services
from bot.services.values.clocks.clock import Pace
from bot.services.values.views import Begins, ChallengeStatus, Player, Terms
from bot.words import challenge as words
from bot.words import clocks
from bot.words.languages import speaking
from bot.words.plans import MAY_PLAN
from bot.words.ratings import IS_RATED
from rules.registry import find_game
from tests.bot.challenge_views import challenge_view

ANN, BEN, CAT = 101, 102, 103


def propose(world, terms=None, opponent=None):
    actor = world.act(ANN)
    return world.challenges.propose(actor, opponent, "lifeline", {"size": 4}, terms)


async def test_the_first_person_to_accept_an_open_challenge_gets_the_game(world):
    made = await propose(world)
    assert made.opponent is None
    game = await world.challenges.accept(world.act(CAT), made.id)
    assert [player.name for player in game.seats] == ["Ann", "Cat"]
    with pytest.raises(ChallengeClosed, match="your game has started"):
        await world.challenges.accept(world.act(CAT), made.id)
    with pytest.raises(ChallengeClosed, match="Another player accepted"):
        await world.challenges.accept(world.act(BEN), made.id)


async def test_an_open_challenge_can_neither_be_self_accepted_nor_declined(world):
    made = await propose(world)
    with pytest.raises(NotYourChallenge, match="Only other players can accept"):
        await world.challenges.accept(world.act(ANN), made.id)
    for action in (
        world.challenges.decline(world.act(BEN), made.id),
        world.challenges.change_terms(world.act(BEN), made.id, {"size": 5}),
    ):
        with pytest.raises(NotYourChallenge, match="This is an open challenge"):
            await action


@pytest.mark.parametrize(
    ("begins", "random_seat", "first"),
    [
        (Begins.CHALLENGER, 1, "Ann"),
        (Begins.OPPONENT, 0, "Ben"),
        (Begins.RANDOM, 0, "Ann"),
        (Begins.RANDOM, 1, "Ben"),
    ],
)
async def test_the_first_player_is_agreed_or_random(world, clock, begins, random_seat, first):
    services = build_services(world.database, clock, world.limits, lambda _: random_seat)
    made = await propose(world, Terms(begins), Player(BEN, "Ben"))
    assert made.terms == Terms(begins)
    game = await services.challenges.accept(world.act(BEN), made.id)
    assert game.to_move.name == first


@pytest.mark.parametrize("opponent", [Player(BEN, "Ben"), None])
async def test_the_challenger_can_change_the_terms(world, opponent):
    made = await propose(world, Terms(Begins.OPPONENT), opponent)
    await world.posted()

    new = await world.challenges.change_terms(world.act(ANN), made.id, {"size": 5})

    assert (new.challenger, new.opponent) == (made.challenger, opponent)
    assert (new.ruleset.options["size"], new.terms) == (5, made.terms)
    assert new.counters is None
    assert (await world.challenges.get(made.id)).status is ChallengeStatus.WITHDRAWN
    assert await world.posted() == [("challenge", None), ("challenge_closed", None)]
    with pytest.raises(ChallengeClosed):
        await world.challenges.accept(world.act(BEN), made.id)
    game = await world.challenges.accept(world.act(BEN), new.id)
    assert game.ruleset.options["size"] == 5


async def test_a_press_of_the_challenger_that_comes_twice_changes_the_terms_once(world):
    made = await world.challenge(size=4)
    press = world.act(ANN)

    first = await world.challenges.change_terms(press, made.id, {"size": 5})
    second = await world.challenges.change_terms(press, made.id, {"size": 5})

    assert first.id == second.id


async def test_unchanged_terms_of_the_challenger_keep_the_challenge(world):
    made = await world.challenge(size=4)

    with pytest.raises(CannotChallenge, match="stays as it is"):
        await world.challenges.change_terms(world.act(ANN), made.id, {"size": 4})

    assert (await world.challenges.get(made.id)).status is ChallengeStatus.OPEN


async def test_a_counter_challenge_goes_back_to_the_challenger(world):
    made = await world.challenge(size=4)
    await world.posted()
    terms = Terms(Begins.RANDOM, undo=False)
    back = await world.challenges.change_terms(world.act(BEN), made.id, {"size": 6}, terms)
    assert (back.challenger.name, back.opponent.name, back.counters) == ("Ben", "Ann", made.id)
    assert (back.ruleset.options["size"], back.terms) == (6, terms)
    assert await world.challenges.get_original(made) is None
    original = await world.challenges.get_original(back)
    assert (original.id, original.terms, original.ruleset) == (made.id, made.terms, made.ruleset)
    assert (await world.challenges.get(made.id)).status is ChallengeStatus.COUNTERED
    assert await world.posted() == [("challenge", None), ("challenge_closed", None)]
    with pytest.raises(ChallengeClosed, match="counter-offer"):
        await world.challenges.accept(world.act(BEN), made.id)
    game = await world.challenges.accept(world.act(ANN), back.id)
    assert not game.undo


async def test_a_refused_counter_challenge_leaves_the_challenge_open(world):
    made = await world.challenge()
    with pytest.raises(CannotChallenge, match="whole number"):
        await world.challenges.change_terms(world.act(BEN), made.id, {"size": 99})
    assert (await world.challenges.get(made.id)).status is ChallengeStatus.OPEN


@pytest.mark.parametrize("begins", list(Begins))
async def test_refuses_a_counter_challenge_without_changes(world, begins):
    made = await propose(world, Terms(begins, pace=Pace.BRISK), Player(BEN, "Ben"))
    await world.posted()
    for options, terms in (
        ({}, None),
        ({"size": "4", "komi": None}, Terms(begins.swapped, pace=Pace.BRISK)),
    ):
        with pytest.raises(CannotChallenge, match=r"changed nothing\. Press Accept"):
            await world.challenges.change_terms(world.act(BEN), made.id, options, terms)

    assert (await world.challenges.get(made.id)).status is ChallengeStatus.OPEN
    assert await world.posted() == []


async def test_strict_without_a_clock_is_no_change(world):
    made = await propose(world, Terms(Begins.RANDOM), Player(BEN, "Ben"))
    terms = Terms(Begins.RANDOM, strict=True)
    with pytest.raises(CannotChallenge, match="changed nothing"):
        await world.challenges.change_terms(world.act(BEN), made.id, {}, terms)


@pytest.mark.parametrize(
    ("options", "terms"),
    [
        ({"size": 5}, None),
        ({}, Terms(Begins.CHALLENGER)),
        ({}, Terms(Begins.RANDOM)),
        ({}, Terms(Begins.OPPONENT, undo=False)),
        ({}, Terms(Begins.OPPONENT, pace=Pace.BRISK)),
    ],
)
async def test_one_changed_term_is_enough_for_a_counter_challenge(world, options, terms):
    made = await propose(world, None, Player(BEN, "Ben"))

    back = await world.challenges.change_terms(world.act(BEN), made.id, options, terms)

    assert back.counters == made.id
    assert back.terms == (terms or Terms(Begins.OPPONENT))


STRICT = Terms(pace=Pace.STANDARD, strict=True)


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        (STRICT, replace(STRICT, strict=False), [words.NOT_STRICT]),
        (STRICT, replace(STRICT, strict=False, pace=Pace.NONE), [clocks.NO_CLOCK]),
        (replace(STRICT, rated=True), STRICT, [words.STRICT, IS_RATED["no"]]),
        (
            replace(STRICT, rated=True, undo=False),
            Terms(pace=Pace.STANDARD),
            [IS_RATED["no"], words.NOT_STRICT, words.WITH_UNDO],
        ),
        (replace(STRICT, plans=False), STRICT, [MAY_PLAN["yes"]]),
        (
            replace(STRICT, undo=False, plans=False),
            STRICT,
            [words.WITH_UNDO, MAY_PLAN["yes"]],
        ),
    ],
)
def test_a_counter_challenge_marks_the_terms_that_it_drops(before, after, changed):
    ruleset = find_game("lifeline").ruleset({})
    asked, answer = (challenge_view(ruleset, **asdict(each)) for each in (before, after))
    lines = challenge_card.terms(answer, asked).splitlines()
    assert [line[2:] for line in lines if "(changed)" in line] == [
        words.changed(each()) for each in changed
    ]


async def test_a_counter_challenge_delivered_twice_is_created_once(world):
    made = await world.challenge()
    click = world.act(BEN)
    both = [await world.challenges.change_terms(click, made.id, {"size": 5}) for _ in range(2)]
    assert both[0] == both[1]


async def test_a_kind_of_start_can_be_typed_by_its_name_in_the_readers_language(world):
    with speaking("de"):
        for typed in ("weak-pie", "Weak pie", "One stone and swap", "Ein Stein mit Tausch"):
            made = await world.challenge(start=typed)
            assert made.ruleset.options["start"] == "weak-pie"
            await world.challenges.withdraw(world.act(ANN), made.id)
        with pytest.raises(CannotChallenge) as refused:
            await world.challenge(start="Torte")

    assert "Zwei Steine mit Tausch, Ein Stein mit Tausch" in str(refused.value)
