"""Labels of the form for a komi offer."""

from bot.words.translation import text


def offer_form(game_id: int) -> str:
    """Return the title of the form."""
    return text("Your komi offer, game {number}", number=game_id)


def offer_label(most: int, usual: tuple[int, int] | None) -> str:
    """Return the label of the field, with the usual or the possible komi on the board.

    :param usual: the smallest and the largest usual komi, if known.
    """
    if usual is None:
        return text("Turns White may skip (0 to {most})", most=most)
    low, high = usual
    return text("Turns White may skip (usually {low} to {high})", low=low, high=high)


def offer_example(
    usual: tuple[int, int] | None, elsewhere: tuple[int, int, int] | None = None
) -> str:
    """Return the placeholder of the field: an example, or that no usual komi is known.

    :param elsewhere: size and usual komi of the nearest board with a known one.
    """
    if usual is not None:
        return str(usual[0])
    if elsewhere is None:
        return text("A whole number")
    size, low, high = elsewhere
    return text("Example: {low} to {high} on size {size}", size=size, low=low, high=high)


def usual_komi(low: int, high: int) -> str:
    """Return a line of a challenge card or an offer about the usual komi of a board."""
    return text("Usual komi (turns White may skip): {low} to {high}", low=low, high=high)
