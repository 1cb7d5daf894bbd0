import logging

from bot.operations.outage_log import AGAIN, Spell

log = logging.getLogger("spells")


def test_lasting_trouble_is_told_when_it_begins_now_and_then_and_when_it_ends(caplog):
    caplog.set_level(logging.INFO, "spells")
    present = 100.0
    spell = Spell(log, "nothing can be read now", lambda: present)
    spell.over()
    for _ in range(int(AGAIN) + 1):
        spell.met(OSError("full"))
        present += 1
    spell.over()
    spell.over()
    assert [(each.levelname, each.getMessage()) for each in caplog.records] == [
        ("WARNING", "nothing can be read now: OSError('full')"),
        ("WARNING", "nothing can be read now: OSError('full')"),
        ("INFO", "over after 301 seconds: nothing can be read now"),
    ]


def test_trouble_that_comes_back_is_told_again(caplog):
    spell = Spell(log, "nothing can be read now", lambda: 0.0)
    for _ in range(2):
        spell.met(OSError("full"))
        spell.over()
    assert [each.levelname for each in caplog.records if each.levelno >= logging.WARNING] == [
        "WARNING",
        "WARNING",
    ]
