"""Labels and sentences about personal data."""

from collections.abc import Mapping

from bot.words.escaping import plural

PRIVACY_COMMAND = "See, take with you, or delete what is stored about you"
SHOW_COMMAND = "What is stored about you, in plain words"
EXPORT_COMMAND = "Get everything that is stored about you, as one file"
DELETE_COMMAND = "Delete everything about you; you are asked again first"
CONFIRM_DELETE = "Yes, delete everything"
KEEP_MY_DATA = "Keep everything"

NOTHING_STORED = "Nothing is stored about you."
NOTHING_SHOWN = (
    "Nothing is stored about you, unless other players have blocked you: that is not shown."
)
TITLE = "**What is stored about you**"
EXPORTED = (
    "This is everything that is stored about you, as JSON: your settings, your games with all "
    "their moves, and what else `/privacy show` counts."
)
KEPT = "Good. Everything stays as it is."
NOT_YOURS = "Only the person who asked can answer this. Your own data: `/privacy show`."
DELETED = (
    "Everything about you is deleted. If you play again, you begin as somebody new. What was "
    "posted already stays in Discord; backups of the bot forget you when they are replaced."
)
QUESTION = "**Delete everything about you?** This cannot be undone."
EVERYTHING_ELSE = "- your settings, blocks, vacations and all else about you are deleted"
POSTED_STAYS = (
    "Messages, pictures and threads that were posted already stay in Discord: delete them there, "
    "or ask the server's moderators. You may come back as somebody new."
)

# by table with personal data: the line for one row, and for several
LINES = {
    "players": ("your Discord id, the name last seen, and your settings",) * 2,
    "games": ("{} game with its moves and their times", "{} games with their moves and times"),
    "challenges": ("{} challenge", "{} challenges"),
    "outbox": (
        "{} letter to you, waiting or sent in the last 30 days",
        "{} letters to you, waiting or sent in the last 30 days",
    ),
    "interactions": (
        "{} command or press of the last two days",
        "{} commands and presses of the last two days",
    ),
    "vacations": ("{} vacation", "{} vacations"),
    "turn_notifications": (
        "how {} turn was told to you (kept for 60 days)",
        "how {} turns were told to you (kept for 60 days)",
    ),
    "notification_settings": ("how you want to be told",) * 2,
    "mutes": ("{} muted game", "{} muted games"),
    "person_blocks": ("{} person whom you have blocked", "{} people whom you have blocked"),
    "server_blocks": (
        "{} block in a server: of you, or made by you as a moderator",
        "{} blocks in servers: of you, or made by you as a moderator",
    ),
    "try_boards": ("{} try-board", "{} try-boards"),
    "try_nodes": (
        "{} move you tried, with its note and plan",
        "{} moves you tried, with their notes and plans",
    ),
    "ratings": ("your rating in {} game of the family", "your ratings in {} games of the family"),
    "rating_events": (
        "how {} rated game changed your rating",
        "how {} rated games changed your ratings",
    ),
    "rated_members": (
        "{} server and game in which you have played rated games",
        "{} servers and games in which you have played rated games",
    ),
    "deadlines": (
        "{} moment at which you are to be told something",
        "{} moments at which you are to be told something",
    ),
}


def stored(rows: Mapping[str, int]) -> list[str]:
    """Return one line for each table with rows about a person."""
    return [
        f"- {LINES[table][number > 1].format(number)}" for table, number in rows.items() if number
    ]


def advice(policy: str | None) -> str:
    """Return the sentence about export, deletion and the privacy policy."""
    more = f" How it is used: <{policy}>" if policy else ""
    return f"`/privacy export` gives you all of it as a file, `/privacy delete` deletes it.{more}"


def consequences(running: int, open_challenges: int, finished: int) -> list[str]:
    """Return the consequences of a deletion as lines of a list."""
    return [
        *_line(running, "running game", "given up: your opponents win"),
        *_line(open_challenges, "open challenge", "closed"),
        *_line(finished, "finished game", "kept with the moves, under “deleted player”"),
    ]


def _line(number: int, what: str, fate: str) -> list[str]:
    verb = "is" if number == 1 else "are"
    return [f"- {plural(number, what)} {verb} {fate}"] if number else []
