"""Messages of profiles and leaderboards."""

from collections.abc import Iterator

from bot.messages.message_draft import MessageDraft, RatingChart, Viewer
from bot.messages.outgoing_message import OutgoingMessage
from bot.services.ratings.ratings import Leaderboard, Profile, Results
from bot.words import profile as words
from bot.words.escaping import escape
from rules.registry import find_game


def profile_page(
    profile: Profile, name: str, viewer: Viewer, *, is_me: bool, hidden: bool = False
) -> MessageDraft:
    """Return a profile, with a rating chart of the person's most played game.

    :param name: the person's display name.
    :param is_me: whether the reader looks at their own profile.
    :param hidden: whether it is hidden from other people.
    """
    if profile.hidden:
        return MessageDraft(words.hidden(escape(name)))
    lines = [words.title(escape(name)), *_lines(profile, is_me=is_me)]
    if hidden:
        lines.append(words.ONLY_YOU())
    chart = None
    if profile.curve:
        game = find_game(profile.ratings[0].game_key).name
        chart = RatingChart("rating.png", profile.curve, name, game, viewer.display_settings)
    return MessageDraft("\n".join(lines), rating_chart=chart)


def _lines(profile: Profile, *, is_me: bool) -> Iterator[str]:
    if not profile.ratings:
        yield words.NO_GAMES()
        return
    for each in profile.ratings:
        game = find_game(each.game_key).name
        yield words.rating(game, each.value, each.deviation, each.games, each.level)
    yield words.results(*_numbers(profile.results))
    if profile.best_streak > 1:
        yield words.streak(profile.streak, profile.best_streak)
    for key, size, games in profile.favourites:
        yield words.favourite(find_game(key).name, size, games)
    if profile.against_viewer is not None and not is_me:
        won, drawn, lost = _numbers(profile.against_viewer)
        yield words.against_you(lost, drawn, won)


def _numbers(results: Results) -> tuple[int, int, int]:
    return results.won, results.drawn, results.lost


def leaderboard_page(board: Leaderboard, *, here: bool) -> OutgoingMessage:
    """Return the leaderboard of a game, with the reader's own rank."""
    game = find_game(board.game_key).name
    leaders = [
        words.leader(each.rank, escape(each.player.name), each.rating.value, each.rating.deviation)
        for each in board.leaders
    ]
    lines = [words.leaderboard_title(game, here=here), *(leaders or [words.NO_LEADERS()])]
    own = board.own
    if own is None:
        lines.append(words.NO_OWN_RATING())
    elif board.own_rank is None:
        lines.append(words.own_unlisted(own.value, own.deviation))
    else:
        lines.append(words.own_rank(board.own_rank, own.value, own.deviation))
    return OutgoingMessage("\n".join([*lines, words.CONDITIONS()]))
