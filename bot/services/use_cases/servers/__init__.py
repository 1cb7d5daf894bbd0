"""Use cases of servers: settings, moderation, joining and leaving."""
