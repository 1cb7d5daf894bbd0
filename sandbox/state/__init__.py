"""State changes of the sandbox, and the events that they send to bots."""
