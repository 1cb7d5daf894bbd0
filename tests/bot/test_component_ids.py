"""Custom ids of components: round trips, old versions, forged ids."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.messages.component_ids import ComponentId, OldComponent, parse_id

kinds = st.from_regex(r"[a-z][a-z-]{0,23}", fullmatch=True)
values = st.text(max_size=30) | st.text(":¦ \nA", max_size=30)
ids = st.builds(
    ComponentId,
    kind=kinds,
    subject=st.integers(0, 10**18 - 1),
    number=st.none() | st.integers(0, 10**15 - 1),
    value=values,
)


@given(ids)
def test_an_id_survives_a_round_trip(made):
    assert parse_id(str(made)) == made


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
    assert made.subject >= 0
