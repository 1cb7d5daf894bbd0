"""What players read about time: clocks, reminders, vacations. Moments become Discord timestamps."""

from datetime import date, datetime, timedelta

from bot.words.escaping import plural

# A clock line begins with one of these signs in every language: posted lines are found by them.
RUNNING_SIGN, STOPPED_SIGN = "⏳", "⏸"
CLOCK_STANDS = f"{STOPPED_SIGN} The clock stands: a vacation."
NOT_THERE = f"{STOPPED_SIGN} The clock stands: I was removed from the server of this game."
NO_CLOCK = "No clock"
STRICT = "strict: the clock decides"
GENTLE = "gentle: nothing happens by itself"
GIVEN = "Two more days are given."
CLAIMED = "The win in game {} is yours."
REMINDED = "They are reminded."
KEPT = "Good. The game goes on."
BACK = "Welcome back. Your clocks are running."
NOT_AWAY = "You are not away. `/away until:2030-08-15` lets your games stand until that day."
NO_VACATION = "Good. Your clock runs on, and there will be no automatic vacation in these turns."
NOT_A_DAY = "Choose a day of the list, or write it as year, month, day, as in “2030-08-15”."
MUTED = "You hear nothing of game {} any more. `/mute game:{} muted:False` undoes it."
UNMUTED = "You hear of game {} again."


def claim_question(game_id: int, opponent: str) -> str:
    return (
        f"Do you want to claim the win in game {game_id}? It ends the game at once: **{opponent}** "
        "has lost it by time. Two more days, or a reminder, let it go on."
    )


def moment(at: datetime) -> str:
    """Show a moment as each reader's Discord words it: `in 2 days`, and later `3 hours ago`."""
    return f"<t:{int(at.timestamp())}:R>"


def day(at: datetime) -> str:
    return f"<t:{int(at.timestamp())}:f>"


def time_until(ends_at: datetime, *, strict: bool) -> str:
    kind = " (strict)" if strict else ""
    return f"{RUNNING_SIGN} Deadline: {moment(ends_at)}{kind}."


def is_clock_line(line: str) -> bool:
    """Return whether a line of a message shows the clock of its turn, by its sign."""
    return line.startswith((RUNNING_SIGN, STOPPED_SIGN))


def pace(
    name: str,
    base: timedelta,
    increment: timedelta,
    cap: timedelta,
    *,
    strict: bool | None = None,
) -> str:
    """Name a pace with its figures, and what happens when the time is up if that is known."""
    figures = f"{_length(base)}, +{_length(increment)} a turn, at most {_length(cap)}"
    if strict is not None:
        figures += f"; {STRICT if strict else GENTLE}"
    return f"{name.capitalize()} ({figures})"


def day_choice(day: date, days: int) -> str:
    """Name a day in an autocomplete list (not markdown)."""
    when = "tomorrow" if days == 1 else f"in {plural(days, 'day')}"
    return f"{day.isoformat()}: {day:%A}, {when}"


def away(ends_at: datetime, strict_ends_at: datetime | None, left: timedelta) -> str:
    """Tell of a vacation; without `strict_ends_at` strict games do not stand."""
    line = f"You are away until {day(ends_at)}. Your games stand, and nobody pings you."
    if strict_ends_at is None and not left:
        return f"{line} Strict games do not: this year's vacation for them is used up."
    if strict_ends_at is not None and strict_ends_at < ends_at:
        line += f" Strict games stand until {day(strict_ends_at)} only."
    rest = timedelta(days=left.days) if left.days > 1 else left
    return f"{line} This year's vacation for strict games has {_length(rest)} left."


def understood(zone: str) -> str:
    """Say in which time zone a day was read; `zone` is the name that the person has set."""
    if zone == "UTC":
        return "The day begins at midnight UTC: tell me your own zone with `/settings zone:`."
    return f"The day begins at midnight in {zone}, your time zone."


def _length(time: timedelta) -> str:
    hours = round(time.total_seconds() / 3600)
    return plural(hours // 24, "day") if hours % 24 == 0 else plural(hours, "hour")
