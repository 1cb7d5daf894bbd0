"""Sentences and labels of leagues; names are escaped by the caller."""

from collections.abc import Sequence
from datetime import datetime

from bot.words.clocks import day, moment
from bot.words.translation import Message, plural, text
from renderer.phrases import all_of, enumerated

LEAGUE_COMMAND = Message("See your league games, group, table and next season")
OPEN_LEAGUE = Message("Open a league")
CONFIRM_OPEN = Message("Open it here")
FORM = Message("Open a league in this channel")
WEEKS_FIELD = Message("Weeks per season")
WEEKS_ABOUT = Message("From 4 to 16. A shorter season means more turns a week.")
JOIN = Message("Join")
LEAVE = Message("Leave")
LEAVE_LATER = Message("After this season")
LEAVE_NOW = Message("Resign my games now")
STAY_IN = Message("Stay in")
YES = Message("Yes")
LEAGUE = Message("League")
MY_GAMES = Message("My games")
TABLE = Message("Table")
OTHER_LEAGUES = Message("Other leagues")
HIGHER = Message("◀ Higher group")
LOWER = Message("Lower group ▶")
NUMBER_OF_WEEKS = Message("Type the number of weeks in a season, e.g. “8”.")
CHANNEL_TAKEN = Message("This channel already has a league. Choose another channel.")
NO_LEAGUE_OF_YOURS = Message(
    "You aren't in a league. Use this command in a server to see the server's league."
)
NO_LEAGUE = Message(
    "This server has no league. A manager can open one with `/setup` and **Open a league**."
)
REMOVED = Message("An organiser has removed you from this league for good.")
LEAVE_AGAIN = Message(
    "A season has begun or ended in the meantime, so nothing changed. Press **Leave** again."
)
ORGANISE_AGAIN = Message(
    "A season has begun or ended in the meantime, so nothing changed. Press **Organise** again."
)
JOINING = Message(
    "- Vacations don't pause league games. Make your first turn in each game within 4 days.\n"
    "- You may be paired with anyone in the league, even people you've blocked.\n"
    "- You stay in the league from season to season until you leave."
)
LEAVE_QUESTION = Message(
    "Leave the league? Your games in this season continue unless you resign them."
)
LEFT = Message("You've left the league.")
EXPLAINED = Message(
    "-# A win is 1 point, a draw ½. Ties are broken by the points in the games between the tied "
    "players. The next tie-break is Sonneborn-Berger (the points of opponents you beat, and half "
    "the points of opponents you drew with). The last tie-break is fewer games lost on time. "
    "Players who are still tied share a place, and the player listed first at the start goes up. "
    "▲ means moving up a group, ▼ means moving down."
)
OUT_EXPLAINED = Message(
    "-# Players without a place finished fewer than half of their games. Their results don't count."
)
YOUR_GAMES = Message("**Your games, most urgent first**")
GAMES_FOLLOW = Message("Your games begin in a moment.")
NO_GAMES_LEFT = Message("Your games this season are over.")
ENDS_NOW = Message("This league won't have another season.")
RULED = {
    "started": Message("-# An organiser started the season."),
    "postponed": Message("-# An organiser postponed the start by a week."),
    "ended": Message("-# An organiser decided to end the league after this season."),
}


ORGANISE = Message("Organise")
ORGANISER_ACTIONS = Message("**What do you want to do?** I'll ask you to confirm it first.")
CHOOSE_ACTION = Message("Change the league")
REMOVE_PERSON = Message("Remove a person")
ANNUL_RESULT = Message("Annul a result")
ANNUL_EARLIER = Message("Annul an earlier result")
# by action: its label in the menu, and the question before it
ACTIONS = {
    "start": (
        Message("Start the season now"),
        Message("Start the season now, with the people who have joined so far?"),
    ),
    "postpone": (
        Message("Postpone the start by a week"),
        Message("Postpone the start of the season by a week?"),
    ),
    "end": (
        Message("End after this season"),
        Message("End the league after this season? There won't be another season."),
    ),
    "move": (
        Message("Move the league to this channel"),
        Message("Move the league to this channel? New messages and games will appear here."),
    ),
}
END_NOW = Message("End the league now")
CONFIRM = Message("Yes, do it")
NOT_NOW = Message("Not now")
DONE = {
    "start": Message("**The season has begun.**"),
    "postpone": Message("**Start postponed by a week.**"),
    "end": Message("**The league won't have another season.**"),
    "move": Message("**The league is in this channel now.**"),
    "remove": Message("**Player removed.** Any games in this season count as resigned."),
}
REPLAYED = Message("**Result annulled.** The game will be played again. Ratings don't change.")
NOT_REPLAYED = Message(
    "**Result annulled.** The game won't be played again: it's too late, or a player has left. "
    "Ratings don't change."
)
NEEDS_FOUR = Message("A season needs at least four players. Wait for more, or postpone the start.")
SEASON_RUNS = Message("A season is already in progress. Nothing changed.")
NOT_IN = Message("This person isn't in the league any more. Nothing changed.")
NOTHING_TO_ANNUL = Message(
    "This game isn't over, or its result is already annulled. Nothing changed."
)
OWN_GAME = Message("You're playing in this game. Ask another manager. Nothing changed.")
RESULT_STAYS = Message(
    "This result can't be annulled: it decided who moved up or down, and the next season has "
    "begun. Nothing changed."
)


def end_now_question(season: int) -> str:
    """Return the prompt before a league ends between two seasons.

    :param season: the number of the season for which people register.
    """
    return text(
        "End the league now? Season {season}, for which people have joined, won't take place.",
        season=season,
    )


def remove_question(name: str) -> str:
    return text(
        "Remove **{name}** from the league for good? Their games in this season will count "
        "as resigned.",
        name=name,
    )


def annul_question(game_id: int) -> str:
    return text(
        "Annul the result of game {game_id}? The game will be played again if at least two weeks "
        "of the season are left.",
        game_id=game_id,
    )


def game_between(game_id: int, first: str, second: str) -> str:
    return text("{game_id}: {first} – {second}", game_id=game_id, first=first, second=second)


def table_in_words(title: str, rows: Sequence[str]) -> str:
    """Return the alternative text of a league table's picture.

    :param rows: the players' rows, as `picture_row` returns them.
    """
    return text("League table. {title}: {rows}.", title=title, rows=enumerated(rows))


def picture_title(game: str, number: int, group: int) -> str:
    return text("{game} · season {number} · group {group}", game=game, number=number, group=group)


def picture_row(place: str, name: str, points: str) -> str:
    return text("{place} {name} {points}", place=place, name=name, points=points)


def wrong_weeks(fewest: int, most: int) -> str:
    return text(
        "A season lasts from {fewest} to {most} weeks. Type a number in this range.",
        fewest=fewest,
        most=most,
    )


def many_leagues(most: int) -> str:
    return plural(
        "This server already has {count} league, the maximum. End it before you open another "
        "league.",
        "This server already has {count} leagues, the maximum. End one before you open another "
        "league.",
        most,
    )


def length(game: str, weeks: int) -> str:
    """Return the first line of a league's messages: its game and the length of its seasons."""
    return plural(
        "**League: {game}**, seasons of {count} week",
        "**League: {game}**, seasons of {count} weeks",
        weeks,
        game=game,
    )


def turns(of_game: int, a_week: int) -> str:
    """Return the line about how many turns a player of a league would play.

    :param of_game: the turns of one player in a usual game.
    :param a_week: the turns of one player in a week, with five games at once.
    """
    return text(
        "You'll play about {of_game} turns in each game. With five games at once, that's about "
        "{a_week} turns a week.",
        of_game=of_game,
        a_week=a_week,
    )


def open_question(channel: str) -> str:
    return text(
        "People join and play in {channel}. League games have no threads. The first season starts "
        "in a week.",
        channel=channel,
    )


def opened(channel: str, at: datetime) -> str:
    return text(
        "**The league is open.** People join in {channel}, and the first season starts {at}. "
        "`/league` shows it.",
        channel=channel,
        at=moment(at),
    )


def join_question(game: str, days: int, fewest: int, most: int) -> str:
    """Return the first lines of the private message that explains a league.

    :param days: each player's time for a game.
    :param fewest, most: the number of a player's games at once in the smallest and largest group.
    """
    return plural(
        "**Join the league: {game}?**\n"
        "- You play {fewest} to {most} rated games at once.\n"
        "- You have {count} day for all your turns in a game, and at most 12 days for one turn.",
        "**Join the league: {game}?**\n"
        "- You play {fewest} to {most} rated games at once.\n"
        "- You have {count} days for all your turns in a game, and at most 12 days for one turn.",
        days,
        game=game,
        fewest=fewest,
        most=most,
    )


def starts(number: int, at: datetime) -> str:
    return text(
        "**Season {number} starts {at}** ({day}).", number=number, at=moment(at), day=day(at)
    )


def half_over(number: int) -> str:
    return text("Season {number} is half over.", number=number)


def players(count: int) -> str:
    return plural("{count} player so far.", "{count} players so far.", count)


def too_few(missing: int) -> str:
    """Return the line of a league's card about how many more players a season needs to start."""
    return plural(
        "{count} more player is needed. Otherwise the season starts a week later.",
        "{count} more players are needed. Otherwise the season starts a week later.",
        missing,
    )


def has_begun(number: int) -> str:
    return text("Season {number} has begun. Join now to play in the next one.", number=number)


def begun(number: int, group: int, players: Sequence[str]) -> str:
    """Return the first line of the message to a league's group whose season begins.

    :param players: mentions.
    """
    return text(
        "**Season {number} has begun.** Group {group}: {players}",
        number=number,
        group=group,
        players=enumerated(players),
    )


def begun_rules(ends: datetime) -> str:
    return text(
        "Everyone plays everyone, and all games run at once. The boards will appear here. Make "
        "your first turn in each game within 4 days. The season ends {ends}.",
        ends=moment(ends),
    )


def ended(number: int, group: int) -> str:
    return text(
        "**Season {number} is over.** Final table of group {group}:", number=number, group=group
    )


def champions(number: int, names: Sequence[str]) -> str:
    return text("🏆 Season {number}: **{names}**", number=number, names=all_of(names))


def championships(count: int) -> str:
    return plural("🏆 Champion of {count} season", "🏆 Champion of {count} seasons", count)


def next_season(number: int, at: datetime) -> str:
    return text("Season {number} starts {at}.", number=number, at=moment(at))


def in_for(number: int, at: datetime) -> str:
    return text(
        "**You're signed up for season {number}.** It starts {at}.", number=number, at=moment(at)
    )


def not_in_for(number: int, at: datetime) -> str:
    return text(
        "You aren't signed up for season {number}, which starts {at}.", number=number, at=moment(at)
    )


def asked_about(number: int, at: datetime) -> str:
    return text(
        "Still playing? You lost two games on time. Press **Stay in**, or season {number} starts "
        "{at} without you.",
        number=number,
        at=moment(at),
    )


def own_place(number: int, group: int, place: int | None) -> str:
    """Return the line of a person's league page about the person's group and place.

    :param place: counted from 1; None if their results don't count.
    """
    if place is None:
        return text("Season {number}: you're in group {group}.", number=number, group=group)
    return text(
        "Season {number}: you're in group {group}, place {place}.",
        number=number,
        group=group,
        place=place,
    )


def game_line(game: str, opponent: str, *, my_turn: bool, at: datetime | None) -> str:
    """Return the line of a person's league page about a game in progress.

    :param at: when the time of the player to move is up; None without a running clock.
    """
    if at is None:
        return text("- {game} against **{opponent}**", game=game, opponent=opponent)
    if my_turn:
        return text(
            "- {game} against **{opponent}**: **your turn**, due {at}",
            game=game,
            opponent=opponent,
            at=moment(at),
        )
    return text(
        "- {game} against **{opponent}**: their turn, due {at}",
        game=game,
        opponent=opponent,
        at=moment(at),
    )


def table_title(game: str, number: int, group: int) -> str:
    return f"**{picture_title(game, number, group)}**"


def row(place: str, name: str, points: str, results: str, mark: str) -> str:
    """Return a player's row in the table of a league's group, as text.

    :param results: wins, draws and losses, from `results`.
    :param mark: an arrow if the player would move to another group, else empty.
    """
    return text(
        "{place} **{name}** {points} ({results}) {mark}",
        place=place,
        name=name,
        points=points,
        results=results,
        mark=mark,
    ).rstrip()


def results(won: int, drawn: int, lost: int) -> str:
    return text("{won} won, {drawn} drawn, {lost} lost", won=won, drawn=drawn, lost=lost)


def removed(player: str) -> str:
    return text("-# An organiser removed **{player}**.", player=player)


def annulled(game_id: int) -> str:
    return text("-# An organiser annulled game {game_id}.", game_id=game_id)


def asked(game: str) -> str:
    """Return the notification that asks a player whether they still play in a league.

    It goes to a player who lost two league games in a row on time.
    """
    return text(
        "**Still playing in the {game} league?** You lost two games in a row on time. If you "
        "don't answer, the next season starts without you.",
        game=game,
    )


def begun_for_you(game: str) -> str:
    """Return the notification that a season has begun, for a player not pinged in the channel."""
    return text(
        "**The season of the {game} league has begun.** Make your first turn in each game within "
        "4 days.",
        game=game,
    )


def stopped(game: str, channel: str) -> str:
    """Return the notification that the bot can no longer post in a league's channel.

    It goes to the person who opened the league.
    """
    return text(
        "I can't post about the {game} league in {channel}: the channel is gone, or I'm not "
        "allowed to post there. The games continue. To move the league to another channel, use "
        "`/league` there and press **Organise**.",
        game=game,
        channel=channel,
    )
