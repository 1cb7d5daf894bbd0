"""Selection of a puzzle for /puzzle solve and the button of the next puzzle."""

from bot.context.request import Request
from bot.messages import puzzle as messages
from bot.services.use_cases.puzzles.puzzles import NoMistakeDue
from bot.services.values.puzzles.own import OWN
from bot.ui.responses import Answer


async def chosen(request: Request, choice: str, besides: int = 0) -> Answer:
    """Return the message with a new puzzle of the wanted theme and game.

    If the theme is the person's own mistakes, the message may say that no puzzle is due now.

    :param choice: the wanted theme and game (see `messages.parse_choice`).
    :param besides: the number of a puzzle to avoid if possible; 0 for none.
    :raises Refusal: when no puzzle has that theme and game.
    """
    theme, game = messages.parse_choice(choice)
    service, actor = request.services.puzzles, request.actor
    if theme == OWN:
        view = await service.choose_mistake(actor, game, besides=besides)
    else:
        view = await service.choose(actor, theme, game, besides=besides)
    if isinstance(view, NoMistakeDue):
        return messages.no_mistake(view)
    viewer = await request.viewer()
    return request.pictures.render(messages.question, view, viewer, choice=choice)
