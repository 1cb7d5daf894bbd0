"""Catalogue of component kinds: a function for each that sets a scene and returns the component.

A new kind in bot/ui/components/ needs an entry in FOUND; tests use every entry.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count

from bot.learning.tasks import judge
from bot.learning.tutorial import TUTORIALS
from bot.messages.component_ids import parse_id
from bot.services.steps.daily_posts import post_daily
from bot.services.steps.game_clocks import revision_of
from bot.services.steps.notification_creation import add_notification
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import BotDue, Due
from bot.services.values.people.permissions import Rank
from bot.services.values.views import Actor, Player, Terms
from bot.store.tables import clocks, deadlines, games, leagues, vacations
from bot.store.tables.clocks import ClockRow
from bot.store.tables.deadlines import Deadline
from bot.store.tables.leagues import MemberRow
from bot.store.tables.notification_kinds import NotificationKind
from bot.store.tables.payloads import OfTurn
from bot.store.tables.schema import BotTime
from bot.store.tables.vacations import NewVacation
from bot.words import challenge as challenge_words
from bot.words import labels, practice
from sandbox import File, Permission
from sandbox.client.find import components_of, labels_of
from sandbox.client.modal import Modal
from testbed.games import REVIEW
from tests.bot.payload_samples import sample
from tests.bot.puzzle_buttons import button_of, shown_puzzle, wrong_turn_of

NOTHING = timedelta(0)

NUMBERS = count(10_000)
# hostile names with Markdown and mentions
HOSTILE_NAMES = ("[**Ann**](https://x.y) ||_a_||", "@everyone <@&1> <@1> `Ben`")
NOON = (datetime.now(UTC) - timedelta(days=1)).replace(hour=11)
LEAGUE_FORM = {"game": "lifeline", "size": "4", "start": "usual", "weeks": "8"}
TOMORROW = f"{datetime.now(UTC) + timedelta(days=30):%Y-%m-%d}"


@dataclass
class Control:
    """Component of a message, or a form, with its user; `fields` are the submitted values."""

    person: object
    where: object
    id: str
    fields: Mapping[str, str] = field(default_factory=dict)

    async def press(self, person=None):
        """Press, select or submit it as its user or as another person; return the response."""
        person = person or self.person
        if isinstance(self.where, Modal):
            return await person.submit(self.where, self.fields)
        if "chosen" in self.fields:
            return await person.select(self.where, self.fields["chosen"], self.id, stale=True)
        return await person.click(self.where, self.id, stale=True)


class SceneChannel:
    """Channel of the table's server with two players and their game."""

    def __init__(self, table):
        self.table, self.discord, self.app = table, table.discord, table.app
        self.settle(table.guild)

    def settle(self, guild):
        """Use a channel of a server, with two new players."""
        self.guild, self.channel = guild, guild.create_text_channel("scene")
        self.ann, self.ben = (guild.add_member(n).in_(self.channel) for n in HOSTILE_NAMES)

    def by(self, person, rank=Rank.MEMBER):
        return Actor(
            person.id, person.name, next(NUMBERS), self.guild.id, self.channel.id, rank=rank
        )

    async def card(self, **options):
        await self.ann.slash("challenge", opponent=self.ben, **{"size": 4, **options})
        return await self.seen(lambda message: "Accept" in labels_of(message))

    async def turn(self, *moves, game="lifeline", **options):
        """Start a game through the services, play turns, and wait for the last turn's message."""
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

    async def finish_game(self, *moves):
        await self.turn(*moves)
        await self.app.context.services.games.resign(self.by(self.ben), self.game)
        return await self.seen(lambda message: "Rematch" in labels_of(message))

    async def seen(self, fits):
        return await self.discord.wait_for_message(
            self.channel, lambda message: fits(message) and not message.is_ephemeral
        )

    async def notification(self, kind):
        """Add a notification for Ann about her game, as when it is due."""
        await self.turn()
        database = self.app.context.services.games._database
        now = datetime.now(UTC)
        until = now + timedelta(days=7)

        async def post(tx):
            game = await games.find(tx, self.game)
            await deadlines.put(tx, BotDue.CLOSE, self.game, BotTime(until))
            if kind is NotificationKind.VACATION:
                vacation = NewVacation(self.ann.id, now, until, until, automatic=True)
                await vacations.add(tx, vacation)
            until_then = {"until": until} if kind is NotificationKind.VACATION else {}
            payload = sample(kind, revision=revision_of(game), **until_then)
            if isinstance(payload, OfTurn):
                payload = replace(payload, turn=game.turn)
            await add_notification(tx, kind, game, 0, now, payload)

        await database.write(post)
        return await self.seen(lambda message: message.content.startswith(self.ann.mention + ":"))


def kinds_of(message):
    """Return the ids of the enabled components of a message by kind."""
    found = {}
    for part in components_of(message):
        if part.get("custom_id") and not part.get("disabled"):
            found.setdefault(parse_id(part["custom_id"]).kind, []).append(part["custom_id"])
    return found


def on(person, message, kind, **fields):
    """Return the first component of a kind on a message."""
    return Control(person, message, kinds_of(message)[kind][0], fields)


def in_form(person, form, **fields):
    return Control(person, form, form.custom_id, fields)


async def on_card(scene, kind):
    card = await scene.card()
    return on(scene.ann if kind == "withdraw" else scene.ben, card, kind)


async def other_terms(scene, kind):
    form = await scene.ben.click(await scene.card(), "Change terms")
    return in_form(scene.ben, form, size="5")


async def refused(scene, kind):
    form = await scene.ben.click(await scene.card(), "Change terms")
    return on(scene.ben, await scene.ben.submit(form, size="99"), kind)


async def from_menu(scene, kind):
    form = await scene.ann.user_menu(challenge_words.CHALLENGE_MENU(), scene.ben)
    return in_form(scene.ann, form, size="5")


async def on_turn(scene, kind):
    return on(
        scene.ann, await scene.turn(), kind, **({"chosen": "danger"} if kind == "look" else {})
    )


async def on_panel(scene, kind):
    return on(scene.ann, await scene.ann.click(await scene.turn(), "Move"), kind)


async def on_guess(scene, kind):
    cat = scene.guild.add_member("Cat").in_(scene.channel)
    panel = await cat.select(await scene.turn(size=5), ["guess"])
    if kind == "guess-zone":
        return on(cat, panel, kind)
    return on(cat, await on(cat, panel, "guess-zone").press(), kind)


async def on_zone(scene, kind):
    zone = await on_panel(scene, "zone")
    return on(scene.ann, await zone.press(), kind)


async def on_preview(scene, kind):
    await scene.ann.slash("settings", confirm="always")
    cell = await on_zone(scene, "cell")
    return on(scene.ann, await cell.press(), kind)


async def typed(scene, kind):
    button = await on_panel(scene, "type")
    return in_form(scene.ann, await button.press(), text="a1 c3")


async def to_swap(scene, kind):
    second = await scene.turn("a1 c3")
    if kind == "swap":
        return on(scene.ben, second, kind)
    return on(scene.ben, await scene.ben.click(second, "Swap sides"), kind)


async def to_offer(scene, kind):
    first = await scene.turn(game="asli", size=9)
    if kind == "offer":
        return on(scene.ann, first, kind)
    form = await scene.ann.click(first, labels.OFFER_KOMI())
    return in_form(scene.ann, form, text="3")


async def to_choose(scene, kind):
    return on(scene.ben, await scene.turn("offer 3", game="asli", size=9), kind)


async def to_hold(scene, kind):
    return on(scene.ben, await scene.turn("e5", game="asli", size=9, komi=3), kind)


async def to_spend(scene, kind):
    turns = ("a1", "d4", "g7", "c5", "a2")
    last = await scene.turn(*turns, game="cornered", size=4, start="none", komi=3)
    return on(scene.ben, last, kind)


async def on_resignation(scene, kind):
    return on(scene.ann, await scene.ann.click(await scene.turn(), "Resign"), kind)


async def on_answer(scene, kind):
    await scene.turn()
    answer = await scene.ann.slash("move", cell="a1 c3")
    return on(scene.ann, answer, kind)


async def on_undo(scene, kind):
    await scene.turn("a1 c3")
    return on(scene.ann, await scene.ann.slash("undo"), kind)


async def on_undo_by_hand(scene, kind):
    planned = await to_plan(scene, "plan")
    await planned.press()
    await scene.app.context.services.games.play(scene.by(scene.ben), scene.game, "e5 g4")
    return on(scene.ann, await scene.ann.slash("undo"), kind)


async def on_undo_request(scene, kind):
    await scene.turn("a1 c3", "e5 g7")
    question = await scene.ann.slash("undo")
    await scene.ann.click(question, "Yes, ask")
    asked = await scene.seen(lambda message: "is asking to undo" in message.content)
    return on(scene.ben, asked, kind)


async def on_late_resignation(scene, kind):
    turn = await scene.turn("a1 c3", "e5 g7", "b4", "d2")
    return on(scene.ann, await scene.ann.click(turn, "Resign"), kind)


async def on_end_request(scene, kind):
    asking = await on_late_resignation(scene, "end-ask")
    await asking.press()
    asked = await scene.seen(lambda message: "wants to end game" in message.content)
    return on(scene.ben, asked, kind)


async def on_result(scene, kind):
    return on(scene.ann, await scene.finish_game(), kind)


async def on_try_board(scene, kind):
    return on(scene.ann, await scene.ann.click(await scene.turn(), "Try out"), kind)


async def on_try_zone(scene, kind):
    zone = await on_try_board(scene, "try-zone")
    return on(scene.ann, await zone.press(), kind)


async def on_tried(scene, kind):
    cell = await on_try_zone(scene, "try-cell")
    return on(scene.ann, await cell.press(), kind)


async def on_tried_before(scene, kind):
    back = await on_tried(scene, "try-back")
    fields = {"chosen": "1"} if kind == "try-menu" else {}
    return on(scene.ann, await back.press(), kind, **fields)


async def on_offer_tried(scene, kind):
    first = await scene.turn(game="asli", size=9)
    return on(scene.ann, await scene.ann.click(first, "Try out"), kind)


async def in_menu_of_tried(scene, chosen):
    return replace(await on_tried(scene, "try-menu"), fields={"chosen": chosen})


async def on_try_deletion(scene, kind):
    delete = await in_menu_of_tried(scene, "delete")
    return on(scene.ann, await delete.press(), kind)


async def in_try_form(scene, kind):
    if kind == "try-type-form":
        opened, fields = await on_try_board(scene, "try-menu"), {"text": "a1 c3"}
        opened = replace(opened, fields={"chosen": "type"})
    else:
        opened, fields = await in_menu_of_tried(scene, "note"), {"note": "a note"}
    return in_form(scene.ann, await opened.press(), **fields)


async def to_try_swap(scene, kind):
    second = await scene.turn("a1 c3")
    return on(scene.ben, await scene.ben.click(second, "Try out"), kind)


async def to_plan(scene, kind):
    board = await scene.ann.click(await scene.turn("a1 c3"), "Try out")
    for turn in ("e5 g4", "d1"):
        form = await scene.ann.select(board, ["Type a move"])
        board = await scene.ann.submit(form, text=turn)
    plan = on(scene.ann, board, "plan")
    if kind == "plan":
        return plan
    planned = await plan.press()
    if kind == "unplan":
        return on(scene.ann, planned, kind)
    listed = await scene.ann.slash("plans")
    (menu,) = [part for part in components_of(listed) if part["type"] == 3]
    return on(scene.ann, listed, kind, chosen=menu["options"][0]["value"])


async def on_replay(scene, kind):
    await scene.turn("a1 c3")
    fields = {"chosen": "gif"} if kind == "whole-game" else {}
    return on(scene.ann, await scene.ann.slash("replay"), kind, **fields)


async def on_played_result(scene, kind):
    return on(scene.ann, await scene.finish_game("a1 c3"), kind)


async def on_import(scene, kind):
    record = File("game.txt", b"Game: lifeline\nSize: 4\n\n1. a1 c3\n2. g7 d1\n")
    return on(scene.ann, await scene.ann.slash("import", file=record), kind)


async def on_download(scene, kind):
    game = '{"header": {"game": {"name": "Asli"}, "players": [{}, {}]}, "moves": []}'
    games = File("games.json", f"[{', '.join([game] * 26)}]".encode())
    shown = await scene.ann.slash("import", file=games)
    return on(scene.ann, shown, kind, **({"chosen": "2"} if kind == "import-game" else {}))


async def on_list(scene, kind):
    await scene.turn()
    shown = await scene.ann.slash("games")
    if kind == "running":
        shown = await scene.ann.click(shown, labels.FINISHED_GAMES())
    return on(scene.ann, shown, kind)


async def on_rules(scene, kind):
    fields = {"chosen": "asli"} if kind == "lesson-game" else {}
    return on(scene.ann, await scene.ann.slash("rules"), kind, **fields)


async def on_task(scene, kind):
    return on(scene.ann, await scene.ann.slash("tutorial"), kind)


async def on_first_game(scene, kind):
    """Solve the tasks of the tutorial, which then offers a first game."""
    page = await scene.ann.slash("tutorial")
    for number, task in enumerate(TUTORIALS[0].tasks, start=1):
        right = next(name for name in task.cells if judge(task, name).right)
        page = await scene.ann.click(page, f"answer:{number}::basics {right}")
        if number < len(TUTORIALS[0].tasks):
            page = await scene.ann.click(page, "Next")
    return on(scene.ann, page, kind)


async def on_puzzle(scene, kind):
    shown = await scene.ann.slash("puzzle solve")
    if kind in ("puzzle-vote", "puzzle-line"):
        shown = await scene.ann.click(shown, "Show the solution")
    elif kind == "puzzle-retry":
        shown = await scene.ann.click(shown, button_of(shown, wrong_turn_of(shown)))
    return on(scene.ann, shown, kind)


async def in_puzzle_form(scene, _kind):
    opened = await on_puzzle(scene, "puzzle-type")
    (answer, *_) = shown_puzzle(opened.where).steps
    return in_form(scene.ann, await opened.press(), text=answer.answer)


async def on_puzzle_try(scene, kind):
    shown = await scene.ann.slash("puzzle solve")
    board = await scene.ann.click(shown, "Try out")
    puzzle = shown_puzzle(shown)
    answer = puzzle.steps[0].answer
    if kind == "puzzle-tried":
        return Control(scene.ann, board, f"puzzle-tried:{puzzle.number}:0:{answer}")
    # a menu stands only for more turns than a new puzzle has
    return Control(scene.ann, board, f"puzzle-choose:{puzzle.number}:0:0", {"chosen": answer})


async def on_daily(scene, kind):
    """Switch on the puzzle of the day and add its message at once."""
    services, channel = scene.app.context.services, scene.channel
    manager = Actor(
        scene.ann.id, "Ann", next(NUMBERS), scene.table.guild.id, channel.id, Rank.MANAGER
    )
    await services.daily.configure(manager, channel.id, 0)

    async def make_due(tx):
        await post_daily(tx, Deadline(Due.DAILY, scene.table.guild.id, datetime.now(UTC)), NOON)
        # otherwise the program posts the next one at once, because its hour has passed
        await deadlines.replace(tx, (Due.DAILY,), scene.table.guild.id, {})

    await services.games._database.write(make_due)
    shown = await scene.discord.wait_for_message(channel, lambda each: "Solve" in labels_of(each))
    return on(scene.ann, shown, kind)


async def on_notification(scene, kind):
    about = {"stay": NotificationKind.ASLEEP, "no-vacation": NotificationKind.VACATION}
    notification = await scene.notification(about.get(kind, NotificationKind.TIME_UP))
    return on(scene.ann, notification, kind)


async def on_claim(scene, kind):
    last = await scene.turn("a1 c3")
    now = BotTime(datetime.now(UTC))
    used_up = ClockRow(scene.game, Pace.BRISK, False, NOTHING, NOTHING, 1, now)  # noqa: FBT003
    await scene.app.context.services.games._database.write(clocks.add, used_up)
    question = await scene.ann.click(last, f"claim:{scene.game}:2", stale=True)
    return on(scene.ann, question, kind)


async def on_vacation(scene, kind):
    return on(scene.ann, await scene.ann.slash("away", until=TOMORROW), kind)


async def on_closing(scene, kind):
    await scene.turn()
    mods = scene.table.guild.create_role("Mods", Permission.MANAGE_MESSAGES)
    mod = scene.table.guild.add_member("Mod").in_(scene.channel)
    scene.table.guild.give_role(mod, mods)
    return on(mod, await mod.slash("moderate close", game=str(scene.game)), kind)


async def on_privacy(scene, kind):
    await scene.turn()
    return on(scene.ann, await scene.ann.slash("privacy delete"), kind)


async def on_offer(scene, kind):
    scene.discord.install(scene.ann)
    friends = scene.discord.direct_channel(scene.ann, scene.ben)
    answer = await scene.ann.in_(friends).slash("challenge", opponent=scene.ben, size=4)
    return on(scene.ann, answer, kind)


async def on_help(scene, kind):
    return on(scene.ann, await scene.ann.slash("help"), kind)


async def to_practise(scene, kind):
    form = await scene.ann.click(await scene.ann.slash("help"), practice.PRACTICE())
    return in_form(scene.ann, form, size="4")


def has_won(message):
    """Return whether a message, in either kind of layout, announces a winner."""
    found = [message.content, *(str(each.get("content", "")) for each in components_of(message))]
    return any("wins." in each for each in found)


async def on_practice(scene, kind):
    me, options = scene.table.discord.application.bot, {"size": 4, "level": 2}
    shown = await scene.ann.slash("challenge", opponent=me, **options)
    while kind == "level" and kind not in kinds_of(shown):  # offered after three losses
        await scene.ann.click(question := await scene.ann.slash("resign"), "Yes, resign")
        await scene.discord.wait_until(lambda: has_won(question))
        shown = question
        if kind not in kinds_of(shown):
            await scene.ann.slash("challenge", opponent=me, **options)
    return on(scene.ann, shown, kind)


async def on_review(scene, kind):
    services = scene.app.context.services
    await scene.turn("a1 c3")
    await services.games.resign(scene.by(scene.ben), scene.game)
    finish_game = await scene.seen(lambda message: "Rematch" in labels_of(message))
    if kind == "review":
        return on(scene.ann, finish_game, kind)
    await services.reviews.request(scene.by(scene.ann), scene.game)
    await services.reviews.store(scene.game, REVIEW)
    return on(scene.ann, await scene.seen(lambda m: "Review of game" in m.content), kind)


async def on_smaller_board(scene, kind):
    answer = await scene.ann.slash("challenge", opponent=scene.ben, size=7)
    return on(scene.ann, answer, kind)


async def on_question_for_a_game(scene, kind):
    await scene.turn()
    await scene.turn()
    asked = await scene.ann.slash("move", cell="a1 c3")
    return on(scene.ann, asked, kind, chosen=str(scene.game))


async def on_turning_point(scene, kind):
    turning = await on_review(scene, "turning")
    return on(scene.ann, await turning.press(), kind)


async def on_settings(scene, kind):
    setting = "theme" if kind in ("settings", "set") else "zone"
    menu = on(scene.ann, await scene.ann.slash("settings"), "settings", chosen=setting)
    if kind == "settings":
        return menu
    chosen = await menu.press()
    if kind == "set":
        return on(scene.ann, chosen, kind, chosen="high")
    typed_value = on(scene.ann, chosen, "set-type")
    if kind == "set-type":
        return typed_value
    return in_form(scene.ann, await typed_value.press(), zone="Europe/Berlin")


async def on_setup(scene, kind):
    role = scene.table.guild.create_role("boss", Permission.MANAGE_GUILD)
    boss = scene.table.guild.add_member("Boss", role).in_(scene.channel)
    menu = on(boss, await boss.slash("setup"), "setup", chosen="size")
    if kind == "setup":
        return menu
    fields = {"chosen": "5"} if kind == "setup-set" else {}
    return on(boss, await menu.press(), kind, **fields)


async def to_publish(scene, kind):
    """Try a move, end the game, and publish the tried line unless the control does."""
    board = await scene.ann.click(await scene.turn("a1 c3"), "Try out")
    form = await scene.ann.select(board, ["Type a move"])
    await scene.ann.submit(form, text="e5 g4")
    await scene.app.context.services.games.resign(scene.by(scene.ben), scene.game)
    board = await scene.ann.slash("try", game=str(scene.game))
    return on(scene.ann, await scene.ann.select(board, ["Publish tried moves"]), kind)


async def on_published_line(scene, kind):
    publish = await to_publish(scene, "try-publish-yes")
    await publish.press()
    mods = scene.table.guild.create_role("Mods", Permission.MANAGE_MESSAGES)
    mod = scene.table.guild.add_member("Mod").in_(scene.channel)
    scene.table.guild.give_role(mod, mods)
    replay = await mod.slash("replay", game=str(scene.game))
    line = on(mod, replay, "published-line", chosen="0")
    return line if kind == "published-line" else on(mod, await line.press(), kind)


async def in_lobby(scene, kind):
    """Open the lobby in Ann's direct messages, where it is always on."""
    ann, ben = (
        person.in_(scene.discord.direct_channel(person)) for person in (scene.ann, scene.ben)
    )
    for person in (ann, ben):
        scene.discord.install(person)
    if kind == "lobby":
        return on(ann, await ann.slash("help"), kind)
    chosen = {}
    if kind in ("lobby-play", "lobby-withdraw"):
        # offers of scenes on equal terms would match
        owner, size = (ben, 5) if kind == "lobby-play" else (ann, 6)
        actor = Actor(owner.id, owner.name, next(NUMBERS), None, None)
        terms = Terms(pace=Pace.BRISK)
        offer = await scene.app.context.services.lobby.offer(
            actor, "lifeline", {"size": size}, terms
        )
        chosen = {"chosen": str(offer.id)}
    page = await ann.slash("lobby")
    if kind != "lobby-form":
        return on(ann, page, kind, **chosen)
    form = await on(ann, page, "lobby-post").press()
    values = {"game": "lifeline", "size": "7", "start": "none", "pace": "brisk+yes", "keep": "0"}
    return in_form(ann, form, **values)


def with_manager(scene):
    """Move a scene to a server of its own, because one has at most five leagues; add a manager."""
    scene.settle(scene.discord.create_guild("Club"))
    role = scene.guild.create_role("boss", Permission.MANAGE_GUILD)
    return scene.guild.add_member("Mod", role).in_(scene.channel)


async def to_open_league(scene, kind):
    boss = with_manager(scene)
    new = on(boss, await boss.slash("setup"), "league-new")
    if kind == "league-new":
        return new
    form = in_form(boss, await new.press(), **LEAGUE_FORM)
    return form if kind == "league-form" else on(boss, await form.press(), kind)


async def open_league(scene):
    """Open a league through the services; return its manager, its number and its card."""
    boss, service = with_manager(scene), scene.app.context.services.leagues
    opened = await service.open(
        scene.by(boss, Rank.MANAGER), scene.channel.id, "lifeline", {"size": 4}, 8
    )
    card = await scene.seen(lambda message: "league-join" in kinds_of(message))
    return boss, opened.league.id, card


async def on_league(scene, kind):
    _, _, card = await open_league(scene)
    if kind == "league-join-yes":
        return on(scene.ann, await on(scene.ann, card, "league-join").press(), kind)
    return on(scene.ann, card, kind)


async def on_other_league(scene, kind):
    boss, league, _ = await open_league(scene)
    other = scene.guild.create_text_channel("other")
    service = scene.app.context.services.leagues
    await service.open(scene.by(boss, Rank.MANAGER), other.id, "lifeline", {"size": 5}, 8)
    shown = await scene.ann.in_(other).slash("league")
    return on(scene.ann.in_(other), shown, kind, chosen=str(league))


async def in_league(scene, kind):
    """Join a league; for the button to stay, as someone who was asked whether they still play."""
    _, league, _ = await open_league(scene)
    services, now = scene.app.context.services, datetime.now(UTC)
    await services.leagues.join(scene.by(scene.ann), league)
    if kind == "league-stay":
        asked = MemberRow(league, scene.ann.id, now, now)
        await services.games._database.write(leagues.put_member, asked)
    shown = await scene.ann.slash("league")
    if kind == "league-leave-yes":
        shown = await on(scene.ann, shown, "league-leave").press()
    return on(scene.ann, shown, kind)


async def on_season(scene, kind):
    """Begin a season of four players, and wait for its six games."""
    boss, league, _ = await open_league(scene)
    services = scene.app.context.services
    for person in (scene.ann, scene.ben, boss, scene.guild.add_member("Club")):
        await services.leagues.join(scene.by(person), league)
    await services.league_rulings.start(scene.by(boss, Rank.MANAGER), league, 1)
    begun = await scene.seen(lambda message: kind in kinds_of(message))
    boards = scene.channel.messages.values
    await scene.discord.wait_until(lambda: sum("turn 1" in each.content for each in boards()) == 6)
    return on(scene.ann, begun, kind)


async def on_ruling(scene, kind):
    boss, _, _ = await open_league(scene)
    shown = await boss.slash("league")
    for earlier in ("league-organise", "league-rule", "league-rule-yes"):
        fields = {"chosen": "postpone"} if earlier == "league-rule" else {}
        control = on(boss, shown, earlier, **fields)
        if earlier == kind:
            return control
        shown = await control.press()
    raise AssertionError(kind)


FOUND = {
    **dict.fromkeys(("accept", "decline", "withdraw", "terms"), on_card),
    "terms-form": other_terms,
    "again": refused,
    "challenge-form": from_menu,
    **dict.fromkeys(("move", "resign", "look"), on_turn),
    **dict.fromkeys(("zone", "cancel", "type", "tips"), on_panel),
    **dict.fromkeys(("cell", "zones"), on_zone),
    **dict.fromkeys(("guess-zone", "guess-zones", "guess-cell"), on_guess),
    "sure": on_preview,
    "move-form": typed,
    **dict.fromkeys(("swap", "swap-yes"), to_swap),
    **dict.fromkeys(("offer", "offer-form"), to_offer),
    "choose": to_choose,
    "hold": to_hold,
    "komi": to_spend,
    **dict.fromkeys(("resign-yes", "leave", "keep"), on_resignation),
    "undo": on_answer,
    "undo-yes": on_undo,
    "undo-by-hand": on_undo_by_hand,
    **dict.fromkeys(("undo-accept", "undo-decline"), on_undo_request),
    "end-ask": on_late_resignation,
    **dict.fromkeys(("end-accept", "end-decline"), on_end_request),
    "rematch": on_result,
    **dict.fromkeys(("step", "whole-game"), on_replay),
    "page": on_played_result,
    "import-step": on_import,
    **dict.fromkeys(("import-game", "import-list"), on_download),
    **dict.fromkeys(("next", "finished", "running"), on_list),
    "try": on_turn,
    "try-zone": on_try_board,
    **dict.fromkeys(("try-cell", "try-show"), on_try_zone),
    **dict.fromkeys(("try-back", "try-play"), on_tried),
    **dict.fromkeys(("try-forward", "try-menu"), on_tried_before),
    "try-type": on_offer_tried,
    "try-delete-yes": on_try_deletion,
    **dict.fromkeys(("try-note-form", "try-type-form"), in_try_form),
    "puzzle-type-form": in_puzzle_form,
    "try-move": to_try_swap,
    **dict.fromkeys(("plan", "unplan", "plans"), to_plan),
    **dict.fromkeys(("lesson", "lesson-game"), on_rules),
    **dict.fromkeys(("task", "answer"), on_task),
    **dict.fromkeys(
        (
            *("puzzle-turn", "puzzle-retry", "puzzle-solution", "puzzle-next", "puzzle-vote"),
            *("puzzle-type", "puzzle-rules", "puzzle-line", "puzzle-try"),
        ),
        on_puzzle,
    ),
    **dict.fromkeys(("puzzle-tried", "puzzle-choose"), on_puzzle_try),
    "daily": on_daily,
    **dict.fromkeys(("claim", "give", "remind", "stay", "no-vacation"), on_notification),
    "claim-yes": on_claim,
    "back": on_vacation,
    "close-yes": on_closing,
    **dict.fromkeys(("forget-yes", "forget-no"), on_privacy),
    "write-me": on_offer,
    **dict.fromkeys(("review", "turning"), on_review),
    "practice": on_help,
    "first-game": on_first_game,
    "practice-form": to_practise,
    **dict.fromkeys(("hint", "level"), on_practice),
    "quick": on_smaller_board,
    "which": on_question_for_a_game,
    "play-on": on_turning_point,
    **dict.fromkeys(("settings", "set", "set-type", "set-form"), on_settings),
    **dict.fromkeys(("setup", "setup-set", "setup-switch"), on_setup),
    "try-publish-yes": to_publish,
    **dict.fromkeys(("published-line", "remove-lines"), on_published_line),
    **dict.fromkeys(
        (
            "lobby",
            "lobby-update",
            "lobby-post",
            "lobby-form",
            "lobby-play",
            "lobby-withdraw",
        ),
        in_lobby,
    ),
    **dict.fromkeys(("league-new", "league-form", "league-open"), to_open_league),
    **dict.fromkeys(("league", "league-join", "league-join-yes"), on_league),
    "league-choose": on_other_league,
    **dict.fromkeys(("league-stay", "league-leave", "league-leave-yes"), in_league),
    "league-table": on_season,
    **dict.fromkeys(("league-organise", "league-rule", "league-rule-yes"), on_ruling),
}
