"""Messages of profiles and leaderboards."""

from collections.abc import Iterator

from bot.messages.message_draft import MessageDraft, RatingChart, Viewer
from bot.messages.outgoing_message import OutgoingMessage
from bot.services.use_cases.ratings.ratings import Leaderboard, Profile, Results
from bot.words import profile as words
from bot.words.escaping import escape
from rules.registry import find_game


def profile_page(
    profile: Profile, name: str, viewer: Viewer, *, is_me: bool, hidden: bool = False
) -> MessageDraft:
    """Return a profile: ratings, and a rating chart of the most played game with results below it.

    :param name: the person's display name.
    :param is_me: whether the reader looks at their own profile.
    :param hidden: whether it is hidden from other people.
    """
    if profile.hidden:
        return MessageDraft(words.hidden(escape(name)))
    if not profile.ratings:
        return MessageDraft("\n".join([words.title(escape(name)), words.NO_GAMES()]))
    lines = [words.title(escape(name))]
    for each in profile.ratings:
        game = find_game(each.game_key).name
        lines.append(words.rating(game, each.value, each.deviation, each.games, each.level))
    more = tuple(_lines(profile, is_me=is_me))
    chart = None
    if profile.curve:
        chart = _chart(profile, name, more, viewer)
    else:  # the games were deleted
        lines += more
    if hidden:
        lines.append(words.ONLY_YOU())
    return MessageDraft("\n".join(lines), rating_chart=chart)


def _chart(profile: Profile, name: str, lines: tuple[str, ...], viewer: Viewer) -> RatingChart:
    most_played = profile.ratings[0]
    game = find_game(most_played.game_key).name
    now = (most_played.value, most_played.deviation)
    return RatingChart("rating.png", profile.curve, name, game, now, lines, viewer.display_settings)


def _lines(profile: Profile, *, is_me: bool) -> Iterator[str]:
    yield words.results(*_numbers(profile.results))
    if profile.best_streak > 1:
        yield words.streak(profile.streak, profile.best_streak)
    sizes = [
        words.favourite(find_game(key).name, size, games) for key, size, games in profile.favourites
    ]
    if sizes:
        yield words.favourites(sizes)
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
    else:
        sentence = words.own_rank if board.is_listed else words.own_unlisted
        lines.append(sentence(board.own_rank, own.value, own.deviation))
    return OutgoingMessage("\n".join([*lines, words.CONDITIONS()]))
