"""Actions that a person requests in a browser window, such as to click a button."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from sandbox.client.modal import Modal
from sandbox.core import Core
from sandbox.errors import InteractionFailed, NotPossible
from sandbox.fault_injection import FaultInjector
from sandbox.models.entities import Application, Channel, Json, Message, User
from sandbox.models.interactions import CallbackKind, Interaction
from sandbox.page_api import connection_faults, guild_faults
from sandbox.page_api.commands import command_views
from sandbox.page_api.fault_controls import FaultContext
from sandbox.page_api.values import option_values
from sandbox.page_api.views import history, people, sees_channel
from sandbox.page_api.window import ActionHandler, Refusal, Window
from sandbox.person import Person

CONTROLS = {
    control.key: control for control in [*connection_faults.CONTROLS, *guild_faults.CONTROLS]
}


class PagePerson(Person):
    """Person who acts through the web page: awaits only the bot's first response to an action."""

    async def answer_to(self, interaction: Interaction) -> Message | Modal | None:
        await self._first_answer(interaction)
        if interaction.response == CallbackKind.MODAL and interaction.modal is not None:
            return Modal(interaction, interaction.modal)
        return None


def _reports_refusals(handler: Callable[[Actions, Window, Json], Awaitable[object]]) -> Any:
    """Turn NotPossible and InteractionFailed into a refusal that the page can show."""

    @wraps(handler)
    async def wrapped(actions: Actions, window: Window, request: Json) -> object:
        try:
            return await handler(actions, window, request)
        except (NotPossible, InteractionFailed) as problem:
            raise Refusal(str(problem)) from None

    return wrapped


class Actions:
    """Handlers of the actions that a browser window can request; `table` has them by name."""

    def __init__(self, core: Core, faults: FaultInjector, app: Application) -> None:
        self._core = core
        self._faults = faults
        self._app = app
        self._modals: dict[str, Modal] = {}
        self.table: dict[str, ActionHandler] = {
            "open": self.open,
            "commands": self.commands,
            "read": self.read,
            "dismiss": self.dismiss,
            "dm": self.dm,
            "say": self.say,
            "slash": self.slash,
            "autocomplete": self.autocomplete,
            "user_menu": self.user_menu,
            "message_menu": self.message_menu,
            "click": self.click,
            "choose": self.choose,
            "submit": self.submit,
            "faults": self.faults,
        }

    def controls(self, viewer: User) -> list[Json]:
        """Return the controls of the page's fault panel, as JSON."""
        return [control.view(self._core, viewer) for control in CONTROLS.values()]

    async def open(self, window: Window, request: Json) -> object:
        channel = self._channel(window, request)
        return {
            "messages": history(channel, window.viewer, window.host.marks),
            "commands": command_views(self._core.world, window.viewer, channel),
        }

    async def commands(self, window: Window, request: Json) -> object:
        return command_views(self._core.world, window.viewer, self._channel(window, request))

    async def read(self, window: Window, request: Json) -> object:
        if window.host.marks.read(window.viewer, self._channel(window, request)):
            window.host.refresh()
        return None

    async def dismiss(self, window: Window, request: Json) -> object:
        message = self._message(window, request)
        if message.ephemeral_to is not window.viewer:
            raise Refusal("Only a message that nobody else sees can be dismissed.")
        window.host.marks.dismiss(message)
        self._core.world.feed.publish(
            "message_deleted", message.channel, message.id, only_for=window.viewer
        )
        return None

    async def dm(self, window: Window, request: Json) -> object:
        channel = self._core.world.direct_channel(window.viewer, self._user(request))
        return {"channel": str(channel.id)}

    @_reports_refusals
    async def say(self, window: Window, request: Json) -> object:
        text = self._with_mentions(str(request["text"]))
        self._person(window).say(text, self._channel(window, request))
        return None

    @_reports_refusals
    async def slash(self, window: Window, request: Json) -> object:
        channel = self._channel(window, request)
        values = option_values(self._core.world, channel, window.viewer, request)
        person = self._person(window)
        return self._shown(await person.slash(request["path"], channel=channel, **values))

    @_reports_refusals
    async def autocomplete(self, window: Window, request: Json) -> object:
        channel = self._channel(window, request)
        values = option_values(self._core.world, channel, window.viewer, request)
        choices = await self._person(window).autocomplete(
            request["path"], channel=channel, focused=request["focused"], **values
        )
        return [{"name": choice.name, "value": choice.value} for choice in choices]

    @_reports_refusals
    async def user_menu(self, window: Window, request: Json) -> object:
        channel = self._channel(window, request)
        name = self._command_name(request)
        person = self._person(window)
        return self._shown(await person.user_menu(name, self._user(request), channel=channel))

    @_reports_refusals
    async def message_menu(self, window: Window, request: Json) -> object:
        message = self._message(window, request | {"message": request["target"]})
        name = self._command_name(request)
        return self._shown(await self._person(window).message_menu(name, message))

    @_reports_refusals
    async def click(self, window: Window, request: Json) -> object:
        message = self._message(window, request)
        person = self._person(window)
        # as on Discord, the page may still show an older version of the message
        return self._shown(await person.click(message, request["custom_id"], stale=True))

    @_reports_refusals
    async def choose(self, window: Window, request: Json) -> object:
        message = self._message(window, request)
        person = self._person(window)
        return self._shown(await person.select(message, request["values"], request["custom_id"]))

    @_reports_refusals
    async def submit(self, window: Window, request: Json) -> object:
        modal = self._modals.get(str(request["modal"]))
        if modal is None or modal.origin.user is not window.viewer:
            raise Refusal("This form is no longer open: open it again.")
        answer = await self._person(window).submit(modal, request["fields"])
        self._modals.pop(str(request["modal"]), None)
        return self._shown(answer)

    async def faults(self, window: Window, request: Json) -> object:
        control = CONTROLS.get(str(request["fault"]))
        if control is None:
            raise Refusal("The sandbox does not know this fault.")
        channel = self._core.world.channels.get(int(request.get("channel") or 0))
        context = FaultContext(self._core, self._faults, self._app, channel, window.viewer)
        report = control.run(context, str(request.get("choice") or ""))
        window.host.refresh()
        return report

    def _shown(self, answer: object) -> Json:
        """Return the JSON of an opened modal and keep the modal until it is submitted.

        Messages need no JSON here, because the window receives them as events.
        """
        if not isinstance(answer, Modal):
            return {}
        key = str(answer.origin.id)
        self._modals[key] = answer
        shown = answer.raw | {"id": key, "application": answer.origin.app.name}
        return {"modal": shown}

    def _person(self, window: Window) -> PagePerson:
        return PagePerson(self._core, window.viewer)

    def _channel(self, window: Window, request: Json) -> Channel:
        channel = self._core.world.channels.get(int(request.get("channel") or 0))
        if channel is None or not sees_channel(window.viewer, channel):
            raise Refusal("This channel is gone, or you may no longer see it.")
        return channel

    def _message(self, window: Window, request: Json) -> Message:
        message = self._channel(window, request).messages.get(int(request["message"]))
        if message is None or not window.host.marks.sees(window.viewer, message):
            raise Refusal("This message was deleted.")
        return message

    def _user(self, request: Json) -> User:
        user = self._core.world.users.get(int(request["target"]))
        if user is None:
            raise Refusal("This person is not in the sandbox.")
        return user

    def _command_name(self, request: Json) -> str:
        for app in self._core.world.applications.values():
            command = app.commands.get(int(request["command"]))
            if command is not None:
                return command.name
        raise Refusal("This command is no longer registered.")

    def _with_mentions(self, text: str) -> str:
        """Replace "@Ann" with a mention, as Discord's message box does."""
        everybody = people(self._core.world)
        named = {user.name.casefold(): user.mention for user in everybody}
        names = sorted((re.escape(user.name) for user in everybody), key=len, reverse=True)
        if not names:
            return text
        pattern = re.compile(rf"@({'|'.join(names)})(?!\w)", re.IGNORECASE)
        # re.IGNORECASE matches "@ida" with "@İda", but casefold() does not, so it remains text
        return pattern.sub(lambda found: named.get(found[1].casefold(), found[0]), text)
