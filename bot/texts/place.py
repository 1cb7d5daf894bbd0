"""Where the board comes, for who has just let a game go on."""


def follows(where: str = "") -> str:
    """Announce the board; `where` it comes, unless that is in sight."""
    return f"The board follows{where and ' '}{where}."


def in_channel(channel_id: int) -> str:
    return f"in <#{channel_id}>"
