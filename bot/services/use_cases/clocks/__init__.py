"""Use cases of time: deadlines, actions of a player when time is up, and vacations."""
