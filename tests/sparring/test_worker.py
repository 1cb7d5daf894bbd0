"""The partner's process: dies and comes back, serves many games in turn, drops the cancelled."""

import asyncio
import io
import json
import os
import signal
import sys
import threading
import time

import pytest

from rules.moves import parse_move
from rules.record import Record, replay
from rules.registry import find_game
from sparring import jit
from sparring.protocol import ALIVE, pack_record, topology_of
from sparring.service import AT_ONCE, NICENESS, WORK, Service
from sparring.worker import ATTEMPTS, COMMAND, Partner, PartnerFailed

LONG = 300  # seconds; a niced process on a busy machine takes some

needs_numba = pytest.mark.skipif(not jit.available(), reason="numba is not installed")


@pytest.fixture
async def partner():
    one = Partner()
    yield one
    await one.close()


def record_of(key, options, moves=()):
    game = find_game(key)
    ruleset = game.ruleset(options)
    board = game.topology(ruleset)
    return Record(ruleset, tuple(parse_move(text, board) for text in moves))


BEGUN = record_of("lifeline", {"size": 5, "start": "none"}, ["a1", "i9", "c3", "g7"])
LARGE = record_of("lifeline", {"size": 9, "start": "none"}, ["a1", "q17", "c3", "g7"])


@pytest.mark.parametrize("level", [1, 2])
async def test_a_turn_is_legal_and_the_same_for_the_same_seed(partner, level):
    turn, again = [await partner.choose(BEGUN, level, seed=7) for _ in range(2)]
    assert turn == again
    position = replay(BEGUN)
    for move in turn:
        assert position.is_legal(move)
        position = position.play(move)
    assert position.to_move is not replay(BEGUN).to_move


async def test_the_process_leaves_the_processor_to_whoever_needs_it_more(partner):
    await partner.choose(BEGUN, 1, seed=1)
    mine, its = (os.getpriority(os.PRIO_PROCESS, each) for each in (0, partner.process_id))
    assert its == min(mine + NICENESS, 19)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_what_tells_the_bot_to_stop_leaves_the_process_to_the_bot(partner, number):
    await partner.choose(BEGUN, 1, seed=1)
    first = partner.process_id
    os.kill(first, number)
    assert await asyncio.wait_for(partner.choose(BEGUN, 1, seed=2), LONG)
    assert partner.process_id == first


async def test_what_cannot_be_answered_is_said_in_a_sentence(partner):
    with pytest.raises(PartnerFailed, match="There is no level 9"):
        await partner.choose(BEGUN, 9, seed=1)
    resigned = record_of("lifeline", {"size": 3}, ["a1", "c1"])
    with pytest.raises(PartnerFailed, match=r"level 0; choose one from 1 to 6"):
        await partner.choose(resigned, 0, seed=1)


@needs_numba
async def test_killed_in_the_middle_of_a_search_it_answers_after_a_restart(partner):
    await partner.choose(BEGUN, 3, seed=1)  # compiled by now
    asked = asyncio.create_task(partner.choose(LARGE, 6, seed=5))
    first = partner.process_id
    await asyncio.sleep(0.5)
    assert not asked.done()
    os.kill(first, signal.SIGKILL)
    turn = await asyncio.wait_for(asked, LONG)
    assert replay(LARGE).is_legal(turn[0])
    assert partner.process_id not in (None, first)


async def test_a_question_that_always_kills_the_process_is_given_up(partner):
    asked = asyncio.create_task(partner.choose(LARGE, 6, seed=5))
    seen = set()
    while not asked.done():
        if partner.process_id not in (None, *seen):
            seen.add(partner.process_id)
            os.kill(partner.process_id, signal.SIGKILL)
        await asyncio.sleep(0.01)
    with pytest.raises(PartnerFailed, match="cannot answer now"):
        asked.result()
    assert len(seen) >= 3


@needs_numba
async def test_a_cancelled_question_makes_room_for_the_next(partner):
    await partner.choose(BEGUN, 3, seed=1)
    long = [asyncio.create_task(partner.choose(LARGE, 6, seed=i)) for i in range(AT_ONCE + 3)]
    await asyncio.sleep(0.3)
    for task in long:
        task.cancel()
    await asyncio.gather(*long, return_exceptions=True)
    assert await asyncio.wait_for(partner.choose(BEGUN, 2, seed=1), LONG)


async def test_after_closing_questions_fail(partner):
    await partner.close()
    with pytest.raises(PartnerFailed, match="has been closed"):
        await partner.choose(BEGUN, 1, seed=1)


async def test_where_no_process_can_be_started_questions_fail_until_one_can(partner, monkeypatch):
    await partner.start()
    asked = asyncio.create_task(partner.choose(LARGE, 6, seed=5))
    await asyncio.sleep(0.1)
    with monkeypatch.context() as crowded:
        crowded.setattr(asyncio, "create_subprocess_exec", no_memory)
        os.kill(partner.process_id, signal.SIGKILL)
        with pytest.raises(PartnerFailed, match="cannot be started"):
            await asyncio.wait_for(asked, LONG)
        with pytest.raises(PartnerFailed, match="cannot be started"):
            await partner.choose(BEGUN, 1, seed=1)
    assert await partner.choose(BEGUN, 1, seed=1)


async def no_memory(*_command, **_streams):
    raise OSError(12, "Cannot allocate memory")


@pytest.mark.parametrize("line", ["a line of somebody else", "7", "null"])
async def test_an_answer_that_cannot_be_read_is_given_up_like_a_death(partner, monkeypatch, line):
    says(monkeypatch, repr(line))
    with pytest.raises(PartnerFailed, match="cannot answer now"):
        await asyncio.wait_for(partner.choose(BEGUN, 1, seed=1), LONG)


async def test_the_process_is_told_no_secrets(partner, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "a secret")
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    does(
        monkeypatch,
        "import json, os; json.loads(input());"
        "print(json.dumps({'number': 0, 'error': ' '.join(os.environ)}), flush=True); input()",
    )
    with pytest.raises(PartnerFailed) as told:
        await partner.choose(BEGUN, 1, seed=1)
    names = str(told.value).split()
    assert "DISCORD_TOKEN" not in names
    assert {"PATH", "PYTHONPATH", "NUMBA_CPU_NAME"} <= set(names)


async def test_the_answer_about_a_long_game_is_read(partner, monkeypatch):
    says(monkeypatch, """'{"number": 0, "moves": ["a1"], "more": "' + 'x' * 500_000 + '"}'""")
    assert await asyncio.wait_for(partner.choose(BEGUN, 1, seed=1), LONG)


def says(monkeypatch, line):
    """Let the partner's process say one line, and wait."""
    does(monkeypatch, f"print({line}, flush=True); sys.stdin.read()")


def does(monkeypatch, code):
    """Let the partner's process do something else."""
    command = (sys.executable, "-c", f"import sys, time\n{code}")
    monkeypatch.setattr("sparring.worker.COMMAND", command)


def patience(monkeypatch, *, ticks, tick=0.02):
    """Let a process that says nothing be taken for hung after so many looks."""
    monkeypatch.setattr("sparring.worker.TICK", tick)
    monkeypatch.setattr("sparring.worker.SILENT_TICKS", ticks)


async def test_a_process_that_hangs_is_started_again_and_asked_again(partner, monkeypatch):
    await partner.start()
    first = partner.process_id
    os.kill(first, signal.SIGSTOP)
    with monkeypatch.context() as impatient:
        patience(impatient, ticks=5)
        asked = asyncio.create_task(partner.choose(BEGUN, 1, seed=1))
        for _ in range(2000):
            if partner.process_id not in (None, first):
                break
            await asyncio.sleep(0.01)
    assert await asyncio.wait_for(asked, LONG)


async def test_what_always_makes_the_process_hang_is_given_up(partner, monkeypatch):
    does(monkeypatch, "sys.stdin.read()")
    patience(monkeypatch, ticks=5)
    with pytest.raises(PartnerFailed, match="cannot answer now"):
        await asyncio.wait_for(partner.choose(BEGUN, 1, seed=1), LONG)


ANSWER = """print('{"number": 0, "moves": ["a1"]}', flush=True); sys.stdin.read()"""


async def test_one_that_works_for_long_is_not_taken_for_hung(partner, monkeypatch):
    beats = """for _ in range(150): print('{"do": "alive"}', flush=True); time.sleep(0.02)"""
    does(monkeypatch, f"{beats}\n{ANSWER}")
    patience(monkeypatch, ticks=100)  # two seconds
    await asyncio.wait_for(partner.choose(BEGUN, 1, seed=1), LONG)
    assert not partner.is_ready


async def test_neither_is_one_that_has_nothing_to_do(partner, monkeypatch):
    does(monkeypatch, f"time.sleep(0.5)\n{ANSWER}")
    patience(monkeypatch, ticks=5)
    await partner.start()
    first = partner.process_id
    await asyncio.sleep(0.5)
    assert partner.process_id == first


async def test_time_in_which_we_were_asleep_ourselves_does_not_count(partner, monkeypatch):
    does(monkeypatch, f"time.sleep(1)\n{ANSWER}")
    await partner.start()
    patience(monkeypatch, ticks=100)  # two seconds
    asked = asyncio.create_task(partner.choose(BEGUN, 1, seed=1))
    await asyncio.sleep(0.05)
    first = partner.process_id
    time.sleep(3)  # noqa: ASYNC251 - nothing of ours runs, as in a machine that is suspended
    await asyncio.wait_for(asked, LONG)
    assert partner.process_id == first


async def test_nobody_is_forgotten_when_others_lose_interest_during_a_restart(partner, monkeypatch):
    says(monkeypatch, "'{}'")
    asked = [asyncio.create_task(partner.choose(BEGUN, 1, seed)) for seed in range(3)]
    while partner.process_id is None:  # noqa: ASYNC110 - it sets no event
        await asyncio.sleep(0.01)
    send = partner._send

    async def sent_slowly(question):
        asked[1].cancel()
        await asyncio.sleep(0)
        await send(question)

    for question in partner._questions.values():
        question.attempts = ATTEMPTS - (question.message["seed"] != 1)
    monkeypatch.setattr(Partner, "_send", lambda _partner, question: sent_slowly(question))
    os.kill(partner.process_id, signal.SIGKILL)
    monkeypatch.setattr("sparring.worker.COMMAND", COMMAND)
    turns = await asyncio.wait_for(asyncio.gather(asked[0], asked[2]), LONG)
    assert all(turns)


class Watched(Service):
    """Counts how many jobs work at once, and notes whose turn it was."""

    most = 0

    def __init__(self, source, sink):
        super().__init__(source, sink)
        self.slices = []

    def _slice(self, job):
        self.most = max(self.most, len(self.ring) + 1)
        self.slices.append(job.number)
        super()._slice(job)


@needs_numba
def test_a_hundred_games_at_once_wait_fairly_and_few_hold_memory():
    question = {"do": "choose", "record": pack_record(BEGUN), "level": 3}
    asked = [{**question, "number": i, "seed": i} for i in range(100)]
    lines = "".join(json.dumps(message) + "\n" for message in asked)
    sink = io.StringIO()
    service = Watched(io.StringIO(lines), sink)
    for message in asked:
        service._take(message)
    service.ready.set()
    while service.ring or service.waiting:
        service._fill()
        service._slice(service.ring.popleft())
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    board = topology_of(BEGUN)
    for answer in answers:
        assert replay(BEGUN).is_legal(parse_move(answer["moves"][0], board))
    assert sorted(answer["number"] for answer in answers) == list(range(100))
    assert service.most == AT_ONCE
    # Nobody is overtaken by more than those who work at the same time.
    places = [answer["number"] - place for place, answer in enumerate(answers)]
    assert max(map(abs, places)) <= 2 * AT_ONCE


def counted(monkeypatch, slices):
    """Let a turn take so many slices, and nothing else."""

    def working(_message):
        for _ in range(slices):
            yield
        return {"moves": []}

    monkeypatch.setitem(WORK, "choose", working)


def ask(service, whose, numbers):
    for number in numbers:
        service._take({"do": "choose", "number": number, "level": 1, "whose": whose})


def answered(service):
    """Work until all is done; return the numbers in the order of their answers."""
    while service.ring or service.waiting:
        service._fill()
        service._slice(service.ring.popleft())
    return [json.loads(line)["number"] for line in service.sink.getvalue().splitlines()]


def test_nobody_waits_for_all_the_games_of_somebody_else(monkeypatch):
    counted(monkeypatch, 300)
    service = Service(io.StringIO(), io.StringIO())
    ask(service, 1, range(20))
    service._fill()
    ask(service, 2, [20])
    ask(service, 3, [21])

    answers = answered(service)

    # those that were being thought about come first, and those of one person in their order
    assert answers[: AT_ONCE + 2] == [*range(AT_ONCE), 20, 21]
    assert answers[AT_ONCE + 2 :] == list(range(AT_ONCE, 20))


def test_people_with_many_games_each_have_as_many_thought_about(monkeypatch):
    counted(monkeypatch, 300)
    service = Service(io.StringIO(), io.StringIO())
    for person in range(AT_ONCE):
        ask(service, person, range(20 * person, 20 * person + 20))

    answers = answered(service)

    assert sorted(answers[:AT_ONCE]) == [20 * person for person in range(AT_ONCE)]
    assert answers[-1] % 20 == 19


def test_who_waits_for_the_compiled_code_keeps_nobody_waiting_who_needs_none(monkeypatch):
    counted(monkeypatch, 3)
    monkeypatch.setattr(jit, "available", lambda: True)
    service = Service(io.StringIO(), io.StringIO())
    for number in range(2 * AT_ONCE):
        service._take({"do": "choose", "number": number, "level": 3, "whose": number})
    ask(service, 99, [99])
    service._fill()
    assert [job.number for job in service.ring] == [99]
    while service.ring:
        service._slice(service.ring.popleft())
        service._fill()
    service.ready.set()
    assert answered(service) == [99, *range(2 * AT_ONCE)]


@needs_numba
def test_looking_back_on_games_leaves_room_for_turns():
    service = Watched(io.StringIO(), io.StringIO())
    service.ready.set()
    for number, kind in enumerate(["analyse"] * 5 + ["choose"] * 5):
        service._take({"do": kind, "number": number})
    service._fill()
    assert [job.number for job in service.ring] == [0, 5, 6]
    service._drop(0)
    service._fill()
    assert [job.number for job in service.ring] == [5, 6, 1]


class Pipe(io.StringIO):
    """Asks one question and stays open until it is answered."""

    def __init__(self, question):
        super().__init__()
        self.question = question
        self.answered = threading.Event()

    def __iter__(self):
        yield json.dumps({"number": 0, **self.question}) + "\n"
        self.answered.wait(30)

    def write(self, text):
        super().write(text)
        if "number" in text:
            self.answered.set()

    def said(self):
        Service(self, self).serve()
        return [json.loads(line) for line in self.getvalue().splitlines()]


def test_whoever_works_says_so(monkeypatch):
    def working(_message):
        for _ in range(5):
            yield
        return {"moves": []}

    monkeypatch.setattr("sparring.service.BEAT", 0.0)
    monkeypatch.setitem(WORK, "choose", working)
    monkeypatch.setattr(jit, "available", lambda: False)

    said = Pipe({"do": "choose", "level": 1}).said()

    assert said.count(ALIVE) >= 5


@needs_numba
def test_where_nothing_can_be_compiled_searches_fail_with_a_sentence(monkeypatch):
    def no_room():
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(jit, "compile_all", no_room)
    question = {"do": "choose", "record": pack_record(BEGUN), "seed": 1}

    (refused,) = numbered(Pipe({**question, "level": 3}).said())
    (answered,) = numbered(Pipe({**question, "level": 2}).said())

    assert "cannot be compiled on this machine" in refused["error"]
    assert answered["moves"]


def test_without_numba_a_game_is_not_looked_back_on_and_it_is_said_why(monkeypatch):
    monkeypatch.setattr(jit, "available", lambda: False)
    question = {"do": "analyse", "record": pack_record(BEGUN), "seed": 1}

    (refused,) = numbered(Pipe(question).said())

    assert refused["error"] == jit.WHY_MISSING


def test_without_numba_too_a_level_that_does_not_exist_is_named(monkeypatch):
    monkeypatch.setattr(jit, "available", lambda: False)
    question = {"do": "choose", "record": pack_record(BEGUN), "level": 9, "seed": 1}

    (refused,) = numbered(Pipe(question).said())

    assert "There is no level 9" in refused["error"]


def numbered(said):
    return [message for message in said if "number" in message]


def test_whoever_asks_may_die_in_the_middle_of_a_line(monkeypatch):
    monkeypatch.setattr(jit, "available", lambda: False)
    serving = threading.Thread(target=Service(io.StringIO('{"do": "ch'), io.StringIO()).serve)
    serving.daemon = True
    serving.start()
    serving.join(10)
    assert not serving.is_alive()
