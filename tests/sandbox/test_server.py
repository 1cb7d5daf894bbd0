"""Server: addresses, logging, validation, imports."""

import ast
import asyncio
import contextlib
import sys
from pathlib import Path

import aiohttp
import pytest

import sandbox as package
from sandbox import Sandbox, Settings
from sandbox.validation.openapi import Document, default_path


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "example.org"])
async def test_a_non_loopback_address_needs_explicit_consent(host):
    made = Sandbox()
    with pytest.raises(ValueError, match="expose_to_network=True as well"):
        await made.start(host)


async def test_accepts_a_non_loopback_address_with_consent():
    made = Sandbox()
    await made.start("0.0.0.0", expose_to_network=True)
    assert made.base_url.startswith("http://0.0.0.0:")
    await made.stop()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_loopback_needs_no_consent(host):
    made = Sandbox()
    await made.start(host)
    assert made.base_url.startswith("http://127.0.0.1:")
    await made.stop()


async def test_accepts_the_ipv6_loopback_address(new_raw):
    made = Sandbox(settings=Settings(rate_limits=False))
    channel = made.create_guild("Friends").create_text_channel("games")
    try:
        await made.start("::1")
    except OSError:
        pytest.skip("This machine has no IPv6.")
    async with new_raw(made) as raw:
        assert (await raw.send(channel)).status == 200
    await made.stop()


async def test_two_sandboxes_run_side_by_side():
    async with Sandbox() as one, Sandbox() as other:
        assert one.base_url != other.base_url


async def test_a_sandbox_can_be_stopped_and_started_on_its_port(new_raw):
    made = Sandbox(settings=Settings(rate_limits=False))
    channel = made.create_guild("Friends").create_text_channel("games")
    await made.start()
    port = int(made.base_url.rpartition(":")[2])
    await made.stop()
    await made.start(port=port)
    async with new_raw(made) as raw:
        assert (await raw.send(channel)).status == 200
    await made.stop()


async def test_the_log_counts_requests_without_tokens(raw, place, sandbox, asked):
    event, _ = await asked()
    await raw.respond(event, 4, {"content": "x"})
    await raw.send(place.channel)
    await raw.send(place.channel, {"content": "a" * 2001})
    route = ("POST", "/channels/{channel_id}/messages")
    assert sandbox.requests.count(*route) == 2
    assert sandbox.requests.count(*route, status=400) == 1
    text = repr(list(sandbox.log.entries)) + repr(sandbox.refusals)
    assert event["token"] not in text
    assert raw.token not in text


async def test_publishes_changes(place, sandbox):
    async with asyncio.timeout(5), contextlib.aclosing(sandbox.changes()) as changes:
        first = asyncio.create_task(anext(changes))
        await asyncio.sleep(0)
        said = place.ann.say("hello", place.channel)
        change = await first
    assert (change.kind, change.channel, change.message_id) == ("message", place.channel, said.id)
    assert change.version == sandbox.world.feed.version


async def test_waiting_times_out(place, sandbox):
    with pytest.raises(TimeoutError):
        await sandbox.wait_for_message(place.channel, within=0.05)


async def test_a_missing_file_is_not_found(raw, sandbox):
    async with raw.session.get(sandbox.cdn_base + "/attachments/1/2/a.png") as response:
        assert response.status == 404


async def test_drops_old_interactions(raw, place, sandbox, asked):
    event, _ = await asked()
    open_ones = sandbox.core.interactions
    for number in range(2000):
        open_ones.by_token[str(number)] = open_ones.by_token[event["token"]]
    sandbox.clock.advance(31 * 60)
    newer, _ = await asked()
    assert list(open_ones.by_token) == [newer["token"]]


async def test_a_person_is_found_by_id(place, sandbox):
    assert sandbox.person(place.ann.id).name == "Ann"
    assert "Ann" in repr(place.ann)


def test_refuses_to_move_the_clock_back():
    with pytest.raises(ValueError, match="only moves forward"):
        Sandbox(validate=False).clock.advance(-1)


def test_the_package_imports_nothing_but_aiohttp():
    allowed = set(sys.stdlib_module_names) | {"aiohttp", "sandbox"}
    for path in Path(package.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0
                names = [node.module]
            assert {n.partition(".")[0] for n in names} <= allowed, path


def test_without_the_document_validation_is_off_with_a_reason(tmp_path):
    made = Sandbox(openapi=tmp_path / "missing.json")
    assert "no OpenAPI document" in made.validation_off
    assert "switched off" in Sandbox(validate=False).validation_off


def test_without_jsonschema_rs_validation_is_off_with_a_reason(tmp_path, monkeypatch):
    (tmp_path / "there.json").write_text("{}")
    monkeypatch.setitem(sys.modules, "jsonschema_rs", None)
    assert "not installed" in Sandbox(openapi=tmp_path / "there.json").validation_off


def test_the_path_of_the_document_can_be_set(tmp_path, monkeypatch):
    monkeypatch.setenv("SANDBOX_OPENAPI", str(tmp_path / "a.json"))
    assert default_path() == tmp_path / "a.json"


@pytest.fixture(scope="module")
def document():
    found, why = Document.find()
    if found is None:
        pytest.skip(why)
    return found


SEND = ("POST", "/channels/{channel_id}/messages")


def test_the_document_accepts_a_valid_request(document):
    body = {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}
    assert document.request_problems(*SEND, body) == {}


def test_reports_errors_of_the_matching_union_branch(document):
    button = {"type": 2, "style": 1, "label": "a" * 81, "custom_id": "x"}
    body = {"components": [{"type": 1, "components": [button]}]}
    faults = document.request_problems(*SEND, body)
    assert list(faults) == ["components.0.components.0.label"]
    assert "longer than 80 characters" in faults["components.0.components.0.label"]


def test_the_document_finds_invalid_sandbox_responses(document):
    assert document.answer_problems(*SEND, 200, {"id": "1"})
    assert "never answers 204" in document.answer_problems(*SEND, 204, None)[""]


def test_an_undocumented_route_has_no_problems(document):
    assert document.request_problems("POST", "/nowhere", {}) == {}
    assert document.answer_problems("POST", "/nowhere", 200, {}) == {}


@pytest.mark.parametrize("number", ["abc", "-1", "1.5", "\u0661", "\u00b2", "9" * 5000])
@pytest.mark.parametrize("path", ["/cdn/attachments/1/{}/x", "/api/v10/channels/{}"])
async def test_a_url_with_a_malformed_id_is_not_found(path, number):
    made = Sandbox()
    await made.start()
    async with (
        aiohttp.ClientSession() as session,
        session.get(made.base_url + path.format(number)) as response,
    ):
        assert response.status in {400, 401, 404}
    await made.stop()
