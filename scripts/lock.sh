#!/usr/bin/env bash
# Writes constraints.txt (what the bot needs), constraints-sparring.txt (that, and what levels 3 to 6 of the computer
# opponent need) and constraints-dev.txt (all, and what checks and tests it): names, versions and hashes, no addresses.
# Run it after changing a dependency in pyproject.toml.
set -eu
cd "$(dirname "$0")/.."
python="${PYTHON:-.venv/bin/python}"
"$python" -m pip install --quiet pip-tools
options=(--quiet --generate-hashes --allow-unsafe --strip-extras --no-annotate --no-header
         --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options)
"$python" -m piptools compile "${options[@]}" --extra postgresql --extra sparring --extra package --extra test --extra check \
  -o constraints-dev.txt pyproject.toml
"$python" -m piptools compile "${options[@]}" --extra postgresql --extra package -c constraints-dev.txt -o constraints.txt pyproject.toml
"$python" -m piptools compile "${options[@]}" --extra postgresql --extra sparring --extra package -c constraints-dev.txt \
  -o constraints-sparring.txt pyproject.toml
