"""Per-user limits on open challenges, offers, games in progress and requested reviews."""

from dataclasses import dataclass
from datetime import timedelta

from bot.errors.refusals import CannotChallenge, Refusal
from bot.store.engine.database import Transaction
from bot.store.tables import challenges, game_lists
from bot.words import lobby, refusals


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on each person's challenges, games, offers and reviews.

    :ivar challenge_life: the time after which an open challenge expires.
    """

    open_challenges: int = 20
    running_games: int = 50
    challenge_life: timedelta = timedelta(days=7)
    waiting_reviews: int = 3
    open_offers: int = 5

    async def refuse_challenge(self, tx: Transaction, user_id: int) -> None:
        """Refuse a challenge by a person who has reached the limit of open challenges or games.

        :raises CannotChallenge: the limit on challenges or on games is reached.
        """
        if await challenges.count_open(tx, user_id) >= self.open_challenges:
            raise CannotChallenge(refusals.many_challenges(self.open_challenges))
        await self.refuse_game(tx, user_id)

    async def refuse_game(self, tx: Transaction, user_id: int, name: str | None = None) -> None:
        """Refuse a game of a person who has reached the limit of games in progress.

        :param name: the name of the person if another player reads the refusal.
        :raises CannotChallenge: the limit is reached.
        """
        if await self.has_many_games(tx, user_id):
            most = self.running_games
            if name is None:
                raise CannotChallenge(refusals.many_games(most))
            raise CannotChallenge(refusals.they_have_many_games(name, most))

    async def has_many_games(self, tx: Transaction, user_id: int) -> bool:
        """Return whether a person has reached the limit of games in progress."""
        return await game_lists.count_running(tx, user_id) >= self.running_games

    def refuse_offer(self, standing: int) -> None:
        """Refuse a new lobby offer of a person who has reached the limit of offers.

        :param standing: the number of the person's offers in the lobby.
        :raises CannotChallenge: the limit is reached.
        """
        if standing >= self.open_offers:
            raise CannotChallenge(lobby.many_offers(self.open_offers))

    def refuse_review(self, waiting: int) -> None:
        """Refuse a review for a person who has reached the limit of requested reviews.

        :param waiting: number of the person's requested reviews.
        :raises Refusal: the limit is reached.
        """
        if waiting >= self.waiting_reviews:
            raise Refusal(refusals.many_reviews(self.waiting_reviews))
