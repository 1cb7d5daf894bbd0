"""Mischief on the way between Discord and a bot: the gateway, interactions, requests."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.mischief import Mischief
from sandbox.page_api.stage import Stage, Trick

ANY = ("*", "*")
POSTING = ("POST", "/channels/{channel_id}/messages")
ANSWERING = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
GATEWAY, DELIVERY, HTTP = "Connection", "Commands and clicks", "The bot's next request"
SPOIL: dict[str, tuple[str, Callable[[Mischief, str, str], None]]] = {
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


def _drop(stage: Stage, _: str) -> str:
    stage.mischief.drop_gateway()
    return "The gateway's connection was cut. The bot should resume by itself."


def _reconnect(stage: Stage, _: str) -> str:
    stage.mischief.ask_to_reconnect()
    return "The bot was asked to reconnect."


def _invalidate(stage: Stage, choice: str) -> str:
    stage.mischief.invalidate_sessions(resumable=choice == "yes")
    return "The bot's session is invalid now."


def _freeze(stage: Stage, _: str) -> str:
    stage.mischief.freeze_gateway()
    return "The connection is a zombie: the bot must notice by its missing heartbeats."


def _outage(stage: Stage, _: str) -> str:
    stage.core.hub.closed = not stage.core.hub.closed
    if not stage.core.hub.closed:
        return "The gateway takes connections again."
    stage.mischief.drop_gateway()
    return "The gateway refuses connections until you press this again."


def _lose(stage: Stage, _: str) -> str:
    stage.mischief.lose_interactions()
    return "The next command or click will never reach the bot."


def _double(stage: Stage, _: str) -> str:
    stage.mischief.double_interactions()
    return "The next command or click will reach the bot twice."


def _spoil(words: str, request: tuple[str, str]) -> Callable[[Stage, str], str]:
    def play(stage: Stage, choice: str) -> str:
        what, plan = SPOIL[choice]
        plan(stage.mischief, *request)
        return f"This awaits {words}: {what}."

    return play


def _calm(stage: Stage, _: str) -> str:
    stage.mischief.stop_faults()
    return "Nothing is planned any more."


_FAULTS = tuple((key, words) for key, (words, _) in SPOIL.items())
TRICKS = [
    Trick("drop", GATEWAY, "Cut the gateway", _drop),
    Trick("reconnect", GATEWAY, "Ask to reconnect", _reconnect),
    Trick(
        "invalid",
        GATEWAY,
        "Invalid session",
        _invalidate,
        choices=(("no", "start anew"), ("yes", "may resume")),
    ),
    Trick("freeze", GATEWAY, "Zombie connection", _freeze),
    Trick("outage", GATEWAY, "Gateway outage", _outage, is_on=lambda core, _: core.hub.closed),
    Trick("lose", DELIVERY, "Lose the next", _lose),
    Trick("double", DELIVERY, "Deliver the next twice", _double),
    Trick("any", HTTP, "Spoil any", _spoil("the next request", ANY), choices=_FAULTS),
    Trick(
        "posting",
        HTTP,
        "Spoil a message",
        _spoil("the next message to a channel", POSTING),
        choices=_FAULTS,
    ),
    Trick(
        "answering",
        HTTP,
        "Spoil an answer",
        _spoil("the next answer to a command or click", ANSWERING),
        choices=_FAULTS,
    ),
    Trick("calm", HTTP, "Take it all back", _calm),
]
