"""Labels and sentences about the web page of a game."""

from bot.words.escaping import name_of
from bot.words.translation import Message, text

PAGE = Message("Save web page")


def page_ready(game_id: int) -> str:
    """Return the text of the message to which the web page of a game is attached."""
    return text(
        "Game {game} as a web page. Save the file, then open it in any browser, even offline.",
        game=game_id,
    )


def files_ready(game_id: int) -> str:
    """Return the text of the message to which a game's record and web page are attached."""
    return text(
        "Game {game} as text, JSON and a web page. `/import` opens the text and JSON files.",
        game=game_id,
    )


def page_in_words(first: str, second: str) -> str:
    """Return the alternative text of the web-page file."""
    return text(
        "Web page of the game between {first} and {second}, showing every turn on a board and in "
        "words",
        first=name_of(first),
        second=name_of(second),
    )
