"""Messages of leagues with the longest names and the most of everything."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from bot.delivery.channels import Sent
from bot.delivery.leagues import Leagues
from bot.messages import leagues as messages
from bot.messages.challenge_card import USUAL_TURNS
from bot.messages.challenge_forms import QUICK_SIZES
from bot.messages.message_draft import Viewer
from bot.messages.outgoing_message import MAX_CONTENT, MAX_OPTIONS
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
from bot.store.tables.payloads import OfSeason
from bot.store.tables.schema import RulingKind
from bot.words import leagues as words
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


@pytest.mark.parametrize("is_in", [False, True])
@pytest.mark.parametrize("is_here", [False, True])
@pytest.mark.parametrize("upcoming", [None, season(2, begun=False)])
def test_only_a_league_that_continues_is_joined_in_its_server_by_those_not_in_it(
    is_in, is_here, upcoming
):
    shown = messages.league_page(page(is_in=is_in, is_here=is_here, upcoming=upcoming))
    kinds = [each.id.kind for each in shown.rows[0]]
    assert ("league-join" in kinds) is (not is_in and is_here and upcoming is not None)


@pytest.mark.parametrize(("group", "ended"), [(1, True), (1, False), (2, True)])
def test_only_the_first_group_of_an_ended_season_has_champions(group, ended):
    shown = replace(view(4, ended=ended), group=group)
    assert bool(shown.champions) is (group == 1 and ended)
    assert ("🏆" in messages.ended_message(shown).content) is bool(shown.champions)


@pytest.mark.parametrize(("groups", "mark"), [(1, ""), (2, " ▲")])
def test_the_alternative_text_of_a_table_says_who_moves_up(groups, mark):
    spoken = messages.ended_message(view(4, groups=groups, name="A")).league_table.words
    assert f"1. A 0{mark}," in spoken


def test_the_start_mentions_no_one_who_has_left():
    shown = view(3)
    first, *others = shown.rows
    begun = messages.begun_message(replace(shown, rows=(replace(first, has_left=True), *others)))
    assert set(begun.pings) == {each.player.user_id for each in others}
    assert f"<@{first.player.user_id}>" not in begun.content


def test_a_row_begins_with_the_place_or_a_dash_if_its_results_do_not_count():
    lost = [LeagueGame((0, 1), (0.0, 1.0), on_time=True), LeagueGame((1, 2), (1.0, 0.0))]
    rows = messages.table_as_text(view(3, games=lost)).split("\n")
    assert [row.split(" ")[0] for row in rows] == ["1.", "2.", "–"]


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


@pytest.mark.parametrize(("weeks", "a_week"), [(4, 41), (8, 20), (16, 10)])
def test_opening_a_league_tells_how_many_turns_a_usual_player_makes(weeks, a_week):
    assert USUAL_TURNS["lifeline", 5] == 65
    question = messages.open_question(league().ruleset, weeks, "<#5>")
    assert words.turns(32, a_week) in question.content


def test_a_form_without_a_size_means_the_servers_then_the_bots():
    fields = {"game": "lifeline", "size": "", "weeks": "8"}
    sizes = [
        messages.league_options(each, usual)[1].get("size")
        for each in (fields, {**fields, "size": "7"})
        for usual in (ServerSettings(), ServerSettings(size=6))
    ]
    assert sizes == [QUICK_SIZES["lifeline"], 6, "7", "7"]


def test_a_card_asks_for_the_players_that_are_missing():
    def card(members):
        return messages.card_message(CardView(league(), season(1, begun=False), members, None))

    assert "1 more player is needed" in card(3).content
    assert "needed" not in card(4).content
    following = messages.card_message(CardView(league(), season(2, begun=False), 4, season(1)))
    assert words.half_over(1) in following.content
    begun = messages.card_message(CardView(league(), season(2), 4, season(2)))
    assert [each.id.kind for each in begun.rows[0]] == ["league-join", "league"]
    assert words.has_begun(2) in begun.content
    over = CardView(league(is_ending=True), season(1, begun=False), 3, None)
    assert [each.id.kind for each in messages.card_message(over).rows[0]] == ["league"]
    assert words.ENDS_NOW() in messages.card_message(over).content


@pytest.mark.parametrize("is_in", [False, True])
@pytest.mark.parametrize("is_playing", [False, True])
def test_whoever_is_in_or_plays_can_leave_and_only_a_player_can_resign(is_in, is_playing):
    shown = page(is_in=is_in, is_member=is_in, is_playing=is_playing)
    kinds = [each.id.kind for row in messages.league_page(shown).rows[:-1] for each in row]
    assert ("league-leave" in kinds) == (is_in or is_playing)
    (asked,) = messages.leave_question(shown).rows
    labels = [words.LEAVE_LATER, words.LEAVE_NOW] if is_playing else [words.LEAVE]
    assert [each.label for each in asked] == [label() for label in (*labels, words.STAY_IN)]
    assert {each.id.number for each in asked[:-1]} == {shown.running.number}


def test_the_largest_group_has_no_more_games_at_once_than_the_question_says():
    games = len([pair for pair in pairings(LARGEST) if 0 in pair])
    assert f"You play 3 to {games} rated games at once." in messages.join_question(page()).content


def test_a_player_has_half_of_a_season_for_all_turns_of_a_game():
    assert "You have 28 days for all your turns" in messages.join_question(page()).content


def test_a_page_says_whether_games_follow_or_are_over():
    waiting = page(games=(), table=view(4, games=[LeagueGame((0, 1))]))
    assert "begin in a moment" in messages.league_page(waiting).content
    games = [LeagueGame((0, 1), (1.0, 0.0)), LeagueGame((2, 3))]  # of others, too
    over = page(games=(), table=view(4, games=games))
    assert "are over" in messages.league_page(over).content


def test_one_who_was_asked_reads_the_question_and_can_stay():
    shown = messages.league_page(page(is_in=False, is_asked=True, is_playing=False))
    asked = words.asked_about(2, season(2, begun=False).begins)
    assert asked in shown.content.split("\n")
    assert {words.STAY_IN(), words.LEAVE()} <= {each.label for each in shown.rows[0]}


def test_only_offered_actions_are_asked_about():
    offered = OrganiserPage(
        league(),
        1,
        2,
        start=1_900_000_000,
        running=0,
        may_start=True,
        people=(Player(11, "Ann"),),
        games=(OwnGame(3, *people(2, "Ben")),),
    )
    assert [len(row) for row in messages.organiser_page(offered).rows] == [1, 1, 1]
    for action, chosen in (("end", ""), ("remove", "11"), ("annul", "3")):
        assert messages.ruling_question(offered, action, chosen) is not None
    for action, chosen in (("remove", "12"), ("annul", "4"), ("end", "1"), ("nonsense", "")):
        assert messages.ruling_question(offered, action, chosen) is None
    postpone = messages.ruling_question(offered, "postpone", "").rows[0][0]
    assert postpone.id.value == "postpone 1900000000"


def test_a_menu_of_results_names_the_first_player_first():
    ann, ben = Player(11, "Ann"), Player(12, "Ben")
    offered = OrganiserPage(
        league(), 1, 2, 0, 1, may_start=False, people=(), games=(OwnGame(3, ann, ben),)
    )
    ((menu,),) = messages.organiser_page(offered).rows[1:]
    assert [each.label for each in menu.options] == [words.game_between(3, "Ann", "Ben")]


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
    payload: OfSeason
    location: Location


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
