"""Where the board comes, for who has just let a game go on."""

GONE = "The channel of this game is gone: use /board to see the board."


def follows(where: str | None = "") -> str:
    """Announce the board.

    :param where: where it is posted; empty if that is in sight, None if there is no such place.
    """
    return GONE if where is None else f"The board follows{where and ' '}{where}."


def in_channel(channel_id: int) -> str:
    return f"in <#{channel_id}>"
