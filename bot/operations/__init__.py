"""Operator's tools: commands for the command line, health check, metrics and logs."""
