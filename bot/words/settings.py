"""Labels and sentences of a person's settings: preferences and notification settings."""

SETTINGS_COMMAND = "Set what your boards look like and what you are asked; shows what is set"
PREFERENCES = {
    "theme": "Colours of your private pictures",
    "orientation": "How boards are turned in your private pictures",
    "confirm": "When a move is shown before it is played",
    "hints": "Hints in your first three games",
    "outside": "Your turn where the bot is only a guest (direct messages, groups)",
    "ratings": "Your ratings, in leaderboards and in your profile",
}
PREFERENCE_VALUES = {
    "orientation": {
        "0": "As everybody sees them",
        "90": "A quarter turn to the right (hexagons on a corner: larger on a phone)",
        "180": "Half a turn, seen from the other side",
        "270": "A quarter turn to the left (hexagons on a corner: larger on a phone)",
        "mirror": "Left and right exchanged",
        "mirror-90": "A quarter turn to the right, then left and right exchanged",
        "mirror-180": "Top and bottom exchanged",
        "mirror-270": "A quarter turn to the left, then left and right exchanged",
    },
    "outside": {"wait": "Waits until I look", "dm": "A direct message"},
    "confirm": {
        "losses": "When something is taken or lost",
        "always": "Always, a typed one too",
        "never": "Never",
    },
    "hints": {"on": "On", "off": "Off"},
    "ratings": {"shown": "Everyone sees them", "hidden": "Only you see them"},
}

TURNS = "How you are told that it is your turn"
WAYS = {
    "channel": "A ping in the channel",
    "dm": "A direct message",
    "both": "Both, ping and direct message",
    "none": "Not at all",
}
QUIET = "Quiet hours"
QUIET_ARGUMENT = "Hours without a word, such as 22:00-7:00; off for none"
DIGEST = "One message a day instead of pings, at"
DIGEST_ARGUMENT = "An hour for one message a day instead of pings, such as 8:00; off for none"
ZONE = "Time zone"
ZONE_ARGUMENT = "Your time zone, such as Europe/Berlin"
REMINDERS = "A reminder before your time runs out"
ON_OFF = {"on": "On", "off": "Off"}

SETTINGS_TITLE = "**Your settings**"
# Refusals are escaped before they are shown: no markdown in them.
BAD_QUIET = "Write quiet hours as “22:00-7:00” or “10pm-7am”, from one hour to another, or “off”."
BAD_HOUR = "Write an hour as “8:00”, “22:30” or “8am”, or “off”."
BAD_ZONE = "I do not know that time zone. Write one such as “Europe/Berlin” or “America/New_York”."
DM_REFUSED = (
    "-# Discord did not take my last direct message to you, so for a week I ping you in the "
    "channel. Let people of a server that we share write to you, then choose `/settings turns:` "
    "once more."
)
# UTC is the default, so it may not be a choice
HOURS_ARE_UTC = "-# These hours are UTC: tell me your own zone with `/settings zone:`."


def quiet(start: str, end: str) -> str:
    return f"{start} to {end}"
