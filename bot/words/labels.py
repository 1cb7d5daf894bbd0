"""Labels of commands, options, buttons, menus and forms."""

from rules.moves import Hold, Komi, Move, Swap
from rules.position import Colour

# Descriptions of commands and options have at most 100 characters, Discord's limit.
CHALLENGE_COMMAND = "Challenge somebody, or anybody in this channel, to a game"
CHALLENGE_OPPONENT = "Who should play against you; left out, whoever accepts first"
CHALLENGE_SIZE = "Cells along one side of the board"
CHALLENGE_GAME = "Which game to play"
CHALLENGE_START = "How the game begins, and what makes it fair"
CHALLENGE_KOMI = "Komi fixed beforehand, where the game has it"
CHALLENGE_COLOUR = "Black begins; in games with an offer, Black is who makes it"
CHALLENGE_UNDO = "Whether moves may be taken back"
CHALLENGE_MENU = "Challenge to a game"
CHANGE_TERMS = "Change terms"
TERMS_FORM = "Other terms"
GAME_FIELD = "Game"
SIZE_FIELD = "Size (empty: the usual one)"
BEGINS_FIELD = "Who begins; with or without undo"
BEGINS_WITHOUT_UNDO = "{}, without undo"
BEGINS = {"challenger": "I begin", "opponent": "My opponent begins", "lot": "By lot"}
COLOURS = {"challenger": "Black, I begin", "opponent": "White", "lot": "By lot"}
MAY_UNDO = {"yes": "With undo", "no": "Without undo"}
CHALLENGE_HANDICAP = "How many stones Black places first, where the game has it"
MOVE_COMMAND = "Make a move in your game"
MOVE_CELL = "A cell such as e6, two for a turn of two stones (c3 e5), or swap, komi, hold"
BOARD_COMMAND = "Show the board of a game, only to you"
GAMES_COMMAND = "List your running games and open challenges, those waiting for you first"
RESIGN_COMMAND = "Give up a game; you are asked again first"
HELP_COMMAND = "How to start, move and find your games"
GAME_ARGUMENT = "Which of your games; left out, it is found by itself"

ACCEPT = "Accept"
DECLINE = "Decline"
WITHDRAW = "Withdraw"
MOVE = "Move"
SECOND_STONE = "Second stone"
NEXT_STONE = "Next stone"
RESIGN = "Resign"
CONFIRM_SWAP = "Yes, swap"
STAY_WHITE = "Stay White"
UNDO = "Undo"
CONFIRM_UNDO = "Yes, take it back"
UNDO_ACCEPT = "Let them take it back"
UNDO_DECLINE = "No, it stands"
REMATCH = "Rematch"
UNDO_COMMAND = "Take back your last turn; you are asked again first"
CONFIRM_RESIGN = "Yes, resign"
KEEP_PLAYING = "Keep playing"
OFFER = "Make an offer"
AGAIN = "Change it"
MOVE_BUTTONS: dict[Move, tuple[str, str]] = {
    Swap(): ("swap", "Swap colours"),
    Komi(): ("komi", "Spend komi"),
    Hold(): ("hold", "Hold"),
}
CHOOSE = {Colour.BLACK: "Play Black", Colour.WHITE: "Play White"}
SHOW_GAME = "Go to game {}"

BOARD_VIEW_MENU = "Look at the board in another way"
BOARD_VIEWS = {
    "plain": ("Plain", "The board as it stands"),
    "danger": ("Danger", "Groups that one more stone would kill, and where"),
    "lifelines": ("Lifelines", "What keeps each group alive"),
    "numbers": ("Numbers", "The last turns, numbered"),
    "zoom": ("Close-up", "Around the last move, each cell with its name"),
    "text": ("Text", "The board in characters, for screen readers"),
}
BOARD_VIEW = "Another way to look at it"

MOVE_FORM = "Your move, game {}"
MOVE_LABEL = "Cell"
MOVE_PLACEHOLDER = "e6"
TURN_PLACEHOLDER = "c3 e5, or only the first stone"
OFFER_FORM = "Your offer, game {}"
OFFER_LABEL = "A whole number from {} to {}"
OFFER_PLACEHOLDER = "5"
MORE_CELLS = "More cells"
BACK = "Back"
CANCEL = "Cancel"
TYPE = "Type it"
CONFIRM = "Play {}"

STEPS = {"first": "Start", "back": "Back", "forward": "Forward", "last": "End"}
REPLAY_ANIMATION = "GIF"
NEXT_GAME = "Next game"
MORE_GAMES = "More games"
FINISHED_GAMES = "Finished games"
RUNNING_GAMES = "Running games"
OLDER, OLDEST = "Older", "Oldest"
NEWER, NEWEST = "Newer", "Newest"
REPLAY_COMMAND = "Go through a game step by step, only for you"
EXPORT_COMMAND = "Get a game as text, JSON and a web page"
IMPORT_COMMAND = "Look at a game from a file that /export made"
IMPORT_FILE = "A record, as text or JSON"
ANY_GAME = "The number of any game; left out, it is found by itself"
GAMES_PLAYER = "Whose games; left out, yours"

GIVE_TIME = "Give two more days"
REMIND = "Remind"
CLAIM = "Claim the win"
CONFIRM_CLAIM = "Yes, claim it"
LEAVE_IT = "Not now"
NO_VACATION = "No vacation, let my clock run"
KEEP_GAME = "Keep the game"
I_AM_BACK = "I am back"
AWAY_COMMAND = "Let all your games stand while you are away, or see whether you are"
AWAY_UNTIL = "The day you come back: 2030-08-15"
MUTE_COMMAND = "Hear nothing of one of your games, or hear of it again"
MUTE_MUTED = "Whether to hear nothing of it"
CHALLENGE_PACE = "How much time there is; left out, the server's usual pace"
CHALLENGE_STRICT = "Whether the clock decides by itself; left out, as is usual in this server"
IS_STRICT = {"no": "Gentle: nothing happens by itself", "yes": "Strict: the clock decides"}
PACE_FIELD = "Clock"

WRITE_TO_ME = "Write to me"
ADD_ME = "Add me"

SETUP_COMMAND = "Set how the bot plays in this server, and check its permissions"
SETUP_THREADS = "Whether each game gets a thread of its own"
SETUP_ALLOW = "Allow challenges in this channel (once more: no longer); with none, all are allowed"
SETUP_GAME = "The game when a challenge names none"
SETUP_SIZE = "The size when a challenge of that game names none"
SETUP_PACE = "The pace when a challenge names none"
SETUP_STRICT = "Whether the clock decides by itself when a challenge does not say"
