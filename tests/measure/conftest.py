# SPDX-License-Identifier: BSD-3-Clause
"""What tests of campaigns have in common."""

from collections.abc import Callable

import pytest
from groups import Campaign


@pytest.fixture
def campaign(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Campaign]:
    return lambda *how, **more: Campaign(monkeypatch, *how, **more)
