import logging

from bot.operations.failure_log import REMINDER_INTERVAL, FailureLog

log = logging.getLogger("outages")


def test_logs_the_start_of_an_outage_reminders_and_the_end(caplog):
    caplog.set_level(logging.INFO, "outages")
    present = 100.0
    failures = FailureLog(log, "nothing can be read now", lambda: present)
    failures.recovered()
    for _ in range(int(REMINDER_INTERVAL) + 1):
        failures.failed(OSError("full"))
        present += 1
    failures.recovered()
    failures.recovered()
    assert [(each.levelname, each.getMessage()) for each in caplog.records] == [
        ("WARNING", "nothing can be read now: OSError('full')"),
        ("WARNING", "nothing can be read now: OSError('full')"),
        ("INFO", "over after 301 seconds: nothing can be read now"),
    ]


def test_logs_a_second_outage_again(caplog):
    failures = FailureLog(log, "nothing can be read now", lambda: 0.0)
    for _ in range(2):
        failures.failed(OSError("full"))
        failures.recovered()
    assert [each.levelname for each in caplog.records if each.levelno >= logging.WARNING] == [
        "WARNING",
        "WARNING",
    ]
