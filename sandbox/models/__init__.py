"""Records of the sandbox: users, guilds, channels, messages, interactions."""
