"""Every kind of control: pressed by a stranger, after a restart, twice at once, too late."""

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

AT_ONCE = 8  # scenes that are set at the same time
# a form is gone once it is sent: sent again it has been opened again, and is meant
AGAIN = {"challenge-form": 2, "practice-form": 2}
# what the names of the catalogue's people would do if they were not escaped
SHOUTS = ("@everyone", "<@&1>", "<@1>", "](https://x", "[**", "||_", "`Ben`")
FAILED = ("went wrong", "older version")


@dataclass
class House:
    """A server for many corners, and the bot as it runs now."""

    discord: Sandbox
    guild: GuildHandle
    app: object = None


@dataclass
class Traces:
    """What has happened in a corner: each number grows by one when something is done once."""

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
    """Answers of a program that did not know what to do."""
    return [text for text in map(said, answers) if not text or any(bad in text for bad in FAILED)]


async def in_batches(works):
    """Do things a few at a time; what is raised is returned."""
    done = []
    for start in range(0, len(works), AT_ONCE):
        done += await asyncio.gather(*works[start : start + AT_ONCE], return_exceptions=True)
    return done


async def each(kinds, found, action):
    """Do something with the control of every kind; returns what was wrong, by kind."""
    outcomes = await in_batches([action(*found[kind]) for kind in kinds])
    return {kind: outcome for kind, outcome in zip(kinds, outcomes, strict=True) if outcome}


@pytest.fixture
def house(discord, monkeypatch):
    # a form cannot follow an announcement, and this machine may be busy
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
    """A new kind in bot/ui/components/ needs a line in tests/bot/e2e/catalogue.py."""
    assert set(FOUND) == set(find_handlers())


@pytest.mark.timeout(300)
async def test_every_control_is_answered_and_acts_once(house, run_bot, caplog):
    kinds = sorted(FOUND)
    eve = house.guild.add_member("Eve")

    async with run_bot() as app:
        await app.context.services.server_settings.change(house.guild.id, threads=False)
        found = await set_scenes(house, app, kinds)

        async def by_a_stranger(corner, control):
            before = await traces(corner, app)
            try:
                answer = await control.press(eve)
            except NotPossible:  # it is on a message that only its person sees
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
    """Everything that the bot has written anywhere, to anybody, laid out in either way."""
    for channel in house.discord.world.channels.values():
        for message in channel.messages.values():
            if message.author.bot:
                assert not message.mention_everyone
                yield said(message)


def is_form(control):
    return isinstance(control.where, Modal)
