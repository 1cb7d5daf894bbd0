"""Game clocks, vacations and deadlines. Notifications are in `bot.services.notifications`."""
