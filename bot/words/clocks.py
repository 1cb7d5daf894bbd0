"""Sentences and labels of clocks, mutes and vacations, with Discord timestamps."""

from datetime import date, datetime, timedelta

from bot.words.translation import Message, plural, text

GIVE_TIME = Message("Give 2 more days")
REMIND = Message("Send reminder")
CLAIM = Message("Claim win")
CONFIRM_CLAIM = Message("Yes, claim it")
LEAVE_IT = Message("Not now")
NO_VACATION = Message("Cancel vacation")
KEEP_GAME = Message("Keep playing")
I_AM_BACK = Message("I'm back")
AWAY_COMMAND = Message("Take a vacation: pause your games until you're back")
AWAY_UNTIL = Message("The day you come back, e.g. 2030-08-15 (optional)")
MUTE_COMMAND = Message("Mute one of your games, or unmute it")
MUTE_MUTED = Message("Choose False to unmute the game (leave empty to mute it)")

NO_CLOCK = Message("No clock")
GIVEN = Message("Two more days added.")
REMINDED = Message("Reminder sent.")
KEPT = Message("The game continues.")
BACK = Message("Welcome back. Your clocks are running.")
NOT_AWAY = Message("You aren't on vacation. `/away until:2030-08-15` pauses your games until then.")
LEAGUE_GOES_ON = Message(
    "League games aren't paused. Their clocks keep running, and you still get pings and reminders."
)
VACATION_REFUSED = Message(
    "Vacation cancelled. Your clock is running, and no automatic vacation will start during this "
    "turn."
)
NOT_A_DAY = Message("Pick a day from the list, or type year-month-day, e.g. “2030-08-15”.")
DAY_IN_UTC = Message("Days start at midnight UTC. Set your time zone with `/settings zone:`.")


def muted(game_id: int) -> str:
    return text(
        "Game {game_id} is muted, so I won't ping you about it. "
        "`/mute game:{game_id} muted:False` undoes this.",
        game_id=game_id,
    )


def unmuted(game_id: int) -> str:
    return text("Game {game_id} unmuted.", game_id=game_id)


def claimed(game_id: int) -> str:
    return text("You won game {game_id} on time.", game_id=game_id)


def claim_question(game_id: int, opponent: str) -> str:
    return text(
        "Claim the win in game {game_id}? **{opponent}** loses on time, and the game ends at "
        "once. You can also give two more days or send a reminder.",
        game_id=game_id,
        opponent=opponent,
    )


def moment(at: datetime) -> str:
    """Return a relative Discord timestamp, shown as `in 2 days` or `3 hours ago`."""
    return f"<t:{int(at.timestamp())}:R>"


def day(at: datetime) -> str:
    return f"<t:{int(at.timestamp())}:f>"


PACE_NAMES = {
    "relaxed": Message("Relaxed"),
    "standard": Message("Standard"),
    "brisk": Message("Brisk"),
    "none": NO_CLOCK,
    "season": Message("Season"),
}


def pace(name: str, base: timedelta, increment: timedelta, cap: timedelta) -> str:
    """Return the description of a pace (a kind of clock): time, increment and cap.

    :param name: a value of `Pace`.
    :param cap: the most time that a player can have on the clock.
    """
    return text(
        "{pace}: {base} at the start, plus {increment} each turn, up to {cap}",
        pace=PACE_NAMES[name](),
        base=_length(base),
        increment=_length(increment),
        cap=_length(cap),
    )


def short_pace(name: str, base: timedelta, increment: timedelta) -> str:
    """Return the term on a challenge card about a game's clock, in at most 60 characters.

    :param name: a value of `Pace`.
    """
    return text(
        "{pace} clock: {base}, plus {increment} each turn",
        pace=PACE_NAMES[name](),
        base=_length(base),
        increment=_length(increment),
    )


def strict_pace(pace: str, *, rated: bool) -> str:
    """Return the label of a pace (a kind of clock) with automatic loss on time.

    :param pace: the name of the pace.
    :param rated: whether the label says only “rated”, because every rated game has that loss.
    """
    if rated:
        return text("{pace}, rated", pace=pace)
    return strictness(pace, strict=True)


def clock_explained(base: timedelta, increment: timedelta, *, strict: bool) -> str:
    """Return the line below a pace in a menu: the times, and the consequences of a timeout."""
    if strict:
        return text(
            "{base} at the start, plus {increment} each turn. If your time runs out, you lose",
            base=_length(base),
            increment=_length(increment),
        )
    return text(
        "{base} at the start, plus {increment} each turn. If your time runs out, the opponent may "
        "claim the win",
        base=_length(base),
        increment=_length(increment),
    )


def strictness(pace: str, *, strict: bool) -> str:
    """Return the name of a pace, followed by whether a timeout loses the game automatically."""
    if strict:
        return text("{pace}; automatic loss on time", pace=pace)
    return text("{pace}; no automatic loss on time", pace=pace)


def day_choice(day: date, days: int) -> str:
    """Return the label of a day, `days` days ahead, in an autocomplete list (plain text)."""
    weekday = WEEKDAYS[day.weekday()]()
    if days == 1:
        return text("{day}: {weekday}, tomorrow", day=day.isoformat(), weekday=weekday)
    return plural(
        "{day}: {weekday}, in {count} day",
        "{day}: {weekday}, in {count} days",
        days,
        day=day.isoformat(),
        weekday=weekday,
    )


WEEKDAYS = (
    Message("Monday"),
    Message("Tuesday"),
    Message("Wednesday"),
    Message("Thursday"),
    Message("Friday"),
    Message("Saturday"),
    Message("Sunday"),
)


def away(ends_at: datetime, strict_ends_at: datetime | None, left: timedelta) -> str:
    """Return the status of a vacation that the player has taken.

    :param strict_ends_at: when games with automatic loss on time continue; None if they are not
        paused.
    :param left: the remaining vacation for such games this year.
    """
    line = text(
        "You're on vacation until {day}. Your games are paused, and you get no pings.",
        day=day(ends_at),
    )
    if strict_ends_at is None and not left:
        return f"{line}\n{NO_STRICT_VACATION()}"
    rest = timedelta(days=left.days) if left.days > 1 else left
    if strict_ends_at is not None and strict_ends_at < ends_at:
        return "\n".join([line, _strict_until(strict_ends_at), _strict_left(rest)])
    return f"{line}\n{_strict_left(rest)}"


def away_automatically(ends_at: datetime, left: timedelta) -> str:
    """Return the status of an automatic vacation, which begins shortly before a loss on time.

    :param left: the remaining vacation for games with automatic loss on time this year.
    """
    line = text(
        "You were almost out of time, so your games with automatic loss on time are paused until "
        "{day}. Your other games go on.",
        day=day(ends_at),
    )
    return f"{line}\n{_strict_left(timedelta(days=left.days) if left.days > 1 else left)}"


NO_STRICT_VACATION = Message(
    "Games with automatic loss on time aren't paused: you've used up this year's vacation for "
    "them. You still get pings and reminders about these games."
)


def _strict_until(ends_at: datetime) -> str:
    return text("Games with automatic loss on time are paused only until {day}.", day=day(ends_at))


def _strict_left(left: timedelta) -> str:
    return text(
        "You have {length} of vacation left this year for games with automatic loss on time.",
        length=_length(left),
    )


def understood(zone: str) -> str:
    """Return the note below a new vacation about the time zone in which its days begin."""
    if zone == "UTC":
        return DAY_IN_UTC()
    return text("Days start at midnight in {zone}, your time zone.", zone=zone)


def _length(time: timedelta) -> str:
    hours = round(time.total_seconds() / 3600)
    if hours % 24 == 0:
        return plural("{count} day", "{count} days", hours // 24)
    return plural("{count} hour", "{count} hours", hours)
