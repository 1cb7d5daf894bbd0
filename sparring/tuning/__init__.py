"""Developer tools, unused by the bot: matches between engines and learning from self-play."""
