"""A sparring partner for the four games: levels, search, analysis. Knows rules, not the bot."""
