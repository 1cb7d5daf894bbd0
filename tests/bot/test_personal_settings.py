"""The table of personal settings, and the menus and options made from it."""

import pytest

from bot.errors.refusals import BadSetting
from bot.messages.outgoing_message import MAX_OPTIONS
from bot.services.values.people.personal_settings import (
    SETTINGS,
    read_settings,
    with_defaults,
)
from bot.ui.commands.settings import command

pytestmark = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS.keys())


def test_each_offered_value_is_stored_as_it_is(setting):
    for value in setting.offered:
        assert setting.read(value) == value
        assert with_defaults({setting.name: value})[setting.name] == value


def test_each_offered_value_has_a_label_of_its_own(setting):
    labels = [setting.label_of(value) for value in setting.offered]
    assert all(labels)
    assert len(set(labels)) == len(labels)
    assert 2 <= len(labels) <= MAX_OPTIONS


def test_a_value_that_is_neither_chosen_nor_typed_is_refused(setting):
    with pytest.raises(BadSetting):
        read_settings({setting.name: "no such value"})


def test_the_example_of_a_form_can_be_typed(setting):
    assert (setting.parse is None) == (setting.placeholder == "")
    if setting.placeholder:
        assert setting.label_of(setting.read(setting.placeholder))


def test_a_stored_value_that_is_no_longer_offered_means_the_default(setting):
    stored = with_defaults({setting.name: "gone", "no such setting": "on"})
    if setting.parse is None:
        assert stored[setting.name] == setting.offered[0]
    assert stored.keys() == SETTINGS.keys()


def test_a_setting_has_an_option_with_its_values(setting):
    option = next(each for each in command.parameters if each.name == setting.name)
    assert not option.required
    assert str(option.description) == (setting.explanation or setting.label)()
    chosen = {} if setting.parse else {value: setting.label_of(value) for value in setting.labels}
    assert {each.value: each.name for each in option.choices} == chosen
