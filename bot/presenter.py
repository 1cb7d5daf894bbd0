"""Views to messages: what a challenge, a turn, a result, a list of games look like."""

from bot import texts
from bot.cards import mention
from bot.controls import button, stamp_at, turn_buttons
from bot.pictures import Names, Pictures
from bot.post import Picture, Post, Style
from bot.services.views import (
    GameView,
    Played,
    Player,
)
from bot.texts import escape
from rules.moves import Choose, Offer, Swap, format_move
from rules.position import Colour, LastTurn, Position
from rules.registry import find_game


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
        return await self.pictures.board(
            picture_name(game.id, stamp_at(game, position)), position, names(game)
        )

    async def words(self, game: GameView) -> str:
        """Write the board as characters, for where a file cannot be sent."""
        return texts.cannot_post_picture(await self.pictures.words(game.shown))


def resign_question(game: GameView, player_id: int) -> Post:
    """Ask before a game is given up."""
    return Post(
        texts.resign_question(game.id, escape(game.opponent_of(player_id).name)),
        rows=(
            (
                button("resign-yes", game, texts.RESIGN_SURELY, Style.danger),
                button("resign-no", game, texts.KEEP_PLAYING),
            ),
        ),
    )


def picture_name(game_id: int, stamp: int) -> str:
    return f"game-{game_id}-{stamp}.png"


def names(game: GameView) -> Names:
    """Return the names by colour, as the picture shows them."""
    return Names(
        black=game.player(Colour.BLACK).name,
        white=game.player(Colour.WHITE).name,
        result=_headline(game),
    )


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
    return [texts.deed(escape(_doer(game, last).name), last, position.topology)]


def _doer(game: GameView, last: LastTurn) -> Player:
    match last.moves[0]:
        case Offer():
            return game.seats[0]
        case Choose():
            return game.seats[1]
        case Swap():  # whoever had that colour then has the other one now
            return game.player(last.by.other)
        case _:
            return game.player(last.by)


def _ending(game: GameView) -> str:
    assert game.result is not None, "only a finished game has a result message"
    winner = game.winner
    return texts.result_line(game.result.sentence, None if winner is None else escape(winner.name))


def _line(game: GameView) -> str:
    name = find_game(game.ruleset.game).name
    return texts.game_line(game.id, name, game.position.topology.size, game.shown.turn)
