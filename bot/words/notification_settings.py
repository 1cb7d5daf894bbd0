"""What players read about being told: the values of their settings, and what cannot be read.

Refusals are shown as literal text: no backticks in them.
"""

BAD_QUIET = "Write quiet hours as “22:00-7:00” or “10pm-7am”, from one hour to another, or “off”."
BAD_HOUR = "Write an hour as “8:00”, “22:30” or “8am”, or “off”."
BAD_ZONE = "I do not know that time zone. Write one such as “Europe/Berlin” or “America/New_York”."
DM_REFUSED = (
    "-# Discord did not take my last direct message to you, so for a week I ping you in the "
    "channel. Let people of a server that we share write to you, then choose `/settings turns:` "
    "once more."
)
# nobody is asked for a zone, so that this may be no choice
HOURS_ARE_UTC = "-# These hours are UTC: tell me your own zone with `/settings zone:`."


def quiet(start: str, end: str) -> str:
    return f"{start} to {end}"
