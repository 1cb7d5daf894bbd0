#!/usr/bin/env bash
# Builds the wheel, installs it beside nothing but what constraints.txt names, and runs the bot from it
# on the sandbox: what a file forgotten in the packaging, or an import of a test tool, would break.
set -eu
cd "$(dirname "$0")/.."
folder="$(mktemp -d)"
trap 'rm -rf "$folder" build' EXIT
.venv/bin/python -m build --wheel --no-isolation --outdir "$folder" . >"$folder/build.log" 2>&1 || { cat "$folder/build.log"; exit 1; }
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes -r constraints.txt 2>"$folder/pip.log" || { cat "$folder/pip.log"; exit 1; }
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps "$folder"/*.whl
cd "$folder"
# what only tests and checks need must not be there, and the program must come from the wheel
venv/bin/python - <<'CHECK'
import importlib.util
import sys
from pathlib import Path

extras = ("pytest", "hypothesis", "jsonschema", "playwright", "hikari", "mypy", "ruff", "pip_audit")
present = [name for name in extras if importlib.util.find_spec(name)]
places = {importlib.util.find_spec(name).origin for name in ("bot", "rules", "renderer", "sandbox", "sparring")}
strangers = [place for place in places if not Path(place).is_relative_to(sys.prefix)]
if present or strangers:
    sys.exit(f"The wheel is not tried alone: {present or strangers}.")
CHECK
SANDBOX_PORT=0 timeout --signal=TERM 60 venv/bin/python -m bot >bot.log 2>&1 &
bot=$!
for _ in $(seq 1 100); do
  grep -q "ready:" bot.log && break
  sleep 0.5
done
kill -TERM "$bot" 2>/dev/null || true
wait "$bot" || true
if ! grep -q "ready:" bot.log || grep -qE "ERROR|Traceback" bot.log; then
  cat bot.log
  echo "The bot does not run from its wheel." >&2
  exit 1
fi
echo "The bot runs from its wheel, without the test extras."
