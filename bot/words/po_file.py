"""Reader of gettext's `.po` files, so that the file that translators edit is the one in use."""

import gettext
import re
from collections.abc import Iterator
from pathlib import Path

_LINE = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr)(?:\[(\d+)\])?\s+)?"(.*)"\s*$')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}
_PLURAL_RULE = re.compile(r"nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;\n]+)")

_LANGUAGE = re.compile(r"(?i)language:\s*(\w+)")
# everything within backticks, else a command and the name of an option right after it
_COMMAND = re.compile(r"`/[^`]+`|(?<![\w/}])/[a-z][a-z-]*(?: [a-z]+(?=:))?")
_COMMAND_WORD = re.compile(r"(?<![\w{@-])[a-z][a-z-]*(?![\w}])")

NAME = "command"  # message context of names of commands and options

Entry = dict[tuple[str, int], str]  # by keyword and plural form


class PoFile(gettext.NullTranslations):
    """Translations of a `.po` file; messages without a translation remain English.

    The file writes commands, such as `/privacy show`, with their English names; readers see the
    names in their language.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._info: dict[str, str] = {}
        self._texts: dict[str, str] = {}
        self._named: dict[tuple[str, str], str] = {}  # by context and English text
        self._plurals: dict[str, list[str]] = {}
        self._form, self._forms = gettext.c2py("n != 1"), 2
        for entry in _entries(path.read_text("utf-8")):
            self._add(entry)
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

    def _add(self, entry: Entry) -> None:
        english = entry.get(("msgid", 0), "")
        forms = [text for (keyword, _), text in sorted(entry.items()) if keyword == "msgstr"]
        if not english:
            self._read_header(forms)
        elif not all(forms):
            return
        elif ("msgid_plural", 0) in entry:
            if len(forms) == self._forms:
                self._plurals[english] = forms
                self._texts.setdefault(english, forms[0])
        elif (context := entry.get(("msgctxt", 0))) is not None:
            self._named[context, english] = forms[0]
        else:
            self._texts[english] = forms[0]

    def _named_here(self, text: str) -> str:
        """Return a text with the names of its commands in this language."""
        if "/" not in text:
            return text
        return _COMMAND.sub(lambda command: _COMMAND_WORD.sub(self._name_of, command[0]), text)

    def _name_of(self, word: re.Match[str]) -> str:
        return self.pgettext(NAME, word[0])

    def _read_header(self, forms: list[str]) -> None:
        language = _LANGUAGE.search("".join(forms))
        if language is not None:
            self._info = {"language": language[1]}
        rule = _PLURAL_RULE.search("".join(forms))
        if rule is not None:
            self._form, self._forms = gettext.c2py(rule[2]), int(rule[1])


def _entries(source: str) -> Iterator[Entry]:
    """Yield the entries of a file; an empty line ends each entry."""
    for block in source.split("\n\n"):
        entry: Entry = {}
        key = ("", 0)
        for line in block.splitlines():
            found = _LINE.match(line)
            if found is None:
                continue  # a comment
            if found[1]:
                key = (found[1], int(found[2] or 0))
                entry[key] = ""
            entry[key] += _unescaped(found[3])
        yield entry


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), text)
