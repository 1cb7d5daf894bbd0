"""One file a slash command: each defines `command`, and is three lines long: call, answer, done."""
