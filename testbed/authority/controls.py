"""Rows of the permission matrix for each control (button, menu or form)."""

from bot.services.values.puzzles.own import FIRST_OWN
from sparring.puzzles import collection
from testbed.authority import scenes
from testbed.authority.people import (
    DOES,
    MOVER,
    SEES,
    TARGET,
    USER_INSTALL,
    everybody,
    guessers,
    managers,
    mover,
    named,
    only,
    players,
    private_players,
    watchers,
)
from testbed.authority.rows import Row, fixed, form, on_try_board, press
from testbed.wire.payloads import Someone
from testbed.wire.requests import Request
from testbed.wire.wire import Wire

# an outdated panel is replaced by a panel with the current board
MOVES_ON = mover(SEES) | {"opponent": SEES}
PLAYS = mover(DOES)
PLAYS_BY_PANEL = PLAYS | {"opponent": SEES}
BOTH_SEE = named("player to move", "opponent", verdict=SEES)
NO_VACATION = everybody("CannotTakeVacation", player_to_move=DOES)
TERMS = {"size": "5", "begins": "lot", "pace": "brisk"}
PRACTISE = {"game": "lifeline", "size": "4", "level": "1", "begins": "challenger"}
RECORD = b"Game: lifeline\n\n1. a1 c3\n"
LISTED = b'{"header": {"game": {"name": "Asli"}, "players": [{}, {}]}, "moves": []}'
DOWNLOAD = b"[%s, %s]" % (LISTED, LISTED)
ALONE = only(["player to move"], SEES, inside="NoSuchGame", user_install="NoSuchGame")
PUZZLE = collection.load()[0]
ANSWER = PUZZLE.steps[0].answer
TYPED = collection.load()[1]  # its attempts are not over after the rows about buttons
CHALLENGE = {"game": "lifeline", "size": "4", "begins": "lot", "pace": "brisk"}


async def play_offer(wire: Wire, who: Someone, subject: int) -> list[Request]:
    return await wire.press(who, "lobby-play:0", chosen=str(subject))


async def withdraw_offer(wire: Wire, who: Someone, subject: int) -> list[Request]:
    return await wire.press(who, "lobby-withdraw:0", chosen=str(subject))


CHALLENGES = (
    Row("accept", fixed("accept:{}"), named("player to move", verdict=DOES), scenes.challenged),
    Row(
        "accept",
        fixed("accept:{}"),
        everybody(DOES, opponent="NotYourChallenge", blocked_member="NotPlayingHere")
        | dict.fromkeys(USER_INSTALL, "NoSuchChallenge"),
        scenes.open_challenge,
        "open to all",
    ),
    Row(
        "accept",
        fixed("accept:{}"),
        everybody("NoSuchChallenge", opponent="NotYourChallenge"),
        scenes.private_open_challenge,
        "open to all, in a direct message",
    ),
    Row("decline", fixed("decline:{}"), named("player to move", verdict=DOES), scenes.challenged),
    Row("withdraw", fixed("withdraw:{}"), named("opponent", verdict=DOES), scenes.challenged),
    Row(
        "quick",
        fixed("quick:{}"),
        named("player to move", "opponent", verdict=DOES),
        scenes.challenged,
    ),
    Row("terms", fixed("terms:{}"), BOTH_SEE, scenes.challenged),
    Row(
        "terms-form",
        lambda wire, who, subject: wire.send(who, f"terms-form:{subject}", **TERMS),
        named("player to move", "opponent", verdict=DOES),
        scenes.challenged,
    ),
    Row(
        "again",
        fixed("again:{}::terms¦¦99"),
        BOTH_SEE,
        scenes.challenged,
        "other terms",
    ),
    Row(
        "challenge-form",
        lambda wire, who, _: wire.send(who, f"challenge-form:{TARGET.id}::Cat", **CHALLENGE),
        everybody(DOES, blocked_member="NotPlayingHere", stranger="CannotChallenge"),
    ),
    Row(
        "again",
        fixed(f"again:{TARGET.id}::challenge¦Cat¦99"),
        everybody(SEES, blocked_member="NotPlayingHere"),
        variant="a challenge",
    ),
    Row("rematch", press("rematch"), players(DOES), scenes.over),
)

MOVES = (
    Row("move", press("move"), MOVES_ON, scenes.opening),
    Row("zones", press("zones"), MOVES_ON, scenes.opening),
    Row("zone", press("zone", "a1"), MOVES_ON, scenes.opening),
    Row("type", press("type"), MOVES_ON, scenes.opening),
    Row("cell", press("cell", "a1"), PLAYS_BY_PANEL, scenes.opening),
    Row("sure", press("sure", "a1"), PLAYS_BY_PANEL, scenes.opening),
    Row("cancel", press("cancel"), everybody(SEES), scenes.opening),
    Row("move-form", form("move-form", text="a1 c3"), PLAYS, scenes.opening),
    Row("swap", press("swap"), mover(SEES), scenes.swappable),
    Row("swap-yes", press("swap-yes"), PLAYS, scenes.swappable),
    Row("offer", press("offer"), mover(SEES), scenes.offering),
    Row("offer-form", form("offer-form", text="3"), PLAYS, scenes.offering),
    Row("again", press("again", "offer¦¦five"), mover(SEES), scenes.offering, "an offer"),
    Row("choose", press("choose", "black"), PLAYS, scenes.choosing),
    Row("hold", press("hold"), PLAYS, scenes.holding),
    Row("komi", press("komi"), PLAYS, scenes.spending),
    Row("tips", press("tips", "off panel"), players(DOES), scenes.opening),
)

PRACTICE = (
    # before the other rows, because a practice game without a move is shown again
    Row("first-game", fixed("first-game:0"), everybody(DOES, blocked_member="NotPlayingHere")),
    Row("practice", fixed("practice:0"), everybody(SEES, blocked_member="NotPlayingHere")),
    Row(
        "practice-form",
        lambda wire, who, _: wire.send(who, "practice-form:0", **PRACTISE),
        everybody(DOES, blocked_member="NotPlayingHere"),
    ),
    Row("hint", press("hint"), ALONE, scenes.practising),
    Row(
        "level",
        lambda wire, who, game: wire.press(who, f"level:{game}:2"),
        ALONE | {"player to move": DOES},
        scenes.practised,
    ),
)

GAMES = (
    Row(
        "which",
        lambda wire, who, game: wire.press(who, "which:0::board plain", chosen=str(game)),
        watchers(),
        scenes.opening,
    ),
    Row("review", fixed("review:{}"), watchers(DOES), scenes.over),
    Row("turning", fixed("turning:{}::1"), watchers(), scenes.reviewed),
    Row(
        "play-on",
        fixed("play-on:{}:2"),
        watchers(DOES) | {"blocked member": "NotPlayingHere"},
        scenes.reviewed,
    ),
    Row("look", press("look", chosen="numbers"), watchers(), scenes.opening),
    Row(
        "look",
        press("look", chosen="watch"),
        watchers(DOES) | dict.fromkeys(("player to move", "opponent"), "Refusal"),
        scenes.opening,
        "watch",
    ),
    Row("look", press("look", chosen="guess"), guessers(SEES), scenes.opening, "guess"),
    Row("guess-zones", press("guess-zones"), guessers(SEES), scenes.opening),
    Row("guess-zone", press("guess-zone", "a1"), guessers(SEES), scenes.opening),
    Row("guess-cell", press("guess-cell", "a1"), guessers(DOES), scenes.opening, own=True),
    Row(
        "guess-cell",
        press("guess-cell", "a1"),
        private_players("Refusal"),
        scenes.private,
        "private game",
    ),
    Row("step", fixed("step:{}:0:first"), watchers(), scenes.opening),
    Row("whole-game", fixed("whole-game:{}", chosen="gif"), watchers(), scenes.opening),
    Row("page", fixed("page:{}"), watchers(), scenes.opening),
    Row(
        "import-step",
        lambda wire, who, _: wire.press(who, "import-step:0:0:first", record=RECORD),
        everybody(SEES),
    ),
    Row(
        "import-game",
        lambda wire, who, _: wire.press(who, "import-game:0", chosen="2", record=DOWNLOAD),
        everybody(SEES),
    ),
    Row(
        "import-list",
        lambda wire, who, _: wire.press(who, "import-list:2", record=DOWNLOAD),
        everybody(SEES),
    ),
    Row(
        "look",
        press("look", chosen="numbers"),
        private_players(SEES),
        scenes.private,
        "private game",
    ),
    Row(
        "look",
        press("look", chosen="thread"),
        ALONE | {"player to move": "CannotPractise"},
        scenes.practising,
        "show private practice",
    ),
    Row("step", fixed("step:{}:0:first"), private_players(SEES), scenes.private, "private game"),
    Row(
        "whole-game",
        fixed("whole-game:{}", chosen="gif"),
        private_players(SEES),
        scenes.private,
        "private game",
    ),
    Row("page", fixed("page:{}"), private_players(SEES), scenes.private, "private game"),
    Row(
        "review", fixed("review:{}"), private_players(DOES), scenes.private_and_over, "private game"
    ),
    Row("resign", press("resign"), players(SEES), scenes.opening),
    Row("resign-yes", press("resign-yes"), players(DOES), scenes.opening),
    Row("leave", press("leave"), players(DOES), scenes.opening),
    Row("keep", press("keep"), everybody(SEES), scenes.opening),
    Row("undo", press("undo"), players(SEES), scenes.both_have_moved),
    Row("undo-yes", press("undo-yes"), players(DOES), scenes.both_have_moved),
    Row("undo-by-hand", press("undo-by-hand"), players(DOES), scenes.both_have_moved),
    Row("undo-accept", press("undo-accept"), players(DOES, "CannotUndo"), scenes.undo_asked),
    Row("undo-decline", press("undo-decline"), players(DOES, "CannotUndo"), scenes.undo_asked),
    Row("end-ask", press("end-ask"), players(DOES), scenes.past_first_turns),
    Row("end-accept", press("end-accept"), players(DOES, "CannotEndGame"), scenes.end_asked),
    Row("end-decline", press("end-decline"), players(DOES, "CannotEndGame"), scenes.end_asked),
    Row("claim", press("claim"), players(SEES, mover="NotDue"), scenes.out_of_time),
    Row("claim-yes", press("claim-yes"), players(DOES, mover="NotDue"), scenes.out_of_time),
    Row("give", press("give"), players(DOES, mover="NotDue"), scenes.out_of_time),
    Row("remind", press("remind"), players(DOES, mover="NotDue"), scenes.out_of_time),
    Row("stay", press("stay"), players(DOES), scenes.asleep),
    Row(
        "close-yes",
        press("close-yes"),
        only(["moderator", "manager"], DOES, inside="NotModerator", user_install="NotModerator")
        | {"manager of another server": "NoSuchGame"},
        scenes.opening,
    ),
)

LOBBY_FORM = {"game": "lifeline", "size": "6", "start": "usual", "pace": "brisk+yes", "keep": "0"}
# the other server has the lobby off
OFF_THERE = {"manager of another server": "CannotChallenge"}
IN_LOBBY = everybody(SEES, blocked_member="NotPlayingHere") | OFF_THERE
MATCHED = everybody(DOES, blocked_member="NotPlayingHere") | OFF_THERE

LOBBY = (
    Row(
        "lobby",
        fixed("lobby:0"),
        everybody("CannotChallenge", stranger=SEES),
        scene=scenes.lobby_off,
        variant="the server has it off",
    ),
    Row("lobby", fixed("lobby:0"), IN_LOBBY, scenes.lobby_offer),
    Row("lobby-update", fixed("lobby-update:0"), IN_LOBBY, scenes.lobby_offer),
    Row("lobby-post", fixed("lobby-post:0"), IN_LOBBY, scenes.lobby_offer),
    Row(
        "lobby-form",
        lambda wire, who, _: wire.send(who, "lobby-form:0", **LOBBY_FORM),
        MATCHED,
        scenes.lobby_offer,
    ),
    Row("lobby-play", play_offer, MATCHED, scenes.lobby_offer),
    Row(
        "lobby-withdraw",
        withdraw_offer,
        everybody("CannotChallenge", player_to_move=DOES),
        scenes.own_offer,
    ),
)

LEAGUE_FORM = {"game": "lifeline", "size": "5", "start": "usual", "weeks": "8"}
IN_CLUB = everybody(SEES) | dict.fromkeys(USER_INSTALL, "NoSuchLeague")
JOINS = everybody(DOES, blocked_member="NotPlayingHere") | dict.fromkeys(
    USER_INSTALL, "NoSuchLeague"
)
MEMBERS = only(
    ["player to move", "opponent"], DOES, inside="NotInLeague", user_install="NoSuchLeague"
)

ORGANISERS = everybody("NotOrganiser", manager=SEES) | dict.fromkeys(USER_INSTALL, "NoSuchLeague")

LEAGUES = (
    # before the leagues of the other rows, because a server has at most five
    Row("league-open", fixed("league-open:0:8:lifeline 5 strong-pie"), managers(DOES)),
    Row("league-new", fixed("league-new:0"), managers(SEES)),
    Row(
        "league-form",
        lambda wire, who, _: wire.send(who, "league-form:0", **LEAGUE_FORM),
        managers(SEES),
    ),
    Row("league", fixed("league:{}"), IN_CLUB, scenes.league),
    Row(
        "league-choose",
        lambda wire, who, league: wire.press(who, "league-choose:0", chosen=str(league)),
        IN_CLUB,
        scenes.league,
    ),
    Row(
        "league-join",
        fixed("league-join:{}"),
        IN_CLUB | {"blocked member": "NotPlayingHere"},
        scenes.league,
    ),
    Row("league-join-yes", fixed("league-join-yes:{}"), JOINS, scenes.league),
    Row("league-stay", fixed("league-stay:{}"), MEMBERS | {"opponent": SEES}, scenes.joined_league),
    Row(
        "league-leave",
        fixed("league-leave:{}"),
        MEMBERS | dict.fromkeys(("player to move", "opponent"), SEES),
        scenes.joined_league,
    ),
    Row(
        "league-leave-yes",
        fixed("league-leave-yes:{}:0:later"),
        MEMBERS,
        scenes.joined_league,
    ),
    Row("league-table", fixed("league-table:{}:1"), IN_CLUB, scenes.season),
    Row("league-organise", fixed("league-organise:{}:1"), ORGANISERS, scenes.joined_league),
    Row(
        "league-rule",
        fixed("league-rule:{}:1", chosen="end"),
        ORGANISERS,
        scenes.joined_league,
    ),
    Row(
        "league-rule-yes",
        fixed("league-rule-yes:{}:1:end"),
        ORGANISERS | {"manager": DOES},
        scenes.joined_league,
    ),
)

TRY_BOARD = (
    Row("try", press("try"), watchers(), scenes.opening),
    Row("try", press("try"), private_players(SEES), scenes.private, "private game"),
    *(
        Row(f"try-{name}", on_try_board(f"try-{name}", value), watchers(), scenes.tried)
        for name, value in (
            ("show", ""),
            ("zone", "c3"),
            ("type", ""),
            ("play", ""),
        )
    ),
    *(
        Row("try-menu", on_try_board("try-menu", chosen=chosen), watchers(), scenes.tried, chosen)
        for chosen in ("note", "delete", "close", "publish")
    ),
    *(
        Row(
            "try-menu",
            on_try_board("try-menu", chosen=chosen),
            watchers(DOES),
            scenes.tried,
            variant,
            own=True,
        )
        for chosen, variant in (("good", "a mark"), ("flip", "flip"), ("1", "a line"))
    ),
    *(
        Row(
            f"try-{name}",
            on_try_board(f"try-{name}", value),
            watchers(DOES),
            scenes.tried,
            own=True,
        )
        for name, value in (
            ("cell", "c3"),
            ("move", "c3"),
            ("back", ""),
            ("forward", ""),
            ("delete-yes", ""),
        )
    ),
    *(
        Row(
            name,
            on_try_board(name, chosen=chosen),
            watchers("NotYourGame") | dict.fromkeys(("player to move", "opponent"), verdict),
            scenes.tried_and_over,
            chosen or "",
            own=True,
        )
        for name, chosen, verdict in (
            ("try-publish-yes", None, DOES),
            ("try-menu", "withdraw", SEES),
        )
    ),
    Row("published-line", press("published-line", chosen="0"), watchers(), scenes.published),
    Row(
        "remove-lines",
        press("remove-lines"),
        only(["moderator", "manager"], DOES, inside="NotModerator", user_install="NotModerator")
        | {"manager of another server": "NoSuchGame"},
        scenes.published,
    ),
    # a single tried move is not a reply, and only players can plan; who is to move may play it
    Row(
        "plan",
        on_try_board("plan"),
        watchers("Refusal") | {"player to move": SEES},
        scenes.tried,
    ),
    Row("unplan", on_try_board("unplan"), watchers(), scenes.tried),
    Row("plans", fixed("plans:0", chosen="1.1"), everybody(SEES)),
    Row(
        "try-note-form",
        on_try_board("try-note-form", note="x"),
        watchers(DOES),
        scenes.tried,
        own=True,
    ),
    Row(
        "try-type-form",
        on_try_board("try-type-form", text="c3"),
        watchers(DOES),
        scenes.tried,
        own=True,
    ),
)

SERVERS = (
    Row("setup", fixed("setup:0", chosen="size"), managers(SEES)),
    Row("setup", fixed("setup:0"), managers(SEES), variant="the button of the invitation"),
    Row("setup-set", fixed("setup-set:0::size", chosen="5"), managers(DOES)),
    Row("setup-switch", fixed("setup-switch:0::threads-on"), managers(DOES)),
    Row("setup-switch", fixed("setup-switch:0::week-on"), managers(DOES), variant="weekly news"),
)

OWN = (
    Row("settings", fixed("settings:0", chosen="theme"), everybody(SEES)),
    Row("set", fixed("set:0::theme", chosen="high"), everybody(DOES), own=True),
    Row("set-type", fixed("set-type:0::zone"), everybody(SEES)),
    Row(
        "set-form",
        lambda wire, who, _: wire.send(who, "set-form:0::zone", zone="Europe/Berlin"),
        everybody(DOES),
        own=True,
    ),
    Row("next", fixed("next:0"), everybody(SEES)),
    Row("finished", fixed(f"finished:{MOVER.id}:0:Ann"), everybody(SEES), scenes.over),
    Row("running", fixed(f"running:{MOVER.id}:0:Ann"), everybody(SEES), scenes.opening),
    Row("lesson", fixed("lesson:2::asli"), everybody(SEES)),
    Row("lesson-game", fixed("lesson-game:1", chosen="asli"), everybody(SEES)),
    Row("task", fixed("task:2"), everybody(SEES)),
    Row("answer", fixed("answer:1::basics d4"), everybody(SEES)),
    Row("puzzle-turn", fixed(f"puzzle-turn:{PUZZLE.number}:0:{ANSWER}/"), everybody(DOES)),
    Row(
        "puzzle-turn",
        fixed(f"puzzle-turn:{FIRST_OWN + 1}:0:{ANSWER}/mine/"),
        everybody("OldComponent"),
        variant="not their own mistake",
    ),
    Row("puzzle-retry", fixed(f"puzzle-retry:{PUZZLE.number}:1"), everybody(SEES)),
    Row("puzzle-solution", fixed(f"puzzle-solution:{PUZZLE.number}:0"), everybody(DOES)),
    Row("puzzle-type", fixed(f"puzzle-type:{PUZZLE.number}:0:/"), everybody(SEES)),
    Row(
        "puzzle-type-form",
        lambda wire, who, _: wire.send(
            who, f"puzzle-type-form:{TYPED.number}:0:/", text=TYPED.steps[0].answer
        ),
        everybody(DOES),
    ),
    Row("puzzle-line", fixed(f"puzzle-line:{PUZZLE.number}:10:/"), everybody(SEES)),
    Row("puzzle-rules", fixed(f"puzzle-rules:{PUZZLE.number}:0:/"), everybody(SEES)),
    Row("puzzle-try", fixed(f"puzzle-try:{PUZZLE.number}:0"), everybody(SEES)),
    Row("puzzle-tried", fixed(f"puzzle-tried:{PUZZLE.number}:0:{ANSWER}"), everybody(SEES)),
    Row(
        "puzzle-choose",
        lambda wire, who, _: wire.press(who, f"puzzle-choose:{PUZZLE.number}:0:0", chosen=ANSWER),
        everybody(SEES),
    ),
    Row("puzzle-next", fixed(f"puzzle-next:{PUZZLE.number}:0"), everybody(DOES)),
    Row("puzzle-vote", fixed(f"puzzle-vote:{PUZZLE.number}:0:good/"), everybody(DOES)),
    Row(
        "daily",
        fixed("daily:{}"),
        everybody(DOES) | dict.fromkeys(USER_INSTALL, "Refusal"),
        scenes.day_posted,
        own=True,
    ),
    Row("back", fixed("back:0"), NO_VACATION, scenes.on_vacation),
    Row("no-vacation", fixed("no-vacation:0"), NO_VACATION, scenes.on_automatic_vacation),
    Row("write-me", fixed("write-me:0"), everybody(DOES)),
    Row("forget-yes", fixed(f"forget-yes:{MOVER.id}"), everybody("Refusal", player_to_move=DOES)),
    Row("forget-no", fixed(f"forget-no:{MOVER.id}"), everybody(SEES)),
)

ROWS = (*CHALLENGES, *MOVES, *PRACTICE, *GAMES, *LOBBY, *LEAGUES, *TRY_BOARD, *SERVERS, *OWN)
