"""The page of a game in Chromium, with its script switched off and on."""

import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Literal

import pytest
from PIL import Image
from playwright.sync_api import Browser, Error, sync_playwright
from playwright.sync_api import Page as Tab

from renderer.chances import Chance
from renderer.layout import lay_out
from renderer.page.board import view_box
from renderer.page.curve import Review, Turning
from renderer.page.document import game_page
from renderer.page.steps import ends_of_turns
from rules.comments import Comments, Variation
from rules.moves import Place
from rules.position import Position
from rules.record import Record, import_text, positions
from tests.renderer.helpers import lightness
from tests.renderer.test_page import NASTY, branching_at_every_turn, random_record

CHROMIUM = Path("/usr/bin/chromium")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--renderer-process-limit=1",
]
GAMES = (
    ("lifeline", {"size": 4, "start": "weak-pie"}),
    ("cornered", {"size": 4, "start": "pie"}),
    ("asli", {"size": 5}),
    ("liflina", {"size": 5}),
)
HIGH: dict[str, object] = {"size": (700, 900), "contrast": "more"}
Opened = Callable[..., Tab]


class Tabs:
    """One tab for each kind of context, because opening a tab takes longer than most tests."""

    def __init__(self, browser: Browser) -> None:
        self.problems: list[str] = []
        self.refusals: list[str] = []
        self._browser = browser
        self._known: dict[tuple[bool, bool], Tab] = {}

    def find(self, *, script: bool, touch: bool) -> Tab:
        if (script, touch) not in self._known:
            context = self._browser.new_context(java_script_enabled=script, has_touch=touch)
            tab = self._known[script, touch] = context.new_page()
            note, refuse = self.problems.append, self.refusals.append
            tab.on("pageerror", lambda error: note(str(error)))
            tab.on("console", lambda m: refuse(m.text) if m.type == "error" else None)
            tab.on("request", lambda r: None if r.url.startswith("file:") else note(r.url))
            tab.on("dialog", lambda dialog: note(f"a dialog: {dialog.message}"))
        return self._known[script, touch]


@pytest.fixture(scope="module")
def tabs() -> Iterator[Tabs]:
    if not CHROMIUM.exists():
        pytest.skip("Chromium is not installed: apt install chromium to run the page's tests.")
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=str(CHROMIUM), args=SWITCHES)
        yield Tabs(browser)
        browser.close()


@pytest.fixture
def opened(tabs: Tabs, tmp_path: Path) -> Iterator[Opened]:
    """`opened(data, script=True)` shows a page; errors and requests beyond it fail the test."""

    def show(
        data: bytes,
        *,
        script: bool = False,
        address: str = "",
        touch: bool = False,
        contrast: Literal["more", "null"] = "null",
        size: tuple[int, int] = (1280, 720),
    ) -> Tab:
        file = tmp_path / "game.html"
        file.write_bytes(data)
        tab = tabs.find(script=script, touch=touch)
        tab.set_viewport_size({"width": size[0], "height": size[1]})
        tab.emulate_media(media="null", contrast=contrast)
        tab.goto(f"{file.as_uri()}{address}")
        return tab

    tabs.problems.clear()
    tabs.refusals.clear()
    yield show
    assert tabs.problems == []
    assert tabs.refusals == []


def turn_shown(tab: Tab) -> int:
    rows = "[...document.querySelectorAll('#turns input')]"
    return int(tab.evaluate(f"{rows}.findIndex(each => each.checked)"))


def soon(true: Callable[[], bool]) -> None:
    """Wait here, because the page's policy does not let Playwright wait inside it."""
    until = time.monotonic() + 30
    while not true():
        assert time.monotonic() < until
        time.sleep(0.05)


def count_shown(tab: Tab) -> str:
    """Return the number in the bar, as the style sheet computes it."""
    found = tab.evaluate(
        "getComputedStyle(document.querySelector('#count'),'::before').counterReset"
    )
    return str(found).split()[-1]


def assert_drawn(tab: Tab, position: Position) -> None:
    """Compare the pixels of every cell with the stones of a position."""
    layout = lay_out(position.topology)
    left, top, width, height = map(float, view_box(layout).split())
    box = tab.locator("#board").bounding_box()
    assert box
    scale = min(box["width"] / width, box["height"] / height)
    x0 = (box["width"] - scale * width) / 2
    y0 = (box["height"] - scale * height) / 2
    image = Image.open(BytesIO(tab.screenshot(clip=box))).convert("RGB")
    last = position.last_turn
    ghosts = last.removed[0] | last.removed[1] if last else 0
    for cell, (x, y) in enumerate(layout.centres):
        if ghosts >> cell & 1:
            continue  # half transparent, with a cross
        aside = layout.stone * 0.28  # between the ring and the rim, off the lines of a square board
        spot = (
            round(x0 + scale * (x - left - aside)),
            round(y0 + scale * (y - top - aside)),
        )
        seen = lightness(image.getpixel(spot))  # type: ignore[arg-type]
        black, white = (stones >> cell & 1 for stones in position.stones)
        expected = 0 if black else 255 if white else 203
        assert abs(seen - expected) < 30, f"{position.topology.label(cell)} is {seen}"


def steps_in_browser(opened: Opened, record: Record, every: int) -> None:
    ends = ends_of_turns(positions(record))
    tab = opened(game_page(record), **HIGH)
    for turn in range(len(ends) - 1, -1, -1):
        assert count_shown(tab) == str(turn)
        if turn % every == 0 or turn == len(ends) - 1:
            assert_drawn(tab, ends[turn])
        tab.keyboard.press("ArrowUp")


@pytest.mark.parametrize(("key", "options"), GAMES[::2])
def test_without_script_the_arrow_keys_step_through_the_game(
    opened: Opened, key: str, options: dict[str, object]
) -> None:
    steps_in_browser(opened, random_record(key, 2, whole=True, **options), every=11)


@pytest.mark.drill
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("key", "options"), GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_every_step_is_drawn_without_script(
    opened: Opened, key: str, options: dict[str, object], seed: int
) -> None:
    steps_in_browser(opened, random_record(key, seed, whole=True, **options), every=1)


def a_game(size: int = 6) -> Record:
    return random_record("lifeline", 3, size=size, start="none", whole=True)


def assert_row_in_view(tab: Tab) -> None:
    """Check that the row of the turn is in the list, at its place and not stuck to an edge."""
    around = tab.locator("#turns").bounding_box()
    row = tab.locator("#turns label:has(:checked)").bounding_box()
    assert around
    assert row
    assert around["y"] - 1 <= row["y"]
    assert row["y"] + row["height"] <= around["y"] + around["height"] + 1
    before = tab.locator("#turns label:has(:checked)").evaluate(
        "row => row.previousElementSibling ? row.getBoundingClientRect().top"
        " - row.previousElementSibling.getBoundingClientRect().bottom : 0"
    )
    assert abs(before) < 1


def test_without_script_buttons_and_rows_step_and_cross_from_one_figure_to_the_next(
    opened: Opened,
) -> None:
    tab = opened(game_page(a_game()), size=(400, 800), touch=True)
    last = tab.locator("#turns input").count() - 1
    assert last > 60
    assert turn_shown(tab) == last
    assert_row_in_view(tab)
    tab.tap("#to-first")
    assert turn_shown(tab) == 0
    following, before = (middle(tab, each) for each in ("#no-next", "#no-back"))
    for turn in (1, 2):
        tab.touchscreen.tap(*following)
        assert (turn_shown(tab), count_shown(tab)) == (turn, str(turn))
    tab.locator("#turns label").nth(48).click()
    for turn in (49, 50, 51, 52):
        tab.touchscreen.tap(*following)
        assert (turn_shown(tab), count_shown(tab)) == (turn, str(turn))
        assert_row_in_view(tab)
    for turn in (51, 50, 49, 48):
        tab.touchscreen.tap(*before)
        assert turn_shown(tab) == turn
        assert_row_in_view(tab)
    tab.tap("#to-last")
    assert turn_shown(tab) == last
    tab.locator("#turns label").nth(last - 2).click()
    assert turn_shown(tab) == last - 2


def middle(tab: Tab, selector: str) -> tuple[float, float]:
    box = tab.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("size", [(360, 640), (400, 800), (844, 390), (1280, 800), (3840, 2160)])
def test_board_and_buttons_fit_the_window(opened: Opened, size: tuple[int, int]) -> None:
    width, height = size
    tab = opened(game_page(a_game()), script=True, size=size)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    for selector in ("#board", "#turns", "#to-first", "#to-last", "#seats", "#play"):
        box = tab.locator(selector).bounding_box()
        assert box
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= height + 1, selector
        assert box["height"] >= 24, selector
    board = tab.locator("#board").bounding_box()
    assert board
    assert min(board["width"], board["height"]) >= 0.5 * min(width * 0.8, height * 0.8)


def test_a_screen_reader_gets_each_step_in_words(opened: Opened) -> None:
    record = a_game(4)
    review = Review(tuple(Chance(turn, 0.5) for turn in range(9)), (Turning(4, 0.5, 0.2),))
    tab = opened(game_page(record, review=review))
    tree = tab.context.new_cdp_session(tab).send("Accessibility.getFullAXTree")
    nodes = [node for node in tree["nodes"] if not node["ignored"]]
    names = [node["name"]["value"] for node in nodes if node["role"]["value"] == "radio"]
    rows = [" ".join(row.split()) for row in tab.locator("#turns label").all_text_contents()]
    assert ["".join(name.split()) for name in names] == ["".join(row.split()) for row in rows]
    roles = [node["role"]["value"] for node in nodes]
    assert {"main", "heading", "radiogroup", "complementary"} <= set(roles)
    named = ("radio", "radiogroup", "image", "button", "slider", "complementary")
    for node in nodes:
        if node["role"]["value"] in named:
            assert node["name"]["value"].strip(), node


def test_focus_is_visible(opened: Opened) -> None:
    tab = opened(game_page(a_game(4)))
    tab.keyboard.press("ArrowUp")
    outline = "getComputedStyle(document.activeElement.parentNode).outlineStyle"
    assert tab.evaluate(outline) == "solid"


def test_on_paper_there_are_diagrams_and_no_controls(opened: Opened) -> None:
    record = a_game()
    tab = opened(game_page(record))
    tab.emulate_media(media="print")
    figures = tab.locator("figure")
    assert figures.count() == -(-(tab.locator("#turns input").count() - 1) // 50)
    assert all(figures.nth(i).is_visible() for i in range(figures.count()))
    for selector in ("#board", "#to-first", "#seats", "#more"):
        assert not tab.locator(selector).is_visible()
    assert tab.locator("#turns label").first.is_visible()


@pytest.mark.parametrize("script", [False, True])
def test_names_full_of_markup_do_nothing(opened: Opened, *, script: bool) -> None:
    record = a_game(4)
    for nasty in NASTY[:3]:
        data = game_page(record, names=(nasty, nasty), comments=Comments({1: nasty}))
        tab = opened(data, script=script)
        assert tab.locator("h1").count() == 1
        assert tab.locator("img, iframe, a, form, object, link").count() == 0
        visible = "".join(char for char in nasty if char.isprintable()).split()[0]
        assert visible in (tab.locator("h1").text_content() or "")


def test_the_policy_stops_scripts_and_requests(opened: Opened, tabs: Tabs) -> None:
    tab = opened(game_page(a_game(4)), script=True)
    with pytest.raises(Error, match="Failed to fetch"):
        tab.evaluate("fetch('data:,x')")
    assert tab.evaluate("1 + 1") == 2, "all messages about the refusal have arrived"
    assert tabs.refusals
    assert all("Content Security Policy" in each for each in tabs.refusals)
    tabs.refusals.clear()


def test_an_address_opens_at_a_turn_and_follows_the_steps(opened: Opened) -> None:
    tab = opened(game_page(a_game()), script=True, address="#turn-12")
    assert (turn_shown(tab), count_shown(tab)) == (12, "12")
    tab.keyboard.press("ArrowDown")
    assert tab.url.endswith("#turn-13")
    tab.evaluate("location.hash = '#turn-55'")
    soon(lambda: turn_shown(tab) >= 55)
    row = tab.locator("#turns label").nth(55).bounding_box()
    assert row
    assert row["y"] > 0
    for strange in ("#turn-99999", "#turn-x", "#<b>"):
        tab.evaluate("address => { location.hash = address }", strange)
    assert turn_shown(tab) in (55, tab.locator("#turns input").count() - 1)


BY_HAND = """
window.setInterval = tick => { window.tick = tick; return 7 };
window.clearInterval = timer => { if (timer === 7) window.tick = () => {} };
"""
"""Script that replaces the clock: the next turn is played when a test calls `tick`."""


STATE = """() => {
const find = each => document.querySelector(each), slider = find('#slider');
const row = find('#turns label:has(:checked)');
const rows = [...document.querySelectorAll('#turns label')];
const isSaid = slider.getAttribute('aria-valuetext') === row.textContent;
return [rows.indexOf(row), slider.value, isSaid, find('#play').textContent, location.hash];
}"""


def test_play_pause_slider_and_keys(opened: Opened) -> None:
    tab = opened(game_page(a_game(4)), script=True, address="#turn-3")
    last = tab.locator("#turns input").count() - 1
    tab.evaluate(BY_HAND)

    def assert_at(turn: int, label: str = "Play") -> None:
        assert tab.evaluate(STATE) == [turn, str(turn), True, label, f"#turn-{turn}"]

    def press(key: str) -> None:
        tab.evaluate("document.activeElement.blur()")
        tab.keyboard.press(key)

    def play(*turns: int) -> None:
        tab.click("#play")
        for turn in turns:
            tab.evaluate("tick()")
            assert_at(turn, "Pause")

    assert_at(3)
    tab.locator("#slider").fill("7")
    assert_at(7)
    play(8, 9)
    tab.click("#play")
    tab.evaluate("tick()")
    assert_at(9)
    steps = (("ArrowRight", 10), ("ArrowLeft", 9), ("Home", 0), ("ArrowLeft", 0), ("End", last))
    for key, turn in (*steps, ("ArrowRight", last), ("Control+ArrowLeft", last), ("x", last)):
        press(key)
        assert_at(turn)
    tab.click("#play")
    assert_at(0, "Pause")
    for stop in (
        lambda: press("ArrowRight"),
        lambda: tab.locator("#slider").fill("1"),
        lambda: tab.locator("#turns label").nth(1).click(),
    ):
        stop()
        tab.evaluate("tick()")
        assert_at(1)
        play(2)
    tab.locator("#slider").fill(str(last - 1))
    play(last)
    tab.evaluate("tick()")
    assert_at(last)


def test_the_last_turns_of_a_game_have_their_numbers(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renderer.page.document.LARGEST", 1)
    monkeypatch.setattr("renderer.page.document.FEWEST_TURNS", 20)
    record = a_game(4)
    ends = ends_of_turns(positions(record))
    last = len(ends) - 1
    first, turn = last - 19, last - 8
    move = next(each for each in ends[turn].legal_moves() if isinstance(each, Place))
    data = game_page(record, comments=Comments({}, {turn: (Variation((move,)),)}))
    tab = opened(data, script=True, address=f"#turn-{first + 4}", **HIGH)

    def assert_at(number: int) -> None:
        address = f"#turn-{number}"
        assert tab.evaluate(STATE) == [number - first, str(number), True, "Play", address]
        assert count_shown(tab) == str(number)
        assert_drawn(tab, ends[number])

    assert_at(first + 4)
    tab.locator("#slider").fill(str(first + 9))
    assert_at(first + 9)
    tab.locator("#variations button").click()
    tab.evaluate("scrollTo(0, 0)")
    assert count_shown(tab) == str(turn)
    assert_drawn(tab, ends[turn].play(move))
    tab.locator("#to-first").click()
    assert_at(first)


def test_the_record_can_be_copied(opened: Opened) -> None:
    record = a_game(4)
    tab = opened(game_page(record), script=True)
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.click("summary")
    tab.click("#copy")
    soon(lambda: tab.locator("#copied").text_content() == "Copied.")
    assert import_text(tab.evaluate("navigator.clipboard.readText()")) == record


@pytest.mark.parametrize("takes", [False, True])
def test_a_variation_is_shown_on_the_board_and_left_again(opened: Opened, *, takes: bool) -> None:
    """It begins after a turn that removes stones, and takes stones or plays elsewhere."""
    record = a_game(4)
    ends = ends_of_turns(positions(record))
    removed = {end.turn - 1: sum(end.last_turn.removed) for end in ends if end.last_turn}

    def removes(position: Position, move: Place) -> bool:
        turn = position.play(move).last_turn
        return bool(turn and any(turn.removed))

    def chosen(turn: int, position: Position, *, takes: bool) -> Place | None:
        places = (each for each in position.legal_moves() if isinstance(each, Place))
        free = (each for each in places if not removed[turn] >> each.cell & 1)
        return next((each for each in free if removes(position, each) is takes), None)

    turn, first = next(
        (each, move)
        for each in removed
        if removed[each] and (move := chosen(each, ends[each], takes=takes))
    )
    after = ends[turn].play(first)
    then = chosen(turn, after, takes=False)
    assert then
    line = Variation((first,), "", (Variation((then,), "Quiet."),))
    tab = opened(game_page(record, comments=Comments({}, {turn: (line,)})), script=True, **HIGH)
    buttons = tab.locator("#variations button")

    def pressed() -> list[str | None]:
        return list(buttons.evaluate_all("all => all.map(each => each.ariaPressed)"))

    assert pressed() == ["false", "false"]
    for number, (position, move) in enumerate(((after, first), (after.play(then), then))):
        buttons.nth(number).click()
        tab.evaluate("scrollTo(0, 0)")
        assert_drawn(tab, position)
        assert turn_shown(tab) == turn
        assert pressed() == [str(each == number).lower() for each in (0, 1)]
        x, y = lay_out(position.topology).centres[move.cell]
        marked = f"#tried use[x='{x}'][y='{y}']"
        since = "all => all.map(each => each.style.getPropertyValue('--a'))"
        assert tab.locator(marked).evaluate_all(since) == [str(turn)]
        stones = tab.locator("#tried use").evaluate_all(since)
        assert stones.count("-1") == len(stones) - 1
    tab.locator("#to-last").click()
    assert_drawn(tab, ends[-1])
    assert pressed() == ["false", "false"]
    assert tab.locator("#tried use").count() == 0


def test_a_line_that_leaves_many_others_is_shown_on_the_board(opened: Opened) -> None:
    record = a_game(4)
    ends = ends_of_turns(positions(record))
    line, after = branching_at_every_turn(ends[10], 12)
    assert len(after) == 12
    tab = opened(game_page(record, comments=Comments({}, {10: (line,)})), script=True, **HIGH)
    tab.locator("#variations button").last.click()
    tab.evaluate("scrollTo(0, 0)")
    assert_drawn(tab, after[-1])
    assert turn_shown(tab) == 10


def test_a_turning_point_leads_to_its_turn_without_script(opened: Opened) -> None:
    review = Review(
        tuple(Chance(turn, 0.5) for turn in range(20)),
        tuple(Turning(turn, 0.5, 0.2) for turn in (4, 9)),
    )
    tab = opened(game_page(a_game(4), review=review))
    tab.locator("#curve label").nth(1).click()
    assert turn_shown(tab) == 9
