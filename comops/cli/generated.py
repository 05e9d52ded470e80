# SPDX-License-Identifier: BSD-3-Clause
"""What a build makes of the commands: man pages, completions, pages on patterns and on the records
of a results file, JSON schemas.

python3 -m comops.cli.generated FOLDER [DEPFILE]
"""

import json
import os
import shutil
import sys
from pathlib import Path

from comops.common.files import build  # noqa: E402
from comops.common.libraries import help_wanted

help_wanted(["--help"])  # no help depends on the libraries that a build does without
os.environ["COLUMNS"] = "80"  # of every help

from comops.cli.answers import schemas  # noqa: E402
from comops.cli.catalogue import catalogue_json  # noqa: E402
from comops.cli.completions import bash, fish, option_values, zsh  # noqa: E402
from comops.cli.list import list_json, list_markdown  # noqa: E402
from comops.cli.manual import helps_read, man_page  # noqa: E402
from comops.common.console import Parser  # noqa: E402
from comops.measure.launch.paths import paths_find  # noqa: E402
from comops.results.pages import records_page  # noqa: E402
from comops.results.schema import json_schema  # noqa: E402


def files() -> dict[str, str]:
    """Where each lies below the folder of a prefix for data, and its content."""
    Parser.release = build()["version"]
    helps, paths = helps_read(), paths_find()
    names = [help_.name for help_ in helps]
    values = option_values(json.loads(list_json(paths)), json.loads(catalogue_json()))
    return {f"man/man1/{help_.name}.1": man_page(help_, names) for help_ in helps} | {
        "bash-completion/completions/comops": bash(helps, values),
        "zsh/site-functions/_comops": zsh(helps, values),
        "fish/vendor_completions.d/comops.fish": fish(helps, values),
        "doc/comops/patterns.md": list_markdown(paths),
        "doc/comops/records.md": records_page(),
    } | {f"comops/{name}": json.dumps(schema, indent=1) + "\n"
         for name, schema in ({"results.schema.json": json_schema()} | schemas()).items()}


def main(folder: Path, depfile: Path | None = None) -> None:
    made = files()
    for top in {name.partition("/")[0] for name in made}:
        shutil.rmtree(folder / top, ignore_errors=True)
    for name, text in made.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    if depfile:
        ours = sorted(module.__file__ for name, module in sys.modules.items()
                      if name.startswith("comops") and getattr(module, "__file__", None))
        depfile.write_text(f"{folder / 'man'}: {' '.join(ours)}\n", encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
