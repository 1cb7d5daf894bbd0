"""Changes of a person's settings by the command, the menus and the form."""

from collections.abc import Mapping

from bot.context.language import speak_to_reader
from bot.context.request import Request
from bot.messages.outgoing_message import OutgoingMessage
from bot.messages.settings import overview, with_theme_samples


async def change_settings(
    request: Request, given: Mapping[str, str], opened: str = ""
) -> OutgoingMessage:
    """Store values of a person's settings; return the overview in the language that now applies.

    :param given: values by the name of the setting; empty to change nothing.
    :param opened: the name of the setting whose menu is open; empty for none.
    :raises BadSetting: when a setting or a value does not exist.
    """
    service = request.services.personal_settings
    if given:
        state = await service.change_settings(request.actor, given)
        request.forget_reader()
    else:
        state = await service.get_settings(request.actor.user_id)
    if "language" in given:
        await speak_to_reader(request.interaction)
    shown = overview(state, request.interaction.created_at, opened)
    if opened != "theme":
        return shown
    return await request.pictures.run(with_theme_samples, shown)  # drawn once in each language
