"""Buttons, menus and forms of leagues: which use case each asks, and what it answers."""

from types import SimpleNamespace

import pytest

from bot.errors.permissions import NotManager
from bot.errors.refusals import CannotDoInLeague
from bot.messages.component_ids import LARGEST, OldComponent, parse_id
from bot.services.values.people.permissions import Rank
from bot.services.values.views import Actor
from bot.ui.components import leagues as controls
from bot.words import leagues as words

BOSS = Actor(900, "Eve", 1, 7, 55, Rank.MANAGER)
SHOWN = ("league_page", "join_question", "leave_question", "organiser_page", "ruling_question")


class Services:
    """Services that record each use, and return a page or what else is said in `results`."""

    def __init__(self, results):
        self.used, self.results = [], results

    def __getattr__(self, name):
        return Service(self, name)


class Service:
    def __init__(self, services, name):
        self.services, self.name = services, name

    def plan(self, *args):
        self.services.used.append((f"{self.name}.plan", *args))
        return "the rules"

    def __getattr__(self, action):
        async def use(*args, **kwargs):
            self.services.used.append((f"{self.name}.{action}", *args, *kwargs.items()))
            return self.services.results.get(f"{self.name}.{action}", "a page")

        return use


@pytest.fixture
def pressed(monkeypatch):
    """Return a function that uses a control; it returns the used use cases and the answer."""
    for name in SHOWN:
        monkeypatch.setattr(controls, name, lambda *args, name=name: (name, *args))
    monkeypatch.setattr(controls, "open_question", lambda *args: ("open_question", *args))
    monkeypatch.setattr(controls, "league_form", lambda usual: ("league_form", usual))
    monkeypatch.setattr(controls, "text_channel_of", lambda interaction: interaction.channel)
    answers = []

    async def answer(_request, shown):
        answers.append(shown)

    for name in ("edit_or_reply", "reply", "open_form"):
        monkeypatch.setattr(controls, name, answer)

    async def viewer():
        return "a viewer"

    async def press(custom_id, actor=BOSS, results=None, **fields):
        id_, services = parse_id(custom_id), Services(results or {})
        request = SimpleNamespace(
            actor=actor,
            id=id_,
            fields=fields,
            entered=fields.get("chosen", ""),
            interaction=SimpleNamespace(channel=66),
            services=services,
            viewer=viewer,
            pictures=SimpleNamespace(render=lambda *args, **kwargs: (*args, *kwargs.items())),
        )
        await controls.HANDLERS[id_.kind](request)
        return services.used, *answers

    return press


@pytest.mark.parametrize(
    ("custom_id", "chosen", "used", "answer"),
    [
        ("league:31", "", ("leagues.page", 31), ("league_page", "a page")),
        ("league-choose:0", "32", ("leagues.page", 32), ("league_page", "a page")),
        ("league-choose:0", "9" * 30, ("leagues.page", LARGEST), ("league_page", "a page")),
        ("league-join-yes:31", "", ("leagues.join", 31), ("league_page", "a page")),
        ("league-stay:31", "", ("leagues.stay", 31), ("league_page", "a page")),
        ("league-leave:31", "", ("leagues.leavable", 31), ("leave_question", "a page")),
        (
            "league-leave-yes:31:3:now",
            "",
            ("leagues.leave", 31, 3, ("resigns", True)),
            ("league_page", "a page", words.LEFT()),
        ),
        (
            "league-leave-yes:31:0:later",
            "",
            ("leagues.leave", 31, 0, ("resigns", False)),
            ("league_page", "a page", words.LEFT()),
        ),
        ("league-organise:31:2", "", ("league_rulings.page", 31, 2), ("organiser_page", "a page")),
        ("league-organise:31", "", ("league_rulings.page", 31, 1), ("organiser_page", "a page")),
        (
            "league-rule:31:2",
            "start",
            ("league_rulings.page", 31, 2),
            ("ruling_question", "a page", "start", ""),
        ),
        (
            "league-rule:31:2:remove",
            "12",
            ("league_rulings.page", 31, 2),
            ("ruling_question", "a page", "remove", "12"),
        ),
        *(
            (
                f"league-rule-yes:31:4:{value}",
                "",
                (f"league_rulings.{value.split()[0]}", 31, *given),
                ("league_page", "a page", words.DONE[value.split()[0]]()),
            )
            for value, given in (
                ("start", (4,)),
                ("postpone 1900000000", (4, 1_900_000_000)),
                ("end 3", (3,)),
                ("end 0", (0,)),
                ("move", (66,)),
                ("remove 12", (12,)),
            )
        ),
    ],
)
async def test_a_control_asks_its_use_case_and_shows_what_it_returns(
    pressed, custom_id, chosen, used, answer
):
    (name, *args) = used
    assert await pressed(custom_id, chosen=chosen) == ([(name, BOSS, *args)], answer)


@pytest.mark.parametrize("replayed", [False, True])
async def test_an_annulled_result_is_said_to_be_replayed_or_not(pressed, replayed):
    results = {"league_rulings.annul": ("a page", replayed)}
    note = words.REPLAYED() if replayed else words.NOT_REPLAYED()
    assert await pressed("league-rule-yes:31:4:annul 71", results=results) == (
        [("league_rulings.annul", BOSS, 31, 71)],
        ("league_page", "a page", note),
    )


@pytest.mark.parametrize("is_in", [False, True])
async def test_only_those_who_are_not_in_are_asked_whether_to_join(pressed, is_in):
    page = SimpleNamespace(is_in=is_in, is_member=not is_in)
    _, answer = await pressed("league-join:31", results={"leagues.joinable": page})
    assert answer == ("league_page" if is_in else "join_question", page)


@pytest.mark.parametrize(("custom_id", "group"), [("league-table:43:2", 2), ("league-table:43", 1)])
@pytest.mark.parametrize("organises", [False, True])
async def test_a_table_is_drawn_for_its_reader(pressed, custom_id, group, organises):
    found = await pressed(custom_id, results={"leagues.table": ("a table", organises)})
    drawing = (controls.table_message, "a table", "a viewer", ("organises", organises))
    assert found == ([("leagues.table", BOSS, 43, group)], drawing)


async def test_a_form_opens_with_the_servers_usual_game_and_leads_to_a_question(pressed):
    usual = SimpleNamespace(usual_game="asli", size=9)
    results = {"server_settings.get_settings": usual}
    settings = ("server_settings.get_settings", 7)
    assert await pressed("league-new:0", results=results) == ([settings], ("league_form", usual))
    member = Actor(101, "Ann", 2, 7, 55)
    for custom_id in ("league-new:0", "league-form:0"):
        with pytest.raises(NotManager):
            await pressed(custom_id, actor=member)


@pytest.mark.parametrize("weeks", ["8", " 8 ", "\uff18"])
async def test_a_submitted_form_asks_whether_to_open_the_league(pressed, weeks):
    usual = SimpleNamespace(usual_game="asli", size=9)
    fields = {"game": "lifeline", "size": "6", "start": "weak-pie", "weeks": weeks}
    used, answer = await pressed(
        "league-form:0", results={"server_settings.get_settings": usual}, **fields
    )
    options = {"size": "6", "start": "weak-pie"}
    assert used[1:] == [("leagues.plan", BOSS, "lifeline", options, 8)]
    assert answer == ("open_question", "the rules", 8, "<#66>")
    for wrong in ("", "-8", "eight", "7.5"):
        with pytest.raises(CannotDoInLeague) as refusal:
            await pressed("league-form:0", **{**fields, "weeks": wrong})
        assert refusal.value.sentence == words.NUMBER_OF_WEEKS()


@pytest.mark.parametrize(
    ("value", "options"),
    [
        ("lifeline 6 weak-pie", {"size": "6", "start": "weak-pie"}),
        ("lifeline 6 ", {"size": "6"}),
        ("lifeline 6", {"size": "6"}),
    ],
)
async def test_a_league_is_opened_as_it_was_asked_for(pressed, value, options):
    begins = SimpleNamespace(timestamp=lambda: 1_900_000_000)
    location = SimpleNamespace(channel_id=66)
    card = SimpleNamespace(
        league=SimpleNamespace(location=location), season=SimpleNamespace(begins=begins)
    )
    used, answer = await pressed(f"league-open:0:6:{value}", results={"leagues.open": card})
    assert used == [("leagues.open", BOSS, 66, "lifeline", options, 6)]
    assert answer.content == words.opened("<#66>", begins)


@pytest.mark.parametrize(
    ("custom_id", "chosen"),
    [
        ("league-choose:0", "x"),
        ("league-choose:0", ""),
        ("league-rule-yes:31:4:sing", ""),
        ("league-rule-yes:31:4:remove x", ""),
        ("league-rule-yes:31:4", ""),
    ],
)
async def test_a_value_that_no_control_has_is_refused(pressed, custom_id, chosen):
    with pytest.raises(OldComponent):
        await pressed(custom_id, chosen=chosen)


async def test_an_action_that_is_not_offered_is_refused(pressed, monkeypatch):
    monkeypatch.setattr(controls, "ruling_question", lambda *_: None)
    with pytest.raises(OldComponent):
        await pressed("league-rule:31:2", chosen="end")
