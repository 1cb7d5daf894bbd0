"""Challenges: colours, changed terms, open challenges, and the context menu."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from bot.services.use_cases.ratings.ratings import EvenGame
from bot.services.values.clocks.clock import Pace
from bot.services.values.people.reliability import Reliability
from bot.store.tables.schema import clocks
from bot.words import labels
from bot.words.clocks import PACE_NAMES
from sandbox.client.find import components_of, labels_of


async def test_first_player_to_accept_plays_an_open_challenge(table):
    await table.ann.slash("challenge", size=4)
    card = await table.seen("looking for an opponent")
    assert labels_of(card) == ["Accept", "Rules", "Change terms", "Withdraw"]

    accept = next(c["custom_id"] for c in components_of(card) if c.get("label") == "Accept")

    await table.eve.click(card, "Accept")
    late = await table.ben.click(card, accept, stale=True)

    assert "Another player accepted" in late.content
    assert "Eve" in (await table.ann.slash("games")).content


async def test_game_list_shows_a_challenge_whose_ping_was_missed(table):
    card = await table.challenge(size=4)
    await table.settled()

    asked = await table.ben.slash("games")
    lost = await table.ben.slash("board")
    mine, others = await table.ann.slash("games"), await table.ann.slash("games", player=table.ben)

    assert asked.content.startswith("You have no games in progress.\n**Challenges**\n")
    assert f"{card.id}): **challenge for you** from Ann, expires <t:" in asked.content
    assert "/games lists your open challenges" in lost.content
    assert f"{card.id}): challenge to Ben" in mine.content
    assert others.content == "This player has no games in progress."
    back = await table.ben.click(await table.ben.click(asked, "Finished games"), "Current games")
    assert "**challenge for you**" in back.content


async def test_card_shows_the_rules_of_its_game_to_everybody_and_stays(table):
    card = await table.challenge(game="asli", size=9)

    shown = [await person.click(card, "Rules") for person in (table.ben, table.eve)]

    assert all(page.is_ephemeral and "Asli · 1 of 5" in page.content for page in shown)
    assert table.public() == [card]
    await table.ben.click(card, "Accept")
    await table.turn(1)


async def test_refuses_to_accept_ones_own_open_challenge(table):
    await table.ann.slash("challenge", size=4)
    card = await table.seen("looking for an opponent")

    assert "Only other players can accept it" in (await table.ann.click(card, "Accept")).content


async def test_refuses_to_challenge_oneself_before_the_form_opens(table):
    refused = await table.ann.user_menu("Challenge to a game", table.ann)

    assert "can't challenge yourself" in refused.content


async def test_opponent_begins_when_the_challenger_chooses_white(table):
    first = await table.game(colour="opponent")

    assert first.notified == {table.ben.id}


async def test_card_with_fixed_komi_announces_no_offer(table):
    card = await table.challenge(size=7, opening="komi-pie", komi=5)
    await table.ben.click(card, "Accept")

    assert "picks a colour" not in card.content
    assert "- Opening: one stone each. Komi: White may skip 5 turns" in card.content
    # the game begins with a stone, as the card says
    assert "Offer komi" not in labels_of(await table.turn(1))


async def test_card_says_that_a_game_begins_with_an_offer(table):
    await table.challenge(game="asli", size=9)
    await table.challenge(game="liflina", size=9, komi=4)
    await table.challenge(game="liflina", size=9, handicap=3)
    await table.settled()

    first, *others = [message.content for message in table.public()]
    assert "- Komi: Ann sets it, Ben picks a colour\n- Usual komi (turns White may skip): " in first
    assert "Ann moves first" not in first
    assert all("Ann moves first" in card and "names it" not in card for card in others)


@pytest.mark.parametrize(
    ("colour", "expected"),
    [
        ("opponent", "- Komi: Ben sets it, Ann picks a colour\n"),
        ("lot", "- Komi: one sets White's free skips, the other picks a colour\n- A random player"),
    ],
)
async def test_card_says_who_names_the_komi(table, colour, expected):
    card = await table.challenge(size=7, opening="komi-pie", colour=colour)

    assert expected in card.content


async def test_card_of_an_open_challenge_has_the_usual_komi_in_one_line(table):
    await table.ann.slash("challenge", game="asli", size=9)
    card = await table.seen("looking for an opponent")

    assert "- Komi: one sets it (often" in card.content
    assert "- Ann moves first" in card.content


async def test_form_says_which_komi_the_board_allows(table):
    for options, expected in (
        ({"game": "asli", "size": 9}, "0 to 81"),
        ({"game": "asli", "size": 13}, "0 to 169"),
        ({"game": "liflina", "size": 5}, "0 to 25"),
        ({"game": "lifeline", "size": 5, "opening": "komi-pie"}, "0 to 61"),
    ):
        card = await table.challenge(**options)
        form = await table.ben.click(card, "Change terms")

        hints = {field["custom_id"]: field.get("placeholder") for field in form.fields}
        assert hints["komi"] == expected
        await table.ben.click(card, "Decline")
        await table.settled()


async def test_game_without_undo_has_no_undo_button(table):
    card = await table.challenge(size=4, undo="no")
    await table.ben.click(card, "Accept")
    await table.turn(1)

    answer = await table.ann.slash("move", cell="a1 c3")
    refused = await table.ann.slash("undo")

    assert "- No undo" in card.content
    assert "Undo" not in labels_of(answer)
    # the refusal comes without a confirmation
    assert "allow undo" in refused.content
    assert labels_of(refused) == []


async def test_challenger_accepts_changed_terms(table):
    card = await table.challenge(size=4)
    form = await table.ben.click(card, "Change terms")
    await table.ben.submit(form, {"size": "5", "begins": "challenger+no", "pace": "brisk+yes"})
    counter = await table.seen("**Ben** sends")

    clock = "Brisk clock: 1 day, plus 12 hours each turn"
    changed = [line for line in counter.content.splitlines() if line.startswith("- **")]
    assert "**Lifeline, size 5** (changed)" in counter.content
    assert changed == [
        "- **Ben moves first** (changed)",
        f"- **{clock}** (changed)",
        "- **Automatic loss on time** (changed)",
        "- **No undo** (changed)",
    ]
    assert counter.notified == {table.ann.id}
    await table.settled()
    assert "*Answered with a counter-offer.*" in card.content
    await table.ann.click(counter, "Accept")
    assert (await table.turn(1)).notified == {table.ben.id}
    assert labels_of(card) == []


async def test_challenger_changes_the_size_without_withdrawing(table):
    card = await table.challenge(size=7, colour="opponent")
    form = await table.ann.click(card, "Change terms")
    answer = await table.ann.submit(form, {"size": "5"})
    new = await table.seen("**Lifeline, size 5**")
    await table.settled()

    assert answer.content == "Challenge to Ben posted."
    assert "*Withdrawn.*" in card.content
    assert labels_of(card) == []
    assert new.content.startswith(f"**Ann** challenges {table.ben.mention}.")
    assert "- Ben moves first" in new.content
    assert new.notified == {table.ben.id}


async def test_card_says_who_can_use_its_buttons(table):
    card = await table.challenge(size=4)
    await table.ann.slash("challenge", size=5)
    to_all = await table.seen("looking for an opponent")

    assert card.content.endswith(
        "-# Ben can accept or decline. Ann can withdraw. Both can change the terms."
    )
    assert to_all.content.endswith(
        "-# Anyone else can accept. Ann can change the terms or withdraw."
    )
    await table.ben.click(card, "Decline")
    await table.settled()
    assert "-# " not in card.content


async def test_terms_form_contains_the_current_terms(table):
    card = await table.challenge(size=4, opening="weak-pie")

    form = await table.ben.click(card, "Change terms")

    chosen = {
        field["custom_id"]: [o["value"] for o in field.get("options", []) if o.get("default")]
        for field in form.fields
    }
    assert chosen["size"] == ["4"]
    assert chosen["start"] == ["weak-pie"]
    assert chosen["begins"] == ["opponent+yes"]
    assert chosen["pace"] == ["standard+no"]


@pytest.mark.parametrize("options", [{}, {"series": 3}], ids=["one game", "series"])
async def test_the_answer_to_a_rematch_says_who_moves_first(table, options):
    await table.game(game="liflina", size=9, handicap=2, **options)
    first = await table.look()
    await table.ann.click(await table.ann.slash("resign"), "Yes, resign")
    result = await table.seen("wins.")
    if not options:
        await table.ben.click(result, "Rematch")
    answer = await table.ann.click(result, "Rematch")

    await table.game_after(first.id)
    exchanged = (await table.look()).seats[0] != first.seats[0]
    assert exchanged == bool(options)
    assert ("the other player moves first" in answer.content) == exchanged


async def test_rematch_shows_terms_that_differ_from_the_last_game_rather_than_accept_them(table):
    await table.game(pace="standard")
    league_clock = update(clocks).values(pace=Pace.SEASON)
    write = table.app.context.services.games._database.write
    await write(lambda tx: tx.connection.execute(league_clock))
    result = await table.resign(table.ann)

    asked = await table.ann.click(result, "Rematch")
    shown = await table.ben.click(result, "Rematch")

    assert "Rematch offered to" in asked.content
    assert {"Accept", "Change terms"} <= set(labels_of(shown))
    assert PACE_NAMES["standard"]() in shown.content


async def test_unchanged_fields_of_the_terms_form_keep_the_terms(table):
    card = await table.challenge(
        size=4, undo="no", pace="relaxed", timeout="yes", colour="lot", series=3
    )
    form = await table.ben.click(card, "Change terms")
    await table.ben.submit(form, {"size": "6"})
    counter = await table.seen("**Ben** sends")

    expected = card.content.splitlines()[1:]
    expected = [
        line.replace(
            "**Lifeline, size 4, best of 3**", "**Lifeline, size 6, best of 3** (changed)"
        ).replace("about 40 turns", "about 95 turns")
        for line in expected
        if line != "*Answered with a counter-offer.*"
    ]
    assert counter.content.splitlines()[1:-1] == expected


@pytest.mark.parametrize(
    ("options", "fields", "expected"),
    [
        (
            {"game": "liflina", "handicap": 2},
            {"handicap": "", "komi": "3"},
            "Komi (turns White may skip): 3",
        ),
        ({"game": "asli", "komi": 4}, {"komi": ""}, "Ann sets it"),
        (
            {"opening": "komi-pie", "komi": 4},
            {"komi": "", "start": "none"},
            "one stone each, no swap",
        ),
        (
            {"game": "cornered", "komi": 4, "opening": "none"},
            {"komi": "", "start": "pie"},
            "White may swap",
        ),
    ],
)
async def test_emptied_fields_of_the_terms_form_remove_the_terms(table, options, fields, expected):
    card = await table.challenge(**{"size": 9, **options})
    form = await table.ben.click(card, "Change terms")

    await table.ben.submit(form, fields)
    counter = await table.seen("**Ben** sends")

    (changed, *_) = [line for line in counter.content.splitlines() if "(changed)" in line]
    assert expected in changed
    assert "andicap" not in counter.content
    assert ": 4" not in counter.content


@pytest.mark.parametrize(
    "options",
    [
        {"size": 4},
        {"game": "asli", "size": 9, "colour": "opponent", "undo": "no", "pace": "none"},
        {"game": "liflina", "size": 9, "handicap": 3, "colour": "lot", "timeout": "yes"},
        {"game": "cornered", "size": 9, "komi": 4},
    ],
)
async def test_unchanged_terms_form_keeps_the_card(table, options):
    card = await table.challenge(**options)
    form = await table.ben.click(card, "Change terms")

    refused = await table.ben.submit(form)
    await table.settled()

    assert refused.content == "You changed nothing. Press Accept to play on these terms."
    assert labels_of(refused) == [labels.EDIT_FORM()]
    assert [message.id for message in table.public()] == [card.id]
    assert "Accept" in labels_of(card)
    await table.ben.submit(await table.ben.click(refused, labels.EDIT_FORM()), {"size": "8"})
    assert " 8**" in (await table.seen("**Ben** sends")).content


async def test_changed_terms_announce_that_undo_is_allowed_again(table):
    card = await table.challenge(size=4, undo="no")
    form = await table.ben.click(card, "Change terms")
    await table.ben.submit(form, {"begins": "opponent+yes"})
    counter = await table.seen("**Ben** sends")

    assert "- **Undo allowed** (changed)\n" in counter.content


async def test_refuses_changed_terms_from_a_stranger(table):
    card = await table.challenge(size=4)

    answer = await table.eve.click(card, "Change terms")

    assert answer.content.startswith("Only ")


async def test_context_menu_opens_the_challenge_form(table):
    form = await table.ann.user_menu("Challenge to a game", table.ben)
    fields = {"game": "asli", "size": "9", "pace": "none+no", "series": "5"}
    answer = await table.ann.submit(form, fields)
    card = await table.seen("challenges")

    assert "No clock" in card.content
    assert answer.is_ephemeral
    assert "**Asli, size 9, best of 5**" in card.content
    assert card.notified == {table.ben.id}


async def test_challenge_form_refuses_a_size_that_is_no_number(table):
    form = await table.ann.user_menu("Challenge to a game", table.ben)

    answer = await table.ann.submit(form, {"game": "asli", "size": "xx"})

    assert "whole number" in answer.content


async def test_refuses_a_challenge_to_another_bot(table):
    bot = table.discord.create_application("Other").bot

    answer = await table.ann.user_menu("Challenge to a game", bot)

    assert "Bots don't play" in answer.content


async def test_discouraged_options_are_allowed_with_a_warning(table):
    answer = await table.ann.slash("challenge", opponent=table.ben, size=4, opening="weak-pie")

    assert "works best at size 6 or more" in answer.content


async def test_the_usual_clock_of_a_server_may_be_strict(table, boss):
    for chosen, expected in (("yes", True), ("no", False)):
        await boss.slash("setup", pace="brisk", timeout=chosen)
        settings = await table.app.context.services.server_settings.get_settings(table.guild.id)
        assert settings.strict is expected


async def test_a_first_challenge_offers_a_quick_game(table):
    answer = await table.ann.slash("challenge", opponent=table.ben, size=7)
    card = await table.seen("**Lifeline, size 7**")
    assert answer.id > card.id, "the offer is below the card"

    again = await table.ann.click(answer, "Use a size 5 board")
    smaller = await table.seen("**Lifeline, size 5**")
    await table.settled()

    assert "First game against a person?" not in again.content
    assert "*Withdrawn.*" in card.content
    assert "Accept" in labels_of(smaller)


async def test_a_card_says_how_long_a_game_is_instead_of_showing_an_empty_board(table):
    card = await table.challenge(size=5)
    unknown = await table.ann.slash("challenge", game="asli", size=11)
    await table.settled()

    assert "about 65 turns" in card.content
    assert card.attachments == []
    assert "posted" in unknown.content
    assert "turns" not in (await table.seen("Asli, size 11")).content.splitlines()[1]


async def size_of_next(table, game="lifeline"):
    """Challenge anyone as Ann without a size; return the size of the challenge."""
    services = table.app.context.services
    await table.ann.slash("challenge", game=game)
    return await services.challenges.find_last_size(table.ann.id, game)


async def test_the_default_size_is_quick_and_the_servers_and_the_persons_come_first(table, boss):
    last = table.app.context.services.challenges.find_last_size
    assert await size_of_next(table) == 5
    assert await size_of_next(table, "cornered") == 6
    assert await size_of_next(table, "asli") == 13
    await boss.slash("setup", game="lifeline", size=7)
    assert await size_of_next(table) == 7
    assert await size_of_next(table, "cornered") == 6
    await table.challenge(size=4)
    assert await last(table.ann.id, "lifeline") == 4
    assert await last(table.ben.id, "lifeline") is None
    assert await size_of_next(table) == 4


async def test_the_terms_of_a_card_are_at_most_five_short_lines(table):
    begun = (
        ("lifeline", {"rated": "yes"}),
        ("lifeline", {"opening": "komi-pie", "komi": 5}),
        ("cornered", {"rated": "yes"}),
        ("asli", {"rated": "yes"}),
        ("liflina", {"handicap": 3}),
        ("liflina", {"size": 9}),
    )
    also = {"undo": "no", "plans": "no", "timeout": "yes"}
    for game, options in begun:
        await table.ann.slash("challenge", game=game, **also, **options)
    await table.settled()

    cards = [each for each in table.public() if "looking for an opponent" in each.content]
    assert len(cards) == len(begun)
    for card in cards:
        terms = [line.removeprefix("- ") for line in card.content.splitlines() if line[:2] == "- "]
        assert 4 <= len(terms) <= 5
        assert [line for line in terms if len(line) > 60] == []


async def test_an_open_card_says_how_dependably_the_challenger_plays(table, monkeypatch):
    async def known(user_id):
        assert user_id == table.ann.id
        return Reliability(31, 32, timedelta(hours=4))

    monkeypatch.setattr(table.app.context.services.ratings, "reliability", known)
    card = await table.challenge(size=4)
    lines = card.content.splitlines()
    await table.ben.click(card, "Decline")
    await table.settled()

    assert lines[-3:-1] == [
        "-# Ann finished 31 of their last 32 games.",
        "-# Ann usually answers within 4 hours.",
    ]
    assert "finished" not in card.content


@pytest.mark.parametrize(("size", "shown"), [(9, True), (11, False)])
async def test_a_challenge_names_the_usual_komi_of_its_board(table, size, shown):
    await table.ann.slash("challenge", opponent=table.ben, game="asli", size=size)
    card = await table.seen("Asli")

    assert ("12 to 15" in card.content) is shown


async def test_form_evens_out_two_ratings_and_says_why(table, monkeypatch):
    async def even_out(actor, opponent, game, options):
        assert (actor.user_id, opponent.user_id) == (table.ann.id, table.ben.id)
        assert (game, options) == ("asli", {"size": "9"})
        return EvenGame(9, weaker_first=False, expected=0.7, share=0.95)

    monkeypatch.setattr(table.app.context.services.ratings, "even_out", even_out)
    form = await table.ann.user_menu("Challenge to a game", table.ben)
    fields = {"game": "asli", "size": "9", "pace": "brisk+rated", "series": "even"}
    answer = await table.ann.submit(form, fields)
    card = await table.seen("challenges")

    assert "difference in ratings: Ben plays Black, and the komi is 9." in answer.content
    assert "- Komi (turns White may skip): 9\n- Ben moves first\n" in card.content
    assert "- Automatic loss on time" in card.content
    assert "Rated" not in card.content
