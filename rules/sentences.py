"""English sentences with their templates and values, so that they can be translated."""

from typing import Self


def short_name(label: str) -> str:
    """Return the short name at the beginning of a label: its words up to the colon."""
    return label.partition(":")[0].rstrip()


def explanation(label: str) -> str:
    """Return the words after the colon of a label, capitalized; empty if the label has no colon."""
    words = label.partition(":")[2].strip()
    return words[:1].upper() + words[1:]


class Listing(tuple[str, ...]):
    """Words to list in a `Sentence`; each translation joins them with its language's separators."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(self)


class ShortNames(Listing):
    """Labels to list in a `Sentence` by their short names, the words up to a colon."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(map(short_name, self))


class Sentence(str):
    """English sentence made of a template and named values.

    ``template`` is the key in a translator's catalogue. `str` methods return the English sentence.

    >>> Sentence("There is no cell {cell}.", cell="Z9")
    'There is no cell Z9.'
    """

    __slots__ = ("template", "values")

    template: str
    values: dict[str, object]

    def __new__(cls, template: str, /, **values: object) -> Self:
        """Fill the template with the values, in English.

        :raises KeyError: if a value for the template is missing.
        """
        made = super().__new__(cls, template.format(**values))
        made.template, made.values = template, values
        return made

    @classmethod
    def restored(cls, template: str, values: dict[str, str]) -> Self:
        """Rebuild a sentence from its stored template and values."""
        return cls(template, **values)

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        """Return the arguments that copying and pickling pass to ``__new__``."""
        return (self.template,), self.values
