from bot.context import recent_members
from bot.context.recent_members import MEMORY, RecentMembers


def test_a_member_counts_as_seen_for_an_hour():
    now = 100.0
    members = RecentMembers(lambda: now)
    assert not members.has(1, 2)

    members.add(1, 2)
    now += MEMORY - 1

    assert members.has(1, 2)
    assert not members.has(1, 3)
    assert not members.has(2, 2)
    now += 1
    assert not members.has(1, 2)


def test_a_member_seen_again_counts_from_then():
    now = 100.0
    members = RecentMembers(lambda: now)
    members.add(1, 2)
    now += MEMORY - 1
    members.add(1, 2)
    now += MEMORY - 1

    assert members.has(1, 2)


def test_a_member_who_left_is_forgotten():
    members = RecentMembers()
    members.add(1, 2)
    members.add(1, 3)

    members.remove(1, 2)
    members.remove(1, 4)

    assert not members.has(1, 2)
    assert members.has(1, 3)


def test_the_member_seen_longest_ago_is_forgotten_first(monkeypatch):
    monkeypatch.setattr(recent_members, "MOST", 2)
    members = RecentMembers()
    for user_id in (1, 2, 1, 3):
        members.add(9, user_id)

    assert [user_id for user_id in (1, 2, 3) if members.has(9, user_id)] == [1, 3]
