"""Messages of profiles and leaderboards."""

from collections.abc import Iterator

from bot.messages.message_draft import MessageDraft, RatingChart, Viewer
from bot.messages.outgoing_message import OutgoingMessage
from bot.services.use_cases.ratings.ratings import Leaderboard, Profile
from bot.services.values.people.reliability import Reliability
from bot.store.tables.games_with_people import Totals
from bot.words import leagues
from bot.words import profile as words
from bot.words.escaping import escape
from rules.registry import find_game


def profile_page(
    profile: Profile, name: str, viewer: Viewer, *, is_me: bool, hidden: bool = False
) -> MessageDraft:
    """Return a profile: ratings, games with people, and a rating chart of the most played game.

    :param name: the person's display name, not escaped.
    :param is_me: whether the reader looks at their own profile.
    :param hidden: whether the reader's own profile is hidden from other people.
    """
    if profile.hidden:
        return MessageDraft(words.hidden(escape(name)))
    lines = [words.title(escape(name))]
    if profile.results is None:
        lines.append(words.NO_GAMES())
    for each in profile.ratings:
        game = find_game(each.game_key).name
        lines.append(words.rating(game, each.value, each.deviation, each.games, each.level))
    if profile.results is not None:
        lines += _lines(profile, profile.results, name, is_me=is_me)
    if hidden:
        lines.append(words.ONLY_YOU())
    chart = _chart(profile, name, viewer) if profile.curve else None
    return MessageDraft("\n".join(lines), rating_chart=chart)


def _chart(profile: Profile, name: str, viewer: Viewer) -> RatingChart:
    most_played = profile.ratings[0]
    game = find_game(most_played.game_key).name
    now = (most_played.value, most_played.deviation)
    return RatingChart("rating.png", profile.curve, name, game, now, viewer.display_settings)


def _lines(profile: Profile, results: Totals, name: str, *, is_me: bool) -> Iterator[str]:
    if profile.championships:
        yield leagues.championships(profile.championships)
    yield words.results(*_numbers(results))
    if profile.best_streak > 1:
        yield words.streak(profile.streak, profile.best_streak)
    if results.turns:
        yield words.longest(results.turns)
    if results.cut:
        yield words.largest_cut(results.cut)
    sizes = [
        words.favourite(find_game(key).name, size, games) for key, size, games in profile.favourites
    ]
    yield words.favourites(sizes)
    yield from reliability_lines(name, profile.reliability)
    if profile.against_viewer is not None and not is_me:
        won, drawn, lost = _numbers(profile.against_viewer)
        yield words.against_you(lost, drawn, won)


def reliability_lines(name: str, found: Reliability | None) -> list[str]:
    """Return the lines about how often a person lost on time and how fast they answer, if known.

    :param name: the person's display name, not escaped.
    """
    if found is None:
        return []
    lines = [words.finished(escape(name), found.finished, found.games)]
    if found.answer is not None:
        lines.append(words.answers(escape(name), found.answer))
    return lines


def _numbers(results: Totals) -> tuple[int, int, int]:
    return results.won, results.drawn, results.lost


def leaderboard_page(board: Leaderboard, *, here: bool) -> OutgoingMessage:
    """Return the leaderboard of a game, best first, with the reader's own rank.

    :param here: whether it lists only players of the reader's server.
    """
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
