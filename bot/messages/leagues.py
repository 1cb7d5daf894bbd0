"""Messages of leagues: the card for joining, messages to groups, tables, and private pages."""

from collections.abc import Iterator, Mapping

from bot.messages.challenge_card import USUAL_TURNS
from bot.messages.challenge_forms import game_fields, options_from, with_default_size
from bot.messages.component_ids import ComponentId
from bot.messages.game_lists import MAX_LINES_LENGTH, jump_link, lines_that_fit
from bot.messages.game_text import mention
from bot.messages.lobby import START, offer_options, start_field
from bot.messages.message_draft import (
    PUBLIC,
    DisplaySettings,
    LeagueTable,
    MessageDraft,
    Viewer,
)
from bot.messages.outgoing_message import (
    LONGEST_LABEL,
    MAX_OPTIONS,
    Button,
    Form,
    Option,
    OutgoingMessage,
    Row,
    Select,
    Style,
    TextField,
)
from bot.services.use_cases.servers.server_settings import ServerSettings
from bot.services.values.leagues.groups import FEWEST, LARGEST, Movement
from bot.services.values.leagues.season import USUAL_WEEKS
from bot.services.values.leagues.table import Line
from bot.services.values.leagues.views import (
    CardView,
    LeaguePage,
    LeagueView,
    OrganiserPage,
    RulingView,
    TableRow,
    TableView,
)
from bot.services.values.views import GameSummary
from bot.store.tables.schema import RulingKind
from bot.words import leagues as words
from bot.words import notifications
from bot.words.escaping import escape
from bot.words.games import game_name
from bot.words.series import points
from renderer.league_table import CrossRow
from rules.options import Ruleset

WEEKS = "weeks"
GAMES_AT_ONCE = 5  # of a player in a usual group
EARLIER = "annul-earlier"  # in the id of the menu that has no room in the one before
ARROWS = {Movement.UP: "▲", Movement.STAY: "", Movement.DOWN: "▼"}
LONGEST_DESCRIPTION = 1024  # Discord's limit for alternative texts
ROOM = 900  # characters for a person's games


def named(league: LeagueView | Ruleset) -> str:
    """Return the game and board size of a league, such as `Lifeline, size 5`."""
    ruleset = league if isinstance(league, Ruleset) else league.ruleset
    return game_name(ruleset.game, int(ruleset.options["size"]))


def league_form(usual: ServerSettings) -> Form:
    """Return the form for a new league, with the server's usual game selected."""
    weeks = TextField(
        WEEKS,
        words.WEEKS_FIELD(),
        max_length=2,
        value=str(USUAL_WEEKS),
        description=words.WEEKS_ABOUT(),
    )
    fields = (*game_fields(usual), start_field(), weeks)
    return Form(ComponentId("league-form", 0), words.FORM(), fields)


def league_options(
    fields: Mapping[str, str], usual: ServerSettings
) -> tuple[str, dict[str, str | int]]:
    """Parse a submitted `league_form`: the key of the game, and its options.

    :raises OldComponent: when a form of an older version has no field for the game.
    """
    game = fields["game"]
    options = with_default_size(usual, game, offer_options(fields))
    return game, options_from(options)


def open_question(ruleset: Ruleset, weeks: int, channel: str) -> OutgoingMessage:
    """Return the prompt before a person opens a league, with the number of turns to expect.

    :param weeks: the length of a season in weeks.
    :param channel: the mention of the channel for the league.
    """
    lines = [words.length(named(ruleset), weeks), *_turns(ruleset, weeks)]
    lines.append(words.open_question(channel))
    chosen = [ruleset.game, str(ruleset.options["size"]), str(ruleset.options.get(START, ""))]
    button = Button(
        ComponentId("league-open", 0, weeks, " ".join(chosen)), words.CONFIRM_OPEN(), Style.success
    )
    return OutgoingMessage("\n".join(lines), rows=((button,),))


def card_message(card: CardView) -> OutgoingMessage:
    """Return the public message in a league's channel with the button to join the next season."""
    season, lines = card.season, [words.length(named(card.league), card.league.weeks)]
    buttons = [_page_button(card.league)]
    if card.league.is_ending:
        lines.append(words.ENDS_NOW())
    else:
        buttons.insert(0, _join_button(card.league))
        lines += [words.has_begun(season.number)] if season.has_begun else _registration(card)
    return OutgoingMessage("\n".join(lines), rows=(tuple(buttons),))


def _registration(card: CardView) -> Iterator[str]:
    season = card.season
    if card.before is not None:
        yield words.half_over(card.before.number)
    yield words.starts(season.number, season.begins)
    yield words.players(card.members)
    if card.members < FEWEST:
        yield words.too_few(FEWEST - card.members)


def join_question(page: LeaguePage) -> OutgoingMessage:
    """Return the private message that explains a league before a person joins."""
    league = page.league
    days = league.weeks * 7 // 2
    games = (FEWEST - 1, LARGEST - 1)
    lines = [words.join_question(named(league), days, *games), words.JOINING()]
    lines += _turns(league.ruleset, league.weeks)
    button = Button(ComponentId("league-join-yes", league.id), words.JOIN(), Style.success)
    return OutgoingMessage("\n".join(lines), rows=((button,),))


def leave_question(page: LeaguePage) -> OutgoingMessage:
    """Return the prompt that asks a person to confirm that they leave a league.

    If they play in the season in progress, they choose whether to leave after it or now.
    """
    running = 0 if page.running is None else page.running.number
    later, now = (
        ComponentId("league-leave-yes", page.league.id, running, when) for when in ("later", "now")
    )
    label = words.LEAVE_LATER() if page.is_playing else words.LEAVE()
    buttons = [Button(later, label, Style.danger)]
    if page.is_playing:
        buttons.append(Button(now, words.LEAVE_NOW(), Style.danger))
    buttons.append(_page_button(page.league, words.STAY_IN()))
    return OutgoingMessage(words.LEAVE_QUESTION(), rows=(tuple(buttons),))


def league_page(page: LeaguePage, note: str = "") -> OutgoingMessage:
    """Return a league as one person sees it: season, own place, own games and champions.

    :param note: a line about the latest action.
    """
    lines = [*([note] if note else []), words.length(named(page.league), page.league.weeks)]
    lines += [*_upcoming(page), *_own_place(page), *_own_games(page)]
    lines += [
        words.champions(number, [escape(each.name) for each in people])
        for number, people in page.champions
    ]
    return OutgoingMessage("\n".join(lines), rows=_page_rows(page))


def _upcoming(page: LeaguePage) -> Iterator[str]:
    season = page.upcoming
    if season is None:
        yield words.ENDS_NOW()
    elif page.is_asked:
        yield words.asked_about(season.number, season.begins)
    elif page.is_in:
        yield words.in_for(season.number, season.begins)
    else:
        yield words.not_in_for(season.number, season.begins)


def _own_place(page: LeaguePage) -> Iterator[str]:
    if not page.is_playing or page.running is None or page.table is None:
        return
    own = [each for each in page.table.rows if each.player.user_id == page.reader]
    place = own[0].line.place if own else None
    yield words.own_place(page.running.number, page.table.group, place)


def _own_games(page: LeaguePage) -> list[str]:
    if not page.is_playing:
        return []
    if not page.games:
        return [words.GAMES_FOLLOW() if _has_games_left(page) else words.NO_GAMES_LEFT()]
    return [words.YOUR_GAMES(), *lines_that_fit([_game_line(each) for each in page.games], ROOM)]


def _has_games_left(page: LeaguePage) -> bool:
    """Return whether a game of the reader in the season's table has no result yet."""
    view = page.table
    if view is None:
        return False
    own = {each.line.number for each in view.rows if each.player.user_id == page.reader}
    return any(each.points is None and own & set(each.players) for each in view.games)


def _game_line(game: GameSummary) -> str:
    name = notifications.named(game.id, game_name(game.game_key, game.size))
    if game.turn_message_id is not None:
        name = f"[{name}]({jump_link(game.location, game.turn_message_id)})"
    opponent = escape(game.opponent.name)
    return words.game_line(name, opponent, my_turn=game.my_turn, at=game.ends_at)


def _page_rows(page: LeaguePage) -> tuple[Row, ...]:
    league = page.league
    buttons = []
    if page.is_asked and page.upcoming is not None:
        stay = ComponentId("league-stay", league.id)
        buttons.append(Button(stay, words.STAY_IN(), Style.success))
    elif not page.is_in and page.upcoming is not None and page.is_here:
        buttons.append(_join_button(league))
    if page.table is not None:
        buttons.append(_table_button(page.table, page.table.group, words.TABLE()))
    if page.is_member or page.is_playing:
        buttons.append(Button(ComponentId("league-leave", league.id), words.LEAVE()))
    if page.is_organiser:
        buttons.append(_organise_button(league, 1 if page.table is None else page.table.group))
    rows: list[Row] = [tuple(buttons)] if buttons else []
    if page.others:
        options = tuple(Option(str(each.id), named(each)) for each in page.others[:MAX_OPTIONS])
        rows.append((Select(ComponentId("league-choose", 0), words.OTHER_LEAGUES(), options),))
    return tuple(rows)


def begun_message(view: TableView, silent: frozenset[int] = frozenset()) -> OutgoingMessage:
    """Return the message to a league's group whose season begins, which pings each player once.

    :param silent: ids of players whom it must not ping.
    """
    season = view.season
    people = [each.player for each in view.rows if not each.has_left]
    lines = [
        words.begun(season.number, view.group, [mention(each) for each in people]),
        words.begun_rules(season.ends),
    ]
    row = (
        _page_button(view.league, words.MY_GAMES()),
        _table_button(view, view.group, words.TABLE()),
    )
    pings = tuple(each.user_id for each in people if each.user_id not in silent)
    return OutgoingMessage("\n".join(lines), rows=(row,), pings=pings)


def ended_message(view: TableView) -> MessageDraft:
    """Return the message to a league's group whose season is over, with the final table."""
    lines = [words.ended(view.season.number, view.group)]
    if view.champions:
        names = [escape(each.name) for each in view.champions]
        lines.append(words.champions(view.season.number, names))
    if view.next_begins is not None:
        lines.append(words.next_season(view.season.number + 1, view.next_begins))
    row = (_page_button(view.league), _table_button(view, view.group, words.TABLE()))
    return MessageDraft("\n".join(lines), league_table=_picture(view), rows=(row,))


def table_message(view: TableView, viewer: Viewer, *, organises: bool = False) -> MessageDraft:
    """Return the message with the table of a league's group, as text and as a picture.

    Below the table it lists actions of organisers, such as the removal of a player.

    :param organises: whether to add the button for an organiser's actions.
    """
    lines = [words.table_title(named(view.league), view.season.number, view.group), *_rows(view)]
    lines.append(words.EXPLAINED())
    if any(each.line.place is None for each in view.rows):
        lines.append(words.OUT_EXPLAINED())
    # the latest first, if not all have room
    room = MAX_LINES_LENGTH - sum(len(each) + 1 for each in lines)
    lines += lines_that_fit([_ruling(each) for each in view.rulings[::-1]], room)[::-1]
    buttons = []
    if view.group > 1:
        buttons.append(_table_button(view, view.group - 1, words.HIGHER()))
    if view.group < view.groups:
        buttons.append(_table_button(view, view.group + 1, words.LOWER()))
    buttons.append(_page_button(view.league))
    if organises:
        buttons.append(_organise_button(view.league, view.group))
    picture = _picture(view, viewer.display_settings)
    return MessageDraft("\n".join(lines), league_table=picture, rows=(tuple(buttons),))


def organiser_page(page: OrganiserPage) -> OutgoingMessage:
    """Return the private message with the menus of an organiser's actions."""
    names = ["move"] if page.league.is_ending else ["end", "move"]
    if page.may_start:
        names = ["start", "postpone", *names]
    labels = {each: words.ACTIONS[each][0]() for each in names}
    if "end" in labels and not page.running:
        labels["end"] = words.END_NOW()
    rows = [_menu(page, "", words.CHOOSE_ACTION(), labels)]
    if page.people:
        people = {str(each.user_id): each.name for each in page.people}
        rows.append(_menu(page, "remove", words.REMOVE_PERSON(), people))
    games = [
        (str(each.game_id), words.game_between(each.game_id, each.first.name, each.second.name))
        for each in page.games
    ]
    if games:
        rows.append(_menu(page, "annul", words.ANNUL_RESULT(), dict(games[:MAX_OPTIONS])))
    if earlier := games[MAX_OPTIONS:]:
        rows.append(_menu(page, EARLIER, words.ANNUL_EARLIER(), dict(earlier)))
    return OutgoingMessage(words.ORGANISER_ACTIONS(), rows=tuple(rows))


def ruling_question(page: OrganiserPage, action: str, chosen: str) -> OutgoingMessage | None:
    """Return the prompt before an organiser's action; None if the page does not offer the action.

    :param action: a key of `words.ACTIONS`, `remove`, `annul` or `EARLIER`.
    :param chosen: the id of the person to remove or of the game to annul; empty for other actions.
    """
    if action in words.ACTIONS and not chosen:
        question = words.ACTIONS[action][1]()
        if action == "end" and not page.running:
            question = words.end_now_question(page.number)
        chosen = {"postpone": str(page.start), "end": str(page.running)}.get(action, "")
    elif action == "remove":
        names = {str(each.user_id): each.name for each in page.people}
        question = words.remove_question(escape(names[chosen])) if chosen in names else ""
    else:
        action, games = "annul", {str(each.game_id): each.game_id for each in page.games}
        question = words.annul_question(games[chosen]) if chosen in games else ""
    if not question:
        return None
    yes = ComponentId("league-rule-yes", page.league.id, page.number, f"{action} {chosen}".rstrip())
    row = (
        Button(yes, words.CONFIRM(), Style.danger),
        _page_button(page.league, words.NOT_NOW()),
    )
    return OutgoingMessage(question, rows=(row,))


def _menu(page: OrganiserPage, action: str, label: str, options: Mapping[str, str]) -> Row:
    offered = tuple(Option(value, name[:LONGEST_LABEL]) for value, name in options.items())
    id_ = ComponentId("league-rule", page.league.id, page.group, action)
    return (Select(id_, label, offered),)


def _picture(view: TableView, display_settings: DisplaySettings = PUBLIC) -> LeagueTable:
    numbers = [each.line.number for each in view.rows]
    rows = tuple(
        CrossRow(
            _place(each),
            each.player.name,
            points(each.line.points),
            _mark(each, view),
            tuple(_cell(view, each.line.number, other) for other in numbers),
        )
        for each in view.rows
    )
    title = words.picture_title(named(view.league), view.season.number, view.group)
    spoken = [
        words.picture_row(each.place, each.name, f"{each.points} {each.mark}".strip())
        for each in rows
    ]
    in_words = words.table_in_words(title, spoken)[:LONGEST_DESCRIPTION]
    name = f"league-{view.season.id}-{view.group}.png"
    return LeagueTable(name, title, rows, in_words, display_settings)


def _cell(view: TableView, number: int, other: int) -> str:
    """Return the table's entry for two players: the first player's points in their last game.

    It is `·` while that game has no result, and empty if the players have no game.
    """
    games = [each for each in view.games if {number, other} == set(each.players)]
    if not games:
        return ""
    return "·" if games[-1].points is None else points(games[-1].points_of(number))


def asked_row(league_id: int) -> tuple[Row, ...]:
    """Return the row of buttons with which a person answers whether they still play in a league."""
    yes = Button(ComponentId("league-stay", league_id), words.YES(), Style.success)
    return ((yes, Button(ComponentId("league-leave", league_id), words.LEAVE())),)


def page_row(league_id: int) -> tuple[Row, ...]:
    """Return the row with the button that opens a league's private page."""
    return ((Button(ComponentId("league", league_id), words.MY_GAMES(), Style.primary),),)


def table_as_text(view: TableView) -> str:
    """Return a table of a league as text, for channels where the bot may not attach files."""
    return "\n".join(_rows(view))


def _rows(view: TableView) -> list[str]:
    return [_row(each, view) for each in view.rows]


def _row(row: TableRow, view: TableView) -> str:
    number, results = points(row.line.points), _results(row.line)
    return words.row(_place(row), escape(row.player.name), number, results, _mark(row, view))


def _place(row: TableRow) -> str:
    return "–" if row.line.place is None else f"{row.line.place}."


def _mark(row: TableRow, view: TableView) -> str:
    return ARROWS[row.movement] if view.groups > 1 else ""


def _results(line: Line) -> str:
    return words.results(line.won, line.drawn, line.lost)


def _ruling(ruling: RulingView) -> str:
    if ruling.kind is RulingKind.REMOVED and ruling.player is not None:
        return words.removed(escape(ruling.player.name))
    if ruling.kind is RulingKind.ANNULLED and ruling.game_id is not None:
        return words.annulled(ruling.game_id)
    return words.RULED[ruling.kind.value]()


def _turns(ruleset: Ruleset, weeks: int) -> list[str]:
    """Return the line about how many turns a player would have in a league.

    The list is empty for a board size whose usual number of turns is unknown.
    """
    usual = USUAL_TURNS.get((ruleset.game, int(ruleset.options["size"])))
    if usual is None:
        return []
    own = usual / 2
    return [words.turns(round(own), round(own * GAMES_AT_ONCE / weeks))]


def _page_button(league: LeagueView, label: str = "") -> Button:
    return Button(ComponentId("league", league.id), label or words.LEAGUE())


def _organise_button(league: LeagueView, group: int) -> Button:
    return Button(ComponentId("league-organise", league.id, group), words.ORGANISE())


def _join_button(league: LeagueView) -> Button:
    return Button(ComponentId("league-join", league.id), words.JOIN(), Style.success)


def _table_button(view: TableView, group: int, label: str) -> Button:
    return Button(ComponentId("league-table", view.season.id, group), label)
