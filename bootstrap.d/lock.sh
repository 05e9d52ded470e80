#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Writes bootstrap.d/*.lock: the exact version and the hashes of every Python package that
# ./bootstrap installs, from the requirements.txt files. To update a package, change its version
# there; `bootstrap.d/lock.sh --upgrade` also updates what those packages need. It installs uv into
# a temporary folder. Run the tests before committing.
set -euo pipefail

cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.."
tools=$(mktemp -d)
trap 'rm -rf -- "$tools"' EXIT
python3 -m venv "$tools"
"$tools/bin/pip" install --quiet uv

lock() { # lock NAME REQUIREMENTS...
    "$tools/bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-emit-find-links --no-annotate \
        --custom-compile-command bootstrap.d/lock.sh "${options[@]}" \
        -o "bootstrap.d/$1.lock" "${@:2}"
}

options=("$@")
lock run requirements.txt comops/cli/requirements.txt
lock site contrib/site/requirements.txt
options+=(-c bootstrap.d/run.lock)
lock report reports/requirements.txt
options+=(-c bootstrap.d/report.lock)
lock test tests/requirements.txt extensions/fleet/comops_fleet/requirements.txt
