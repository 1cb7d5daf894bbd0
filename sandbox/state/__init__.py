"""How what there is in the sandbox changes, and what the bot is told of that."""
