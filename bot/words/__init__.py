"""Sentences and labels that players read, by feature.

Names in arguments are escaped (see `escaping`). The sentences of errors are in `bot/errors/`,
those of illegal moves in `rules/reasons.py`, those of lessons in `bot/learning/`.
"""
