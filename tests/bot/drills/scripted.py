"""Games with predetermined turns, and their outcomes without failures."""

import random
from dataclasses import dataclass
from itertools import count

from bot.config.system_clock import now
from bot.services import Limits, build_services
from bot.services.values.views import Actor, Player, Terms
from bot.store.engine.database import Database
from bot.store.migrate import migrate
from rules.moves import format_move
from rules.registry import find_game

RESIGN = "resign"
LONGEST = 24  # turns, after which the player to move resigns
KINDS = (
    ("lifeline", {"size": 4}),
    ("cornered", {"size": 5}),
    ("lifeline", {"size": 4, "start": "weak-pie"}),
    ("asli", {"size": 5}),
    ("liflina", {"size": 5}),
)


@dataclass(frozen=True)
class Script:
    """Game with the text of each turn by ply, including the second half of a turn."""

    game: str
    options: dict
    at: dict
    turns: int


def write_scripts(number, longest=LONGEST):
    """Return scripts of different games, alternating between the kinds of game."""
    return [
        write_script(*KINDS[each % len(KINDS)], random.Random(each), longest)
        for each in range(number)
    ]


def write_script(key, options, rng, longest):
    """Return the script of a random game."""
    position, at, turns = find_game(key).start(find_game(key).ruleset(options)), {}, 0
    while position.outcome() is None and turns < longest:
        begun, words = position, []
        while position.turn == begun.turn and position.outcome() is None:
            move = rng.choice(list(position.legal_moves()))
            words.append(format_move(move, position.topology))
            position = position.play(move)
        at |= {begun.ply + k: " ".join(words[k:]) for k in range(len(words))}
        turns += 1
    if position.outcome() is None:
        at[position.ply], turns = RESIGN, turns + 1
    return Script(key, options, at, turns)


async def uninterrupted(scripts, folder):
    """Play the scripts through the services only, and return the outcomes."""
    database = Database(f"sqlite+aiosqlite:///{folder}/uninterrupted.db")
    await migrate(database, folder, now())
    services = build_services(database, now, Limits(1000, 1000))
    numbers = count(1)
    endings = [await play_through(services, script, numbers) for script in scripts]
    await database.close()
    return endings


async def play_through(services, script, numbers):
    ann, ben = Player(1, "Ann"), Player(2, "Ben")

    def by(player):
        return Actor(player.user_id, player.name, next(numbers), None, 1)

    made = await services.challenges.propose(by(ann), ben, script.game, script.options, Terms())
    game = await services.challenges.accept(by(ben), made.id)
    while game.to_move is not None:
        text = script.at[game.position.ply]
        if text == RESIGN:
            game = await services.games.resign(by(game.to_move), game.id)
        else:
            game = (await services.games.play(by(game.to_move), game.id, text)).game
    return ending(game)


def ending(game):
    """Return the outcome of a game, which failures must not change."""
    moves = [format_move(move, game.position.topology) for move in game.record.moves]
    return moves, game.result.winner_seat, game.result.ending
