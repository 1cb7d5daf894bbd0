"""Commands about one game: the action of each command, and the game that the person means."""

from collections.abc import Awaitable, Callable

from bot.context.request import Request
from bot.errors.game_lookup import WhichGame

# function of request, game id and argument
Action = Callable[[Request, int, str], Awaitable[None]]
ACTIONS: dict[str, Action] = {}


def action_of(command: str) -> Callable[[Action], Action]:
    """Return a decorator that registers a function in `ACTIONS` as the action of a command."""

    def declare(action: Action) -> Action:
        ACTIONS[command] = action
        return action

    return declare


async def act_on_game(
    request: Request, command: str, game: str | None, argument: str = "", *, may_watch: bool = False
) -> None:
    """Perform a command in the game whose number the person typed, or in the only game that fits.

    :param game: the number of the game as typed; None means the only game that fits.
    :param argument: passed to the action, such as a typed move.
    :param may_watch: see `GameService.resolve`.
    :raises WhichGame: when several games fit; the menu below the refusal keeps the argument.
    :raises PlayerError: see `GameService.resolve` and the action.
    """
    own = (await request.reader()).games
    try:
        game_id = await request.services.games.resolve(
            request.actor, game, own, may_watch=may_watch
        )
    except WhichGame as error:
        error.command, error.argument = command, argument
        raise
    await ACTIONS[command](request, game_id, argument)
