"""Refused forms: the button that reopens them with the submitted values."""

import pytest

from bot.errors.refusals import CannotChallenge, GameOver
from bot.messages.component_ids import ComponentId, OldComponent, parse_id
from bot.messages.form_refill import SubmittedForm, parse_refill, refill_buttons, refilled
from bot.messages.outgoing_message import Form, Option, SelectField, TextField
from bot.runtime.app import find_handlers
from bot.ui.components.form_refill import FORMS
from bot.words import labels
from bot.words import leagues as words_of_leagues
from sandbox.client.find import components_of, labels_of

WRONG = CannotChallenge("No such size.")


def values_of(modal):
    """Return the initial values of a form's fields."""
    return {
        field["custom_id"]: field.get("value")
        or [o["value"] for o in field.get("options", []) if o.get("default")]
        for field in modal.fields
    }


async def test_challenge_form_keeps_all_valid_values(table):
    menu = await table.ann.user_menu("Challenge to a game", table.ben)
    filled = {"game": "asli", "size": "40", "begins": "lot+no", "pace": "relaxed+yes"}
    refused = await table.ann.submit(menu, filled | {"series": "7"})

    assert labels_of(refused) == [labels.EDIT_FORM()]
    again = await table.ann.click(refused, labels.EDIT_FORM())
    assert values_of(again) == {
        "game": ["asli"], "size": "40", "begins": ["lot+no"], "pace": ["relaxed+yes"],
        "series": ["7"],
    }  # fmt: skip
    await table.ann.submit(again, {"size": "9"})

    card = await table.seen("challenges")
    assert "Asli, size 9" in card.content
    assert "A random player moves first" in card.content
    assert card.notified == {table.ben.id}


async def test_button_works_after_a_restart_and_repeatedly(discord, run_bot):
    guild = discord.create_guild("Club")
    channel = guild.create_text_channel("games")
    ann = guild.add_member("Ann").in_(channel)
    async with run_bot():
        form = await ann.user_menu("Challenge to a game", discord.application.bot)
        filled = {"game": "liflina", "size": "99", "level": "1", "begins": "opponent"}
        refused = await ann.submit(form, filled)
    async with run_bot():
        for _ in range(2):
            again = await ann.click(refused, labels.EDIT_FORM())
            # each refusal replaces the previous one
            assert await ann.submit(again, {"size": "98"}) is refused
        assert values_of(await ann.click(refused, labels.EDIT_FORM())) == {
            "game": ["liflina"], "size": "98", "level": ["1"], "begins": ["opponent"],
        }  # fmt: skip


async def test_terms_form_is_kept_until_the_challenge_is_answered(table):
    card = await table.challenge(size=4)
    form = await table.ben.click(card, "Change terms")
    refused = await table.ben.submit(form, {"size": "99", "pace": "brisk+yes"})
    again = await table.ben.click(refused, labels.EDIT_FORM())
    assert values_of(again)["pace"] == ["brisk+yes"]

    await table.ben.click(card, "Decline")
    answer = await table.ben.click(refused, labels.EDIT_FORM())

    assert "declined" in answer.content


async def test_move_form_keeps_illegal_and_unreadable_moves(table):
    first = await table.game()
    panel = await table.ann.click(first, "Move")
    form = await table.ann.click(panel, "Type a move")
    unreadable = await table.ann.submit(form, {"text": "a1 zz¦"})
    # the separator of values in an id cannot be part of a value
    assert labels_of(unreadable) == [labels.BACK_TO_BOARD()]
    refused = await table.ann.submit(form, {"text": "a1 a1"})
    assert refused.attachments
    assert labels_of(refused) == [labels.EDIT_FORM(), labels.BACK_TO_BOARD()]
    button = next(
        each for each in components_of(refused) if each.get("label") == labels.EDIT_FORM()
    )
    again = await table.ann.click(refused, labels.EDIT_FORM())
    assert values_of(again) == {"text": "a1 a1"}

    await table.ann.submit(again, {"text": "a1 c3"})
    await table.turn(2)
    # the refusal has replaced the panel, and the response the refusal
    assert panel is unreadable is refused
    assert labels_of(panel) == ["Undo", "Try out"]
    late = await table.ann.click(refused, button["custom_id"], stale=True)

    assert "Ben" in late.content


async def test_refused_move_has_a_button_back_to_the_panel(table):
    panel = await table.ann.click(await table.game(size=5), "Move")
    zones = labels_of(panel)
    refused = await table.ann.submit(await table.ann.click(panel, "Type a move"), {"text": "a1 a1"})

    assert await table.ann.click(refused, labels.BACK_TO_BOARD()) is panel
    assert labels_of(panel) == zones


async def test_panel_stays_when_a_move_comes_too_late(table):
    first = await table.game()
    panel = await table.ann.click(first, "Move")
    form = await table.ann.click(panel, "Type a move")
    await table.play(table.ann, "a1 c3", 2)

    late = await table.ann.submit(form, {"text": "e5"})

    assert late is not panel
    assert labels_of(late) == []


async def test_refusal_without_button_when_the_values_are_too_long(table):
    long = table.guild.add_member("A name as long as Discord allows")
    menu = await table.ann.user_menu("Challenge to a game", long)
    filled = {"game": "lifeline", "size": "40", "begins": "challenger+yes", "pace": "standard+yes"}

    refused = await table.ann.submit(menu, filled)

    assert "size" in refused.content.lower()
    assert labels_of(refused) == []


def test_id_contains_the_values_and_hopeless_refusals_have_no_button():
    filled = SubmittedForm(ComponentId("terms-form", 7, None, ""), ("9", "", "lot+yes"))
    ((button,),) = refill_buttons(WRONG, filled)

    assert parse_refill(parse_id(str(button.id))) == filled
    assert refill_buttons(GameOver(7, "Ann wins.", "Ann"), filled) == ()
    assert refill_buttons(WRONG, None) == ()
    assert refill_buttons(WRONG, SubmittedForm(filled.form, ("two\nlines",))) == ()


@pytest.mark.parametrize("value", ["", "offer", "nothing¦¦5"])
async def test_unreadable_id_is_refused_as_outdated(table, value):
    first = await table.game()
    if not value.startswith("nothing"):
        with pytest.raises(OldComponent):
            parse_refill(ComponentId("again", 1, 0, value))

    answer = await table.ann.click(first, f"again:{table.number}:0:{value}", stale=True)

    assert "older version" in answer.content


def test_invalid_values_leave_a_field_at_its_default():
    options = (Option("a", "A", default=True), Option("b", "B"))
    line, choice = (
        TextField("size", "Size", max_length=2, value="7"),
        SelectField("which", "Which", options),
    )
    form = Form(ComponentId("x-form", 0), "A form", (line, choice, line))

    size, which, untouched = refilled(form, ("123", "c")).fields

    assert (size.value, which, untouched) == ("12", choice, line)
    assert refilled(form, ("", "b")).fields[0].value is None
    assert [each.default for each in refilled(form, ("", "b")).fields[1].options] == [False, True]


def test_every_form_can_be_reopened_after_a_refusal():
    assert {each for each in find_handlers() if each.endswith("-form")} == set(FORMS)


async def test_the_form_of_a_league_is_reopened_with_its_values(table, boss):
    form = await boss.click(await boss.slash("setup"), words_of_leagues.OPEN_LEAGUE())
    refused = await boss.submit(form, size="99", weeks="8")
    again = await boss.click(refused, labels.EDIT_FORM())
    assert {each["custom_id"]: each.get("value") for each in again.fields}["size"] == "99"
