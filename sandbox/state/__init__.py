"""What exists in the sandbox: people, guilds, channels, messages, commands, interactions."""
