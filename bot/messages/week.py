"""Message with a server's weekly news."""

from bot.messages.message_draft import BoardImage, MessageDraft, make_board_image
from bot.services.use_cases.servers.week import LargestCut, Week
from bot.words import week as words
from bot.words.escaping import escape
from bot.words.games import game_name


def week_message(week: Week) -> MessageDraft:
    """Return the weekly news, with the picture of the largest cut; it pings nobody."""
    lines = [words.title(week.until)]
    if week.ended:
        lines.append(words.ended(week.ended))
    if week.cut is not None:
        lines.append(_cut_line(week.cut))
    if week.crown is not None:
        name, puzzles = week.crown
        lines.append(words.crown(escape(name), puzzles))
    if week.looking:
        seekers = [
            words.seeker(escape(name), game_name(key, size)) for name, key, size in week.looking
        ]
        lines.append(words.looking(seekers))
    image = None if week.cut is None else _picture(week.cut)
    return MessageDraft("\n".join([*lines, words.HOW_TO_STOP()]), image)


def _cut_line(cut: LargestCut) -> str:
    name = escape(cut.game.seats[cut.seat].name)
    return words.largest_cut(name, cut.stones, cut.game.id)


def _picture(cut: LargestCut) -> BoardImage:
    return make_board_image(cut.game, cut.game.position, elsewhere="")
