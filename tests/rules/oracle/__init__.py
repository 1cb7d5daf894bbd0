"""Oracles: slow, literal implementations of the games, written from the text of the rules.

Each is a class named like its module, by the key of its game. They share no code with `rules`:
positions are sets of coordinate pairs, and every rule is tried out on every cell. Moves are text
("c3", "swap", "offer 5"), so that both share only the notation.
"""
