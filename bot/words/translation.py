"""Translation of messages into the current language; the functions are those of `renderer`."""

from renderer import phrases, translation

ENGLISH = translation.ENGLISH
Message = translation.Message
in_language = translation.in_language
plural = translation.plural
present_catalogue = translation.present_catalogue
text = translation.text
translated = phrases.translated
use = translation.use
