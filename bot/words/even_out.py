"""Sentences about a komi that evens out two ratings. Names are not escaped in refusals."""

from collections.abc import Sequence

from bot.words.translation import Message, text

CHOICE = Message("Even out the ratings (unrated)")
EXPLAINED = Message("A komi that makes up for the difference in ratings (only on some boards)")


def not_measured(boards: Sequence[str]) -> str:
    """Return the refusal to even out ratings on a board without a measured komi.

    :param boards: names of the boards for which a komi is measured.
    """
    return text(
        "I can even out the ratings only on these boards: {boards}. Choose one of them, or "
        "another kind of match.",
        boards=" · ".join(boards),
    )


def no_rating(name: str, game: str) -> str:
    return text(
        "To even out the ratings, I need both players' ratings in {game}. {name} has no rating "
        "in this game, or hides it. Choose another kind of match.",
        name=name,
        game=game,
    )


def chosen(komi: int, weaker: str, stronger: str, expected: float, share: float) -> str:
    """Return the private note that explains a new challenge whose komi evens out the ratings.

    :param expected: the stronger player's expected score on even terms, from 0 to 1.
    :param share: Black's estimated share of wins between equal players at this komi, from 0 to 1.
    """
    return text(
        "This unrated game makes up for the difference in ratings: {weaker} plays Black, and the "
        "komi is {komi}. On even terms, {stronger} would score about {expected}%. Between equal "
        "players, Black wins about {share}% of the games with this komi.",
        weaker=weaker,
        komi=komi,
        stronger=stronger,
        expected=round(100 * expected),
        share=round(100 * share),
    )
