"""Labels and sentences of a person's settings."""

from collections.abc import Sequence

from bot.words.translation import Message, text
from renderer.phrases import enumerated, span

SETTINGS_COMMAND = Message("Your settings: boards, tips, notifications")
ON, OFF = Message("On"), Message("Off")
ON_OFF = {"on": ON, "off": OFF}
OFF_ON = {"off": OFF, "on": ON}

LANGUAGE = Message("Language")
AS_IN_DISCORD = Message("As in Discord")
THEME = Message("Colours of your boards")
ORIENTATION = Message("Board rotation")
ORIENTATIONS = {
    "0": Message("None"),
    "90": Message("Quarter turn right (larger hexagons on a phone)"),
    "180": Message("Half turn"),
    "270": Message("Quarter turn left (larger hexagons on a phone)"),
    "mirror": Message("Mirrored left to right"),
    "mirror-90": Message("Quarter turn right, then mirrored left to right"),
    "mirror-180": Message("Mirrored top to bottom"),
    "mirror-270": Message("Quarter turn left, then mirrored left to right"),
}
VIEW = Message("What your boards show")
VIEW_KEPT = Message(
    "-# Your boards will look like this from now on. `/settings view:` changes that."
)
CONFIRM = Message("Preview before a move is played")
CONFIRMATIONS = {
    "losses": Message("When stones are taken or lost"),
    "always": Message("Always, even for typed moves"),
    "never": Message("Never"),
}
TIPS = Message("Tips in your first three games")
ONLY_MOVE = Message("Play your only legal move at once")
VACATION = Message("Automatic vacation before a loss on time")
OUTSIDE = Message("If I can't ping you in the channel")
WAIT_OR_DM = {"wait": Message("Do nothing"), "dm": Message("Send a direct message")}
RATINGS = Message("Who sees your ratings")
READERS_OF_RATINGS = {"shown": Message("Everyone"), "hidden": Message("Only you")}

TURNS = Message("Notification of your turn")
WAYS = {
    "channel": Message("Ping in the channel"),
    "dm": Message("Direct message"),
    "both": Message("Ping and direct message"),
    "none": Message("None"),
}
QUIET = Message("Quiet hours")
QUIET_ARGUMENT = Message("Quiet hours, e.g. 22:00-7:00, or “off”")
DIGEST = Message("Daily digest")
DIGEST_ARGUMENT = Message("When to send one daily message instead of pings, e.g. 8:00, or “off”")
ZONE = Message("Time zone")
ZONE_ARGUMENT = Message("Your time zone, e.g. Europe/Berlin")
REMINDERS = Message("Reminder before a deadline")
REMINDER_TIMES = {
    "on": Message("When a quarter of your time is left"),
    "1h": Message("1 hour before"),
    "3h": Message("3 hours before"),
    "6h": Message("6 hours before"),
    "12h": Message("12 hours before"),
    "24h": Message("1 day before"),
    "48h": Message("2 days before"),
    "off": OFF,
}

SETTINGS_TITLE = Message("**Your settings**")
CHANGE_SETTING = Message("Change a setting")
# refusals are escaped before they are shown, so they contain no markdown
BAD_QUIET = Message("Type quiet hours as “22:00-7:00” or “10pm-7am”, or “off”.")
BAD_HOUR = Message("Type a time as “8:00”, “22:30” or “8am”, or “off”.")
BAD_ZONE = Message("Unknown time zone. Type one such as “Europe/Berlin” or “America/New_York”.")
DM_REFUSED = Message(
    "-# Discord refused my last direct message to you, so I'll ping you in the channel for a "
    "week. To get direct messages sooner, allow them from members of a server we share, then "
    "choose your notification setting again."
)
# UTC is the default, so it may not have been chosen
HOURS_ARE_UTC = Message("-# These times are UTC. Set your time zone with `/settings zone:`.")


def quiet(start: str, end: str) -> str:
    return span(start, end)


def theme_samples(titles: Sequence[str]) -> str:
    """Return the alternative text of the picture with a sample of each theme."""
    return text("The same board in each colour theme: {titles}.", titles=enumerated(titles))


def line(name: str, value: str) -> str:
    """Return the line about one setting in the overview of a person's settings."""
    return text("- {name}: **{value}**", name=name, value=value)
