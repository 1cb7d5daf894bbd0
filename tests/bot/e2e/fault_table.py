"""Table of Discord's known faults: how the sandbox injects each, and the expected outcome.

The order is: faults of interaction responses, faults of messages, lasting faults, and faults with a
separate test.
"""

from dataclasses import dataclass
from typing import Any

from sandbox import Permission

CALLBACK = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
SEND = ("POST", "/channels/{channel_id}/messages")
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")


@dataclass(frozen=True)
class Fault:
    """Fault that happens once, when a player moves.

    :param make: injects it; takes the fault injection of the sandbox and the scene.
    :param answered: whether the player who moves gets a response.
    :param heard: how the opponent is notified: by the "turn" message or a "notification".
    :param most: limit of requests to `route`, above which the bot would be in a loop. The old
        message is closed twice: after the response, and after the new message.
    :param closed: whether the old message must lose its buttons and its prompt.
    """

    route: tuple[str, str]
    make: Any
    answered: bool = True
    heard: str = "turn"
    most: int = 3
    closed: bool = True


def refused(route, status, code):
    return lambda faults, scene: faults.refuse(*route, status, code, "As planned")


def planned(name, route, **how):
    return lambda faults, scene: getattr(faults, name)(*route, **how)


def ban(route, **how):
    """Plan a refusal of all requests, during which a second answer is not even tried."""
    return planned("cloudflare_ban", route, retry_after=0.2, **how)


# Faults of interaction responses
ANSWERS = {
    "10062 unknown interaction": Fault(
        CALLBACK, refused(CALLBACK, 404, 10062), answered=False, most=1
    ),
    "10008 unknown message": Fault(CALLBACK, refused(CALLBACK, 404, 10008), most=2),
    "10003 unknown channel": Fault(CALLBACK, refused(CALLBACK, 404, 10003), most=2),
    "40060 answered already": Fault(
        CALLBACK, refused(CALLBACK, 400, 40060), answered=False, most=1
    ),
    "50013 missing permissions": Fault(CALLBACK, refused(CALLBACK, 403, 50013), most=2),
    "50001 missing access": Fault(CALLBACK, refused(CALLBACK, 403, 50001), most=2),
    "50007 no direct messages": Fault(CALLBACK, refused(CALLBACK, 403, 50007), most=2),
    "429 with Via": Fault(CALLBACK, planned("rate_limit", CALLBACK, retry_after=0.1), most=2),
    "429 with Via, of all routes": Fault(
        CALLBACK, planned("rate_limit", CALLBACK, retry_after=0.1, scope="global"), most=2
    ),
    "429 without Via, JSON": Fault(CALLBACK, ban(CALLBACK, html=False), answered=False, most=1),
    "429 without Via, HTML": Fault(CALLBACK, ban(CALLBACK, html=True), answered=False, most=1),
    "500 once": Fault(CALLBACK, planned("server_error", CALLBACK), most=2),
    "500 after it took effect": Fault(
        CALLBACK, planned("server_error", CALLBACK, after_acting=True)
    ),
    "503": Fault(CALLBACK, planned("server_error", CALLBACK, status=503), most=2),
    "reset": Fault(CALLBACK, planned("reset", CALLBACK), most=2),
    "reset after it took effect": Fault(
        CALLBACK, planned("reset", CALLBACK, after_acting=True), most=2
    ),
    "silence": Fault(CALLBACK, planned("silence", CALLBACK), most=2),
    "silence after it took effect": Fault(
        CALLBACK, planned("silence", CALLBACK, after_acting=True), most=2
    ),
}

# Faults of sending or editing a message
MESSAGES = {
    "10008 unknown message, on an edit": Fault(
        EDIT, refused(EDIT, 404, 10008), most=1, closed=False
    ),
    "10003 unknown channel, on an edit": Fault(
        EDIT, refused(EDIT, 404, 10003), most=1, closed=False
    ),
    "10003 unknown channel, on a send": Fault(SEND, refused(SEND, 404, 10003), most=2),
    "50013 missing permissions": Fault(SEND, refused(SEND, 403, 50013), most=2),
    "50001 missing access": Fault(SEND, refused(SEND, 403, 50001), most=2),
    "50001 missing access, on an edit": Fault(EDIT, refused(EDIT, 403, 50001), most=2),
    "429 with Via": Fault(SEND, planned("rate_limit", SEND, retry_after=0.1), most=2),
    "429 with Via, of all routes": Fault(
        SEND, planned("rate_limit", SEND, retry_after=0.1, scope="global"), most=2
    ),
    "429 with Via, of all routes, longer than a delivery may take": Fault(
        SEND, planned("rate_limit", SEND, retry_after=4, scope="global"), most=2
    ),
    "429 with Via, longer than is waited for": Fault(
        SEND, planned("rate_limit", SEND, retry_after=31), most=2
    ),
    "429 without Via, JSON": Fault(SEND, ban(SEND, html=False), most=2),
    "429 without Via, HTML": Fault(SEND, ban(SEND, html=True), most=2),
    "30046 too many edits of an old message": Fault(
        EDIT, planned("rate_limit", EDIT, retry_after=3000, scope="shared"), most=2
    ),
    "500 once": Fault(SEND, planned("server_error", SEND), most=2),
    "500 after it took effect": Fault(
        SEND, planned("server_error", SEND, after_acting=True), most=2
    ),
    "500 once, on an edit": Fault(EDIT, planned("server_error", EDIT), most=2),
    "503": Fault(SEND, planned("server_error", SEND, status=503), most=2),
    "503 after it took effect": Fault(
        SEND, planned("server_error", SEND, status=503, after_acting=True), most=2
    ),
    "503, on an edit": Fault(EDIT, planned("server_error", EDIT, status=503), most=2),
    "reset": Fault(SEND, planned("reset", SEND), most=2),
    "reset after it took effect": Fault(SEND, planned("reset", SEND, after_acting=True), most=2),
    "reset, on an edit": Fault(EDIT, planned("reset", EDIT), most=2),
    "silence": Fault(SEND, planned("silence", SEND), most=2),
    "silence after it took effect": Fault(
        SEND, planned("silence", SEND, after_acting=True), most=2
    ),
    "silence, on an edit": Fault(EDIT, planned("silence", EDIT), most=2),
    "five faults one after another": Fault(SEND, lambda faults, scene: five_faults(faults), most=7),
}


def five_faults(faults):
    faults.reset(*SEND)
    faults.server_error(*SEND, status=503)
    faults.silence(*SEND)
    faults.cloudflare_ban(*SEND, retry_after=0.2)
    faults.refuse(*SEND, 403, 50013, "As planned")


@dataclass(frozen=True)
class LastingFault:
    """Fault that lasts while a player moves and then ends.

    :param heard: where the opponent is notified in the end: in the "place" of the game, in its
        "parent" channel, or by "notification".
    :param perhaps: where the opponent may be notified as well; empty means nowhere.
    :param most: limit of requests to send a message while it lasts.
    """

    begin: Any
    end: Any = lambda faults, scene: None
    heard: str = "place"
    perhaps: str = ""
    most: int = 13
    threaded: bool = False


def without(permission, **options):
    return LastingFault(
        lambda faults, scene: faults.revoke(permission, scene.location),
        lambda faults, scene: faults.restore(scene.location),
        **options,
    )


# Lasting faults
LASTING = {
    "missing View": without(Permission.VIEW_CHANNEL),
    "missing Send": without(Permission.SEND_MESSAGES),
    "missing Send in Threads": without(Permission.SEND_MESSAGES_IN_THREADS, threaded=True),
    "missing Attach Files": without(Permission.ATTACH_FILES),
    "missing Embed Links": without(Permission.EMBED_LINKS),
    "missing Read Message History": without(Permission.READ_MESSAGE_HISTORY),
    "message deleted": LastingFault(lambda faults, scene: faults.delete_message(scene.latest)),
    "thread deleted": LastingFault(
        lambda faults, scene: faults.delete_channel(scene.location),
        threaded=True,
        heard="parent",
    ),
    "channel deleted": LastingFault(
        lambda faults, scene: faults.delete_channel(scene.location), heard="notification"
    ),
    "thread archived": LastingFault(
        lambda faults, scene: faults.archive(scene.location), threaded=True
    ),
    "thread locked": LastingFault(
        lambda faults, scene: faults.lock(scene.location), threaded=True, heard="parent"
    ),
    "slow mode": LastingFault(lambda faults, scene: faults.slow_mode(scene.channel, 30)),
    "AutoMod": LastingFault(
        lambda faults, scene: faults.block_words(scene.guild, "turn"),
        lambda faults, scene: faults.block_words(scene.guild),
    ),
    "kicked from the guild": LastingFault(
        lambda faults, scene: faults.kick(scene.guild),
        lambda faults, scene: scene.guild.invite(scene.discord.application),
    ),
    # whoever was looked up in the last hour is pinged, others get a direct message
    "a player gone": LastingFault(
        lambda faults, scene: scene.guild.remove_member(scene.second), perhaps="notification"
    ),
    "gateway: connection dropped": LastingFault(lambda faults, scene: faults.drop_gateway()),
    "gateway: asked to reconnect": LastingFault(lambda faults, scene: faults.ask_to_reconnect()),
    "gateway: invalid session": LastingFault(lambda faults, scene: faults.invalidate_sessions()),
    "gateway: invalid session, resumable": LastingFault(
        lambda faults, scene: faults.invalidate_sessions(resumable=True)
    ),
    "gateway: closed with 4000": LastingFault(lambda faults, scene: faults.close_gateway(4000)),
    "gateway: closed with 4009, session timed out": LastingFault(
        lambda faults, scene: faults.close_gateway(4009)
    ),
}

# Faults with a separate test, as folder/file::test
ELSEWHERE = {
    "two clicks at once, by one player": (
        "e2e/test_discord_errors.py::test_the_same_button_twice_at_once_acts_once"
    ),
    "two clicks at once, by both": (
        "e2e/test_discord_errors.py::test_both_resign_at_once_and_one_wins"
    ),
    "click and slash": (
        "e2e/test_discord_errors.py::test_a_button_and_a_typed_move_at_once_make_one_move"
    ),
    "stale button": (
        "e2e/test_discord_errors.py::test_an_outdated_button_says_that_the_game_has_moved_on"
    ),
    "the same interaction twice": (
        "e2e/test_discord_errors.py::test_an_interaction_that_arrives_twice_acts_once"
    ),
    "click by a stranger": ("e2e/test_discord_errors.py::test_refuses_a_click_by_a_stranger"),
    "kill -9 between commit and post": (
        "drills/test_crash.py::test_killing_the_bot_changes_no_game"
    ),
    "restart with old buttons and an open modal": (
        "drills/test_process.py::test_old_buttons_and_an_open_form_work_after_a_restart"
    ),
    "a component of an older version, a malformed id": (
        "e2e/test_discord_errors.py::test_a_malformed_or_unknown_button_is_answered"
    ),
    "clock against move": (
        "services/test_races.py::test_one_of_several_concurrent_actions_succeeds"
    ),
    "DMs closed": "e2e/test_clocks.py::test_pings_in_the_channel_when_direct_messages_are_refused",
    "guild unavailable": "e2e/test_gateway.py::test_an_outage_of_a_server_is_not_a_removal",
    "zombie heartbeat": "e2e/test_gateway.py::test_reconnects_when_the_gateway_is_silent",
    "4004 and 4014": (
        "drills/test_process.py::test_a_refusal_by_the_gateway_is_reported_in_one_line"
    ),
    "on_ready more than once": "e2e/test_gateway.py::test_a_second_ready_event_repeats_nothing",
    "long downtime, then no burst of reminders": (
        "services/time/test_deadlines.py::test_messages_after_a_week_of_outage_are_merged_and_spread"
    ),
    "database locked": (
        "drills/test_database.py::test_players_get_an_error_message_while_the_database_is_locked"
    ),
    "disk full": (
        "drills/test_database.py::test_players_get_an_error_message_while_the_disk_is_full"
    ),
    "SIGTERM in the middle of a move": (
        "drills/test_shutdown.py::test_moves_are_posted_before_the_program_stops"
    ),
    "token never logged": "e2e/test_faults.py::test_every_fault_is_survived",
}
