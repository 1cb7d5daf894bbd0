"""Plans: replies on a try-board that are played automatically after the opponent's turn."""
