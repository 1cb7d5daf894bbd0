"""Build and test the image from the Dockerfile without a container engine.

The COPY and RUN instructions run in a temporary folder. The program then starts on the sandbox as
the image starts it, passes the health check, and is stopped by the image's signal. This finds files
missing from the image, wrong build steps, and imports of test tools.
"""

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
ONLY_FOR_TESTS = (
    *("pytest", "hypothesis", "jsonschema", "playwright", "hikari", "mypy", "ruff", "pip_audit"),
    *("numba", "pip", "build"),
)
OURS = ("bot", "rules", "renderer", "sandbox", "sparring")
ALONE = f"""
import importlib.util, sys
from pathlib import Path
found = [name for name in {ONLY_FOR_TESTS} if importlib.util.find_spec(name)]
origins = [Path(importlib.util.find_spec(name).origin) for name in {OURS}]
misplaced = [str(origin) for origin in origins if not origin.is_relative_to(sys.prefix)]
sys.exit(f"not alone: {{found + misplaced}}" if found + misplaced else 0)
"""
TIMEOUT = 120  # seconds until the health check must pass


def main() -> int:
    stages = read_stages((ROOT / "Dockerfile").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="lifeline-image-") as folder:
        image = Image(Path(folder))
        for instruction, rest in stages[0]:
            image.do(instruction, rest)
        run_as(image, dict(stages[1]), environment(stages[1]))
    print("What the Dockerfile builds runs, says that it is well, and stops on its signal.")
    return 0


def read_stages(text: str) -> list[list[tuple[str, str]]]:
    """Return the instructions of each stage of a Dockerfile, as (name, arguments)."""
    joined = re.sub(r"\\\n\s*", " ", text)
    lines = [line for line in joined.splitlines() if line and not line.startswith("#")]
    stages: list[list[tuple[str, str]]] = []
    for line in lines:
        name, _, rest = line.partition(" ")
        if name == "FROM":
            stages.append([])
        else:
            stages[-1].append((name, rest))
    return stages


def environment(stage: list[tuple[str, str]]) -> dict[str, str]:
    """Return the variables that the ENV lines of a stage set."""
    pairs = [pair for name, rest in stage if name == "ENV" for pair in shlex.split(rest)]
    return dict(pair.split("=", 1) for pair in pairs)


class Image:
    """Container image under test: a folder in place of the image's root."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.working_directory = "/"
        self.arguments: dict[str, str] = {}

    def inside(self, text: str) -> str:
        """Rewrite the absolute paths of the image in a text to paths in the folder."""
        return re.sub(r"(?<![\w./:])/(?=(?:opt|src|wheel|data)\b)", f"{self.root}/", text)

    def path_in_image(self, path: str) -> Path:
        return self.root / str(Path(self.working_directory, path)).lstrip("/")

    def do(self, instruction: str, rest: str) -> None:
        """Execute one build instruction of the Dockerfile in the folder."""
        if instruction == "WORKDIR":
            self.working_directory = rest
            self.path_in_image(rest).mkdir(parents=True, exist_ok=True)
        elif instruction == "ARG":
            self.arguments |= dict([rest.split("=", 1)])
        elif instruction == "COPY":
            *sources, target = rest.split()
            for source in sources:
                self._copy(ROOT / source, self.path_in_image(target))
        elif instruction == "RUN":
            self._run(self.inside(rest))

    def _run(self, command: str) -> None:
        python = self.root / "python"
        if not python.exists():
            # the base image has `python`; this machine may only have `python3`
            python.symlink_to(Path(sys.base_prefix, "bin", "python3"))
        subprocess.run(  # noqa: S603
            ["bash", "-euc", command],  # noqa: S607
            cwd=self.path_in_image("."),
            env=os.environ | self.arguments | {"PATH": f"{self.root}:{os.environ['PATH']}"},
            check=True,
        )

    def _copy(self, source: Path, target: Path) -> None:
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)


def run_as(image: Image, stage: dict[str, str], variables: dict[str, str]) -> None:
    """Start the program as the image does, run the health check, and stop it."""
    data = image.root / "data"
    data.mkdir()
    settings = {name: image.inside(value) for name, value in variables.items() if name != "PATH"}
    path = f"{image.root}/opt/lifeline/bin:{os.environ['PATH']}"
    settings |= {"PATH": path, "MONITOR_PORT": str(free_port()), "SANDBOX_PORT": "0"}
    asked = stage["HEALTHCHECK"].split("CMD", 1)[1]

    def start(command: str) -> "subprocess.Popen[bytes]":
        words = json.loads(command)
        return subprocess.Popen(words, cwd=data, env=settings, stderr=subprocess.PIPE)  # noqa: S603

    if start(json.dumps(["python", "-c", ALONE])).wait() != 0:
        sys.exit("The image holds what only tests need, or lacks what is ours.")
    bot = start(stage["ENTRYPOINT"])
    wait_until_healthy(bot, lambda: start(asked).wait() == 0)
    bot.send_signal(getattr(signal, stage["STOPSIGNAL"]))
    _, log = bot.communicate(timeout=10)
    if bot.returncode != 0 or b"Traceback" in log:
        sys.exit(f"The bot did not leave well ({bot.returncode}):\n{log.decode()}")


def wait_until_healthy(bot: "subprocess.Popen[bytes]", is_healthy: Callable[[], bool]) -> None:
    until = time.monotonic() + TIMEOUT
    while not is_healthy():
        if bot.poll() is not None or time.monotonic() > until:
            bot.kill()
            sys.exit(f"The bot does not become well:\n{bot.communicate()[1].decode()}")
        time.sleep(1)


def free_port() -> int:
    with socket.socket() as any_free:
        any_free.bind(("127.0.0.1", 0))
        port: int = any_free.getsockname()[1]
        return port


if __name__ == "__main__":
    sys.exit(main())
