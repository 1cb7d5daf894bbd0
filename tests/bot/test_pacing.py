from bot.delivery.worker import MOST, SECONDS, Pacing


def test_messages_count_against_the_limit_for_five_seconds():
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


def test_the_limit_is_within_that_of_discord():
    assert MOST / SECONDS <= 1
