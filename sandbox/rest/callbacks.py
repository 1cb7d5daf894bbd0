"""Initial responses to interactions: exactly one, within three seconds."""

from __future__ import annotations

from sandbox.errors import ApiError, invalid_form, unknown
from sandbox.models.entities import Json, Message, MessageFlag, User
from sandbox.models.interactions import CallbackKind, Interaction, Kind
from sandbox.payloads.interactions import metadata_json
from sandbox.payloads.messages import message_json
from sandbox.permissions import Permission, channel_permissions
from sandbox.rest.call import Call, Endpoint
from sandbox.rest.drafts import apply_edit, new_draft
from sandbox.state import messages
from sandbox.state.messages import Draft
from sandbox.validation.commands import check_choices
from sandbox.validation.messages import CALLBACK, Body
from sandbox.validation.modals import check_modal
from sandbox.validation.problems import Problems

_ON_MESSAGES = frozenset({CallbackKind.UPDATE, CallbackKind.DEFERRED_UPDATE})


def respond(call: Call) -> Json | None:
    """Accept the bot's initial response to an interaction.

    :returns: the response as JSON if the bot asked for it, else None.
    :raises ApiError: 10062 for a late response or unknown interaction, 40060 for a second one.
    """
    interaction = call.core.interactions.find(
        call.id("interaction_id"), call.params["interaction_token"]
    )
    if interaction is None or _is_too_late(call, interaction):
        raise unknown("interaction")
    if interaction.response is not None:
        raise ApiError(400, 40060, "Interaction has already been acknowledged.")
    kind = _kind(call, interaction)
    data = call.json.get("data") or {}
    _handle_call(call, interaction, kind, data)
    interaction.response = kind
    interaction.responded.set()
    if kind != CallbackKind.DEFERRED_MESSAGE:
        interaction.filled.set()
    call.core.world.feed.publish("interaction", interaction.channel, only_for=interaction.user)
    return _answer(interaction) if call.query.get("with_response") in ("1", "true") else None


def _is_too_late(call: Call, interaction: Interaction) -> bool:
    age = call.core.world.clock.now() - interaction.created_at
    late = interaction.expired or age > call.core.settings.answer_within
    return late and interaction.response is None


def _kind(call: Call, interaction: Interaction) -> CallbackKind:
    """Return the response type; refuse unsuitable types, such as a modal for a modal."""
    allowed = {CallbackKind.MESSAGE, CallbackKind.DEFERRED_MESSAGE}
    if interaction.kind == Kind.AUTOCOMPLETE:
        allowed = {CallbackKind.CHOICES}
    elif interaction.kind != Kind.MODAL:
        allowed.add(CallbackKind.MODAL)
    if interaction.message is not None:
        allowed |= _ON_MESSAGES
    if call.json.get("type") not in allowed:
        raise invalid_form({"type": f"Value must be one of {sorted(int(k) for k in allowed)}."})
    return CallbackKind(call.json["type"])


def _handle_call(call: Call, interaction: Interaction, kind: CallbackKind, data: Json) -> None:
    match kind:
        case CallbackKind.MESSAGE:
            ephemeral = answers_privately(interaction, int(data.get("flags") or 0))
            draft = interaction_draft(call, interaction, data, ephemeral=ephemeral)
            interaction.original = messages.post(
                call.core.world, interaction.channel, interaction.app.bot, draft
            )
        case CallbackKind.DEFERRED_MESSAGE:
            interaction.original = _think(call, interaction, int(data.get("flags") or 0))
        case CallbackKind.UPDATE:
            update_clicked(call, interaction, data)
        case CallbackKind.DEFERRED_UPDATE:
            interaction.original = interaction.message
        case CallbackKind.CHOICES:
            interaction.choices = _choices(data)
        case CallbackKind.MODAL:
            problems = Problems()
            check_modal(problems, data)
            problems.refuse()
            interaction.modal = data


def answers_privately(interaction: Interaction, flags: int) -> bool:
    """Return whether the response to an interaction is ephemeral.

    The response is ephemeral if the bot requests that, or if the person may not use external apps
    in the channel.
    """
    forced = (
        interaction.by_user_install
        and interaction.channel.guild is not None
        and not channel_permissions(interaction.channel, interaction.user)
        & Permission.USE_EXTERNAL_APPS
    )
    return forced or bool(flags & MessageFlag.EPHEMERAL)


def interaction_draft(
    call: Call,
    interaction: Interaction,
    data: Json,
    *,
    ephemeral: bool,
    kind: Body = CALLBACK,
) -> Draft:
    """Return the draft of an interaction response, which needs no channel permissions."""
    draft = new_draft(call, interaction.channel, data, kind, ephemeral=ephemeral)
    reader = interaction.user if ephemeral else None
    return _signed(interaction, draft, reader)


def _signed(interaction: Interaction, draft: Draft, reader: User | None) -> Draft:
    draft.ephemeral_to = reader
    draft.flags |= MessageFlag.EPHEMERAL if reader else 0
    draft.application_id = interaction.app.id
    draft.interaction_metadata = metadata_json(interaction)
    if interaction.kind == Kind.COMMAND:
        draft.type = 20 if interaction.data.get("type", 1) == 1 else 23
    else:
        draft.type = 19 if interaction.message else 0
        draft.reply_to = interaction.message
    return draft


def _think(call: Call, interaction: Interaction, flags: int) -> Message:
    """Post the "is thinking" message, which a follow-up or an edit fills in later."""
    reader = interaction.user if answers_privately(interaction, flags) else None
    if flags & ~MessageFlag.EPHEMERAL:
        raise invalid_form({"data.flags": "A deferred answer knows the EPHEMERAL flag only."})
    draft = _signed(interaction, Draft(flags=MessageFlag.LOADING), reader)
    return messages.post(call.core.world, interaction.channel, interaction.app.bot, draft)


def update_clicked(call: Call, interaction: Interaction, data: Json) -> None:
    """Edit the message whose button or select menu was used."""
    message = interaction.message
    assert message is not None
    if message.deleted:
        raise unknown("Message")
    apply_edit(call, message, data, CALLBACK)
    messages.edited(call.core.world, message, data.get("allowed_mentions"))
    interaction.original = message


def _choices(data: Json) -> list[Json]:
    problems = Problems()
    problems.keys("data", data, {"choices"})
    found = problems.items("data.choices", data.get("choices"), (0, 25))
    check_choices(problems, "data.choices", found)
    problems.refuse()
    return found


def _answer(interaction: Interaction) -> Json:
    kind = interaction.response
    assert kind is not None
    about: Json = {"id": str(interaction.id), "type": int(interaction.kind)}
    made: Json = {"interaction": about}
    message = interaction.original
    if kind in (CallbackKind.MESSAGE, CallbackKind.DEFERRED_MESSAGE, CallbackKind.UPDATE):
        assert message is not None
        about |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.is_loading,
            "response_message_ephemeral": message.is_ephemeral,
        }
        shown = CallbackKind.MESSAGE if kind == CallbackKind.DEFERRED_MESSAGE else kind
        if kind != CallbackKind.DEFERRED_MESSAGE:
            made["resource"] = {"type": int(shown), "message": message_json(message)}
    return made


ENDPOINTS = [
    Endpoint(
        "POST", "/interactions/{interaction_id}/{interaction_token}/callback", respond, auth=False
    ),
]
