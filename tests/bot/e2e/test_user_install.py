"""User installs: direct messages, groups and servers where the bot is not a member."""

import asyncio
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.delivery import worker
from bot.delivery.dispatch import Dispatcher
from bot.messages.component_ids import parse_id
from bot.services.values.views import Location
from bot.store.tables.interaction_tokens import delete_expired
from bot.store.tables.outbox import OutboxMessage
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import Announcement
from bot.ui import responses
from bot.words import failures, lobby, user_install
from sandbox import NotPossible, Permission, Sandbox
from sandbox.client.find import components_of, labels_of
from sandbox.models.entities import Channel, Message
from sandbox.person import Person
from testbed.games import view_for_mover
from tests.bot.e2e.game_numbers import last_number
from tests.bot.e2e.turn_text import YOUR_TURN
from tests.bot.e2e.waiting import until_nothing_is_due

POST = ("POST", "/channels/{channel_id}/messages")
FOLLOW_UP = ("POST", "/webhooks/{webhook_id}/{webhook_token}")
SENT = f"{FOLLOW_UP[1]}/messages/{{message_id}}"
AN_HOUR = 3600


@dataclass
class Group:
    """Channel without the bot; Ann has a user install, Ben and Cat do not."""

    discord: Sandbox
    channel: Channel
    ann: Person
    ben: Person
    cat: Person
    number: str = ""

    async def challenge(self, **options) -> Message:
        """Challenge Ben as Ann; return the card."""
        await self.ann.slash("challenge", opponent=self.ben, **{"size": 4, **options})
        return await self.seen(lambda message: "Accept" in labels_of(message))

    async def game(self, **options) -> Message:
        """Start a game between Ann (Black) and Ben; return the message of the first turn."""
        await self.ben.click(await self.challenge(**options), "Accept")
        first = await self.turn(1)
        self.number = str(last_number(self.discord))
        return first

    async def turn(self, number) -> Message:
        return await self.seen(lambda message: f"turn {number}" in message.content)

    async def seen(self, fits) -> Message:
        return await self.discord.wait_for_message(
            self.channel, lambda message: fits(message) and not message.is_ephemeral
        )

    def public(self) -> list[Message]:
        return [m for m in self.channel.messages.values() if not m.is_ephemeral]

    def notifications(self, person) -> list[Message]:
        return person.direct_messages(self.discord.application)

    def in_direct_messages(self, person) -> Person:
        """Return the person in their direct messages with the bot."""
        return person.in_(self.discord.direct_channel(person))

    async def notification(self, person, words) -> Message:
        channel = self.discord.direct_channel(person)
        return await self.discord.wait_for_message(channel, lambda m: words in m.content)


def group_of(discord, channel, people):
    return Group(discord, channel, *(person.in_(channel) for person in people))


@pytest.fixture
def people(discord):
    made = [discord.create_person(name) for name in ("Ann", "Ben", "Cat")]
    discord.install(made[0])
    return made


@pytest.fixture
def group(discord, people):
    return group_of(discord, discord.direct_channel(*people), people)


@pytest.fixture
def friends(discord, people):
    """Direct messages between Ann and Ben, without Cat."""
    return group_of(discord, discord.direct_channel(*people[:2]), people)


@pytest.fixture
def elsewhere(discord, people):
    """Server without the bot as a member."""
    guild = discord.create_guild("Elsewhere", with_bot=False)
    for person in people:
        guild.add_member(person)
    made = group_of(discord, guild.create_text_channel("chat"), people)
    made.guild = guild
    return made


@pytest.fixture
async def app(run_bot):
    async with run_bot() as running:
        yield running


async def plies(app, group):
    return (
        await view_for_mover(app.context.services.games, last_number(group.discord))
    ).position.ply


async def test_answers_in_time_while_the_location_is_being_stored(friends, app, monkeypatch):
    interaction_tokens, may_end = app.context.services.interaction_tokens, asyncio.Event()
    enter = interaction_tokens.record_user_install

    async def delayed_enter(location):
        await may_end.wait()
        await enter(location)

    monkeypatch.setattr(responses, "TIMEOUT", 0.05)
    monkeypatch.setattr(interaction_tokens, "record_user_install", delayed_enter)
    asked = asyncio.create_task(friends.ann.slash("help"))
    await friends.discord.wait_for_message(friends.channel, lambda message: message.is_loading)
    may_end.set()

    assert "/challenge" in (await asked).content
    assert await interaction_tokens.is_user_install(friends.channel.id)


@pytest.mark.parametrize("location", ["group", "friends", "elsewhere"])
async def test_whole_game_with_interaction_answers_only(location, request, app):
    group = request.getfixturevalue(location)
    card = await group.challenge()
    await group.ben.click(card, "Accept")
    first = await group.turn(1)

    panel = await group.ann.click(first, "Move")
    assert panel.is_ephemeral
    await until_token_stored(app, group, first)
    await group.ann.slash("move", cell="a1 c3")
    second = await group.turn(2)
    swap = await group.ben.click(second, "Swap sides")
    await group.ben.click(swap, "Yes, swap sides")
    third = await group.turn(3)
    question = await group.ann.click(third, "Resign")
    await group.ann.click(question, "Yes, resign")
    result = await group.seen(lambda message: "wins" in message.content)

    assert "*Accepted: game " in card.content
    assert labels_of(card) == []
    assert user_install.HERE() in first.content
    assert [len(m.attachments) for m in (first, second, third, result)] == [1, 1, 1, 1]
    assert group.ben.id in second.notified
    await group.discord.wait_until(lambda: labels_of(first) == [])
    assert group.discord.requests.count(*POST) == 0


async def until_token_stored(app, group, message):
    """Wait until the token of a press is stored, which happens after the response."""
    location = Location(None, group.channel.id)
    tokens = app.context.services.interaction_tokens
    while await tokens.find_for_message(location, message.id) is None:  # noqa: ASYNC110
        await asyncio.sleep(0.01)


async def control(group, message, kind):
    """Wait for an enabled button of a kind on a message; return its id."""

    def ids():
        usable = [c for c in components_of(message) if c["type"] == 2 and not c["disabled"]]
        return [c["custom_id"] for c in usable if c["custom_id"].startswith(kind)]

    await group.discord.wait_until(lambda: bool(ids()))
    return ids()[0]


async def test_next_turn_is_posted_with_the_token_of_the_move(group, app):
    await group.game(opening="none")
    panel = await group.ann.click(await group.turn(1), "Move")
    chosen = await group.ann.click(panel, await control(group, panel, "zone:"))
    await group.ann.click(chosen, await control(group, chosen, "cell:"))

    assert labels_of(await group.turn(2))
    assert await plies(app, group) == 1


async def test_refuses_a_stranger_in_the_group(group, app):
    card = await group.challenge()
    refused = await group.cat.click(card, "Accept")
    await group.ben.click(card, "Accept")
    first = await group.turn(1)

    move = await group.cat.click(first, "Move")
    looked = await group.cat.select(first, "Danger")

    assert (refused.is_ephemeral, "Only Ben" in refused.content) == (True, True)
    assert "aren't playing" in move.content
    assert looked.is_ephemeral
    assert looked.attachments
    assert await plies(app, group) == 0
    with pytest.raises(NotPossible, match="offered"):
        await group.cat.slash("board", game=group.number)


async def test_first_player_to_accept_plays_an_open_challenge(group, app):
    await group.ann.slash("challenge", size=4)
    card = await group.seen(lambda message: "Accept" in labels_of(message))

    answers = await asyncio.gather(
        *(person.click(card, "Accept") for person in (group.ben, group.cat))
    )
    await group.turn(1)

    assert sum("starts" in answer.content for answer in answers) == 1
    assert sum("Another player accepted" in answer.content for answer in answers) == 1


async def test_changed_terms_are_accepted(group, app):
    form = await group.ben.click(await group.challenge(), "Change terms")
    await group.ben.submit(form, size="5")
    card = await group.seen(lambda message: "**Ben** sends" in message.content)

    await group.ann.click(card, "Accept")

    assert "Lifeline, size 5" in (await group.turn(1)).content


@pytest.mark.parametrize("button", ["Decline", "Withdraw"])
async def test_press_on_a_card_removes_its_buttons(group, app, button):
    card = await group.challenge()
    person = group.ben if button == "Decline" else group.ann

    await person.click(card, button)
    await group.discord.wait_until(lambda: labels_of(card) == [])

    assert card.content.endswith({"Decline": "*Declined.*", "Withdraw": "*Withdrawn.*"}[button])


@pytest.mark.parametrize("busy", [False, True])
async def test_typed_turns_remove_the_buttons_of_old_messages(group, app, monkeypatch, busy):
    """A busy bot leaves closings for later, but no later token may come here."""
    monkeypatch.setattr(app.context.request_limit, "has_room", lambda: not busy)
    closed = []
    monkeypatch.setattr(app.context.services.outbox, "close_later", recorded(closed))
    group.discord.install(group.ben)
    first = await group.game()
    await group.ann.slash("move", cell="a1 c3")
    second = await group.turn(2)
    await group.ben.slash("move", cell="e5 b4")
    third = await group.turn(3)
    await until_nothing_is_due(app)

    assert [labels_of(message) for message in (first, second)] == [[], []]
    assert not [m for m in (first, second) if YOUR_TURN in m.content]
    assert labels_of(third)
    assert not any(closed)


def recorded(closed):
    """Return a function in place of one that closes messages later, which records them."""

    async def close_later(_game_id, messages):
        closed.append(list(messages))

    return close_later


async def test_a_card_is_not_posted_after_its_challenge_was_closed(group, app):
    card = await group.challenge()
    decline = next(each for each in components_of(card) if each.get("label") == "Decline")
    number = parse_id(decline["custom_id"]).target_id
    await group.ben.click(card, "Decline")
    await until_nothing_is_due(app)
    posted = len(group.public())
    late = OutboxMessage(
        1,
        OutboxKind.CHALLENGE,
        None,
        number,
        None,
        Announcement(),
        2,
        datetime.now(UTC),
        Location(None, group.channel.id),
        user_install=True,
    )
    assert await Dispatcher(app).deliver(late) is None
    assert len(group.public()) == posted


async def test_buttons_are_removed_later_if_a_token_fails_temporarily(group, app, monkeypatch):
    monkeypatch.setattr(worker, "backoff", lambda attempts: timedelta(milliseconds=50))
    first = await group.game()
    await until_nothing_is_due(app)
    group.discord.faults.server_error("PATCH", SENT, status=503, times=2)

    await group.ann.slash("move", cell="a1 c3")
    await group.turn(2)
    await until_nothing_is_due(app)

    assert labels_of(first) == []
    assert YOUR_TURN not in first.content


async def test_buttons_of_a_message_with_an_expired_token_are_removed_on_use(group, app):
    first = await group.game()
    await expire_tokens(group, app)
    await group.ann.slash("move", cell="a1 c3")
    await group.turn(2)
    await until_nothing_is_due(app)
    assert labels_of(first)

    await group.ben.click(first, "Move")
    await group.discord.wait_until(lambda: labels_of(first) == [])

    assert YOUR_TURN not in first.content


async def test_two_simultaneous_presses_play_once(group, app):
    await group.game()
    await group.ann.slash("move", cell="a1 c3")
    second = await group.turn(2)

    answers = await asyncio.gather(
        *(group.ben.click(second, f"swap-yes:{group.number}:2", stale=True) for _ in range(2))
    )
    await group.turn(3)

    assert await plies(app, group) == 3
    assert sum(f"It's Ann's turn in game {group.number}" in each.content for each in answers) == 1
    assert len([m for m in group.public() if "turn 3" in m.content]) == 1


async def test_move_from_another_channel_is_posted_on_the_next_use(group, app):
    first = await group.game()
    await expire_tokens(group, app)

    answer = await group.in_direct_messages(group.ann).slash(
        "move", cell="a1 c3", game=group.number
    )
    assert "next uses me" in answer.content
    await until_nothing_is_due(app)
    tries = group.discord.requests.count(*FOLLOW_UP)
    await asyncio.sleep(1.2)  # longer than the outbox job sleeps
    assert group.discord.requests.count(*FOLLOW_UP) == tries
    assert labels_of(first), "the last message has to do until then"

    stale = await group.ben.click(first, "Move")
    await group.turn(2)

    assert "out of date" in stale.content
    assert group.discord.requests.count(*POST) == 0


async def expire_tokens(group, app):
    """Let all tokens expire, for Discord and the bot."""
    group.discord.clock.advance(AN_HOUR)
    later = datetime.now(UTC) + timedelta(hours=1)
    await app.context.services.interaction_tokens._database.write(delete_expired, later)


async def test_move_from_another_channel_is_posted_at_once_with_a_valid_token(group, app):
    await group.game()
    await group.ann.slash("board")

    answer = await group.in_direct_messages(group.ann).slash(
        "move", cell="a1 c3", game=group.number
    )

    assert "next uses me" not in answer.content
    assert group.ben.id in (await group.turn(2)).notified


async def test_pending_message_is_posted_after_a_restart(group, run_bot):
    async with run_bot() as app:
        first = await group.game()
        await until_nothing_is_due(app)
        group.discord.clock.advance(AN_HOUR)
        await group.in_direct_messages(group.ann).slash("move", cell="a1 c3", game=group.number)
        await until_nothing_is_due(app)

    async with run_bot():
        await group.ben.select(first, "Plain")

        assert "turn 2" in (await group.turn(2)).content


async def test_token_is_used_after_a_restart(group, run_bot):
    async with run_bot() as app:
        await group.game()
        await until_nothing_is_due(app)
        group.discord.faults.reset(*FOLLOW_UP, times=50)
        await group.ann.slash("move", cell="a1 c3")
        await asyncio.sleep(0.2)  # for some attempts
        assert not [m for m in group.public() if "turn 2" in m.content]
    group.discord.faults.stop_faults()

    async with run_bot():
        assert group.ben.id in (await group.turn(2)).notified


async def test_expired_token_is_not_tried_twice(group, app):
    await group.game()
    await group.in_direct_messages(group.ann).slash("board", game=group.number)
    # only Discord's clock, so that the bot's tokens are still valid
    group.discord.clock.advance(AN_HOUR)
    await group.in_direct_messages(group.ann).slash("move", cell="a1 c3", game=group.number)
    await until_nothing_is_due(app)

    refused = [e for e in group.discord.requests.entries if e.status == 401]
    assert 1 <= len(refused) <= 3
    await group.ann.slash("board", game=group.number)
    assert await group.turn(2)


async def test_refuses_a_challenge_if_others_see_no_answers(elsewhere, app):
    everyone = elsewhere.guild.everyone
    elsewhere.guild.set_overwrite(elsewhere.channel, everyone, deny=Permission.USE_EXTERNAL_APPS)

    answer = await elsewhere.ann.slash("challenge", opponent=elsewhere.ben)

    assert answer.content == user_install.ONLY_YOU_SEE()
    assert elsewhere.public() == []


async def test_practice_is_possible_where_others_see_no_answers(elsewhere, app):
    everyone = elsewhere.guild.everyone
    elsewhere.guild.set_overwrite(elsewhere.channel, everyone, deny=Permission.USE_EXTERNAL_APPS)

    begun = await elsewhere.ann.slash("challenge", level=1, size=4)
    await elsewhere.ann.slash("move", cell="a1 c3")

    third = await elsewhere.discord.wait_for_message(
        elsewhere.channel,
        lambda message: any(
            "turn 3" in str(each.get("content")) for each in components_of(message)
        ),
    )
    assert begun.is_ephemeral
    assert third.is_ephemeral


async def test_refusal_in_direct_messages_with_the_bot_offers_practice(group, app):
    answer = await group.in_direct_messages(group.ann).slash("challenge", size=4)

    assert answer.content == f"{user_install.ALONE_HERE()} {user_install.OR_PRACTISE()}"
    app.context = replace(app.context, engine=None)
    without = await group.in_direct_messages(group.ann).slash("challenge", size=4)
    assert without.content == user_install.ALONE_HERE()


async def test_other_commands_work_in_direct_messages_with_the_bot(group, app):
    await group.game()
    home = group.in_direct_messages(group.ann)

    listed = await home.slash("games")
    shown = await home.slash("board", game=group.number)
    panel = await home.click(shown, "Move")

    assert "against Ben" in listed.content
    assert shown.attachments
    assert panel is not None


async def test_setup_is_available_in_servers_only(group, elsewhere, app):
    for person in (group.ann, group.in_direct_messages(group.ann), elsewhere.ann):
        with pytest.raises(NotPossible, match="no command 'setup'"):
            await person.slash("setup")


async def accept_notifications(group, person):
    """Accept the offer of direct messages after a game began; return the response."""
    mine = [m for m in group.channel.messages.values() if m.ephemeral_to is person.user]
    offer = next(m for m in mine if user_install.WRITE_TO_ME() in labels_of(m))
    return await person.click(offer, user_install.WRITE_TO_ME())


async def test_whole_game_in_direct_messages(group, app):
    group.discord.install(group.ben)
    await group.game()
    for person in (group.ann, group.ben):
        assert (await accept_notifications(group, person)).content == user_install.I_WRITE()
    group.discord.clock.advance(AN_HOUR)
    public_before = len(group.public())

    await group.in_direct_messages(group.ann).slash("move", cell="a1 c3", game=group.number)
    mine = await group.notification(group.ben, "turn 2")
    swap = await group.in_direct_messages(group.ben).click(mine, "Swap sides")
    await group.in_direct_messages(group.ben).click(swap, "Yes, swap sides")
    hers = await group.notification(group.ann, "turn 3")
    question = await group.in_direct_messages(group.ann).click(hers, "Resign")
    await group.in_direct_messages(group.ann).click(question, "Yes, resign")
    results = [await group.notification(each, "wins") for each in (group.ann, group.ben)]

    assert [len(m.attachments) for m in (mine, hers, *results)] == [1, 1, 1, 1]
    assert f"Open game {group.number}" in labels_of(mine)
    assert len(group.public()) == public_before


async def test_rematch_from_a_direct_message_is_offered_in_the_games_channel(group, app):
    group.discord.install(group.ben)
    await group.game()
    await accept_notifications(group, group.ben)
    question = await group.ann.slash("resign", game=group.number)
    await group.ann.click(question, "Yes, resign")
    notification = await group.notification(group.ben, "wins")

    await group.in_direct_messages(group.ben).click(notification, "Rematch")
    card = await group.seen(lambda message: "Accept" in labels_of(message))

    assert "Accept" in labels_of(card)


async def test_a_rematch_from_a_direct_message_is_offered_by_direct_message_too(group, app):
    group.discord.install(group.ben)
    await group.game()
    for person in (group.ann, group.ben):
        await accept_notifications(group, person)
    question = await group.ben.slash("resign", game=group.number)
    await group.ben.click(question, "Yes, resign")
    result = await group.notification(group.ann, "wins")
    await until_nothing_is_due(app)
    await expire_tokens(group, app)

    offered = await group.in_direct_messages(group.ann).click(result, "Rematch")
    asked = await group.notification(group.ben, lobby.rematch("Ann"))

    assert "Rematch offered" in offered.content
    assert labels_of(offered) == ["Withdraw"]
    await group.in_direct_messages(group.ben).click(asked, "Accept")
    assert await group.notification(group.ann, "**Ben** accepted your challenge")
    assert "Accept" not in [label for each in group.public() for label in labels_of(each)]


@pytest.mark.parametrize("is_told", [False, True])
async def test_a_late_post_is_noted_unless_the_opponent_gets_a_direct_message(group, app, is_told):
    group.discord.install(group.ben)
    await group.game()
    if is_told:
        await accept_notifications(group, group.ben)
    await until_nothing_is_due(app)  # the token of the last press is stored
    await expire_tokens(group, app)
    home = group.in_direct_messages(group.ann)

    moved = await home.slash("move", cell="a1 c3", game=group.number)
    await home.click(await home.slash("resign", game=group.number), "Yes, resign")
    board = await home.slash("board", game=group.number)
    offered = await home.click(board, f"rematch:{group.number}:0", stale=True)

    assert (user_install.unseen("Ben") in moved.content) is not is_told
    assert (user_install.offer_unseen("Ben") in offered.content) is not is_told


@pytest.mark.parametrize("opens", [True, False])
async def test_explains_how_to_allow_direct_messages(group, app, opens):
    await group.game()
    if not opens:
        opening = ("POST", "/users/@me/channels")
        group.discord.faults.refuse(*opening, 400, 50007, "Cannot send messages to this user")

    answer = await accept_notifications(group, group.ben)

    assert answer.content == user_install.CANNOT_WRITE()
    (link,) = [c for c in components_of(answer) if c["type"] == 2]
    assert f"client_id={group.discord.application.id}" in link["url"]
    await group.ann.slash("move", cell="a1 c3")
    await group.turn(2)
    assert group.notifications(group.ben) == []


async def test_first_direct_message_has_a_timeout(group, app, monkeypatch):
    monkeypatch.setattr("bot.ui.components.user_install.TIMEOUT", 0.3)
    group.discord.install(group.ben)
    await group.game()
    group.discord.faults.silence(*POST)

    answer = await accept_notifications(group, group.ben)

    assert answer.content == failures.ANSWER_LOST()


async def test_refused_direct_messages_are_tried_once(group, app):
    group.discord.install(group.ben)
    await group.game()
    await accept_notifications(group, group.ben)
    group.discord.faults.close_direct_messages(group.ben)

    await group.ann.slash("move", cell="a1 c3")
    await group.turn(2)
    await until_nothing_is_due(app)
    refused = [e for e in group.discord.requests.entries if e.code == 50007]
    await group.ben.slash("move", cell="e5 b4")
    await group.ann.slash("move", cell="a3")
    await group.turn(4)
    await until_nothing_is_due(app)

    assert len(refused) == 1
    assert [e for e in group.discord.requests.entries if e.code == 50007] == refused


async def test_two_presses_on_the_offer_send_one_direct_message(group, app):
    group.discord.install(group.ben)
    await group.game()
    mine = [m for m in group.channel.messages.values() if m.ephemeral_to is group.ben.user]
    offer = next(m for m in mine if user_install.WRITE_TO_ME() in labels_of(m))

    await asyncio.gather(*(group.ben.click(offer, "write-me:0", stale=True) for _ in range(2)))

    assert [m.content for m in group.notifications(group.ben)] == [user_install.GREETING()]


async def test_offer_of_direct_messages_is_not_repeated_after_acceptance(group, app):
    await group.ann.slash("settings", outside="dm")

    answer = await group.ann.slash("challenge", opponent=group.ben, size=4)

    assert labels_of(answer) == []


async def test_undo_is_requested_and_accepted_in_direct_messages(group, app):
    group.discord.install(group.ben)
    await group.game()
    await accept_notifications(group, group.ben)
    await group.ann.slash("move", cell="a1 c3")
    await group.ben.slash("move", cell="e5 b4")
    await group.ann.slash("move", cell="a3")
    await group.ben.slash("move", cell="g7")
    question = await group.in_direct_messages(group.ann).slash("undo", game=group.number)
    await group.in_direct_messages(group.ann).click(question, "Yes, ask")
    asked = await group.notification(group.ben, "is asking to undo")

    await group.in_direct_messages(group.ben).click(asked, "Allow undo")
    await until_nothing_is_due(app)

    assert await plies(app, group) == 4


async def test_server_that_invites_the_bot_gets_normal_messages(elsewhere, app):
    await elsewhere.game()
    await until_nothing_is_due(app)
    elsewhere.discord.clock.advance(AN_HOUR)
    await elsewhere.in_direct_messages(elsewhere.ann).slash(
        "move", cell="a1 c3", game=elsewhere.number
    )
    await until_nothing_is_due(app)

    elsewhere.guild.invite(elsewhere.discord.application)

    assert (await elsewhere.turn(2)).notified == {elsewhere.ben.id}
    assert elsewhere.discord.requests.count(*POST) == 1


async def test_a_result_that_waited_for_the_morning_arrives_after_the_bot_has_joined(
    elsewhere, app
):
    await elsewhere.game()
    elsewhere.discord.install(elsewhere.ben)
    now, hour = datetime.now(UTC), timedelta(hours=1)
    quiet = f"{now - hour:%H:%M}-{now + hour:%H:%M}"
    await elsewhere.ben.slash("settings", turns="dm", quiet=quiet)
    await elsewhere.ann.click(await elsewhere.ann.slash("resign"), "Yes, resign")
    await until_nothing_is_due(app)

    elsewhere.guild.invite(elsewhere.discord.application)
    await until_nothing_is_due(app)
    await elsewhere.ben.slash("settings", quiet="off")

    result = await elsewhere.notification(elsewhere.ben, "wins")
    assert len(result.attachments) == 1


async def test_game_in_a_server_that_removed_the_bot_continues_with_tokens(table):
    await table.game()
    await table.settled()
    table.discord.faults.kick(table.guild)
    table.discord.install(table.ann)

    await table.ann.slash("move", cell="a1 c3")

    assert table.ben.id in (await table.turn(2)).notified


async def test_turn_is_delayed_if_answers_become_private(elsewhere, app):
    first = await elsewhere.game()
    everyone = elsewhere.guild.everyone
    elsewhere.guild.set_overwrite(elsewhere.channel, everyone, deny=Permission.USE_EXTERNAL_APPS)

    answer = await elsewhere.ann.slash("move", cell="a1 c3")
    await until_nothing_is_due(app)
    assert "next uses me" in answer.content
    assert not [m for m in elsewhere.public() if "turn 2" in m.content]

    elsewhere.guild.set_overwrite(elsewhere.channel, everyone)
    await elsewhere.ben.click(first, "Move")

    assert elsewhere.ben.id in (await elsewhere.turn(2)).notified
