"""Game clocks, vacations and deadlines. What a deadline sends is in `bot.services.notifications`."""
