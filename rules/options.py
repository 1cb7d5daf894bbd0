"""What can be chosen for a game, the choices made (a ruleset), and the entry of a game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from rules.board import Board, Patch
from rules.colour import Colour
from rules.position import Position
from rules.topology import Topology, hexhex, square

Value = str | int
Values = Mapping[str, Value]


class OptionError(ValueError):
    """A choice that the game does not have, or choices that exclude each other.

    The message is a sentence for the player.
    """


class SetupError(ValueError):
    """A position that `setup` cannot build because no game leads to it."""


def _nothing(value: Value, others: Values) -> str | None:  # noqa: ARG001 - one signature
    return None


def _no_conflict(options: Values) -> str | None:  # noqa: ARG001 - one signature
    return None


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a challenge.

    ``kind`` is "choice" (``choices`` are the values, ``labels`` the same for people) or "number"
    (``minimum`` to ``maximum`` are offered to players, ``suggested`` first of all, and nothing
    else if ``only_suggested``). ``lowest`` is the least number that the rules accept where that
    is less than what is offered. ``default`` None means that the option may stay unset.
    """

    name: str
    label: str
    kind: Literal["choice", "number"]
    choices: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0
    default: Value | None = None
    suggested: tuple[int, ...] = ()
    only_suggested: bool = False
    lowest: int | None = None
    advice: Callable[[Value, Values], str | None] = field(default=_nothing, compare=False)
    wording: Callable[[Value, Values], str | None] = field(default=_nothing, compare=False)

    def warning(self, value: Value, others: Values) -> str | None:
        """Say a sentence about a value that is allowed but not advised, else None.

        :param others: the values of all options.
        """
        return self.advice(value, others)

    def label_of(self, value: Value) -> str:
        """Name a value for people."""
        names = dict(zip(self.choices, self.labels, strict=True))
        return names.get(str(value), str(value))

    def meaning(self, value: Value, others: Values) -> str:
        """Name a value for people who see all values: another option may change what it means.

        :param others: the values of all options.
        """
        return self.wording(value, others) or self.label_of(value)

    def name_of(self, choice: str) -> str:
        """Name a choice in a few words: its label up to the explanation."""
        return self.label_of(choice).partition(":")[0]

    def range(self) -> str:
        """Say in words which numbers players are offered."""
        if self.only_suggested:
            return f"one of {', '.join(map(str, sorted(self.suggested)))}"
        return f"a whole number from {self.minimum} to {self.maximum}"

    def read(self, value: object) -> Value:
        """Turn a value, perhaps a number written as text, into one that the rules accept.

        :raises OptionError: they do not.
        """
        if self.kind == "choice":
            # people read the names, and may type one
            meant = {self.name_of(each).casefold(): each for each in self.choices}
            choice = meant.get(str(value).casefold(), value)
            if choice not in self.choices:
                names = ", ".join(map(self.name_of, self.choices))
                raise OptionError(f"{self.label} must be one of {names}.")
            return str(choice)
        lowest = self.minimum if self.lowest is None else self.lowest
        number = _whole_number(value)
        if number is None or not lowest <= number <= self.maximum:
            raise OptionError(
                f"{self.label} must be a whole number from {lowest} to {self.maximum}."
            )
        return number

    def is_offered(self, value: Value) -> bool:
        """Tell whether a value that the rules accept is one that players are offered."""
        if self.kind == "choice":
            return True
        if self.only_suggested:
            return value in self.suggested
        return self.minimum <= int(value) <= self.maximum


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A game, its version and the values of all its options: what is stored with a game."""

    game: str
    version: int
    options: Values = field(hash=False)

    def number(self, name: str) -> int | None:
        """Give the value of a number option, None when it is not set."""
        value = self.options.get(name)
        return None if value is None else int(value)

    def text(self, name: str) -> str:
        """Give the value of a choice."""
        return str(self.options[name])


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A position in the game proper as `setup` is asked for it.

    ``prison`` is signed: +k for k Black stones, -k for k White stones.
    """

    board: Board
    to_move: Colour
    komi: int = 0
    prison: int = 0
    minimal_incursion: bool = False
    ever_two_groups: tuple[bool, bool] = (False, False)

    def refuse(self, dead: Iterable[Patch], why: str) -> None:
        """Refuse the position if there are dead groups in it.

        :raises SetupError: there are.
        """
        for cells, _ in dead:
            names = " ".join(self.board.topology.labels(cells))
            raise SetupError(f"The group {names} would be dead at the start: it {why}.")


@dataclass(frozen=True, slots=True)
class Game:
    """The entry of one game in one version: everything the other packages need to offer it.

    ``summary`` says in two or three sentences how it is played, ``hints`` what is worth teaching.
    ``has_prison``: stones taken go to a prison, and there is the move `Hold`. ``searchable``: the
    compiled kernel of `sparring` knows its rules, which levels 3 to 6 and reviews need.
    """

    key: str
    name: str
    version: int
    shape: Literal["hexhex", "square"]
    options: tuple[Option, ...]
    summary: str
    hints: tuple[str, ...]
    begin: Callable[[Ruleset], Position] = field(compare=False)
    arrange: Callable[[Ruleset, Arrangement], Position] = field(compare=False)
    conflict: Callable[[Values], str | None] = field(default=_no_conflict, compare=False)
    has_prison: bool = False
    searchable: bool = False

    def option(self, name: str) -> Option:
        """Find an option by its name.

        :raises OptionError: the game has no such option.
        """
        for option in self.options:
            if option.name == name:
                return option
        names = ", ".join(option.name for option in self.options)
        raise OptionError(f"{self.name} has no option “{name}”; its options are {names}.")

    def ruleset(self, values: Mapping[str, object]) -> Ruleset:
        """Complete some values, None meaning unset, with the defaults.

        :raises OptionError: an unknown option, a value the rules do not accept, or values that
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
        """Complete some values like `ruleset`, but only such as players are offered.

        :raises OptionError: as `ruleset`, or the value is for tests and puzzles only.
        """
        ruleset = self.ruleset(values)
        for name, value in ruleset.options.items():
            option = self.option(name)
            if not option.is_offered(value):
                raise OptionError(f"{option.label} must be {option.range()}.")
        return ruleset

    def warnings(self, ruleset: Ruleset) -> tuple[str, ...]:
        """List the sentences about values that are allowed but not advised."""
        values = ruleset.options
        said = (self.option(name).warning(value, values) for name, value in values.items())
        return tuple(sentence for sentence in said if sentence)

    def topology(self, ruleset: Ruleset) -> Topology:
        """Return the board of a ruleset."""
        size = int(ruleset.options["size"])
        return hexhex(size) if self.shape == "hexhex" else square(size)

    def start(self, ruleset: Ruleset) -> Position:
        """Return the position before the first move."""
        return self.begin(ruleset)


def _whole_number(value: object) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 9:
        return int(value)
    return None
