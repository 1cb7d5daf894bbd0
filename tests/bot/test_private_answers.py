"""Answers to interactions that are stored, so that messages of private practice can edit them."""

from types import SimpleNamespace

import pytest
from discord import InteractionResponseType as Kind

from bot.delivery.interaction_token_messages import PRIVATE_GAME, WIDE, keep_token


def message(*, ephemeral, wide=False):
    return SimpleNamespace(flags=SimpleNamespace(ephemeral=ephemeral, components_v2=wide))


async def kept(response, shown=None, **extras):
    """Return the answers stored for an interaction with this response."""
    found = []

    async def keep_answer(answer):
        found.append(answer)

    async def respond():
        pass

    tokens = SimpleNamespace(keep_answer=keep_answer)
    services = SimpleNamespace(interaction_tokens=tokens)
    interaction = SimpleNamespace(
        id=7,
        token="secret",
        extras={PRIVATE_GAME: 5, **extras},
        message=shown,
        response=SimpleNamespace(type=response),
        client=SimpleNamespace(context=SimpleNamespace(services=services)),
    )
    await keep_token(interaction, respond())
    return [(each.interaction_id, each.game_id, each.wide, each.token) for each in found]


NEW = [Kind.channel_message, Kind.deferred_channel_message]
EDITS = [Kind.message_update, Kind.deferred_message_update]


@pytest.mark.parametrize("response", NEW)
@pytest.mark.parametrize("wide", [True, False])
async def test_a_new_answer_is_stored_with_its_layout(response, wide):
    under_public = message(ephemeral=False, wide=not wide)
    assert await kept(response, under_public, **{WIDE: wide}) == [(7, 5, wide, "secret")]


@pytest.mark.parametrize("response", EDITS)
@pytest.mark.parametrize("wide", [True, False])
async def test_an_edited_private_message_is_stored_with_its_layout(response, wide):
    private = message(ephemeral=True, wide=wide)
    assert await kept(response, private, **{WIDE: not wide}) == [(7, 5, wide, "secret")]


@pytest.mark.parametrize("response", EDITS)
@pytest.mark.parametrize("shown", [None, message(ephemeral=False)])
async def test_a_public_message_is_never_edited(response, shown):
    assert await kept(response, shown) == []


@pytest.mark.parametrize("response", [None, Kind.modal])
async def test_an_interaction_without_a_message_is_not_stored(response):
    assert await kept(response, message(ephemeral=True)) == []
