"""Views to messages: what a challenge, a turn, a result, a list of games look like."""

from collections.abc import Iterable, Iterator

from bot import texts
from bot.ids import ComponentId
from bot.pictures import Names, Pictures
from bot.post import Button, Form, Link, Picture, Post, Row, Style
from bot.services.views import (
    ChallengeStatus,
    ChallengeView,
    GameSummary,
    GameView,
    Place,
    Played,
    Player,
)
from bot.texts import escape
from rules.moves import format_move
from rules.position import Colour, Phase, Position
from rules.registry import find_game

LISTED = 20  # lines of /games that fit a message with room to spare


class Presenter:
    """Makes posts; the pictures are drawn elsewhere."""

    def __init__(self, pictures: Pictures) -> None:
        self.pictures = pictures

    async def turn(self, game: GameView) -> Post:
        """Show the turn that begins: pings the player to move, or both at the end of the game."""
        mover = game.to_move
        return await (self._result(game) if mover is None else self._turn(game, mover))

    async def passed(self, game: GameView) -> Post:
        """Show a turn that has passed in the meantime: no ping, no buttons."""
        lines = [*_deed(game, game.shown), _line(game)]
        return Post("\n".join(lines), await self.picture(game, game.shown))

    async def _turn(self, game: GameView, mover: Player) -> Post:
        position = game.shown
        lines = [texts.turn_line(mention(mover), position), *_deed(game, position), _line(game)]
        picture = await self.picture(game, position)
        return Post("\n".join(lines), picture, turn_buttons(game, position), (mover.user_id,))

    async def _result(self, game: GameView) -> Post:
        both = " ".join(mention(player) for player in game.seats)
        lines = [_ending(game), *_deed(game, game.shown), both, _line(game)]
        picture = await self.picture(game, game.shown)
        return Post("\n".join(lines), picture, pings=tuple(each.user_id for each in game.seats))

    async def board(self, game: GameView, viewer_id: int) -> Post:
        """Show the board as one person may see it, without a ping."""
        position = game.seen_by(viewer_id)
        mover = game.to_move
        if mover is None:
            state = _ending(game)
        elif mover.user_id == viewer_id:
            state = texts.turn_line(mention(mover), position)
        else:
            state = texts.waiting_for(escape(mover.name))
        rows = (
            turn_buttons(game, position) if mover is not None and mover.user_id == viewer_id else ()
        )
        lines = [state, *_deed(game, position), _line(game)]
        return Post("\n".join(lines), await self.picture(game, position), rows)

    async def played(self, played: Played) -> Post:
        """Answer a move privately."""
        topology = played.game.position.topology
        cells = " ".join(format_move(move, topology) for move in played.moves).upper()
        if played.turn_complete:
            return Post(texts.moved(cells))
        position = played.game.position
        picture = await self.picture(played.game, position)
        return Post(texts.first_stone(cells), picture, turn_buttons(played.game, position))

    async def picture(self, game: GameView, position: Position) -> Picture:
        """Draw the board of a game as a file that can be recognised in the channel's history."""
        return await self.pictures.board(picture_name(game.id, position.ply), position, names(game))

    async def words(self, game: GameView) -> str:
        """Write the board as characters, for where a file cannot be sent."""
        return texts.cannot_post_picture(await self.pictures.words(game.shown))


def challenge_card(challenge: ChallengeView) -> Post:
    """Show the public card of a challenge; its buttons are there while it is open."""
    opponent = challenge.opponent
    card = texts.challenge_card(
        escape(challenge.challenger.name),
        None if opponent is None else mention(opponent),
        _terms(challenge),
    )
    if challenge.status is not ChallengeStatus.OPEN:
        return Post(texts.challenge_closed(card, challenge.status.value))
    return Post(
        card,
        rows=(
            (
                _challenge_button("accept", challenge, texts.ACCEPT, Style.success),
                _challenge_button("decline", challenge, texts.DECLINE, Style.danger),
                _challenge_button("withdraw", challenge, texts.WITHDRAW, Style.secondary),
            ),
        ),
        pings=() if opponent is None else (opponent.user_id,),
    )


def turn_buttons(game: GameView, position: Position) -> tuple[Row, ...]:
    """Return the controls of a turn as far as `position`: the public one hides a first stone."""
    buttons = [
        Button(ComponentId(kind, game.id, position.ply, value), label, style)
        for kind, value, label, style in _controls(game, position)
    ]
    return (tuple(buttons),)


def _controls(game: GameView, position: Position) -> Iterator[tuple[str, str, str, Style]]:
    match position.phase:
        case Phase.OFFER:
            yield "offer", "", texts.OFFER, Style.primary
        case Phase.CHOOSE:
            for colour, label in texts.CHOOSE.items():
                yield "choose", colour.label.lower(), label, Style.primary
        case Phase.SETUP | Phase.PLAY:
            second = position.ply != game.shown.ply
            yield "move", "", texts.SECOND_STONE if second else texts.MOVE, Style.primary
            for move, (kind, label) in texts.MOVE_BUTTONS.items():
                if position.is_legal(move):
                    yield kind, "", label, Style.secondary
    yield "resign", "", texts.RESIGN, Style.secondary


def resign_question(game: GameView, player_id: int) -> Post:
    """Ask before a game is given up."""
    return Post(
        texts.resign_question(game.id, escape(game.opponent_of(player_id).name)),
        rows=(
            (
                _button("resign-yes", game, texts.RESIGN_SURELY, Style.danger),
                _button("resign-no", game, texts.KEEP_PLAYING),
            ),
        ),
    )


def move_form(game: GameView) -> Form:
    """Return the form in which a move is typed."""
    two = game.position.placements_left > 1
    return Form(
        ComponentId("move-form", game.id, game.position.ply),
        texts.MOVE_FORM.format(game.id),
        texts.MOVE_LABEL,
        texts.TURN_PLACEHOLDER if two else texts.MOVE_PLACEHOLDER,
        max_length=20,
    )


def offer_form(game: GameView) -> Form:
    """Return the form in which a number is offered."""
    return Form(
        ComponentId("offer-form", game.id, game.position.ply),
        texts.OFFER_FORM.format(game.id),
        texts.OFFER_LABEL.format(0, len(game.position.topology.names)),
        texts.OFFER_PLACEHOLDER,
        max_length=5,
    )


def games_list(games: Iterable[GameSummary]) -> Post:
    """List a person's running games, in the order given."""
    lines = [_summary(game) for game in games]
    if not lines:
        return Post(texts.NO_GAMES)
    rest = [texts.and_more(len(lines) - LISTED)] if len(lines) > LISTED else []
    return Post("\n".join([texts.GAMES_TITLE, *lines[:LISTED], *rest]))


def picture_name(game_id: int, ply: int) -> str:
    return f"game-{game_id}-{ply}.png"


def mention(player: Player) -> str:
    return f"<@{player.user_id}>"


def jump_link(place: Place, message_id: int) -> str:
    """Return the address of a message, as Discord's clients open it."""
    guild = "@me" if place.guild_id is None else place.guild_id
    return f"https://discord.com/channels/{guild}/{place.channel_id}/{message_id}"


def link_row(place: Place, message_id: int, label: str) -> Row:
    return (Link(jump_link(place, message_id), label),)


def names(game: GameView) -> Names:
    """Return the names by colour, as the picture shows them."""
    return Names(
        black=game.player(Colour.BLACK).name,
        white=game.player(Colour.WHITE).name,
        result=_headline(game),
    )


def _button(kind: str, game: GameView, label: str, style: Style = Style.secondary) -> Button:
    return Button(ComponentId(kind, game.id, game.position.ply), label, style)


def _challenge_button(kind: str, challenge: ChallengeView, label: str, style: Style) -> Button:
    return Button(ComponentId(kind, challenge.id), label, style)


def _terms(challenge: ChallengeView) -> str:
    ruleset = challenge.ruleset
    return texts.terms(find_game(ruleset.game).name, int(ruleset.options["size"]), "")


def _headline(game: GameView) -> str | None:
    if game.result is None or game.winner is None:
        return None
    # the board itself shows why, unless a player gave up
    why = "" if game.position.outcome() else f": {game.result.sentence}"
    return f"{game.winner.name} wins{why}"


def _deed(game: GameView, position: Position) -> list[str]:
    last = position.last_turn
    if last is None:
        return []
    return [texts.deed(escape(game.player(last.by).name), last, position.topology)]


def _ending(game: GameView) -> str:
    assert game.result is not None, "only a finished game has a result message"
    winner = game.winner
    return texts.result_line(game.result.sentence, None if winner is None else escape(winner.name))


def _line(game: GameView) -> str:
    name = find_game(game.ruleset.game).name
    return texts.game_line(game.id, name, game.position.topology.size, game.shown.turn)


def _summary(game: GameSummary) -> str:
    name = f"{find_game(game.game_key).name} {game.size}"
    label = f"game {game.id}"
    link = (
        label
        if game.turn_message_id is None
        else f"[{label}]({jump_link(game.place, game.turn_message_id)})"
    )
    return texts.games_line(name, escape(game.opponent.name), my_turn=game.my_turn, link=link)
