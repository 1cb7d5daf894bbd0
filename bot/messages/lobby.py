"""Messages of the lobby: the list of offers, the form for an offer, answers after a match."""

from collections.abc import Iterator, Mapping

from bot.messages.challenge_forms import clock_field, described, game_fields, terms_from
from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.game_lists import lines_that_fit
from bot.messages.game_text import pace_in_words
from bot.messages.outgoing_message import (
    LONGEST_LABEL,
    Button,
    Form,
    Option,
    OutgoingMessage,
    Row,
    Select,
    SelectField,
    Style,
)
from bot.services.use_cases.lobby import MOST_KEPT, LobbyView, Match, OfferView
from bot.services.use_cases.servers.server_settings import ServerSettings
from bot.services.values.clocks.clock import OFFERED_PACES, Pace
from bot.services.values.views import GameView, Terms
from bot.store.tables.outbox_kinds import NO_CHANNEL
from bot.words import labels, profile, ratings
from bot.words import lobby as words
from bot.words.clocks import PACE_NAMES, strictness
from bot.words.escaping import escape, name_of
from bot.words.games import game_name
from bot.words.translation import translated
from renderer.phrases import labelled, sentences
from rules.registry import GAMES, find_game
from rules.sentences import short_name

START, KEEP = "start", "keep"
USUAL = "usual"


def lobby_button() -> Button:
    """Return the button that shows the lobby."""
    return Button(ComponentId("lobby", 0), words.FIND_OPPONENT())


def lobby_page(view: LobbyView, note: str = "") -> OutgoingMessage:
    """Return the list of offers, with menus to accept an offer and to withdraw the reader's own.

    :param note: a line about the latest action.
    """
    lines, shown = _offer_lines(view)
    own = [_own_line(each) for each in view.own]
    game = view.game_key or ""  # the new page, too, is limited to this game
    parts = [*filter(None, (note,)), words.TITLE(), *(lines or ([] if own else [words.NOBODY()]))]
    if own:
        parts += [words.OWN_TITLE(), *own]
    rows: list[Row] = []
    if shown:
        play = tuple(_choice(each, name_of(each.player.name)) for each in shown)
        rows.append((Select(ComponentId("lobby-play", 0), words.PLAY_MENU(), play),))
    if view.own:
        options = tuple(_choice(each) for each in view.own)
        withdraw = ComponentId("lobby-withdraw", 0, value=game)
        rows.append((Select(withdraw, words.WITHDRAW_MENU(), options),))
    rows.append(
        (
            Button(ComponentId("lobby-post", 0), words.POST_OFFER(), Style.primary),
            Button(ComponentId("lobby-update", 0, value=game), words.UPDATE()),
        )
    )
    return OutgoingMessage("\n".join(parts), rows=tuple(rows))


def offer_form(usual: ServerSettings) -> Form:
    """Return the form for an offer, with the usual game and automatic loss on time selected."""
    terms = Terms(pace=Pace.STANDARD, strict=True)
    more = [Option(str(number), words.keep_choice(number)) for number in range(1, MOST_KEPT + 1)]
    keep = (Option("0", words.ONE_GAME(), default=True), *more)
    return Form(
        ComponentId("lobby-form", 0),
        words.OFFER_FORM(),
        (
            *game_fields(usual),
            start_field(),
            clock_field(terms, [pace for pace in OFFERED_PACES if pace is not Pace.NONE]),
            SelectField(KEEP, words.KEEP_FIELD(), keep),
        ),
    )


def offer_terms(fields: Mapping[str, str], usual: ServerSettings) -> tuple[Terms, int]:
    """Parse the terms of a submitted offer form, and the number of games to keep in progress.

    :raises OldComponent: when a form of an older version submits values that no longer exist.
    """
    keep = fields.get(KEEP) or "0"
    if keep not in {str(number) for number in range(MOST_KEPT + 1)}:
        raise OldComponent
    return terms_from(fields, usual), int(keep)


def offer_options(fields: Mapping[str, str]) -> dict[str, str | int | None]:
    """Return the board size and opening of a submitted offer form; None means the usual value."""
    start = fields.get(START)
    return {"size": fields.get("size") or None, START: None if start == USUAL else start}


def offer_posted(offer: OfferView) -> str:
    """Return the line that confirms a new offer in the lobby."""
    return words.posted(plain_terms(offer), offer.expires_at)


def match_answer(match: Match, reader: int) -> OutgoingMessage:
    """Return the private answer to the player whose offer or choice started a game.

    :param reader: the id of that player.
    """
    game = match.game
    opponent = escape(game.opponent_of(reader).name)
    name = game_name(game.ruleset.game, game.position.topology.size)
    if game.location.channel_id == NO_CHANNEL:
        lines = [words.matched_directly(opponent, game.id, name)]
    else:
        channel = f"<#{game.location.channel_id}>"
        lines = [words.matched_here(opponent, game.id, name, channel)]
    if match.unrated:
        lines.append(words.FIRST_UNRATED())
    row = (Button(ComponentId("next", 0), labels.NEXT_GAME(), Style.primary),)
    return OutgoingMessage("\n".join(lines), rows=(row,) if game.waits_for(reader) else ())


def matched_note(game: GameView, *, unrated: bool) -> str:
    """Return the line above the first board of a game from the lobby.

    :param unrated: whether the offer was rated, but the game is not because it is the first game
        of two strangers.
    """
    first, second = (escape(player.name) for player in game.seats)
    if game.location.channel_id == NO_CHANNEL:
        note = words.by_direct_message(second)  # the board goes to the first player
    else:
        note = words.from_lobby(first, second)
    return sentences(note, words.FIRST_UNRATED()) if unrated else note


def chosen_offer(text: str) -> int:
    """Return the id of the offer chosen in a menu.

    :raises OldComponent: when the text is not an option of the menu.
    """
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise OldComponent
    return int(text)


def plain_terms(offer: OfferView) -> str:
    """Return the terms of an offer in one line: game, opening, clock, rating, number of games."""
    pace = pace_in_words(offer.terms.pace, strict=offer.terms.strict)
    return " · ".join([_game_of(offer), *_opening(offer), pace, *_more_terms(offer)])


def _game_of(offer: OfferView) -> str:
    return game_name(offer.ruleset.game, int(offer.ruleset.options["size"]))


def _opening(offer: OfferView) -> Iterator[str]:
    ruleset = offer.ruleset
    for option in find_game(ruleset.game, ruleset.version).options:
        value = ruleset.options.get(option.name)
        if option.name != "size" and value is not None and value != option.default:
            yield short_name(translated(option.label_of(value)))


def _more_terms(offer: OfferView) -> Iterator[str]:
    if offer.terms.rated:
        yield ratings.IN_SHORT()
    if offer.keep:
        yield words.keeping(offer.keep)


def _offer_lines(view: LobbyView) -> tuple[list[str], list[OfferView]]:
    """Return the list of offers as lines below titles of games, and the offers that fit in it."""
    every = [
        words.offer_line(
            escape(each.player.name), " · ".join([plain_terms(each), *_known(each, view)])
        )
        for each in view.offers
    ]
    shown = list(zip(lines_that_fit(every, 1300), view.offers, strict=False))
    lines: list[str] = []
    for key, number in sorted(view.counts.items()):
        lines.append(words.in_game(find_game(key).name, number))
        lines += [line for line, offer in shown if offer.ruleset.game == key]
    return lines, [offer for _, offer in shown]


def _known(offer: OfferView, view: LobbyView) -> Iterator[str]:
    """Yield how reliably and how fast the player of an offer plays, where known."""
    found = view.known.get(offer.player.user_id)
    if found is not None:
        yield profile.reliable(found.finished, found.games)
        if found.answer is not None:
            yield profile.answering(found.answer)


def _own_line(offer: OfferView) -> str:
    if offer.running:
        return words.running_line(plain_terms(offer), offer.running)
    return words.own_line(plain_terms(offer), offer.expires_at)


def _choice(offer: OfferView, player: str = "") -> Option:
    """Return the menu option of an offer: a label with the game, and a description with the terms.

    :param player: a name to put into the label; empty in the menu of the reader's own offers.
    """
    pace = PACE_NAMES[offer.terms.pace]()
    # a rated game has an automatic loss on time
    clock = pace if offer.terms.rated else strictness(pace, strict=offer.terms.strict)
    terms = " · ".join([*_opening(offer), *_more_terms(offer), clock])
    label = labelled(player, _game_of(offer)) if player else _game_of(offer)
    return Option(str(offer.id), label[:LONGEST_LABEL], terms[:LONGEST_LABEL])


def start_field() -> SelectField:
    """Return the form field for the opening of any game, with the usual opening selected."""
    return SelectField(START, words.START_FIELD(), _starts())


def _starts() -> tuple[Option, ...]:
    found = {USUAL: words.USUAL_START()}
    for game in GAMES:
        for option in game.options:
            if option.name == START:
                found |= {
                    str(each): translated(option.label_of(each))
                    for each in option.choices
                    if each != option.default
                }
    return tuple(described(value, label, chosen=value == USUAL) for value, label in found.items())
