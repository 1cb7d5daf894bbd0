from datetime import timedelta

import pytest

from bot.errors.refusals import CannotChallenge, ChallengeClosed, NoSuchChallenge, NotYourChallenge
from bot.services.steps.eligibility import refuse_others
from bot.services.values.views import ChallengeStatus, GameStatus, Player
from bot.store.tables import challenges

ANN, BEN, CAT = 101, 102, 103


async def test_a_challenge_is_open_for_a_week_and_its_card_is_to_be_posted(world, clock):
    made = await world.challenge(size=5)
    assert made == await world.challenges.get(made.id)
    assert (made.challenger.name, made.opponent.name) == ("Ann", "Ben")
    assert (made.status, made.ruleset.options["size"]) == (ChallengeStatus.OPEN, 5)
    assert (made.expires_at - made.created_at).days == 7
    assert await world.posted() == [("challenge", None)]
    assert world.woken == ["woken"]


async def test_stores_the_message_id_of_the_posted_challenge_card(world):
    made = await world.challenge()
    (row,) = await world.outbox.take_due(1)
    await world.outbox.mark_sent(row, 4711)
    assert (await world.challenges.get(made.id)).message_id == 4711


async def test_acceptance_begins_the_game_with_the_challenger_to_move(world):
    made = await world.challenge()
    await world.posted()
    game = await world.challenges.accept(world.act(BEN), made.id)
    assert [player.name for player in game.seats] == ["Ann", "Ben"]
    assert (game.to_move.name, game.status) == ("Ann", GameStatus.RUNNING)
    closed = await world.challenges.get(made.id)
    assert (closed.status, closed.game_id) == (ChallengeStatus.ACCEPTED, game.id)
    assert await world.posted() == [("turn", 0), ("challenge_closed", None)]


async def test_lists_open_challenges_to_answer_before_own_ones(world, clock):
    open_to_all = await world.challenges.propose(world.act(ANN), None, "lifeline", {"size": 4})
    first = await world.challenge(ANN, BEN)
    clock.advance(days=1)
    later, sooner = await world.challenge(CAT, ANN), await world.challenge(BEN, CAT)
    await world.challenges.withdraw(world.act(BEN), sooner.id)

    async def listed(user_id):
        return [each.id for each in await world.challenges.find_open(user_id)]

    assert await listed(ANN) == [later.id, open_to_all.id, first.id]
    assert await listed(BEN) == [first.id]
    assert await listed(CAT) == [later.id]
    clock.advance(days=6)  # two have expired but are not closed yet
    assert await listed(ANN) == [later.id]


async def test_lists_challenges_by_expiry_within_those_received_and_those_made(world):
    made = [await world.challenge(*pair) for pair in ((ANN, BEN), (CAT, ANN)) * 3]
    for days, each in zip((3, 2, 1, 3, 3, 1), made, strict=True):
        await world.challenges.postpone_expiry(each.id, timedelta(days=days))
    found = [each.id for each in await world.challenges.find_open(ANN)]
    assert found == [made[number].id for number in (5, 1, 3, 2, 0, 4)]


ACCEPT, DECLINE = ChallengeStatus.ACCEPTED, ChallengeStatus.DECLINED
COUNTER, WITHDRAW = ChallengeStatus.COUNTERED, ChallengeStatus.WITHDRAWN
TO_ANSWER = "your own challenge. Only Ben can answer it"
TO_ACCEPT = "your own challenge. Only other players can accept it"
OF_BEN, OF_ANN = "Only Ben can do that", "Only Ann can do that"


@pytest.mark.parametrize(
    ("opponent", "who", "refusals"),
    [
        (BEN, ANN, {ACCEPT: TO_ANSWER, DECLINE: TO_ANSWER}),
        (BEN, BEN, {WITHDRAW: "Only Ann can withdraw"}),
        (BEN, CAT, {ACCEPT: OF_BEN, DECLINE: OF_BEN, COUNTER: OF_BEN, WITHDRAW: OF_ANN}),
        (None, ANN, {ACCEPT: TO_ACCEPT, DECLINE: TO_ACCEPT}),
        (None, CAT, {DECLINE: "an open", COUNTER: "an open", WITHDRAW: OF_ANN}),
    ],
)
async def test_each_action_is_for_one_of_the_two_and_a_refusal_names_them(
    world, opponent, who, refusals
):
    asked = None if opponent is None else Player(BEN, "Ben")
    made = await world.challenges.propose(world.act(ANN), asked, "lifeline", {"size": 4})
    row = await world.database.read(challenges.find, made.id)
    here, elsewhere = world.act(who), world.act(who, guild=99, channel=98)
    for status in (ACCEPT, DECLINE, COUNTER, WITHDRAW):
        if status in refusals:
            with pytest.raises(NotYourChallenge, match=refusals[status]):
                refuse_others(row, here, status)
        else:
            refuse_others(row, here, status)
        if who == CAT:
            with pytest.raises(NoSuchChallenge):
                refuse_others(row, elsewhere, status)
        elif status not in refusals:
            refuse_others(row, elsewhere, status)


@pytest.mark.parametrize(("who", "action"), [(BEN, "decline"), (ANN, "withdraw")])
async def test_each_player_may_close_a_challenge_in_their_own_way(world, who, action):
    made = await world.challenge()
    await world.posted()
    closed = await getattr(world.challenges, action)(world.act(who), made.id)
    assert closed.status is (ChallengeStatus.DECLINED if who == BEN else ChallengeStatus.WITHDRAWN)
    notifications = [("declined", ANN)] if who == BEN else []
    assert await told(world) == [*notifications, ("challenge_closed", None)]


async def told(world):
    """Take the due outbox messages; return their kinds and the people to whom they are."""
    return [(each.kind, each.user_id) for each in await world.outbox.take_due(9)]


@pytest.mark.parametrize(
    ("who", "action", "message"),
    [
        (CAT, "accept", r"Only Ben can do that\. Make your own"),
        (ANN, "accept", "your own challenge. Only Ben can answer it"),
        (CAT, "decline", r"Only Ben can do that\. Make your own"),
        (ANN, "decline", "your own challenge. Only Ben can answer it"),
        (CAT, "withdraw", r"Only Ann can do that\. Make your own"),
        (BEN, "withdraw", "Only Ann can withdraw .* accept or decline"),
    ],
)
async def test_refuses_other_people_and_names_the_owner_of_the_challenge(
    world, who, action, message
):
    made = await world.challenge()
    with pytest.raises(NotYourChallenge, match=message):
        await getattr(world.challenges, action)(world.act(who), made.id)
    assert (await world.challenges.get(made.id)).status is ChallengeStatus.OPEN


async def test_the_error_for_a_closed_challenge_names_its_status(world):
    made = await world.challenge()
    await world.challenges.withdraw(world.act(ANN), made.id)
    with pytest.raises(ChallengeClosed, match="was withdrawn"):
        await world.challenges.accept(world.act(BEN), made.id)


async def test_an_unknown_challenge_number_raises_a_player_error(world):
    with pytest.raises(NoSuchChallenge, match="challenge is gone"):
        await world.challenges.accept(world.act(BEN), 77)


async def test_refuses_a_challenge_to_oneself(world):
    with pytest.raises(CannotChallenge, match="yourself"):
        await world.challenge(ANN, ANN)


@pytest.mark.parametrize(
    ("key", "options", "message"),
    [
        ("chess", {}, "There's no game “chess”"),
        ("lifeline", {"size": 40}, "whole number from 3 to 12"),
        ("lifeline", {"colour": "red"}, "no option “colour”"),
    ],
)
async def test_refuses_options_that_no_game_has(world, key, options, message):
    with pytest.raises(CannotChallenge, match=message):
        await world.challenges.propose(world.act(ANN), Player(BEN, "Ben"), key, options)
    assert await world.posted() == []


async def test_limits_open_challenges_per_person(world):
    for _ in range(2):
        await world.challenge(BEN, ANN)
    made = [await world.challenge(ANN, opponent) for opponent in (BEN, CAT, 104)]
    with pytest.raises(CannotChallenge, match="You have 3 open challenges"):
        await world.challenge(ANN, 105)
    await world.challenges.withdraw(world.act(ANN), made[0].id)
    await world.challenge(ANN, 105)


async def test_limits_running_games_of_the_challenger(world):
    for opponent in (BEN, CAT, 104, 105):
        await world.game(ANN, opponent)
    with pytest.raises(CannotChallenge, match="You're playing 4 games"):
        await world.challenge(ANN, 106)


@pytest.mark.parametrize(("busy", "who"), [(ANN, "Ann is"), (BEN, "You're")])
async def test_checks_the_limit_of_running_games_on_acceptance(world, busy, who):
    made = await world.challenge(ANN, BEN)
    for opponent in (CAT, 104, 105, 106):
        await world.game(busy, opponent)
    with pytest.raises(CannotChallenge, match=f"{who} playing 4 games"):
        await world.challenges.accept(world.act(BEN), made.id)
    assert (await world.challenges.get(made.id)).status is ChallengeStatus.OPEN


async def test_refuses_acceptance_of_an_expired_challenge(world, clock):
    made = await world.challenge()
    clock.advance(days=7)
    with pytest.raises(ChallengeClosed, match="has expired"):
        await world.challenges.accept(world.act(BEN), made.id)


async def test_closes_only_challenges_that_have_expired(world, clock):
    expired = await world.challenge()
    clock.advance(days=6)
    young = await world.challenge()
    await world.posted()
    clock.advance(days=1)
    assert await world.expire() == 1
    assert (await world.challenges.get(expired.id)).status is ChallengeStatus.EXPIRED
    assert (await world.challenges.get(young.id)).status is ChallengeStatus.OPEN
    assert await told(world) == [("run_out", ANN), ("challenge_closed", None)]
    assert await world.expire() == 0
    await world.challenges.expire(young.id)
    assert (await world.challenges.get(young.id)).status is ChallengeStatus.OPEN


@pytest.mark.parametrize("action", ["accept", "decline"])
async def test_an_answer_delivered_twice_acts_once(world, action):
    made = await world.challenge()
    click = world.act(BEN)
    first = await getattr(world.challenges, action)(click, made.id)
    again = await getattr(world.challenges, action)(click, made.id)
    assert again == first
    assert len(await world.games.find_running(ANN)) == (1 if action == "accept" else 0)


async def test_a_challenge_delivered_twice_is_created_once(world):
    actor = world.act(ANN)
    made = [
        await world.challenges.propose(actor, Player(BEN, "Ben"), "lifeline", {"size": 4})
        for _ in range(2)
    ]
    assert made[0] == made[1]
    assert await world.posted() == [("challenge", None)]


async def test_a_challenge_survives_a_restart(world):
    made = await world.challenge()
    await world.database.close()
    world.restart()
    assert await world.challenges.get(made.id) == made
    assert (await world.challenges.accept(world.act(BEN), made.id)).to_move.user_id == ANN
