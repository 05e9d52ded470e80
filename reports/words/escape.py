# SPDX-License-Identifier: BSD-3-Clause
"""Foreign texts, such as a host's name, made harmless outside HTML."""

import re

from common.console import plain

MARKDOWN = re.compile(r"[\\`*_\[\]<>|#~&$@!]")


def markdown(text: object) -> str:
    """A text without markup in a line of Markdown, also in a table.

    Any ASCII punctuation may be escaped (CommonMark 0.31, section 2.4); @ becomes a character
    reference, so that a code host does not notify the person.
    """
    escaped = MARKDOWN.sub(lambda found: f"\\{found[0]}", plain(text))
    return escaped.replace("\\@", "&#64;").replace("://", ":&#47;/")
