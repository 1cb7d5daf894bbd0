"""Simulated user: acts, waits for responses, and sees only what a real user would see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sandbox.client.files import File, upload
from sandbox.client.find import find_command
from sandbox.client.modal import Modal
from sandbox.client.options import CommandInput, command_data, resolved_entities, target_data
from sandbox.client.widgets import click_data, select_data, stale_select_data
from sandbox.core import Core
from sandbox.errors import InteractionFailed, NotPossible
from sandbox.interactions import UserAction
from sandbox.models.entities import Application, Channel, Json, Message, User
from sandbox.models.interactions import CallbackKind, Interaction, Kind
from sandbox.permissions import Permission, may
from sandbox.state import channels, messages
from sandbox.state.messages import Draft, visible_to

SLASH, USER_MENU, MESSAGE_MENU = 1, 2, 3


@dataclass(frozen=True, slots=True)
class Choice:
    """Choice that autocomplete offers for an option."""

    name: str
    value: str | int | float


class Person:
    """Simulated user, who acts in the channel set by `in_` unless another channel is given."""

    def __init__(self, core: Core, user: User, here: Channel | None = None) -> None:
        self._core = core
        self.user = user
        self.here = here

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.name

    @property
    def mention(self) -> str:
        return self.user.mention

    def __repr__(self) -> str:
        return f"<Person {self.name} {self.id}>"

    def in_(self, channel: Channel) -> Person:
        """Return a copy of this person who acts in `channel` by default."""
        return Person(self._core, self.user, channel)

    async def slash(self, command: str, *, channel: Channel | None = None, **options: Any) -> Any:
        """Use a slash command, such as "game board", and return the bot's Message or Modal.

        A `File` fills an attachment option.

        :raises NotPossible: when Discord's client would refuse the input.
        :raises InteractionFailed: when the bot does not respond within 3 seconds.
        """
        where = self._visible_channel(channel)
        interaction = self._use(Kind.COMMAND, command, where, options)
        return await self.answer_to(interaction)

    async def autocomplete(
        self, command: str, *, channel: Channel | None = None, focused: str = "", **options: Any
    ) -> list[Choice]:
        """Type into a command's option, `focused` or the last named; return the offered choices."""
        typed = focused or next(reversed(options), "")
        where = self._visible_channel(channel)
        interaction = self._use(Kind.AUTOCOMPLETE, command, where, options, typed)
        await self._first_answer(interaction)
        return [Choice(c["name"], c["value"]) for c in interaction.choices]

    async def user_menu(
        self, command: str, target: Person | User, *, channel: Channel | None = None
    ) -> Any:
        """Use a context menu command on a person, and return the response."""
        user = target.user if isinstance(target, Person) else target
        return await self._menu(command, USER_MENU, user, self._visible_channel(channel))

    async def message_menu(self, command: str, target: Message) -> Any:
        """Use a context menu command on a message, and return the response."""
        return await self._menu(command, MESSAGE_MENU, target, target.channel)

    async def click(self, message: Message, button: str, *, stale: bool = False) -> Any:
        """Click a button, found by label, emoji or custom id, and return the response.

        With `stale`, `button` is a custom id that the message may no longer have, as when the
        client has not received an update yet.
        """
        self._check_visible(message)
        return await self.answer_to(
            self._component(message, click_data(message, button, stale=stale))
        )

    async def select(
        self,
        message: Message,
        values: str | Sequence[Any],
        select: str | None = None,
        *,
        stale: bool = False,
    ) -> Any:
        """Choose values in a select menu, found by custom id or placeholder; return the response.

        `values` are option values or labels, or the people, roles or channels themselves.
        `select` may be None if the message has only one menu.
        With `stale`, `select` is a custom id that the message may no longer have, as for `click`,
        and `values` are option values.
        """
        self._check_visible(message)
        wanted = [values] if isinstance(values, str) else values
        if stale and select is not None:
            chosen = stale_select_data(select, wanted)
        else:
            chosen = select_data(self._core.world, message, wanted, select)
        return await self.answer_to(self._component(message, chosen))

    async def submit(
        self, modal: Modal, values: Mapping[str, Any] | None = None, **more: Any
    ) -> Any:
        """Fill in a modal's fields, by custom id or label, submit, and return the response."""
        origin = modal.origin
        data = modal.data({**(values or {}), **more})
        chosen = modal.chosen_entities(data)
        data["resolved"] = resolved_entities(self._core.world, origin.channel, chosen)
        act = UserAction(
            Kind.MODAL, origin.app, self.user, origin.channel, data, origin.message, origin
        )
        return await self.answer_to(self._core.interactions.begin(act))

    async def answer_to(self, interaction: Interaction) -> Any:
        """Return the final response to an interaction: a Message, a Modal, or None if deleted.

        :raises InteractionFailed: when the bot does not respond within 3 seconds.
        """
        await self._first_answer(interaction)
        if interaction.response == CallbackKind.MODAL:
            assert interaction.modal is not None
            return Modal(interaction, interaction.modal)
        try:
            async with asyncio.timeout(self._core.settings.timeout):
                await interaction.filled.wait()
        except TimeoutError:
            sentence = f"{interaction.app.name} is still thinking"
            raise InteractionFailed(sentence) from None
        return interaction.original

    async def _first_answer(self, interaction: Interaction) -> None:
        try:
            async with asyncio.timeout(self._core.settings.answer_within):
                await interaction.responded.wait()
        except TimeoutError:
            interaction.expired = True
            sentence = f"This interaction failed: {interaction.app.name} did not respond."
            raise InteractionFailed(sentence) from None

    def say(self, content: str, channel: Channel | None = None) -> Message:
        """Post an ordinary message in a channel as this person.

        :raises NotPossible: when the person may not write in the channel.
        """
        where = self._visible_channel(channel)
        needed = Permission.SEND_MESSAGES_IN_THREADS if where.thread else Permission.SEND_MESSAGES
        if not may(self.user, where, needed):
            raise NotPossible(f"{self.name} may not write in {where.name}.")
        locked = where.thread is not None and where.thread.locked
        if locked and not may(self.user, where, Permission.MANAGE_THREADS):
            raise NotPossible(f"The thread {where.name} is locked.")
        return messages.post(self._core.world, where, self.user, Draft(content=content))

    def messages(self, channel: Channel | None = None) -> list[Message]:
        """Return the messages visible to this person in a channel, oldest first."""
        where = self._visible_channel(channel)
        return [m for m in where.messages.values() if visible_to(m, self.user)]

    def mentions(self, channel: Channel | None = None) -> list[Message]:
        """Return the messages of a channel that pinged this person, oldest first."""
        where = self._visible_channel(channel)
        return [m for m in where.messages.values() if self.id in m.notified]

    def direct_messages(self, app: Application) -> list[Message]:
        """Return the direct messages from an application's bot to this person, oldest first."""
        channel = self._core.world.direct_channel(app.bot, self.user)
        return [m for m in channel.messages.values() if visible_to(m, self.user)]

    async def wait_for(
        self,
        predicate: Callable[[Message], bool],
        channel: Channel | None = None,
        within: float = 30.0,
    ) -> Message:
        """Wait for a visible message that satisfies a predicate; return the latest such message."""
        where = self._visible_channel(channel)
        return await self._core.world.feed.until(
            lambda: next((m for m in reversed(self.messages(where)) if predicate(m)), None), within
        )

    def join_thread(self, thread: Channel) -> None:
        channels.add_thread_member(self._core.world, thread, self.user)

    def _visible_channel(self, channel: Channel | None) -> Channel:
        where = channel or self.here
        if where is None:
            raise NotPossible("Say in which channel: channel=..., or person.in_(channel).")
        if where.id not in self._core.world.channels:
            raise NotPossible(f"The channel {where.name} was deleted.")
        if not may(self.user, where, Permission.VIEW_CHANNEL):
            raise NotPossible(f"{self.name} does not see {where.name}.")
        return where

    def _check_visible(self, message: Message) -> None:
        self._visible_channel(message.channel)
        if not visible_to(message, self.user):
            raise NotPossible(f"{self.name} does not see this ephemeral message.")

    def _use(
        self,
        kind: Kind,
        words: str,
        where: Channel,
        options: Mapping[str, Any],
        focused: str | None = None,
    ) -> Interaction:
        name, *rest = words.removeprefix("/").split()
        command = find_command(self._core.world, self.user, where, name, SLASH)
        filled = CommandInput(tuple(rest), self._uploaded(options, where), focused)
        data = command_data(command, filled, where)
        app = self._core.world.applications[command.application_id]
        return self._core.interactions.begin(UserAction(kind, app, self.user, where, data))

    def _uploaded(self, options: Mapping[str, Any], where: Channel) -> dict[str, Any]:
        limit = self._core.settings.file_size
        return {
            name: upload(self._core.world, where, value, limit)
            if isinstance(value, File)
            else value
            for name, value in options.items()
        }

    async def _menu(self, name: str, kind: int, target: User | Message, where: Channel) -> Any:
        command = find_command(self._core.world, self.user, where, name, kind)
        app = self._core.world.applications[command.application_id]
        data = target_data(command, target, where)
        return await self.answer_to(
            self._core.interactions.begin(UserAction(Kind.COMMAND, app, self.user, where, data))
        )

    def _component(self, message: Message, data: Json) -> Interaction:
        app = self._core.world.application_of(message.author)
        if app is None:
            raise NotPossible("Only an application's message has components.")
        act = UserAction(Kind.COMPONENT, app, self.user, message.channel, data, message)
        return self._core.interactions.begin(act)
