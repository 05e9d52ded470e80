# SPDX-License-Identifier: BSD-3-Clause
"""A page with examples in Python as a Jupyter notebook, run: what each example shows is in it.

    python tests/reports/support/notebook.py

writes docs/howto/read-results.ipynb again, after a change of the page or of what comops prints.
"""

import ast
import io
import json
import os
import re
import sys
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/howto/read-results.md"
NOTEBOOK = PAGE.with_suffix(".ipynb")
CODE = re.compile(r"```python\n(.*?)```", flags=re.S)
# A reader has files of their own; the notebook those of the documentation.
FILES = {'"results.jsonl"': '"../results/intel-xeon-vm-2-cores.jsonl.xz"',
         'Path().glob("*.jsonl")': 'Path("../results").glob("intel-*.jsonl.xz")'}
Cell = dict[str, Any]


def lines(text: str) -> list[str]:
    return text.strip().splitlines(keepends=True)


def run(code: str, names: dict[str, Any]) -> list[Cell]:
    """What the code prints, and the value of its last line, as Jupyter keeps them."""
    tree, shown = ast.parse(code), io.StringIO()
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(shown):
        exec(compile(tree, "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
    outputs = [{"output_type": "stream", "name": "stdout",
                "text": shown.getvalue().splitlines(keepends=True)}] if shown.getvalue() else []
    if value is not None:
        outputs.append({"output_type": "execute_result", "execution_count": 1, "metadata": {},
                        "data": {"text/html": lines(value._repr_html_()),
                                 "text/plain": lines(repr(value))}})
    return outputs


def cells(page: str) -> list[Cell]:
    """Text and code in turns; the first example ends with the results, which it shows."""
    names: dict[str, Any] = {}
    made: list[Cell] = []
    for at, part in enumerate(CODE.split(page)):
        if at % 2 == 0:
            made.append({"cell_type": "markdown", "id": f"text-{at}", "metadata": {},
                         "source": lines(part)})
            continue
        for name, file in FILES.items():
            part = part.replace(name, file)
        if at == 1:
            part += "results"
        made.append({"cell_type": "code", "id": f"code-{at}", "execution_count": at // 2 + 1,
                     "metadata": {}, "outputs": run(part, names), "source": lines(part)})
    return made


def notebook() -> str:
    with chdir(PAGE.parent):
        made = cells(PAGE.read_text())
    return json.dumps({"cells": made, "nbformat": 4, "nbformat_minor": 5, "metadata": {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"}}}, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    os.environ.setdefault("COMOPS_BUILD", str(ROOT / "build/build.json"))
    sys.path.insert(0, str(ROOT))
    NOTEBOOK.write_text(notebook())
