import asyncio

import pytest
from sqlalchemy import text

from bot.errors.refusals import BadSetting, CannotChallenge, GameOver, GameRunning, NotYourGame
from bot.messages.challenge_card import challenge_card
from bot.services import Limits
from bot.services.values.clocks.clock import Pace
from bot.services.values.people.personal_settings import SETTINGS, with_defaults
from bot.services.values.view_builder import NO_RESULT
from bot.services.values.views import Begins, ChallengeView, GameView, Player, Terms
from bot.store.tables.game_lists import Tally
from bot.store.tables.players import PlayerState
from bot.words import endings
from bot.words.challenge import rematch_wanted
from bot.words.languages import speaking
from renderer.orientation import Orientation
from renderer.theme import THEMES
from rules.colour import Colour
from rules.record import replay
from sparring.even_komi import even_komi

ANN, BEN, CAT = 101, 102, 103


@pytest.fixture
def limits():
    return Limits(open_challenges=3, running_games=40)


async def resigned(world, first=ANN, second=BEN, loser=ANN, **terms):
    game = await world.game(first, second, **terms)
    await world.games.resign(world.act(loser), game)
    return game


def rematch(world, who, game):
    return world.services.history.rematch(world.act(who), game)


async def test_returns_finished_games_by_page_most_recent_first(world, clock):
    made = []
    for _ in range(12):
        clock.advance(minutes=1)
        made.append(await resigned(world))
    await world.game()
    first = await world.services.history.find_finished(BEN)
    assert ([each.id for each in first.games], first.pages) == (made[:1:-1], 2)
    second = await world.services.history.find_finished(BEN, 1)
    assert ([each.id for each in second.games], second.number) == (made[1::-1], 1)
    assert (await world.services.history.find_finished(BEN, 99)) == second
    assert (await world.services.history.find_finished(CAT)).games == ()


async def test_tallies_finished_games_by_ruleset_for_either_seat(world):
    await resigned(world, ANN, BEN, loser=BEN)
    await resigned(world, CAT, ANN, loser=CAT)
    await resigned(world, BEN, ANN, loser=ANN)
    other = await resigned(world, ANN, CAT, loser=ANN)
    drawn = await resigned(world, ANN, BEN)
    await resigned(world, BEN, CAT, loser=CAT)
    await world.game()
    await world.set_game(other, game_key="asli")
    await world.set_game(drawn, winner_seat=None, ending="repetition")

    of_ann, of_ben = await tallies(world, ANN), await tallies(world, BEN)

    assert of_ann == [Tally("lifeline", 2, 1, 1), Tally("asli", 0, 1, 0)]
    assert of_ben == [Tally("lifeline", 2, 1, 1)]
    assert await tallies(world, 999) == []


async def test_tallies_leave_out_practice_and_games_without_a_result(world):
    practice, *closed = [await resigned(world) for _ in range(1 + len(NO_RESULT))]
    await world.set_game(practice, engine_seat=1, engine_level=2)
    for game, ending in zip(closed, NO_RESULT, strict=True):
        await world.set_game(game, winner_seat=None, ending=ending)

    page = await world.services.history.find_finished(ANN)

    assert page.tallies == ()
    assert {each.id: each.level for each in page.games} == {practice: 2} | dict.fromkeys(closed)


async def test_tallies_for_other_people_count_only_games_they_may_see(world):
    for guild, channel in ((1, 5), (1, 6), (2, 7)):
        game = await resigned(world, loser=BEN)
        await world.set_game(game, guild_id=guild, channel_id=channel)
    finished = world.services.history.find_visible_finished

    for viewer, guild, channel, count in ((CAT, 1, 5, 2), (CAT, 2, 7, 1), (ANN, 2, 7, 3)):
        page = await finished(world.act(viewer, guild=guild, channel=channel), ANN)
        assert len(page.games) == count
        assert page.tallies == (Tally("lifeline", count, 0, 0),)


async def tallies(world, user_id):
    return list((await world.services.history.find_finished(user_id)).tallies)


async def test_a_finished_game_is_shown_from_the_players_side(world):
    game = await resigned(world, loser=ANN)
    (game_shown,) = (await world.services.history.find_finished(ANN)).games
    (his,) = (await world.services.history.find_finished(BEN)).games
    assert (game_shown.id, game_shown.opponent.name, game_shown.won, game_shown.sentence) == (
        game,
        "Ben",
        False,
        "Ann resigned.",
    )
    assert (his.opponent.name, his.won, his.size) == ("Ann", True, 4)


async def test_the_score_of_two_players_ignores_seats(world):
    await resigned(world, ANN, BEN, loser=ANN)
    await resigned(world, ANN, BEN, loser=ANN)
    await resigned(world, BEN, ANN, loser=ANN)
    await resigned(world, ANN, BEN, loser=BEN)
    await resigned(world, ANN, CAT, loser=CAT)
    shown = await world.game(BEN, ANN)
    score = await world.services.history.get_score(shown)
    # counting by seat instead of by person would give 2 to 2
    assert (score.wins, score.draws) == ((3, 1), 0)


async def test_the_public_record_leaves_out_a_half_played_turn(world):
    game = await world.game()
    await world.play(ANN, game, "a1")
    assert (await world.services.history.get_record(game)).moves == ()
    await world.play(ANN, game, "c3")
    assert len((await world.services.history.get_record(game)).moves) == 2


async def test_a_record_has_names_and_dates_and_replays(world):
    game = await world.game()
    await world.play(ANN, game, "a1 c3")
    assert (await world.services.history.get_record(game)).details.result == ""
    await world.games.resign(world.act(BEN), game)
    record = await world.services.history.get_record(game)
    assert (record.details.first, record.details.started) == ("Ann", "2030-01-02")
    assert record.details.result == "Ann wins. Ben resigned."
    assert replay(record).ply == 2


async def test_a_record_is_in_english_and_errors_are_not(world):
    game = await resigned(world, loser=ANN)
    await world.services.privacy.delete(BEN)
    with speaking("de"):
        deleted = endings.DELETED()
        details = (await world.services.history.get_record(game)).details
        with pytest.raises(GameOver) as over:
            await world.play(ANN, game, "a1 c3")
    assert details.second == "deleted player" != deleted
    assert details.result == "deleted player wins. Ann resigned."
    assert deleted in over.value.sentence
    assert "deleted player" not in over.value.sentence


async def test_a_draw_counts_as_a_win_for_neither_player(world):
    game = await resigned(world)

    async def draw(tx):
        drawn = "UPDATE games SET winner_seat = NULL, ending = 'repetition'"
        await tx.connection.execute(text(drawn))

    await world.database.write(draw)
    score = await world.services.history.get_score(game)
    assert (score.wins, score.draws) == ((0, 0), 1)
    (game_shown,) = (await world.services.history.find_finished(ANN)).games
    assert (game_shown.won, (await world.games.get(game)).winner) == (None, None)
    record = await world.services.history.get_record(game)
    assert record.details.result.startswith("Draw. This position")


async def test_a_rematch_is_agreed_and_played_with_roles_exchanged(world):
    game = await resigned(world, size=5)
    challenge = await rematch(world, BEN, game)
    assert isinstance(challenge, ChallengeView)
    assert (challenge.opponent.name, challenge.ruleset.options["size"], challenge.rematch_of) == (
        "Ann",
        5,
        game,
    )
    assert await rematch(world, BEN, game) == challenge
    again = await rematch(world, ANN, game)
    assert isinstance(again, GameView)
    assert again.player(Colour.BLACK).name == "Ben"
    assert await rematch(world, BEN, game) == again == await rematch(world, ANN, game)
    assert len(await world.games.find_running(ANN)) == 1


async def test_a_rematch_keeps_the_clock_undo_and_options(world):
    terms = Terms(Begins.OPPONENT, undo=False, pace=Pace.BRISK, strict=True)
    options = {"size": 5, "start": "komi-pie"}
    made = await world.challenges.propose(
        world.act(ANN), Player(BEN, "Ben"), "lifeline", options, terms
    )
    game = await world.challenges.accept(world.act(BEN), made.id)
    await world.games.resign(world.act(BEN), game.id)
    challenge = await rematch(world, ANN, game.id)
    assert challenge.terms == Terms(Begins.CHALLENGER, undo=False, pace=Pace.BRISK, strict=True)
    again = await rematch(world, BEN, game.id)
    assert (again.ruleset, again.undo) == (game.ruleset, False)
    clock = (await world.games.get(again.id)).clock
    assert (clock.pace, clock.strict) == (Pace.BRISK, True)


async def test_a_rematch_of_a_game_without_clock_has_no_clock(world):
    game = await resigned(world)
    assert (await rematch(world, ANN, game)).terms.pace is Pace.NONE


OPENINGS = [
    ("lifeline", {"start": "strong-pie"}, ("a1 c3", "swap")),
    ("lifeline", {"start": "strong-pie"}, ("a1 c3", "b4 d5")),
    ("lifeline", {"start": "weak-pie"}, ("a1", "swap")),
    ("lifeline", {"start": "komi-pie"}, ("3", "black")),
    ("lifeline", {"start": "komi-pie"}, ("3", "white")),
    ("lifeline", {"start": "none"}, ("a1", "b4")),
    ("cornered", {"start": "pie"}, ("a1", "swap")),
    ("cornered", {"start": "twelve-star"}, ("a1", "b4 d5")),
    ("asli", {"size": 5}, ("3", "black")),
    ("asli", {"size": 5}, ("3", "white")),
    ("asli", {"size": 5, "komi": 3}, ("a1", "e5")),
    ("liflina", {"size": 13}, ("3", "black")),
]


@pytest.mark.parametrize(("key", "options", "turns"), OPENINGS)
async def test_a_series_of_rematches_exchanges_the_roles(world, key, options, turns):
    number = await world.game(game=key, **options)
    for seats in ((ANN, BEN), (BEN, ANN), (ANN, BEN), (BEN, ANN)):
        game = await world.games.get(number)
        assert tuple(each.user_id for each in game.seats) == seats
        for person, turn in zip(seats, turns, strict=True):
            await world.play(person, number, turn)
        await world.games.resign(world.act(ANN), number)
        await rematch(world, seats[number % 2], number)
        number = (await rematch(world, seats[1 - number % 2], number)).id


LOW, HIGH = even_komi("asli", 9)
EXCHANGED = (BEN, ANN)
KEPT = (ANN, BEN)


@pytest.mark.parametrize(
    ("key", "options", "seats"),
    [
        ("asli", {"size": 9, "komi": LOW - 1}, KEPT),
        ("asli", {"size": 9, "komi": LOW}, EXCHANGED),
        ("asli", {"size": 9, "komi": HIGH}, EXCHANGED),
        ("asli", {"size": 9, "komi": HIGH + 1}, KEPT),
        ("asli", {"size": 10, "komi": 1}, EXCHANGED),  # not measured
        ("liflina", {"size": 13, "handicap": 2}, KEPT),
    ],
)
async def test_a_rematch_keeps_the_roles_if_its_terms_help_the_weaker_player(
    world, key, options, seats
):
    number = await world.game(game=key, **options)
    await world.games.resign(world.act(ANN), number)
    offered = await rematch(world, BEN, number)
    again = await rematch(world, ANN, number)
    assert tuple(each.user_id for each in again.seats) == seats
    assert again.ruleset.options.items() >= options.items()
    is_kept = seats == KEPT
    assert ("The same player moves first" in challenge_card(offered).content) == is_kept
    assert (
        "the other player moves first" in rematch_wanted("Ben", exchanged=not is_kept)
    ) != is_kept


async def test_changed_terms_of_a_rematch_are_shown_to_the_opponent_not_accepted(world):
    game = await resigned(world)
    offered = await rematch(world, ANN, game)
    changes = (
        ({"size": 7}, None),
        ({}, Terms(undo=False, pace=Pace.BRISK, strict=True, rated=True)),
        ({"size": 4}, offered.terms),  # as at first
    )
    for options, terms in changes:
        offered = await world.challenges.change_terms(world.act(ANN), offered.id, options, terms)
        assert await rematch(world, BEN, game) == offered == await rematch(world, ANN, game)
        assert not offered.is_counter_offer
    again = await world.challenges.accept(world.act(BEN), offered.id)
    assert await rematch(world, BEN, game) == again


async def test_a_counter_offer_to_a_rematch_is_one_too(world):
    game = await resigned(world)
    first = await rematch(world, ANN, game)
    ben = world.act(BEN, guild=None, channel=66)
    offered = await world.challenges.change_terms(ben, first.id, {"size": 7})
    assert offered.location == first.location
    assert await rematch(world, ANN, game) == offered == await rematch(world, BEN, game)
    assert offered.is_counter_offer
    again = await world.challenges.accept(world.act(ANN), offered.id)
    assert await rematch(world, ANN, game) == again


async def test_concurrent_rematch_requests_begin_one_game(world):
    game = await resigned(world)
    await asyncio.gather(rematch(world, ANN, game), rematch(world, BEN, game))
    assert len(await world.games.find_running(ANN)) == 1


async def test_only_players_of_a_finished_game_may_request_a_rematch(world):
    game = await world.game()
    with pytest.raises(GameRunning, match="isn't over yet"):
        await rematch(world, ANN, game)
    await world.games.resign(world.act(ANN), game)
    with pytest.raises(NotYourGame):
        await rematch(world, CAT, game)


async def test_a_declined_or_expired_rematch_can_be_requested_again(world, clock):
    game = await resigned(world)
    challenge = await rematch(world, ANN, game)
    await world.challenges.decline(world.act(BEN), challenge.id)
    second = await rematch(world, ANN, game)
    clock.advance(days=8)
    third = await rematch(world, ANN, game)
    assert len({challenge.id, second.id, third.id}) == 3


async def test_an_accepted_rematch_returns_its_game_at_any_later_time(world, clock):
    game = await resigned(world)
    await rematch(world, ANN, game)
    again = await rematch(world, BEN, game)
    clock.advance(days=8)
    shown = await rematch(world, ANN, game)
    assert isinstance(shown, GameView)
    assert shown.id == again.id


async def test_a_rematch_counts_against_the_limits(world):
    games = [await resigned(world, ANN, opponent) for opponent in (BEN, CAT, 104, 105)]
    for game in games[:3]:
        await rematch(world, ANN, game)
    with pytest.raises(CannotChallenge, match="3 open challenges"):
        await rematch(world, ANN, games[3])


async def test_settings_have_defaults_and_are_stored(world):
    defaults = {name: each.offered[0] for name, each in SETTINGS.items()}
    assert with_defaults({}) == defaults
    assert (await world.personal_settings.reader(ANN)).settings == defaults
    await world.change_settings(world.act(ANN), theme="light")
    stored = await world.change_settings(world.act(ANN), confirm="never")
    assert stored.settings == {"theme": "light", "confirm": "never"}
    world.restart()
    assert (await world.personal_settings.reader(ANN)).settings["theme"] == "light"
    assert (await world.personal_settings.reader(BEN)).settings == defaults


async def test_what_a_person_chose_is_apart_from_the_state_of_their_client(world):
    await world.change_settings(world.act(ANN), theme="light")
    await world.personal_settings.note_locale(ANN, "de")
    assert await world.personal_settings.language(ANN) == "de"
    await world.refuse_direct_messages(ANN, world.clock.now)
    stored = await world.personal_settings.get_settings(ANN)
    assert stored == PlayerState({"theme": "light"}, "de", world.clock.now)
    (exported,) = (await world.services.privacy.export(ANN))["players"]
    assert exported["locale"] == "de"
    assert exported["dm_refused_at"] == world.clock.now
    await world.services.privacy.delete(ANN)
    assert await world.personal_settings.get_settings(ANN) == PlayerState()


async def test_the_locale_of_an_unknown_person_is_not_stored(world):
    await world.personal_settings.note_locale(ANN, "de")
    assert await world.personal_settings.get_settings(ANN) == PlayerState()


async def test_a_refused_setting_leaves_the_others_of_its_command(world):
    with pytest.raises(BadSetting):
        await world.change_settings(world.act(ANN), theme="light", quiet="late")
    assert (await world.personal_settings.get_settings(ANN)).settings == {}


def test_every_selectable_theme_and_orientation_can_be_drawn():
    assert SETTINGS["theme"].offered == tuple(THEMES)
    assert SETTINGS["orientation"].offered == tuple(Orientation)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("colour", "red", "Choose one of: language, theme"),
        ("theme", "pink", "for theme: dark, light"),
    ],
)
async def test_an_unknown_display_setting_raises_a_player_error(world, name, value, message):
    with pytest.raises(BadSetting, match=message):
        await world.change_settings(world.act(ANN), **{name: value})
