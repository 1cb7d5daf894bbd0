"""Lists of games and open challenges, with links to their messages."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from bot.errors.game_lookup import WhichGame
from bot.errors.refusals import PlayerError
from bot.messages.board_views import board
from bot.messages.component_ids import MAX_LENGTH, ComponentId
from bot.messages.message_draft import MessageDraft, Viewer
from bot.messages.outgoing_message import (
    Button,
    Option,
    OutgoingMessage,
    Row,
    Select,
    Style,
)
from bot.services.values.views import (
    ChallengeView,
    FinishedGame,
    FinishedGamesPage,
    GameSummary,
    GameView,
    Location,
)
from bot.store.tables.game_lists import Tally
from bot.words import game_lists, labels
from bot.words.escaping import escape
from bot.words.games import game_name
from bot.words.lobby import FIND_OPPONENT
from bot.words.moves import game_choice

MAX_LINES_LENGTH = 1880  # characters; of a message's 2,000, the title and the totals need some
MOST_CHALLENGES = 10  # lines


def games_list(
    games: Sequence[GameSummary],
    owner_id: int,
    name: str,
    page: int = 0,
    *,
    is_me: bool,
    challenges: Sequence[ChallengeView] = (),
) -> OutgoingMessage:
    """Return one page of a player's games in progress.

    The first page also lists challenges; those for which it has no room are on the last pages.

    :param games: in the order of the list.
    :param owner_id: id of the player.
    :param name: the player's display name, not escaped.
    :param page: counted from 0; a page past the end shows the last one.
    :param is_me: whether the player is the reader of the list.
    :param challenges: open challenges from and to the player, in the order of the list.
    """
    lines = [_summary(game, name, is_me=is_me) for game in games]
    pages = _pages_with_challenges(lines, [_challenge(each, owner_id) for each in challenges])
    here = min(page, len(pages) - 1)
    row: list[Button] = []
    if is_me and any(game.my_turn for game in games):
        row.append(Button(ComponentId("next", 0), labels.NEXT_GAME(), Style.primary))
    row += [
        _link_to("running", owner_id, number, name, label)
        for number, label in _other_pages(pages, here)
    ]
    row.append(_link_to("finished", owner_id, 0, name, labels.FINISHED_GAMES()))
    title = game_lists.games_title(None if is_me else escape(name), here + 1, len(pages))
    if not games:
        own = game_lists.NO_GAMES_YET() if challenges else game_lists.NO_GAMES()
        title = own if is_me else game_lists.THEY_HAVE_NO_GAMES()
    return OutgoingMessage("\n".join([title, *pages[here]]), rows=(tuple(row),))


def _other_pages(pages: list[list[str]], here: int) -> Iterator[tuple[int, str]]:
    """Yield the number (from 0) and the label of each page that has a button on page `here`."""
    title = game_lists.CHALLENGES()
    of_challenges = [number for number in range(1, len(pages)) if pages[number][0] == title]
    if here > 0:
        yield here - 1, labels.BACK()
    if here + 1 in of_challenges:
        yield here + 1, labels.MORE_CHALLENGES()
    elif here + 1 < len(pages):
        yield here + 1, labels.MORE_GAMES()
        if here == 0 and of_challenges:
            yield of_challenges[0], labels.MORE_CHALLENGES()


def waiting_after(waiting: Sequence[int], skipped: int | None) -> list[int]:
    """Return the ids of waiting games in the order in which the **Not now** button shows them.

    :param waiting: the ids of games in which the player is to move, the most urgent first.
    :param skipped: the game shown before; the order begins after it and omits it.
    """
    if skipped not in waiting:
        return list(waiting)
    place = waiting.index(skipped)
    return [*waiting[place + 1 :], *waiting[:place]]


def next_board(
    game: GameView, viewer: Viewer, *, may_skip: bool, seen: int | None = None
) -> MessageDraft:
    """Return the board of the next game in which the viewer is to move.

    :param may_skip: whether to offer a button for another waiting game.
    :param seen: see `board`.
    """
    draft = board(game, viewer, seen=seen)
    if not may_skip:
        return draft
    skip = Button(ComponentId("next", 0, game.id), game_lists.NOT_NOW())
    return replace(draft, rows=(*draft.rows, (skip,)))


def which_game_row(error: PlayerError) -> tuple[Row, ...]:
    """Return the menu below a `WhichGame` refusal, which repeats the command in the chosen game.

    It is empty for other refusals, and if the command's argument is too long for an id.
    """
    if not isinstance(error, WhichGame) or not error.command:
        return ()
    id_ = ComponentId("which", 0, None, f"{error.command} {error.argument}".rstrip())
    if len(str(id_)) > MAX_LENGTH:
        return ()
    options = [
        Option(
            str(each.game_id),
            game_choice(each.game_id, each.name, each.opponent, my_turn=each.my_turn),
        )
        for each in error.in_menu
    ]
    return ((Select(id_, labels.CHOOSE_GAME(), tuple(options)),),)


def finished_list(
    page: FinishedGamesPage, owner_id: int, name: str, *, lobby: bool = False
) -> OutgoingMessage:
    """Return one page of a player's finished games, most recent first.

    :param name: the player's display name, not escaped.
    :param lobby: whether to add the button that opens the lobby.
    """
    lines = [_finished(game) for game in page.games] or [game_lists.NOTHING_FINISHED()]
    tally = _tally(page.tallies)
    room = MAX_LINES_LENGTH - len("\n".join(tally))
    if len(lines_that_fit(lines, room)) < len(lines):
        # without links, all games of the page fit
        lines = [_finished(game, linked=False) for game in page.games]
    row = [_link_to("running", owner_id, 0, name, labels.RUNNING_GAMES())]
    here, last = page.number, page.pages - 1
    # Discord refuses two buttons with the same id, so each page has only one
    pages = {0: labels.NEWEST(), last: labels.OLDEST()}
    pages |= {here - 1: labels.NEWER(), here + 1: labels.OLDER()}
    others = [number for number in sorted(pages) if 0 <= number <= last and number != here]
    row += [_link_to("finished", owner_id, number, name, pages[number]) for number in others]
    title = game_lists.finished_title(escape(name), page.number + 1, page.pages)
    opponents = ((Button(ComponentId("lobby", 0), FIND_OPPONENT()),),) if lobby else ()
    return OutgoingMessage(
        "\n".join([title, *tally, *_fitting(lines, room)]), rows=(tuple(row), *opponents)
    )


def jump_link(location: Location, message_id: int) -> str:
    """Return the URL of a message in Discord."""
    return f"{channel_link(location)}/{message_id}"


def channel_link(location: Location) -> str:
    """Return the URL of a channel, thread or direct-message conversation in Discord."""
    guild = "@me" if location.guild_id is None else location.guild_id
    return f"https://discord.com/channels/{guild}/{location.channel_id}"


def _link_to(kind: str, owner_id: int, page: int, name: str, label: str) -> Button:
    return Button(ComponentId(kind, owner_id, page, name), label)


def lines_that_fit(lines: list[str], room: int = MAX_LINES_LENGTH) -> list[str]:
    """Return the first lines that fit into `room` characters, counting a line break after each."""
    lengths = accumulate(len(line) + 1 for line in lines)
    return lines[: sum(length <= room for length in lengths)]


def _length(lines: list[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _pages(lines: list[str], first: int) -> list[list[str]]:
    """Split lines into pages, at least one; the first has room for only `first` characters."""
    pages = [lines_that_fit(lines, first)]
    while rest := lines[sum(map(len, pages)) :]:
        pages.append(lines_that_fit(rest) or rest[:1])
    return pages


def _pages_with_challenges(games: list[str], challenges: list[str]) -> list[list[str]]:
    """Return the lines of a list in pages: the games, and some challenges on the first page.

    Challenges for which the first page has no room are on pages after the games.
    """
    if not challenges:
        return _pages(games, MAX_LINES_LENGTH)
    title = game_lists.CHALLENGES()
    longest = game_lists.more_on_page(len(challenges), 999)
    room = max(MAX_LINES_LENGTH // 2, MAX_LINES_LENGTH - _length(games))
    first = lines_that_fit(challenges[:MOST_CHALLENGES], room - _length([title, longest]))
    others = challenges[len(first) :]
    below = [title, *first, *([longest] if others else [])]
    pages = _pages(games, MAX_LINES_LENGTH - _length(below))
    if others:
        below[-1] = game_lists.more_on_page(len(others), len(pages) + 1)
    pages[0] += below
    titled = MAX_LINES_LENGTH - _length([title])
    return [*pages, *([title, *each] for each in _pages(others, titled) if others)]


def _fitting(lines: list[str], room: int) -> list[str]:
    """Return the lines that fit, then a line with the number of omitted lines."""
    shown = lines_that_fit(lines, room)
    left_out = len(lines) - len(shown)
    return [*shown, game_lists.and_more(left_out)] if left_out else shown


def _challenge(challenge: ChallengeView, owner_id: int) -> str:
    ruleset, opponent = challenge.ruleset, challenge.opponent
    what = game_name(ruleset.game, int(ruleset.options["size"]))
    if challenge.message_id is not None:
        what = f"[{what}]({jump_link(challenge.location, challenge.message_id)})"
    ends_at = challenge.expires_at
    if opponent is None:
        return game_lists.open_challenge_line(what, ends_at)
    if opponent.user_id == owner_id:
        challenger = escape(challenge.challenger.name)
        return game_lists.received_challenge_line(what, challenger, ends_at)
    return game_lists.sent_challenge_line(what, escape(opponent.name), ends_at)


def _summary(game: GameSummary, owner: str, *, is_me: bool) -> str:
    name, opponent = game_name(game.game_key, game.size), escape(game.opponent.name)
    link, ends_at = _linked(game), game.ends_at if game.my_turn else None
    if not is_me:
        mover = escape(owner) if game.my_turn else opponent
        return game_lists.others_line(name, opponent, mover, link, ends_at)
    if game.my_turn:
        return game_lists.my_turn_line(name, opponent, link, ends_at)
    if game.time_is_up:
        return game_lists.time_is_up_line(name, opponent, link, game.id)
    return game_lists.their_turn_line(name, opponent, link)


def _linked(game: GameSummary | FinishedGame) -> str:
    """Return a game's number, linked to its last message if there is one."""
    label = game_lists.numbered_game(game.id)
    if game.turn_message_id is None:
        return label
    return f"[{label}]({jump_link(game.location, game.turn_message_id)})"


def _finished(game: FinishedGame, *, linked: bool = True) -> str:
    name = game_name(game.game_key, game.size)
    link = _linked(game) if linked else game_lists.numbered_game(game.id)
    day = f"{game.finished_at:%Y-%m-%d}"
    opponent = escape(game.opponent.name)
    if game.level is not None:
        opponent = game_lists.practised(opponent, game.level)
    if game.closed:
        return game_lists.closed_line(link, name, opponent, day)
    return game_lists.finished_line(link, name, opponent, game.won, day)


def _tally(tallies: Sequence[Tally]) -> list[str]:
    """Return the line with wins, losses and draws, in a list; an empty list if no game counts.

    Practice games and games without a result do not count.
    """
    if not tallies:
        return []
    won, lost = sum(each.won for each in tallies), sum(each.lost for each in tallies)
    drawn = sum(each.drawn for each in tallies)
    by_game = [
        game_lists.tally_in(each.game_key, each.won, each.lost, each.drawn) for each in tallies
    ]
    return [game_lists.tally(won, lost, drawn, by_game)]
