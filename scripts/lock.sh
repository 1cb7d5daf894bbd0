#!/usr/bin/env bash
# Writes constraints.txt (what the bot needs), constraints-sparring.txt (that, and what levels 3 to 6 of the computer
# opponent need) and constraints-dev.txt (all, and what checks and tests it): names, versions and hashes, no addresses.
# Extras are kept: older pip (23.2) takes the newest "coverage[toml]", not the pinned one, when only "coverage" is listed.
# They are for every Python from 3.11 on: what only some need has a marker. Versions stay as they are where they may;
# delete a line, or a list, to have newer ones. Run it after changing a dependency in pyproject.toml.
set -eu
cd "$(dirname "$0")/.."
python="${PYTHON:-.venv/bin/python}"
"$python" -m pip install --quiet uv
compile() {
  "$python" -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-strip-extras \
    --no-annotate --no-header --no-emit-index-url --no-emit-find-links --no-emit-build-options \
    --extra postgresql --extra package "$@" pyproject.toml
}
compile --extra sparring --extra test --extra check -o constraints-dev.txt
compile -c constraints-dev.txt -o constraints.txt
compile --extra sparring -c constraints-dev.txt -o constraints-sparring.txt
