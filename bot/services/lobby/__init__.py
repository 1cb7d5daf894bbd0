"""The lobby: standing offers of games to everyone, and the games that result from them."""
