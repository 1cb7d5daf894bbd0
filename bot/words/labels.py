"""Labels of commands, options, buttons and menus of a game in progress, replays and lists.

Labels of other features are in their modules. Descriptions of commands and options have at most 100
characters (Discord's limit), buttons at most 20.
"""

from bot.words.translation import Message, text
from rules.moves import Hold, Komi, Move, Swap
from rules.position import Colour

MOVE_COMMAND = Message("Play a move in your game")
MOVE_CELL = Message(
    "A cell such as e6, or two such as c3 e5. Some turns also allow swap, komi or hold"
)
BOARD_COMMAND = Message("Show a game's board (only you see it)")
GAMES_COMMAND = Message("Your games and open challenges, most urgent first")
GAMES_PLAYER = Message("Another player (optional)")
RESIGN_COMMAND = Message("Resign a game, or ask to end it without a result")
UNDO_COMMAND = Message("Undo your last turn (I'll ask you first)")
HELP_COMMAND = Message("How to start, move and find your games")
CHOOSE_GAME = Message("Which game?")
GAME_ARGUMENT = Message("Which game (optional)")
ANY_GAME = Message("The number of any game (optional)")
REPLAY_COMMAND = Message("Step through a game (only you see it)")
EXPORT_COMMAND = Message("Get a game as text, JSON and a web page")
IMPORT_COMMAND = Message("Open a game file from /export, Abstract Play or Ludii")
IMPORT_FILE = Message("A game file, text or JSON")

MOVE = Message("Move")
SECOND_STONE = Message("Second stone")
NEXT_STONE = Message("Next stone")
RESIGN = Message("Resign")
CONFIRM_RESIGN = Message("Yes, resign")
KEEP_PLAYING = Message("Keep playing")
CONFIRM_SWAP = Message("Yes, swap sides")
STAY_WHITE = Message("Stay White")
UNDO = Message("Undo")
CONFIRM_UNDO = Message("Yes, undo")
ASK_FOR_UNDO = Message("Yes, ask")
UNDO_BY_HAND = Message("Back to my own move")
UNDO_ACCEPT = Message("Allow undo")
UNDO_DECLINE = Message("Decline undo")
REMATCH = Message("Rematch")
OFFER_KOMI = Message("Offer komi")
EDIT_FORM = Message("Edit")
MOVE_BUTTONS: dict[Move, tuple[str, Message]] = {
    Swap(): ("swap", Message("Swap sides")),
    Komi(): ("komi", Message("Spend komi (skip)")),
    Hold(): ("hold", Message("Hold (skip turn)")),
}
CHOOSE = {Colour.BLACK: Message("Play Black"), Colour.WHITE: Message("Play White")}

BOARD_VIEW = Message("How to show the board")
BOARD_VIEW_MENU = Message("Board view")
BOARD_VIEWS = {
    "plain": (Message("Plain"), Message("The board on its own")),
    "danger": (Message("Danger"), Message("Groups that one stone can take, and where")),
    "lifelines": (Message("Lifelines"), Message("What keeps each group alive")),
    "numbers": (Message("Numbers"), Message("The last turns, numbered")),
    "zoom": (Message("Close-up"), Message("The cells around the last move, with their names")),
    "text": (Message("Text"), Message("The board as text, for screen readers")),
}

MOVE_LABEL = Message("Cell")
MORE_CELLS = Message("More cells")
BACK = Message("Back")
BACK_TO_BOARD = Message("Back to board")
CANCEL = Message("Cancel")
TYPE_MOVE = Message("Type a move")
OPEN_FORM = Message("Type a value")

STEPS = {
    "first": Message("Start"),
    "back": Message("Back"),
    "forward": Message("Forward"),
    "last": Message("End"),
}
WHOLE_GAME = Message("Get the whole game")
REPLAY_ANIMATION = Message("GIF")
REPLAY_TURNS = Message("Replay turns")
NEXT_GAME = Message("Next game")
MORE_GAMES = Message("More games")
MORE_CHALLENGES = Message("More challenges")
FINISHED_GAMES = Message("Finished games")
RUNNING_GAMES = Message("Current games")
OLDER = Message("Older")
OLDEST = Message("Oldest")
NEWER = Message("Newer")
NEWEST = Message("Newest")


def show_game(game_id: int) -> str:
    """Return the label of a link to the last message of a game."""
    return text("Open game {game_id}", game_id=game_id)


def offer(komi: int) -> str:
    """Return the label of the button that confirms a komi offer."""
    return text("Offer {komi}", komi=komi)


def confirm(cells: str) -> str:
    """Return the label of the button that plays a stone on each previewed cell."""
    return text("Play {cells}", cells=cells)


def move_form(game_id: int) -> str:
    return text("Your turn, game {game_id}", game_id=game_id)


def turn_placeholder(cells: str) -> str:
    """Return the placeholder of the form for a turn of several stones: an example."""
    return text("{cells}, or only the first stone", cells=cells)
