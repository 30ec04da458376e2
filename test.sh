#!/usr/bin/env bash
# The tests, in a virtual environment of their own: style, types, docs, code, browser, notebooks.
# Installs what they need: Chromium and a Redis server where apt-get is, the rest from pyproject.toml.
set -euo pipefail
cd "$(dirname "$0")"

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }
missing=()
command -v chromium chromium-browser google-chrome >/dev/null || missing+=(chromium)
command -v redis-server >/dev/null || missing+=(redis-server)
if [ "${#missing[@]}" -gt 0 ] && command -v apt-get >/dev/null; then
  as_root apt-get update -qq
  # Ubuntu has it under another name.
  [ -n "$(apt-cache madison chromium)" ] || missing=("${missing[@]/%chromium/chromium-browser}")
  DEBIAN_FRONTEND=noninteractive as_root apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

# Hundreds of tests start a process: what it imports is compiled once.
unset PYTHONDONTWRITEBYTECODE
python=${PYTHON:-python3}
if [ ! -x .venv/bin/python ]; then "$python" -m venv .venv; fi
if command -v uv >/dev/null 2>&1; then
  uv pip install -q --compile-bytecode --python .venv/bin/python -e ".[dev]"
else
  .venv/bin/python -m pip install -q --disable-pip-version-check -e ".[dev]"
fi
export PATH="$PWD/.venv/bin:$PATH"

step() { printf '\n== %s (%ss)\n' "$1" "$SECONDS"; }

step "style"
ruff check .
ruff format --check .
step "types and docs"
sphinx-build -W --keep-going -q -b html docs docs/_build/html & docs=$!
mypy
step "code"
python -m pytest -n 3 --dist loadfile --no-loadscope-reorder --show-capture=no -p no:nbval -m "not long" tests
wait "$docs"
step "notebooks"
env -u RSC_TOKEN -u SPORTSFRAME_BASE_URL python -m pytest -n 2 --dist loadfile --nbval --nbval-current-env \
  --nbval-sanitize-with notebooks/sanitize.cfg notebooks
step "done"
