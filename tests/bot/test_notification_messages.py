"""Messages of notifications, whole: the text with escaped names, and all buttons in order."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.messages.component_ids import ComponentId
from bot.messages.notifications import WRITERS, notification_message
from bot.messages.outgoing_message import Button, Link, OutgoingMessage, Style
from bot.services.values.notifications.notification import Notification, ProposedGame, WaitingGame
from bot.services.values.views import Location, Player
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.store.tables.payloads import (
    Asleep,
    Away,
    Matched,
    OfChallenge,
    OfGame,
    OfLeague,
    OwnVacation,
    Personal,
    PlanDropped,
    Reviewed,
    Watched,
)
from bot.words import (
    challenge,
    clocks,
    daily,
    end_request,
    labels,
    leagues,
    lobby,
    moves,
    notifications,
    plans,
    review,
    watching,
    week,
)
from renderer.phrases import sentences
from rules.registry import find_game
from rules.sentences import Sentence
from tests.bot.challenge_views import challenge_view

SOON, LATER = datetime(2030, 8, 15, tzinfo=UTC), datetime(2030, 9, 1, tzinfo=UTC)
HERE, THERE = Location(3, 4), Location(5, 6)
GAME = WaitingGame(12, 34, "lifeline", 7, Player(2, "B*n"), HERE, 99, SOON)
NAMED, OPPONENT = "game 12 (Lifeline, size 7)", r"B\*n"
LINKED = f"[{NAMED}](https://discord.com/channels/3/4/99)"
JUMP = (Link("https://discord.com/channels/3/4/99", labels.show_game(12)),)
NEWS = Notification(
    NotificationKind.TURN,
    Player(1, "Ann"),
    HERE,
    write=True,
    games=(GAME,),
    about=Player(9, "C_t"),
    proposed=ProposedGame("asli", 9),
)
OTHER, PROPOSED, CHANNEL = r"C\_t", "Asli, size 9", "<#4>"
OTHERS = {"games": (7, 8, 12), "strict": (8, 12), "strict_until": SOON}
DROPPED = PlanDropped(
    revision=34, moves=("12*", "c3"), reason="{cell} is taken.", values={"cell": "c3"}
)
UNSEEN = {"payload": OfGame(revision=34, undeliverable=True)}
NOWHERE = {"location": Location(None, NO_CHANNEL)}
REMATCH_OFFERED = challenge_view(
    find_game("asli").ruleset({"size": 9}), id=41, challenger=Player(9, "C_t"), rematch_of=12
)
REMATCH = {"proposed": ProposedGame("asli", 9, REMATCH_OFFERED), "user_install": True}


def button(kind, label, style=Style.secondary, target=12, number=34):
    return Button(ComponentId(kind, target, number), label, style)


TIME_BUTTONS = (
    button("give", clocks.GIVE_TIME(), Style.success),
    button("remind", clocks.REMIND()),
    button("claim", clocks.CLAIM(), Style.danger),
)
ANSWER_UNDO = (
    button("undo-accept", labels.UNDO_ACCEPT(), Style.success),
    button("undo-decline", labels.UNDO_DECLINE()),
)
ANSWER_END = (
    button("end-accept", end_request.ACCEPT(), Style.danger),
    button("end-decline", end_request.DECLINE()),
)
ANSWER_REMATCH = (
    button("accept", challenge.ACCEPT(), Style.success, 41, None),
    button("decline", challenge.DECLINE(), Style.danger, 41, None),
)
STAY = (button("stay", clocks.KEEP_GAME(), Style.success),)
NO_VACATION = (button("no-vacation", clocks.NO_VACATION(), target=0, number=None),)
REVIEW = (button("review", review.REVIEW(), number=None),)
LEAGUE = (button("league", leagues.MY_GAMES(), Style.primary, 42, None),)
STILL = (
    button("league-stay", leagues.YES(), Style.success, 42, None),
    button("league-leave", leagues.LEAVE(), target=42, number=None),
)

# by kind: (what differs from `NEWS`, text, rows of buttons)
MESSAGES = [
    ("TURN", {}, notifications.your_turn(NAMED, OPPONENT), JUMP),
    ("REMINDER", {}, notifications.reminder(NAMED, OPPONENT, SOON), JUMP),
    ("NUDGE", {}, notifications.nudge(NAMED, OPPONENT), JUMP),
    ("TIME_UP", {}, notifications.time_up(NAMED, OPPONENT), TIME_BUTTONS),
    ("TIME_GIVEN", {}, notifications.time_given(NAMED, OPPONENT, SOON), JUMP),
    (
        "VACATION",
        {"payload": OwnVacation(revision=34, until=LATER)},
        notifications.vacation(NAMED, LATER),
        NO_VACATION,
    ),
    (
        "AWAY",
        {"payload": Away(who=9, until=LATER, games=(7, 12)), "elsewhere": {7}},
        notifications.away(OTHER, LATER, [12], 1),
    ),
    (
        "AWAY",
        {"payload": Away(who=9, until=LATER, **OTHERS), "elsewhere": {7, 8}},
        sentences(
            notifications.away(OTHER, LATER, [12], 2), notifications.away_strict(SOON, [12], 1)
        ),
    ),
    ("STRICT_BACK", {}, notifications.STRICT_BACK()),
    (
        "ASLEEP",
        {"payload": Asleep(revision=34, turn=3, until=LATER)},
        notifications.asleep(NAMED, OPPONENT, LATER),
        STAY,
    ),
    ("UNDELIVERABLE", {}, notifications.undeliverable(NAMED, OPPONENT, 12)),
    ("UNPOSTED", {}, notifications.unposted(OTHER, CHANNEL)),
    ("UNPOSTED", {"about": None}, notifications.unposted(None, CHANNEL)),
    ("DAILY_STOPPED", {}, daily.stopped(CHANNEL)),
    ("WEEK_STOPPED", {}, week.stopped(CHANNEL)),
    ("DECLINED", {}, notifications.declined(OTHER, PROPOSED)),
    ("ACCEPTED", {}, notifications.accepted(OPPONENT, NAMED), JUMP),
    ("RUN_OUT", {}, notifications.run_out(OTHER, PROPOSED)),
    ("RUN_OUT", {"about": None}, notifications.run_out(None, PROPOSED)),
    ("OVER", {}, notifications.over(NAMED, OPPONENT), JUMP),
    ("OVER", UNSEEN, notifications.over_unseen(NAMED, OPPONENT, 12)),
    (
        "OVER",
        UNSEEN | NOWHERE,
        sentences(notifications.over(NAMED, OPPONENT), moves.board_by_command(12)),
    ),
    (
        "WATCHED",
        {"payload": Watched(game=12, first="A_n", second="B*n", winner="B*n")},
        watching.won(NAMED, r"A\_n", OPPONENT, OPPONENT),
        JUMP,
    ),
    (
        "WATCHED",
        {"payload": Watched(game=12, first="A_n", second="B*n")},
        watching.undecided(NAMED, r"A\_n", OPPONENT),
        JUMP,
    ),
    ("WATCHED_TURNS", {}, watching.moved([LINKED])),
    (
        "REVIEWED",
        {"payload": Reviewed(revision=34)},
        sentences(notifications.reviewed(NAMED, OPPONENT), notifications.REVIEW_UNSEEN()),
        REVIEW,
    ),
    (
        "REVIEWED",
        {"payload": Reviewed(revision=34), **NOWHERE},
        notifications.reviewed(NAMED, OPPONENT),
        REVIEW,
    ),
    ("REVIEWED", {"payload": Reviewed(revision=34, given_up=True)}, review.failed(12), REVIEW),
    ("MATCHED", {"payload": Matched(revision=34)}, lobby.found(OPPONENT, NAMED), JUMP),
    (
        "MATCHED",
        {"payload": Matched(revision=34, unrated=True)},
        sentences(lobby.found(OPPONENT, NAMED), lobby.FIRST_UNRATED()),
        JUMP,
    ),
    (
        "OFFER_EXPIRED",
        {},
        lobby.EXPIRED(),
        (button("lobby", lobby.FIND_OPPONENT(), target=0, number=None),),
    ),
    ("LEAGUE_BEGUN", {"payload": OfLeague(league=42)}, leagues.begun_for_you(PROPOSED), LEAGUE),
    ("LEAGUE_ASKED", {"payload": OfLeague(league=42)}, leagues.asked(PROPOSED), STILL),
    ("LEAGUE_STOPPED", {}, leagues.stopped(PROPOSED, CHANNEL)),
    (
        "PLAN_DROPPED",
        {"payload": DROPPED},
        plans.dropped(NAMED, OPPONENT, "12* C3", Sentence.restored(DROPPED.reason, DROPPED.values)),
        JUMP,
    ),
    (
        "PLAN_DROPPED",
        {"payload": DROPPED, "write": False},
        plans.dropped_in_channel(NAMED, OPPONENT),
        JUMP,
    ),
    (
        "PLAN_DROPPED",
        {"payload": replace(DROPPED, revision=33)},
        plans.dropped_earlier(NAMED, OPPONENT),
        JUMP,
    ),
    ("CHALLENGED", {}, notifications.challenged(OTHER, CHANNEL)),
    (
        "CHALLENGED",
        {"payload": Personal(undeliverable=True)},
        notifications.challenged_unseen(OTHER, CHANNEL),
    ),
    ("CHALLENGED", REMATCH | {"user_install": False}, notifications.challenged(OTHER, CHANNEL)),
    ("CHALLENGED", {"user_install": True}, notifications.challenged(OTHER, CHANNEL)),
    (
        "CHALLENGED",
        REMATCH | {"payload": OfChallenge(challenge=41)},
        lobby.rematch(OTHER),
        ANSWER_REMATCH,
    ),
    ("UNDO_ASKED", {}, notifications.undo_asked(NAMED, OPPONENT), ANSWER_UNDO, JUMP),
    ("UNDO_REFUSED", {}, notifications.undo_refused(NAMED, OPPONENT), JUMP),
    ("END_ASKED", {}, notifications.end_asked(NAMED, OPPONENT), ANSWER_END, JUMP),
    ("END_REFUSED", {}, notifications.end_refused(NAMED, OPPONENT), JUMP),
]


@pytest.mark.parametrize(
    ("name", "about", "text", "rows"),
    [pytest.param(*each[:3], each[3:], id=each[0]) for each in MESSAGES],
)
def test_a_notification_has_its_whole_text_and_its_buttons(name, about, text, rows):
    notification = replace(NEWS, kind=NotificationKind[name], **about)
    assert notification_message(notification) == OutgoingMessage(text, rows=rows)
    # before its first message, a game has no link
    unlinked = replace(notification, games=(replace(GAME, turn_message_id=None),))
    kept = tuple(each for each in rows if each != JUMP)
    assert notification_message(unlinked) == OutgoingMessage(text.replace(LINKED, NAMED), rows=kept)


def test_every_kind_of_notification_is_compared():
    compared = {NotificationKind[name] for name, *_ in MESSAGES}
    assert compared == set(WRITERS) - {NotificationKind.DIGEST}


def test_a_digest_links_the_games_of_its_reader_in_their_order():
    unlinked = replace(GAME, id=7, location=THERE, turn_message_id=None, ends_at=None)
    games = (GAME, unlinked, *(replace(GAME, id=100 + number) for number in range(20)))
    digest = replace(NEWS, kind=NotificationKind.DIGEST, games=games)
    lines = notification_message(digest).content.split("\n")
    assert lines[:3] == [
        notifications.digest_title(22),
        notifications.waiting_line(LINKED, OPPONENT, SOON),
        notifications.waiting_line("game 7 (Lifeline, size 7)", OPPONENT, None),
    ]
    assert lines[-1] == notifications.more(22 - len(lines[1:-1]))

    hidden = replace(digest, games=games[:3], elsewhere=frozenset({7, 100}))
    assert notification_message(hidden).content.split("\n") == [
        notifications.digest_title(3),
        lines[1],
        notifications.elsewhere(2),
    ]
