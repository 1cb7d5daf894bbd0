"""Slash commands and context menus, one file each; each file defines `command`."""
