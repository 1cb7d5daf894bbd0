"""Lists of games, and links to their messages."""

from collections.abc import Sequence
from itertools import accumulate

from bot.errors import PlayerError
from bot.errors.finding import WhichGame
from bot.ids import ComponentId
from bot.messages.post import Button, Post, Row, Style
from bot.services.finished import FinishedGame, Page
from bot.services.views import GameSummary, Place
from bot.texts import labels
from bot.texts import list as list_texts
from bot.texts.escaping import escape

ROOM = 1880  # characters for the lines of a list: Discord takes 2,000, the rest is around them


def games_list(
    games: Sequence[GameSummary], whose: int, name: str, page: int = 0, *, is_me: bool
) -> Post:
    """List a page of a person's running games, in the order given.

    :param whose: the person's id; `name` the display name.
    :param page: from 0; the last one if there are no longer so many.
    :param is_me: whether the person looks at the own list.
    """
    pages = _pages([_summary(game, is_me=is_me) for game in games])
    here = min(page, len(pages) - 1)
    row: list[Button] = []
    if is_me and any(game.my_turn for game in games):
        row.append(Button(ComponentId("next", 0), labels.NEXT_GAME, Style.primary))
    for number, label in ((here - 1, labels.BACK), (here + 1, labels.MORE_GAMES)):
        if 0 <= number < len(pages):
            row.append(_link_to("running", whose, number, name, label))
    row.append(_link_to("finished", whose, 0, name, labels.FINISHED_GAMES))
    if not games:
        return Post(
            list_texts.NO_GAMES if is_me else list_texts.THEY_HAVE_NO_GAMES, rows=(tuple(row),)
        )
    title = list_texts.games_title(None if is_me else escape(name), here + 1, len(pages))
    return Post("\n".join([title, *pages[here]]), rows=(tuple(row),))


def lead_on(error: PlayerError) -> tuple[Row, ...]:
    """Return the button under a refusal that asks which game was meant: it shows the urgent one."""
    if not isinstance(error, WhichGame) or not any(each.my_turn for each in error.candidates):
        return ()
    return ((Button(ComponentId("next", 0), labels.NEXT_GAME),),)


def finished_list(page: Page, whose: int, name: str) -> Post:
    """List a page of a person's finished games, the last finished first."""
    lines = [_finished(game) for game in page.games] or [list_texts.NOTHING_FINISHED]
    if len(as_many(lines)) < len(lines):
        # rather every game without a link than a page that hides some
        lines = [_finished(game, linked=False) for game in page.games]
    row = [_link_to("running", whose, 0, name, labels.RUNNING_GAMES)]
    here, last = page.number, page.pages - 1
    # two buttons that lead to one page would have one id, which Discord refuses
    pages = {0: labels.NEWEST, last: labels.OLDEST}
    pages |= {here - 1: labels.NEWER, here + 1: labels.OLDER}
    others = [number for number in sorted(pages) if 0 <= number <= last and number != here]
    row += [_link_to("finished", whose, number, name, pages[number]) for number in others]
    title = list_texts.finished_title(escape(name), page.number + 1, page.pages)
    return Post("\n".join([title, *_fitting(lines)]), rows=(tuple(row),))


def jump_link(place: Place, message_id: int) -> str:
    """Return the address of a message, as Discord's clients open it."""
    guild = "@me" if place.guild_id is None else place.guild_id
    return f"https://discord.com/channels/{guild}/{place.channel_id}/{message_id}"


def _link_to(kind: str, whose: int, page: int, name: str, label: str) -> Button:
    return Button(ComponentId(kind, whose, page, name), label)


def as_many(lines: list[str]) -> list[str]:
    """Return as many lines as a message holds."""
    lengths = accumulate(len(line) + 1 for line in lines)
    return lines[: sum(length <= ROOM for length in lengths)]


def _pages(lines: list[str]) -> list[list[str]]:
    """Cut a list into messages; there is one in any case."""
    pages = [as_many(lines)]
    while rest := lines[sum(map(len, pages)) :]:
        pages.append(as_many(rest) or rest[:1])
    return pages


def _fitting(lines: list[str]) -> list[str]:
    """Keep as many lines as a message holds, and say how many are left out."""
    shown = as_many(lines)
    left_out = len(lines) - len(shown)
    return [*shown, list_texts.and_more(left_out)] if left_out else shown


def _summary(game: GameSummary, *, is_me: bool) -> str:
    name = list_texts.game_name(game.game_key, game.size)
    link = _linked(game)
    whose = list_texts.whose_turn(escape(game.opponent.name), my_turn=game.my_turn, is_me=is_me)
    if is_me and game.time_is_up and not game.my_turn:
        whose = list_texts.their_time_is_up(game.id)
    ends_at = game.ends_at if game.my_turn else None
    return list_texts.games_line(name, escape(game.opponent.name), whose, link, ends_at)


def _linked(game: GameSummary | FinishedGame) -> str:
    """Name a game by its number, with a link to where it was shown last, if it was."""
    label = list_texts.numbered_game(game.id)
    if game.turn_message_id is None:
        return label
    return f"[{label}]({jump_link(game.place, game.turn_message_id)})"


def _finished(game: FinishedGame, *, linked: bool = True) -> str:
    name = list_texts.game_name(game.game_key, game.size)
    how = list_texts.CLOSED if game.closed else list_texts.OUTCOMES[game.won]
    link = _linked(game) if linked else list_texts.numbered_game(game.id)
    day = f"{game.finished_at:%Y-%m-%d}"
    return list_texts.finished_line(link, name, escape(game.opponent.name), how, day)
