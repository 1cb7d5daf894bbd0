"""Selection of puzzles, puzzles from own mistakes, and days of the puzzle of the day."""
