"""Plans: answers on a try-board that are played in the transaction of the opponent's turn."""
