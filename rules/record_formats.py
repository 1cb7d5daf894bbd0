"""The record formats that can be read: our text and JSON, Abstract Play's and Ludii's."""

from rules.abstract_play import is_abstract_play, parse_abstract_play
from rules.ludii_trial import Trial, is_ludii_trial, parse_trial
from rules.moves import Place
from rules.record import Record, import_json, import_text, positions, to_record
from rules.record_parser import RecordError
from rules.sentences import Sentence
from rules.topology import bits


def import_record(text: str, number: int | None = None) -> Record:
    """Read a record in any supported format: ours (text or JSON), Abstract Play's or Ludii's.

    :param number: which game of a list to read, from 1; None for the only one that can be imported.
    :raises SeveralGames: ``number`` is None, and several games of the list can be imported.
    :raises RecordError: the text is not a valid record; the message names the line or entry.
    """
    if is_ludii_trial(text):
        return _import_trial(parse_trial(text))
    if is_abstract_play(text):
        return to_record(parse_abstract_play(text, number))
    is_json = text.removeprefix("\ufeff").lstrip().startswith(("{", "["))
    return import_json(text) if is_json else import_text(text)


def _import_trial(trial: Trial) -> Record:
    """Return the record of a Ludii trial, if our rules remove the same stones as Ludii.

    Ludii judges the player's own groups before all dead enemy groups are removed; the rules do so
    after.

    :raises RecordError: a turn removes different stones.
    """
    record = to_record(trial.record)
    removed: list[set[int]] = [set() for _ in trial.removed]
    history = list(positions(record))
    for before, after, move in zip(history, history[1:], record.moves, strict=False):
        occupied = before.stones[0] | before.stones[1]
        if isinstance(move, Place):
            occupied |= 1 << move.cell
        removed[before.turn - 1].update(bits(occupied & ~(after.stones[0] | after.stones[1])))
    for entry, ours, theirs in zip(trial.record.entries, removed, trial.removed, strict=True):
        if ours != theirs:
            raise RecordError(
                Sentence(
                    "{where}: Ludii and our rules remove different stones here. To see the game "
                    "up to this point, delete this move and all later moves from the record.",
                    where=entry.where,
                )
            )
    return record
