"""Challenges: made, accepted into a game, declined, withdrawn, run out."""

from collections.abc import Mapping

from bot.services.views import Actor, ChallengeView, GameView


class ChallengeService:
    """Use cases of a challenge."""

    async def create(
        self,
        actor: Actor,
        opponent_id: int,
        opponent_name: str,
        game_key: str,
        options: Mapping[str, str | int],
        *,
        opponent_is_bot: bool = False,
    ) -> ChallengeView:
        raise NotImplementedError

    async def accept(self, actor: Actor, challenge_id: int) -> GameView:
        raise NotImplementedError

    async def decline(self, actor: Actor, challenge_id: int) -> ChallengeView:
        raise NotImplementedError

    async def withdraw(self, actor: Actor, challenge_id: int) -> ChallengeView:
        raise NotImplementedError

    async def get(self, challenge_id: int) -> ChallengeView:
        raise NotImplementedError

    async def card_posted(self, challenge_id: int, message_id: int) -> None:
        raise NotImplementedError

    async def expire_due(self, limit: int = 100) -> int:
        raise NotImplementedError
