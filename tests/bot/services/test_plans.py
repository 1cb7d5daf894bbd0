"""Plans: replies on a try-board, played in the transaction of the opponent's turn."""

import random
from dataclasses import replace
from itertools import groupby
from types import SimpleNamespace

import pytest

from bot.errors.refusals import NoSuchGame, Refusal, StaleButton
from bot.messages.notifications import notification_message
from bot.messages.plans import confirmation
from bot.services.use_cases.plans import plans as use_cases
from bot.services.use_cases.plans.plans import PLANS_A_PAGE, YourTurnNow
from bot.services.use_cases.try_board.try_board import LineGone
from bot.services.values.clocks.clock import Pace
from bot.services.values.try_board.tree import MOST_NODES
from bot.services.values.views import Player, Terms
from bot.store.tables import try_board as store
from bot.store.tables.outbox_kinds import OutboxKind
from bot.words.plans import UNDO_BY_CONSENT
from rules.moves import Place, format_move, parse_move
from testbed.loop_work import counting_plays
from testbed.sql_count import counting_sql
from testbed.tried_lines import add_planned_line
from tests.bot.services.conftest import ANN, BEN, CAT
from tests.bot.services.test_try_board import Board


class Planner(Board):
    """Try-board on which plans are made."""

    async def plan(self, *texts):
        await self.tries(*texts)
        actor = self.world.act(self.user_id)
        return await self.world.services.plans.plan(actor, self.game_id, self.view.place)

    async def plans(self):
        found = await self.world.services.plans.plans(self.user_id)
        return [(plan.before, plan.answer) for plan in found.plans]


@pytest.fixture
async def game_id(world):
    """Game of size 4 in which Ann has played A1 and C3, Ben G4; Ben is to move."""
    return await begin(world)


async def begin(world, terms=None):
    made = await world.challenges.propose(
        world.act(ANN), Player(BEN, "Ben"), "lifeline", {"size": 4, "start": "none"}, terms
    )
    number = (await world.challenges.accept(world.act(BEN), made.id)).id
    for who, cell in ((ANN, "a1"), (BEN, "g4"), (ANN, "c3")):
        await world.play(who, number, cell)
    return number


@pytest.fixture
async def ann(world, game_id):
    made = Planner(world, ANN, game_id)
    await made.open()
    return made


@pytest.fixture
async def ben(world, game_id):
    made = Planner(world, BEN, game_id)
    await made.open()
    return made


async def moves_of(world, game_id):
    record = (await world.games.get(game_id)).record
    topology = (await world.games.get(game_id)).position.topology
    return [format_move(move, topology) for move in record.moves][3:]


async def test_an_answer_is_played_with_the_turn_it_answers(world, ann, game_id):
    plan = await ann.plan("e5", "d4")
    assert (plan.before, plan.answer) == ((("e5",),), ("d4",))

    done = await world.play(BEN, game_id, "e5")

    assert await moves_of(world, game_id) == ["e5", "d4"]
    assert done.answers == 1
    assert done.game.waits_for(BEN)
    assert await ann.plans() == []


async def test_a_chain_is_one_message_for_all_turns(world, ann, ben, game_id):
    await world.posted()
    await ann.plan("e5", "d4", "b5", "f6")
    await ben.plan("e5", "d4", "b5", "f6", "d6")

    done = await world.play(BEN, game_id, "e5")

    assert await moves_of(world, game_id) == ["e5", "d4", "b5", "f6", "d6"]
    assert done.answers == 4
    (message,) = await world.outbox.take_due(9)
    assert message.kind == OutboxKind.TURN
    assert (message.ply, message.payload.since) == (8, 3)


async def test_the_plans_of_both_sides_are_listed_and_answer_each_other(world, ann, ben, game_id):
    await ann.plan("e5", "d4", "b5", "f6")
    assert await ann.plans() == [
        ((("e5",),), ("d4",)),
        ((("e5",), ("d4",), ("b5",)), ("f6",)),
    ]
    await ben.plan("e5", "d4", "b5")
    assert await ben.plans() == [((("e5",), ("d4",)), ("b5",))]
    await world.play(BEN, game_id, "e5")
    assert await moves_of(world, game_id) == ["e5", "d4", "b5", "f6"]


async def test_another_turn_is_not_answered_and_the_line_stays(world, ann, game_id):
    await ann.plan("e5", "d4")
    await world.posted()

    done = await world.play(BEN, game_id, "f5")

    assert done.answers == 0
    assert (await world.due(OutboxKind.TURN)).payload.since is None
    assert await ann.plans() == []
    view = await ann.open()
    await ann.do("back")
    assert [each.move for each in ann.view.branches] == ["e5"]
    assert view.node is None


async def test_a_new_answer_to_the_same_turn_replaces_the_old_one(world, ann, game_id):
    await ann.plan("e5", "d4")
    await ann.do("back")
    await ann.plan("b5")
    assert await ann.plans() == [((("e5",),), ("b5",))]
    await world.play(BEN, game_id, "e5")
    assert await moves_of(world, game_id) == ["e5", "b5"]


async def test_different_turns_have_answers_of_their_own(world, ann, game_id):
    await ann.plan("e5", "d4")
    await ann.do("back")
    await ann.do("back")
    await ann.plan("f5", "b5")
    await world.play(BEN, game_id, "f5")
    assert await moves_of(world, game_id) == ["f5", "b5"]


async def test_standing_after_the_opponents_turn_the_next_turn_of_the_line_is_planned(world, ann):
    await ann.tries("e5", "d4")
    await ann.do("back")
    plan = await ann.plan()
    assert plan.answer == ("d4",)


async def test_the_next_turn_is_the_one_of_the_line_last_shown(world, ann):
    await ann.tries("e5", "d4")
    older = ann.view.place.node
    await ann.do("back")
    await ann.tries("b5")
    await ann.do("go_to", older)
    await ann.do("back")
    await ann.plan()
    assert await ann.plans() == [((("e5",),), ("d4",))]


async def test_plans_of_two_orders_of_moves_to_one_position_are_kept(world, ann, game_id):
    await ann.plan("e5", "d4", "b5", "f6")
    await ann.open()
    for _ in range(4):
        await ann.do("back")
    await ann.plan("b5", "d4", "e5", "d2")
    assert [answer for _, answer in await ann.plans()] == [("d4",), ("f6",), ("d4",), ("d2",)]

    await world.play(BEN, game_id, "e5")
    done = await world.play(BEN, game_id, "b5")

    assert done.answers == 1
    assert await moves_of(world, game_id) == ["e5", "d4", "b5", "f6"]


async def test_what_cannot_be_planned_is_named(world, ann, game_id):
    for texts in ([], ["e5"]):
        await ann.open()
        with pytest.raises(Refusal, match="Try their turn first"):
            await ann.plan(*texts)
    cat = Planner(world, CAT, game_id)
    await cat.open()
    with pytest.raises(Refusal, match="only in your own games"):
        await cat.plan("e5", "d4")
    stranger = world.act(CAT, channel=99, guild=None)
    with pytest.raises(NoSuchGame):
        await world.services.plans.plan(stranger, game_id, ann.view.place)


async def test_the_first_turn_of_the_player_to_move_is_not_planned(world, ben, game_id):
    with pytest.raises(Refusal, match="It's your turn: press"):
        await ben.plan("e5")
    await ben.plan("d4", "b5")
    assert await ben.plans() == [((("e5",), ("d4",)), ("b5",))]


async def test_a_line_the_game_has_left_cannot_be_planned(world, ann, game_id):
    await ann.tries("e5", "d4")
    place = ann.view.place
    await world.play(BEN, game_id, "f5")
    with pytest.raises(Refusal, match="taken a different course"):
        await world.services.plans.plan(world.act(ANN), game_id, place)


async def test_half_a_turn_is_not_planned_and_a_whole_one_is(world):
    number = await world.game()
    await world.play(ANN, number, "a1 c3")
    ann = Planner(world, ANN, number)
    await ann.open()
    await ann.tries("e5 g4")
    plan = await ann.plan("d1")
    assert plan.answer == ("d1",)
    ben = Planner(world, BEN, await world.game())
    await ben.open()
    with pytest.raises(Refusal, match="your whole reply"):
        await ben.plan("a1 c3", "e5")
    plan = await ben.plan("g4")
    assert plan.answer == ("e5", "g4")
    await world.play(ANN, ben.game_id, "c3 a1")  # the same position in the other order
    record = (await world.games.get(ben.game_id)).record
    assert len(record.moves) == 4


async def test_a_swap_can_be_planned(world):
    ben = Planner(world, BEN, await world.game())
    await ben.open()
    await ben.plan("a1 c3", "swap")
    done = await world.play(ANN, ben.game_id, "a1 c3")
    assert done.game.position.swapped
    assert done.game.waits_for(ANN) is (done.game.to_move.user_id == ANN)


@pytest.mark.parametrize(
    ("terms", "played", "theirs", "mine"),
    [
        ({"game": "asli", "size": 5, "komi": 2}, "", "c3", "hold"),
        ({"game": "cornered", "start": "none", "komi": 2}, "a1 b1 c1 d1", "a2", "komi"),
    ],
)
async def test_turns_without_a_cell_can_be_planned(world, terms, played, theirs, mine):
    number = await world.game(**terms)
    for at, cell in enumerate(played.split()):
        await world.play((ANN, BEN)[at % 2], number, cell)
    ben = Planner(world, BEN, number)
    await ben.open()
    plan = await ben.plan(theirs, mine)
    assert plan.answer == (mine,)

    done = await world.play(ANN, number, theirs)

    assert done.answers == 1
    record = (await world.games.get(number)).record
    assert format_move(record.moves[-1], done.game.position.topology) == mine


async def test_offers_and_choices_can_be_planned(world):
    number = await world.game(game="asli", size=9)
    ben = Planner(world, BEN, number)
    await ben.open()
    await ben.plan("offer 3", "black")
    done = await world.play(ANN, number, "3")
    assert done.answers == 1
    assert done.game.position.ply == 2


OPENINGS = [
    (game, terms, choice)
    for game, terms, choices in (
        ("lifeline", {"size": 7, "start": "komi-pie"}, ("offer 3, black", "offer 3, white")),
        ("asli", {"size": 9}, ("offer 2, black", "offer 2, white")),
        ("liflina", {"size": 7}, ("offer 2, black", "offer 2, white")),
        ("lifeline", {"size": 7, "start": "strong-pie"}, ("a1 c3, swap", "a1 c3, e5 g4")),
        ("lifeline", {"size": 7, "start": "weak-pie"}, ("c3, swap", "c3, e5")),
        ("cornered", {"size": 7, "start": "pie"}, ("c3, swap", "c3, e5")),
        ("cornered", {"size": 7, "start": "twelve-star"}, ("c3, d4 f6",)),
    )
    for choice in choices
]


def line_of(position, choice):
    """Return the turns of a line that begins with some turns, with the seats that play them."""
    turns, named = [], choice.split(", ")
    while len(turns) < 6:
        seat, turn, text = position.seat_to_move, position.turn, named.pop(0) if named else ""
        moves = [text] if text.startswith("offer") else text.split()
        played = []
        while position.turn == turn:
            legal = [each for each in position.legal_moves() if isinstance(each, Place)]
            text = moves.pop(0) if moves else format_move(legal[len(legal) // 2], position.topology)
            position = position.play(parse_move(text, position.topology))
            played.append(text)
        turns.append((seat, tuple(played)))
    return turns


@pytest.mark.parametrize(("game", "terms", "choice"), OPENINGS)
async def test_chains_pass_through_offers_choices_and_swaps(world, game, terms, choice):
    number = await world.game(game=game, **terms)
    line = line_of((await world.games.get(number)).position, choice)
    planned = {}
    for seat, who in enumerate((ANN, BEN)):
        planner = Planner(world, who, number)
        await planner.open()
        last = max(at for at, (by, _) in enumerate(line) if by == seat)
        await planner.plan(*(text for _, turn in line[: last + 1] for text in turn))
        planned[seat] = await planner.plans()
    replies = sum(len(plans) for plans in planned.values())
    assert replies == len(list(groupby(line, lambda turn: turn[0]))) - 1

    done = await world.play(ANN, number, " ".join(line[0][1]))

    record = (await world.games.get(number)).record
    stored = [format_move(move, done.game.position.topology) for move in record.moves]
    assert stored == [text for _, turn in line for text in turn]
    assert done.answers == len(line) - 1
    for who in (ANN, BEN):
        assert (await world.services.plans.plans(who)).plans == ()


@pytest.fixture
async def offered(world):
    """Game in which Ann has offered a komi of 3; Ben chooses."""
    number = await world.game(game="asli", size=9)
    await world.play(ANN, number, "3")
    return number


async def test_the_rest_of_a_half_turn_that_was_tried_is_planned_with_it(world):
    ben = Planner(world, BEN, await world.game())
    await ben.open()
    await ben.tries("a1 c3", "e5", "g4")
    await ben.do("back")
    plan = await ben.plan()
    assert (plan.before, plan.answer) == ((("a1", "c3"),), ("e5", "g4"))


async def test_a_hidden_stone_of_the_opponent_changes_no_list(world):
    ben = Planner(world, BEN, await world.game())
    await ben.open()
    await ben.plan("a1 c3", "e5 g4")
    listed = await ben.plans()
    assert listed == [((("a1", "c3"),), ("e5", "g4"))]
    for stone in ("a1", "d1"):
        await world.play(ANN, ben.game_id, stone)
        assert await ben.plans() == listed
        await world.services.undo.undo(world.act(ANN), ben.game_id)


def test_games_are_read_in_batches_that_are_as_large_as_allowed(monkeypatch):
    lots = random.Random(3)
    for _ in range(50):
        rows = [SimpleNamespace(id=each, ply=lots.randrange(9)) for each in range(6)]
        sizes = {row.id: lots.randrange(1, 9) for row in rows}
        most = lots.randrange(1, 30)
        monkeypatch.setattr(use_cases, "ROWS_AT_ONCE", most)
        batches = list(use_cases._batches(rows, sizes))
        assert [row for batch in batches for row in batch] == rows
        for batch, following in zip(batches, [*batches[1:], []], strict=True):
            moves = [row.ply + sizes[row.id] for row in (*batch, *following[:1])]
            assert len(batch) == 1 or sum(moves[: len(batch)]) <= most
            assert not following or sum(moves) > most


async def test_plans_of_all_games_are_listed_from_the_oldest_to_the_newest(
    world, clock, monkeypatch
):
    monkeypatch.setattr(use_cases, "ROWS_AT_ONCE", 12)
    numbers = [await begin(world) for _ in range(3)]
    first, second, third = (Planner(world, ANN, number) for number in numbers)
    for planner, replies in ((third, ("d4", "b5")), (first, ("d4",)), (second, ("b5",))):
        for reply in replies:
            await planner.open(3)
            await planner.back_to_game()
            await planner.plan({"d4": "e5", "b5": "f5"}[reply], reply)
        clock.advance(hours=planner is not first)
    expected = [(numbers[2], "d4"), (numbers[2], "b5"), (numbers[0], "d4"), (numbers[1], "b5")]

    async def listed(**how):
        page = await world.services.plans.plans(ANN, **how)
        return [(each.game_id, *each.answer) for each in page.plans]

    assert await listed() == expected
    assert [await listed(page=page, size=1) for page in range(4)] == [[each] for each in expected]
    (plan, *_) = (await world.services.plans.plans(ANN, page=3, size=1)).plans
    assert plan.opponent == Player(BEN, "Ben")


async def test_a_reply_to_two_turns_in_a_row_waits_for_both(world, offered):
    ann = Planner(world, ANN, offered)
    await ann.open()
    plan = await ann.plan("black", "c3", "d4")
    assert (plan.before, plan.answer) == ((("black", "c3"),), ("d4",))
    assert "if **Ben** plays black C3, you play D4" in confirmation(plan)
    assert (await world.play(BEN, offered, "black")).answers == 0
    assert await ann.plans() == [((("c3",),), ("d4",))]
    assert (await world.play(BEN, offered, "c3")).answers == 1


async def test_another_second_turn_in_a_row_is_not_answered(world, offered):
    ann = Planner(world, ANN, offered)
    await ann.open()
    await ann.plan("black", "c3", "d4")
    await world.play(BEN, offered, "black")
    assert (await world.play(BEN, offered, "e5")).answers == 0


async def test_two_own_turns_in_a_row_are_one_plan(world):
    number = await world.game(game="asli", size=9)
    ben = Planner(world, BEN, number)
    await ben.open()
    plan = await ben.plan("offer 3", "black")
    assert "if **Ann** plays offer 3, you play black." in confirmation(plan)
    plan = await ben.plan("c3")
    assert "if **Ann** plays offer 3, you play black C3." in confirmation(plan)
    assert await ben.plans() == [((("offer 3",),), ("black", "c3"))]
    await ben.do("back")
    await ben.plan("d4")
    assert await ben.plans() == [((("offer 3",),), ("black", "d4"))]

    done = await world.play(ANN, number, "3")

    assert done.answers == 2
    assert done.game.position.ply == 3
    assert done.game.waits_for(ANN)


async def test_a_choice_alone_is_planned_and_the_stone_is_played_by_hand(world):
    number = await world.game(game="asli", size=9)
    ben = Planner(world, BEN, number)
    await ben.open()
    await ben.tries("offer 3", "black", "c3")
    await ben.do("back")
    plan = await ben.plan()
    assert plan.answer == ("black",)
    await ben.do("back")
    plan = await ben.plan()
    assert plan.answer == ("black", "c3"), "before the reply, all of it is planned"
    await world.services.plans.drop(world.act(BEN), number, plan.node + 1)
    assert await ben.plans() == []


async def test_own_turns_in_a_row_are_not_planned_on_the_players_turn(world, offered):
    ben = Planner(world, BEN, offered)
    await ben.open()
    with pytest.raises(YourTurnNow) as refused:
        await ben.plan("black", "c3")
    view = await ben.service.show(world.act(BEN), offered, refused.value.place)
    assert view.playable == "black"
    plan = await ben.plan("d4", "e5")
    assert (plan.before, plan.answer) == ((("black", "c3"), ("d4",)), ("e5",))
    assert len(await ben.plans()) == 1
    assert (await world.play(BEN, offered, "black")).answers == 0


@pytest.mark.parametrize("back", [0, 1])
async def test_a_turn_that_the_opponent_has_just_played_is_not_planned_for(world, ann, back):
    await ann.tries("e5", "d4")
    for _ in range(back):
        await ann.do("back")
    await world.play(BEN, ann.game_id, "e5")
    with pytest.raises(YourTurnNow, match="It's your turn: press") as refused:
        await ann.plan()
    view = await ann.service.show(world.act(ANN), ann.game_id, refused.value.place)
    assert view.playable == "d4"


async def test_a_plan_made_in_the_middle_of_a_turn_names_the_rest_of_it(world):
    number = await world.game()
    await world.play(ANN, number, "a1")
    ann = Planner(world, ANN, number)
    await ann.open()
    await ann.tries("c3", "e5 g4")
    plan = await ann.plan("d1")
    assert (plan.before, plan.answer) == ((("c3",), ("e5", "g4")), ("d1",))


async def test_half_of_an_own_turn_can_be_played_on(world):
    number = await world.game()
    ben = Planner(world, BEN, number)
    await ben.open()
    await ben.tries("a1 c3", "e5")
    await world.play(ANN, number, "a1 c3")
    with pytest.raises(YourTurnNow) as refused:
        await ben.plan()
    view = await ben.service.show(world.act(BEN), number, refused.value.place)
    assert view.playable == "e5"


async def test_an_earlier_position_of_the_game_has_no_reply(world, ann, game_id):
    await ann.open(0)
    with pytest.raises(Refusal, match="taken a different course"):
        await ann.plan()
    await world.play(BEN, game_id, "e5")
    await ann.open()
    with pytest.raises(Refusal, match="Try their turn first"):
        await ann.plan()


async def test_a_turn_answered_by_a_plan_is_taken_back_by_request_only(world, ann, game_id):
    await ann.plan("e5", "d4")
    await world.play(BEN, game_id, "e5")

    undone = await world.services.undo.undo(world.act(BEN), game_id)

    assert undone.asked
    await world.services.undo.accept(world.act(ANN), game_id)
    assert await moves_of(world, game_id) == []
    assert await ann.plans() == []  # a plan that was played is used up
    await world.press(BEN, game_id, "e5")
    assert await moves_of(world, game_id) == ["e5"]


@pytest.mark.parametrize("undo", [True, False])
async def test_the_confirmation_tells_of_undos_where_the_game_allows_them(world, undo):
    ann = Planner(world, ANN, await begin(world, Terms(undo=undo)))
    await ann.open()
    assert (UNDO_BY_CONSENT() in confirmation(await ann.plan("e5", "d4"))) is undo


async def test_an_undo_before_the_answer_keeps_the_plan(world, ann, game_id):
    await ann.plan("e5", "d4")
    await world.play(BEN, game_id, "f5")
    await world.services.undo.undo(world.act(BEN), game_id)
    assert await ann.plans() == [((("e5",),), ("d4",))]
    await world.play(BEN, game_id, "e5")
    assert await moves_of(world, game_id) == ["e5", "d4"]


async def test_a_plan_is_not_played_in_the_same_position_of_another_line(world, ann, game_id):
    await ann.plan("e5", "d4", "b5", "f6")
    await world.play(BEN, game_id, "b5")  # the stones of the line, in another order
    await world.play(ANN, game_id, "d4")
    done = await world.play(BEN, game_id, "e5")
    assert done.answers == 0


async def test_a_plan_is_dropped_by_its_owner(world, ann, game_id):
    await ann.plan("e5", "d4")
    await world.services.plans.drop(world.act(ANN), game_id, ann.view.place.node)
    assert await ann.plans() == []
    with pytest.raises(LineGone):
        await world.services.plans.drop(world.act(ANN), game_id, ann.view.place.node)
    assert (await world.play(BEN, game_id, "e5")).answers == 0


async def test_deleting_the_line_deletes_its_plan(world, ann, game_id):
    await ann.plan("e5", "d4")
    await ann.do("delete_line")
    assert await ann.plans() == []
    assert (await world.play(BEN, game_id, "e5")).answers == 0


async def test_deleting_the_last_move_of_a_planned_turn_drops_the_plan(world):
    ben = Planner(world, BEN, await world.game())
    await ben.open()
    await ben.plan("a1 c3", "e5 g4")
    await ben.do("delete_line")
    assert await ben.plans() == []
    assert ben.view.node.move == "e5"
    assert ben.view.node.planned_at is None


async def spoil(world, game_id, **values):
    """Change the second tried move of Ann, which is her planned reply."""

    async def change(tx):
        await store.change_nodes(tx, game_id, ANN, [2], **values)

    await world.services.plans._database.write(change)


async def test_an_illegal_plan_is_dropped_and_its_owner_told_why(world, ann, game_id):
    await ann.plan("e5", "d4")
    await spoil(world, game_id, move="a1")
    await world.posted()

    done = await world.play(BEN, game_id, "e5")

    assert done.answers == 0
    assert await moves_of(world, game_id) == ["e5"]
    told = [row for row in await world.outbox.take_due(9) if row.kind == "plan_dropped"]
    told += [row for row in await later(world) if row.kind == "plan_dropped"]
    (message,) = told
    assert message.user_id == ANN
    assert message.payload.moves == ("a1",)
    assert "already a stone" in message.payload.reason
    assert await ann.plans() == []

    swapped = replace(message, payload=replace(message.payload, moves=("swap", "a1")))
    notification = await world.services.notifications.compose(swapped)
    assert "swap A1" in notification_message(replace(notification, write=True)).content

    for moved in (False, True):
        notification = await world.services.notifications.compose(message)
        for by_dm in (False, True):
            said = notification_message(replace(notification, write=by_dm)).content
            assert said.endswith("It's your turn.") == (not moved)
        if not moved:
            await world.play(ANN, game_id, "d4")


async def later(world):
    found = []
    while messages := await world.outbox.take_due(9):
        found += messages
        for each in messages:
            await world.outbox.mark_sent(each, 9000 + each.id)
    return found


async def test_clocks_run_as_for_any_move(world, clock):
    game_id = await begin(world, Terms(pace=Pace.BRISK, strict=True))
    ann = Planner(world, ANN, game_id)
    await ann.open()
    await ann.plan("e5", "d4")
    clock.advance(hours=5)
    before = (await world.games.get(game_id)).clock

    done = await world.play(BEN, game_id, "e5")

    now = (await world.games.get(game_id)).clock
    assert now.seat == 1
    assert now.since == clock.now
    assert now.left[0] >= before.left[0]
    assert done.game.waits_for(BEN)


async def test_games_without_plans_and_practice_games_have_none(world):
    game_id = await begin(world, Terms(plans=False))
    ann = Planner(world, ANN, game_id)
    await ann.open()
    assert not ann.view.may_plan
    with pytest.raises(Refusal, match="agreed on a game without plans"):
        await ann.plan("e5", "d4")
    practice = await world.services.practice.begin(
        world.act(ANN), Player(900, "Lifeline"), 1, "lifeline", {"size": 4}
    )
    alone = Planner(world, ANN, practice.id)
    await alone.open()
    await alone.tries("a1 c3")
    with pytest.raises(Refusal, match="answers at once"):
        await alone.plan("e5 g4", "d1")


async def test_finished_games_have_no_plans(world, ann, game_id):
    await ann.plan("e5", "d4")
    await world.games.resign(world.act(BEN), game_id)
    assert await ann.plans() == []
    with pytest.raises(Refusal, match="The game is over"):
        await ann.plan()


@pytest.mark.both_databases
async def test_the_lines_of_a_finished_game_stay_as_tried_moves(world, ann, ben, game_id):
    other = Planner(world, ANN, await begin(world))
    for planner in (ann, other):
        await planner.open()
        await planner.plan("e5", "d4")
    await ben.plan("e5", "d4", "d2")
    await world.games.resign(world.act(BEN), game_id)

    for user_id in (ANN, BEN):
        nodes = await world.database.read(store.find_nodes, game_id, user_id)
        assert [each.planned_at for each in nodes] == [None] * len(nodes)
        assert len(nodes) > 1
    assert await other.plans() == [((("e5",),), ("d4",))]


async def test_a_repeated_turn_answers_once(world, ann, game_id):
    await ann.plan("e5", "d4")
    for _ in range(2):
        await world.games.play(world.act(BEN, interaction=77), game_id, "e5")
    assert await moves_of(world, game_id) == ["e5", "d4"]


async def test_plans_survive_a_restart_and_are_told_to_no_one_else(world, ann, game_id):
    await ann.plan("e5", "d4")
    world.restart()
    assert (await world.services.plans.plans(BEN)).plans == ()
    assert (await world.play(BEN, game_id, "e5")).answers == 1


@pytest.fixture
async def long_line(world, clock):
    """Game of size 12 with a long line, on which both players have planned all their turns."""
    number = await world.game(size=12, start="none")
    await world.play(ANN, number, "a1")
    now = (await world.games.get(number)).position
    nodes = await add_planned_line(world.database, number, (ANN, BEN), now, MOST_NODES, clock())
    assert len(nodes) > 350
    return number, nodes


async def test_every_page_of_plans_replays_a_line_once_and_outside_the_event_loop(world, long_line):
    _, nodes = long_line
    world.restart()
    with counting_plays() as work:
        page = await world.services.plans.plans(BEN, 999)
        assert page.number == page.pages - 1
        assert len(page.plans[-1].before) > 350
        assert work.elsewhere <= len(nodes) + 1  # and the move of the game
        work.clear()
        assert await world.services.plans.plans(BEN, 999) == page
        assert work.elsewhere == 0
        first = await world.services.plans.plans(BEN)
        assert work.elsewhere == 2 * len(first.plans) + 1  # Ben is to move
        assert work.plays == 0
    assert [len(each.before) for each in first.plans[:3]] == [2, 4, 6]
    assert page.pages == -(-((len(nodes) - 1) // 2) // PLANS_A_PAGE)


async def test_a_long_line_is_planned_at_once_and_not_replayed_in_the_event_loop(
    world, long_line, clock
):
    game_id, nodes = long_line
    clock.advance(hours=1)
    ben = Planner(world, BEN, game_id)
    await ben.open()
    await ben.do("go_to", len(nodes) - 1 + len(nodes) % 2)
    with counting_plays() as work, counting_sql() as sql:
        plan = await world.services.plans.plan(world.act(BEN), game_id, ben.view.place)
        assert work.plays <= 4
    assert len(sql.statements) < 20
    assert len(plan.before) > 350
    listed = await world.services.plans.plans(BEN, size=500)
    assert {each.planned_at for each in listed.plans} == {clock.now}
    assert len(listed.plans) == (len(nodes) - 1) // 2


async def chain(world, ann, ben, game_id):
    """Play E5 by hand and four planned replies: Ann is to move at ply 8."""
    await ann.plan("e5", "d4", "b5", "f6")
    await ben.plan("e5", "d4", "b5", "f6", "d6")
    await world.play(BEN, game_id, "e5")


def undo_by_hand(world, who, game_id, **how):
    return world.services.undo.undo(world.act(who), game_id, by_hand=True, **how)


async def since_by_hand(world, who, game_id):
    return (await world.services.undo.preview(world.act(who), game_id)).since_by_hand


@pytest.mark.parametrize(("who", "to_ply"), [(ANN, 2), (BEN, 3)])
async def test_one_request_undoes_a_chain_up_to_the_last_turn_by_hand(
    world, ann, ben, game_id, who, to_ply
):
    await chain(world, ann, ben, game_id)
    world.restart()
    assert await since_by_hand(world, who, game_id) == 8 - to_ply

    asked = await undo_by_hand(world, who, game_id)
    assert asked.asked
    assert len(asked.moves) == 8 - to_ply
    await world.services.undo.accept(world.act(ANN + BEN - who), game_id)

    game = await world.games.get(game_id)
    assert (game.position.ply, game.to_move.user_id) == (to_ply, who)
    assert await since_by_hand(world, ANN + BEN - who, game_id) == 0


async def test_an_undo_of_the_last_turn_takes_back_one_pair_of_a_chain(world, ann, ben, game_id):
    await chain(world, ann, ben, game_id)
    await world.services.undo.undo(world.act(ANN), game_id)
    await world.services.undo.accept(world.act(BEN), game_id)
    assert (await world.games.get(game_id)).position.ply == 6
    assert await since_by_hand(world, ANN, game_id) == 4


async def test_a_turn_by_hand_offers_no_other_undo(world, ann, game_id):
    await ann.plan("e5", "d4")
    await world.play(BEN, game_id, "e5")
    assert await since_by_hand(world, ANN, game_id) == 3
    assert await since_by_hand(world, BEN, game_id) == 0
    await world.play(BEN, game_id, "b5")
    await world.play(ANN, game_id, "f6")
    assert await since_by_hand(world, ANN, game_id) == 0
    done = await undo_by_hand(world, ANN, game_id)
    assert (done.asked, done.moves) == (False, ("f6",))


@pytest.mark.parametrize("columns", [{"by_hand0": None}, {"opening_plies": 3}])
async def test_without_an_own_turn_by_hand_only_the_last_turn_is_undone(
    world, ann, ben, game_id, columns
):
    await chain(world, ann, ben, game_id)
    await world.set_game(game_id, **columns)
    assert await since_by_hand(world, ANN, game_id) == 0
    assert len((await undo_by_hand(world, ANN, game_id)).moves) == 2


async def test_half_a_turn_is_undone_alone_even_after_turns_played_for_the_player(world):
    number = await world.game(game="cornered", size=4, start="twelve-star")
    for who, turn in ((ANN, "a1"), (BEN, "d4 g7"), (ANN, "c5 a2"), (BEN, "e2")):
        await world.play(who, number, turn)
    assert await since_by_hand(world, BEN, number) == 0
    assert (await undo_by_hand(world, BEN, number)).moves == ("e2",)


async def test_an_undo_by_hand_belongs_to_the_position_of_its_button(world, ann, ben, game_id):
    await chain(world, ann, ben, game_id)
    with pytest.raises(StaleButton):
        await undo_by_hand(world, ANN, game_id, revision=3)


async def test_a_choice_by_hand_before_a_turn_played_for_the_player_is_the_last_own_one(world):
    number = await world.game(game="asli", size=5)
    for who, turn in ((ANN, "3"), (BEN, "black"), (BEN, "c3")):
        await world.play(who, number, turn)
    await world.set_game(number, by_hand1=2)
    assert await since_by_hand(world, BEN, number) == 2


@pytest.mark.parametrize(("size", "pages"), [(1, 2), (2, 1), (3, 1)])
async def test_a_page_of_plans_is_full_before_the_next_one_begins(world, ann, size, pages):
    await ann.plan("e5", "d4")
    await ann.do("back")
    await ann.do("back")
    await ann.plan("f5", "d4")
    page = await world.services.plans.plans(ANN, size=size)
    assert (page.pages, len(page.plans)) == (pages, min(size, 2))
    assert (await world.services.plans.plans(CAT, size=size)).pages == 1
