"""Parser of a game page: its rows, its stones and the texts beside the board."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "input", "stop", "use", "circle", "path", "rect"}
NEVER = 10**9


@dataclass
class Row:
    to_play: str
    words: str = ""
    on_board: str = ""
    note: str = ""


@dataclass
class Part:
    """Element that is visible from one turn until before another."""

    text: str
    since: int
    until: int

    def shown(self, turn: int) -> bool:
        return self.since <= turn < self.until


@dataclass
class Stone(Part):
    place: tuple[int, int] = (0, 0)


@dataclass
class Node:
    tag: str
    attributes: dict[str, str]


@dataclass
class Page(HTMLParser):
    source: str
    rows: list[Row] = field(default_factory=list)
    stones: list[Stone] = field(default_factory=list)
    beside: dict[str, list[Part]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    """The text in each element that has an id, and of each kind of element."""
    nodes: list[Node] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    turns_of: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    """The attributes of the turns of each line of variations, by its id."""
    origin_of: dict[str, str] = field(default_factory=dict)
    deepest: int = 0
    """Levels of nested lists of variations."""

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[Node] = []
        self.feed(self.source)
        self.close()
        assert not self._open, f"not closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.nodes.append(node)
        where = self._ids()
        if tag == "label" and "turns" in where:
            self.rows.append(Row(node.attributes.get("class", "")))
        elif tag == "use" and "stones" in where:
            since, until = turns(node)
            place = int(node.attributes["x"]), int(node.attributes["y"])
            kind = node.attributes["href"].removeprefix("#")
            self.stones.append(Stone(kind, since, until, place))
        elif tag == "span" and "part" in node.attributes.get("class", ""):
            since, until = turns(node)
            self.beside.setdefault(self._panel(), []).append(Part("", since, until))
        elif tag == "li" and "variations" in where:
            self.turns_of[node.attributes["id"]] = []
            self.origin_of[node.attributes["id"]] = node.attributes.get("data-from", "")
        elif tag == "button" and "variations" in where:
            self.turns_of[self._open[-1].attributes["id"]].append(node.attributes)
        if tag not in VOID:
            self._open.append(node)
        if "variations" in where:
            self.deepest = max(self.deepest, [each.tag for each in self._open].count("ul"))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        for node in self._open:
            for key in {node.tag, node.attributes.get("id", node.tag)}:
                self.texts[key] = self.texts.get(key, "") + data
        classes = [node.attributes.get("class", "") for node in self._open]
        if "turns" in self._ids() and self.rows:
            kind = {"i": "on_board", "q": "note"}.get(self._open[-1].tag, "words")
            setattr(self.rows[-1], kind, getattr(self.rows[-1], kind) + data)
        elif "part" in classes:
            self.beside[self._panel()][-1].text += data

    def shown(self, panel: str, turn: int) -> str:
        """Return the text of a panel after a turn; there is never more than one."""
        found = [part.text for part in self.beside.get(panel, []) if part.shown(turn)]
        assert len(found) <= 1
        return "".join(found)

    def _ids(self) -> set[str]:
        return {node.attributes.get("id", "") for node in self._open}

    def _panel(self) -> str:
        known = ("black", "white", "name", "held", "komi")
        classes = " ".join(node.attributes.get("class", "") for node in self._open).split()
        return " ".join(each for each in classes if each in known)


def turns(node: Node) -> tuple[int, int]:
    found = dict(re.findall(r"--([ab]):(-?\d+)", node.attributes["style"]))
    return int(found["a"]), int(found.get("b", NEVER))
