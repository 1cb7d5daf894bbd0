#!/usr/bin/env bash
# Installs the Debian packages that some tests use: a browser for the sandbox's page, PostgreSQL's programs, with which
# they start servers of their own, and what Pillow needs to draw names in Arabic, Hebrew and Devanagari.
# Where it cannot (not Debian, not root), it says so, and those tests skip visibly.
set -u
packages=(chromium postgresql libfribidi0)
missing=()
for package in "${packages[@]}"; do
  dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "Not installed: ${missing[*]}. The tests that need them will be skipped." >&2
  exit 0
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
  echo "Could not install: ${missing[*]}. The tests that need them will be skipped." >&2
