#!/usr/bin/env bash
# The tests, in a virtual environment of their own: style, types, code, notebooks, docs.
set -euo pipefail
cd "$(dirname "$0")"

python=${PYTHON:-python3}
if [ ! -x .venv/bin/python ]; then "$python" -m venv .venv; fi
if command -v uv >/dev/null 2>&1; then
  uv pip install -q --python .venv/bin/python -e ".[dev]"
else
  .venv/bin/python -m pip install -q --disable-pip-version-check -e ".[dev]"
fi
export PATH="$PWD/.venv/bin:$PATH"

step() { printf '\n== %s (%ss)\n' "$1" "$SECONDS"; }

step "style"
ruff check .
ruff format --check .
step "types"
mypy
step "docs"
sphinx-build -W --keep-going -q -b html docs docs/_build/html
step "code"
python -m pytest -n 2 --dist loadfile --cov --cov-report= tests
coverage report | tail -n 5
step "notebooks"
env -u RSC_TOKEN -u SPORTSFRAME_BASE_URL python -m pytest -n 2 --dist loadfile --nbval --nbval-current-env \
  --nbval-sanitize-with notebooks/sanitize.cfg notebooks
step "done"
