"""Permissions, personal settings, reliability and limits of people."""
