"""The lobby: offers, matches, limits, blocks, servers, expiry, races and restarts."""

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import update

from bot.errors.permissions import MayNotPlay, NotPlayingHere, YouBlocked
from bot.errors.refusals import CannotChallenge
from bot.messages import challenge_card
from bot.messages.lobby import lobby_page
from bot.messages.notifications import notification_message
from bot.services import build_services
from bot.services.use_cases import lobby as lobby_use_cases
from bot.services.use_cases.lobby import Match, OfferStatus
from bot.services.values.clocks.clock import Pace
from bot.services.values.people.permissions import Rank
from bot.services.values.people.rate_limits import UNLIMITED, RateLimiter
from bot.services.values.views import Begins, Location, Terms
from bot.store.tables import lobby
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.store.tables.schema import clocks
from bot.words import lobby as words

ANN, BEN, CAT = 101, 102, 103
GUILD, OTHER = 7, 8
STRICT = Terms(pace=Pace.STANDARD, strict=True)
RATED = replace(STRICT, rated=True)
GENTLE = replace(STRICT, strict=False)
DIRECT = Location(None, NO_CHANNEL)


def private(world, user_id):
    """Return a person in a direct message with the bot."""
    return world.act(user_id, guild=None, channel=1000 + user_id)


async def opt_in(world, guild=GUILD, channel=55):
    manager = world.act(900, guild=guild, rank=Rank.MANAGER)
    await world.services.server_settings.configure(manager, lobby=channel)


async def offer(world, who, terms=STRICT, keep=0, *, size=5, actor=None):
    actor = actor or private(world, who)
    return await world.services.lobby.offer(actor, "lifeline", {"size": size}, terms, keep)


async def test_the_last_size_is_that_of_the_latest_challenge_or_offer(world):
    async def last(who=ANN, game="lifeline"):
        return await world.challenges.find_last_size(who, game)

    assert await last() is None
    await world.challenge(ANN, BEN, size=6)
    world.clock.advance(minutes=1)
    for size in (8, 7):
        await offer(world, ANN, size=size)
    assert (await last(), await last(BEN), await last(game="asli")) == (7, None, None)
    world.clock.advance(minutes=1)
    for size in (8, 4):
        await world.challenge(ANN, BEN, size=size)
    assert await last() == 4


async def offers_of(world, user_id):
    return (await world.services.lobby.show(private(world, user_id))).own


async def handle_due(world):
    """Handle all deadlines that are due; return their kinds."""
    handled = []
    while due := await world.services.deadlines.find_due(20):
        for each in due:
            await world.services.deadlines.handle(each)
            handled.append(each.kind)
    return handled


async def messages_to(world, user_id):
    """Take all due outbox messages; return the kinds of those to a person."""
    taken = await world.outbox.take_due(50)
    return [each.kind for each in taken if each.user_id == user_id]


async def test_two_people_with_the_same_terms_begin_a_game_by_direct_message(world):
    standing = await offer(world, ANN)
    assert standing.status is OfferStatus.OPEN
    match = await offer(world, BEN)
    assert isinstance(match, Match)
    assert {each.user_id for each in match.game.seats} == {ANN, BEN}
    assert match.game.location == DIRECT
    assert (await world.games.get(match.game.id)).clock.strict
    assert await offers_of(world, ANN) == ()
    assert await offers_of(world, BEN) == ()


@pytest.mark.parametrize(
    "other",
    [
        {"size": 6},
        {"terms": RATED},
        {"terms": Terms(pace=Pace.BRISK, strict=True)},
        {"terms": GENTLE},
    ],
)
async def test_offers_on_other_terms_do_not_match(world, other):
    await offer(world, ANN)
    assert not isinstance(await offer(world, BEN, **other), Match)
    assert len(await offers_of(world, ANN)) == len(await offers_of(world, BEN)) == 1


async def test_the_oldest_of_two_offers_is_matched_first(world):
    await offer(world, CAT)
    await offer(world, ANN)
    # Ann's offer matched Cat's, so no offer is left for a third person
    assert await offers_of(world, CAT) == ()
    assert not isinstance(await offer(world, BEN), Match)


async def test_a_person_does_not_play_themselves_and_posts_an_offer_once(world):
    first = await offer(world, ANN)
    with pytest.raises(CannotChallenge, match="already have the same offer"):
        await offer(world, ANN)
    with pytest.raises(CannotChallenge, match="your own offer"):
        await world.services.lobby.accept(private(world, ANN), first.id)


@pytest.mark.parametrize("first", [ANN, BEN])
async def test_the_second_player_of_the_first_turn_is_notified_of_the_match(world, limits, first):
    lobby_service = drawing(world, limits, [ANN, BEN].index(first)).lobby
    for who in (ANN, BEN):
        match = await lobby_service.offer(private(world, who), "lifeline", {"size": 5}, STRICT)
    assert match.game.to_move.user_id == first
    taken = await world.outbox.take_due(9)
    # Ben has the answer to his offer
    assert [each.kind for each in taken] == ["turn", *(["matched"] if first == BEN else [])]
    turn = taken[0]
    assert turn.user_install
    assert await world.services.notifications.notify_turn(turn)
    await world.outbox.mark_sent(turn, None)
    assert await messages_to(world, first) == ["turn_dm"]


def drawing(world, limits, number):
    """Return services for which every random number is the same."""
    rates = RateLimiter(world.clock, UNLIMITED, world.clock.seconds)
    return build_services(world.database, world.clock, limits, rates=rates, draw=lambda _: number)


@pytest.mark.parametrize("chosen", [True, False])
async def test_two_members_of_a_server_that_opted_in_play_there(world, chosen):
    await opt_in(world)
    standing = await offer(world, ANN, actor=world.act(ANN, channel=9))
    actor = world.act(BEN, channel=10)
    if chosen:
        match = await world.services.lobby.accept(actor, standing.id)
    else:
        match = await offer(world, BEN, actor=actor)
    assert match.game.location == Location(GUILD, 55)


async def test_two_servers_without_a_common_member_play_by_direct_message(world):
    await opt_in(world)
    await opt_in(world, OTHER)
    await offer(world, ANN, actor=world.act(ANN))
    match = await offer(world, BEN, actor=world.act(BEN, guild=OTHER))
    assert match.game.location == DIRECT


@pytest.mark.parametrize("posted_there", [True, False])
async def test_of_several_common_servers_one_is_preferred_where_one_of_them_is_now(
    world, posted_there
):
    for guild in (GUILD, OTHER):
        await opt_in(world, guild, channel=50 + guild)
        for who in (ANN, BEN):
            posted = await offer(world, who, size=6, actor=world.act(who, guild=guild))
            await world.services.lobby.withdraw(private(world, who), posted.id)
    there = {ANN: private(world, ANN), BEN: private(world, BEN)}
    there[ANN if posted_there else BEN] = world.act(ANN if posted_there else BEN, guild=OTHER)
    await offer(world, ANN, actor=there[ANN])
    match = await offer(world, BEN, actor=there[BEN])
    assert match.game.location == Location(OTHER, 50 + OTHER)


@pytest.mark.parametrize("closed", [None, GUILD])
async def test_the_first_common_server_with_an_open_lobby_is_used_by_people_elsewhere(
    world, closed
):
    for guild in (OTHER, GUILD):
        await opt_in(world, guild, channel=50 + guild)
        for who in (ANN, BEN):
            await world.database.write(lobby.remember_member, guild, who)
    if closed is not None:
        await world.services.server_settings.change(closed, lobby=None)
    await offer(world, ANN)
    place = GUILD if closed is None else OTHER
    assert (await offer(world, BEN)).game.location == Location(place, 50 + place)


@pytest.mark.parametrize("obstacle", [ANN, BEN, "removed"])
async def test_a_server_that_blocks_one_of_them_or_removed_the_bot_is_not_used(world, obstacle):
    await opt_in(world)
    await world.services.servers.record_join(GUILD)
    for who in (ANN, BEN):
        posted = await offer(world, who, size=6 if who == ANN else 7, actor=world.act(who))
        await world.services.lobby.withdraw(private(world, who), posted.id)
    if obstacle == "removed":
        await world.services.servers.record_removal(GUILD)
    else:
        await world.services.moderation.block(world.act(900, rank=Rank.MODERATOR), obstacle)
    await offer(world, ANN)
    assert (await offer(world, BEN)).game.location == DIRECT


async def test_the_lobby_is_always_open_in_direct_messages(world):
    is_open = world.services.lobby.is_open_in
    assert (await is_open(None), await is_open(GUILD)) == (True, False)
    await opt_in(world)
    assert (await is_open(None), await is_open(GUILD), await is_open(OTHER)) == (True, True, False)


async def test_a_server_takes_part_only_if_it_opted_in(world):
    for use in (offer(world, ANN, actor=world.act(ANN)), world.services.lobby.show(world.act(ANN))):
        with pytest.raises(CannotChallenge, match="off in this server"):
            await use
    await opt_in(world)
    await offer(world, ANN, actor=world.act(ANN))
    await world.services.moderation.block(world.act(900, rank=Rank.MODERATOR), BEN)
    with pytest.raises(NotPlayingHere):
        await offer(world, BEN, actor=world.act(BEN))


@pytest.mark.parametrize("blocker", [ANN, BEN])
async def test_a_block_keeps_two_people_apart(world, blocker):
    blocked = BEN if blocker == ANN else ANN
    await world.services.blocks.block(world.act(blocker), blocked)
    standing = await offer(world, ANN)
    assert (await world.services.lobby.show(private(world, BEN))).offers == ()
    with pytest.raises(YouBlocked if blocker == BEN else MayNotPlay):
        await world.services.lobby.accept(private(world, BEN), standing.id)
    assert not isinstance(await offer(world, BEN), Match)


@pytest.mark.parametrize("is_offer_here", [True, False])
async def test_a_server_block_keeps_two_people_apart_in_that_server(world, is_offer_here):
    """The blocked person is elsewhere; a game in direct messages would be theirs as well."""
    await opt_in(world)
    moderator = partial(world.act, 900, rank=Rank.MODERATOR)
    lobby = world.services.lobby
    await world.services.moderation.block(moderator(), BEN)
    here, elsewhere = partial(world.act, ANN), partial(private, world, BEN)
    owner, taker = (here, elsewhere) if is_offer_here else (elsewhere, here)
    standing = await offer(world, ANN if is_offer_here else BEN, actor=owner())

    page = await lobby.show(taker())
    assert (page.counts, page.offers) == ({}, ())
    with pytest.raises(MayNotPlay):
        await lobby.accept(taker(), standing.id)
    assert not isinstance(await offer(world, taker().user_id, actor=taker()), Match)
    await handle_due(world)
    assert await world.games.find_running(ANN) == []

    others = await lobby.show(world.act(CAT))
    assert [each.player.user_id for each in others.offers] == [ANN]
    assert len((await lobby.show(private(world, CAT))).offers) == 2

    await world.services.moderation.unblock(moderator(), BEN)
    await handle_due(world)
    assert len(await world.games.find_running(ANN)) == 1


async def test_the_page_lists_who_is_looking_by_game(world):
    await offer(world, ANN, replace(RATED, pace=Pace.RELAXED), keep=3)
    await offer(world, CAT, Terms(pace=Pace.BRISK), keep=2, size=6)
    await world.services.lobby.offer(private(world, 104), "asli", {}, STRICT)
    page = lobby_page(await world.services.lobby.show(private(world, BEN)))
    titles = [each for each in page.content.split("\n") if each.startswith("**")]
    assert titles == ["**Lobby**", "**Asli**: 1 offer", "**Lifeline**: 2 offers"]
    menu = page.rows[0][0]
    assert [(each.label, each.description) for each in menu.options] == [
        ("P104: Asli, size 13", "Standard; automatic loss on time"),
        ("Ann: Lifeline, size 5", "rated · keeps 3 games running · Relaxed"),
        ("Cat: Lifeline, size 6", "keeps 2 games running · Brisk; no automatic loss on time"),
    ]
    own = lobby_page(await world.services.lobby.show(private(world, CAT)))
    assert "**Lifeline**: 1 offer\n- **Ann**" in own.content
    assert "no offers" not in own.content
    only = lobby_page(await world.services.lobby.show(private(world, BEN), "asli"))
    assert "P104" in only.content
    assert "**Lifeline**: 2 offers" in only.content
    assert "Cat" not in only.content


async def test_a_long_list_has_the_first_offers_by_game_and_counts_all(world, monkeypatch):
    monkeypatch.setattr(lobby_use_cases, "SHOWN", 2)
    for who, size in ((ANN, 5), (CAT, 6)):
        await offer(world, who, size=size)
    await world.services.lobby.offer(private(world, 104), "asli", {}, STRICT)
    for key, first in ((None, [104, ANN]), ("lifeline", [ANN, CAT]), ("liflina", [])):
        shown = await world.services.lobby.show(private(world, BEN), key)
        assert [each.player.user_id for each in shown.offers] == first
        assert (shown.counts, shown.game_key) == ({"asli": 1, "lifeline": 2}, key)


@pytest.mark.parametrize(
    ("keep", "line"),
    [(0, None), (1, "keeps 1 game running"), (2, "keeps 2 games running")],
)
async def test_an_offer_says_how_many_games_it_keeps_running(world, keep, line):
    await offer(world, ANN, keep=keep)
    for who in (ANN, BEN):
        content = lobby_page(await world.services.lobby.show(private(world, who))).content
        assert ("keeps" in content) is (line is not None)
        assert (line or "") in content


async def test_an_own_offer_shows_how_many_of_its_games_run(world):
    await offer(world, ANN, keep=2)
    assert "until" in lobby_page(await world.services.lobby.show(private(world, ANN))).content
    for who, line in ((BEN, "running: 1 game in progress"), (CAT, "running: 2 games in progress")):
        await offer(world, who)
        page = lobby_page(await world.services.lobby.show(private(world, ANN)))
        assert line in page.content
    await offer(world, ANN, size=4)
    assert [each.ruleset.options["size"] for each in await offers_of(world, ANN)] == [5, 4]


async def test_long_lists_and_names_fit_into_a_message_and_its_menu(world):
    for size in range(4, 11):
        for number, pace in enumerate((Pace.BRISK, Pace.STANDARD, Pace.RELAXED)):
            options = {"size": size, "start": "komi-pie"}
            actor = replace(private(world, 400 + 10 * size + number), name="*_" * 16)
            terms = replace(RATED, pace=pace)
            await world.services.lobby.offer(actor, "lifeline", options, terms, 3)
    page = lobby_page(await world.services.lobby.show(private(world, BEN)))
    assert len(page.content) <= 2000
    menu = page.rows[0][0]
    assert 1 < len(menu.options) <= 25
    assert len(menu.options) == sum(line.startswith("- ") for line in page.content.split("\n"))
    assert all(len(each.label) <= 100 and len(each.description) <= 100 for each in menu.options)


@pytest.mark.parametrize("seat", [0, 1])
async def test_a_first_game_of_strangers_is_unrated_and_a_second_is_rated(world, limits, seat):
    await offer(world, ANN, RATED)
    accept = drawing(world, limits, seat).lobby.offer
    first = await accept(private(world, BEN), "lifeline", {"size": 5}, RATED)
    assert (first.game.seats[seat].user_id, first.unrated) == (ANN, True)
    assert not first.game.rated
    await world.games.resign(world.act(ANN), first.game.id)
    await offer(world, ANN, RATED)
    second = await offer(world, BEN, RATED)
    assert (second.game.rated, second.unrated) == (True, False)


async def test_offers_of_old_opponents_that_meet_later_begin_a_rated_game(world):
    first = await world.game(ANN, BEN)
    await world.games.resign(world.act(ANN), first)
    running = await world.game(ANN, BEN)
    for who in (ANN, BEN):
        assert not isinstance(await offer(world, who, RATED), Match)
    await world.games.resign(world.act(ANN), running)
    await handle_due(world)
    (game,) = await world.games.find_running(ANN)
    assert (await world.games.get(game.id)).rated


async def test_the_player_who_waits_learns_that_a_first_game_is_unrated(world, limits):
    lobby_service = drawing(world, limits, 1).lobby
    for terms, told in ((STRICT, False), (RATED, True)):
        await lobby_service.offer(private(world, ANN), "lifeline", {"size": 5}, terms)
        match = await lobby_service.offer(private(world, BEN), "lifeline", {"size": 5}, terms)
        assert match.game.to_move.user_id == BEN
        turn, message = await world.outbox.take_due(9)
        await world.outbox.mark_sent(turn, None)
        notification = await world.services.notifications.compose(message)
        text = notification_message(notification).content
        assert "took your lobby offer" in text
        assert ("first game together isn't rated" in text) is told
        await world.outbox.mark_sent(message, None)
        await world.games.leave(world.act(ANN), match.game.id)
        await world.posted()


async def test_those_who_know_each_other_play_unrated_if_they_want(world):
    first = await world.game(ANN, BEN)
    await world.games.resign(world.act(ANN), first)
    await offer(world, ANN)
    second = await offer(world, BEN)
    assert not second.game.rated
    assert not second.unrated


async def test_an_unknown_offer_is_not_withdrawn(world):
    with pytest.raises(CannotChallenge) as refusal:
        await world.services.lobby.withdraw(private(world, ANN), 99)
    assert refusal.value.sentence == words.NO_OFFER()


async def test_one_who_leaves_a_server_is_still_known_in_others(world):
    for guild in (GUILD, OTHER):
        await world.database.write(lobby.remember_member, guild, ANN)
        await world.database.write(lobby.remember_member, guild, BEN)
    await world.database.write(lobby.forget_member, GUILD, ANN)
    assert await world.database.read(lobby.find_common_servers, ANN, BEN) == [OTHER]


async def test_an_offer_names_its_opening_unless_it_is_the_usual_one(world):
    lobby_service = world.services.lobby
    await lobby_service.offer(private(world, ANN), "lifeline", {"start": "none"}, STRICT)
    await lobby_service.offer(private(world, CAT), "lifeline", {"start": "strong-pie"}, STRICT)
    page = lobby_page(await lobby_service.show(private(world, BEN)))
    said = {each.label: each.description for each in page.rows[0][0].options}
    plain, unusual = said["Cat: Lifeline, size 7"], said["Ann: Lifeline, size 7"]
    assert plain == "Standard; automatic loss on time"
    assert unusual.endswith(plain)
    assert unusual != plain


async def test_a_game_that_was_left_makes_nobody_known(world):
    await offer(world, ANN, RATED)
    first = await offer(world, BEN, RATED)
    await world.games.leave(world.act(ANN), first.game.id)
    await offer(world, ANN, RATED)
    assert (await offer(world, BEN, RATED)).unrated


async def test_rated_offers_need_strict_even_terms_and_every_offer_a_clock(world):
    with pytest.raises(CannotChallenge, match="automatic loss on time"):
        await offer(world, ANN, Terms(pace=Pace.BRISK, rated=True))
    with pytest.raises(CannotChallenge, match="need a clock"):
        await offer(world, ANN, Terms())


@pytest.mark.both_databases
async def test_fifty_offers_at_once_reach_a_limit_with_a_sentence(world):
    sizes, paces = (4, 5, 6, 7, 8), (Pace.BRISK, Pace.STANDARD)
    every = [
        (Terms(pace=pace, strict=strict), keep, size)
        for size in sizes
        for pace in paces
        for strict in (False, True)
        for keep in (0, 1, 2)
    ]
    wanted = [offer(world, ANN, terms, keep, size=size) for terms, keep, size in every[:50]]
    done = await asyncio.gather(*wanted, return_exceptions=True)
    refused = Counter(str(each) for each in done if isinstance(each, CannotChallenge))
    assert len(await offers_of(world, ANN)) == 5
    assert any("5 offers in the lobby, the maximum" in each for each in refused), refused
    assert len([each for each in done if not isinstance(each, CannotChallenge)]) == 5


async def test_a_person_at_the_limit_of_games_is_passed_over(world, limits):
    await offer(world, ANN)
    for number in range(limits.running_games):
        await world.game(ANN, 200 + number)
    assert not isinstance(await offer(world, BEN), Match)
    (shown,) = (await world.services.lobby.show(private(world, CAT))).offers[:1]
    with pytest.raises(CannotChallenge, match="Ann is playing 4 games"):
        await world.services.lobby.accept(private(world, CAT), shown.id)


@pytest.mark.both_databases
async def test_an_offer_that_two_people_accept_at_once_gives_one_game(world, database_url):
    standing = await offer(world, ANN)
    _, second = world.open()
    accepted = await asyncio.gather(
        world.services.lobby.accept(private(world, BEN), standing.id),
        second.lobby.accept(private(world, CAT), standing.id),
        return_exceptions=True,
    )
    assert sorted(isinstance(each, Match) for each in accepted) == [False, True]
    (refusal,) = [each for each in accepted if not isinstance(each, Match)]
    assert "gone" in str(refusal)
    assert len(await world.games.find_running(ANN)) == 1


async def test_the_same_press_delivered_twice_begins_one_game(world):
    standing = await offer(world, ANN)
    _, second = world.open()
    actor = private(world, BEN)
    one, two = await asyncio.gather(
        world.services.lobby.accept(actor, standing.id), second.lobby.accept(actor, standing.id)
    )
    assert one.game.id == two.game.id
    assert len(await world.games.find_running(BEN)) == 1


async def test_the_same_form_delivered_twice_posts_one_offer(world):
    actor = private(world, ANN)
    one, two = await asyncio.gather(*(offer(world, ANN, actor=actor) for _ in range(2)))
    assert one.id == two.id
    assert len(await offers_of(world, ANN)) == 1


@pytest.mark.parametrize("keep", [0, 2])
async def test_the_same_form_delivered_twice_is_matched_once(world, keep):
    await apart_by_block(world, ANN, CAT)
    for who in (ANN, CAT):
        await offer(world, who)
    actor = private(world, BEN)
    one, two = [await offer(world, BEN, keep=keep, actor=actor) for _ in range(2)]
    assert one.game.id == two.game.id
    assert len(await world.games.find_running(BEN)) == 1
    assert [each.running for each in await offers_of(world, BEN)] == ([1] if keep else [])


async def test_a_full_offer_counts_to_the_limit_of_offers(world):
    await offer(world, ANN, keep=1)
    await offer(world, BEN)
    for size in (6, 7, 8, 9):
        await offer(world, ANN, size=size)
    assert [each.running for each in await offers_of(world, ANN)] == [1, 0, 0, 0, 0]
    with pytest.raises(CannotChallenge, match="5 offers in the lobby"):
        await offer(world, ANN, size=10)


@pytest.mark.both_databases
async def test_two_processes_and_forty_people_make_twenty_games(world):
    _, second = world.open()
    people = range(300, 340)
    posts = [
        (world.services if number % 2 else second).lobby.offer(
            private(world, who), "lifeline", {"size": 5}, STRICT
        )
        for number, who in enumerate(people)
    ]
    await asyncio.gather(*posts)
    games = [await world.games.find_running(who) for who in people]
    assert [len(each) for each in games] == [1] * 40
    assert len({each[0].id for each in games}) == 20


async def test_an_offer_that_keeps_two_games_running_finds_the_next_when_one_ends(world):
    await offer(world, ANN, keep=2)
    first = await offer(world, BEN)
    second = await offer(world, CAT)
    (own,) = await offers_of(world, ANN)
    assert (own.status, own.running) == (OfferStatus.FULL, 2)
    assert not isinstance(await offer(world, 104), Match)
    with pytest.raises(CannotChallenge, match="gone"):
        await world.services.lobby.accept(private(world, 105), own.id)
    await world.games.resign(world.act(BEN), first.game.id)
    assert "offer-match" in await handle_due(world)
    (own,) = await offers_of(world, ANN)
    assert (own.status, own.running) == (OfferStatus.FULL, 2)
    assert [game.opponent.user_id for game in await world.games.find_running(104)] == [ANN]
    assert second.game.id in {game.id for game in await world.games.find_running(ANN)}


async def test_an_offer_keeps_at_most_three_games_running(world):
    assert (await offer(world, ANN, keep=99)).keep == 3
    assert (await offer(world, ANN, keep=-1, size=6)).keep == 0


async def test_the_end_of_a_game_opens_the_offer_that_began_it_and_no_other(world):
    for size, who in ((5, BEN), (6, CAT)):
        await offer(world, ANN, keep=1, size=size)
        match = await offer(world, who, size=size)
    await world.games.resign(world.act(CAT), match.game.id)
    statuses = [each.status for each in await offers_of(world, ANN)]
    assert statuses == [OfferStatus.FULL, OfferStatus.OPEN]


@pytest.mark.parametrize("order", [(BEN, CAT), (CAT, BEN)])
async def test_an_offer_counts_the_games_that_still_run(world, order):
    await offer(world, ANN, keep=2)
    games = {who: (await offer(world, who)).game.id for who in (BEN, CAT)}
    for left, who in enumerate(order):
        await world.games.resign(world.act(who), games[who])
        (own,) = await offers_of(world, ANN)
        assert (own.status, own.running) == (OfferStatus.OPEN, 1 - left)


async def test_two_who_keep_games_running_do_not_fill_them_with_each_other(world):
    await offer(world, ANN, keep=3)
    await offer(world, BEN, keep=3)
    await handle_due(world)
    assert len(await world.games.find_running(ANN)) == 1
    assert [each.running for each in await offers_of(world, BEN)] == [1]


@pytest.mark.both_databases
async def test_a_withdrawn_offer_is_gone_and_only_its_owner_may_withdraw_it(world):
    standing = await offer(world, ANN)
    with pytest.raises(CannotChallenge, match="no longer open"):
        await world.services.lobby.withdraw(private(world, BEN), standing.id)
    await world.services.lobby.withdraw(private(world, ANN), standing.id)
    with pytest.raises(CannotChallenge, match="gone"):
        await world.services.lobby.accept(private(world, BEN), standing.id)
    with pytest.raises(CannotChallenge, match="no longer open"):
        await world.services.lobby.withdraw(private(world, ANN), standing.id)
    world.clock.advance(days=8)
    assert "offer-expiry" not in await handle_due(world)


async def test_a_full_offer_can_be_withdrawn_and_stays_closed_when_its_game_ends(world):
    mine = await offer(world, ANN, keep=1)
    match = await offer(world, BEN)
    (full,) = await offers_of(world, ANN)
    assert full.status is OfferStatus.FULL
    withdrawn = await world.services.lobby.withdraw(private(world, ANN), mine.id)
    assert withdrawn.status is OfferStatus.WITHDRAWN
    await world.games.resign(world.act(BEN), match.game.id)
    assert await offers_of(world, ANN) == ()


async def test_an_offer_expires_after_a_week_and_says_so(world, clock):
    await offer(world, ANN)
    clock.advance(days=7, seconds=-1)
    assert await handle_due(world) == []
    clock.advance(seconds=1)
    assert await handle_due(world) == ["offer-expiry"]
    assert await offers_of(world, ANN) == ()
    (message,) = [each for each in await world.outbox.take_due(9) if each.user_id == ANN]
    notification = await world.services.notifications.compose(message)
    assert notification.write
    assert not isinstance(await offer(world, BEN), Match)


async def test_an_offer_with_a_game_in_progress_lives_until_a_week_after_it(world, clock):
    gentle = Terms(pace=Pace.STANDARD)
    await offer(world, ANN, gentle, keep=1)
    match = await offer(world, BEN, gentle)
    clock.advance(days=8)
    await handle_due(world)
    await world.games.resign(world.act(ANN), match.game.id)
    await handle_due(world)
    (own,) = await offers_of(world, ANN)
    assert (own.status, own.expires_at) == (OfferStatus.OPEN, clock() + timedelta(days=7))
    clock.advance(days=7, seconds=1)
    await handle_due(world)
    assert await offers_of(world, ANN) == ()


async def test_an_offer_that_looks_for_more_games_lives_for_a_week_after_each(world, clock):
    gentle = Terms(pace=Pace.STANDARD)
    await offer(world, ANN, gentle, keep=2)
    clock.advance(days=3)
    await offer(world, BEN, gentle)
    for days, number in ((4.5, 1), (2, 1), (1, 0)):
        clock.advance(days=days)
        await handle_due(world)
        assert len(await offers_of(world, ANN)) == number


@pytest.mark.parametrize("how", ["withdrawn", "matched", "expired"])
async def test_closed_offers_are_deleted_a_month_after_they_expired(world, clock, how):
    standing = await offer(world, ANN)
    gone_at = clock() + timedelta(days=37, seconds=1)
    if how == "withdrawn":
        await world.services.lobby.withdraw(private(world, ANN), standing.id)
    elif how == "matched":
        await world.services.lobby.accept(private(world, BEN), standing.id)
    else:
        clock.advance(days=7)
        await handle_due(world)
    clock.now = gone_at - timedelta(seconds=1)
    await world.services.maintenance.clean_up()
    assert (await world.database.read(lobby.find, standing.id)).status == how
    clock.now = gone_at
    await world.services.maintenance.clean_up()
    assert await world.database.read(lobby.find, standing.id) is None


async def test_a_full_offer_is_never_deleted_while_its_game_goes_on(world, clock):
    await offer(world, ANN, GENTLE, keep=1)
    match = await offer(world, BEN, GENTLE)
    clock.advance(days=100)
    await world.services.maintenance.clean_up()
    (own,) = await offers_of(world, ANN)
    assert (own.status, own.running) == (OfferStatus.FULL, 1)
    await world.games.resign(world.act(ANN), match.game.id)
    assert isinstance(await offer(world, CAT, GENTLE), Match)


@pytest.mark.parametrize("leavers", [(ANN,), (BEN,), (ANN, BEN)])
async def test_each_player_who_has_left_a_server_is_forgotten_there(world, leavers):
    await opt_in(world)
    for who, size in ((CAT, 7), (ANN, 5), (BEN, 5)):
        match = await offer(world, who, size=size, actor=world.act(who))
    await world.services.lobby.leave_server(match.game.id, leavers)
    for who in (ANN, BEN):
        common = await world.database.read(lobby.find_common_servers, who, CAT)
        assert common == ([] if who in leavers else [GUILD])


@pytest.mark.both_databases
async def test_players_who_have_left_the_server_go_on_by_direct_message(world):
    await opt_in(world)
    await offer(world, ANN, actor=world.act(ANN))
    match = await offer(world, BEN, actor=world.act(BEN))
    await world.services.lobby.leave_server(match.game.id, (BEN,))
    assert (await world.games.get(match.game.id)).location == DIRECT
    assert await world.database.read(lobby.find_common_servers, ANN, BEN) == []


async def test_a_deleted_person_has_no_offers_and_their_opponents_play_on(world):
    await offer(world, ANN)
    await world.services.privacy.delete(ANN)
    assert not isinstance(await offer(world, BEN), Match)
    assert (await world.services.lobby.show(private(world, CAT))).counts == {"lifeline": 1}


async def over_without_channel(world):
    """Play a game by direct message to its end; return its number."""
    await offer(world, ANN)
    match = await offer(world, BEN)
    await world.games.resign(world.act(ANN), match.game.id)
    await world.posted()
    return match.game.id


async def notified_of_challenge(world, user_id):
    """Return the notification of a challenge without a channel."""
    card = await world.due("challenge")
    await world.services.notifications.notify_another_way(card)
    await world.outbox.mark_sent(card, None)
    message = await world.due("challenged")
    assert message.user_id == user_id
    return await world.services.notifications.compose(message)


async def test_a_rematch_of_a_game_without_a_channel_is_offered_by_direct_message(world):
    number = await over_without_channel(world)
    await world.services.history.rematch(private(world, ANN), number)
    notification = await notified_of_challenge(world, BEN)
    assert notification.write
    assert notification_message(notification).content == words.rematch("Ann")
    game = await world.services.history.rematch(private(world, BEN), number)
    assert game.location == DIRECT


async def test_the_direct_message_of_a_rematch_shows_terms_unlike_those_of_the_game(world):
    number = await over_without_channel(world)
    league_clock = update(clocks).values(pace=Pace.SEASON)
    await world.database.write(lambda tx: tx.connection.execute(league_clock))
    challenge = await world.services.history.rematch(private(world, ANN), number)
    message = notification_message(await notified_of_challenge(world, BEN))
    assert challenge_card.terms(challenge) in message.content
    assert [each.id.kind for each in message.rows[0]] == ["accept", "decline", "terms"]


async def test_messages_without_a_channel_do_not_share_its_limit(world):
    for number in range(6):
        await offer(world, 400 + 2 * number)
        await offer(world, 401 + 2 * number)
    taken = await world.outbox.take_due(50, {}, 2)
    assert len([each for each in taken if each.kind == "turn"]) == 6


@pytest.mark.both_databases
@pytest.mark.parametrize("seat", [0, 1])
async def test_a_second_offer_of_an_opponent_waits_for_the_end_of_the_game(world, limits, seat):
    lobby_service = drawing(world, limits, seat).lobby
    taken, other = [await offer(world, ANN, size=size) for size in (5, 6)]
    match = await lobby_service.accept(private(world, BEN), taken.id)

    seen = {who: await world.services.lobby.show(private(world, who)) for who in (BEN, CAT)}
    assert (seen[BEN].offers, seen[BEN].counts) == ((), {})
    assert ([each.id for each in seen[CAT].offers], seen[CAT].counts) == (
        [other.id],
        {"lifeline": 1},
    )
    with pytest.raises(CannotChallenge, match="already playing Ann"):
        await lobby_service.accept(private(world, BEN), other.id)
    await world.games.resign(world.act(ANN), match.game.id)
    assert isinstance(await lobby_service.accept(private(world, BEN), other.id), Match)


@pytest.mark.both_databases
async def test_two_offers_of_a_person_that_another_takes_at_once_give_one_game(world):
    _, second = world.open()
    first, other = [await offer(world, ANN, size=size) for size in (5, 6)]
    done = await asyncio.gather(
        world.services.lobby.accept(private(world, BEN), first.id),
        second.lobby.accept(private(world, BEN), other.id),
        return_exceptions=True,
    )
    assert sorted(isinstance(each, Match) for each in done) == [False, True]
    assert len(await world.games.find_running(BEN)) == 1


async def apart_by_game(world):
    game = await world.game(ANN, BEN)
    return lambda: world.games.resign(world.act(ANN), game)


async def apart_by_game_of_a_lost_server(world):
    await world.game(ANN, BEN)
    await lose_server(world)
    world.clock.advance(days=29)

    async def forget():
        world.clock.advance(days=1)

    return forget


async def lose_server(world):
    await world.services.servers.record_join(GUILD)
    await world.services.servers.record_removal(GUILD)


async def apart_by_limit(world, limits, full=ANN):
    games = [await world.game(full, 200 + each) for each in range(limits.running_games)]
    return lambda: world.games.resign(world.act(full), games[-1])


async def apart_by_block(world, blocker, blocked):
    await world.services.blocks.block(world.act(blocker), blocked)
    return lambda: world.services.blocks.unblock(world.act(blocker), blocked)


OBSTACLES = {
    "game": lambda world, _: apart_by_game(world),
    "server": lambda world, _: apart_by_game_of_a_lost_server(world),
    "block by the first": lambda world, _: apart_by_block(world, ANN, BEN),
    "block by the second": lambda world, _: apart_by_block(world, BEN, ANN),
}


@pytest.mark.parametrize("obstacle", OBSTACLES)
async def test_two_offers_meet_when_nothing_keeps_them_apart_any_more(world, limits, obstacle):
    remove = await OBSTACLES[obstacle](world, limits)
    for who, unlike in ((ANN, 6), (BEN, 7)):
        await offer(world, who, size=unlike)
        assert not isinstance(await offer(world, who, keep=1), Match)
    assert await handle_due(world) == []

    await remove()

    assert "offer-match" in await handle_due(world)
    (game,) = await world.games.find_running(ANN)
    assert game.opponent.user_id == BEN
    for who in (ANN, BEN):
        unlike, own = await offers_of(world, who)
        assert (unlike.status, own.status, own.running) == (OfferStatus.OPEN, OfferStatus.FULL, 1)
    kinds = Counter(each.kind for each in await world.outbox.take_due(99))
    assert kinds["matched"] == 1


@pytest.mark.parametrize("full", [ANN, BEN])
async def test_two_offers_meet_when_one_player_may_start_a_game_again(world, limits, full):
    for who in (ANN, BEN) if full == ANN else (BEN, ANN):
        if who != full:
            remove = await apart_by_limit(world, limits, full)
        await offer(world, who)
    await world.posted()

    await remove()

    assert await handle_due(world) == ["offer-match"]
    (game,) = [each for each in await world.games.find_running(ANN) if each.opponent.user_id == BEN]
    mover = (await world.games.get(game.id)).to_move.user_id
    taken = await world.outbox.take_due(9)
    # the board tells the player who moves first
    assert [each.user_id for each in taken if each.kind == "matched"] == [ANN + BEN - mover]


async def test_an_offer_of_a_game_closed_with_its_server_is_open_again(world):
    await opt_in(world)
    await offer(world, ANN, keep=1, actor=world.act(ANN))
    await offer(world, BEN, actor=world.act(BEN))
    await lose_server(world)
    world.clock.advance(days=30)

    await handle_due(world)

    assert [each.status for each in await offers_of(world, ANN)] == [OfferStatus.OPEN]


@pytest.mark.both_databases
@pytest.mark.parametrize("order", [(ANN, CAT), (CAT, ANN)])
async def test_the_oldest_of_several_offers_on_the_same_terms_is_taken(world, order):
    await world.services.blocks.block(world.act(ANN), CAT)
    for who in order:
        await offer(world, who)

    match = await offer(world, BEN)

    assert {each.user_id for each in match.game.seats} == {BEN, order[0]}
    assert await offers_of(world, order[0]) == ()
    assert len(await offers_of(world, order[1])) == 1


async def test_the_oldest_offer_comes_first_although_a_match_has_renewed_it(world):
    await world.services.blocks.block(world.act(ANN), CAT)
    await offer(world, ANN, keep=2)
    await offer(world, CAT)
    world.clock.advance(days=1)
    await offer(world, 104)

    match = await offer(world, BEN)

    assert {each.user_id for each in match.game.seats} == {BEN, ANN}


async def test_any_number_of_people_at_their_limit_are_passed_over(world, monkeypatch):
    monkeypatch.setattr(lobby_use_cases, "AT_ONCE", 1)
    for who in (ANN, CAT):
        other = CAT if who == ANN else ANN
        if who == ANN:
            await world.services.blocks.block(world.act(who), other)
        await offer(world, who)
        for number in range(4):
            await world.game(who, who + 100 + 10 * number)
    free = await offer(world, 104)

    match = await offer(world, BEN)

    assert {each.user_id for each in match.game.seats} == {BEN, free.player.user_id}


async def test_the_server_of_the_offer_comes_before_another_common_server(world):
    for guild in (GUILD, OTHER):
        await opt_in(world, guild, channel=100 + guild)
        for who in (ANN, BEN):
            actor = world.act(who, guild=guild)
            posted = await offer(world, who, size=6 if who == ANN else 7, actor=actor)
            await world.services.lobby.withdraw(private(world, who), posted.id)
    await offer(world, ANN, actor=world.act(ANN, guild=OTHER))

    assert (await offer(world, BEN)).game.location == Location(OTHER, 100 + OTHER)


async def test_a_person_at_their_limit_takes_no_offer(world, limits):
    standing = await offer(world, ANN)
    for number in range(limits.running_games):
        await world.game(BEN, 200 + number)
    with pytest.raises(CannotChallenge, match="You're playing 4 games"):
        await world.services.lobby.accept(private(world, BEN), standing.id)
    assert [each.id for each in await offers_of(world, ANN)] == [standing.id]


async def test_a_person_at_their_limit_posts_no_offer(world, limits):
    remove = await apart_by_limit(world, limits)
    with pytest.raises(CannotChallenge):
        await offer(world, ANN)
    assert await offers_of(world, ANN) == ()
    await remove()
    assert (await offer(world, ANN)).status is OfferStatus.OPEN


@pytest.mark.parametrize("begins", Begins)
async def test_nobody_chooses_in_an_offer_who_begins(world, begins):
    posted = await offer(world, ANN, replace(STRICT, begins=begins))
    assert posted.terms.begins is Begins.RANDOM
    assert isinstance(await offer(world, BEN), Match)


async def test_offers_are_not_compared_again_beyond_the_limit_of_games(world, limits):
    remove = await apart_by_block(world, ANN, BEN)
    for who in (ANN, BEN):
        await offer(world, who)
    await apart_by_limit(world, limits)
    await remove()
    await handle_due(world)
    assert len(await world.games.find_running(ANN)) == limits.running_games
    assert len(await offers_of(world, BEN)) == 1


async def test_an_offer_for_two_games_takes_both_when_they_become_possible(world):
    await apart_by_block(world, BEN, CAT)
    removals = [await apart_by_block(world, ANN, who) for who in (BEN, CAT)]
    await offer(world, ANN, keep=2)
    for who in (BEN, CAT):
        await offer(world, who)
    for remove in removals:
        await remove()
    await handle_due(world)
    found = {each.opponent.user_id for each in await world.games.find_running(ANN)}
    assert found == {BEN, CAT}


async def test_an_offer_that_begins_with_a_match_looks_for_its_other_games_at_once(world):
    await apart_by_block(world, BEN, CAT)
    for who in (BEN, CAT):
        await offer(world, who)
    assert isinstance(await offer(world, ANN, keep=2), Match)
    await handle_due(world)
    found = {each.opponent.user_id for each in await world.games.find_running(ANN)}
    assert found == {BEN, CAT}
