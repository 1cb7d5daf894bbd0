"""Lookup of messages in the current language: the functions of `renderer.translation`."""

from renderer import translation

ENGLISH = translation.ENGLISH
Message = translation.Message
in_language = translation.in_language
plural = translation.plural
present_catalogue = translation.present_catalogue
text = translation.text
translated = translation.translated
use = translation.use
