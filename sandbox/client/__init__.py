"""What Discord's own client does between a person and an application."""
