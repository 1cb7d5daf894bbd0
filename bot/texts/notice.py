"""What players read about being told: the values of their settings, and what cannot be read."""

from bot.services.hours import Quiet, minute_text

BAD_QUIET = "Write quiet hours as `22:00-7:00`, or `off`."
BAD_HOUR = "Write an hour as `8:00` or `22:30`, or `off`."
BAD_ZONE = "I do not know that time zone. Write one such as `Europe/Berlin` or `America/New_York`."


def quiet(hours: Quiet | None) -> str:
    return "off" if hours is None else f"{minute_text(hours.start)} to {minute_text(hours.end)}"
