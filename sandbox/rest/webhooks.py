"""Endpoints for follow-ups, edits and deletions by interaction token."""

from __future__ import annotations

from sandbox.errors import ApiError, unknown
from sandbox.models.entities import Json, Message, MessageFlag
from sandbox.models.interactions import Interaction
from sandbox.payloads.messages import message_json
from sandbox.rest.call import Call, Endpoint
from sandbox.rest.callbacks import answers_privately, interaction_draft
from sandbox.rest.drafts import apply_edit
from sandbox.rest.messages import count_old_edit
from sandbox.state import messages
from sandbox.validation.messages import EDIT, WEBHOOK, Body

# limit on follow-ups of an application that is only user-installed
USER_INSTALL_FOLLOWUPS = 5


def _interaction(call: Call) -> Interaction:
    """Return the interaction of a token; 10015 before its initial response, 50027 once expired."""
    found = call.core.interactions.by_token.get(call.params["webhook_token"])
    if found is None or found.app.id != call.id("webhook_id"):
        raise ApiError(401, 50027, "Invalid Webhook Token")
    if not call.core.interactions.is_token_alive(found):
        raise ApiError(401, 50027, "Invalid Webhook Token")
    if found.response is None:
        raise unknown("Webhook")
    return found


def follow_up(call: Call) -> Json:
    """Post a follow-up message; after a defer, the first follow-up fills the "thinking" message."""
    interaction = _interaction(call)
    waiting = interaction.original
    if waiting is not None and waiting.is_loading and not waiting.deleted:
        return _fill(call, interaction, waiting, WEBHOOK)
    _count(interaction)
    private = answers_privately(interaction, int(call.json.get("flags") or 0))
    draft = interaction_draft(call, interaction, call.json, ephemeral=private, kind=WEBHOOK)
    sent = messages.post(call.core.world, interaction.channel, interaction.app.bot, draft)
    interaction.sent.add(sent.id)
    return message_json(sent)


def _count(interaction: Interaction) -> None:
    interaction.followups += 1
    if interaction.by_user_install and interaction.followups > USER_INSTALL_FOLLOWUPS:
        raise ApiError(
            400, 40094, "This interaction has reached its maximum number of follow up messages"
        )


def _fill(call: Call, interaction: Interaction, waiting: Message, kind: Body) -> Json:
    """Fill the "thinking" message; the defer determined whether it is ephemeral."""
    private = waiting.ephemeral_to is not None
    draft = interaction_draft(call, interaction, call.json, ephemeral=private, kind=kind)
    messages.fill(call.core.world, waiting, draft, ping=False)
    messages.publish(call.core.world, "MESSAGE_UPDATE", waiting)
    interaction.filled.set()
    return message_json(waiting)


def _target(call: Call, interaction: Interaction) -> Message:
    if "message_id" not in call.params:
        found = interaction.original
    else:
        found = interaction.channel.messages.get(call.id("message_id"))
    if found is None or found.deleted or not _is_own(interaction, found):
        raise unknown("Message")
    return found


def _is_own(interaction: Interaction, message: Message) -> bool:
    """Return whether a token may access a message: a response, follow-up or its component's."""
    return message in (interaction.original, interaction.message) or message.id in interaction.sent


def read(call: Call) -> Json:
    return message_json(_target(call, _interaction(call)))


def edit(call: Call) -> Json:
    interaction = _interaction(call)
    message = _target(call, interaction)
    if message.is_loading:
        return _fill(call, interaction, message, EDIT)
    count_old_edit(call, message)
    apply_edit(call, message, call.json, EDIT)
    messages.edited(call.core.world, message, call.json.get("allowed_mentions"))
    return message_json(message)


def delete(call: Call) -> None:
    interaction = _interaction(call)
    message = _target(call, interaction)
    messages.delete(call.core.world, message)
    if message is interaction.original and message.flags & MessageFlag.LOADING:
        interaction.original = None
        interaction.filled.set()


_BASE = "/webhooks/{webhook_id}/{webhook_token}"
ENDPOINTS = [Endpoint("POST", _BASE, follow_up, auth=False)] + [
    Endpoint(method, f"{_BASE}/messages/{which}", handler, auth=False)
    for which in ("@original", "{message_id}")
    for method, handler in (("GET", read), ("PATCH", edit), ("DELETE", delete))
]
