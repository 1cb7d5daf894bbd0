from bot.delivery.worker import MOST, SECONDS, Pacing


def test_what_a_channel_was_sent_counts_for_some_seconds_and_then_no_more():
    now = [100.0]
    pacing = Pacing(lambda: now[0])
    for channel in (5, 5, 6):
        pacing.add(channel)
    assert pacing.used() == {5: 2, 6: 1}
    now[0] += SECONDS - 0.1
    pacing.add(5)
    assert pacing.used() == {5: 3, 6: 1}
    now[0] += 0.1
    assert pacing.used() == {5: 1}


def test_the_limit_is_not_above_discords():
    assert MOST / SECONDS <= 1
