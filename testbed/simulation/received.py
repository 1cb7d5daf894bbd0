"""Parser of the bot's messages: recipient, kind and games of each notification."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sandbox import Message

GAME = re.compile(r"game (\d+) \(")
PICTURE = re.compile(r"game-(\d+)-(\d+)\.png")
CONTROL = re.compile(r'"resign:(\d+):(\d+)"')
TIME_UP = re.compile(r"(?:due|auto-loss) <t:(\d+):R>")
COUNTED = re.compile(r"\*\*(\d+) games? (?:is|are) waiting for you\*\*")
CHALLENGED = re.compile(r" (?:challenges|offers) <@(\d+)>")
ACCEPTING = re.compile(r'"accept:(\d+)"')
ENDED = re.compile(r'"rematch:(\d+)')
TURN, RESULT, CARD, DIGEST, OVER = "ping", "result", "card", "digest", "over"
NOTIFICATIONS = {
    "undeliverable": re.compile(r"can no longer post"),
    "turn_dm": re.compile(r"(?:Your|It's your) turn in game \d+"),
    DIGEST: COUNTED,
    "reminder": re.compile(r"Your time is running out in game \d+"),
    "nudge": re.compile(r"is asking you to move in game"),
    "time_up": re.compile(r"ran out of time in game"),
    "time_given": re.compile(r"gave you two more days"),
    "vacation": re.compile(r"so your vacation has started"),
    "away": re.compile(r"is on vacation until"),
    "strict_back": re.compile(r"used up your vacation for games"),
    OVER: re.compile(r"Your game \d+ .* ended during your quiet hours|Your game \d+ .* has ended"),
    "reviewed": re.compile(r"The review of game"),
    "unposted": re.compile(r"I can't post in"),
    "declined": re.compile(r"declined your challenge to"),
    "run_out": re.compile(r"Your open challenge to .* has expired|didn't answer your challenge"),
    "challenged": re.compile(r"challenged you in"),
    "undo_refused": re.compile(r"declined your undo"),
    "asleep": re.compile(r"haven't moved for a month"),
}


@dataclass(frozen=True, repr=False)
class ReceivedNotification:
    """Notification that one person received: a ping or a direct message."""

    person: int
    kind: str
    moment: datetime
    games: tuple[int, ...]
    message: Message
    revision: int | None = None
    waiting: int = 0

    def __str__(self) -> str:
        return f"{self.kind} at {self.moment} to {self.person}: {self.message.content}"

    @property
    def time_up(self) -> int | None:
        """Unix time at which the player's time is up, if the message says so, else None."""
        found = TIME_UP.search(self.message.content)
        return None if found is None else int(found[1])


def read_notifications(message: Message, moment: datetime) -> Iterator[ReceivedNotification]:
    """Yield the notifications of a new message, one for each pinged person."""
    kind = classify(message)
    revision = _revision(message) if kind == TURN else None
    games = tuple(int(number) for number in GAME.findall(message.content))
    number = find_ended_game(message) if revision is None else revision[0]
    if number is not None:
        games = (number,)
    count = COUNTED.search(message.content)
    for person in message.notified:
        yield ReceivedNotification(
            person,
            kind,
            moment,
            games,
            message,
            None if revision is None else revision[1],
            0 if count is None else int(count[1]),
        )


def find_challenge(message: Message) -> tuple[int, int] | None:
    """Return the challenge's id and the challenged person's id in a message; None without both."""
    found = CHALLENGED.search(message.content)
    number = ACCEPTING.search(json.dumps(message.components))
    return None if found is None or number is None else (int(number[1]), int(found[1]))


def find_ended_game(message: Message) -> int | None:
    """Return the id of the game whose end a message shows; None for other messages."""
    found = ENDED.search(json.dumps(message.components))
    return None if found is None else int(found[1])


def classify(message: Message) -> str:
    """Return the kind of a message of the bot, such as a turn, a digest or a challenge."""
    if find_ended_game(message) is not None:
        return RESULT
    if "\n-# Game " in f"\n{message.content}":
        return TURN
    for kind, words in NOTIFICATIONS.items():
        if words.search(message.content):
            return kind
    if " challenges " in message.content:
        return CARD
    raise AssertionError(f"what is this? {message.content}")


def _revision(message: Message) -> tuple[int, int] | None:
    names = " ".join(each.filename for each in message.attachments)
    found = PICTURE.search(names) or CONTROL.search(json.dumps(message.components))
    return None if found is None else (int(found[1]), int(found[2]))
