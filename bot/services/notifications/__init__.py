"""Notifications: personal settings, quiet hours, and when and how each person is notified."""
