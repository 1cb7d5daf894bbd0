"""Sentences about reports of players to the operator."""

from bot.words.translation import Message, text

REPORT_COMMAND = Message("Report your opponent to this bot's operator")
REPORT_GAME = Message("The game number, shown under the board")
REPORT_REASON = Message("What's wrong")
REASONS = {
    "cheating": Message("Cheating, or one person with two accounts"),
    "stalling": Message("Stalling on purpose"),
    "name": Message("An offensive name"),
    "harassment": Message("Harassment"),
    "other": Message("Something else"),
}
PRACTICE = Message("That's a practice game against the bot, so there's no one to report.")
REPORTED_ALREADY = Message("You've already reported this game. The operator can see your report.")


def reported(game_id: int) -> str:
    return text(
        "Game {game_id} was reported to this bot's operator. Your opponent won't be notified. "
        "`/block` stops a player's challenges.",
        game_id=game_id,
    )
