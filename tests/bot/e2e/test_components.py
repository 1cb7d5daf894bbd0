"""Every kind of component: used by a stranger, after a restart, twice at once, and too late."""

import asyncio
from dataclasses import astuple, dataclass

import pytest
from sqlalchemy import func, select

from bot.messages.component_ids import parse_id
from bot.runtime.app import find_handlers
from bot.store.tables.schema import challenges, games, interactions
from bot.ui import responses
from sandbox import NotPossible
from sandbox.client.find import components_of
from sandbox.client.modal import Modal
from sandbox.guild import GuildHandle
from sandbox.server import Sandbox
from tests.bot.e2e.catalogue import FOUND, Corner

AT_ONCE = 8  # scenes prepared concurrently
# a form closes when it is submitted, so that a second submission is a new one
AGAIN = {"challenge-form": 2, "practice-form": 2}
# effects of the names in the catalogue without escaping
SHOUTS = ("@everyone", "<@&1>", "<@1>", "](https://x", "[**", "||_", "`Ben`")
FAILED = ("went wrong", "older version")


@dataclass
class House:
    """A server with a channel for each scene, and the running bot."""

    discord: Sandbox
    guild: GuildHandle
    app: object = None


@dataclass
class Traces:
    """Numbers of stored effects in a scene; each action increases one of them by one."""

    challenges: int
    games: int
    undone: int
    over: int
    moves: int

    def __sub__(self, before):
        return max(
            abs(now - then) for now, then in zip(astuple(self), astuple(before), strict=True)
        )


async def traces(corner, app):
    here = games.c.channel_id == corner.channel.id
    asked = (
        select(func.count()).where(challenges.c.channel_id == corner.channel.id),
        select(func.count()).where(here),
        select(func.coalesce(func.sum(games.c.undone), 0)).where(here),
        select(func.count()).where(here, games.c.ending.is_not(None)),
        select(func.count()).where(
            interactions.c.action == "play",
            interactions.c.game_id.in_(select(games.c.id).where(here)),
        ),
    )

    async def read(tx):
        return Traces(*[(await tx.connection.execute(query)).scalar_one() for query in asked])

    return await app.context.services.games._database.read(read)


def said(answer):
    if isinstance(answer, Modal):
        return answer.title
    return "\n".join(
        [answer.content, *(str(part.get("content", "")) for part in components_of(answer))]
    )


def faults(answers):
    """Return the answers that report an unexpected error."""
    return [text for text in map(said, answers) if not text or any(bad in text for bad in FAILED)]


async def in_batches(works):
    """Await coroutines, a few at a time; return their exceptions."""
    done = []
    for start in range(0, len(works), AT_ONCE):
        done += await asyncio.gather(*works[start : start + AT_ONCE], return_exceptions=True)
    return done


async def each(kinds, found, action):
    """Run an action on the control of every kind; return the failures by kind."""
    outcomes = await in_batches([action(*found[kind]) for kind in kinds])
    return {kind: outcome for kind, outcome in zip(kinds, outcomes, strict=True) if outcome}


@pytest.fixture
def house(discord, monkeypatch):
    # a deferred answer cannot open a form, and the machine may be slow
    monkeypatch.setattr(responses, "TIMEOUT", 15.0)
    return House(discord, discord.create_guild("House"))


async def set_scenes(house, app, kinds):
    house.app = app
    corners = [Corner(house) for _ in kinds]
    controls = await in_batches(
        [FOUND[kind](corner, kind) for kind, corner in zip(kinds, corners, strict=True)]
    )
    missing = {k: c for k, c in zip(kinds, controls, strict=True) if isinstance(c, BaseException)}
    assert missing == {}, "there is no such control where the catalogue looks for it"
    return dict(zip(kinds, zip(corners, controls, strict=True), strict=True))


def test_every_kind_is_in_the_catalogue():
    """A new kind in bot/ui/components/ needs an entry in tests/bot/e2e/catalogue.py."""
    assert set(FOUND) == set(find_handlers())


@pytest.mark.timeout(300)
async def test_every_component_is_answered_and_acts_once(house, run_bot, caplog):
    kinds = sorted(FOUND)
    eve = house.guild.add_member("Eve")

    async with run_bot() as app:
        await app.context.services.guilds.change(house.guild.id, threads=False)
        found = await set_scenes(house, app, kinds)

        async def by_a_stranger(corner, control):
            before = await traces(corner, app)
            try:
                answer = await control.press(eve)
            except NotPossible:  # on an ephemeral message
                return None
            return faults([answer]) or (await traces(corner, app)) - before

        strangers = await each([k for k in kinds if not is_form(found[k][1])], found, by_a_stranger)

    async with run_bot() as app:

        async def by_two_fingers(corner, control):
            before = await traces(corner, app)
            given = await asyncio.gather(control.press(), control.press())
            changed = (await traces(corner, app)) - before
            allowed = AGAIN.get(parse_id(control.id).kind, 1)
            return faults(given) or (changed if changed > allowed else None)

        async def too_late(corner, control):
            before = await traces(corner, app)
            given = [await control.press()]
            return faults(given) or (await traces(corner, app)) - before > 1

        twice = await each(kinds, found, by_two_fingers)
        late = await each(kinds, found, too_late)

    assert (strangers, twice, late) == ({}, {}, {})
    loud = [text for text in texts_of(house) if any(word in text for word in SHOUTS)]
    assert "\n\n".join(loud) == "", "names are words, and nothing else"
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def texts_of(house):
    """Return the text of all messages of the bot, in both kinds of layout."""
    for channel in house.discord.world.channels.values():
        for message in channel.messages.values():
            if message.author.bot:
                assert not message.mention_everyone
                yield said(message)


def is_form(control):
    return isinstance(control.where, Modal)
