"""Handlers of slash commands, controls and forms, and their answers; no decisions about games."""
