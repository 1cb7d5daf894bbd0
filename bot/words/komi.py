"""Labels of the form for a komi offer."""

from bot.words.translation import text


def offer_form(game_id: int) -> str:
    """Return the title of the form for a komi offer."""
    return text("Your komi offer, game {number}", number=game_id)


def offer_label(most: int, usual: tuple[int, int] | None) -> str:
    """Return the label of the komi field in a form: the usual komi, or else the possible range.

    :param most: the largest possible komi.
    :param usual: the smallest and the largest usual komi; None if unknown.
    """
    if usual is None:
        return text("Turns White may skip (0 to {most})", most=most)
    low, high = usual
    return text("Turns White may skip (usually {low} to {high})", low=low, high=high)


def offer_example(komi: int | None) -> str:
    """Return the placeholder of the komi field in a form: an example or, for None, a hint."""
    return text("A whole number") if komi is None else str(komi)


def usual_komi(low: int, high: int) -> str:
    """Return the line of a challenge card about the usual komi of a board."""
    return text("Usual komi (turns White may skip): {low} to {high}", low=low, high=high)
