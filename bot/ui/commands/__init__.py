"""One file a slash command: `command` reads arguments, calls a service, answers; no decisions."""
