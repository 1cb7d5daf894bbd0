"""What whoever runs the bot has: its log, figures and health, and tasks from the command line."""
