"""Labels and sentences about requests to end a game without a result."""

from bot.words.translation import Message, text

ASK = Message("Ask to end the game")
ACCEPT = Message("End without a result")
DECLINE = Message("Play on")
DONE = Message("Agreed.")
DECLINED = Message("Declined.")
NO_LONGER_OPEN = Message("This request to end the game is no longer open.")
NOT_IN_PRACTICE = Message(
    "The bot can't agree to end a game without a result. You can resign instead."
)


def askable(opponent: str) -> str:
    return text(
        "You can also ask **{opponent}** to end the game without a result.", opponent=opponent
    )


def is_asked(opponent: str) -> str:
    return text("**{opponent}** wants to end the game without a result.", opponent=opponent)


def asked(game_id: int, opponent: str) -> str:
    return text(
        "I've asked **{opponent}** to end game {game_id} without a result.",
        opponent=opponent,
        game_id=game_id,
    )


def ended(game_id: int) -> str:
    return text("Game {game_id} ended without a result.", game_id=game_id)


def request(opponent_mention: str, name: str, game_id: int) -> str:
    return text(
        "{opponent}, **{name}** wants to end game {game_id} without a result.",
        opponent=opponent_mention,
        name=name,
        game_id=game_id,
    )


def declined(name: str, asker_mention: str) -> str:
    return text("{asker}, **{name}** wants to play on.", asker=asker_mention, name=name)


def declined_already(opponent: str) -> str:
    return text(
        "{opponent} wants to play on. You can ask again after the next turn.", opponent=opponent
    )
