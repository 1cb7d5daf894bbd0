"""Reader of translations from gettext's `.po` files, the files that translators edit."""

import gettext
import re
from pathlib import Path

import polib

_PLURAL_RULE = re.compile(r"nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;\n]+)")
# everything within backticks, else a command and the name of an option right after it
_COMMAND = re.compile(r"`/[^`]+`|(?<![\w/}])/[a-z][a-z-]*(?: [a-z]+(?=:))?")
_COMMAND_WORD = re.compile(r"(?<![\w{@-])[a-z][a-z-]*(?![\w}])")

NAME = "command"  # message context of names of commands and options


class PoFile(gettext.NullTranslations):
    """Translations of a `.po` file; untranslated and fuzzy messages remain English.

    The file writes commands, such as `/privacy show`, with their English names; readers see the
    names in their language.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._texts: dict[str, str] = {}
        self._named: dict[tuple[str, str], str] = {}  # by context and English text
        self._plurals: dict[str, list[str]] = {}
        file = polib.pofile(str(path))
        self._info = {name.lower(): value for name, value in file.metadata.items()}
        forms, rule = _plural_rule(self._info.get("plural-forms", ""))
        self._form = gettext.c2py(rule)
        for entry in file.translated_entries():
            self._add(entry, forms)
        self._texts = {english: self._named_here(text) for english, text in self._texts.items()}
        self._plurals = {
            english: [self._named_here(text) for text in forms]
            for english, forms in self._plurals.items()
        }

    def gettext(self, message: str) -> str:
        return self._texts.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms = self._plurals.get(msgid1)
        if forms is None:
            return msgid1 if n == 1 else msgid2
        return forms[self._form(n)]

    def info(self) -> dict[str, str]:
        return self._info

    def pgettext(self, context: str, message: str) -> str:
        return self._named.get((context, message), message)

    def _add(self, entry: polib.POEntry, forms: int) -> None:
        if entry.msgid_plural:
            if len(entry.msgstr_plural) == forms:
                self._plurals[entry.msgid] = [entry.msgstr_plural[form] for form in range(forms)]
                self._texts.setdefault(entry.msgid, entry.msgstr_plural[0])
        elif entry.msgctxt:
            self._named[entry.msgctxt, entry.msgid] = entry.msgstr
        else:
            self._texts[entry.msgid] = entry.msgstr

    def _named_here(self, text: str) -> str:
        """Return a text in which the names of commands are translated."""
        if "/" not in text:
            return text
        return _COMMAND.sub(lambda command: _COMMAND_WORD.sub(self._name_of, command[0]), text)

    def _name_of(self, word: re.Match[str]) -> str:
        return self.pgettext(NAME, word[0])


def _plural_rule(header: str) -> tuple[int, str]:
    """Return the number of plural forms and the rule that chooses a form, from a file's header.

    Without a rule in the header, they are those of English.
    """
    found = _PLURAL_RULE.search(header)
    return (int(found[1]), found[2]) if found else (2, "n != 1")
