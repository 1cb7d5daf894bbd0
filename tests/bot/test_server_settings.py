"""Panel of a server's settings: every line, menu and switch; and the settings as values."""

from dataclasses import replace

import discord
import pytest

from bot.messages.component_ids import OldComponent
from bot.messages.game_text import pace_in_words
from bot.messages.message_draft import MessageDraft
from bot.messages.outgoing_message import Button, Style
from bot.messages.server_settings import (
    SetupPanel,
    overview,
    read_hour,
    read_server_settings,
    with_invitation,
)
from bot.services.use_cases.servers.server_settings import ServerSettings
from bot.services.values.clocks.clock import OFFERED_PACES, Pace
from bot.services.values.people.languages import LANGUAGES
from bot.services.values.people.personal_settings import AUTOMATIC
from bot.store.tables.daily import DailyChannel
from bot.words import challenge, daily, leagues, lobby, week
from bot.words import server_settings as words
from rules.registry import GAMES

ALL = discord.Permissions.all()
USUAL = SetupPanel(ServerSettings(), (), 5, ALL)
CHOSEN = SetupPanel(
    ServerSettings(
        threads=False,
        channels=(5, 6, 7),
        game="asli",
        size=13,
        pace=Pace.BRISK,
        strict=True,
        language="de",
        lobby=8,
    ),
    (5, 6),
    5,
    ALL,
    daily=DailyChannel(7, 9, 21, "Europe/Berlin", 104),
    week=10,
)


def test_the_panel_of_a_new_server_has_the_usual_values():
    assert overview(USUAL).content.splitlines() == [
        words.TITLE(),
        words.THREADS[True](),
        words.channels([], 0),
        words.usual_game("Lifeline", "5"),
        words.language(words.OF_DISCORD()),
        words.usual_pace(pace_in_words(Pace.STANDARD, strict=False)),
        lobby.OFF(),
        daily.OFF(),
        week.OFF(),
        "",
        words.all_granted(None),
    ]


def test_the_panel_tells_each_setting_after_a_note():
    assert overview(CHOSEN, note="Done.").content.splitlines() == [
        "Done.",
        "",
        words.TITLE(),
        words.THREADS[False](),
        words.channels(["<#5>", "<#6>"], 1),
        words.usual_game("Asli", "13"),
        words.language("Deutsch"),
        words.usual_pace(pace_in_words(Pace.BRISK, strict=True)),
        lobby.on("<#8>"),
        daily.setting("<#9>", 21, "Europe/Berlin"),
        week.on("<#10>"),
        "",
        words.all_granted(None),
    ]


@pytest.mark.parametrize(("checked", "where"), [(None, None), (6, "<#6>")])
@pytest.mark.parametrize("threads", [False, True])
def test_missing_permissions_are_told_where_they_are_needed(checked, where, threads):
    panel = replace(USUAL, checked=checked, settings=ServerSettings(threads=threads))

    def told(*missing):
        allowed = discord.Permissions(**{each: each not in missing for each in words.PERMISSIONS})
        content = overview(replace(panel, permissions=allowed)).content
        return content.split("\n\n")[-1].splitlines()

    assert told() == [words.all_granted(where)]
    title, lines = words.missing_title(where), {n: words.missing(n) for n in words.PERMISSIONS}
    for name, line in lines.items():
        needed = threads or name != "create_public_threads"
        assert told(name) == ([title, line] if needed else [words.all_granted(where)])
    if not threads:
        del lines["create_public_threads"]
    assert told(*words.PERMISSIONS) == [title, *lines.values()]


@pytest.mark.parametrize("panel", [USUAL, CHOSEN], ids=["usual", "chosen"])
def test_each_switch_offers_the_opposite_of_what_is_on(panel):
    (*switches, league) = overview(panel).rows[-1]
    turn_on = {
        "daily": daily.TURN_ON,
        "lobby": lobby.TURN_ON,
        "week": week.TURN_ON,
        "threads": words.THREADS_ON,
    }
    turn_off = {
        "daily": daily.TURN_OFF,
        "lobby": lobby.TURN_OFF,
        "week": week.TURN_OFF,
        "threads": words.THREADS_OFF,
    }
    for button, name in zip(switches, turn_on, strict=True):
        is_on = (panel is CHOSEN) is (name != "threads")
        label = (turn_off if is_on else turn_on)[name]()
        assert (str(button.id), button.label, button.style) == (
            f"setup-switch:0::{name}-{'off' if is_on else 'on'}",
            label,
            Style.secondary if is_on else Style.primary,
        )
    assert (str(league.id), league.label) == ("league-new:0", leagues.OPEN_LEAGUE())


def menus(panel, setting=""):
    """Return (id, placeholder, options, chosen values) of each menu."""
    return [
        (
            str(menu.id),
            menu.placeholder,
            [(each.value, each.label) for each in menu.options],
            [each.value for each in menu.options if each.default],
        )
        for (menu,) in overview(panel, setting).rows[:-1]
    ]


@pytest.mark.parametrize("panel", [USUAL, CHOSEN], ids=["usual", "chosen"])
def test_the_menu_of_settings_has_the_hour_only_while_a_puzzle_is_posted(panel):
    labels = [
        (name, label()) for name, label in words.LABELS.items() if panel is CHOSEN or name != "hour"
    ]
    assert menus(panel) == [("setup:0", words.CHANGE_SETTING(), labels, [])]
    for setting in words.LABELS:
        first, *second = menus(panel, setting)
        shown = setting in dict(labels)
        assert first == ("setup:0", words.CHANGE_SETTING(), labels, [setting] * shown)
        placeholders = [(f"setup-set:0::{setting}", words.LABELS[setting]())]
        assert [each[:2] for each in second] == placeholders * shown


def test_each_menu_offers_its_values_and_selects_the_present_one():
    def offered(panel, setting):
        (_, (_, _, options, chosen)) = menus(panel, setting)
        return options, chosen

    games = [(game.key, game.name) for game in GAMES]
    strict = [(value, label()) for value, label in challenge.IS_STRICT.items()]
    paces = [(each.value, pace_in_words(each)) for each in OFFERED_PACES]
    languages = [(AUTOMATIC, words.OF_DISCORD()), *LANGUAGES.items()]
    german = ("de", "Deutsch")
    german_first = [german, *(each for each in languages if each != german)]
    small = [(str(each), str(each)) for each in range(3, 13)]
    hours = [(str(hour), f"{hour:02}:00") for hour in range(24)]
    for setting, usual, chosen in (
        ("game", (games, "lifeline"), (games, "asli")),
        ("size", (small, "5"), (offered(CHOSEN, "size")[0], "13")),
        ("pace", (paces, "standard"), (paces, "brisk")),
        ("timeout", (strict, "no"), (strict, "yes")),
        ("language", (languages, AUTOMATIC), (german_first, "de")),
    ):
        assert offered(USUAL, setting) == (usual[0], [usual[1]])
        assert offered(CHOSEN, setting) == (chosen[0], [chosen[1]])
    assert offered(CHOSEN, "hour") == (hours, ["21"])
    gone = replace(USUAL, settings=ServerSettings(language="xx"))  # no longer translated
    assert offered(gone, "language") == ([("xx", "xx"), *languages], ["xx"])


@pytest.mark.parametrize(
    ("allowed", "existing", "offered", "chosen"),
    [
        ((), (), {"all": words.ALL, "here": words.THIS}, "all"),
        ((5,), (5,), {"all": words.ALL, "here": words.THIS}, "here"),
        (
            (6,),
            (6,),
            {"all": words.ALL, "here": words.THIS_TOO, "not-here": words.NOT_THIS},
            "not-here",
        ),
        (
            (5, 6),
            (5, 6),
            {"all": words.ALL, "here": words.THIS_TOO, "not-here": words.NOT_THIS},
            "here",
        ),
        ((6,), (), {"all": words.ALL, "here": words.THIS}, "not-here"),
        ((5, 6), (5,), {"all": words.ALL, "here": words.THIS}, "here"),
    ],
)
def test_the_menu_of_channels_is_about_the_present_one(allowed, existing, offered, chosen):
    panel = SetupPanel(ServerSettings(channels=allowed), existing, 5, ALL)
    (_, (_, _, options, found)) = menus(panel, "channels")
    assert options == [(value, label()) for value, label in offered.items()]
    assert found == [each for each in [chosen] if each in offered]


def test_options_of_the_command_are_read_as_changes():
    chosen = {
        "threads": "on",
        "game": "asli",
        "size": "13",
        "pace": "brisk",
        "timeout": "yes",
        "language": "de",
    }
    assert read_server_settings(chosen) == {
        "threads": True,
        "game": "asli",
        "size": 13,
        "pace": Pace.BRISK,
        "strict": True,
        "language": "de",
    }
    others = {"threads": "off", "timeout": "no", "language": AUTOMATIC, "size": None}
    assert read_server_settings(others) == {"threads": False, "strict": False, "language": None}
    assert [read_hour(text) for text in ("0", "9", "23")] == [0, 9, 23]
    for text in ("24", "-1", "09", ""):
        with pytest.raises(OldComponent):
            read_hour(text)


def test_the_invitation_adds_a_line_and_a_button_below_the_others():
    old = Button(words, "Old")
    invited = with_invitation(lambda text: MessageDraft(text, rows=((old,),)))("Ann won.")
    assert invited.content.splitlines() == ["Ann won.", words.INVITATION()]
    first, (button,) = invited.rows
    assert first == (old,)
    assert (str(button.id), button.label) == ("setup:0", words.OPEN_PANEL())


def test_a_channel_is_added_last_and_once_and_removed_alone():
    settings = ServerSettings(channels=(6, 7))
    assert settings.with_channel(5, allowed=True).channels == (6, 7, 5)
    assert settings.with_channel(6, allowed=True).channels == (6, 7)
    assert settings.with_channel(6, allowed=False).channels == (7,)
    assert settings.with_channel(5, allowed=False).channels == (6, 7)
    assert [settings.allows(each) for each in (5, 6, 7)] == [False, True, True]
    assert ServerSettings().allows(5)
    assert settings.without_deleted({7, 8}).channels == (7,)
    assert settings.without_deleted(None).channels == (6, 7)
