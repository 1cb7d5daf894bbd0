"""Buttons and menus of leagues: open a league, join, leave or stay, show tables."""

from collections.abc import Awaitable, Callable

from bot.context.location import text_channel_of
from bot.errors.refusals import CannotDoInLeague
from bot.messages.component_ids import LARGEST, OldComponent
from bot.messages.leagues import (
    WEEKS,
    join_question,
    league_form,
    league_options,
    league_page,
    leave_question,
    open_question,
    organiser_page,
    ruling_question,
    table_message,
)
from bot.messages.lobby import START
from bot.messages.outgoing_message import Form, OutgoingMessage
from bot.services.values.leagues.views import LeaguePage, OrganiserPage
from bot.services.values.people.permissions import managed_server
from bot.ui.component_router import ComponentRequest, Handlers
from bot.ui.responses import edit_or_reply, open_form, reply
from bot.words import leagues as words
from rules.typed_text import plain


async def open_league_form(request: ComponentRequest) -> None:
    await open_form(request, await make_league_form(request))


async def make_league_form(request: ComponentRequest) -> Form:
    guild_id = managed_server(request.actor)
    return league_form(await request.services.server_settings.get_settings(guild_id))


async def submit_league(request: ComponentRequest) -> None:
    guild_id = managed_server(request.actor)
    usual = await request.services.server_settings.get_settings(guild_id)
    weeks = _weeks(request.fields[WEEKS])
    game, options = league_options(request.fields, usual)
    ruleset = request.services.leagues.plan(request.actor, game, options, weeks)
    channel = f"<#{text_channel_of(request.interaction)}>"
    await reply(request, open_question(ruleset, weeks, channel))


async def open_league(request: ComponentRequest) -> None:
    game, size, start = (*request.id.value.split(" "), "", "")[:3]
    options = {"size": size} | ({START: start} if start else {})
    channel_id, weeks = text_channel_of(request.interaction), request.id.number or 0
    service = request.services.leagues
    card = await service.open(request.actor, channel_id, game, options, weeks)
    channel = f"<#{card.league.location.channel_id}>"
    await edit_or_reply(request, OutgoingMessage(words.opened(channel, card.season.begins)))


async def show(request: ComponentRequest) -> None:
    page = await request.services.leagues.page(request.actor, request.id.target_id)
    await edit_or_reply(request, league_page(page))


async def choose(request: ComponentRequest) -> None:
    if not request.entered.isdecimal():
        raise OldComponent
    league_id = min(int(request.entered), LARGEST)
    page = await request.services.leagues.page(request.actor, league_id)
    await edit_or_reply(request, league_page(page))


async def ask_to_join(request: ComponentRequest) -> None:
    page = await request.services.leagues.joinable(request.actor, request.id.target_id)
    if page.is_in:
        await edit_or_reply(request, league_page(page))
    else:
        await edit_or_reply(request, join_question(page))


async def join(request: ComponentRequest) -> None:
    page = await request.services.leagues.join(request.actor, request.id.target_id)
    await edit_or_reply(request, league_page(page))


async def stay(request: ComponentRequest) -> None:
    page = await request.services.leagues.stay(request.actor, request.id.target_id)
    await edit_or_reply(request, league_page(page))


async def ask_to_leave(request: ComponentRequest) -> None:
    page = await request.services.leagues.leavable(request.actor, request.id.target_id)
    await edit_or_reply(request, leave_question(page))


async def leave(request: ComponentRequest) -> None:
    service, running = request.services.leagues, request.id.number or 0
    resigns = request.id.value == "now"
    page = await service.leave(request.actor, request.id.target_id, running, resigns=resigns)
    await edit_or_reply(request, league_page(page, words.LEFT()))


async def table(request: ComponentRequest) -> None:
    group = request.id.number or 1
    view, organises = await request.services.leagues.table(
        request.actor, request.id.target_id, group
    )
    viewer = await request.viewer()
    drawing = request.pictures.render(table_message, view, viewer, organises=organises)
    await edit_or_reply(request, drawing)


async def organise(request: ComponentRequest) -> None:
    await edit_or_reply(request, organiser_page(await _organiser_page(request)))


async def ask_to_rule(request: ComponentRequest) -> None:
    """Ask a league's organiser to confirm the action chosen in a menu.

    :raises OldComponent: when the action is not offered.
    """
    page = await _organiser_page(request)
    action, chosen = (
        (request.id.value, request.entered) if request.id.value else (request.entered, "")
    )
    question = ruling_question(page, action, chosen)
    if question is None:
        raise OldComponent
    await edit_or_reply(request, question)


async def rule(request: ComponentRequest) -> None:
    action, _, chosen = request.id.value.partition(" ")
    run = RULINGS.get(action)
    if run is None or not (chosen or "0").isdecimal():
        raise OldComponent
    page, note = await run(request, min(int(chosen or "0"), LARGEST))
    await edit_or_reply(request, league_page(page, note))


async def _organiser_page(request: ComponentRequest) -> OrganiserPage:
    service, group = request.services.league_rulings, request.id.number or 1
    return await service.page(request.actor, request.id.target_id, group)


async def _start(request: ComponentRequest, _chosen: int) -> tuple[LeaguePage, str]:
    service, number = request.services.league_rulings, request.id.number or 0
    page = await service.start(request.actor, request.id.target_id, number)
    return page, words.DONE["start"]()


async def _postpone(request: ComponentRequest, start: int) -> tuple[LeaguePage, str]:
    service, number = request.services.league_rulings, request.id.number or 0
    page = await service.postpone(request.actor, request.id.target_id, number, start)
    return page, words.DONE["postpone"]()


async def _end(request: ComponentRequest, running: int) -> tuple[LeaguePage, str]:
    page = await request.services.league_rulings.end(request.actor, request.id.target_id, running)
    return page, words.DONE["end"]()


async def _move(request: ComponentRequest, _chosen: int) -> tuple[LeaguePage, str]:
    service, here = request.services.league_rulings, text_channel_of(request.interaction)
    page = await service.move(request.actor, request.id.target_id, here)
    return page, words.DONE["move"]()


async def _remove(request: ComponentRequest, chosen: int) -> tuple[LeaguePage, str]:
    page = await request.services.league_rulings.remove(request.actor, request.id.target_id, chosen)
    return page, words.DONE["remove"]()


async def _annul(request: ComponentRequest, chosen: int) -> tuple[LeaguePage, str]:
    page, replayed = await request.services.league_rulings.annul(
        request.actor, request.id.target_id, chosen
    )
    return page, words.REPLAYED() if replayed else words.NOT_REPLAYED()


Ruling = Callable[[ComponentRequest, int], Awaitable[tuple[LeaguePage, str]]]
RULINGS: dict[str, Ruling] = {
    "start": _start,
    "postpone": _postpone,
    "end": _end,
    "move": _move,
    "remove": _remove,
    "annul": _annul,
}


def _weeks(typed: str) -> int:
    weeks = plain(typed)
    if not weeks.isdecimal():
        raise CannotDoInLeague(words.NUMBER_OF_WEEKS())
    return int(weeks)


HANDLERS: Handlers = {
    "league-new": open_league_form,
    "league-form": submit_league,
    "league-open": open_league,
    "league": show,
    "league-choose": choose,
    "league-join": ask_to_join,
    "league-join-yes": join,
    "league-stay": stay,
    "league-leave": ask_to_leave,
    "league-leave-yes": leave,
    "league-table": table,
    "league-organise": organise,
    "league-rule": ask_to_rule,
    "league-rule-yes": rule,
}
