"""What people see of a game."""

import pytest

from bot.controls import turn_buttons
from bot.listing import games_list
from bot.pictures import Pictures
from bot.presenter import Presenter
from bot.services.views import GameSummary, Place, Played, Player


@pytest.fixture
def show():
    made = Presenter(Pictures())
    yield made
    made.pictures.close()


async def test_a_turn_pings_the_player_to_move_and_nobody_else(show, game_after):
    post = await show.turn(game_after("a1 c3"))

    assert post.pings == (22,)
    assert "<@22>, your turn as **White**" in post.content
    assert "<@11>" not in post.content


async def test_a_turn_tells_the_last_move(show, game_after):
    post = await show.turn(game_after("a1 c3"))

    assert "**Ann** played A1 and C3." in post.content


async def test_a_turns_picture_is_named_after_game_and_ply(show, game_after):
    post = await show.turn(game_after("a1 c3"))

    assert post.picture.filename == "game-7-2.png"
    assert post.picture.content.startswith(b"\x89PNG")
    assert "Black (Ann)" in post.picture.description


async def test_the_first_stone_of_two_is_not_in_the_public_message(show, game_after):
    post = await show.turn(game_after("a1"))

    assert post == await show.turn(game_after())


async def test_the_first_stone_of_two_is_shown_to_its_mover_only(show, game_after):
    game = game_after("a1")

    mine, theirs = [await show.board(game, user) for user in (11, 22)]

    assert "A1" in mine.content
    assert "A1" not in theirs.content + theirs.picture.description
    assert theirs.picture != mine.picture


async def test_the_answer_to_a_first_stone_offers_the_second(show, game_after):
    game = game_after("a1")

    post = await show.played(Played(game, game.record.moves, turn_complete=False, repeated=False))

    assert [button.label for button in post.rows[0]] == ["Second stone", "Resign"]
    assert post.rows[0][0].id.ply == 1


async def test_swap_is_offered_only_when_it_is_legal(game_after):
    def kinds(moves):
        game = game_after(moves)
        return [button.id.kind for button in turn_buttons(game, game.shown)[0]]

    assert kinds("") == ["move", "resign"]
    assert kinds("a1 c3") == ["move", "swap", "resign"]
    assert kinds("a1 c3 swap") == ["move", "resign"]


async def test_after_a_swap_the_message_says_who_is_which_colour_now(show, game_after):
    post = await show.turn(game_after("a1 c3 swap"))

    assert "<@11>, your turn as **White**" in post.content
    assert "**Ben** swapped colours and is Black now." in post.content


async def test_an_offer_and_a_choice_have_their_own_buttons(game_after):
    def labels_of(moves):
        game = game_after(moves, start="komi-pie")
        return [button.label for button in turn_buttons(game, game.shown)[0]]

    assert labels_of("") == ["Make an offer", "Resign"]
    assert labels_of("offer 3") == ["Play Black", "Play White", "Resign"]


async def test_the_end_names_the_winner_and_why(show, game_after, ben_resigned):
    post = await show.turn(game_after("a1 c3", result=ben_resigned))

    assert "**Ann wins.** Ben resigned." in post.content
    assert post.rows == ()
    assert set(post.pings) == {11, 22}


async def test_a_turn_that_has_passed_pings_nobody_and_has_no_buttons(show, game_after):
    post = await show.passed(game_after("a1 c3"))

    assert (post.pings, post.rows) == ((), ())
    assert post.picture is not None


async def test_a_spectator_gets_a_board_without_buttons(show, game_after):
    post = await show.board(game_after("a1 c3"), 33)

    assert post.rows == ()
    assert "Waiting for **Ben**" in post.content


async def test_markdown_and_mentions_in_names_are_text(show, game_after):
    rude = Player(22, "**@everyone** <@1> [x](http://e.il)")

    post = await show.board(game_after("a1 c3", seats=(Player(11, "Ann"), rude)), 11)

    assert "@everyone" not in post.content
    assert "<@1>" not in post.content
    assert r"\*\*@" in post.content
    assert "](http" not in post.content


def test_the_list_of_games_links_to_their_messages():
    def line(number, *, my_turn, message):
        return GameSummary(
            number, Place(1, 2), Player(22, "Ben"), "lifeline", 7, my_turn, 3, None, message
        )

    post = games_list([line(5, my_turn=True, message=9), line(6, my_turn=False, message=None)])

    assert (
        "[game 5](https://discord.com/channels/1/2/9): Lifeline 7 against Ben, **your turn**"
        in (post.content)
    )
    assert "- game 6: Lifeline 7 against Ben, their turn" in post.content


def test_a_long_list_of_games_fits_a_message():
    games = [
        GameSummary(
            10**9 + n,
            Place(10**19, 10**19),
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

    content = games_list(games).content

    assert len(content) <= 2000
    assert "more." in content
