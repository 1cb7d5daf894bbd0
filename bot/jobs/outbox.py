"""Background loop that delivers the outbox to Discord."""

from bot.context.app_context import BotClient
from bot.delivery.worker import Worker


async def run(client: BotClient) -> None:
    """Deliver outbox messages until cancelled."""
    await Worker(client).run()
