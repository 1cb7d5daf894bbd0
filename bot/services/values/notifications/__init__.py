"""Notifications as values, and the settings that decide how they are sent."""
