import logging

from bot.operations.outage_log import REMINDER_INTERVAL, Outage

log = logging.getLogger("outages")


def test_logs_the_start_of_an_outage_reminders_and_the_end(caplog):
    caplog.set_level(logging.INFO, "outages")
    present = 100.0
    outage = Outage(log, "nothing can be read now", lambda: present)
    outage.recovered()
    for _ in range(int(REMINDER_INTERVAL) + 1):
        outage.failed(OSError("full"))
        present += 1
    outage.recovered()
    outage.recovered()
    assert [(each.levelname, each.getMessage()) for each in caplog.records] == [
        ("WARNING", "nothing can be read now: OSError('full')"),
        ("WARNING", "nothing can be read now: OSError('full')"),
        ("INFO", "over after 301 seconds: nothing can be read now"),
    ]


def test_logs_a_second_outage_again(caplog):
    outage = Outage(log, "nothing can be read now", lambda: 0.0)
    for _ in range(2):
        outage.failed(OSError("full"))
        outage.recovered()
    assert [each.levelname for each in caplog.records if each.levelno >= logging.WARNING] == [
        "WARNING",
        "WARNING",
    ]
