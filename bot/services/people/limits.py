"""How much one person may have at once, refused with a sentence."""

from dataclasses import dataclass
from datetime import timedelta

from bot.errors import CannotChallenge, Refusal
from bot.store.engine.database import Transaction
from bot.store.tables import challenges, game_lists
from bot.words import refusals


@dataclass(frozen=True, slots=True)
class Limits:
    """What one person may have at once, and how long a challenge stays open."""

    open_challenges: int = 20
    running_games: int = 50
    challenge_life: timedelta = timedelta(days=7)
    waiting_reviews: int = 3

    async def refuse_challenge(self, tx: Transaction, user_id: int) -> None:
        """Refuse one more open challenge of a person.

        :raises CannotChallenge: when the person has as many as allowed, or of games.
        """
        if await challenges.count_open(tx, user_id) >= self.open_challenges:
            raise CannotChallenge(refusals.many_challenges(self.open_challenges))
        await self.refuse_game(tx, user_id, refusals.YOU_ARE)

    async def refuse_game(self, tx: Transaction, user_id: int, who: str) -> None:
        """Refuse one more running game of a person, named in the sentence as `who` ("Ann is").

        :raises CannotChallenge: when the person plays as many as allowed.
        """
        if await game_lists.count_running(tx, user_id) >= self.running_games:
            raise CannotChallenge(refusals.many_games(who, self.running_games))

    def refuse_review(self, waiting: int) -> None:
        """Refuse to look back on one more game for a person for whom so many wait already.

        :raises Refusal: these are as many as allowed.
        """
        if waiting >= self.waiting_reviews:
            raise Refusal(refusals.many_reviews(self.waiting_reviews))
