"""Cache of valid bodies: skips repeated validation without accepting invalid bodies."""

import pytest

from sandbox.validation.cache import ValidBodies
from sandbox.validation.openapi import Document

ID, OTHER = "1181234567890123456", "1181234567890123457"
MESSAGES = "/channels/{channel_id}/messages"


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ({"id": ID}, {"id": OTHER}, True),
        ([ID, OTHER], [OTHER, ID], True),
        ([ID, ID], [ID, OTHER], False),
        ([ID, OTHER, ID], [ID, OTHER, OTHER], False),
        ({"id": ID}, {"id": 1181234567890123456}, False),
        ({"id": ID}, {"id": "#0"}, False),
        ({"id": ID}, {"id": "0" + ID[1:]}, False),
        ({"content": f"of {ID}"}, {"content": f"of {OTHER}"}, False),
        ({"content": f'"{ID}"'}, {"content": f'"{OTHER}"'}, False),
        ([True], [1], False),
    ],
)
def test_bodies_that_differ_only_in_ids_share_a_digest(one, other, alike):
    sound = ValidBodies()
    sound.add(sound.digest("/there", one))
    assert (sound.digest("/there", other) in sound) == alike
    assert sound.digest("/elsewhere", one) not in sound


def test_finds_problems_before_and_after_caching_a_valid_body():
    document, why_not = Document.find()
    if document is None:
        pytest.skip(why_not)
    long = {"content": "x" * 4001}
    assert list(document.request_problems("POST", MESSAGES, long)) == ["content"]
    assert document.request_problems("POST", MESSAGES, {"content": "x"}) == {}
    assert document.request_problems("POST", MESSAGES, {"content": "x"}) == {}
    assert list(document.request_problems("POST", MESSAGES, long)) == ["content"]
