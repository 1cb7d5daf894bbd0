"""Training of networks by self-play: `python -m sparring train`."""
