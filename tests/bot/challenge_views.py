"""Views of challenges for tests of messages."""

from datetime import UTC, datetime
from types import MappingProxyType

from bot.services.values.views import ChallengeStatus, ChallengeView, Location, Player

THEN = datetime(2030, 1, 2, tzinfo=UTC)
USUAL = MappingProxyType(
    {
        "id": 5,
        "location": Location(1, 2),
        "challenger": Player(1, "Ann"),
        "opponent": Player(2, "Ben"),
        "status": ChallengeStatus.OPEN,
        "message_id": None,
        "created_at": THEN,
        "expires_at": THEN,
        "game_id": None,
    }
)


def challenge_view(ruleset, **changed):
    """Return the view of an open challenge by Ann to Ben, with other values for some fields."""
    return ChallengeView(ruleset=ruleset, **{**USUAL, **changed})
