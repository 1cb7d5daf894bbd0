import pytest

from bot.errors.game_lookup import GameChoice, NoRunningGame, WhichGame
from bot.errors.refusals import NoSuchGame, PlayerError
from bot.services.values.clocks.clock import Pace
from bot.services.values.views import Location, Player, Terms
from bot.store.tables import game_lists
from bot.store.tables.outbox_kinds import NO_CHANNEL

ANN, BEN, CAT = 101, 102, 103
GUILD = 7


async def resolve(world, actor, text, *, may_watch=False):
    """Return the game that is meant; it is the same if the person's games have been read."""
    own = (await world.personal_settings.reader(actor.user_id)).games
    try:
        found = await world.games.resolve(actor, text, may_watch=may_watch)
    except PlayerError as refusal:
        found = refusal
    assert await world.games.resolve(actor, text, own, may_watch=may_watch) == found
    return found


async def test_a_named_game_is_meant_whoever_asks(world):
    game = await world.game()
    assert await resolve(world, world.act(CAT), f" #{game} ") == game


@pytest.mark.parametrize("text", ["99", "my game", "-1", "9" * 30, "²"])
async def test_an_unknown_game_number_raises_a_player_error(world, text):
    actor = world.act(ANN)
    with pytest.raises(NoSuchGame, match="/games lists"):
        await world.games.play(actor, await resolve(world, actor, text), "a1")


async def test_picks_the_only_game_in_the_channel_before_games_elsewhere(world):
    await world.game(ANN, BEN, channel=1)
    here = await world.game(BEN, ANN, channel=2)
    assert await resolve(world, world.act(ANN, channel=2), None) == here


async def test_picks_the_only_game_in_the_channel_where_the_player_is_to_move(world):
    games = await world.game(ANN, BEN)
    await world.game(BEN, ANN)
    assert await resolve(world, world.act(ANN), "") == games


@pytest.mark.parametrize("text", [" ", "\u200b", "\u3164\ufeff"])
async def test_text_without_a_visible_character_names_no_game(world, text):
    game = await world.game()
    assert await resolve(world, world.act(ANN), text) == game


async def test_picks_the_only_running_game_elsewhere(world):
    elsewhere = await world.game(BEN, ANN, channel=1)
    assert await resolve(world, world.act(ANN, channel=2), None) == elsewhere


async def test_names_all_candidates_when_several_games_fit(world):
    first, second = await world.game(ANN, BEN), await world.game(ANN, BEN, size=5)
    with pytest.raises(WhichGame) as asked:
        await resolve(world, world.act(ANN), None)
    assert [choice.game_id for choice in asked.value.candidates] == [first, second]
    games = f"{first} (Lifeline, size 4 against Ben), {second} (Lifeline, size 5 against Ben)."
    assert games in asked.value.sentence


async def test_truncates_a_long_list_of_candidates():
    asked = WhichGame(
        tuple(GameChoice(n, "Asli, size 9", "Ben", my_turn=True) for n in range(1, 9))
    )
    assert "5 (Asli, size 9 against Ben) and 3 more" in asked.sentence


async def test_without_a_game_the_error_suggests_a_challenge(world):
    with pytest.raises(NoRunningGame, match=r"/challenge\. To watch a game, .* /board game:12"):
        await resolve(world, world.act(ANN), None, may_watch=True)
    with pytest.raises(NoRunningGame, match=r"/challenge\.$"):  # and no further sentence
        await resolve(world, world.act(ANN), None)


async def test_with_only_an_open_challenge_the_error_says_where_to_find_it(world, clock):
    await world.challenge(ANN, BEN)
    for person in (ANN, BEN):
        with pytest.raises(
            NoRunningGame, match=r"in progress\. /games lists your open challenges\. S"
        ):
            await resolve(world, world.act(person), None)
    clock.advance(days=7)
    with pytest.raises(NoRunningGame) as refused:
        await resolve(world, world.act(BEN), None)
    assert "/games" not in refused.value.sentence


async def test_without_a_running_game_the_error_names_the_last_finished_one(world, clock):
    for opponent in (BEN, CAT):
        game = await world.game(ANN, opponent)
        await world.games.resign(world.act(ANN), game)
        clock.advance(minutes=1)
    with pytest.raises(
        NoRunningGame, match=rf"game, {game} .*against Cat.* /board game:{game} shows"
    ):
        await resolve(world, world.act(ANN, channel=99), None)
    with pytest.raises(NoRunningGame, match="against Ann"):
        await resolve(world, world.act(BEN), None)


async def test_without_a_running_game_picks_the_last_finished_one_to_see(world, clock):
    with pytest.raises(NoRunningGame):
        await resolve(world, world.act(ANN), None, may_watch=True)
    for opponent in (BEN, CAT):
        last = await world.game(ANN, opponent)
        await world.games.resign(world.act(ANN), last)
        clock.advance(minutes=1)
    assert await resolve(world, world.act(ANN, channel=99), None, may_watch=True) == last
    running = await world.game(ANN, BEN)
    assert await resolve(world, world.act(ANN), None, may_watch=True) == running


async def in_thread(world, first=ANN, second=BEN, *, thread, **terms):
    """Return a game in a thread below its challenge card."""
    made = await world.challenge(first, second, **terms)
    for row in await world.outbox.take_due(10):
        await world.outbox.mark_sent(row, thread if row.challenge_id == made.id else 1000 + row.id)
    game = (await world.challenges.accept(world.act(second), made.id)).id
    await world.services.locations.move(game, Location(GUILD, thread))
    return game


async def test_picks_the_finished_game_of_this_thread(world):
    elsewhere = await world.game(ANN, CAT)
    over = await in_thread(world, thread=77)
    await world.games.resign(world.act(BEN), over)
    in_thread_actor = world.act(ANN, channel=77)
    assert await resolve(world, in_thread_actor, None) == over
    # for other people, a command means their own game
    assert await resolve(world, world.act(CAT, channel=77), None) == elsewhere
    again = await world.game(ANN, BEN, channel=77)
    assert await resolve(world, in_thread_actor, None) == again
    await world.games.resign(world.act(BEN), again)
    world.clock.advance(minutes=1)
    await world.games.resign(world.act(ANN), elsewhere)
    assert await resolve(world, in_thread_actor, None) == again


async def test_picks_the_game_of_the_thread_for_spectators(world):
    elsewhere = await world.game(ANN, CAT)
    game = await in_thread(world, thread=77)
    watching = world.act(CAT, channel=77)
    assert await resolve(world, watching, None, may_watch=True) == game
    assert await resolve(world, watching, f"{elsewhere}", may_watch=True) == elsewhere
    assert await resolve(world, world.act(CAT, channel=78), None, may_watch=True) == elsewhere
    await world.games.resign(world.act(BEN), game)
    assert await resolve(world, watching, " ", may_watch=True) == game
    again = await world.game(BEN, ANN, channel=77)
    assert await resolve(world, watching, None, may_watch=True) == again
    # players still find their own game, and a move never means another person's game
    assert await resolve(world, world.act(ANN, channel=77), None, may_watch=True) == again
    assert await resolve(world, watching, None) == elsewhere
    own = await world.game(CAT, BEN, channel=77)
    assert await resolve(world, watching, None, may_watch=True) == own


@pytest.mark.both_databases
@pytest.mark.parametrize("over", [False, True])
async def test_a_command_in_the_thread_of_shown_practice_means_its_game(world, over):
    practice, _ = world.services.practice, await world.game(ANN, CAT)
    game, private = [
        (await practice.begin(world.act(who), Player(900, "Bot"), 1, "asli", {"size": 9})).id
        for who in (ANN, CAT)
    ]
    await practice.show_in(world.act(ANN), game, Location(GUILD, 77))
    if over:
        await world.games.resign(world.act(ANN), game)
    player, watching = world.act(ANN, channel=77), world.act(CAT, channel=77)

    for may_watch in (False, True):
        assert await resolve(world, player, None, may_watch=may_watch) == game
    assert await resolve(world, watching, None, may_watch=True) == game
    assert await resolve(world, watching, None) == private
    for each in (player, watching):
        assert await world.games.find_game_key_here(each) == "asli"
    assert await world.database.read(game_lists.find_in_thread, NO_CHANNEL) == []


async def test_finds_the_ruleset_played_at_a_location(world):
    asli = {"game": "asli", "size": 9}
    played = await in_thread(world, thread=77, **asli)
    channel, thread = (world.act(ANN, channel=number) for number in (5, 77))
    watching = world.act(CAT, channel=77)
    assert await world.games.find_game_key_here(channel) is None
    assert [await world.games.find_game_key_here(each) for each in (thread, watching)] == [
        "asli"
    ] * 2
    await world.game(CAT, ANN, channel=77)
    # Cat is to move in her own game; for Ann it is still the thread's game, where she is to move
    assert await world.games.find_game_key_here(watching) == "lifeline"
    assert await world.games.find_game_key_here(thread) == "asli"
    await world.games.resign(world.act(BEN), played)
    assert await world.games.find_game_key_here(world.act(BEN, channel=77)) == "asli"


async def test_picks_a_running_game_elsewhere_over_finished_ones_in_a_channel(world):
    over = await world.game(ANN, BEN, channel=2)
    await world.games.resign(world.act(BEN), over)
    elsewhere = await world.game(ANN, CAT, channel=1)
    assert await resolve(world, world.act(ANN, channel=2), None) == elsewhere


async def test_lists_games_where_the_player_is_to_move_first(world, clock):
    waiting_for_ben = await world.game(ANN, BEN)
    await world.play(ANN, waiting_for_ben, "a1 c3")
    older = await world.game(ANN, CAT)
    clock.advance(minutes=1)
    younger = await world.game(ANN, CAT, channel=6)
    games = await world.games.find_running(ANN)
    assert [each.id for each in games] == [older, younger, waiting_for_ben]
    assert [each.my_turn for each in games] == [True, True, False]
    assert (games[2].opponent.name, games[2].turn, games[2].size) == ("Ben", 2, 4)
    assert [each.id for each in await world.games.find_running(ANN, 6)] == [younger]


async def test_another_waits_counts_only_the_players_own_turns(world):
    async def waits(user_id, game):
        return (await world.personal_settings.reader(user_id)).another_waits(game)

    first, second = await world.game(ANN, BEN), await world.game(BEN, ANN)
    await world.game(CAT, BEN)
    assert [await waits(ANN, game) for game in (first, second)] == [False, True]
    assert [await waits(BEN, game) for game in (first, second)] == [True, False]
    await world.play(BEN, second, "a1")
    # after the first stone it is still Ben's turn
    assert [await waits(who, first) for who in (ANN, BEN)] == [False, True]
    await world.play(BEN, second, "c3")
    assert [await waits(who, first) for who in (ANN, BEN)] == [True, False]
    await world.games.resign(world.act(BEN), second)
    assert not await waits(ANN, first)


async def test_orders_games_to_move_in_by_remaining_time(world, clock):
    async def game(pace):
        terms = Terms(pace=pace)
        made = await world.challenges.propose(
            world.act(ANN), Player(BEN, "Ben"), "lifeline", {"size": 4}, terms
        )
        return (await world.challenges.accept(world.act(BEN), made.id)).id

    without = await game(Pace.NONE)
    slow, fast = await game(Pace.RELAXED), await game(Pace.BRISK)
    games = await world.games.find_running(ANN)
    assert [each.id for each in games] == [fast, slow, without]
    days = [each.ends_at and (each.ends_at - clock()).days for each in games]
    assert days == [1, 7, None]


async def test_completes_typed_text_to_legal_moves(world):
    game = await world.game()
    legal = world.games.legal_moves_text
    assert await legal(game, ANN, "A") == ["a1", "a2", "a3", "a4"]
    assert len(await legal(game, ANN, "")) == 25
    assert len(await legal(game, ANN, "", limit=99)) == 37
    assert await legal(game, ANN, "x") == []


async def test_completes_the_second_cell_of_a_turn(world):
    game = await world.game()
    offered = await world.games.legal_moves_text(game, ANN, "A-1 b")
    assert offered == ["a1 b3", "a1 b4", "a1 b5"]
    assert await world.games.legal_moves_text(game, ANN, "zz b") == []


async def test_completes_every_further_handicap_stone(world):
    made = await world.challenges.propose(
        world.act(ANN), Player(BEN, "Ben"), "liflina", {"size": 5, "handicap": 3}
    )
    game = (await world.challenges.accept(world.act(BEN), made.id)).id
    legal = world.games.legal_moves_text
    assert await legal(game, ANN, "b2 D-4  a") == [f"b2 d4 a{row}" for row in range(1, 6)]
    assert await legal(game, ANN, "b2 d4 b2") == []
    assert await legal(game, ANN, "b2 d4 a1 e") == []


async def test_suggests_common_komi_offers_first(world):
    game = await world.game(start="komi-pie")
    offered = await world.games.legal_moves_text(game, ANN, "")
    assert offered[:14] == [f"offer {komi}" for komi in (*range(1, 13), 0, 13)]


async def test_completes_words_where_they_are_legal_moves(world):
    game = await world.game()
    await world.play(ANN, game, "a1 c3")
    assert await world.games.legal_moves_text(game, BEN, "sw") == ["swap"]


async def test_completes_nothing_for_people_who_are_not_to_move(world):
    game = await world.game()
    offers = [await world.games.legal_moves_text(game, who, "") for who in (BEN, CAT)]
    assert offers == [[], []]
    assert await world.games.legal_moves_text(99, ANN, "") == []
