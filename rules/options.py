"""Options of games, rulesets (games with chosen options) and the registry entry of a game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from rules.board import Board, Patch
from rules.colour import Colour
from rules.position import Position
from rules.sentences import Listing, Sentence, ShortNames, short_name
from rules.topology import Topology, hexhex, square
from rules.typed_text import plain

Value = str | int
Values = Mapping[str, Value]


class OptionError(ValueError):
    """Error for an unknown option, an invalid value, or values that exclude each other.

    The message is a sentence for the player.
    """


class SetupError(ValueError):
    """Error for a requested position that cannot occur in a game, raised by `setup`."""


def _no_sentence(value: Value, others: Values) -> str | None:  # noqa: ARG001 - one signature
    return None


def _no_conflict(options: Values) -> str | None:  # noqa: ARG001 - one signature
    return None


@dataclass(frozen=True, slots=True)
class Option:
    """Option of a game, chosen when a player creates a challenge.

    ``kind`` is "choice" or "number". A choice has its values in ``choices`` and their display names
    in ``labels``. A number is offered to players from ``minimum`` to ``maximum``; ``suggested``
    values come first, and with ``only_suggested`` no others are offered. ``lowest`` is the smallest
    number that the rules accept, if that is below ``minimum``. A ``default`` of None means that the
    option may remain unset. ``known_as`` are the usual names of the choices among experienced
    players, who may type them. ``advice`` is the callback behind `warning`.
    """

    name: str
    label: str
    kind: Literal["choice", "number"]
    choices: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    known_as: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0
    default: Value | None = None
    suggested: tuple[int, ...] = ()
    only_suggested: bool = False
    lowest: int | None = None
    advice: Callable[[Value, Values], str | None] = field(default=_no_sentence, compare=False)

    def warning(self, value: Value, others: Values) -> str | None:
        """Return a warning about a value that is allowed but not advised; None for other values.

        :param others: the values of all options.
        """
        return self.advice(value, others)

    def label_of(self, value: Value) -> str:
        """Return the display name of a value: the label of a choice, or a number as text."""
        names = dict(zip(self.choices, self.labels, strict=True))
        return names.get(str(value), str(value))

    def name_of(self, choice: str) -> str:
        """Return the short name of a choice: its label up to the colon."""
        return short_name(self.label_of(choice))

    def must_be(self) -> Sentence:
        """Return the sentence that states which numbers are offered to players."""
        if self.only_suggested:
            numbers = Listing(map(str, sorted(self.suggested)))
            return Sentence("{option} must be one of {names}.", option=self.label, names=numbers)
        return Sentence(
            "{option} must be a whole number from {lowest} to {highest}.",
            option=self.label,
            lowest=self.minimum,
            highest=self.maximum,
        )

    def read(self, value: object) -> Value:
        """Convert a value, such as a number written as text, to a value that the rules accept.

        :raises OptionError: the rules do not accept the value.
        """
        if self.kind == "choice":
            # Players may type a short name, which they see, or a usual name instead of the value.
            choice = value if value in self.choices else self._meant(str(value))
            if choice is None:
                names = ShortNames(self.labels)
                raise OptionError(
                    Sentence("{option} must be one of {names}.", option=self.label, names=names)
                )
            return str(choice)
        lowest = self.minimum if self.lowest is None else self.lowest
        number = _whole_number(value)
        if number is None or not lowest <= number <= self.maximum:
            raise OptionError(
                Sentence(
                    "{option} must be a whole number from {lowest} to {highest}.",
                    option=self.label,
                    lowest=lowest,
                    highest=self.maximum,
                )
            )
        return number

    def _meant(self, typed: str) -> str | None:
        names = [*map(self.name_of, self.choices), *self.known_as]
        known = dict(zip(map(_key, names), [*self.choices, *self.choices], strict=False))
        return known.get(_key(typed))

    def is_offered(self, value: Value) -> bool:
        """Return whether a value that the rules accept is also offered to players."""
        if self.kind == "choice":
            return True
        if self.only_suggested:
            return value in self.suggested
        return self.minimum <= int(value) <= self.maximum


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Game, its version and the values of all its options, as stored with every game played."""

    game: str
    version: int
    options: Values = field(hash=False)

    def number(self, name: str) -> int | None:
        """Return the value of a number option, or None when it is unset."""
        value = self.options.get(name)
        return None if value is None else int(value)

    def text(self, name: str) -> str:
        """Return the value of a choice option.

        :raises KeyError: the option is unset.
        """
        return str(self.options[name])


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Position requested by a caller of `setup`, which documents the fields.

    ``prison`` is signed: +k for k Black stones, -k for k White stones.
    """

    board: Board
    to_move: Colour
    komi: int = 0
    prison: int = 0
    minimal_incursion: bool = False
    ever_two_groups: tuple[bool, bool] = (False, False)

    def refuse(self, dead: Iterable[Patch], why: str) -> None:
        """Raise `SetupError` if the requested position contains dead groups.

        :param dead: the dead groups, usually none.
        :param why: why the first of them is dead, as the end of a sentence, such as "has no
            lifeline".
        :raises SetupError: a group is dead.
        """
        for cells, _ in dead:
            names = " ".join(self.board.topology.labels(cells))
            raise SetupError(f"The group {names} would be dead at the start: it {why}.")


@dataclass(frozen=True, slots=True)
class Game:
    """Registry entry of one version of a game, with all data needed to offer it to players.

    ``summary`` explains the rules in two or three sentences. ``has_prison`` means that captured
    stones go to a prison and that the move `Hold` exists. ``searchable`` means that the compiled
    search supports the game, which computer opponents of levels 3 to 6 and game reviews need.
    ``quick_size`` is the size that challenges suggest if the default takes two months rather than
    one. ``begin``, ``arrange`` and ``conflict`` are the game's own callbacks for `start`, `setup`
    and `ruleset`.
    """

    key: str
    name: str
    version: int
    shape: Literal["hexhex", "square"]
    options: tuple[Option, ...]
    summary: str
    begin: Callable[[Ruleset], Position] = field(compare=False)
    arrange: Callable[[Ruleset, Arrangement], Position] = field(compare=False)
    conflict: Callable[[Values], str | None] = field(default=_no_conflict, compare=False)
    has_prison: bool = False
    searchable: bool = False
    quick_size: int | None = None

    def option(self, name: str) -> Option:
        """Return the option with this name.

        :raises OptionError: the game has no such option.
        """
        for option in self.options:
            if option.name == name:
                return option
        names = ShortNames(option.label for option in self.options)
        raise OptionError(
            Sentence(
                "{game} has no option “{name}”. Its options are {names}.",
                game=self.name,
                name=name,
                names=names,
            )
        )

    def ruleset(self, values: Mapping[str, object]) -> Ruleset:
        """Return a ruleset with these values; options that are missing or None get their defaults.

        :raises OptionError: an option is unknown, the rules do not accept a value, or values
            exclude each other.
        """
        chosen = {self.option(name).name: value for name, value in values.items()}
        options: dict[str, Value] = {}
        for option in self.options:
            value = chosen.get(option.name)
            value = option.default if value is None else value
            if value is not None:
                options[option.name] = option.read(value)
        if sentence := self.conflict(options):
            raise OptionError(sentence)
        return Ruleset(self.key, self.version, options)

    def offer(self, values: Mapping[str, object]) -> Ruleset:
        """Return a ruleset with these values, all of which must be offered to players.

        :raises OptionError: see `ruleset`; also if a value is accepted only in tests and puzzles.
        """
        ruleset = self.ruleset(values)
        for name, value in ruleset.options.items():
            option = self.option(name)
            if not option.is_offered(value):
                raise OptionError(option.must_be())
        return ruleset

    def warnings(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return the warnings about values of a ruleset that are allowed but not advised."""
        values = ruleset.options
        sentences = (self.option(name).warning(value, values) for name, value in values.items())
        return tuple(sentence for sentence in sentences if sentence)

    def topology(self, ruleset: Ruleset) -> Topology:
        """Return the empty board on which this game is played with a ruleset."""
        size = int(ruleset.options["size"])
        return hexhex(size) if self.shape == "hexhex" else square(size)

    def start(self, ruleset: Ruleset) -> Position:
        """Return the position before the first move of a game with this ruleset."""
        return self.begin(ruleset)


def _key(name: str) -> str:
    return plain(name).casefold()


def _whole_number(value: object) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    number = plain(value) if isinstance(value, str) else ""
    return int(number) if number.isascii() and number.isdigit() and len(number) <= 9 else None
