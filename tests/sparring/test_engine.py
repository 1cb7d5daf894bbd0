"""The engine: restarts of its process, fair scheduling, cancelled requests."""

import asyncio
import io
import json
import os
import signal
import sys
import threading
import time

import pytest
import pytest_asyncio

from rules.moves import parse_move
from rules.record import Record, replay
from rules.registry import find_game
from sparring import jit
from sparring.engine import COMMAND, MAX_ATTEMPTS, Engine, EngineError
from sparring.engine_process import HANDLERS, MAX_ACTIVE_JOBS, NICENESS, EngineServer
from sparring.protocol import ALIVE, pack_record, record_topology

LONG = 300  # seconds; a niced process is slow on a busy machine

needs_numba = pytest.mark.skipif(not jit.is_available(), reason="numba is not installed")


@pytest.fixture
async def engine():
    engine = Engine()
    yield engine
    await engine.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def searching_engine():
    """Engine whose process has loaded the kernel, which takes a second."""
    engine = Engine()
    await engine.choose(BEGUN, 3, seed=1)
    yield engine
    await engine.close()


def record_of(key, options, moves=()):
    game = find_game(key)
    ruleset = game.ruleset(options)
    board = game.topology(ruleset)
    return Record(ruleset, tuple(parse_move(text, board) for text in moves))


BEGUN = record_of("lifeline", {"size": 5, "start": "none"}, ["a1", "i9", "c3", "g7"])
MIDDLE = record_of("lifeline", {"size": 6, "start": "none"}, ["a1", "k11", "c3", "g7"])
LARGE = record_of("lifeline", {"size": 9, "start": "none"}, ["a1", "q17", "c3", "g7"])


@pytest.mark.parametrize("level", [1, 2])
async def test_a_turn_is_legal_and_determined_by_the_seed(engine, level):
    turn, again = [await engine.choose(BEGUN, level, seed=7) for _ in range(2)]
    assert turn == again
    position = replay(BEGUN)
    for move in turn:
        assert position.is_legal(move)
        position = position.play(move)
    assert position.to_move is not replay(BEGUN).to_move


async def test_the_process_is_niced(engine):
    await engine.choose(BEGUN, 1, seed=1)
    mine, its = (os.getpriority(os.PRIO_PROCESS, each) for each in (0, engine.process_id))
    assert its == min(mine + NICENESS, 19)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_the_process_ignores_stop_signals(engine, number):
    await engine.choose(BEGUN, 1, seed=1)
    first = engine.process_id
    os.kill(first, number)
    assert await asyncio.wait_for(engine.choose(BEGUN, 1, seed=2), LONG)
    assert engine.process_id == first


async def test_an_impossible_request_fails_with_a_message(engine):
    with pytest.raises(EngineError, match="There's no level 9"):
        await engine.choose(BEGUN, 9, seed=1)
    resigned = record_of("lifeline", {"size": 3}, ["a1", "c1"])
    with pytest.raises(EngineError, match=r"level 0\. Choose one from 1 to 6"):
        await engine.choose(resigned, 0, seed=1)


@needs_numba
@pytest.mark.asyncio(loop_scope="module")
async def test_a_killed_process_is_restarted_and_answers(searching_engine):
    asked = asyncio.create_task(searching_engine.choose(MIDDLE, 5, seed=5))
    first = searching_engine.process_id
    await asyncio.sleep(0.05)
    assert not asked.done()
    os.kill(first, signal.SIGKILL)
    turn = await asyncio.wait_for(asked, LONG)
    assert replay(MIDDLE).is_legal(turn[0])
    assert searching_engine.process_id not in (None, first)


async def test_a_request_fails_if_the_process_keeps_dying(engine):
    asked = asyncio.create_task(engine.choose(LARGE, 6, seed=5))
    seen = set()
    while not asked.done():
        if engine.process_id not in (None, *seen):
            seen.add(engine.process_id)
            os.kill(engine.process_id, signal.SIGKILL)
        await asyncio.sleep(0.01)
    with pytest.raises(EngineError, match="cannot answer now"):
        asked.result()
    assert len(seen) >= 3


@needs_numba
@pytest.mark.asyncio(loop_scope="module")
async def test_cancelled_requests_make_room_for_others(searching_engine):
    engine = searching_engine
    long = [
        asyncio.create_task(engine.choose(LARGE, 6, seed=i)) for i in range(MAX_ACTIVE_JOBS + 3)
    ]
    await asyncio.sleep(0.1)
    for task in long:
        task.cancel()
    await asyncio.gather(*long, return_exceptions=True)
    assert await asyncio.wait_for(engine.choose(BEGUN, 2, seed=1), LONG)


async def test_requests_fail_after_closing(engine):
    await engine.close()
    with pytest.raises(EngineError, match="has been closed"):
        await engine.choose(BEGUN, 1, seed=1)


async def test_requests_fail_while_no_process_can_be_started(engine, monkeypatch):
    await engine.start()
    asked = asyncio.create_task(engine.choose(LARGE, 6, seed=5))
    await asyncio.sleep(0.1)
    with monkeypatch.context() as context:
        context.setattr(asyncio, "create_subprocess_exec", no_memory)
        os.kill(engine.process_id, signal.SIGKILL)
        with pytest.raises(EngineError, match="cannot be started"):
            await asyncio.wait_for(asked, LONG)
        with pytest.raises(EngineError, match="cannot be started"):
            await engine.choose(BEGUN, 1, seed=1)
    assert await engine.choose(BEGUN, 1, seed=1)


async def no_memory(*_command, **_streams):
    raise OSError(12, "Cannot allocate memory")


@pytest.mark.parametrize("line", ["no JSON", "7", "null"])
async def test_an_invalid_answer_counts_as_a_death(engine, monkeypatch, line):
    write_line(monkeypatch, repr(line))
    with pytest.raises(EngineError, match="cannot answer now"):
        await asyncio.wait_for(engine.choose(BEGUN, 1, seed=1), LONG)


async def test_the_process_inherits_no_secrets(engine, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "a secret")
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    run_code(
        monkeypatch,
        "import json, os; json.loads(input());"
        "print(json.dumps({'number': 0, 'error': ' '.join(os.environ)}), flush=True); input()",
    )
    with pytest.raises(EngineError) as failure:
        await engine.choose(BEGUN, 1, seed=1)
    names = str(failure.value).split()
    assert "DISCORD_TOKEN" not in names
    assert {"PATH", "PYTHONPATH", "NUMBA_CPU_NAME"} <= set(names)


async def test_a_long_answer_is_read(engine, monkeypatch):
    write_line(monkeypatch, """'{"number": 0, "moves": ["a1"], "more": "' + 'x' * 500_000 + '"}'""")
    assert await asyncio.wait_for(engine.choose(BEGUN, 1, seed=1), LONG)


def write_line(monkeypatch, line):
    """Replace the engine process with a process that writes one line and waits."""
    run_code(monkeypatch, f"print({line}, flush=True); sys.stdin.read()")


def run_code(monkeypatch, code):
    """Replace the engine process with a process that runs some code."""
    command = (sys.executable, "-c", f"import sys, time\n{code}")
    monkeypatch.setattr("sparring.engine.COMMAND", command)


# a process that answers a request with an error, whose text is the request
ECHO = (
    "import json; line = sys.stdin.readline(); number = json.loads(line)['number'];"
    "print(json.dumps({'number': number, 'error': line}), flush=True); sys.stdin.read()"
)


@pytest.mark.parametrize(
    ("ask", "fields"),
    [
        (
            lambda engine: engine.choose(BEGUN, 4, seed=7, user=5),
            {"do": "choose", "level": 4, "seed": 7, "user": 5},
        ),
        (
            lambda engine: engine.choose(BEGUN, 4, 7),
            {"do": "choose", "level": 4, "seed": 7, "user": 0},
        ),
        (
            lambda engine: engine.advise(BEGUN, seed=7, user=5),
            {"do": "advise", "seed": 7, "user": 5},
        ),
        (lambda engine: engine.analyse(BEGUN, seed=7), {"do": "analyse", "seed": 7}),
    ],
)
async def test_a_request_has_the_record_the_seed_and_its_user(engine, monkeypatch, ask, fields):
    run_code(monkeypatch, ECHO)
    with pytest.raises(EngineError) as failure:
        await ask(engine)
    assert json.loads(str(failure.value)) == {**fields, "record": pack_record(BEGUN), "number": 0}


READY_LINE = """print('{"do": "ready"}', flush=True)"""


async def until(condition):
    for _ in range(2000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError


async def test_a_process_is_ready_once_it_says_so_until_it_ends(engine, monkeypatch):
    run_code(
        monkeypatch, """print('{"do": "ready"}', flush=True); sys.exit(sys.stdin.read(1) and 3)"""
    )
    assert not engine.is_ready
    await engine.start()
    await until(lambda: engine.is_ready)
    assert engine.error is None
    with pytest.raises(EngineError, match="cannot answer now"):
        await engine.choose(BEGUN, 1, seed=1)
    assert not engine.is_ready
    assert engine.error == "the process ended with status 3"


async def test_an_idle_process_that_ends_is_no_error(engine, monkeypatch):
    run_code(monkeypatch, f"{READY_LINE}; time.sleep(0.3)")
    await engine.start()
    await until(lambda: engine.is_ready)
    await until(lambda: engine.process_id is None)
    await until(lambda: not engine.is_ready)
    assert engine.error is None


async def test_a_request_is_sent_to_three_processes_at_most(engine, monkeypatch, tmp_path):
    starts = tmp_path / "starts"
    run_code(monkeypatch, f"open({str(starts)!r}, 'a').write('x'); sys.stdin.readline()")
    with pytest.raises(EngineError, match="cannot answer now"):
        await engine.choose(BEGUN, 1, seed=1)
    assert starts.read_text() == "x" * MAX_ATTEMPTS == "xxx"


async def test_an_answer_after_a_death_ends_the_error(engine, monkeypatch, tmp_path):
    died = tmp_path / "died"
    dies_once = f"import os; d = {str(died)!r}; died = os.path.exists(d); open(d, 'w').close()"
    run_code(
        monkeypatch, f"{dies_once}; died or sys.exit(5 * bool(sys.stdin.readline()))\n{ANSWER}"
    )
    assert await asyncio.wait_for(engine.choose(BEGUN, 1, seed=1), LONG)
    assert engine.error is None


async def test_a_second_answer_to_a_request_changes_nothing(engine, monkeypatch):
    twice = (
        "print((json.dumps({'number': number, 'moves': ['a1']}) + chr(10)) * 2, end='', flush=True)"
    )
    run_code(
        monkeypatch,
        f"import json\nfor line in sys.stdin:\n    number = json.loads(line)['number']; {twice}",
    )
    assert await engine.choose(BEGUN, 1, seed=1)
    first = engine.process_id
    assert await asyncio.wait_for(engine.choose(BEGUN, 1, seed=2), LONG)
    assert engine.process_id == first


async def test_an_open_request_fails_when_the_engine_is_closed(engine, monkeypatch):
    run_code(monkeypatch, "sys.stdin.read()")
    asked = asyncio.create_task(engine.choose(BEGUN, 1, seed=1))
    await until(lambda: engine.process_id is not None)
    await engine.close()
    with pytest.raises(EngineError, match="has been closed"):
        await asked
    assert engine.process_id is None


def set_heartbeat_limit(monkeypatch, *, checks, seconds=0.02):
    """Set the number of checks after which a silent process counts as hung."""
    monkeypatch.setattr("sparring.engine.CHECK_SECONDS", seconds)
    monkeypatch.setattr("sparring.engine.MAX_SILENT_CHECKS", checks)


async def test_a_hung_process_is_restarted_and_answers(engine, monkeypatch):
    await engine.start()
    first = engine.process_id
    os.kill(first, signal.SIGSTOP)
    with monkeypatch.context() as context:
        set_heartbeat_limit(context, checks=5)
        asked = asyncio.create_task(engine.choose(BEGUN, 1, seed=1))
        for _ in range(2000):
            if engine.process_id not in (None, first):
                break
            await asyncio.sleep(0.01)
    assert await asyncio.wait_for(asked, LONG)


async def test_a_request_fails_if_the_process_keeps_hanging(engine, monkeypatch):
    run_code(monkeypatch, "sys.stdin.read()")
    set_heartbeat_limit(monkeypatch, checks=5)
    with pytest.raises(EngineError, match="cannot answer now"):
        await asyncio.wait_for(engine.choose(BEGUN, 1, seed=1), LONG)


ANSWER = """print('{"number": 0, "moves": ["a1"]}', flush=True); sys.stdin.read()"""


async def test_a_working_process_does_not_count_as_hung(engine, monkeypatch):
    beats = """for _ in range(150): print('{"do": "alive"}', flush=True); time.sleep(0.02)"""
    run_code(monkeypatch, f"{beats}\n{ANSWER}")
    set_heartbeat_limit(monkeypatch, checks=100)  # two seconds
    await asyncio.wait_for(engine.choose(BEGUN, 1, seed=1), LONG)
    assert not engine.is_ready


async def test_an_idle_process_does_not_count_as_hung(engine, monkeypatch):
    run_code(monkeypatch, f"time.sleep(0.5)\n{ANSWER}")
    set_heartbeat_limit(monkeypatch, checks=5)
    await engine.start()
    first = engine.process_id
    await asyncio.sleep(0.5)
    assert engine.process_id == first


async def test_a_suspension_of_the_machine_does_not_count_as_a_hang(engine, monkeypatch):
    run_code(monkeypatch, f"time.sleep(1)\n{ANSWER}")
    await engine.start()
    set_heartbeat_limit(monkeypatch, checks=100)  # two seconds
    asked = asyncio.create_task(engine.choose(BEGUN, 1, seed=1))
    await asyncio.sleep(0.05)
    first = engine.process_id
    time.sleep(3)  # noqa: ASYNC251 - blocks the event loop, as a suspension does
    await asyncio.wait_for(asked, LONG)
    assert engine.process_id == first


async def test_all_open_requests_are_sent_again_while_others_are_cancelled(engine, monkeypatch):
    write_line(monkeypatch, "'{}'")
    asked = [asyncio.create_task(engine.choose(BEGUN, 1, seed)) for seed in range(3)]
    while engine.process_id is None:  # noqa: ASYNC110 - there is no event for it
        await asyncio.sleep(0.01)
    send = engine._send

    async def sent_slowly(request):
        asked[1].cancel()
        await asyncio.sleep(0)
        await send(request)

    for request in engine._requests.values():
        request.attempts = MAX_ATTEMPTS - (request.message["seed"] != 1)
    monkeypatch.setattr(Engine, "_send", lambda _engine, request: sent_slowly(request))
    os.kill(engine.process_id, signal.SIGKILL)
    monkeypatch.setattr("sparring.engine.COMMAND", COMMAND)
    turns = await asyncio.wait_for(asyncio.gather(asked[0], asked[2]), LONG)
    assert all(turns)


class RecordingServer(EngineServer):
    """Server that records how many jobs are active at once, and their order."""

    most = 0

    def __init__(self, source, sink):
        super().__init__(source, sink)
        self.slices = []

    def _run_slice(self, job):
        self.most = max(self.most, len(self.active) + 1)
        self.slices.append(job.number)
        super()._run_slice(job)


@needs_numba
def test_a_hundred_games_are_served_in_order_with_few_active_at_once():
    request = {"do": "choose", "record": pack_record(BEGUN), "level": 3}
    asked = [{**request, "number": i, "seed": i} for i in range(100)]
    lines = "".join(json.dumps(message) + "\n" for message in asked)
    sink = io.StringIO()
    server = RecordingServer(io.StringIO(lines), sink)
    for message in asked:
        server._handle(message)
    server.search_ready.set()
    while server.active or server.waiting:
        server._start_jobs()
        server._run_slice(server.active.popleft())
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    board = record_topology(BEGUN)
    for answer in answers:
        assert replay(BEGUN).is_legal(parse_move(answer["moves"][0], board))
    assert sorted(answer["number"] for answer in answers) == list(range(100))
    assert server.most == MAX_ACTIVE_JOBS
    # A job is overtaken only by jobs that are active at the same time.
    places = [answer["number"] - place for place, answer in enumerate(answers)]
    assert max(map(abs, places)) <= 2 * MAX_ACTIVE_JOBS


def fake_turns(monkeypatch, slices):
    """Replace the work for a turn with a number of empty slices."""

    def working(_message):
        for _ in range(slices):
            yield
        return {"moves": []}

    monkeypatch.setitem(HANDLERS, "choose", working)


def add_requests(server, user, numbers):
    for number in numbers:
        server._handle({"do": "choose", "number": number, "level": 1, "user": user})


def answer_all(server):
    """Run all jobs; return their numbers in the order of the responses."""
    while server.active or server.waiting:
        server._start_jobs()
        server._run_slice(server.active.popleft())
    return [json.loads(line)["number"] for line in server.sink.getvalue().splitlines()]


def test_many_games_of_one_user_do_not_delay_others(monkeypatch):
    fake_turns(monkeypatch, 300)
    server = EngineServer(io.StringIO(), io.StringIO())
    add_requests(server, 1, range(20))
    server._start_jobs()
    add_requests(server, 2, [20])
    add_requests(server, 3, [21])

    answers = answer_all(server)

    # Active jobs come first; the jobs of one user keep their order.
    assert answers[: MAX_ACTIVE_JOBS + 2] == [*range(MAX_ACTIVE_JOBS), 20, 21]
    assert answers[MAX_ACTIVE_JOBS + 2 :] == list(range(MAX_ACTIVE_JOBS, 20))


def test_users_with_many_games_share_the_engine_equally(monkeypatch):
    fake_turns(monkeypatch, 300)
    server = EngineServer(io.StringIO(), io.StringIO())
    for person in range(MAX_ACTIVE_JOBS):
        add_requests(server, person, range(20 * person, 20 * person + 20))

    answers = answer_all(server)

    assert sorted(answers[:MAX_ACTIVE_JOBS]) == [20 * person for person in range(MAX_ACTIVE_JOBS)]
    assert answers[-1] % 20 == 19


def test_jobs_without_search_do_not_wait_for_compilation(monkeypatch):
    fake_turns(monkeypatch, 3)
    monkeypatch.setattr(jit, "is_available", lambda: True)
    server = EngineServer(io.StringIO(), io.StringIO())
    for number in range(2 * MAX_ACTIVE_JOBS):
        server._handle({"do": "choose", "number": number, "level": 3, "user": number})
    add_requests(server, 99, [99])
    server._start_jobs()
    assert [job.number for job in server.active] == [99]
    while server.active:
        server._run_slice(server.active.popleft())
        server._start_jobs()
    server.search_ready.set()
    assert answer_all(server) == [99, *range(2 * MAX_ACTIVE_JOBS)]


@needs_numba
@pytest.mark.asyncio(loop_scope="module")
async def test_a_hint_is_a_whole_turn_and_the_same_seed_gives_the_same(searching_engine):
    begun = record_of("lifeline", {"size": 4}, ["a1"])
    second, again = [await searching_engine.advise(begun, seed=7) for _ in range(2)]
    assert second == again
    assert len(second.moves) == 1
    replay(Record(begun.ruleset, (*begun.moves, *second.moves)))


@needs_numba
def test_only_one_review_is_active():
    server = RecordingServer(io.StringIO(), io.StringIO())
    server.search_ready.set()
    for number, kind in enumerate(["analyse"] * 5 + ["choose"] * 5):
        server._handle({"do": kind, "number": number})
    server._start_jobs()
    assert [job.number for job in server.active] == [0, 5, 6]
    server._handle({"do": "cancel", "number": 0})
    server._start_jobs()
    assert [job.number for job in server.active] == [5, 6, 1]


class Pipe(io.StringIO):
    """Input and output with one request; the input stays open until the response."""

    def __init__(self, request):
        super().__init__()
        self.request = request
        self.answered = threading.Event()

    def __iter__(self):
        yield json.dumps({"number": 0, **self.request}) + "\n"
        self.answered.wait(30)

    def write(self, text):
        super().write(text)
        if "number" in text:
            self.answered.set()

    def messages(self):
        EngineServer(self, self).serve()
        return [json.loads(line) for line in self.getvalue().splitlines()]


def test_a_working_server_sends_heartbeats(monkeypatch):
    def working(_message):
        for _ in range(5):
            yield
        return {"moves": []}

    monkeypatch.setattr("sparring.engine_process.HEARTBEAT_SECONDS", 0.0)
    monkeypatch.setitem(HANDLERS, "choose", working)
    monkeypatch.setattr(jit, "is_available", lambda: False)

    messages = Pipe({"do": "choose", "level": 1}).messages()

    assert messages.count(ALIVE) >= 5


@needs_numba
def test_searches_fail_if_the_kernel_cannot_be_compiled(monkeypatch):
    def no_room():
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(jit, "compile_all", no_room)
    request = {"do": "choose", "record": pack_record(BEGUN), "seed": 1}

    (refused,) = answers_among(Pipe({**request, "level": 3}).messages())
    (answered,) = answers_among(Pipe({**request, "level": 2}).messages())

    assert "cannot be compiled on this machine" in refused["error"]
    assert answered["moves"]


def test_reviews_fail_without_numba(monkeypatch):
    monkeypatch.setattr(jit, "is_available", lambda: False)
    request = {"do": "analyse", "record": pack_record(BEGUN), "seed": 1}

    (refused,) = answers_among(Pipe(request).messages())

    assert refused["error"] == jit.MISSING_MESSAGE


def test_an_unknown_level_fails_without_numba(monkeypatch):
    monkeypatch.setattr(jit, "is_available", lambda: False)
    request = {"do": "choose", "record": pack_record(BEGUN), "level": 9, "seed": 1}

    (refused,) = answers_among(Pipe(request).messages())

    assert "There's no level 9" in refused["error"]


def answers_among(messages):
    return [message for message in messages if "number" in message]


def test_the_server_ends_after_an_incomplete_line(monkeypatch):
    monkeypatch.setattr(jit, "is_available", lambda: False)
    serving = threading.Thread(target=EngineServer(io.StringIO('{"do": "ch'), io.StringIO()).serve)
    serving.daemon = True
    serving.start()
    serving.join(10)
    assert not serving.is_alive()
