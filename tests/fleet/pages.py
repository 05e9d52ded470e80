# SPDX-License-Identifier: BSD-3-Clause
"""Pages in a real Chromium."""

import shutil
import tempfile
import unittest
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync"]
STRIKE = "<script>globalThis.struck=1</script><img src=x onerror='globalThis.struck=1'>"
MOST = 5_000_000  # bytes of a page
WIDE = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not CHROMIUM:
            raise unittest.SkipTest("chromium is missing")
        cls.file = Path(cls.enterClassContext(tempfile.TemporaryDirectory())) / "sweep.html"
        driver = cls.enterClassContext(sync_playwright())
        cls.browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        cls.addClassCleanup(cls.browser.close)
        expect.set_options(timeout=60_000)  # a loaded machine draws late

    @contextmanager
    def opened(self, html: str, width: int = 1280, scheme: str = "light"):
        """The page of this HTML; it may neither complain nor ask for anything."""
        self.file.write_text(html, encoding="utf-8")
        context = self.browser.new_context(viewport={"width": width, "height": 900},
                                           color_scheme=scheme)
        page, complaints, requests = context.new_page(), [], []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(self.file.as_uri())
        yield page
        self.assertEqual(complaints, [])
        self.assertEqual([url for url in requests if not url.startswith((self.file.as_uri(),
                                                                         "data:,"))], [])
        context.close()
