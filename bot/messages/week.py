"""Message with a server's weekly news."""

from bot.messages.message_draft import BoardImage, MessageDraft, make_board_image
from bot.services.use_cases.servers.week import LargestCut, Leaders, Week
from bot.words import week as words
from bot.words.escaping import escape
from bot.words.games import game_name
from bot.words.series import points


def week_message(week: Week) -> MessageDraft:
    """Return the message with a server's weekly news and a picture of the largest cut; no pings."""
    lines = [words.title(week.until)]
    if week.ended:
        lines.append(words.ended(week.ended))
    if week.cut is not None:
        lines.append(_cut_line(week.cut))
    if week.crown is not None:
        name, puzzles = week.crown
        lines.append(words.crown(escape(name), puzzles))
    lines += map(_leaders_line, week.leaders)
    if week.looking:
        seekers = [
            words.seeker(escape(name), game_name(key, size)) for name, key, size in week.looking
        ]
        lines.append(words.looking(seekers))
    image = None if week.cut is None else _picture(week.cut)
    return MessageDraft("\n".join([*lines, words.HOW_TO_STOP()]), image)


def _leaders_line(leaders: Leaders) -> str:
    game, names = game_name(leaders.game_key, leaders.size), [*map(escape, leaders.names)]
    if len(names) == 1:
        return words.leader(game, leaders.group, names[0], points(leaders.points))
    return words.leaders(game, leaders.group, names, points(leaders.points))


def _cut_line(cut: LargestCut) -> str:
    name = escape(cut.game.seats[cut.seat].name)
    return words.largest_cut(name, cut.stones, cut.game.id)


def _picture(cut: LargestCut) -> BoardImage:
    return make_board_image(cut.game, cut.game.position, elsewhere="")
