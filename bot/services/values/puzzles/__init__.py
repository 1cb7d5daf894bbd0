"""Selection of puzzles, and days of the puzzle of the day."""
