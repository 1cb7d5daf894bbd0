"""Fault drill: every fault of the table is injected into games in progress, and the bot recovers.

It keeps running, responds whenever possible, delivers once, sends no unnecessary requests to
Discord, and writes no token to its log.
"""

import asyncio
import io
import logging
import random
import re
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from bot.delivery import worker
from bot.operations.logs import TextLines, limit_libraries
from bot.ui import responses
from sandbox import Permission, Settings
from sandbox.client.find import labels_of
from tests.bot.e2e.fault_table import ANSWERS, ELSEWHERE, LASTING, MESSAGES, SEND
from tests.bot.e2e.scene import Scene
from tests.bot.e2e.turn_text import YOUR_TURN

TESTS = Path(__file__).parents[1]
WHILE = 0.15  # duration of a lasting fault, in seconds
SHORT = timedelta(seconds=0.3)
TIMES = [
    pytest.param(1, id="short"),
    pytest.param(5, id="long", marks=[pytest.mark.drill, pytest.mark.timeout(3600)]),
]
times = pytest.mark.parametrize("times", TIMES)
pytestmark = pytest.mark.sqlite


@pytest.fixture
def timeout(request):
    """Time limit for requests in seconds; the drill, on a busy machine, gets more."""
    return 3.0 if request.node.get_closest_marker("drill") else 0.8


@pytest.fixture
def sandbox_settings(timeout):
    return Settings(rate_limits=False, answer_within=5 * timeout)


@pytest.fixture(autouse=True)
def _short_delays(monkeypatch, timeout):
    """Shorten all delays to at most a hundredth."""
    wait = worker.retry_delay
    monkeypatch.setattr(worker, "backoff", lambda attempts: timedelta(milliseconds=10 * attempts))
    monkeypatch.setattr(worker, "retry_delay", lambda row, error: min(wait(row, error), SHORT))
    monkeypatch.setattr(worker, "TIMEOUT", timeout)
    monkeypatch.setattr(responses, "LONGEST_ANSWER", timeout)
    # a deferral is one more request; test_timeouts.py covers it
    monkeypatch.setattr(responses, "TIMEOUT", 60.0)


@pytest.fixture
def log(discord):
    """Log at level DEBUG, which must not contain a token."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(TextLines(discord.application.token))
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    limit_libraries()
    yield written
    root.removeHandler(handler)
    root.setLevel(before)
    secrets = [discord.application.token, *discord.core.interactions.by_token]
    assert [each for each in secrets if each in written.getvalue()] == []


@pytest.fixture
def strikes(table, log):
    """Inject faults into games in progress in random order, and return the deviations."""

    async def run(faults, strike, times):
        names = [name for name in faults for _ in range(times)]
        random.Random(7).shuffle(names)
        scenes, wrong, requests = {}, [], Counter()
        for name in names:
            scene = await a_scene(table, scenes, threaded=getattr(faults[name], "threaded", False))
            found, asked = await strike(scene, faults[name])
            wrong += [f"{name}: {each}" for each in found]
            requests[name] = max(requests[name], len(asked))
            if found or not await is_well(scene):
                scenes.clear()
        most = max(requests.values())
        print(f"\nfault drill: {len(names)} faults, at most {most} requests each")  # noqa: T201
        return wrong

    return run


async def a_scene(table, scenes, *, threaded):
    scene = scenes.get(threaded)
    if scene is None or await scene.is_long():
        scenes[threaded] = scene = await Scene(table, threaded=threaded).begin()
        await rest(scene)
    await scene.arrive()
    return scene


async def rest(scene):
    """Wait until the outbox is empty and all responses are sent; return False on a timeout."""
    for looks in range(250):
        if not scene.app._in_progress and await scene.services.outbox.next_due() is None:
            return True
        # most messages arrive soon; the others wait for the timeout of a request
        await asyncio.sleep(min(0.01 * 2**looks, 0.08))
    return False


async def is_well(scene):
    """Return whether the game can be used for another fault."""
    location = (await scene.look()).location.channel_id
    is_there = location == scene.location.id and location in scene.discord.world.channels
    return is_there and scene.second.id in scene.guild.guild.members


def asked(scene, route, since):
    """Return the statuses of requests to a route, after the first `since` requests of all."""
    made = list(scene.discord.requests.entries)[since:]
    return [each.status for each in made if (each.method, each.route) == route]


@times
@pytest.mark.parametrize("faults", [ANSWERS, MESSAGES], ids=["answers", "messages"])
async def test_every_fault_is_survived(strikes, faults, times):
    assert await strikes(faults, once, times) == []


async def once(scene, fault):
    """Inject a fault during one turn; return the deviations and the number of requests."""
    turn, since = (await scene.look()).position.turn + 1, len(scene.discord.requests.entries)
    notifications, old = len(scene.notifications()), scene.latest
    fault.make(scene.discord.faults, scene)
    answer = await scene.move()
    is_told = await rest(scene)
    scene.discord.faults.stop_faults()
    requests = asked(scene, fault.route, since)
    heard = {
        "turn": len(scene.turn_messages(turn, scene.location)),
        "notification": len(scene.notifications()) - notifications,
    }
    return faults_in(
        {f"told {heard}": is_told and heard == {"turn": 0, "notification": 0} | {fault.heard: 1}}
        | {f"requests {requests}": len(requests) <= fault.most}
        | {f"answered {answer}": fault.answered == (answer is not None)}
        | {f"old message {labels_of(old)}": is_closed(old) or not fault.closed}
    ), requests


def is_closed(message):
    """Return whether a turn message has neither buttons nor a prompt."""
    return labels_of(message) == [] and YOUR_TURN not in message.content


@pytest.mark.drill
@times
async def test_every_fault_of_a_response_to_a_button_is_survived(strikes, times):
    assert await strikes(ANSWERS, at_a_button, times) == []


async def at_a_button(scene, fault):
    """Inject a fault into the response to a button with a picture; the game must not change."""
    before, since = await scene.look(), len(scene.discord.requests.entries)
    fault.make(scene.discord.faults, scene)
    answer = await scene.press()
    await rest(scene)
    scene.discord.faults.stop_faults()
    requests = asked(scene, fault.route, since)
    return faults_in(
        {"moved": (await scene.look()).position.ply == before.position.ply}
        | {f"requests {requests}": len(requests) <= fault.most}
        | {f"answered {answer}": fault.answered == (answer is not None)}
    ), requests


@pytest.mark.drill
@times
async def test_lasting_faults_are_survived(strikes, times):
    assert await strikes(LASTING, for_a_while, times) == []


async def for_a_while(scene, error):
    """Apply a lasting fault during one turn; return the deviations and the number of sends."""
    faults, since = scene.discord.faults, len(scene.discord.requests.entries)
    turn, notifications = (await scene.look()).position.turn + 1, len(scene.notifications())
    error.begin(faults, scene)
    answer = await moved(scene, turn)
    await asyncio.sleep(WHILE)
    requests = asked(scene, SEND, since)
    error.end(faults, scene)
    is_told = await rest(scene)
    heard = {
        "place": len(scene.turn_messages(turn, scene.location)),
        "parent": len(scene.turn_messages(turn, scene.channel)) if scene.threaded else 0,
        "notification": len(scene.notifications()) - notifications,
    }
    wanted = dict.fromkeys(heard, 0) | {error.heard: 1}
    allowed = (wanted, wanted | {error.perhaps: 1}) if error.perhaps else (wanted,)
    return faults_in(
        {f"told {heard}": is_told and heard in allowed}
        | {f"requests {requests}": len(requests) <= error.most}
        | {f"answered {answer}": answer is not None}
    ), requests


def faults_in(findings):
    """Return the deviations from the expected outcome."""
    return [what for what, is_right in findings.items() if not is_right]


async def moved(scene, turn):
    """Play a turn; without a response, look at the board and try again."""
    for _ in range(10):
        await scene.discord.wait_until(lambda: scene.discord.is_bot_connected)
        answer = await scene.move()
        if answer is not None or (await scene.look()).position.turn >= turn:
            return answer or "by a look at the board"
    return None


@pytest.mark.drill
async def test_permanent_refusal_leads_to_a_direct_message(table):
    scene = await Scene(table).begin()
    await rest(scene)
    await scene.arrive()
    since = len(scene.discord.requests.entries)
    scene.discord.faults.revoke(Permission.SEND_MESSAGES, scene.location)
    await scene.move()
    assert await rest(scene)
    await asyncio.sleep(WHILE)

    # each attempt with a picture, then as text; finally the notification
    assert len(asked(scene, SEND, since)) == 2 * worker.TRIES_WITHOUT_PERMISSION + 1
    assert scene.turn_messages(2, scene.location) == []
    assert len(scene.notifications()) == 1


@pytest.mark.parametrize("line", ELSEWHERE)
def test_tests_named_in_the_fault_table_exist(line):
    file, _, test = ELSEWHERE[line].partition("::")
    assert re.search(rf"^(async )?def {test}\(", (TESTS / file).read_text(), re.MULTILINE)
