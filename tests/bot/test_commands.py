"""Commands and components: Discord's limits, documentation, handlers."""

import re
from pathlib import Path

import discord
import pytest
from discord import app_commands

from bot.messages.challenge_forms import challenge_form, terms_form
from bot.messages.confirmations import resign_question
from bot.messages.game_controls import move_form, offer_form, turn_buttons
from bot.messages.outgoing_message import modal
from bot.runtime.app import App, find_commands, find_handlers
from bot.runtime.command_sync import commands_fingerprint
from bot.services.use_cases.servers.server_settings import ServerSettings
from bot.services.values.views import Player, Terms
from bot.ui import commands as command_modules
from bot.ui.game_commands import ACTIONS
from bot.words import challenge as challenge_words
from bot.words.translation import Message
from rules.registry import GAMES
from tests.bot.challenge_views import challenge_view
from tests.project.test_sentences import modules

DOCS = (Path(__file__).parents[2] / "docs" / "commands.md").read_text()
FOUND = find_commands()
GROUPS = [command for command in FOUND if isinstance(command, app_commands.Group)]
COMMANDS = [
    *(command for command in FOUND if isinstance(command, app_commands.Command)),
    *(command for group in GROUPS for command in group.commands),
]
MENUS = [command for command in FOUND if isinstance(command, app_commands.ContextMenu)]
# limits: https://discord.com/developers/docs/interactions/application-commands
NAME = re.compile(r"[-_a-z0-9]{1,32}")


def command_payload(command):
    return command.to_dict(app_commands.CommandTree(discord.Client(intents=discord.Intents.none())))


@pytest.fixture(params=COMMANDS, ids=lambda command: command.qualified_name)
def command(request):
    return request.param


def test_command_names_are_unique():
    names = [command.qualified_name for command in COMMANDS]

    assert {"challenge", "move", "board", "games", "resign", "help"} <= set(names)
    assert len(names) == len(set(names))


def test_a_command_keeps_discords_limits(command):
    payload = command_payload(command)

    assert NAME.fullmatch(payload["name"])
    assert 1 <= len(payload["description"]) <= 100
    assert len(payload["options"]) <= 25
    size = sum(
        len(option["name"]) + len(option["description"]) for option in payload["options"]
    ) + len(payload["name"] + payload["description"])
    assert size <= 4000


@pytest.mark.parametrize("offered", FOUND, ids=lambda offered: offered.name)
def test_a_command_is_available_everywhere_or_only_in_servers(offered):
    payload = command_payload(offered)
    for_servers = offered.name in {"setup", "moderate"}

    assert payload["contexts"] == ([0] if for_servers else [0, 1, 2])
    assert payload["integration_types"] == ([0] if for_servers else [0, 1])
    # commands that need a server permission are useless elsewhere
    assert not payload["default_member_permissions"] or for_servers


def test_options_keep_discords_limits(command):
    options = command_payload(command)["options"]

    for option in options:
        assert NAME.fullmatch(option["name"])
        assert 1 <= len(option["description"]) <= 100
        assert len(option.get("choices", [])) <= 25
        assert all(1 <= len(choice["name"]) <= 100 for choice in option.get("choices", []))
    required = [option.get("required", False) for option in options]
    assert required == sorted(required, reverse=True)


def test_commands_and_options_are_documented(command):
    line = next(
        (line for line in DOCS.splitlines() if line.startswith(f"| `/{command.qualified_name}")),
        None,
    )

    assert line is not None, f"docs/commands.md does not mention /{command.qualified_name}"
    for parameter in command.parameters:
        shown = parameter.name if parameter.required else f"[{parameter.name}]"
        assert re.search(rf"[ `]{re.escape(shown)}[ `]", line), f"{shown} is not in: {line}"


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_command_groups_keep_discords_limits(group):
    payload = command_payload(group)

    assert NAME.fullmatch(payload["name"])
    assert 1 <= len(payload["description"]) <= 100
    assert 1 <= len(payload["options"]) <= 25


@pytest.mark.parametrize("menu", MENUS, ids=lambda menu: menu.name)
def test_context_menus_are_documented_and_keep_discords_limits(menu):
    assert 1 <= len(menu.name) <= 32
    assert f"**{menu.name}**" in DOCS


def test_the_challenge_command_has_the_options_of_every_game():
    challenge = next(command for command in COMMANDS if command.name == "challenge")
    offered = {parameter.name for parameter in challenge.parameters}

    assert {option.label.lower() for game in GAMES for option in game.options} <= offered


def test_the_challenge_command_accepts_every_board_size():
    challenge = next(command for command in COMMANDS if command.name == "challenge")
    size = challenge.get_parameter("size")

    for game in GAMES:
        option = game.option("size")
        assert size.min_value <= option.minimum <= option.maximum <= size.max_value


def test_every_turn_button_has_a_handler_and_is_documented(game_after):
    handlers = find_handlers()
    games = [
        game_after(),
        game_after("a1"),
        game_after("a1 c3"),
        game_after(start="komi-pie"),
        game_after("offer 3", start="komi-pie"),
    ]
    for game in games:
        for button in turn_buttons(game, game.position)[0]:
            assert button.id.kind in handlers
            assert button.label in DOCS
            assert 1 <= len(button.label) <= 80


def test_the_resignation_prompt_has_handlers(game_after):
    kinds = [button.id.kind for button in resign_question(game_after(), 11).rows[0]]

    assert set(kinds) <= find_handlers().keys()


async def test_forms_have_handlers_and_keep_discords_limits(game_after):
    handlers = find_handlers()
    forms = [
        move_form(game_after()),
        offer_form(game_after(start="komi-pie", size=12)),
        challenge_form(Player(10**18, "W" * 32), ServerSettings()),
        *(terms_form(challenge_view(game.ruleset({})), Terms()) for game in GAMES),
    ]
    for form in forms:
        payload = modal(form).to_dict()
        assert form.id.kind in handlers
        assert 1 <= len(payload["title"]) <= 45
        assert 1 <= len(payload["components"]) <= 5
        assert all(len(each["label"]) <= 45 for each in payload["components"])
        assert len(payload["custom_id"]) <= 100


def test_each_command_is_described_by_a_message_of_its_own():
    known = {
        str(value())
        for module in modules()
        for name, value in vars(module).items()
        if name.endswith("_COMMAND") and isinstance(value, Message)
    }
    descriptions = [command.description for command in (*COMMANDS, *GROUPS)]
    assert set(descriptions) <= known
    assert len(set(descriptions)) == len(descriptions)


async def test_the_command_fingerprint_changes_with_a_description():
    async def fingerprint(description):
        tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))

        @tree.command(name="x", description=description)
        async def _x(interaction: discord.Interaction) -> None: ...

        return await commands_fingerprint(tree)

    assert await fingerprint("one") == await fingerprint("one")
    assert await fingerprint("one") != await fingerprint("two")


def test_the_client_requests_no_privileged_intents():
    intents = App.INTENTS

    privileged = (intents.message_content, intents.members, intents.presences)
    assert privileged == (False, False, False)
    assert intents.guilds


def test_the_menu_of_games_performs_every_command_about_a_game():
    (folder,) = command_modules.__path__
    source = "".join(path.read_text("utf-8") for path in Path(folder).glob("*.py"))
    used = set(re.findall(r"act_on_game\(\s*request, \"(\w+)\"", source))

    assert used
    assert used == ACTIONS.keys()
    assert used <= {command.qualified_name for command in COMMANDS}


def test_the_first_move_and_undo_are_whole_in_a_form_on_a_phone():
    assert [label() for label in challenge_words.BEGINS.values() if len(label()) > 30] == []
