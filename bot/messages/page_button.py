"""Button that requests the web page of a game."""

from bot.messages.component_ids import ComponentId
from bot.messages.outgoing_message import Button
from bot.words.game_page import PAGE


def page_button(game_id: int) -> Button:
    return Button(ComponentId("page", game_id), PAGE())
