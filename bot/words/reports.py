"""Sentences about reports of players to the operator."""

from bot.words.translation import Message, text

REPORT_COMMAND = Message("Report your opponent in a game to the operator of this bot")
REPORT_GAME = Message("Number of the game, as under its board")
REPORT_REASON = Message("What is wrong")
REASONS = {
    "cheating": Message("Cheating, or two accounts of one person"),
    "stalling": Message("Stalling on purpose"),
    "name": Message("An offensive name"),
    "harassment": Message("Harassment"),
    "other": Message("Something else"),
}
PRACTICE = Message("That is a practice game against the bot, so there is no one to report.")
AGAIN = Message("You have reported this game already. The operator sees it.")


def reported(game_id: int) -> str:
    return text(
        "Game {game_id} is reported to the operator of this bot. Your opponent isn't notified. "
        "`/block` keeps a person away from you.",
        game_id=game_id,
    )
