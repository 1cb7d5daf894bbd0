"""Every sentence and label that players read, in one voice: short, warm, exact.

Names come in escaped (`escaping`). The sentences of errors are in `bot/errors/`, those of refused
moves in `rules/reasons.py`, and what lessons say in `bot/learning/`.
"""
