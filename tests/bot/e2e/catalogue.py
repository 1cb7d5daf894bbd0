"""Where each kind of control is found: scenes that lead to it, in a channel of their own.

A new kind in bot/ui/components/ needs a line in FOUND; tests press every one of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count

from bot.messages.component_ids import parse_id
from bot.services.clocks.clock import Pace
from bot.services.clocks.due_dates import Due
from bot.services.notifications.creation import add_notification
from bot.services.notifications.kinds import NotificationKind
from bot.services.views import Actor, Player
from bot.store.tables import clocks, deadlines, games, vacations
from bot.store.tables.clocks import ClockRow
from bot.store.tables.vacations import NewVacation
from bot.words import labels
from bot.words import practice as practice_texts
from sandbox import Permission
from sandbox.client.find import components_of, labels_of
from sandbox.client.modal import Modal
from testbed.games import REVIEW

NOTHING = timedelta(0)

NUMBERS = count(10_000)
# as people may call themselves who want to shout, or to lead others astray
NAMES = ("[**Ann**](https://x.y) ||_a_||", "@everyone <@&1> <@1> `Ben`")
TOMORROW = f"{datetime.now(UTC) + timedelta(days=30):%Y-%m-%d}"


@dataclass
class Control:
    """A control in front of a person: on a message, or a form; `fields` is what is filled in."""

    person: object
    where: object
    id: str
    fields: Mapping[str, str] = field(default_factory=dict)

    async def press(self, person=None):
        """Press, choose or send it as its person, or as another one; returns the answer."""
        person = person or self.person
        if isinstance(self.where, Modal):
            return await person.submit(self.where, self.fields)
        if "chosen" in self.fields:
            return await person.select(self.where, self.fields["chosen"], self.id)
        return await person.click(self.where, self.id, stale=True)


class Corner:
    """A channel of the table's server with two people of its own, and their game."""

    def __init__(self, table):
        self.table, self.discord, self.app = table, table.discord, table.app
        self.channel = table.guild.create_text_channel("corner")
        self.ann, self.ben = (table.guild.add_member(n).in_(self.channel) for n in NAMES)

    def by(self, person):
        return Actor(person.id, person.name, next(NUMBERS), self.table.guild.id, self.channel.id)

    async def card(self, **options):
        await self.ann.slash("challenge", opponent=self.ben, **{"size": 4, **options})
        return await self.seen(lambda message: "Accept" in labels_of(message))

    async def turn(self, *moves, game="lifeline", **options):
        """Begin a game by the services, play turns, and wait for the message of the last one."""
        services = self.app.context.services
        made = await services.challenges.propose(
            self.by(self.ann), Player(self.ben.id, self.ben.name), game, options or {"size": 4}
        )
        begun = await services.challenges.accept(self.by(self.ben), made.id)
        people = {each.id: each for each in (self.ann, self.ben)}
        for text in moves:
            mover = (await services.games.get(begun.id)).to_move
            await services.games.play(self.by(people[mover.user_id]), begun.id, text)
        self.game = begun.id
        return await self.seen(lambda message: f"turn {len(moves) + 1}" in message.content)

    async def over(self):
        await self.turn()
        await self.app.context.services.games.resign(self.by(self.ben), self.game)
        return await self.seen(lambda message: "Rematch" in labels_of(message))

    async def seen(self, fits):
        return await self.discord.wait_for_message(
            self.channel, lambda message: fits(message) and not message.is_ephemeral
        )

    async def notification(self, kind, **facts):
        """Let Ann be written about her game, as when its time has come."""
        await self.turn()
        database = self.app.context.services.games._database
        now = datetime.now(UTC)
        until = now + timedelta(days=7)

        async def post(tx):
            row = await games.find(tx, self.game)
            await deadlines.put(tx, Due.CLOSE, self.game, until)
            if kind is NotificationKind.VACATION:
                away = NewVacation(self.ann.id, now, until, until, automatic=True)
                await vacations.add(tx, away)
            await add_notification(tx, kind, row, 0, now, until=until.isoformat(), **facts)

        await database.write(post)
        return await self.seen(lambda message: message.content.startswith(self.ann.mention + ":"))


def kinds_of(message):
    """Every kind of control on a message, with the ids of those that can be used."""
    found = {}
    for part in components_of(message):
        if part.get("custom_id") and not part.get("disabled"):
            found.setdefault(parse_id(part["custom_id"]).kind, []).append(part["custom_id"])
    return found


def on(person, message, kind, **fields):
    """The first control of a kind on a message."""
    return Control(person, message, kinds_of(message)[kind][0], fields)


def in_form(person, form, **fields):
    return Control(person, form, form.custom_id, fields)


async def on_card(corner, kind):
    card = await corner.card()
    return on(corner.ann if kind == "withdraw" else corner.ben, card, kind)


async def other_terms(corner, kind):
    form = await corner.ben.click(await corner.card(), "Change terms")
    return in_form(corner.ben, form, size="5")


async def refused(corner, kind):
    form = await corner.ben.click(await corner.card(), "Change terms")
    return on(corner.ben, await corner.ben.submit(form, size="99"), kind)


async def from_menu(corner, kind):
    form = await corner.ann.user_menu(labels.CHALLENGE_MENU, corner.ben)
    return in_form(corner.ann, form, size="5")


async def on_turn(corner, kind):
    return on(
        corner.ann, await corner.turn(), kind, **({"chosen": "danger"} if kind == "look" else {})
    )


async def on_panel(corner, kind):
    return on(corner.ann, await corner.ann.click(await corner.turn(), "Move"), kind)


async def on_zone(corner, kind):
    zone = await on_panel(corner, "zone")
    return on(corner.ann, await zone.press(), kind)


async def on_preview(corner, kind):
    await corner.ann.slash("settings", confirm="always")
    cell = await on_zone(corner, "cell")
    return on(corner.ann, await cell.press(), kind)


async def typed(corner, kind):
    button = await on_panel(corner, "type")
    return in_form(corner.ann, await button.press(), text="a1 c3")


async def to_swap(corner, kind):
    second = await corner.turn("a1 c3")
    if kind == "swap":
        return on(corner.ben, second, kind)
    return on(corner.ben, await corner.ben.click(second, "Swap colours"), kind)


async def to_offer(corner, kind):
    first = await corner.turn(game="asli", size=9)
    if kind == "offer":
        return on(corner.ann, first, kind)
    form = await corner.ann.click(first, labels.OFFER)
    return in_form(corner.ann, form, text="3")


async def to_choose(corner, kind):
    return on(corner.ben, await corner.turn("offer 3", game="asli", size=9), kind)


async def to_hold(corner, kind):
    return on(corner.ben, await corner.turn("e5", game="asli", size=9, komi=3), kind)


async def to_spend(corner, kind):
    turns = ("a1", "d4", "g7", "c5", "a2")
    last = await corner.turn(*turns, game="cornered", size=4, start="none", komi=3)
    return on(corner.ben, last, kind)


async def on_resignation(corner, kind):
    return on(corner.ann, await corner.ann.click(await corner.turn(), "Resign"), kind)


async def on_answer(corner, kind):
    await corner.turn()
    answer = await corner.ann.slash("move", cell="a1 c3")
    return on(corner.ann, answer, kind)


async def on_undo(corner, kind):
    await corner.turn("a1 c3")
    return on(corner.ann, await corner.ann.slash("undo"), kind)


async def on_undo_request(corner, kind):
    await corner.turn("a1 c3", "e5 g7")
    question = await corner.ann.slash("undo")
    await corner.ann.click(question, "Yes, take it back")
    asked = await corner.seen(lambda message: "would like to take back" in message.content)
    return on(corner.ben, asked, kind)


async def on_result(corner, kind):
    return on(corner.ann, await corner.over(), kind)


async def on_replay(corner, kind):
    await corner.turn("a1 c3")
    return on(corner.ann, await corner.ann.slash("replay"), kind)


async def on_list(corner, kind):
    await corner.turn()
    shown = await corner.ann.slash("games")
    if kind == "running":
        shown = await corner.ann.click(shown, labels.FINISHED_GAMES)
    return on(corner.ann, shown, kind)


async def on_rules(corner, kind):
    fields = {"chosen": "asli"} if kind == "lesson-game" else {}
    return on(corner.ann, await corner.ann.slash("rules"), kind, **fields)


async def on_task(corner, kind):
    return on(corner.ann, await corner.ann.slash("tutorial"), kind)


async def on_notification(corner, kind):
    about = {"stay": NotificationKind.ASLEEP, "no-vacation": NotificationKind.VACATION}
    notification = await corner.notification(about.get(kind, NotificationKind.TIME_UP))
    return on(corner.ann, notification, kind)


async def on_claim(corner, kind):
    last = await corner.turn("a1 c3")
    used_up = ClockRow(corner.game, Pace.BRISK, False, NOTHING, NOTHING, 1, datetime.now(UTC))  # noqa: FBT003
    await corner.app.context.services.games._database.write(clocks.add, used_up)
    question = await corner.ann.click(last, f"claim:{corner.game}:2", stale=True)
    return on(corner.ann, question, kind)


async def on_vacation(corner, kind):
    return on(corner.ann, await corner.ann.slash("away", until=TOMORROW), kind)


async def on_closing(corner, kind):
    await corner.turn()
    mods = corner.table.guild.create_role("Mods", Permission.MANAGE_MESSAGES)
    mod = corner.table.guild.add_member("Mod").in_(corner.channel)
    corner.table.guild.give_role(mod, mods)
    return on(mod, await mod.slash("moderate close", game=str(corner.game)), kind)


async def on_privacy(corner, kind):
    await corner.turn()
    return on(corner.ann, await corner.ann.slash("privacy delete"), kind)


async def on_offer(corner, kind):
    corner.discord.install(corner.ann)
    friends = corner.discord.direct_channel(corner.ann, corner.ben)
    answer = await corner.ann.in_(friends).slash("challenge", opponent=corner.ben, size=4)
    return on(corner.ann, answer, kind)


async def on_help(corner, kind):
    return on(corner.ann, await corner.ann.slash("help"), kind)


async def to_practise(corner, kind):
    form = await corner.ann.click(await corner.ann.slash("help"), practice_texts.PRACTICE)
    return in_form(corner.ann, form, size="4")


async def on_practice(corner, kind):
    services, me = corner.app.context.services, corner.app.user
    begun = await services.practice.begin(
        corner.by(corner.ann), Player(me.id, me.name), 1, "lifeline", {"size": 4}
    )
    corner.game = begun.id
    return on(corner.ann, await corner.seen(lambda message: "turn 1" in message.content), kind)


async def on_review(corner, kind):
    services = corner.app.context.services
    await corner.turn("a1 c3")
    await services.games.resign(corner.by(corner.ben), corner.game)
    over = await corner.seen(lambda message: "Rematch" in labels_of(message))
    if kind == "review":
        return on(corner.ann, over, kind)
    await services.reviews.ask(corner.by(corner.ann), corner.game)
    await services.reviews.keep(corner.game, REVIEW)
    return on(corner.ann, await corner.seen(lambda m: "looked back on" in m.content), kind)


FOUND = {
    **dict.fromkeys(("accept", "decline", "withdraw", "terms"), on_card),
    "terms-form": other_terms,
    "again": refused,
    "challenge-form": from_menu,
    **dict.fromkeys(("move", "resign", "look"), on_turn),
    **dict.fromkeys(("zone", "cancel", "type", "hints-off"), on_panel),
    **dict.fromkeys(("cell", "zones"), on_zone),
    "sure": on_preview,
    "move-form": typed,
    **dict.fromkeys(("swap", "swap-yes"), to_swap),
    **dict.fromkeys(("offer", "offer-form"), to_offer),
    "choose": to_choose,
    "hold": to_hold,
    "komi": to_spend,
    **dict.fromkeys(("resign-yes", "keep"), on_resignation),
    "undo": on_answer,
    "undo-yes": on_undo,
    **dict.fromkeys(("undo-accept", "undo-decline"), on_undo_request),
    "rematch": on_result,
    **dict.fromkeys(("step", "reel"), on_replay),
    **dict.fromkeys(("next", "finished", "running"), on_list),
    **dict.fromkeys(("lesson", "lesson-game"), on_rules),
    **dict.fromkeys(("task", "answer"), on_task),
    **dict.fromkeys(("claim", "give", "remind", "stay", "no-vacation"), on_notification),
    "claim-yes": on_claim,
    "back": on_vacation,
    "close-yes": on_closing,
    **dict.fromkeys(("forget-yes", "forget-no"), on_privacy),
    "write-me": on_offer,
    **dict.fromkeys(("review", "turning"), on_review),
    "practice": on_help,
    "practice-form": to_practise,
    **dict.fromkeys(("hint", "threats"), on_practice),
}
