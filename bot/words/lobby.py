"""Sentences and labels of the lobby; names are escaped by the caller."""

from datetime import datetime

from bot.words.clocks import day, moment
from bot.words.translation import Message, plural, text

LOBBY_COMMAND = Message("Find an opponent, and see your own offers")
LOBBY_GAME = Message("Show only this game (optional)")
FIND_OPPONENT = Message("Find an opponent")
POST_OFFER = Message("Post an offer")
PLAY_MENU = Message("Choose an offer to take")
WITHDRAW_MENU = Message("Withdraw an offer")
OFFER_FORM = Message("Find an opponent")
START_FIELD = Message("Opening")
USUAL_START = Message("The usual opening")
KEEP_FIELD = Message("How many games")
ONE_GAME = Message("One game")
SETUP_LOBBY = Message("Channel for lobby games against players from other servers")
UPDATE = Message("Refresh")
OFF = Message("- Lobby: **off**")
TURN_ON = Message("Turn on the lobby")
TURN_OFF = Message("Turn off the lobby")
SWITCHED_OFF = Message("**The lobby is off.** Games in progress continue.")

TITLE = Message("**Lobby**")
NOBODY = Message("No offers right now. Post one, and I'll tell you when someone takes it.")
OWN_TITLE = Message("**Your offers**")
OFF_HERE = Message(
    "The lobby finds opponents in other servers, but it's off in this server. Use /lobby in a "
    "direct message with me, or ask a manager to turn it on with /setup."
)
GONE = Message("That offer is gone. /lobby shows the current offers.")
OWN_OFFER = Message("That's your own offer. Only other players can take it.")
NO_OFFER = Message("That offer is no longer open. /lobby lists your open offers.")
SAME_OFFER = Message("You already have the same offer. /lobby lists it.")
NEEDS_CLOCK = Message("Lobby games need a clock. Choose a pace.")
WITHDRAWN = Message("Offer withdrawn. Games in progress continue.")
FIRST_UNRATED = Message("Your first game together isn't rated.")
EXPIRED = Message("Your lobby offer has expired. Post it again?")


def on(channel: str) -> str:
    """Return the line of `/setup` about a server whose lobby is on."""
    return text("- Lobby: **on**, games in {channel}", channel=channel)


def switched_on(channel: str) -> str:
    return text(
        "**The lobby is on.** Members can find opponents from other servers with `/lobby`. "
        "Their games are played in {channel}.",
        channel=channel,
    )


def in_game(game: str, count: int) -> str:
    """Return the title above the offers of a game in the lobby's list."""
    return plural("**{game}**: {count} offer", "**{game}**: {count} offers", count, game=game)


def offer_line(player: str, terms: str) -> str:
    return text("- **{player}**: {terms}", player=player, terms=terms)


def own_line(terms: str, expires_at: datetime) -> str:
    return text("- {terms}, until {moment}", terms=terms, moment=day(expires_at))


def running_line(terms: str, running: int) -> str:
    """Return the line about an offer of the reader, with the number of its games in progress."""
    return plural(
        "- {terms}: {count} game in progress",
        "- {terms}: {count} games in progress",
        running,
        terms=terms,
    )


def keeping(count: int) -> str:
    return plural("keeps {count} game running", "keeps {count} games running", count)


def keep_choice(count: int) -> str:
    return plural("Keep {count} game running", "Keep {count} games running", count)


def posted(terms: str, expires_at: datetime) -> str:
    return text(
        "Offer posted: {terms}. I'll tell you when someone takes it. It expires {moment}.",
        terms=terms,
        moment=moment(expires_at),
    )


def matched_here(opponent: str, game_id: int, game: str, channel: str) -> str:
    return text(
        "You're playing **{opponent}**: game {game_id} ({game}) starts in {channel}.",
        opponent=opponent,
        game_id=game_id,
        game=game,
        channel=channel,
    )


def matched_directly(opponent: str, game_id: int, game: str) -> str:
    return text(
        "You're playing **{opponent}**: game {game_id} ({game}). I'll send you the boards by "
        "direct message. `/games` lists the game.",
        opponent=opponent,
        game_id=game_id,
        game=game,
    )


def by_direct_message(opponent: str) -> str:
    return text(
        "New game from the lobby against **{opponent}**, played by direct message.",
        opponent=opponent,
    )


def from_lobby(first: str, second: str) -> str:
    return text(
        "New game from the lobby: **{first}** against **{second}**.", first=first, second=second
    )


def found(opponent: str, game: str) -> str:
    """Return the notification that a player's offer was taken and the opponent moves first."""
    return text(
        "**{opponent}** took your lobby offer: {game}. **{opponent}** moves first.",
        opponent=opponent,
        game=game,
    )


def already_playing(name: str) -> str:
    return text(
        "You're already playing {name}. Finish that game first, or start another with /challenge.",
        name=name,
    )


def rematch(name: str) -> str:
    """Return the notification of a rematch offer after a game played in direct messages."""
    return text("**{name}** wants a rematch.", name=name)


def many_offers(count: int) -> str:
    return plural(
        "You have {count} offer in the lobby, the maximum. Withdraw it first. /lobby lists it.",
        "You have {count} offers in the lobby, the maximum. Withdraw one first. /lobby lists them.",
        count,
    )
