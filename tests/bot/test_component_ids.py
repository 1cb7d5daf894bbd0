"""Custom ids of components: round trips, old versions, forged ids."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.messages.component_ids import (
    ComponentId,
    OldComponent,
    log_name,
    parse_form_id,
    parse_id,
    with_content,
)

kinds = st.from_regex(r"[a-z][a-z-]{0,23}", fullmatch=True)
values = st.text(max_size=30) | st.text(":¦ \nA", max_size=30)
ids = st.builds(
    ComponentId,
    kind=kinds,
    target_id=st.integers(0, 10**18 - 1),
    number=st.none() | st.integers(0, 10**15 - 1),
    value=values,
)


@given(ids)
def test_an_id_survives_a_round_trip(made):
    assert parse_id(str(made)) == made


@given(ids, st.text())
def test_the_id_of_a_form_survives_a_round_trip_with_a_hash_of_its_content(made, content):
    assert parse_form_id(with_content(made, content)) == made
    assert parse_form_id(str(ComponentId("move-form", 7, 3))) == ComponentId("move-form", 7, 3)


def test_only_the_hash_at_the_end_is_left_out():
    made = ComponentId("challenge-form", 11, None, "~0123abcd~89abcdef")
    assert parse_form_id(with_content(made, "")) == made
    assert parse_id("challenge-form:11::~0123abcd").value == "~0123abcd"


def test_the_log_names_a_form_without_the_hash():
    assert log_name(with_content(ComponentId("move-form", 7, 3), "")) == "control move-form:7:3"


@pytest.mark.parametrize("value", ["Ann:", ":", "::", ":Ann", "A:n:n", "Ann\n", "\n"])
@pytest.mark.parametrize("number", [None, 0, 2])
def test_values_keep_colons_and_line_breaks(value, number):
    made = ComponentId("finished", 11, number, value)

    assert parse_id(str(made)) == made


@given(ids)
def test_ids_fit_into_a_hundred_characters(made):
    assert len(str(made)) <= 100


@pytest.mark.parametrize(
    "text",
    [
        "",
        "move",
        "move:",
        "move:abc:1",
        "move:-3:1",
        "move:1:x",
        "MOVE:1:2",
        "move:1:2:" + "x" * 100,
        "move:999999999999999999999:1",
        "move:\uff11:2",
        "move:1:2\n",
    ],
)
def test_malformed_ids_are_refused_as_old_buttons(text):
    with pytest.raises(OldComponent, match=r"older version.*/board"):
        parse_id(text)


@given(st.text(max_size=120))
def test_any_text_is_parsed_or_refused(text):
    try:
        made = parse_id(text)
    except OldComponent:
        return
    assert made.target_id >= 0
