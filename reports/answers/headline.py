# SPDX-License-Identifier: BSD-3-Clause
"""The answer of a campaign in a few sentences. The last says what it means for a program."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from itertools import groupby
from typing import NamedTuple

from comops.reports.answers.answer import MARGIN_TEXT, Row, winner_name
from comops.reports.answers.panels import Panel, panels_of
from comops.reports.words.formats import RUNTIME_NAMES, factor_of, interval_text, list_text
from comops.reports.words.phrases import Phrase, text_of
from comops.reports.words.sentences import (OUTCOMES, TERMINAL, PlacedCell, Writing, not_measured,
                                            placed_text, pooled_text)
from comops.reports.words.settings import setting_texts, shared_of, title_of
from comops.reports.words.trust import verdict_lines
from comops.reports.words.wins import factors_text, range_text, wins_sentences
from comops.results.findings import EQUIVALENT, UNDECIDED, PooledRecord
from comops.results.read import Campaign
from comops.statistics.verdicts import (BEST, KINDS, LIBRARIES, OURS, PAPER, SAME_CODE,
                                        paths_in_order)

LABELS_MOST = 4  # settings with a sentence of their own
OTHERS_MOST = 3  # operations that differ from all together
# Titles of the matrices.
TITLES = {PAPER: " against ".join(side.short for side in KINDS[PAPER].sides),
          OURS: "Our shared-memory code against the faster of OpenMP and MPI",
          BEST: "The fastest in threads against the fastest in processes"}
HARDLY = 1.1  # a factor below this is less than most programs notice: they also compute
USES = {"threads": "OpenMP's barrier and lock", "MPI": "MPI's calls"}
OUTCOME_WORDS = {EQUIVALENT: f"within {MARGIN_TEXT}", UNDECIDED: "not decided"}

Sentence = list[Phrase]


def counted(panels: Sequence[Panel], name: str) -> list[Row]:
    """Oversubscribed comparisons do not count."""
    return [row for panel in panels if not panel.oversubscribed for row in panel.of(name)]


def others_text(rows: Sequence[Row]) -> str:
    """29 within 5 %, 3 not decided; all 60 within 5 %; nothing if a side wins all."""
    counts = Counter(row.winner for row in rows)
    every = "all " if len(counts) == 1 and len(rows) > 1 else ""
    return ", ".join(f"{every}{counts[outcome]} {text}" for outcome, text in OUTCOME_WORDS.items()
                     if counts[outcome])


def wins(panels: Sequence[Panel], name: str, writing: Writing) -> list[Sentence]:
    """Who wins what: a sentence for each side."""
    titled = [(panel.title, panel.of(name)) for panel in panels if panel.of(name)]
    rows = [row for _, rows in titled for row in rows]
    if all(row.winner == UNDECIDED for row in rows):
        return [[Phrase(f"not decided in any of {len(rows)}.")]]
    return wins_sentences(titled, winner_name, writing) or [[Phrase(f"{others_text(rows)}.")]]


def by_setting(panels: Sequence[Panel], name: str, writing: Writing) -> list[Sentence]:
    """The sentences for each label, which begins the first of them. If there are too many labels,
    the sentences for all together."""
    shown = sorted((panel for panel in panels if panel.of(name) and not panel.oversubscribed),
                   key=lambda panel: panel.short)
    labels = [(label, list(same)) for label, same in groupby(shown, key=lambda panel: panel.short)]
    if len(labels) > LABELS_MOST:
        return wins(shown, name, writing)
    return [[*([Phrase(f"{label}: ")] if label and not at else []), *words]
            for label, same in labels for at, words in enumerate(wins(same, name, writing))]


def paper_sentences(panels: Sequence[Panel], writing: Writing) -> list[Sentence]:
    if not any(panel.of(PAPER) for panel in panels):
        return [[Phrase(f"{TITLES[PAPER]}: {not_measured(KINDS[PAPER])}")]]
    first, *others = by_setting(panels, PAPER, writing) or [
        [Phrase("with more ranks than cores, nothing is counted.")]]
    return [[Phrase(f"{TITLES[PAPER]}: "), *first], *([Phrase("  "), *other] for other in others)]


def rivals_text(panels: Sequence[Panel]) -> str:
    """What our code is compared with: OpenMP, MPI, or the faster of both."""
    cells = [cell for row in counted(panels, OURS) for cell in row.cells]
    names = [side.short for at, side in enumerate(KINDS[PAPER].sides)
             if any(KINDS[PAPER].side_of(cell.key) == at for cell in cells)]
    return names[0] if len(names) == 1 else "the faster of both"


def ours_sentence(panels: Sequence[Panel]) -> Sentence:
    """Our code against the runtimes' own means."""
    rows, them = counted(panels, OURS), rivals_text(panels)
    won = [row for row in rows if row.winner == OURS]
    lost = [row for row in rows if row.winner not in (OURS, *OUTCOMES)]
    if not rows or all(row.winner == UNDECIDED for row in rows):
        return [Phrase("Our own shared-memory code, `direct`, against "
                       f"{them}: not decided in any of {len(rows)}.")] if rows else []
    clauses = []
    if won:
        clauses.append(f"beats {them} in {len(won)} of {len(rows)}, by {factors_text(won)}")
    if lost:
        clauses.append(f"is slower in {len(lost)}, by {factors_text(lost)}")
    if others := others_text(rows):
        clauses.append(others)
    return [Phrase(f"Our own shared-memory code, `direct`, {'; '.join(clauses)}.")]


def agree(panel: Panel, name: str, other: str) -> bool:
    """Whether two comparisons have the same outcome at each size."""
    return ([(row.size, row.winner) for row in panel.of(name)]
            == [(row.size, row.winner) for row in panel.of(other)])


def same_code_sentence(panels: Sequence[Panel]) -> Sentence:
    """The same code in threads and in processes; best against best with it, if that says the same.
    """
    rows = counted(panels, SAME_CODE)
    if not rows:
        return []
    best = [panel for panel in panels if panel.of(BEST)]
    same = best and all(agree(panel, BEST, SAME_CODE) for panel in best)
    clauses = [others_text(rows)] if others_text(rows) else []
    decided = [row for row in rows if row.winner not in OUTCOMES]
    for winner in paths_in_order(row.winner for row in decided):
        won = [row for row in decided if row.winner == winner]
        clauses.append(f"{winner_name(won)} faster in {len(won)}")
    most = f" (by {factors_text(decided)})" if decided else ""
    whole = f"of {len(rows)}, " if len({row.winner for row in rows}) > 1 else ""
    pooled = pooled_clauses(panels)
    begin = f"The same code {'; '.join(pooled)}. By size" if pooled else (
        "The same code in threads and in processes")
    alike = "; the fastest protocols of both compare alike" * bool(same)
    return [Phrase(f"{begin}: {whole}{', '.join(clauses)}{most}{alike}.")]


def pooled_clauses(panels: Sequence[Panel]) -> list[str]:
    """The ratio of the same code over all operations of each setting. A single setting also has
    the operations whose decision differs."""
    counted = {shared_of(panel.setting): panel.short for panel in panels
               if not panel.oversubscribed}
    settings: dict[tuple, list[PooledRecord]] = defaultdict(list)
    for ratio in panels[0].campaign.pooled.values():
        if shared_of(ratio.key) in counted:
            settings[shared_of(ratio.key)].append(ratio)
    wholes = {of: max(ratios, key=lambda ratio: len(ratio.patterns))
              for of, ratios in settings.items()}
    if len(wholes) == 1:
        (of, whole), = wholes.items()
        others = [ratio for ratio in settings[of]
                  if ratio.decision not in (whole.decision, UNDECIDED)]
        return [pooled_text(whole), *(
            f"{title_of(other.patterns[0], other.key)} {interval_text(other.ratio, other.ci95)}"
            for other in others[:OTHERS_MOST])]
    return [f"({counted[of] or setting_texts(ratio.key)['consume']}) {pooled_text(ratio)}"
            for of, ratio in wholes.items()]


def placed_sentences(campaign: Campaign, writing: Writing) -> list[Sentence]:
    """Each implementation on another placement than the first."""
    placed: dict[tuple[str, str], list[PlacedCell]] = defaultdict(list)
    for pair in campaign.placement_ratios.values():
        key = pair.b
        placed[pair.a.placement, key.placement].append(PlacedCell(
            key.path, key.protocol, key.bytes, pair.ratio, pair.ci95, pair.decision))
    return [[Phrase(f"Each implementation on {other} against {first}: "
                    f"{placed_text(cells, writing)}.")]
            for (first, other), cells in placed.items()]


def differing(panels: Sequence[Panel]) -> list[Panel]:
    """The tables whose best protocols have another outcome than the same code and the papers'
    protocols; all, if nothing else is compared."""
    every = [panel for panel in panels if panel.of(BEST)]
    if not any(panel.of(PAPER) or panel.of(OURS) for panel in every):
        return every
    return [panel for panel in every
            if not agree(panel, BEST, SAME_CODE) and not agree(panel, BEST, PAPER)]


def matrices_of(panels: Sequence[Panel]) -> tuple[tuple[str, Sequence[Panel]], ...]:
    """What the matrices compare, each with its tables."""
    return (PAPER, panels), (OURS, panels), (BEST, differing(panels))


def drawn_of(panels: Sequence[Panel]) -> list[tuple[str, list[Panel]]]:
    """The matrices that have a row."""
    return [(name, shown) for name, every in matrices_of(panels)
            if (shown := [panel for panel in every if panel.of(name)])]


def shown_of(panels: Sequence[Panel]) -> tuple[list[Row], list[Row]]:
    """The comparisons of the matrices, and those of the same code by size that are not among them:
    what is said to be decided or not, everywhere."""
    rows = [row for name, shown in matrices_of(panels) for row in counted(shown, name)]
    known = [(row.ours, row.other) for row in rows]
    return rows, [row for row in counted(panels, SAME_CODE) if (row.ours, row.other) not in known]


def undecided_of(campaigns: Sequence[Campaign]) -> tuple[int, int]:
    """How many of all comparisons that were measured are not decided, the same everywhere, and how
    many comparisons there are."""
    rows = [row for campaign in campaigns if not campaign.simulated
            for part in shown_of(panels_of(campaign)) for row in part]
    return sum(row.winner == UNDECIDED for row in rows), len(rows)


class Advice(NamedTuple):
    """What to use at one size: a side, EQUIVALENT where it hardly matters, else UNDECIDED."""

    size: int
    winner: str


def advice_at(size: int, rows: Sequence[Row]) -> Advice:
    """The side that is faster in more than half of the operations."""
    if all(row.winner == EQUIVALENT or row.winner not in OUTCOMES and factor_of(row.ratio) < HARDLY
           for row in rows):
        return Advice(size, EQUIVALENT)
    won = Counter(winner_name([row]) for row in rows if row.winner not in OUTCOMES)
    (winner, count), = won.most_common(1) or [(UNDECIDED, 0)]
    return Advice(size, winner if 2 * count > len(rows) else UNDECIDED)


def advice_text(panels: Sequence[Panel], pooled: Collection[PooledRecord], writing: Writing) -> str:
    """For a program: MPI's calls are mostly faster at 8 and from 32K, ... Nothing if OpenMP and MPI
    were not compared at several sizes."""
    rows = counted(panels, PAPER)
    sizes = sorted({row.size for row in rows})
    if len(sizes) < 2:
        return ""
    every = [advice_at(size, [row for row in rows if row.size == size]) for size in sizes]
    where: dict[str, list[str]] = defaultdict(list)
    for winner, places in groupby(range(len(every)), key=lambda at: every[at].winner):
        where[winner].append(range_text(every, list(places), writing))
    texts = {winner: list_text(ranges) for winner, ranges in where.items()}
    parts = [f"{USES.get(winner, winner)} are mostly faster {texts[winner]}"
             for winner in sorted(texts) if winner not in OUTCOMES]
    if EQUIVALENT in texts:
        parts.append(f"it hardly matters {texts[EQUIVALENT]}")
    if UNDECIDED in texts:
        parts.append(f"neither is shown to win most operations {texts[UNDECIDED]}")
    if pooled and all(record.decision == EQUIVALENT for record in pooled):
        parts.append(f"threads or processes as such differ by less than {MARGIN_TEXT}")
    return f"For a program: {'; '.join(parts)}."


def headline_of(campaign: Campaign, panels: Sequence[Panel], writing: Writing = TERMINAL
                ) -> list[Sentence]:
    """The answer: what the runtimes offer, our code, the same code, the libraries, the
    placements."""
    placed = placed_sentences(campaign, writing)
    if not any(panel.comparisons for panel in panels):
        why = "simulated without verdicts" if campaign.simulated else not_measured(KINDS[BEST])
        return [[Phrase(f"Nothing to compare: {why}")], *_said_simulated(campaign, placed)]
    compared = not campaign.simulated or any(panel.of(PAPER) for panel in panels)
    sentences = [*(paper_sentences(panels, writing) if compared else ()), ours_sentence(panels),
                 same_code_sentence(panels), *(
                     [Phrase(f"{RUNTIME_NAMES[path]} libraries, the first against the others: "
                             if not at else "  "), *clause]
                     for path in LIBRARIES if counted(panels, path)
                     for at, clause in enumerate(wins(panels, path, writing))), *placed,
                 [Phrase(advice_text(panels, campaign.pooled.values(), writing))]]
    return _said_simulated(campaign, [sentence for sentence in sentences if text_of(sentence)])


def _said_simulated(campaign: Campaign, sentences: list[Sentence]) -> list[Sentence]:
    """Each of a simulated campaign says so."""
    return [[Phrase("Simulated: "), *words] for words in sentences
            ] if campaign.simulated else sentences


def answer_of(campaign: Campaign) -> list[str]:
    """How far to trust it, and the answer: sentences."""
    sentences = headline_of(campaign, panels_of(campaign))
    return [*verdict_lines([campaign]), *(text_of(words).strip() for words in sentences)]
