"""Names of the languages for menus, each in the language itself."""

from bot.words.languages import languages

_NAMES = {
    "en": "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "ja": "日本語",
    "pt_BR": "Português (Brasil)",
}

# by the code of each language that the bot speaks; without a name the code is shown
LANGUAGES = {code: _NAMES.get(code, code) for code in languages()}
