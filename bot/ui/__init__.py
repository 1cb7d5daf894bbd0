"""Handlers of slash commands, controls and forms, and their responses; no decisions about games."""
