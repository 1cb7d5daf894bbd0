"""Every fault that Discord is known for, by name: how it is made, and what must come of it.

The names are those of the project's notes on Discord, row by row, so that the two can be compared
by eye: first what each fault raises, on an answer and on a message, then what must be survived.
"""

from dataclasses import dataclass
from typing import Any

from sandbox import Permission

CALLBACK = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
SEND = ("POST", "/channels/{channel_id}/messages")
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")


@dataclass(frozen=True)
class Fault:
    """What strikes once, when a player moves and the other one is to be told.

    `make` takes the fault injector and the scene; `answered`: whether the mover can be answered;
    `heard`: how the other one gets to know: by the "turn" message or a "notification";
    `most`: requests to `route` from the move until Discord has heard; more would be a loop. Old
    buttons are taken away twice: when the move is answered, and when the new message is there.
    `closed`: whether the old message must end without buttons and without its question.
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


# What each fault raises: interaction callback
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
    "429 without Via, JSON": Fault(
        CALLBACK, planned("cloudflare_ban", CALLBACK, html=False), most=2
    ),
    "429 without Via, HTML": Fault(
        CALLBACK, planned("cloudflare_ban", CALLBACK, html=True), most=2
    ),
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

# What each fault raises: channel send or edit
MESSAGES = {
    "10008 unknown message, on an edit": Fault(
        EDIT, refused(EDIT, 404, 10008), most=1, closed=False
    ),
    "10003 unknown channel, on an edit": Fault(
        EDIT, refused(EDIT, 404, 10003), most=1, closed=False
    ),
    "10003 unknown channel, on a send": Fault(
        SEND, refused(SEND, 404, 10003), heard="notification", most=2
    ),
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
    "429 without Via, JSON": Fault(SEND, planned("cloudflare_ban", SEND, html=False), most=2),
    "429 without Via, HTML": Fault(SEND, planned("cloudflare_ban", SEND, html=True), most=2),
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
    faults.cloudflare_ban(*SEND)
    faults.refuse(*SEND, 403, 50013, "As planned")


@dataclass(frozen=True)
class Trouble:
    """What lasts while a player moves, and then ends: the other one hears then at the latest.

    `heard`: where: in the "place" of the game, in the channel that is its "parent", by
    "notification";
    `most`: requests to send something while it lasts a while.
    """

    begin: Any
    end: Any = lambda faults, scene: None
    heard: str = "place"
    most: int = 13
    threaded: bool = False


def without(permission, **options):
    return Trouble(
        lambda faults, scene: faults.revoke(permission, scene.location),
        lambda faults, scene: faults.restore(scene.location),
        **options,
    )


# Must survive: what lasts for a while
LASTING = {
    "missing View": without(Permission.VIEW_CHANNEL),
    "missing Send": without(Permission.SEND_MESSAGES),
    "missing Send in Threads": without(Permission.SEND_MESSAGES_IN_THREADS, threaded=True),
    "missing Attach Files": without(Permission.ATTACH_FILES),
    "missing Embed Links": without(Permission.EMBED_LINKS),
    "missing Read Message History": without(Permission.READ_MESSAGE_HISTORY),
    "message deleted": Trouble(lambda faults, scene: faults.delete_message(scene.latest)),
    "thread deleted": Trouble(
        lambda faults, scene: faults.delete_channel(scene.location),
        threaded=True,
        heard="parent",
    ),
    "channel deleted": Trouble(
        lambda faults, scene: faults.delete_channel(scene.location), heard="notification"
    ),
    "thread archived": Trouble(lambda faults, scene: faults.archive(scene.location), threaded=True),
    "thread locked": Trouble(
        lambda faults, scene: faults.lock(scene.location), threaded=True, heard="parent"
    ),
    "slow mode": Trouble(lambda faults, scene: faults.slow_mode(scene.channel, 30)),
    "AutoMod": Trouble(
        lambda faults, scene: faults.block_words(scene.guild, "turn"),
        lambda faults, scene: faults.block_words(scene.guild),
    ),
    "kicked from the guild": Trouble(
        lambda faults, scene: faults.kick(scene.guild),
        lambda faults, scene: scene.guild.invite(scene.discord.application),
    ),
    "a player gone": Trouble(lambda faults, scene: scene.guild.remove_member(scene.second)),
    "gateway: connection dropped": Trouble(lambda faults, scene: faults.drop_gateway()),
    "gateway: asked to reconnect": Trouble(lambda faults, scene: faults.ask_to_reconnect()),
    "gateway: invalid session": Trouble(lambda faults, scene: faults.invalidate_sessions()),
    "gateway: invalid session, resumable": Trouble(
        lambda faults, scene: faults.invalidate_sessions(resumable=True)
    ),
    "gateway: closed with 4000": Trouble(lambda faults, scene: faults.close_gateway(4000)),
    "gateway: closed with 4009, session timed out": Trouble(
        lambda faults, scene: faults.close_gateway(4009)
    ),
}

# Must survive: what a test elsewhere shows, as folder/file::test
ELSEWHERE = {
    "two clicks at once, by one player": (
        "e2e/test_trouble.py::test_the_same_button_twice_at_once_acts_once"
    ),
    "two clicks at once, by both": "e2e/test_trouble.py::test_both_resign_at_once_and_one_wins",
    "click and slash": "e2e/test_trouble.py::test_a_button_and_a_typed_move_at_once_make_one_move",
    "stale button": "e2e/test_trouble.py::test_a_button_of_a_game_that_moved_on_says_so",
    "the same interaction twice": (
        "e2e/test_trouble.py::test_an_interaction_that_arrives_twice_acts_once"
    ),
    "click by a stranger": (
        "e2e/test_trouble.py::test_a_stranger_who_clicks_is_told_that_it_is_not_their_game"
    ),
    "kill -9 between commit and post": (
        "drills/test_crash.py::test_games_end_as_they_would_have_although_the_bot_is_killed"
    ),
    "restart with old buttons and an open modal": (
        "drills/test_process.py::test_old_buttons_and_an_open_form_work_after_a_restart"
    ),
    "a component of an older version, a malformed id": (
        "e2e/test_trouble.py::test_a_malformed_or_unknown_button_is_answered"
    ),
    "clock against move": (
        "services/test_races.py::test_one_deed_wins_and_the_others_get_a_sentence"
    ),
    "DMs closed": "e2e/test_time.py::test_who_refuses_direct_messages_is_pinged_in_the_channel",
    "guild unavailable": "e2e/test_gateway.py::test_an_outage_of_a_server_is_not_a_removal",
    "zombie heartbeat": "e2e/test_gateway.py::test_a_gateway_that_is_silent_is_left",
    "4004 and 4014": "drills/test_process.py::test_a_refusal_by_the_gateway_is_one_sentence",
    "on_ready more than once": "e2e/test_gateway.py::test_being_ready_again_does_nothing_twice",
    "long downtime, then no burst of reminders": (
        "services/time/test_watch.py::test_after_a_week_of_absence_messages_are_merged_and_spread"
    ),
    "database locked": (
        "drills/test_database.py::test_players_are_told_while_the_database_is_locked"
    ),
    "disk full": "drills/test_database.py::test_players_are_told_while_the_disk_is_full",
    "SIGTERM in the middle of a move": (
        "drills/test_leaving.py::test_what_was_played_is_told_before_the_program_leaves"
    ),
    "token never logged": "e2e/test_faults.py::test_every_fault_is_survived",
}
