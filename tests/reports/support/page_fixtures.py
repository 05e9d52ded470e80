# SPDX-License-Identifier: BSD-3-Clause
"""Runs reports/ as a user would, and looks at its pages in a browser."""

import functools
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import example
import jinja2
import pytest

try:
    from playwright.sync_api import expect
except ModuleNotFoundError:  # all that need it need `chromium` too
    expect = None

ROOT = Path(__file__).resolve().parents[3]
REPORTS = ROOT / "reports"
DEFAULT = ROOT / "docs/results/intel-xeon-vm-2-cores.jsonl.xz"  # a default campaign
ARGUMENTS = (
    "--no-sandbox --disable-gpu --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
HOSTILE = (
    "</script><script>globalThis.struck=1</script>"
    "<img src=x onerror='globalThis.struck=1'>{{7*7}}&amp;"
)


UNFOLD = "document.querySelectorAll('details.fold').forEach(one => { one.open = true; })"

LINE = "path[aria-roledescription='line mark']"  # of a chart

# Labels of tables that are wider than what shows them.
CLIPPED = """all => all.filter(one => one.scrollWidth > one.clientWidth + 1)
    .map(one => one.getAttribute("aria-label"))"""

# Texts of the elements `what` of each picture that overlap by more than so many pixels.
COLLIDING = """pictures => pictures.flatMap(picture => {
    const boxes = [...picture.querySelectorAll("%(what)s")]
        .map(one => [one, one.getBoundingClientRect()]);
    return boxes.flatMap(([one, a], at) => boxes.slice(at + 1).filter(([_, b]) =>
        a.left < b.right - %(across)d && b.left < a.right - %(across)d &&
        a.top < b.bottom - %(down)d && b.top < a.bottom - %(down)d)
        .map(([other]) => `${one.textContent} / ${other.textContent}`));
})"""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "often: takes long, for it is large or one of many")


class CompiledTemplates(jinja2.BytecodeCache):
    """The templates that a page of these tests has used."""

    def __init__(self) -> None:
        self.compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        if bucket.key in self.compiled:
            bucket.bytecode_from_string(self.compiled[bucket.key])

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        self.compiled[bucket.key] = bucket.bytecode_to_string()


@pytest.fixture(scope="session", autouse=True)
def templates_compiled_once() -> Iterator[None]:
    """Each page has an environment of its own; compiling its templates takes most of the time."""
    made = functools.partial(jinja2.Environment, bytecode_cache=CompiledTemplates())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jinja2, "Environment", made)
        yield


@pytest.fixture
def report_read(results_file) -> Callable[..., Any]:
    """The report of the records of one or more files."""
    from comops.reports.page.report import report_of
    from comops.results.read import campaign_read

    def read(*files: Sequence[example.Record]) -> Any:
        named = ((records, f"{at}.jsonl") for at, records in enumerate(files))
        return report_of([campaign_read(results_file(*file)) for file in named])

    return read


@pytest.fixture(scope="session")
def pages(tmp_path_factory) -> Callable[..., str]:
    """The page of files, by their names; that of the same records is made once."""
    from comops.reports.page.build import page
    from comops.results.read import campaign_read

    @functools.cache
    def page_made(*files: tuple[str, str]) -> str:
        folder = tmp_path_factory.mktemp("page")
        for name, text in files:
            (folder / name).write_text(text, encoding="utf-8")
        return page([campaign_read(folder / name) for name, _ in files])

    def read(files: dict[str, Sequence[example.Record]]) -> str:
        return page_made(*((name, example.lines(records)) for name, records in files.items()))

    return read


@pytest.fixture(scope="session")
def page_of(pages) -> Callable[..., str]:
    """The page of the records of one or more files."""
    return lambda *files: pages({f"{at}.jsonl": records for at, records in enumerate(files)})


@pytest.fixture
def obeyed(capfd) -> Callable[..., subprocess.CompletedProcess]:
    """Runs a module of comops.cli with arguments, within this process, which has Vega-Lite
    already; returns status and output."""
    from comops.common.command import command_run

    def run(command: Any, *arguments: object) -> subprocess.CompletedProcess:
        words = list(map(str, arguments))
        status = command_run(command.PROGRAM, lambda: command.main(words))
        return subprocess.CompletedProcess(words, status, *capfd.readouterr())

    return run


@pytest.fixture
def report(obeyed) -> Callable[..., subprocess.CompletedProcess]:
    from comops.cli import report

    return functools.partial(obeyed, report)


PATIENCE_MS = 60_000  # a loaded machine draws late


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is missing")
    playwright.expect.set_options(timeout=PATIENCE_MS)
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if not program:
        pytest.skip("chromium is missing")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def opened(chromium, pages, tmp_path_factory) -> Callable[..., Iterator[Any]]:
    """Opens the report of some records, and `more` of another file, `at` a fragment, with its
    sections and tables `unfolded` and all charts `drawn`; fails on any console error or request."""

    @contextmanager
    def open_page(
        records: list[example.Record],
        width: int = 1280,
        scheme: str = "light",
        scripts: bool = True,
        at: str = "",
        unfolded: bool = True,
        drawn: bool = False,
        more: Sequence[list[example.Record]] = (),
    ) -> Iterator[Any]:
        path = tmp_path_factory.mktemp("opened") / "report.html"
        others = {"more.jsonl": lines for lines in more}
        path.write_text(pages({"run.jsonl": records} | others), encoding="utf-8")
        context = chromium.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            java_script_enabled=scripts,
        )
        context.set_default_timeout(PATIENCE_MS)
        page, complaints, requests = context.new_page(), [], []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(path.as_uri() + at)
        if unfolded:
            page.evaluate(UNFOLD)
        charts = page.locator(".chart:visible")
        for index in range(charts.count() if drawn else 0):
            charts.nth(index).locator("svg").wait_for()
        yield page
        assert complaints == []
        own = (path.as_uri(), "data:,")
        assert [url for url in requests if url.partition("#")[0] not in own] == []
        context.close()

    return open_page


def tip_of(page: Any, point: Any) -> str:
    """The tooltip of a point of a chart."""
    point.hover(force=True)
    tip = page.locator("#vg-tooltip-element.visible")
    tip.wait_for()
    return tip.inner_text()


def hostile_campaign() -> list[example.Record]:
    """Markup wherever a results file can hold a string."""
    facts = {name: HOSTILE for name, fact in example.campaign_record().items() if type(fact) is str}
    facts |= {"record": "campaign", "schema": "comops/1"}
    launcher = {"command": [HOSTILE], "version": HOSTILE}
    facts |= {"runtimes": {HOSTILE: HOSTILE}, "launchers": {HOSTILE: launcher}}
    facts |= {"command": [HOSTILE, HOSTILE]}
    records = example.campaign(("pingpong",), ("bus",), (8, 64, 4096), facts=facts)
    for key in example.keys_of(records):
        key |= dict.fromkeys(("pattern", "placement", "buffers", "mode", "method"), HOSTILE)
        key["protocol"] += HOSTILE
        key["path"] = key["path"] if key["path"] == "threads" else HOSTILE
    for cell in example.kinds(records):
        cell |= {"stopped": HOSTILE, "rate_formula": HOSTILE, "warnings": [HOSTILE]}
    for fit in example.kinds(records, "fit"):
        fit["model"] = HOSTILE
    lost = example.key_record(HOSTILE, ("mpi", HOSTILE), HOSTILE, 8)
    return [*records, example.invalid_record(lost, HOSTILE)]
