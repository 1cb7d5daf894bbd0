"""Labels and sentences about personal data."""

from collections.abc import Callable, Mapping

from bot.words.translation import Message, plural, text
from renderer.phrases import sentences

PRIVACY_COMMAND = Message("See, download or delete your data")
SHOW_COMMAND = Message("See what is stored about you")
EXPORT_COMMAND = Message("Download everything that is stored about you, as one file")
DELETE_COMMAND = Message("Delete everything stored about you (you'll be asked to confirm)")
CONFIRM_DELETE = Message("Delete everything")
KEEP_MY_DATA = Message("Cancel")

NOTHING_STORED = Message("Nothing is stored about you.")
NOTHING_SHOWN = Message(
    "Nothing is stored about you. (I don't show whether other players have blocked you.)"
)
TITLE = Message("**What is stored about you**")
EXPORTED = Message(
    "This file has everything stored about you, as JSON. `/privacy show` lists the contents."
)
KEPT = Message("Nothing was deleted.")
# a refusal: no markdown
NOT_YOURS = Message("This button is for the person who asked. For your own data, use /privacy.")
DELETED = Message(
    "Everything about you has been deleted. If you play again, you'll start as a new player. "
    "Messages already posted stay in Discord. Backups still contain your data until they're "
    "replaced."
)
QUESTION = Message("**Delete everything about you?** This can't be undone.")
EVERYTHING_ELSE = Message("- Your settings, blocks, vacations and all other data are deleted.")
POSTED_STAYS = Message(
    "Messages, pictures and threads already posted stay in Discord: delete them there, or ask the "
    "server's moderators. You can come back as a new player."
)
SETTINGS_ROW = Message("your Discord id, your last known name and your settings")
STREAK_ROW = Message("your streak in the puzzle of the day")
PUZZLE_RATING_ROW = Message("your puzzle rating")


def stored(rows: Mapping[str, int]) -> list[str]:
    """Return a line about the stored data of a person for each table that has any.

    :param rows: numbers of rows by table.
    """
    return [f"- {LINES[table](number)}" for table, number in rows.items() if number]


def advice(policy: str | None) -> str:
    """Return the sentences about export and deletion of personal data and the privacy policy.

    :param policy: the URL of the policy; None without one.
    """
    if policy is None:
        return ADVICE()
    link = text("Privacy policy: <{url}>", url=policy)
    return sentences(ADVICE(), link)


ADVICE = Message("`/privacy export` downloads your data, and `/privacy delete` deletes it.")


def consequences(running: int, open_challenges: int, finished: int) -> list[str]:
    """Return the consequences of a deletion for a person's games and challenges, one per line."""
    lines = []
    if running:
        lines.append(
            plural(
                "- You resign {count} game: your opponent wins.",
                "- You resign {count} games: your opponents win.",
                running,
            )
        )
    if open_challenges:
        lines.append(
            plural(
                "- {count} open challenge is withdrawn.",
                "- {count} open challenges are withdrawn.",
                open_challenges,
            )
        )
    if finished:
        lines.append(
            plural(
                "- {count} finished game is kept, with “deleted player” as your name.",
                "- {count} finished games are kept, with “deleted player” as your name.",
                finished,
            )
        )
    return lines


def _games(count: int) -> str:
    return plural(
        "{count} game with its moves and their times",
        "{count} games with their moves and times",
        count,
    )


def _challenges(count: int) -> str:
    return plural("{count} challenge", "{count} challenges", count)


def _outbox(count: int) -> str:
    return plural(
        "{count} notification for you, pending or sent in the last 30 days",
        "{count} notifications for you, pending or sent in the last 30 days",
        count,
    )


def _interactions(count: int) -> str:
    return plural(
        "{count} command or button press from the last two days",
        "{count} commands and button presses from the last two days",
        count,
    )


def _vacations(count: int) -> str:
    return plural("{count} vacation", "{count} vacations", count)


def _turn_notifications(count: int) -> str:
    return plural(
        "{count} record of how you were notified of a turn (kept for 60 days)",
        "{count} records of how you were notified of a turn (kept for 60 days)",
        count,
    )


def _mutes(count: int) -> str:
    return plural("{count} muted game", "{count} muted games", count)


def _person_blocks(count: int) -> str:
    return plural("{count} player blocked by you", "{count} players blocked by you", count)


def _server_blocks(count: int) -> str:
    return plural(
        "{count} block in a server, against you or made by you as a moderator",
        "{count} blocks in servers, against you or made by you as a moderator",
        count,
    )


def _try_boards(count: int) -> str:
    return plural("{count} try-board", "{count} try-boards", count)


def _try_nodes(count: int) -> str:
    return plural(
        "{count} move you tried, with its note and plan",
        "{count} moves you tried, with their notes and plans",
        count,
    )


def _watchers(count: int) -> str:
    return plural("{count} game you're watching", "{count} games you're watching", count)


def _guesses(count: int) -> str:
    return plural(
        "{count} guess at the next turn of a game",
        "{count} guesses at the next turn of a game",
        count,
    )


def _last_looks(count: int) -> str:
    return plural(
        "{count} record of the last turn you saw in a game",
        "{count} records of the last turn you saw in a game",
        count,
    )


def _ratings(count: int) -> str:
    return plural("your rating in {count} game", "your ratings in {count} games", count)


def _rating_events(count: int) -> str:
    return plural(
        "{count} rating change after a rated game",
        "{count} rating changes after rated games",
        count,
    )


def _rated_members(count: int) -> str:
    return plural(
        "{count} record of where you've played rated games (server and game)",
        "{count} records of where you've played rated games (server and game)",
        count,
    )


def _offers(count: int) -> str:
    return plural("{count} offer in the lobby", "{count} offers in the lobby", count)


def _reports(count: int) -> str:
    return plural("{count} report to the operator", "{count} reports to the operator", count)


def _lobby_members(count: int) -> str:
    return plural(
        "{count} server where you've used the lobby",
        "{count} servers where you've used the lobby",
        count,
    )


def _puzzle_attempts(count: int) -> str:
    return plural(
        "{count} puzzle shown to you, with your turns and your vote",
        "{count} puzzles shown to you, with your turns and your votes",
        count,
    )


def _mistakes(count: int) -> str:
    return plural(
        "{count} puzzle from your own games",
        "{count} puzzles from your own games",
        count,
    )


def _daily_entries(count: int) -> str:
    return plural(
        "{count} puzzle of the day that you opened in a server (kept for 30 days)",
        "{count} puzzles of the day that you opened in servers (kept for 30 days)",
        count,
    )


def _daily_channels(count: int) -> str:
    return plural(
        "{count} server where you turned on the puzzle of the day",
        "{count} servers where you turned on the puzzle of the day",
        count,
    )


def _week_channels(count: int) -> str:
    return plural(
        "{count} server where you turned on weekly news",
        "{count} servers where you turned on weekly news",
        count,
    )


def _deadlines(count: int) -> str:
    return plural("{count} scheduled reminder", "{count} scheduled reminders", count)


# by table with personal data
def _leagues(count: int) -> str:
    return plural("{count} league that you opened", "{count} leagues that you opened", count)


def _league_members(count: int) -> str:
    return plural("{count} league that you joined", "{count} leagues that you joined", count)


def _league_places(count: int) -> str:
    return plural("{count} league season", "{count} league seasons", count)


def _league_rulings(count: int) -> str:
    return plural(
        "{count} action in a league, by you as an organiser or about you",
        "{count} actions in leagues, by you as an organiser or about you",
        count,
    )


LINES: dict[str, Callable[[int], str]] = {
    "players": lambda _: SETTINGS_ROW(),
    "games": _games,
    "challenges": _challenges,
    "outbox": _outbox,
    "interactions": _interactions,
    "vacations": _vacations,
    "turn_notifications": _turn_notifications,
    "mutes": _mutes,
    "person_blocks": _person_blocks,
    "server_blocks": _server_blocks,
    "try_boards": _try_boards,
    "try_nodes": _try_nodes,
    "last_looks": _last_looks,
    "watchers": _watchers,
    "guesses": _guesses,
    "ratings": _ratings,
    "rating_events": _rating_events,
    "rated_members": _rated_members,
    "offers": _offers,
    "reports": _reports,
    "lobby_members": _lobby_members,
    "puzzle_attempts": _puzzle_attempts,
    "puzzle_solvers": lambda _: PUZZLE_RATING_ROW(),
    "mistakes": _mistakes,
    "daily_entries": _daily_entries,
    "daily_streaks": lambda _: STREAK_ROW(),
    "daily_channels": _daily_channels,
    "week_channels": _week_channels,
    "leagues": _leagues,
    "league_members": _league_members,
    "league_places": _league_places,
    "league_rulings": _league_rulings,
    "deadlines": _deadlines,
}
