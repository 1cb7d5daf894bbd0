"""Configuration: settings, the file `.env`, and the system clock."""
