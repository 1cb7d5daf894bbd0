"""The lobby: standing offers of games to anyone, and the games that begin from them."""
