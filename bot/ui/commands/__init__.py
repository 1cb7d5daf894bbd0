"""Slash commands and context menus, one file each, which defines `command`."""
