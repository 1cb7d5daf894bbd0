import os
import random
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.services.values.clocks.quiet_hours import (
    Quiet,
    minute_of,
    minute_text,
    next_time,
    parse_minute,
    quiet_since,
    quiet_until,
    start_of_day,
    zone_called,
    zone_of,
    zones_like,
)

BERLIN = zone_of("Europe/Berlin")
DUBLIN = zone_of("Europe/Dublin")
NIGHT = Quiet(22 * 60, 7 * 60)


def utc(*parts):
    return datetime(*parts, tzinfo=UTC)


@pytest.mark.parametrize(
    ("moment", "end"),
    [
        (utc(2030, 1, 2, 20, 59, 59), None),
        (utc(2030, 1, 2, 21, 0), utc(2030, 1, 3, 6, 0)),
        (utc(2030, 1, 2, 23, 30), utc(2030, 1, 3, 6, 0)),
        (utc(2030, 1, 3, 5, 59, 59), utc(2030, 1, 3, 6, 0)),
        (utc(2030, 1, 3, 6, 0), None),
        (utc(2030, 7, 1, 20, 0), utc(2030, 7, 2, 5, 0)),
        (utc(2030, 7, 1, 19, 59, 59), None),
    ],
)
def test_quiet_hours_include_their_first_and_last_second(moment, end):
    assert quiet_until(moment, NIGHT, BERLIN) == end


def test_quiet_hours_within_one_day():
    nap = Quiet(13 * 60, 15 * 60)
    assert quiet_until(utc(2030, 1, 2, 12), nap, BERLIN) == utc(2030, 1, 2, 14)
    assert quiet_until(utc(2030, 1, 2, 23), nap, BERLIN) is None


@pytest.mark.parametrize("quiet", [None, Quiet(60, 60)])
def test_without_quiet_hours_every_moment_is_allowed(quiet):
    assert quiet_until(utc(2030, 1, 2, 0), quiet, BERLIN) is None


def test_quiet_hours_are_shorter_when_summer_time_begins():
    # 2030-03-31 02:00 CET becomes 03:00 CEST
    evening = utc(2030, 3, 30, 21, 0)
    end = quiet_until(evening, NIGHT, BERLIN)
    assert end == utc(2030, 3, 31, 5, 0)
    assert end - evening == timedelta(hours=8)


def test_quiet_hours_are_longer_when_summer_time_ends():
    evening = utc(2030, 10, 26, 20, 0)
    end = quiet_until(evening, NIGHT, BERLIN)
    assert end == utc(2030, 10, 27, 6, 0)
    assert end - evening == timedelta(hours=10)


def test_an_end_in_the_skipped_hour_is_the_change_of_the_clocks():
    assert quiet_until(utc(2030, 3, 30, 23), Quiet(0, 150), BERLIN) == utc(2030, 3, 31, 1)
    assert minute_of(utc(2030, 3, 31, 1), BERLIN) == 3 * 60


@pytest.mark.parametrize(
    ("quiet", "end"),
    [
        # 01:00 to 02:00 is skipped
        (Quiet(2 * 60 + 43, 60 + 51), utc(2030, 3, 31, 1)),
        (Quiet(2 * 60, 60 + 59), utc(2030, 4, 1, 0, 59)),
        (Quiet(60 + 30, 60), utc(2030, 4, 1)),
    ],
    ids=["part-of-the-free-time-is-skipped", "all-but-nothing", "all"],
)
def test_quiet_hours_with_less_than_an_hour_between_them_end_outside_themselves(quiet, end):
    assert quiet_until(utc(2030, 3, 30, 12), quiet, DUBLIN) == end


def test_a_start_in_the_skipped_hour_is_the_change_of_the_clocks():
    assert quiet_since(utc(2030, 3, 31, 1, 10), Quiet(90, 420), DUBLIN) == utc(2030, 3, 31, 1)


def test_a_start_that_is_skipped_with_all_of_the_free_time_is_that_of_the_day_before():
    quiet = Quiet(90, 60)
    assert quiet_since(utc(2030, 3, 31, 23, 30), quiet, DUBLIN) == utc(2030, 3, 30, 1, 30)


def test_quiet_hours_begin_at_their_first_minute():
    assert quiet_since(utc(2030, 1, 2, 21), NIGHT, BERLIN) == utc(2030, 1, 2, 21)


CHANGES = {
    "Europe/Dublin": [utc(2030, 3, 31), utc(2030, 10, 27)],
    "America/New_York": [utc(2030, 3, 10), utc(2030, 11, 3)],
    "Australia/Lord_Howe": [utc(2030, 4, 6), utc(2030, 10, 5)],  # by half an hour
    "Africa/Cairo": [utc(2024, 4, 25), utc(2024, 10, 31)],
    "Pacific/Apia": [utc(2011, 12, 30)],  # by a whole day
}


@pytest.mark.parametrize(
    ("zone", "change"), [(zone, each) for zone, days in CHANGES.items() for each in days]
)
def test_quiet_hours_end_at_the_first_minute_outside_them(zone, change):
    rng, time_zone = random.Random(f"{zone} {change}"), zone_of(zone)
    minutes = [change + timedelta(minutes=number) for number in range(-1440, 4 * 1440)]
    for _ in range(20):
        start = rng.randrange(1440)
        quiet = Quiet(start, (start + rng.choice([1, 30, 480, 1380, 1388, 1439])) % 1440)
        moment = rng.randrange(1440, 2 * 1440 + 720)
        covered = [quiet.covers(minute_of(each, time_zone)) for each in minutes]
        end = quiet_until(minutes[moment], quiet, time_zone)
        if covered[moment]:
            assert end == minutes[covered.index(False, moment)]
        else:
            assert end is None


@pytest.mark.parametrize(
    ("zone", "change"), [(zone, each) for zone, days in CHANGES.items() for each in days]
)
def test_quiet_hours_begin_at_the_last_minute_after_one_outside_them(zone, change):
    rng, time_zone = random.Random(f"{zone} {change}"), zone_of(zone)
    minutes = [change + timedelta(minutes=number) for number in range(-3 * 1440, 1440)]
    for _ in range(20):
        start = rng.randrange(1440)
        quiet = Quiet(start, (start + rng.choice([30, 480, 1380, 1388, 1439])) % 1440)
        moment = rng.randrange(3 * 1440, len(minutes))
        covered = [quiet.covers(minute_of(each, time_zone)) for each in minutes[: moment + 1]]
        if covered[moment]:
            before = moment - covered[::-1].index(False)
            assert quiet_since(minutes[moment], quiet, time_zone) == minutes[before + 1]


def test_an_end_in_the_repeated_hour_means_its_second_occurrence():
    short = Quiet(120, 150)
    first, second = utc(2030, 10, 27, 0, 10), utc(2030, 10, 27, 1, 10)
    assert quiet_until(first, short, BERLIN) == utc(2030, 10, 27, 0, 30)
    assert quiet_until(second, short, BERLIN) == utc(2030, 10, 27, 1, 30)


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu"])
@pytest.mark.parametrize("minute", [0, 150, 9 * 60, 23 * 60 + 59])
def test_the_next_time_of_day_is_about_a_day_ahead_at_most(zone, minute):
    time_zone = zone_of(zone)
    moment = utc(2030, 1, 1)
    for _ in range(370):
        following = next_time(moment, minute, time_zone)
        assert timedelta(0) < following - moment <= timedelta(hours=25)
        if following.astimezone(time_zone).date().month not in (3, 10, 11):
            assert minute_of(following, time_zone) == minute
        moment = following


def test_the_next_time_of_day_is_never_now():
    nine = utc(2030, 1, 1, 8)
    assert next_time(nine, 9 * 60, BERLIN) == utc(2030, 1, 2, 8)


@pytest.mark.parametrize(
    ("text", "minute"),
    [
        *[("22:30", 1350), ("7", 420), ("07.15", 435), (" 0:00 ", 0), ("24", 0)],
        *[("10pm", 1320), ("7 AM", 420), ("12am", 0), ("12:30 p.m.", 750)],
    ],
)
def test_parses_common_notations_of_times_of_day(text, minute):
    assert parse_minute(text) == minute


@pytest.mark.parametrize(
    "text", ["", "25", "24:01", "12:60", "noon", "-1", "1:2:3", "7:+5", "٣", "13pm", "0am", "٣pm"]
)
def test_refuses_text_that_is_no_time_of_day(text):
    with pytest.raises(ValueError, match=r".*"):
        parse_minute(text)


def test_formats_a_time_of_day_with_two_digits_each():
    assert minute_text(435) == "07:15"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("Berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("utc", "UTC"),
        ("CET", "CET"),
    ],
)
def test_finds_a_time_zone_by_its_city_ignoring_case(text, name):
    assert zone_called(text) == name


def test_suggests_time_zones_with_matching_cities_first():
    assert zones_like("berl", 3)[0] == "Europe/Berlin"
    assert "America/New_York" in zones_like("new y", 25)
    # cities that only contain it come last
    named = zones_like("mar", 25)
    first = [name.rpartition("/")[2].startswith("Mar") for name in named]
    assert first == sorted(first, reverse=True)
    assert (len(set(first)), zones_like("mar", 6)) == (2, named[:6])
    assert len(zones_like("", 25)) == 25


@pytest.mark.parametrize("name", ["Mars/Olympus", "", "../etc/passwd", "Europe"])
def test_refuses_an_unknown_time_zone(name):
    for find in (zone_of, zone_called):
        with pytest.raises(LookupError):
            find(name)


@pytest.mark.parametrize(
    ("zone", "day", "begins"),
    [
        ("UTC", date(2030, 8, 15), utc(2030, 8, 15)),
        ("Europe/Berlin", date(2030, 8, 15), utc(2030, 8, 14, 22)),
        ("Europe/Berlin", date(2030, 12, 15), utc(2030, 12, 14, 23)),
        ("Pacific/Auckland", date(2030, 1, 1), utc(2029, 12, 31, 11)),
        # on this day the clock jumps from midnight to one o'clock
        ("Africa/Cairo", date(2024, 4, 26), utc(2024, 4, 25, 22)),
        # on this day the last hour before midnight occurs twice
        ("America/Asuncion", date(2024, 3, 24), utc(2024, 3, 24, 4)),
    ],
)
def test_a_day_begins_at_local_midnight(zone, day, begins):
    assert start_of_day(day, zone_of(zone)) == begins


def test_time_zones_work_on_a_system_without_time_zone_data():
    module = "bot.services.values.clocks.quiet_hours"
    asked = f"from {module} import zone_of; print(zone_of('Europe/Berlin'))"
    bare = {**os.environ, "PYTHONTZPATH": ""}
    found = subprocess.run(
        [sys.executable, "-c", asked], env=bare, capture_output=True, text=True, check=False
    )
    assert found.stdout.strip() == "Europe/Berlin", found.stderr
