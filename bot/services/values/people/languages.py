"""Names of the languages for menus, each in its own language."""

from bot.words.languages import languages

_NAMES = {
    "en": "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "ja": "日本語",
    "pt_BR": "Português (Brasil)",
}

# by language code; a language without a name is shown by its code
LANGUAGES = {code: _NAMES.get(code, code) for code in languages()}
