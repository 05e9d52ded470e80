# SPDX-License-Identifier: BSD-3-Clause
"""The documentation as a site. `Sources`: links, anchors and navigation of its Markdown;
`Tutorial`: its outputs; `Built`: the site, built from nothing, in a browser without a network.

Usage: test_site.py COMOPS SOURCE-ROOT PYTHON-OF-THE-SITE [UNITTEST ARGUMENTS]
"""

import lzma
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from html import unescape
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from urllib.parse import unquote, urlsplit

COMOPS, ROOT, SITE_PYTHON = (Path(sys.argv.pop(1)).absolute() for _ in range(3))
SITE = ROOT / "contrib/site"
sys.path.insert(1, str(SITE))
import commonmark  # noqa: E402
import gallery  # noqa: E402
import man_pages  # noqa: E402
import pages  # noqa: E402

try:
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import sync_playwright
    CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
except ModuleNotFoundError:
    CHROMIUM = None
NEEDS_CHROMIUM = unittest.skipUnless(CHROMIUM, "chromium, playwright or axe is missing")
# Pages that are made while the site or the program is built.
MADE = ("docs/gallery/", "docs/man/", "docs/patterns.md", "docs/records.md")
MAN_PAGES = [*(COMOPS.parents[2] / "docs/man/man1").glob("*.1")]
EXAMPLES = ("index.html", "tutorial.html", "gallery.html", "gallery/2x-epyc-7601.html",
            "man/comops-run.html", "method.html", "performance.html", "howto/ci.html")


def anchors(file):
    """What a link to this page may name: its headings, as sites and repositories call them."""
    text = re.sub(r"(?ms)^```.*?^```", "", file.read_text())
    headings = re.findall(r"(?m)^#+ (.*)", text)
    names = [re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", head).lower())
             .replace(" ", "-") for head in headings]
    seen = Counter()
    for name in names:
        yield name if not seen[name] else f"{name}-{seen[name]}"
        seen[name] += 1


def environment():
    """In which `comops` is the program under test, with the packages that the tests have."""
    path = f"{COMOPS.parent}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "NO_MKDOCS_2_WARNING": "1"}


class Sources(unittest.TestCase):
    PAGES = [ROOT / name for name in pages.repository_files() if name.endswith(".md")]

    def test_every_link_between_pages_leads_to_a_file_and_a_heading_that_exist(self):
        links = 0
        for page in self.PAGES:
            for name, anchor in pages.links(page):
                target = (page.parent / name).resolve() if name else page
                with self.subTest(page=page.relative_to(ROOT), link=name + anchor):
                    self.assertTrue(target.exists())
                    if anchor and target.suffix == ".md":
                        self.assertIn(anchor[1:], anchors(target))
                links += 1
        self.assertGreater(links, 100)

    def test_the_navigation_names_every_page_of_docs_once(self):
        nav = (SITE / "mkdocs.yml").read_text().partition("\nnav:\n")[2]
        named = re.findall(r"(?m)(?::|-) (\S+(?:\.md|/))$", nav)
        self.assertEqual([name for name, times in Counter(named).items() if times > 1], [])
        folders = tuple(name for name in named if name.endswith("/"))
        docs = {str(page.relative_to(ROOT)) for page in (ROOT / "docs").rglob("*.md")}
        missing = {name for name in docs - {*named} if not name.startswith(folders)}
        self.assertEqual(missing, set(),
                         "add `- TITLE: FILE` for each under nav: in contrib/site/mkdocs.yml")
        for name in named:
            if name not in MADE:
                self.assertTrue((ROOT / name).exists(), name)

    def test_lists_are_converted_and_nothing_else_is(self):
        for before, after in (
                ("text\n- one\n- two\n  more\n\nend", "text\n\n- one\n- two\n    more\n\nend"),
                ("1. one\n\n       code\n\n   more\n2. two",
                 "1. one\n\n        code\n\n    more\n\n2. two"),
                ("- one\n  - inner\n    more", "- one\n    - inner\n        more"),
                ("```\ntext\n- no list\n```", "```\ntext\n- no list\n```"),
                ("at most\n64. Their midmean", "at most\n64. Their midmean"),
                ("- one\nand lazily on\n\nend", "- one\n    and lazily on\n\nend")):
            self.assertEqual(commonmark.python_markdown(before), after)

    def test_a_man_page_becomes_markdown_with_all_its_options(self):
        for file in MAN_PAGES:
            source, text = file.read_text(), man_pages.markdown(file)
            self.assertTrue(text.startswith(f"# {file.stem.replace('-', ' ')}\n\n"), file)
            self.assertEqual(len(re.findall(r"(?m)^:   ", text)), source.count("\n.TP\n"), file)
            self.assertNotRegex(text, r"(?m)^\.|\\[-(&]", file)

    def test_a_measured_machine_of_the_gallery_is_described_by_its_file(self):
        machines = {shown.name: shown for shown in gallery.machines()}
        measured = machines["intel-xeon-vm-2-cores"]
        results = measured.results(Path(self.enterContext(tempfile.TemporaryDirectory())))
        self.assertEqual(results.read_bytes(), lzma.decompress(measured.file.read_bytes()))
        self.assertIn("2 cores, 2 hardware threads", measured.title)
        self.assertIn("Measured on 2026-", measured.text)
        self.assertTrue(all(bool(shown.options) != bool(shown.file) for shown in machines.values()))


class Tutorial(unittest.TestCase):
    def test_what_it_shows_is_what_its_commands_print(self):
        text = (ROOT / "docs/tutorial.md").read_text()
        typed = re.findall(r"`(comops (?:machine --xml|simulate --heat) [^`]+)`", text)
        printed = set()
        for command in typed:
            words = [str(ROOT / word) if word.endswith(".xml") else word
                     for word in command.split()[1:]]
            done = subprocess.run([COMOPS, *words], capture_output=True, text=True, check=True,
                                  env=environment())
            printed |= {line.rstrip() for line in done.stdout.splitlines()}
        shown = re.findall(r"(?s)```text\n(.*?)```", text)
        self.assertEqual(len(shown), 3)
        for line in "".join(shown).splitlines():
            if line.strip() not in ("", "..."):
                self.assertIn(line, printed)


class Html(HTMLParser):
    """The names, the links and what is loaded, of a page."""

    def __init__(self, file):
        super().__init__()
        self.names, self.links, self.loaded = set(), set(), set()
        self.feed(file.read_text())

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.names |= {values.get("id"), values.get("name")}
        if tag == "a" and values.get("href"):
            self.links.add(values["href"])
        elif tag == "link" and values.get("rel") in ("stylesheet", "icon", "preload"):
            self.loaded.add(values["href"])
        elif tag != "a" and values.get("src"):
            self.loaded.add(values["src"])


@unittest.skipUnless(SITE_PYTHON.exists(), f"{SITE_PYTHON} is missing: ./bootstrap site makes it")
class Built(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.site = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        done = subprocess.run(
            [SITE_PYTHON, "-m", "mkdocs", "build", "--strict", "-f", SITE / "mkdocs.yml", "-d",
             cls.site], capture_output=True, text=True, check=False,
            env=environment())
        assert done.returncode == 0, done.stderr
        reports = {*(cls.site / "gallery").glob("*-report.html")}
        cls.pages = {file: Html(file) for file in cls.site.rglob("*.html")
                     if file not in reports and file.name != "404.html"}
        cls.reports = reports

    def test_it_has_a_page_of_every_file_command_and_machine(self):
        for name in (*EXAMPLES, "design.html", "readme.html"):
            self.assertIn(self.site / name, self.pages)
        self.assertEqual(len([*(self.site / "man").glob("*.html")]),
                         len(MAN_PAGES))
        self.assertGreaterEqual(len(self.reports), 6)

    def test_the_navigation_leads_to_every_page_that_it_names(self):
        nav = (SITE / "mkdocs.yml").read_text().partition("\nnav:\n")[2]
        titles = re.findall(r"(?m)- ([^:\n]+): \S+\.md$", nav)
        shown = (self.site / "index.html").read_text()
        shown = re.findall(r'(?s)<a href="[^"]+" class="md-nav__link[^"]*">(.*?)</a>', shown)
        shown = {" ".join(re.sub(r"<[^>]+>", "", text).split()) for text in shown}
        self.assertEqual({*titles} - {unescape(text) for text in shown}, set())

    def test_every_link_and_anchor_of_the_built_pages_exists(self):
        for file, page in self.pages.items():
            for link in page.links:
                parts = urlsplit(link)
                if parts.scheme:
                    continue
                target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
                with self.subTest(page=file.relative_to(self.site), link=link):
                    self.assertTrue(target.is_file())
                    if parts.fragment and target in self.pages:
                        self.assertIn(unquote(parts.fragment), self.pages[target].names)

    def test_nothing_is_loaded_from_another_host(self):
        for file, page in self.pages.items():
            for name in page.loaded:
                self.assertFalse(urlsplit(name).netloc, (file, name))
        for file in self.site.rglob("*.css"):
            self.assertNotRegex(file.read_text(), r"url\(\s*[\"']?(https?:)?//|@import", file)

    def test_no_markdown_is_left_in_the_text(self):
        for file in self.pages:
            text = re.sub(r"(?s)<(pre|code|script|style)\b.*?</\1>", "", file.read_text())
            self.assertNotRegex(text, r"<p>(?:[^<]*\n)?(?:[-*] |\d+\. |\||```)", file)
            self.assertNotRegex(text, r"\]\([\w./#-]+\)", file)

    @NEEDS_CHROMIUM
    def test_pages_fit_each_width_and_are_accessible_in_light_and_dark(self):
        with sync_playwright() as driver:
            chromium = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for name, width, scheme in product(EXAMPLES, (1400, 400), ("light", "dark")):
                with self.subTest(page=name, width=width, scheme=scheme):
                    self.looked_at(chromium, name, width, scheme)

    def looked_at(self, chromium, name, width, scheme):
        page = chromium.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"file://{self.site}/{name}")
        wider = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.assertEqual(wider, 0)
        self.assertEqual([url for url in asked if not url.startswith(("file:", "data:"))], [])
        faults = Axe().run(page).response["violations"]
        self.assertEqual([(fault["id"], fault["nodes"][0]["html"][:200]) for fault in faults], [])
        page.close()

    @NEEDS_CHROMIUM
    def test_the_search_finds_pages_without_a_server(self):
        with sync_playwright() as driver:
            chromium = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = chromium.new_page()
            page.goto(f"file://{self.site}/index.html")
            page.locator("[data-md-component=search-query]").fill("canaries")
            page.locator(".md-search-result__item a").first.wait_for()
            link = page.locator(".md-search-result__item a").first.get_attribute("href")
            self.assertRegex(link, r"method\.html|design\.html")


unittest.main(verbosity=2)
