"""Buttons of the fault panel for gateway, interactions and requests."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.fault_injection import FaultInjector
from sandbox.page_api.fault_controls import FaultContext, FaultControl

ANY = ("*", "*")
POSTING = ("POST", "/channels/{channel_id}/messages")
ANSWERING = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
GATEWAY, DELIVERY, HTTP = "Connection", "Commands and clicks", "The bot's next request"
REQUEST_FAULTS: dict[str, tuple[str, Callable[[FaultInjector, str, str], None]]] = {
    "429": ("429, this route", lambda m, method, route: m.rate_limit(method, route)),
    "429-shared": (
        "429, shared",
        lambda m, method, route: m.rate_limit(method, route, scope="shared"),
    ),
    "429-global": (
        "429, global",
        lambda m, method, route: m.rate_limit(method, route, scope="global"),
    ),
    "429-html": ("429 as a web page", lambda m, method, route: m.cloudflare_ban(method, route)),
    "500": ("500", lambda m, method, route: m.server_error(method, route)),
    "503": ("503", lambda m, method, route: m.server_error(method, route, status=503)),
    "reset": ("connection reset", lambda m, method, route: m.reset(method, route)),
    "silence": ("silence", lambda m, method, route: m.silence(method, route)),
    "slow": ("2 seconds late", lambda m, method, route: m.slow(2.0, method, route)),
    "lost": (
        "done, but the answer is lost",
        lambda m, method, route: m.reset(method, route, after_acting=True),
    ),
}


def _drop(context: FaultContext, _: str) -> str:
    context.faults.drop_gateway()
    return "The gateway's connection was cut. The bot should reconnect on its own."


def _reconnect(context: FaultContext, _: str) -> str:
    context.faults.ask_to_reconnect()
    return "The bot was asked to reconnect."


def _invalidate(context: FaultContext, choice: str) -> str:
    context.faults.invalidate_sessions(resumable=choice == "yes")
    return "The bot's session is invalid now."


def _freeze(context: FaultContext, _: str) -> str:
    context.faults.freeze_gateway()
    return "The connection is a zombie: the bot must notice by its missing heartbeats."


def _outage(context: FaultContext, _: str) -> str:
    context.core.hub.closed = not context.core.hub.closed
    if not context.core.hub.closed:
        return "The gateway takes connections again."
    context.faults.drop_gateway()
    return "The gateway refuses connections until you press this again."


def _lose(context: FaultContext, _: str) -> str:
    context.faults.lose_interactions()
    return "The next command or click will never reach the bot."


def _double(context: FaultContext, _: str) -> str:
    context.faults.double_interactions()
    return "The next command or click will reach the bot twice."


def _fail_next_request(words: str, request: tuple[str, str]) -> Callable[[FaultContext, str], str]:
    def play(context: FaultContext, choice: str) -> str:
        what, plan = REQUEST_FAULTS[choice]
        plan(context.faults, *request)
        return f"Planned for {words}: {what}."

    return play


def _clear_faults(context: FaultContext, _: str) -> str:
    context.faults.stop_faults()
    return "No faults are planned."


_FAULTS = tuple((key, words) for key, (words, _) in REQUEST_FAULTS.items())
CONTROLS = [
    FaultControl("drop", GATEWAY, "Cut the gateway", _drop),
    FaultControl("reconnect", GATEWAY, "Ask to reconnect", _reconnect),
    FaultControl(
        "invalid",
        GATEWAY,
        "Invalid session",
        _invalidate,
        choices=(("no", "new session"), ("yes", "may resume")),
    ),
    FaultControl("freeze", GATEWAY, "Zombie connection", _freeze),
    FaultControl(
        "outage", GATEWAY, "Gateway outage", _outage, is_on=lambda core, _: core.hub.closed
    ),
    FaultControl("lose", DELIVERY, "Lose the next", _lose),
    FaultControl("double", DELIVERY, "Deliver the next twice", _double),
    FaultControl(
        "any",
        HTTP,
        "Fail any request",
        _fail_next_request("the next request", ANY),
        choices=_FAULTS,
    ),
    FaultControl(
        "posting",
        HTTP,
        "Fail a message",
        _fail_next_request("the next message to a channel", POSTING),
        choices=_FAULTS,
    ),
    FaultControl(
        "answering",
        HTTP,
        "Fail an answer",
        _fail_next_request("the next answer to a command or click", ANSWERING),
        choices=_FAULTS,
    ),
    FaultControl("calm", HTTP, "Clear planned faults", _clear_faults),
]
