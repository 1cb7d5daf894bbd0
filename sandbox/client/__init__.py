"""Behaviour of Discord's own client, between a person and an application."""
