"""Game lists: pages, buttons, totals and challenges."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.errors.game_lookup import GameChoice, WhichGame
from bot.messages.component_ids import OldComponent
from bot.messages.game_lists import finished_list, games_list, which_game_row
from bot.messages.plans import confirmation, plan_list, read_choice
from bot.services.use_cases.plans.plans import PLANS_A_PAGE, Plan, PlanPage
from bot.services.values.views import (
    FinishedGame,
    FinishedGamesPage,
    GameSummary,
    Location,
    Player,
)
from bot.store.tables.game_lists import Tally
from bot.words import labels
from bot.words import plans as words
from bot.words.escaping import name_of
from bot.words.languages import languages, speaking
from renderer.phrases import enumerated, sentences
from rules.registry import find_game
from tests.bot.challenge_views import challenge_view

ANN, BEN = Player(11, "Ann"), Player(22, "B*n")
SOON = datetime(2030, 1, 2, tzinfo=UTC)


def a_challenge(by, to, message_id=9):
    ruleset = find_game("asli").ruleset({"size": 9})
    return challenge_view(ruleset, challenger=by, opponent=to, message_id=message_id)


@pytest.mark.parametrize(
    ("here", "pages", "offered"),
    [
        (0, 1, []),
        (0, 2, [("Older", 1)]),
        (0, 9, [("Older", 1), ("Oldest", 8)]),
        (1, 3, [("Newer", 0), ("Older", 2)]),
        (4, 9, [("Newest", 0), ("Newer", 3), ("Older", 5), ("Oldest", 8)]),
        (7, 9, [("Newest", 0), ("Newer", 6), ("Older", 8)]),
        (8, 9, [("Newest", 0), ("Newer", 7)]),
    ],
)
def test_finished_games_link_to_adjacent_first_and_last_pages(here, pages, offered):
    (row,) = finished_list(FinishedGamesPage((), here, pages), 11, "Ann").rows

    assert [(each.label, each.id.number) for each in row[1:]] == offered
    assert len({str(each.id) for each in row}) == len(row) <= 5


@pytest.mark.parametrize(
    ("tallies", "text"),
    [
        ([], []),
        ([("lifeline", 12, 9, 0)], ["12 won, 9 lost"]),
        ([("asli", 0, 1, 1)], ["0 won, 1 lost, 1 drawn"]),
        (
            [("lifeline", 8, 5, 0), ("asli", 4, 4, 1)],
            ["12 won, 9 lost, 1 drawn · Lifeline 8–5 · Asli 4–4, 1 drawn"],
        ),
    ],
)
def test_finished_games_begin_with_the_totals(tallies, text):
    page = FinishedGamesPage((), 0, 1, tuple(Tally(*each) for each in tallies))

    title, *first, nothing = finished_list(page, 11, "Ann").content.splitlines()

    assert (title, nothing) == ("**Ann's finished games**", "No finished games yet.")
    assert first == text


def test_practice_games_are_marked_in_the_list_of_finished_games():
    lost = FinishedGame(
        id=7,
        location=Location(1, 2),
        opponent=Player(22, "Ben"),
        game_key="asli",
        size=9,
        won=False,
        closed=False,
        sentence="",
        turns=30,
        finished_at=datetime(2030, 1, 2, tzinfo=UTC),
    )
    games = replace(lost, id=8, opponent=Player(1, "Lifeline"), won=True, level=2), lost

    _, *lines = finished_list(FinishedGamesPage(games, 0, 1), 11, "Ann").content.splitlines()

    assert lines == [
        "- game 8: **won** against Lifeline (level 2), Asli, size 9, 2030-01-02",
        "- game 7: lost to Ben, Asli, size 9, 2030-01-02",
    ]


def test_many_games_in_progress_are_split_into_pages():
    ben = Player(22, "Ben")
    games = [
        GameSummary(
            number, Location(10**18, 10**18), ben, "lifeline", 7, number < 20, 3, None, 10**18
        )
        for number in range(1, 41)
    ]
    seen, page = [], 0
    while page is not None:
        post = games_list(games, 11, "Ann", page, is_me=True)
        assert len(post.content) <= 2000
        title, *lines = post.content.splitlines()
        assert title.startswith(f"**Your games**, page {page + 1} of ")
        seen += [int(line.split("]")[0].removeprefix("- [game ")) for line in lines]
        offered = {each.label: each.id for each in post.rows[0]}
        assert ("Back" in offered) == (page > 0)
        page = offered["More games"].number if "More games" in offered else None

    assert seen == list(range(1, 41))
    assert games_list(games[:1], 11, "Ann", 3, is_me=True).content.count("game 1]") == 1


def test_challenges_are_listed_below_the_games_with_links_to_their_cards():
    game = GameSummary(3, Location(1, 2), BEN, "lifeline", 7, False, 3, None, 8)  # noqa: FBT003
    asked = [a_challenge(BEN, ANN), a_challenge(ANN, BEN), a_challenge(ANN, None, None)]

    text = games_list([game], 11, "Ann", is_me=True, challenges=asked).content.splitlines()

    link, out = "[Asli, size 9](https://discord.com/channels/1/2/9)", "expires <t:1893542400:R>"
    assert text[2:] == [
        "**Challenges**",
        f"- {link}: **challenge for you** from B\\*n, {out}",
        f"- {link}: challenge to B\\*n, {out}",
        f"- Asli, size 9: open challenge, {out}",
    ]
    assert text[1].startswith("- [game 3]")


def test_a_list_with_challenges_does_not_suggest_to_start_a_game():
    text = games_list([], 11, "Ann", is_me=True, challenges=[a_challenge(BEN, ANN)]).content
    assert text.startswith("You have no games in progress.\n**Challenges**\n- [Asli, size 9]")
    assert "/challenge" in games_list([], 11, "Ann", is_me=True).content


@pytest.mark.parametrize("games", [0, 1, 8, 40])
def test_many_challenges_leave_room_for_games_and_are_counted(games):
    stars = Player(2**63, "*" * 40)
    far = Location(2**63, 2**63)
    lines = [
        GameSummary(number, far, stars, "lifeline", 7, True, 3, None, 2**63)  # noqa: FBT003
        for number in range(1, games + 1)
    ]
    asked = [a_challenge(stars, ANN, 2**63)] * 17

    post = games_list(lines, 11, "Ann", is_me=True, challenges=asked)
    first = post.content
    shown = first.count("challenge for you")

    assert len(first) <= 2000
    assert 3 <= shown <= 10
    assert re.search(rf"\n… and {17 - shown} more on page [0-9]+\.$", first)
    assert first.count("- [game") >= min(games, 3)
    pages = [first]
    while more := [each for each in post.rows[0] if each.label.startswith("More ")]:
        page = more[0].id.number
        post = games_list(lines, 11, "Ann", page, is_me=True, challenges=asked)
        pages.append(post.content)
    assert sum(each.count("- [game") for each in pages) == games
    assert sum(each.count("challenge for you") for each in pages) == 17
    assert not any("- [game" in each and "Challenges" in each for each in pages[1:])
    assert all(len(each) <= 2000 for each in pages)


def test_challenges_beyond_ten_are_on_the_next_page():
    asked = [a_challenge(ANN, None, None)] * 17
    first, second = [
        games_list([], 11, "Ann", page, is_me=True, challenges=asked) for page in (0, 1)
    ]
    assert first.content.count("open challenge") == 10
    assert first.content.endswith("… and 7 more on page 2.")
    assert (first.rows[0][0].label, first.rows[0][0].id.number) == ("More challenges", 1)
    assert second.content.count("open challenge") == 7


def test_a_menu_of_games_holds_the_most_urgent_and_says_how_to_reach_the_others():
    games = tuple(
        GameChoice(number, "Lifeline, size 7", "Ben", my_turn=True) for number in range(300)
    )
    few, many = WhichGame(games[:25], "replay"), WhichGame(games, "replay")
    assert few.sentence == "Which game?"
    assert "the 25 most urgent of your 300 games." in many.sentence
    assert "/replay" in many.sentence
    for error in (few, many):
        ((menu,),) = which_game_row(error)
        assert [each.value for each in menu.options] == [str(number) for number in range(25)]


def listed_plans(page, pages, opponent=BEN):
    day = datetime(2030, 1, 2, tzinfo=UTC)
    turn = ("a10", "b12")
    numbers = range(page * PLANS_A_PAGE, min((page + 1) * PLANS_A_PAGE, pages * PLANS_A_PAGE - 2))
    before = tuple(turn for _ in range(99))
    plans = [Plan(10**6 + each, opponent, 1, before, turn, day, undo=True) for each in numbers]
    return plan_list(PlanPage(tuple(plans), page, pages))


def test_plans_have_pages_with_menus():
    seen, page = [], 0
    while page is not None:
        post = listed_plans(page, 3)
        (menu,), *turning = post.rows
        assert len(menu.options) == post.content.count("- Game")
        seen += [read_choice(each.value)[0] - 10**6 for each in menu.options]
        buttons = {each.label: each.id for row in turning for each in row}
        ids = [str(menu.id), *map(str, buttons.values())]
        assert len(set(ids)) == len(ids)
        page = buttons["More plans"].number if "More plans" in buttons else None
    assert seen == list(range(28))
    assert buttons["Back"].number == 1


@pytest.mark.parametrize("language", languages())
def test_a_page_of_plans_fits_into_a_message_with_names_and_lines_of_any_length(language):
    with speaking(language):
        post = listed_plans(0, 99, Player(7, name_of("*_" * 99)))
        cut = enumerated(["…", "A10 B12", "A10 B12"])
    assert len(post.content) <= 2000
    ((menu, *_), *_) = post.rows
    for option in menu.options:
        assert len(option.label) < 100, "the reply at the end is not cut off"
    assert cut in post.content


def a_plan(*turns, game_id=10**17, opponent=BEN, node=8, hour=1, undo=True):
    """Return a plan whose last turn is the reply."""
    *before, answer = (tuple(turn.split(", ")) for turn in turns)
    day = datetime(2030, 1, 2, hour, tzinfo=UTC)
    return Plan(game_id, opponent, node, tuple(before), answer, day, undo)


@pytest.mark.parametrize(
    ("number", "pages", "turning"),
    [
        (0, 1, []),
        (0, 2, [("plans:0:1", words.MORE_PLANS())]),
        (1, 2, [("plans:0:0", labels.BACK())]),
        (1, 3, [("plans:0:0", labels.BACK()), ("plans:0:2", words.MORE_PLANS())]),
    ],
)
@pytest.mark.parametrize("note", ["", "What was done."])
def test_a_page_of_plans_names_each_with_the_turns_before_the_reply(number, pages, turning, note):
    plans = (
        a_plan("black, c3", "d4", game_id=7, node=123456789),
        a_plan("a1", "b2", "c3", "d4", "e5, f6", opponent=ANN, hour=2),
        a_plan(*["a10, b10"] * 3, "c12", "d4", "e5", hour=3),
        a_plan(*["a10, b10, c10, d10, e10"] * 4, "e5", node=9, hour=4),
    )
    long = words.in_order(["A10 B10 C10 D10 E10"] * 4)
    turns = [
        ("black C3", "D4"),
        (words.in_order(["A1", "B2", "C3", "D4"]), "E5 F6"),
        (words.in_order(["…", "A10 B10", "A10 B10", "C12", "D4"]), "E5"),
        (long, "E5"),
    ]
    post = plan_list(PlanPage(plans, number, pages), note)
    assert post.content.split("\n") == [
        *([note] if note else []),
        words.title(number + 1, pages),
        *(
            words.line(
                plan.game_id,
                "Ann" if plan.opponent is ANN else r"B\*n",
                *texts,
                1893542400 + 3600 * hour,
            )
            for hour, (plan, texts) in enumerate(zip(plans, turns, strict=True), start=1)
        ),
    ]
    (menu,), *rows = post.rows
    assert (str(menu.id), menu.placeholder) == (f"plans:0:{number}", words.DROP_MENU())
    assert [(read_choice(each.value), each.label) for each in menu.options] == [
        ((plan.game_id, plan.node), words.choice(plan.game_id, *texts)[:100])
        for plan, texts in zip(plans, turns, strict=True)
    ]
    assert [[(str(each.id), each.label) for each in row] for row in rows] == (
        [turning] if turning else []
    )


def test_a_list_without_plans_says_how_to_make_one():
    assert plan_list(PlanPage()).content == words.NO_PLANS()
    assert plan_list(PlanPage(), "Dropped.").content == f"Dropped.\n{words.NO_PLANS()}"


@pytest.mark.parametrize("undo", [True, False])
def test_the_confirmation_of_a_plan_names_the_last_turn_before_the_reply(undo):
    plan = a_plan("a1", "b2", "black, c3", "d4, e5", undo=undo)
    said = words.planned(r"B\*n", "black C3", "D4 E5")
    assert confirmation(plan) == sentences(said, words.UNDO_BY_CONSENT() if undo else "")


@pytest.mark.parametrize("text", ["", "7", ".8", "7.", "7.x", "x.8", f"{10**19}.8", f"7.{10**9}"])
def test_a_choice_that_names_no_plan_is_old(text):
    with pytest.raises(OldComponent):
        read_choice(text)


def test_game_lists_link_to_the_last_message_of_each_game():
    def line(number, *, my_turn, message):
        return GameSummary(
            number, Location(1, 2), Player(22, "Ben"), "lifeline", 7, my_turn, 3, None, message
        )

    post = games_list(
        [line(5, my_turn=True, message=9), line(6, my_turn=False, message=None)],
        11,
        "Ann",
        is_me=True,
    )

    assert (
        "[game 5](https://discord.com/channels/1/2/9): Lifeline, size 7 against Ben, **your turn**"
        in (post.content)
    )
    assert "- game 6: Lifeline, size 7 against Ben, their turn" in post.content


def test_only_games_that_wait_for_the_reader_show_a_deadline():
    def line(number, *, my_turn):
        ends_at = datetime(2030, 1, 2, tzinfo=UTC)
        location = Location(1, 2)
        return GameSummary(
            number, location, Player(22, "Ben"), "asli", 9, my_turn, 3, None, None, ends_at
        )

    lines = [line(5, my_turn=True), line(6, my_turn=False)]
    post = games_list(lines, 11, "Ann", is_me=True)

    assert "- game 5: Asli, size 9 against Ben, **your turn**, due <t:1893542400:R>" in post.content
    assert post.content.count("due <t:") == 1


def test_the_readers_own_list_shows_opponents_who_are_out_of_time():
    def line(number, *, my_turn, up=True):
        ben, ends_at = Player(22, "Ben"), datetime(2030, 1, 2, tzinfo=UTC)
        return GameSummary(
            number, Location(1, 2), ben, "asli", 9, my_turn, 3, None, None, ends_at, time_is_up=up
        )

    lines = [line(5, my_turn=True), line(6, my_turn=False), line(8, my_turn=False, up=False)]
    own = games_list(lines, 11, "Ann", is_me=True).content

    assert "**your turn**, due <t:1893542400:R>\n" in own
    assert "- game 6: Asli, size 9 against Ben, their **time is up** (see `/board game:6`)\n" in own
    assert own.endswith("- game 8: Asli, size 9 against Ben, their turn")
    assert "/board" not in games_list(lines, 11, "Ann", is_me=False).content


def test_a_long_game_list_fits_into_a_message():
    games = [
        GameSummary(
            10**9 + n,
            Location(10**19, 10**19),
            Player(1, "W" * 32),
            "lifeline",
            12,
            my_turn=True,
            turn=99,
            updated_at=None,
            turn_message_id=10**19,
        )
        for n in range(50)
    ]

    content = games_list(games, 11, "Ann", is_me=True).content

    assert len(content) <= 2000
    assert ", page 1 of " in content
