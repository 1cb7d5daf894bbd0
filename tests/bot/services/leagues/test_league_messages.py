"""Messages of leagues with the longest names and the most of everything."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from bot.delivery.channels import Sent
from bot.delivery.leagues import Leagues
from bot.messages import leagues as messages
from bot.messages.challenge_forms import QUICK_SIZES, game_fields
from bot.messages.lobby import start_field
from bot.messages.message_draft import PUBLIC, DisplaySettings, LeagueTable, Viewer
from bot.messages.outgoing_message import MAX_CONTENT, MAX_OPTIONS, Button, TextField
from bot.services.use_cases.servers.server_settings import ServerSettings
from bot.services.values.leagues.groups import LARGEST, Movement
from bot.services.values.leagues.pairings import pairings
from bot.services.values.leagues.table import LeagueGame, table
from bot.services.values.leagues.views import (
    CardView,
    LeaguePage,
    LeagueView,
    OrganiserPage,
    OwnGame,
    RulingView,
    SeasonView,
    TableRow,
    TableView,
)
from bot.services.values.views import GameSummary, Location, Player
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import OfGroup, OfSeason
from bot.store.tables.schema import RulingKind
from bot.words import leagues as words
from bot.words import notifications
from renderer.league_table import CrossRow
from rules.registry import find_game

NOW = datetime(2030, 1, 1, tzinfo=UTC)
HERE = Location(7, 5)
NAME = "*" * 32  # Discord's longest name; each character is escaped
VIEWER = Viewer(1, {"theme": "dark"})


def league(*, is_ending=False):
    ruleset = find_game("lifeline").offer({"size": 5})
    return LeagueView(1, HERE, ruleset, 8, is_ending)


def season(number=1, *, begun=True, ended=False):
    return SeasonView(100 + number, number, NOW, NOW + timedelta(weeks=8), begun, ended)


def people(number, name=NAME):
    return [Player(2**62 + each, name) for each in range(number)]


def view(number=LARGEST, *, games=(), groups=3, rulings=(), ended=False, name=NAME):
    rows = tuple(
        TableRow(people(number, name)[line.number], line, Movement.UP, has_left=False)
        for line in table(number, games)
    )
    return TableView(league(), season(ended=ended), 1, groups, rows, tuple(games), rulings, NOW)


def page(**changed):
    games = tuple(
        GameSummary(10**6 + n, HERE, Player(5, NAME), "lifeline", 5, n == 0, 3, NOW, 2**62, NOW)
        for n in range(9)
    )
    champions = tuple((number, tuple(people(1))) for number in range(5))
    values = {
        "league": league(),
        "upcoming": season(2, begun=False),
        "running": season(),
        "table": view(),
        "games": games,
        "members": 400,
        "is_in": True,
        "is_member": True,
        "is_asked": False,
        "is_organiser": True,
        "others": tuple(replace(league(), id=each) for each in range(40)),
        "champions": champions,
        "is_here": True,
        "is_playing": True,
        "reader": 2**62,
    }
    return LeaguePage(**values | changed)


def test_the_longest_messages_fit():
    removed = RulingView(RulingKind.REMOVED, NOW, people(1)[0], None)
    shown = (
        messages.table_message(view(rulings=(removed,) * 60), VIEWER, organises=True),
        messages.ended_message(view(ended=True)),
        messages.begun_message(view()),
        messages.league_page(page()),
        messages.join_question(page()),
        messages.leave_question(page()),
        messages.card_message(CardView(league(), season(2, begun=False), 3, season())),
    )
    assert max(len(each.content) for each in shown) <= MAX_CONTENT
    assert all(len(row) <= 5 for each in shown for row in each.rows)


def test_names_are_escaped():
    person = tuple(people(1, "_Ann_"))
    offered = OrganiserPage(league(), 1, 1, 0, 0, may_start=False, people=person, games=())
    for each in (
        messages.ruling_question(offered, "remove", str(person[0].user_id)).content,
        messages.table_message(view(4, name="_Ann_"), VIEWER).content,
        messages.ended_message(view(4, ended=True, name="_Ann_")).content,
        messages.league_page(page(champions=((1, tuple(people(1, "_Ann_"))),))).content,
    ):
        assert r"\_Ann\_" in each
        assert " _Ann_" not in each


def test_a_cross_table_shows_each_result_from_both_sides_and_the_last_of_a_replay():
    games = [LeagueGame(pair, (1.0, 0.0)) for pair in pairings(4)]
    first, second = games[0].players
    games += [LeagueGame(games[0].players, (0.5, 0.5))]
    shown = view(4, games=games)
    picture = messages.ended_message(shown).league_table
    places = {each.line.number: place for place, each in enumerate(shown.rows)}
    cell = picture.rows[places[first]].results[places[second]]
    assert (cell, picture.rows[places[second]].results[places[first]]) == ("½", "½")
    won, lost = games[1].players  # numbers of the winner and the loser
    assert picture.rows[places[won]].results[places[lost]] == "1"
    assert picture.rows[places[lost]].results[places[won]] == "0"
    running = view(4, games=[LeagueGame((0, 1))])
    results = [row.results for row in messages.ended_message(running).league_table.rows]
    assert results[0] == ("", "·", "", "")
    assert picture.words.startswith("League table. Lifeline, size 5 · season 1 · group 1: ")


def test_only_leagues_of_several_groups_have_arrows():
    assert "▲" in messages.table_message(view(4), VIEWER).content.split("-#")[0]
    assert "▲" in messages.table_message(view(4, groups=2), VIEWER).content.split("-#")[0]
    assert "▲" not in messages.table_message(view(4, groups=1), VIEWER).content.split("-#")[0]


@pytest.mark.parametrize(("group", "groups"), [(1, 1), (1, 2), (2, 2), (2, 3)])
def test_a_table_has_buttons_to_the_groups_beside_it(group, groups):
    shown = messages.table_message(replace(view(4), group=group, groups=groups), VIEWER)
    found = [each.id.number for each in shown.rows[0] if each.id.kind == "league-table"]
    assert found == [each for each in (group - 1, group + 1) if 1 <= each <= groups]


@pytest.mark.parametrize(("group", "ended"), [(1, True), (1, False), (2, True)])
def test_only_the_first_group_of_an_ended_season_has_champions(group, ended):
    shown = replace(view(4, ended=ended), group=group)
    assert bool(shown.champions) is (group == 1 and ended)
    assert ("🏆" in messages.ended_message(shown).content) is bool(shown.champions)


@pytest.mark.parametrize(("groups", "mark"), [(1, ""), (2, " ▲")])
def test_the_alternative_text_of_a_table_says_who_moves_up(groups, mark):
    spoken = messages.ended_message(view(4, groups=groups, name="A")).league_table.words
    assert f"1. A 0{mark}," in spoken


def test_a_row_begins_with_the_place_or_a_dash_if_its_results_do_not_count():
    lost = [LeagueGame((0, 1), (0.0, 1.0), on_time=True), LeagueGame((1, 2), (1.0, 0.0))]
    rows = messages.table_as_text(view(3, games=lost)).split("\n")
    assert [row.split(" ")[0] for row in rows] == ["1.", "2.", "–"]


@pytest.mark.parametrize("has_left", [False, True])
@pytest.mark.parametrize("counts", [False, True])
def test_a_missing_place_is_explained_whether_its_player_has_left_or_not(has_left, counts):
    lost = [LeagueGame((0, 1), (0.0, 1.0), on_time=not counts)]
    shown = view(2, games=lost)
    rows = tuple(replace(each, has_left=has_left) for each in shown.rows)
    content = messages.table_message(replace(shown, rows=rows), VIEWER).content
    assert (words.OUT_EXPLAINED() in content.splitlines()) is not counts


def test_a_champion_who_has_left_since_is_named():
    shown = view(4, ended=True)
    rows = tuple(replace(each, has_left=True) for each in shown.rows)
    assert replace(shown, rows=rows).champions == shown.champions != ()


def test_a_menu_of_other_leagues_has_at_most_as_many_as_discord_allows():
    (menu,) = messages.league_page(page(others=(league(),) * 30)).rows[-1]
    assert len(menu.options) == MAX_OPTIONS


@pytest.mark.parametrize(("points", "place"), [((1.0, 0.0), 1), ((0.0, 1.0), 4)])
def test_a_page_says_the_place_of_its_reader(points, place):
    games = [LeagueGame((0, 1), points), LeagueGame((2, 3), (0.5, 0.5))]
    shown = page(table=view(4, games=games))
    assert words.own_place(1, 1, place) in messages.league_page(shown).content
    others = {1, 2, 3, 4, None} - {place}
    assert not any(
        words.own_place(1, 1, each) in messages.league_page(shown).content for each in others
    )


def test_a_page_tells_in_which_games_it_is_the_readers_turn():
    own, other, *_ = [
        each for each in messages.league_page(page()).content.split("\n") if "due" in each
    ]
    assert ("**your turn**" in own, "their turn" in own) == (True, False)
    assert ("**your turn**" in other, "their turn" in other) == (False, True)


def test_a_form_without_a_size_means_the_servers_then_the_bots():
    fields = {"game": "lifeline", "size": "", "weeks": "8"}
    sizes = [
        messages.league_options(each, usual)[1].get("size")
        for each in (fields, {**fields, "size": "7"})
        for usual in (ServerSettings(), ServerSettings(size=6))
    ]
    assert sizes == [QUICK_SIZES["lifeline"], 6, "7", "7"]


def test_the_largest_group_has_no_more_games_at_once_than_the_question_says():
    games = len([pair for pair in pairings(LARGEST) if 0 in pair])
    assert f"You play 3 to {games} rated games at once." in messages.join_question(page()).content


def test_a_page_says_whether_games_follow_or_are_over():
    waiting = page(games=(), table=view(4, games=[LeagueGame((0, 1))]))
    assert "begin in a moment" in messages.league_page(waiting).content
    games = [LeagueGame((0, 1), (1.0, 0.0)), LeagueGame((2, 3))]  # of others, too
    over = page(games=(), table=view(4, games=games))
    assert "are over" in messages.league_page(over).content


def test_a_table_lists_the_latest_rulings_in_order_if_not_all_have_room():
    annulled = [RulingView(RulingKind.ANNULLED, NOW, None, number) for number in range(1, 101)]
    lines = messages.table_message(view(rulings=tuple(annulled)), VIEWER).content.splitlines()
    shown = [line for line in lines if line in map(words.annulled, range(1, 101))]
    assert 1 < len(shown) < 100
    assert shown == [words.annulled(number) for number in range(101 - len(shown), 101)]


async def test_a_card_that_is_not_posted_yet_is_not_edited():
    async def card(season_id):
        return CardView(league(), season(1, begun=False), 3, None)

    async def message(season_id):
        return None

    async def edit(*about):
        raise AssertionError("there is no message")

    services = SimpleNamespace(leagues=SimpleNamespace(get_card=card, get_message=message))
    writer = Leagues(services, None, SimpleNamespace(edit=edit), None)
    change = SimpleNamespace(payload=OfSeason(season=1))
    assert await writer.change_card(change) is None


@dataclass(frozen=True)
class Waiting:
    payload: OfSeason | OfGroup
    location: Location
    kind: OutboxKind = OutboxKind.LEAGUE_CARD


async def test_a_card_is_not_mistaken_for_another_message_of_its_league():
    shown, found, sent = CardView(league(), season(1, begun=False), 4, None), [], []

    async def card(_season):
        return shown

    async def find(_message, matches):
        found.append(matches)

    async def send(message, _outgoing):
        sent.append(message.location)
        return Sent(41)

    def posted(outgoing):
        rows = [[SimpleNamespace(custom_id=str(each.id)) for each in row] for row in outgoing.rows]
        return SimpleNamespace(components=[SimpleNamespace(children=row) for row in rows])

    services = SimpleNamespace(leagues=SimpleNamespace(get_card=card))
    writer = Leagues(services, None, SimpleNamespace(find=find, send=send), None)
    done = await writer.post_card(Waiting(OfSeason(season=1), Location(7, 1)))
    assert done == Sent(41, location=shown.league.location)
    assert sent == [shown.league.location] != [Location(7, 1)]  # the league has moved
    (matches,) = found
    assert matches(posted(messages.card_message(shown)))
    assert not matches(posted(messages.ended_message(view(ended=True))))


CLUB = LeagueView(31, HERE, find_game("lifeline").offer({"size": 6}), 6, is_ending=False)
GAME = "Lifeline, size 6"
ANN, BEN, CAT = Player(11, "A*n"), Player(12, "B*n"), Player(13, "C*t")


def dated(number, *, begun=False, ended=False):
    """Return a season whose number, id, start and end are told apart."""
    begins, ends = NOW + timedelta(days=number), NOW + timedelta(weeks=number)
    return SeasonView(40 + number, number, begins, ends, begun, ended)


def parts(message):
    """Return the text of a message, and the ids and texts of its buttons, menus and options."""
    rows = [
        [
            (str(each.id), each.label)
            if isinstance(each, Button)
            else (str(each.id), each.placeholder, [(one.value, one.label) for one in each.options])
            for each in row
        ]
        for row in message.rows
    ]
    return message.content, rows


def said(*lines):
    return "\n".join(lines)


def test_a_card_says_when_a_season_starts_who_is_missing_or_why_no_one_can_join():
    join, show = ("league-join:31", words.JOIN()), ("league:31", words.LEAGUE())
    length, first, second = words.length(GAME, 6), dated(1), dated(2)
    starts = [words.starts(each.number, each.begins) for each in (first, second)]
    ending = replace(CLUB, is_ending=True)
    for card, lines, buttons in (
        (CardView(CLUB, first, 0, None), [starts[0], words.players(0), words.too_few(4)], 2),
        (CardView(CLUB, first, 3, None), [starts[0], words.players(3), words.too_few(1)], 2),
        (CardView(CLUB, first, 4, None), [starts[0], words.players(4)], 2),
        (
            CardView(CLUB, second, 5, dated(1, begun=True)),
            [words.half_over(1), starts[1], words.players(5)],
            2,
        ),
        (CardView(CLUB, dated(2, begun=True), 5, None), [words.has_begun(2)], 2),
        (CardView(ending, first, 3, None), [words.ENDS_NOW()], 1),
        (CardView(ending, dated(2, begun=True), 5, dated(2, begun=True)), [words.ENDS_NOW()], 1),
    ):
        found = parts(messages.card_message(card))
        assert found == (said(length, *lines), [[join, show][-buttons:]])


@pytest.mark.parametrize(
    ("weeks", "days", "a_week"), [(4, 14, 59), (5, 17, 48), (6, 21, 40), (16, 56, 15)]
)
@pytest.mark.parametrize("start", ["strong-pie", "weak-pie"])
def test_the_questions_before_a_league_tell_its_length_and_its_usual_turns(
    weeks, days, a_week, start
):
    ruleset = find_game("lifeline").offer({"size": 6, "start": start})
    turns = words.turns(48, a_week)  # of the usual 95 of both players
    opening = messages.open_question(ruleset, weeks, "<#5>")
    assert parts(opening) == (
        said(words.length(GAME, weeks), turns, words.open_question("<#5>")),
        [[(f"league-open:0:{weeks}:lifeline 6 {start}", words.CONFIRM_OPEN())]],
    )
    joined = page(league=LeagueView(31, HERE, ruleset, weeks, is_ending=False))
    assert parts(messages.join_question(joined)) == (
        said(words.join_question(GAME, days, 3, 9), words.JOINING(), turns),
        [[("league-join-yes:31", words.JOIN())]],
    )


def test_a_league_of_an_unusual_size_has_no_usual_turns():
    ruleset = find_game("asli").offer({"size": 7})
    found = messages.open_question(ruleset, 8, "<#5>")
    assert parts(found) == (
        said(words.length("Asli, size 7", 8), words.open_question("<#5>")),
        [[("league-open:0:8:asli 7 ", words.CONFIRM_OPEN())]],
    )


def test_the_form_of_a_league_asks_for_game_size_opening_and_eight_weeks():
    usual = ServerSettings(game="cornered", size=6)
    form = messages.league_form(usual)
    weeks = TextField(
        "weeks", words.WEEKS_FIELD(), max_length=2, value="8", description=words.WEEKS_ABOUT()
    )
    assert (str(form.id), form.title) == ("league-form:0", words.FORM())
    assert form.fields == (*game_fields(usual), start_field(), weeks)
    fields = {"game": "lifeline", "size": "6", "start": "weak-pie", "weeks": "8"}
    assert messages.league_options(fields, usual) == (
        "lifeline",
        {"size": "6", "start": "weak-pie"},
    )


@pytest.mark.parametrize(("running", "number"), [(None, 0), (dated(3, begun=True), 3)])
@pytest.mark.parametrize("is_playing", [False, True])
def test_only_a_player_is_asked_whether_to_leave_now_or_later(running, number, is_playing):
    stay = ("league:31", words.STAY_IN())
    later, now = (f"league-leave-yes:31:{number}:{when}" for when in ("later", "now"))
    leaving = [(later, words.LEAVE_LATER()), (now, words.LEAVE_NOW())]
    shown = page(league=CLUB, running=running, is_playing=is_playing)
    assert parts(messages.leave_question(shown)) == (
        words.LEAVE_QUESTION(),
        [[*(leaving if is_playing else [(later, words.LEAVE())]), stay]],
    )


def own_page(**changed):
    """Return the page of Ben, who is second in group 2."""
    games = tuple(
        GameSummary(number, HERE, opponent, "lifeline", 6, mine, 3, NOW, message, ends_at)
        for number, opponent, mine, message, ends_at in (
            (71, CAT, True, 88, NOW + timedelta(days=1)),
            (72, ANN, False, None, NOW + timedelta(days=2)),
        )
    )
    values = {
        "league": CLUB,
        "upcoming": dated(4),
        "running": dated(3, begun=True),
        "table": own_table(),
        "games": games,
        "members": 9,
        "others": (
            replace(CLUB, id=32, ruleset=find_game("asli").offer({"size": 9})),
            replace(CLUB, id=33),
        ),
        "champions": ((2, (ANN, BEN)), (1, (CAT,))),
        "reader": BEN.user_id,
    }
    return page(**values | changed)


def own_table(**changed):
    """Return the table of group 2 of 3: Cat leads Ben, whom she plays again; Ann has left."""
    games = (
        LeagueGame((1, 2), (0.5, 0.5)),
        LeagueGame((2, 0), (1.0, 0.0), abandoned=True),
        LeagueGame((1, 0), (1.0, 0.0), on_time=True),
        LeagueGame((2, 1), (1.0, 0.0)),
        LeagueGame((1, 2)),
    )
    players, moves = (ANN, BEN, CAT), (Movement.UP, Movement.STAY, Movement.DOWN)
    rows = tuple(
        TableRow(players[line.number], line, move, has_left=line.number == 0)
        for line, move in zip(table(3, games), moves, strict=True)
    )
    values = {"group": 2, "groups": 3, "rulings": (), "next_begins": dated(4).begins}
    season = {"season": dated(3, begun=True, ended=True)}
    values = {"league": CLUB, **season, **values, "rows": rows, "games": games}
    return TableView(**values | changed)


def test_a_page_has_the_next_season_the_own_place_the_own_games_and_the_champions():
    upcoming = dated(4)
    link, plain = (notifications.named(number, GAME) for number in (71, 72))
    link = f"[{link}](https://discord.com/channels/7/5/88)"
    own = [
        words.own_place(3, 2, 2),
        words.YOUR_GAMES(),
        words.game_line(link, r"C\*t", my_turn=True, at=NOW + timedelta(days=1)),
        words.game_line(plain, r"A\*n", my_turn=False, at=NOW + timedelta(days=2)),
    ]
    champions = [words.champions(2, [r"A\*n", r"B\*n"]), words.champions(1, [r"C\*t"])]
    buttons = {
        "join": ("league-join:31", words.JOIN()),
        "stay": ("league-stay:31", words.STAY_IN()),
        "table": ("league-table:43:2", words.TABLE()),
        "leave": ("league-leave:31", words.LEAVE()),
        "organise": ("league-organise:31:2", words.ORGANISE()),
    }
    menu = [
        (
            "league-choose:0",
            words.OTHER_LEAGUES(),
            [("32", "Asli, size 9"), ("33", GAME)],
        )
    ]
    signed_up = words.in_for(4, upcoming.begins)
    not_signed_up = words.not_in_for(4, upcoming.begins)
    asked = words.asked_about(4, upcoming.begins)
    usual = ("table", "leave")
    for changed, line, shown in (
        ({"is_organiser": False}, signed_up, usual),
        ({}, signed_up, (*usual, "organise")),
        ({"is_in": False}, not_signed_up, ("join", *usual, "organise")),
        ({"is_in": False, "is_member": False}, not_signed_up, ("join", *usual, "organise")),
        ({"is_in": False, "is_here": False}, not_signed_up, (*usual, "organise")),
        ({"is_in": False, "is_asked": True}, asked, ("stay", *usual, "organise")),
        ({"is_in": False, "upcoming": None}, words.ENDS_NOW(), (*usual, "organise")),
        ({"is_asked": True, "upcoming": None}, words.ENDS_NOW(), (*usual, "organise")),
    ):
        found = parts(messages.league_page(own_page(**changed), "Done."))
        lines = said("Done.", words.length(GAME, 6), line, *own, *champions)
        assert found == (lines, [[buttons[each] for each in shown], menu])


def test_a_page_of_one_who_does_not_play_has_only_what_is_to_come():
    shown = own_page(
        is_playing=False,
        is_member=False,
        table=None,
        running=None,
        champions=(),
        others=(),
        games=(),
    )
    lines = said(words.length(GAME, 6), words.in_for(4, dated(4).begins))
    organise = ("league-organise:31:1", words.ORGANISE())
    assert parts(messages.league_page(shown)) == (lines, [[organise]])
    assert messages.league_page(replace(shown, is_organiser=False)).rows == ()


def test_the_start_names_and_pings_all_but_those_who_have_left():
    begun = messages.begun_message(own_table(), frozenset({CAT.user_id}))
    season = dated(3)
    lines = said(words.begun(3, 2, ["<@13>", "<@12>"]), words.begun_rules(season.ends))
    row = [("league:31", words.MY_GAMES()), ("league-table:43:2", words.TABLE())]
    assert (parts(begun), begun.pings) == ((lines, [row]), (12,))
    assert messages.begun_message(own_table()).pings == (13, 12)


def test_the_end_names_the_champions_and_the_next_start():
    row = [("league:31", words.LEAGUE()), ("league-table:43:{}", words.TABLE())]
    for group, next_begins in ((1, dated(4).begins), (2, dated(4).begins), (1, None)):
        shown = own_table(group=group, next_begins=next_begins)
        champion = [words.champions(3, [r"C\*t"])] if group == 1 else []
        following = [] if next_begins is None else [words.next_season(4, next_begins)]
        lines = said(words.ended(3, group), *champion, *following)
        buttons = [(id_.format(group), label) for id_, label in row]
        assert parts(messages.ended_message(shown)) == (lines, [buttons])


def test_a_table_has_its_rows_rulings_and_the_groups_beside_it():
    rulings = [
        RulingView(RulingKind.STARTED, NOW, None, None),
        RulingView(RulingKind.POSTPONED, NOW, None, None),
        RulingView(RulingKind.REMOVED, NOW, ANN, None),
        RulingView(RulingKind.ANNULLED, NOW, None, 71),
        RulingView(RulingKind.ENDED, NOW, None, None),
    ]
    viewer = Viewer(12, {"theme": "light"})
    shown = messages.table_message(own_table(rulings=tuple(rulings)), viewer, organises=True)
    rows = said(
        words.row("1.", r"C\*t", "1½", words.results(1, 1, 0), "▲"),
        words.row("2.", r"B\*n", "½", words.results(0, 1, 1), ""),
        words.row("–", r"A\*n", "0", words.results(0, 0, 0), "▼"),
    )
    assert parts(shown) == (
        said(
            words.table_title(GAME, 3, 2),
            rows,
            words.EXPLAINED(),
            words.OUT_EXPLAINED(),
            words.RULED["started"](),
            words.RULED["postponed"](),
            words.removed(r"A\*n"),
            words.annulled(71),
            words.RULED["ended"](),
        ),
        [
            [
                ("league-table:43:1", words.HIGHER()),
                ("league-table:43:3", words.LOWER()),
                ("league:31", words.LEAGUE()),
                ("league-organise:31:2", words.ORGANISE()),
            ]
        ],
    )
    assert messages.table_as_text(own_table()) == rows
    title = words.picture_title(GAME, 3, 2)
    spoken = [
        words.picture_row("1.", "C*t", "1½ ▲"),
        words.picture_row("2.", "B*n", "½"),
        words.picture_row("–", "A*n", "0 ▼"),
    ]
    picture = LeagueTable(
        "league-43-2.png",
        title,
        (
            CrossRow("1.", "C*t", "1½", "▲", ("", "·", "1")),
            CrossRow("2.", "B*n", "½", "", ("·", "", "1")),
            CrossRow("–", "A*n", "0", "▼", ("0", "0", "")),
        ),
        words.table_in_words(title, spoken),
        DisplaySettings("light"),
    )
    assert shown.league_table == picture
    ended = messages.ended_message(own_table()).league_table
    assert ended == replace(picture, display_settings=PUBLIC)


def offered(**changed):
    values = {"league": CLUB, "group": 2, "number": 4, "start": 1_900_000_000, "running": 3}
    games = (OwnGame(71, ANN, BEN), OwnGame(72, CAT, ANN))
    values |= {"may_start": False, "people": (BEN, CAT), "games": games}
    return OrganiserPage(**values | changed)


def test_an_organiser_may_choose_what_is_possible_now():
    label = {key: action[0]() for key, action in words.ACTIONS.items()}
    people = ("league-rule:31:2:remove", words.REMOVE_PERSON(), [("12", "B*n"), ("13", "C*t")])
    games = [
        ("71", words.game_between(71, "A*n", "B*n")),
        ("72", words.game_between(72, "C*t", "A*n")),
    ]
    annul = ("league-rule:31:2:annul", words.ANNUL_RESULT(), games)
    waiting = {"running": 0, "may_start": True}
    ending = {"league": replace(CLUB, is_ending=True)}
    for changed, actions in (
        ({}, {"end": label["end"], "move": label["move"]}),
        (waiting, {**label, "end": words.END_NOW()}),
        (ending, {"move": label["move"]}),
    ):
        menu = ("league-rule:31:2", words.CHOOSE_ACTION(), list(actions.items()))
        found = parts(messages.organiser_page(offered(**changed)))
        assert found == (words.ORGANISER_ACTIONS(), [[menu], [people], [annul]])
    bare = messages.organiser_page(offered(people=(), games=()))
    assert [str(row[0].id) for row in bare.rows] == ["league-rule:31:2"]


@pytest.mark.parametrize("running", [0, 3])
def test_a_question_to_an_organiser_says_what_it_is_about(running):
    def asked(action, chosen=""):
        return messages.ruling_question(offered(running=running), action, chosen)

    questions = {key: action[1]() for key, action in words.ACTIONS.items()}
    if not running:
        questions["end"] = words.end_now_question(4)
    for (action, chosen), question, value in (
        (("start", ""), questions["start"], "start"),
        (("postpone", ""), questions["postpone"], "postpone 1900000000"),
        (("end", ""), questions["end"], f"end {running}"),
        (("move", ""), questions["move"], "move"),
        (("remove", "13"), words.remove_question(r"C\*t"), "remove 13"),
        (("annul", "72"), words.annul_question(72), "annul 72"),
        (("annul-earlier", "71"), words.annul_question(71), "annul 71"),
    ):
        yes = (f"league-rule-yes:31:4:{value}", words.CONFIRM())
        assert parts(asked(action, chosen)) == (question, [[yes, ("league:31", words.NOT_NOW())]])
    for action, chosen in (
        ("remove", "11"),
        ("remove", ""),
        ("annul", "73"),
        ("end", "1"),
        ("x", ""),
    ):
        assert asked(action, chosen) is None


def test_the_buttons_below_notifications_are_about_their_league():
    (asked,), (shown,) = messages.asked_row(31), messages.page_row(31)
    assert [(str(each.id), each.label) for each in asked] == [
        ("league-stay:31", words.YES()),
        ("league-leave:31", words.LEAVE()),
    ]
    assert [(str(each.id), each.label) for each in shown] == [("league:31", words.MY_GAMES())]


OLD = Location(7, 1)  # from which the league has moved since


class Channel:
    """Writer that records what is looked for, sent and edited, and where."""

    def __init__(self, earlier=None):
        self.earlier, self.asked, self.sent, self.edited = earlier, [], [], []

    async def find(self, message, matches):
        self.asked.append((message.location, matches))
        return self.earlier

    async def send(self, message, outgoing, instead=""):
        self.sent.append((message.location, outgoing, instead))
        return "sent"

    async def edit(self, message, message_id, outgoing):
        self.edited.append((message.location, message_id, outgoing))


def sender(channel, *, view=None, card=None, message_id=None, told=None):
    """Return the sender of league messages; `told` collects whom it asks about pings."""

    async def found(*about):
        return {(43, 2): view, (43,): card}.get(about)

    async def message(_season):
        return message_id

    async def silent_for(_message, people):
        told.extend(each.user_id for each in people)
        return frozenset({CAT.user_id})

    async def render(compose, *args):
        return replace(compose(*args), league_table=None, files=("picture",))

    services = SimpleNamespace(get_card=found, get_message=message, get_group=found)
    pictures = SimpleNamespace(render=render)
    return Leagues(SimpleNamespace(leagues=services), pictures, channel, silent_for)


def about_group(kind):
    return Waiting(OfGroup(season=43, group=2), OLD, kind)


async def test_a_card_is_edited_where_its_league_is_now():
    card, channel = CardView(CLUB, dated(3), 4, None), Channel()
    change = Waiting(OfSeason(season=43), OLD)
    await sender(channel, card=card, message_id=88).change_card(change)
    assert channel.edited == [(HERE, 88, messages.card_message(card))]
    assert await sender(channel, message_id=88).change_card(change) is None
    assert await sender(channel).post_card(change) is None
    found = Channel(Sent(41))
    assert await sender(found, card=card).post_card(change) == Sent(41, location=HERE)
    assert found.sent == []


async def test_a_start_is_told_to_those_who_have_not_left_and_an_end_has_its_table_as_text():
    told, channel = [], Channel()
    for kind in (OutboxKind.LEAGUE_BEGUN, OutboxKind.LEAGUE_ENDED):
        sent = await sender(channel, view=own_table(), told=told).post_group(about_group(kind))
        assert sent == "sent"
    (_, begun, nothing), (_, ended, rows) = channel.sent
    assert told == [CAT.user_id, BEN.user_id]
    assert begun == messages.begun_message(own_table(), frozenset({CAT.user_id}))
    assert ended.content == messages.ended_message(own_table()).content
    assert (nothing, rows) == ("", messages.table_as_text(own_table()))
    assert (
        [where for where, *_ in channel.sent] == [where for where, _ in channel.asked] == [HERE] * 2
    )


@pytest.mark.parametrize("about", [OutboxKind.LEAGUE_BEGUN, OutboxKind.LEAGUE_ENDED])
async def test_a_group_is_told_once_and_not_after_its_season_was_deleted(about):
    def posted(view):
        controls = [SimpleNamespace(custom_id=str(each.id)) for each in begun(view).rows[0]]
        return SimpleNamespace(components=[SimpleNamespace(children=controls)])

    begun, channel = messages.begun_message, Channel("found")
    assert (
        await sender(channel, view=own_table(), told=[]).post_group(about_group(about)) == "found"
    )
    assert await sender(channel).post_group(about_group(about)) is None
    assert channel.sent == []
    ((_, matches),) = channel.asked
    assert matches(posted(own_table()))
    assert not matches(posted(own_table(group=1)))
    assert not matches(posted(own_table(season=dated(4, begun=True))))
