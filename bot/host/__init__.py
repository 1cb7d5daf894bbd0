"""What whoever runs the bot has: health and figures to ask for, and tasks from the command line."""
