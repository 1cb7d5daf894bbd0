"""Every kind of component: used by a stranger, after a restart, twice at once, and too late."""

import asyncio
import re
from dataclasses import astuple, dataclass, fields

import pytest
from sqlalchemy import func, select

from bot.messages.component_ids import parse_form_id
from bot.runtime.app import find_handlers
from bot.store.tables.schema import (
    challenges,
    games,
    interactions,
    league_members,
    league_rulings,
    leagues,
)
from bot.ui import responses
from sandbox import NotPossible
from sandbox.client.find import components_of, labels_of
from sandbox.client.modal import Modal
from sandbox.guild import GuildHandle
from sandbox.server import Sandbox
from tests.bot.e2e.catalogue import FOUND, SceneChannel
from tests.bot.pseudo_language import speak_pseudo

LABEL = 20  # characters of a button
LEAST_FORMS = 9
TEXT_INPUT = 4
LEAST_LABELS = 60  # of all scenes, so that the check cannot pass because it found no buttons
BATCH_SIZE = 8  # scenes prepared concurrently
# a form closes on submission, so that a second submission is a new one
ALLOWED_EFFECTS = {"challenge-form": 2, "practice-form": 2}
# effects of the names in the catalogue without escaping
UNESCAPED_NAMES = ("@everyone", "<@&1>", "<@1>", "](https://x", "[**", "||_", "`Ben`")
ERROR_TEXTS = ("went wrong", "older version")


@dataclass
class Server:
    """A server with a channel for each scene, and the running bot."""

    discord: Sandbox
    guild: GuildHandle
    app: object = None


@dataclass
class StoredEffects:
    """Counts of effects stored in a scene; each action adds one to one of them."""

    challenges: int
    games: int
    undone: int
    over: int
    moves: int
    leagues: int
    members: int
    rulings: int

    def __sub__(self, before):
        return max(
            abs(now - then) for now, then in zip(astuple(self), astuple(before), strict=True)
        )


async def count_effects(app):
    """Count the stored effects of every scene, by its channel."""
    own_game = interactions.join(games, interactions.c.game_id == games.c.id)
    queries = (
        select(challenges.c.channel_id, func.count()),
        select(games.c.channel_id, func.count()),
        select(games.c.channel_id, func.sum(games.c.undone)),
        select(games.c.channel_id, func.count()).where(games.c.ending.is_not(None)),
        select(games.c.channel_id, func.count())
        .select_from(own_game)
        .where(interactions.c.action == "play"),
        select(leagues.c.channel_id, func.count()),
        select(leagues.c.channel_id, func.count()).select_from(leagues.join(league_members)),
        select(leagues.c.channel_id, func.count()).select_from(leagues.join(league_rulings)),
    )

    async def read(tx):
        return [
            dict((await tx.connection.execute(query.group_by(query.selected_columns[0]))).all())
            for query in queries
        ]

    counts = await app.context.services.games._database.read(read)
    channels = set().union(*counts)
    return {each: StoredEffects(*[count.get(each, 0) for count in counts]) for each in channels}


def text_of(answer):
    if isinstance(answer, Modal):
        return answer.title
    return "\n".join(
        [answer.content, *(str(part.get("content", "")) for part in components_of(answer))]
    )


def faults(answers):
    """Return the responses that report an unexpected error."""
    return [
        text
        for text in map(text_of, answers)
        if not text or any(bad in text for bad in ERROR_TEXTS)
    ]


def long_labels(scenes):
    """Return the labels of buttons that are too long for a phone."""
    messages = [
        message
        for scene, control in scenes
        for message in (*scene.channel.messages.values(), control.where)
        if not isinstance(message, Modal)
    ]
    labels = {label for message in messages for label in labels_of(message)}
    assert len(labels) > LEAST_LABELS, "the messages have buttons"
    return sorted(label for label in labels if len(label) > LABEL)


async def in_batches(works):
    """Await coroutines, a few at a time; return their exceptions."""
    done = []
    for start in range(0, len(works), BATCH_SIZE):
        done += await asyncio.gather(*works[start : start + BATCH_SIZE], return_exceptions=True)
    return done


async def each(app, kinds, found, action):
    """Run an action on the control of every kind; return its responses and changes by kind."""
    before = await count_effects(app)
    answers = await in_batches([action(found[kind][1]) for kind in kinds])
    after, none = await count_effects(app), StoredEffects(*[0] * len(fields(StoredEffects)))
    places = [found[kind][0].channel.id for kind in kinds]
    changes = [after.get(place, none) - before.get(place, none) for place in places]
    return {
        kind: (given, changed) for kind, given, changed in zip(kinds, answers, changes, strict=True)
    }


def wrong(outcomes, allowed):
    """Return the exceptions, faults and excessive changes of actions by kind.

    :param allowed: takes a kind and returns the number of changes that it may make.
    """
    found = {}
    for kind, (answers, changed) in outcomes.items():
        if isinstance(answers, BaseException):
            found[kind] = answers
        elif faults(answers) or changed > allowed(kind):
            found[kind] = faults(answers), changed
    return found


@pytest.fixture
def server(discord, monkeypatch):
    # a deferred response cannot open a form, and the machine may be slow
    monkeypatch.setattr(responses, "TIMEOUT", 15.0)
    return Server(discord, discord.create_guild("Server"))


async def set_scenes(server, app, kinds):
    server.app = app
    scenes = [SceneChannel(server) for _ in kinds]
    controls = await in_batches(
        [FOUND[kind](scene, kind) for kind, scene in zip(kinds, scenes, strict=True)]
    )
    missing = {k: c for k, c in zip(kinds, controls, strict=True) if isinstance(c, BaseException)}
    assert missing == {}, "there is no such control where the catalogue looks for it"
    return dict(zip(kinds, zip(scenes, controls, strict=True), strict=True))


HOSTILE_TEXTS = ("\u200d", "a\x00b", "\ud800", "\u3164\u200b\u3164", "\ufe0f\U000e0041", "1\u202e")


async def fill_in(person, form):
    """Submit a form with each hostile text in each of its text fields; return the responses."""
    named = [field for field in form.fields if field["type"] == TEXT_INPUT]
    return [
        await person.submit(form, {field["custom_id"]: text[: field["max_length"]]})
        for field in named
        for text in HOSTILE_TEXTS
    ]


@pytest.mark.timeout(300)
async def test_every_form_has_an_id_for_its_content_and_takes_any_text(server, run_bot, caplog):
    async with run_bot() as app:
        await app.context.services.server_settings.change(server.guild.id, threads=False)
        kinds = sorted(kind for kind in FOUND if kind.endswith("-form"))
        found = await set_scenes(server, app, kinds)
        forms = {kind: (control.person, control.where) for kind, (_, control) in found.items()}
        answers = {kind: await fill_in(*opened) for kind, opened in forms.items()}

    ids = {kind: form.custom_id for kind, (_, form) in forms.items()}
    assert len(ids) >= LEAST_FORMS
    assert [made for made in ids.values() if not re.search(r"~[0-9a-f]{8}\Z", made)] == []
    assert all(parse_form_id(made).kind == kind for kind, made in ids.items())
    assert all(answers.values()), "every form has a text field"
    assert {kind: faults(given) for kind, given in answers.items() if faults(given)} == {}
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def test_every_kind_is_in_the_catalogue():
    """A new kind in bot/ui/components/ needs an entry in tests/bot/e2e/catalogue.py."""
    assert set(FOUND) == set(find_handlers())


@pytest.mark.timeout(300)
async def test_every_component_is_answered_and_acts_once(server, run_bot, monkeypatch, caplog):
    left_over = speak_pseudo(monkeypatch)
    kinds = sorted(FOUND)
    eve = server.guild.add_member("Eve")

    async with run_bot() as app:
        await app.context.services.server_settings.change(server.guild.id, threads=False)
        found = await set_scenes(server, app, kinds)
        assert long_labels(found.values()) == []
        for guild in {scene.guild.id: scene.guild for scene, _ in found.values()}.values():
            if guild is not server.guild:
                guild.add_member(eve)

        async def press_as_stranger(control):
            try:
                return [await control.press(eve)]
            except NotPossible:  # on an ephemeral message
                return []

        open_to_all = [k for k in kinds if not is_form(found[k][1])]
        strangers = await each(app, open_to_all, found, press_as_stranger)

    async with run_bot() as app:

        async def press_twice_at_once(control):
            return await asyncio.gather(control.press(), control.press())

        async def press_again(control):
            return [await control.press()]

        twice = await each(app, kinds, found, press_twice_at_once)
        late = await each(app, kinds, found, press_again)

    assert wrong(strangers, lambda _: 0) == {}
    assert wrong(twice, lambda kind: ALLOWED_EFFECTS.get(kind, 1)) == {}
    assert wrong(late, lambda _: 1) == {}
    unescaped = [text for text in texts_of(server) if any(word in text for word in UNESCAPED_NAMES)]
    assert "\n\n".join(unescaped) == "", "names are words, and nothing else"
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
    assert sorted(left_over) == [], "English that no catalogue could translate"


def texts_of(server):
    """Return the text of all messages of the bot, in both kinds of layout."""
    for channel in server.discord.world.channels.values():
        for message in channel.messages.values():
            if message.author.bot:
                assert not message.mention_everyone
                yield text_of(message)


def is_form(control):
    return isinstance(control.where, Modal)
