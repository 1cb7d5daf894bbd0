"""Sentences about clocks, reminders and vacations, with Discord timestamps."""

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
    """Return a relative Discord timestamp, shown as `in 2 days` or `3 hours ago`."""
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
    """Return the description of a pace: base time, increment, cap, and strictness if known."""
    figures = f"{_length(base)}, +{_length(increment)} a turn, at most {_length(cap)}"
    if strict is not None:
        figures += f"; {STRICT if strict else GENTLE}"
    return f"{name.capitalize()} ({figures})"


def day_choice(day: date, days: int) -> str:
    """Return the label of a day in an autocomplete list (plain text)."""
    when = "tomorrow" if days == 1 else f"in {plural(days, 'day')}"
    return f"{day.isoformat()}: {day:%A}, {when}"


def away(ends_at: datetime, strict_ends_at: datetime | None, left: timedelta) -> str:
    """Return the status of a vacation; strict games pause only until `strict_ends_at`, if given."""
    line = f"You are away until {day(ends_at)}. Your games stand, and nobody pings you."
    if strict_ends_at is None and not left:
        return f"{line} Strict games do not: this year's vacation for them is used up."
    if strict_ends_at is not None and strict_ends_at < ends_at:
        line += f" Strict games stand until {day(strict_ends_at)} only."
    rest = timedelta(days=left.days) if left.days > 1 else left
    return f"{line} This year's vacation for strict games has {_length(rest)} left."


def understood(zone: str) -> str:
    """Return the sentence about the time zone in which a day was parsed."""
    if zone == "UTC":
        return "The day begins at midnight UTC: tell me your own zone with `/settings zone:`."
    return f"The day begins at midnight in {zone}, your time zone."


def _length(time: timedelta) -> str:
    hours = round(time.total_seconds() / 3600)
    return plural(hours // 24, "day") if hours % 24 == 0 else plural(hours, "hour")
