"""Slow responses are deferred in time and still arrive."""

import asyncio

import pytest

from bot.context.timeouts import at_most
from bot.services.use_cases.challenges import ChallengeService
from bot.services.use_cases.games.games import GameService
from bot.ui import responses
from bot.words import moves as texts
from sandbox.client.find import labels_of

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"


@pytest.fixture
def slow(monkeypatch):
    """Make a method of a service take longer than the time before a response is deferred."""
    monkeypatch.setattr(responses, "TIMEOUT", 0.05)

    def slow_down(owner, name):
        real = getattr(owner, name)

        async def slowly(*args, **options):
            result = await real(*args, **options)
            await asyncio.sleep(0.4)
            return result

        monkeypatch.setattr(owner, name, slowly)

    return slow_down


async def test_a_slow_command_gets_a_private_answer(table, slow):
    slow(ChallengeService, "propose")
    sent = await table.ann.slash("challenge", opponent=table.ben, size=4)
    assert "Ben" in sent.content
    assert sent.is_ephemeral


async def test_an_answer_waits_for_the_deferral_in_progress(table, monkeypatch):
    monkeypatch.setattr(responses, "TIMEOUT", 0.05)
    held, propose = table.discord.faults.hold("POST", CALLBACK), ChallengeService.propose

    async def as_slow_as_that(*args, **options):
        made = await propose(*args, **options)
        await held.arrived()
        return made

    monkeypatch.setattr(ChallengeService, "propose", as_slow_as_that)
    before = table.discord.requests.count("POST", CALLBACK)
    asking = asyncio.create_task(table.ann.slash("challenge", opponent=table.ben, size=4))
    await held.arrived()
    await asyncio.sleep(0.1)  # enough time for a response that does not wait
    held.release()

    assert "Ben" in (await asking).content
    assert table.discord.requests.count("POST", CALLBACK) == before + 1


async def test_a_slow_click_on_a_public_message_gets_a_private_answer(table, slow):
    card = await table.challenge()
    slow(ChallengeService, "accept")
    await table.ben.click(card, "Accept")
    answer = await table.discord.wait_for_message(
        table.channel, lambda message: message.is_ephemeral and "starts" in message.content
    )
    assert answer in table.ben.messages(table.channel)
    assert answer not in table.ann.messages(table.channel)


async def test_a_slow_click_on_a_private_panel_edits_the_panel(table, slow):
    await table.ann.click(await table.game(), "Move")
    panel = await table.discord.wait_for_message(
        table.channel, lambda message: "Cancel" in labels_of(message)
    )
    slow(GameService, "get")
    await table.ann.click(panel, "Cancel")
    await table.discord.wait_until(lambda: table.words(panel) == texts.NOTHING_PLAYED())


async def test_a_deferral_that_times_out_is_given_up(table, slow, monkeypatch, caplog):
    monkeypatch.setattr(responses, "LONGEST_ANSWER", 0.1)
    table.discord.faults.silence("POST", CALLBACK)
    slow(ChallengeService, "propose")

    await table.ann.slash("challenge", opponent=table.ben, size=4)

    assert "could not be deferred in time: TimeoutError" in caplog.text


async def test_a_slow_refusal_is_private(table, slow):
    await table.game()
    slow(GameService, "resolve")
    answer = await table.ann.slash("move", cell="z99")
    assert answer.is_ephemeral
    assert "Z99" in answer.content


async def test_a_request_cancelled_as_it_ends_does_not_block_its_route(table):
    gate, passed, end = table.app.http.get_ratelimit("a route"), asyncio.Event(), asyncio.Event()

    async def ask():
        async with at_most(table.app, 30), gate:
            passed.set()
            await end.wait()

    asking = asyncio.create_task(ask())
    await passed.wait()
    waiting = asyncio.create_task(gate.acquire())
    end.set()
    await asyncio.sleep(0)  # the request has ended, and its route is not yet released
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)

    assert asking.cancelled()
    await asyncio.wait_for(waiting, 5)
