"""Sentences and labels that players read, by feature.

Names in arguments are escaped (see `escaping`). Sentences of errors are in `bot/errors/`, of
illegal moves in `rules/`, of lessons in `bot/learning/`.
"""
