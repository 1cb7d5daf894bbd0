"""Imitation of Discord's own client: what a simulated person can see, type and press."""
