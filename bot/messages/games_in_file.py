"""Menu of the games in an uploaded file, which stays attached for the choice."""

from collections.abc import Iterator

from bot.messages.component_ids import ComponentId
from bot.messages.message_draft import MessageDraft
from bot.messages.outgoing_message import (
    LONGEST_LABEL,
    MAX_OPTIONS,
    Attachment,
    Button,
    Option,
    Row,
    Select,
)
from bot.words import labels, moves
from bot.words.escaping import name_of, visible
from renderer.words import BLACK, WHITE
from rules.abstract_play import ListedGame, SeveralGames
from rules.registry import find_game

RECORD_FILE = "record.txt"


def games_in_file(found: SeveralGames, content: bytes, page: int = 0) -> MessageDraft:
    """Return the menu of the games in a file, the newest first.

    :param content: the file, which the message attaches again for the next choice.
    :param page: from 0; a number beyond the last page means the last page.
    """
    last = (len(found.games) - 1) // MAX_OPTIONS
    page = min(page, last)
    shown = found.games[page * MAX_OPTIONS : (page + 1) * MAX_OPTIONS]
    menu = Select(ComponentId("import-game", 0), labels.CHOOSE_GAME(), tuple(map(_option, shown)))
    rows: tuple[Row, ...] = ((menu,), tuple(_pages(page, last)))
    lines = [moves.games_in_file(len(found.games))]
    lines += [moves.page(page + 1, last + 1)] if last else []
    lines += [moves.others_in_file(found.others)] if found.others else []
    return MessageDraft(
        "\n".join(lines),
        rows=tuple(filter(None, rows)),
        files=(Attachment(RECORD_FILE, content),),
    )


def more_games(number: int) -> tuple[Row, ...]:
    """Return the row with the button that leads back to the menu; empty for a file of one game.

    :param number: the number of the displayed game in the file, from 1; 0 for a file of one game.
    """
    return ((Button(ComponentId("import-list", number), labels.MORE_GAMES()),),) if number else ()


def page_of(found: SeveralGames, number: int) -> int:
    """Return the page of the menu that lists a game, counted from 0; 0 if no page lists it.

    :param number: the number of the game in the file, from 1.
    """
    places = (at for at, each in enumerate(found.games) if each.number == number)
    return next(places, 0) // MAX_OPTIONS


def _option(game: ListedGame) -> Option:
    headers = game.headers
    first = name_of(headers["first"] or BLACK())
    second = name_of(headers["second"] or WHITE())
    about = moves.game_in_file(
        find_game(headers["game"]).name,
        int(headers["size"]),
        visible(headers["finished"] or headers["started"]),
    )
    label = moves.players(first, second)
    return Option(str(game.number), label[:LONGEST_LABEL], about[:LONGEST_LABEL])


def _pages(page: int, last: int) -> Iterator[Button]:
    if page > 0:
        yield Button(ComponentId("import-list", 0, page - 1), labels.NEWER())
    if page < last:
        yield Button(ComponentId("import-list", 0, page + 1), labels.OLDER())
