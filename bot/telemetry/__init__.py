"""What is noted while the bot runs: its log, and figures for Prometheus."""
