"""Weights of neural networks, at most one file per board, written by `python -m sparring train`."""
