"""Learned move priors: the weights of each game as text files, and their format."""
