#!/usr/bin/env bash
# Makes python/.venv with all that the tests of the Python package use. Debian's torch (apt-get install python3-torch) is taken
# where it is there: it is built for CPUs alone, while PyPI's brings gigabytes of CUDA along. It wants numpy 1.
set -euo pipefail
cd "$(dirname "$0")"

python=python3
if /usr/bin/python3 -c 'import torch' 2>/dev/null; then python=/usr/bin/python3; fi
"$python" -m venv --system-site-packages .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-test.txt
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
