import asyncio

import pytest
from sqlalchemy import text, update

from bot.errors import BadPreference, CannotChallenge, GameRunning, NotYourGame
from bot.messages.settings import PREFERENCE_VALUES
from bot.services import Limits
from bot.services.clocks.clock import Pace
from bot.services.people.players import PREFERENCES
from bot.services.view_builder import NO_RESULT
from bot.services.views import Begins, ChallengeView, GameView, Player, Terms
from bot.store.tables.game_lists import Tally
from bot.store.tables.schema import games
from renderer.orientation import Orientation
from renderer.theme import THEMES
from rules.colour import Colour
from rules.record import replay

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


async def test_finished_games_come_by_page_the_last_first(world, clock):
    made = []
    for _ in range(12):
        clock.advance(minutes=1)
        made.append(await resigned(world))
    await world.game()
    first = await world.services.history.finished(BEN)
    assert ([each.id for each in first.games], first.pages) == (made[:1:-1], 2)
    second = await world.services.history.finished(BEN, 1)
    assert ([each.id for each in second.games], second.number) == (made[1::-1], 1)
    assert (await world.services.history.finished(BEN, 99)) == second
    assert (await world.services.history.finished(CAT)).games == ()


async def test_finished_games_are_counted_by_game_from_either_seat(world):
    await resigned(world, ANN, BEN, loser=BEN)
    await resigned(world, CAT, ANN, loser=CAT)
    await resigned(world, BEN, ANN, loser=ANN)
    other = await resigned(world, ANN, CAT, loser=ANN)
    drawn = await resigned(world, ANN, BEN)
    await resigned(world, BEN, CAT, loser=CAT)
    await world.game()
    await set_game(world, other, game_key="asli")
    await set_game(world, drawn, winner_seat=None, ending="repetition")

    of_ann, of_ben = await tallies(world, ANN), await tallies(world, BEN)

    assert of_ann == [Tally("lifeline", 2, 1, 1), Tally("asli", 0, 1, 0)]
    assert of_ben == [Tally("lifeline", 2, 1, 1)]
    assert await tallies(world, 999) == []


async def test_practice_and_what_has_no_result_count_for_nothing(world):
    practice, *closed = [await resigned(world) for _ in range(1 + len(NO_RESULT))]
    await set_game(world, practice, engine_seat=1, engine_level=2)
    for game, ending in zip(closed, NO_RESULT, strict=True):
        await set_game(world, game, winner_seat=None, ending=ending)

    page = await world.services.history.finished(ANN)

    assert page.tallies == ()
    assert {each.id: each.level for each in page.games} == {practice: 2} | dict.fromkeys(closed)


async def test_others_see_counted_what_they_see_listed(world):
    for guild, channel in ((1, 5), (1, 6), (2, 7)):
        game = await resigned(world, loser=BEN)
        await set_game(world, game, guild_id=guild, channel_id=channel)
    finished = world.services.history.finished_here

    for viewer, guild, channel, count in ((CAT, 1, 5, 2), (CAT, 2, 7, 1), (ANN, 2, 7, 3)):
        page = await finished(world.act(viewer, guild=guild, channel=channel), ANN)
        assert len(page.games) == count
        assert page.tallies == (Tally("lifeline", count, 0, 0),)


async def tallies(world, user_id):
    return list((await world.services.history.finished(user_id)).tallies)


async def set_game(world, game_id, **values):
    async def change(tx):
        await tx.connection.execute(update(games).where(games.c.id == game_id).values(values))

    await world.database.write(change)


async def test_a_finished_game_is_told_from_my_side(world):
    game = await resigned(world, loser=ANN)
    (mine,) = (await world.services.history.finished(ANN)).games
    (his,) = (await world.services.history.finished(BEN)).games
    assert (mine.id, mine.opponent.name, mine.won, mine.sentence) == (
        game,
        "Ben",
        False,
        "Ann resigned.",
    )
    assert (his.opponent.name, his.won, his.size) == ("Ann", True, 4)


async def test_the_score_counts_a_pair_whoever_began(world):
    await resigned(world, ANN, BEN, loser=ANN)
    await resigned(world, ANN, BEN, loser=ANN)
    await resigned(world, BEN, ANN, loser=ANN)
    await resigned(world, ANN, BEN, loser=BEN)
    await resigned(world, ANN, CAT, loser=CAT)
    shown = await world.game(BEN, ANN)
    score = await world.services.history.score(shown)
    # by seat instead of by person it would be 2 to 2
    assert (score.wins, score.draws) == ((3, 1), 0)


async def test_the_record_of_a_game_has_no_half_turn(world):
    game = await world.game()
    await world.play(ANN, game, "a1")
    assert (await world.services.history.record(game)).moves == ()
    await world.play(ANN, game, "c3")
    assert len((await world.services.history.record(game)).moves) == 2


async def test_a_record_has_names_and_dates_and_replays(world):
    game = await world.game()
    await world.play(ANN, game, "a1 c3")
    assert (await world.services.history.record(game)).details.result == ""
    await world.games.resign(world.act(BEN), game)
    record = await world.services.history.record(game)
    assert (record.details.first, record.details.started) == ("Ann", "2030-01-02")
    assert record.details.result == "Ann wins. Ben resigned."
    assert replay(record).ply == 2


async def test_a_draw_is_nobodys_win(world):
    game = await resigned(world)

    async def draw(tx):
        drawn = "UPDATE games SET winner_seat = NULL, ending = 'repetition'"
        await tx.connection.execute(text(drawn))

    await world.database.write(draw)
    score = await world.services.history.score(game)
    assert (score.wins, score.draws) == ((0, 0), 1)
    (mine,) = (await world.services.history.finished(ANN)).games
    assert (mine.won, (await world.games.get(game)).winner) == (None, None)
    record = await world.services.history.record(game)
    assert record.details.result.startswith("Draw. The same position")


async def test_a_rematch_is_wished_for_and_then_played_with_colours_exchanged(world):
    game = await resigned(world, size=5)
    wish = await rematch(world, BEN, game)
    assert isinstance(wish, ChallengeView)
    assert (wish.opponent.name, wish.ruleset.options["size"], wish.rematch_of) == ("Ann", 5, game)
    assert await rematch(world, BEN, game) == wish
    again = await rematch(world, ANN, game)
    assert isinstance(again, GameView)
    assert again.player(Colour.BLACK).name == "Ben"
    assert await rematch(world, BEN, game) == again == await rematch(world, ANN, game)
    assert len(await world.games.running(ANN)) == 1


async def test_a_rematch_keeps_pace_strictness_undo_and_options(world):
    terms = Terms(Begins.OPPONENT, undo=False, pace=Pace.BRISK, strict=True)
    options = {"size": 5, "start": "komi-pie"}
    made = await world.challenges.propose(
        world.act(ANN), Player(BEN, "Ben"), "lifeline", options, terms
    )
    game = await world.challenges.accept(world.act(BEN), made.id)
    await world.games.resign(world.act(BEN), game.id)
    wish = await rematch(world, ANN, game.id)
    assert wish.terms == Terms(Begins.CHALLENGER, undo=False, pace=Pace.BRISK, strict=True)
    again = await rematch(world, BEN, game.id)
    assert (again.ruleset, again.undo_allowed) == (game.ruleset, False)
    clock = (await world.games.get(again.id)).clock
    assert (clock.pace, clock.strict) == (Pace.BRISK, True)


async def test_a_rematch_of_a_game_without_a_clock_has_none(world):
    game = await resigned(world)
    assert (await rematch(world, ANN, game)).terms.pace is Pace.NONE


async def test_colours_are_exchanged_as_they_were_in_the_end(world):
    game = await world.game()
    await world.play(ANN, game, "a1 c3")
    await world.play(BEN, game, "swap")
    await world.games.resign(world.act(ANN), game)
    await rematch(world, BEN, game)
    again = await rematch(world, ANN, game)
    assert again.player(Colour.BLACK).name == "Ann"


async def test_two_who_want_a_rematch_at_once_get_one_game(world):
    game = await resigned(world)
    await asyncio.gather(rematch(world, ANN, game), rematch(world, BEN, game))
    assert len(await world.games.running(ANN)) == 1


async def test_a_rematch_is_for_the_two_players_after_the_end(world):
    game = await world.game()
    with pytest.raises(GameRunning, match="not over yet"):
        await rematch(world, ANN, game)
    await world.games.resign(world.act(ANN), game)
    with pytest.raises(NotYourGame):
        await rematch(world, CAT, game)


async def test_a_declined_or_outdated_wish_can_be_made_again(world, clock):
    game = await resigned(world)
    wish = await rematch(world, ANN, game)
    await world.challenges.decline(world.act(BEN), wish.id)
    second = await rematch(world, ANN, game)
    clock.advance(days=8)
    third = await rematch(world, ANN, game)
    assert len({wish.id, second.id, third.id}) == 3


async def test_a_rematch_that_was_agreed_to_is_that_game_however_long_ago(world, clock):
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


async def test_preferences_begin_with_their_defaults_and_are_remembered(world):
    defaults = {name: values[0] for name, values in PREFERENCES.items()}
    assert await world.players.preferences(ANN) == defaults
    await world.players.prefer(world.act(ANN), "theme", "light")
    assert await world.players.prefer(world.act(ANN), "confirm", "never") == {
        **defaults,
        "theme": "light",
        "confirm": "never",
    }
    world.restart()
    assert (await world.players.preferences(ANN))["theme"] == "light"
    assert await world.players.preferences(BEN) == defaults


def test_offers_every_theme_and_orientation_that_the_renderer_has():
    assert PREFERENCES["theme"] == tuple(THEMES)
    assert PREFERENCES["orientation"] == tuple(Orientation)
    assert PREFERENCE_VALUES["theme"] == {each.name: each.title for each in THEMES.values()}
    assert set(PREFERENCE_VALUES["orientation"]) == set(Orientation)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [("colour", "red", "there are theme, confirm"), ("theme", "pink", "theme can be dark, light")],
)
async def test_a_preference_that_there_is_not_is_a_sentence(world, name, value, said):
    with pytest.raises(BadPreference, match=said):
        await world.players.prefer(world.act(ANN), name, value)
