"""Looking back on a finished game: asking for it, and showing where it turned."""

from bot.answers import reply
from bot.desk import viewer
from bot.errors import Refusal
from bot.ids import OldComponent
from bot.messages.post import Post
from bot.messages.reviewing import page, turning_page
from bot.press import Handlers, Press
from bot.texts import review as texts


async def ask(press: Press) -> None:
    desk = press.desk
    if not desk.reviews_games:
        raise Refusal(texts.NOT_HERE)
    game = await desk.services.games.watch(press.actor, press.id.subject)
    if not desk.reviews(game.ruleset.game):
        raise Refusal(texts.NOT_THIS_GAME)
    found = await desk.services.reviews.ask(press.actor, game.id)
    if found is None:
        await reply(press.interaction, Post(texts.COMING))
        return
    await reply(press.interaction, desk.pictures.show(page, game, found))


async def turning(press: Press) -> None:
    desk = press.desk
    game = await desk.services.games.watch(press.actor, press.id.subject)
    found = await desk.services.reviews.found(game.id)
    if found is None:
        raise OldComponent
    person = await viewer(press.interaction)
    shown = desk.pictures.show(turning_page, game, found, press.id.value, person)
    await reply(press.interaction, shown)


HANDLERS: Handlers = {"review": ask, "turning": turning}
