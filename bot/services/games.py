"""Running games: moves of every kind, resignation, and finding the game that is meant."""

from bot.services.views import Actor, GameSummary, GameView, Played


class GameService:
    """Use cases of a game."""

    async def get(self, game_id: int) -> GameView:
        raise NotImplementedError

    async def play(
        self, actor: Actor, game_id: int, text: str, *, ply: int | None = None
    ) -> Played:
        raise NotImplementedError

    async def resign(self, actor: Actor, game_id: int, *, ply: int | None = None) -> GameView:
        raise NotImplementedError

    async def running(self, user_id: int, channel_id: int | None = None) -> list[GameSummary]:
        raise NotImplementedError

    async def resolve(self, actor: Actor, text: str | None) -> int:
        raise NotImplementedError

    async def legal_moves_text(
        self, game_id: int, user_id: int, prefix: str, limit: int = 25
    ) -> list[str]:
        raise NotImplementedError
