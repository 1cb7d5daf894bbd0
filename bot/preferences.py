"""A person's settings in words."""

from collections.abc import Mapping

from bot import labels, texts
from bot.post import Post


def overview(preferences: Mapping[str, str]) -> Post:
    """Show every setting with its value."""
    lines = [
        f"- {labels.PREFERENCES[name]}: **{labels.PREFERENCE_VALUES[name][value]}**"
        for name, value in preferences.items()
        if name in labels.PREFERENCES
    ]
    return Post("\n".join([texts.SETTINGS_TITLE, *lines]))
