"""Sentences of notifications; names are escaped by the caller, times are Discord timestamps."""

from collections.abc import Sequence
from datetime import datetime

from bot.words.clocks import KEEP_GAME, day, moment
from bot.words.translation import Message, plural, text
from renderer.phrases import first_few, sentences

STRICT_BACK = Message(
    "You've used up your vacation for games with automatic loss on time. The clocks of these "
    "games are running."
)
MOST_NUMBERS = 20  # games named in a sentence


def named(game_id: int, what: str) -> str:
    """Return a game's number with its name, such as `game 12 (Lifeline, size 7)`.

    :param what: the name with the board size.
    """
    return text("game {game_id} ({game})", game_id=game_id, game=what)


def your_turn(game: str, opponent: str) -> str:
    return text("Your turn in {game} against **{opponent}**.", game=game, opponent=opponent)


def digest_title(count: int) -> str:
    return plural(
        "**{count} game is waiting for you**", "**{count} games are waiting for you**", count
    )


def waiting_line(game: str, opponent: str, ends_at: datetime | None) -> str:
    if ends_at is None:
        return text("- {game} against {opponent}", game=game, opponent=opponent)
    return text(
        "- {game} against {opponent}, deadline {moment}",
        game=game,
        opponent=opponent,
        moment=moment(ends_at),
    )


def more(count: int) -> str:
    return plural("- {count} more (see `/games`)", "- {count} more (see `/games`)", count)


def elsewhere(count: int) -> str:
    """Return the line that counts the games that readers of the channel may not see."""
    return plural(
        "- {count} game elsewhere (see `/games`)",
        "- {count} games elsewhere (see `/games`)",
        count,
    )


def over(game: str, opponent: str) -> str:
    return text("Your {game} against **{opponent}** has ended.", game=game, opponent=opponent)


def over_unseen(game: str, opponent: str, game_id: int) -> str:
    return text(
        "Your {game} against **{opponent}** has ended. I couldn't post the result in the game's "
        "channel. `/board game:{game_id}` shows it.",
        game=game,
        opponent=opponent,
        game_id=game_id,
    )


def reviewed(game: str, opponent: str) -> str:
    return text(
        "The review of {game} against **{opponent}** is ready.", game=game, opponent=opponent
    )


REVIEW_UNSEEN = Message("I couldn't post it in the game's channel.")


def unposted(opponent: str | None, channel: str) -> str:
    """Return the notification that a challenge is withdrawn because the bot cannot post it.

    :param opponent: the challenged player; None for an open challenge.
    :param channel: the mention of the channel where the bot cannot post.
    """
    if opponent is None:
        withdrawn = text(
            "I can't post in {channel}, so your open challenge has been withdrawn.", channel=channel
        )
    else:
        withdrawn = text(
            "I can't post in {channel}, so your challenge to **{opponent}** has been withdrawn.",
            channel=channel,
            opponent=opponent,
        )
    return sentences(withdrawn, TRY_ELSEWHERE())


TRY_ELSEWHERE = Message(
    "Try another channel. `/setup` shows the server's managers which permissions are missing."
)


def declined(opponent: str, game: str) -> str:
    return text("**{opponent}** declined your challenge to {game}.", opponent=opponent, game=game)


def accepted(opponent: str, game: str) -> str:
    return text("**{opponent}** accepted your challenge: {game}.", opponent=opponent, game=game)


def run_out(opponent: str | None, game: str) -> str:
    """Return the notification of an expired challenge to `opponent`; None means an open one."""
    if opponent is None:
        return text("Your open challenge to {game} has expired.", game=game)
    return text(
        "**{opponent}** didn't answer your challenge to {game} in time.",
        opponent=opponent,
        game=game,
    )


def challenged(name: str, channel: str) -> str:
    return text("**{name}** challenged you in {channel}.", name=name, channel=channel)


def challenged_unseen(name: str, channel: str) -> str:
    """Return the notification of a challenge in a channel that the bot can no longer reach."""
    return text(
        "**{name}** challenged you in {channel}, but I can no longer post there. If you can't find "
        "the challenge, start the game with `/challenge` in another channel.",
        name=name,
        channel=channel,
    )


def undo_asked(game: str, opponent: str) -> str:
    return text("**{opponent}** is asking for an undo in {game}.", opponent=opponent, game=game)


def undo_refused(game: str, opponent: str) -> str:
    return text("**{opponent}** declined your undo in {game}.", opponent=opponent, game=game)


def end_asked(game: str, opponent: str) -> str:
    return text(
        "**{opponent}** is asking to end {game} without a result.", opponent=opponent, game=game
    )


def end_refused(game: str, opponent: str) -> str:
    return text("**{opponent}** wants to keep playing {game}.", opponent=opponent, game=game)


def deadline(ends_at: datetime) -> str:
    return text("Deadline {moment}.", moment=moment(ends_at))


def reminder(game: str, opponent: str, ends_at: datetime | None) -> str:
    line = text(
        "Your time is running out in {game} against **{opponent}**.", game=game, opponent=opponent
    )
    return line if ends_at is None else sentences(line, deadline(ends_at))


def nudge(game: str, opponent: str) -> str:
    return text("**{opponent}** is asking you to move in {game}.", opponent=opponent, game=game)


def time_up(game: str, opponent: str) -> str:
    return text(
        "**{opponent}** ran out of time in {game}. You can claim the win or keep playing.",
        opponent=opponent,
        game=game,
    )


def time_given(game: str, opponent: str, ends_at: datetime | None) -> str:
    line = text("**{opponent}** gave you two more days in {game}.", opponent=opponent, game=game)
    return line if ends_at is None else sentences(line, deadline(ends_at))


def vacation(game: str, until: datetime) -> str:
    return text(
        "You were almost out of time in {game}, so your vacation has started. Your games with "
        "automatic loss on time are paused until {day}. `/away` ends your vacation, and "
        "`/settings vacation:` turns automatic vacation off.",
        game=game,
        day=day(until),
    )


def away(name: str, until: datetime, games: Sequence[int], elsewhere: int = 0) -> str:
    """Return the notification of an opponent's vacation.

    :param games: the numbers of the paused games.
    :param elsewhere: how many other paused games there are, which must not be named here.
    """
    line = text("**{name}** is on vacation until {day}.", name=name, day=day(until))
    return sentences(line, *_paused(games, elsewhere))


def _paused(games: Sequence[int], elsewhere: int) -> list[str]:
    paused = []
    if games:
        paused.append(
            plural(
                "Game {games} is paused.",
                "Games {games} are paused.",
                len(games),
                games=_list(games),
            )
        )
    if elsewhere:
        paused.append(
            plural(
                "{count} game elsewhere is paused.",
                "{count} games elsewhere are paused.",
                elsewhere,
            )
        )
    return paused


def away_strict(until: datetime, games: Sequence[int], elsewhere: int = 0) -> str:
    """Return the addition to `away` about games with automatic loss on time.

    Their clocks are paused for a shorter time than others, until `until`.
    """
    line = text(
        "In games with automatic loss on time, the clocks run again from {day}.", day=day(until)
    )
    return sentences(line, *_running_again(games, elsewhere))


def _running_again(games: Sequence[int], elsewhere: int) -> list[str]:
    running = []
    if games:
        running.append(
            plural(
                "This affects game {games}.",
                "This affects games {games}.",
                len(games),
                games=_list(games),
            )
        )
    if elsewhere:
        running.append(
            plural(
                "This affects {count} game elsewhere.",
                "This affects {count} games elsewhere.",
                elsewhere,
            )
        )
    return running


def _list(games: Sequence[int]) -> str:
    """Return numbers of games as `7, 9, 12`, with a count of the games beyond the limit."""
    return first_few([str(game) for game in games], MOST_NUMBERS)


def asleep(game: str, opponent: str, until: datetime) -> str:
    return text(
        "You and **{opponent}** haven't moved for a month in {game}. The game closes without a "
        "result on {day}, unless one of you plays or presses **{keep}**.",
        game=game,
        opponent=opponent,
        day=day(until),
        keep=KEEP_GAME(),
    )


def undeliverable(game: str, opponent: str, game_id: int) -> str:
    return text(
        "It's your turn in {game} against **{opponent}**. I couldn't post the board in the "
        "game's channel. Use `/board game:{game_id}` in any channel to see it and to move.",
        game=game,
        opponent=opponent,
        game_id=game_id,
    )
