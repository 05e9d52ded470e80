# SPDX-License-Identifier: BSD-3-Clause
"""The claims: cited as in the list, asking for what exists, safe on any campaign."""

import random
import re
import shlex
from collections import Counter, defaultdict
from math import inf

import pytest

import example
import full
import simulated
from comops.common.catalogue import PATTERNS, in_family
from comops.measure.launch.paths import paths_find
from page_fixtures import REPORTS
from evident import campaign as made
from comops.results.read import campaign_read
from comops_papers.claims import PAPERS
from comops_papers.claims.evidence import Evidence
from comops_papers.items.claim_verdicts import answers, claims_text
from comops_papers.claims.finding import FAILS, HOLDS, UNDECIDED, VERDICTS, Both, Typically

ROOT = REPORTS.parent
LISTED = (ROOT / "extensions/papers/comops_papers/reference/claims.md").read_text(encoding="utf-8")
CLAIMS = [claim for paper in PAPERS for claim in paper.claims]
HEADINGS = ("Luecke", "ARSC", "Worley", "Thesis", "Luo")
OURS = {
    "Texas Tech thesis": "Thesis",
    "Luecke, Spanoyannis, Kraeva": "Luecke",
    "ARSC newsletter": "ARSC",
}


def listed() -> dict[int, tuple[str, str]]:
    """The paper of every claim of the list, and where in it: as the line says, else the heading."""
    places, paper, place = {}, "", ""
    for line in LISTED.splitlines():
        if line.startswith("## "):
            paper, place = next((h for h in HEADINGS if line.startswith(f"## {h}")), ""), ""
        claim = re.match(r"(\d+)\. (?:\[([^\]]+)\])?", line)
        if claim:
            own = re.sub("(, )?derived", "", claim[2] or "")  # worked out by who made the list
            places[int(claim[1])] = paper, own or place
        else:
            heading = re.findall(r"\((S\d[^)]*)\)", line) if line.endswith(")") else []
            kept = "" if line and line[0] != "-" else place
            place = ", ".join(heading) or kept
    return places


def test_every_claim_is_one_of_the_list_once_under_its_paper():
    numbers = Counter(claim.number for claim in CLAIMS)
    assert set(numbers.values()) == {1} and len(numbers) >= 30
    for paper in PAPERS:
        for claim in paper.claims:
            author = OURS.get(paper.author, paper.author)
            assert listed()[claim.number][0] == author, claim.number


def not_tested() -> list[int]:
    """The claims of the table in claims.md, each of whose rows gives a reason."""
    page = (ROOT / "extensions/papers/docs/claims.md").read_text(encoding="utf-8")
    claims = []
    for row in re.findall(r"^\| (\d.*) \|$", page.split("## Not tested")[1], flags=re.M):
        numbers, reason = row.split(" | ")
        assert reason
        for first, _, last in re.findall(r"(\d+)( to (\d+))?", numbers):
            claims += range(int(first), int(last or first) + 1)
    return claims


def test_every_claim_is_tested_or_listed_with_the_reason():
    numbers = [claim.number for claim in CLAIMS] + not_tested()
    assert sorted(numbers) == sorted(listed()) == list(range(1, 158))


def test_every_claim_is_cited_as_the_list_cites_it():
    for claim in CLAIMS:
        place = listed()[claim.number][1]
        if place:
            assert claim.section == place, claim.number
        else:
            assert claim.section.startswith(("Performance Data", "Table", "text after Table"))


def test_a_citation_is_written_out():
    cited = {claim.number: claim.cited for claim in CLAIMS}
    assert cited[30] == "section 3.3" and cited[1] == "Abstract, section 4"
    assert cited[141] == "Performance Data and Analysis, figure 6"
    assert cited[109] == "section 3.3, section 5.2.1"
    assert cited[146] == "Performance Data and Analysis, figures 10, 13, 16"


def test_a_claim_is_one_sentence():
    for claim in CLAIMS:
        assert claim.said.endswith((".", ").")), claim.number
        assert not re.search(r"[.?] [A-Z]", claim.said), claim.number


NUMBERS = {"two": 2, "three": 3, "five": 5, "eight": 8, "ten": 10}
FACTOR = re.compile(r"([0-9]+|two|three|five|eight|ten)( to ([0-9]+))? times|twice")


def factors(sentence: str) -> list[tuple[float, float]]:
    """The factors that a sentence names: five times, 3 to 5 times, twice."""
    def number(word: str) -> float:
        return float(NUMBERS.get(word, word))

    return [(2, 2) if match[0] == "twice" else (number(match[1]), number(match[3] or match[1]))
            for match in FACTOR.finditer(sentence)]


def parts_of(test) -> list:
    """A claim's tests, each by itself."""
    return [part for piece in test.parts for part in parts_of(piece)] if isinstance(
        test, Both) else [test]


def test_a_factor_of_a_sentence_is_between_the_bounds_of_its_test():
    checked = set()
    for claim in CLAIMS:
        for test in filter(None, (claim.test, claim.there)):
            bounds = [(part.low, part.high) for part in parts_of(test) if hasattr(part, "low")]
            for least, most in factors(claim.said):
                # Claim 12 names three; its test is that they shrink.
                assert claim.number == 12 or any(
                    low <= least and most <= high and (low, high) != (1, inf)
                    for low, high in bounds), claim.number
                checked.add(claim.number)
    assert checked == {2, 10, 12, 19, 28, 30, 60, 68, 134, 136, 137, 144}


def test_what_a_sentence_excepts_or_weakens_its_test_does_too():
    tests = {claim.number: claim.test for claim in CLAIMS}
    said = {claim.number: claim.said for claim in CLAIMS}
    assert isinstance(tests[2], Typically) and "typically" in said[2]
    assert {side.patterns for part in tests[2].parts for side in part.sides} >= {
        ("tree_broadcast_printed",)}
    assert "except for a few" in said[84] and tests[84].few == 2
    assert "one case only" in said[87] and tests[87].few == 1
    assert "logtrans" in said[82] and "logtrans" not in tests[82].patterns
    assert "--op sum" in tests[95].command
    assert isinstance(tests[67], Typically) and "unlikely" in said[67]
    there = {claim.number: claim.there for claim in CLAIMS}
    assert 70 < max(part.limit for part in parts_of(there[137]) if hasattr(part, "limit")) < 90
    assert there[141].everywhere and there[141].machine == "alphaserver-8400", "of all machines"
    assert [(part.values, part.low) for part in parts_of(there[148])] == [
        ((6, 8), 0.8), ((6, 8), 1.25)], "its broadcast jumps at 8"


def test_every_claim_has_bounds_in_words():
    for claim in CLAIMS:
        for test in filter(None, (claim.test, claim.there)):
            assert re.search(r"more than|less than|at most|from [0-9.]+ to [0-9.]+", test.bounds)


def offers() -> dict[str, dict[str, set[str]]]:
    """The protocols of each pattern, or their families, for each path that runs here."""
    return {path.label: {pattern: {offer.family or offer.protocol for offer in path.offers
                                   if offer.pattern == pattern} for pattern in PATTERNS}
            for path in paths_find() if not path.missing}


def test_every_claim_asks_for_what_comops_can_measure():
    offered = offers()
    for claim in CLAIMS:
        finding = claim.test.find(Evidence(made()))
        assert finding.verdict == UNDECIDED and finding.reason, claim.number
        for command in finding.command.splitlines():
            words = shlex.split(command)
            if words[:2] == ["comops", "pstswm"]:
                continue
            options = dict(zip(words[2::2], words[3::2], strict=True))
            assert words[:2] == ["comops", "run"]
            patterns, paths = options["--patterns"].split(","), options["--paths"].split(",")
            if not offered.keys() >= set(paths):
                continue
            for pattern in patterns:
                assert any(offered[path][pattern] for path in paths), (claim.number, pattern)
            for protocol in re.findall(r"\([^)]*\)|\w+", options.get("--protocols", "")):
                name = "(x,y)" if in_family(protocol) else protocol
                assert any(
                    name in offered[path][pattern] for path in paths for pattern in patterns
                ), (claim.number, protocol)


def distorted(record: dict, chance: random.Random) -> dict:
    """Now and then a cell or pair lacks what a claim looks for, or is strange."""
    change = chance.choice(
        ({}, {}, {}, {"ci95_us": None}, {"ci95": None}, {"ci95_us": [0, 9]}, {"rate_MBps": None})
    )
    change = change if set(change) <= set(record) else {}
    strange = {"median_us": 0.0} if chance.random() < 0.01 and record.get("valid") else {}
    return record | change | strange


@pytest.fixture(scope="module")
def pool() -> list[dict]:
    """Records of all patterns, 2, 3 and 4 ranks and both placements to draw from."""
    records = full.campaign((8, 4096, 800000), few=False, slow=False)[1:]
    cells = [record for record in records if record["record"] == "cell"]
    fewer = [cell | {"ranks": ranks} for cell in cells for ranks in (2, 3)]
    return [*example.campaign(sizes=(8, 4096, 800000))[1:], *records, *fewer]


MANY = (pytest.param(seed, marks=pytest.mark.often) for seed in (2, 3, 4, 6, 7, 8, 9, 10, 11))


@pytest.mark.parametrize("seed", [0, 1, 5, *MANY])  # three shares
def test_no_claim_fails_on_any_campaign(results_file, pool, seed):
    chance = random.Random(seed)
    share = chance.choice((0.02, 0.2, 1))
    records = [distorted(record, chance) for record in pool if chance.random() < share]
    campaign = campaign_read(results_file([example.campaign_record(), *records]))
    for claim in CLAIMS:
        finding = claim.test.find(Evidence(campaign))
        assert finding.verdict in VERDICTS
        explained = bool(finding.reason and finding.command)
        assert explained == (finding.verdict == UNDECIDED), claim.number


def test_a_default_campaign_decides_most_of_luo_s_claims(results_file):
    records = example.campaign(placements=("bus",))
    seen = Evidence(campaign_read(results_file(records)))
    verdicts = {claim.number: claim.test.find(seen).verdict for claim in PAPERS[0].claims}
    lacking = [number for number, verdict in verdicts.items() if verdict == UNDECIDED]
    assert set(lacking) <= {134, 136, 137, 141, 142, 143, 144, 146, 147, 148, 149, 150}
    assert {HOLDS, FAILS} & set(verdicts.values())


@pytest.mark.parametrize(
    ("slow_us", "words", "verdict"), [(3.12, "3.00", "holds"), (10.4, "10.0", "does not hold")])
def test_a_claim_of_luo_is_judged_on_his_machine_with_four_processors_and_within_its_factor(
        results_file, slow_us, words, verdict):
    def luo(key):
        slow = key["ranks"] == 4 and (key["path"], key["protocol"]) == ("threads", "barrier")
        return slow_us if slow else 1.0 + 0.01 * key["ranks"]

    machines = ("power-challenge", "alphaserver-8400")
    made = simulated.campaign(luo, machines, ("pingpong",), (800000,), (2, 4, 8))
    by_number = defaultdict(list)
    for answer in answers([campaign_read(results_file(made))], CLAIMS):
        by_number[answer.claim.number].append(answer)
    (answer,) = by_number[134]
    assert (answer.machine, answer.finding.verdict) == ("power-challenge", verdict)
    assert words in answer.finding.words and "4 ranks" in answer.finding.words
    (idle,) = by_number[143]
    assert (idle.machine, idle.finding.verdict) == ("power-challenge", "does not hold")


def test_a_difference_within_the_margin_of_equivalence_is_none(results_file):
    made = simulated.campaign(lambda key: 1.04 if key["path"] == "threads" else 1.0,
                              ("power-challenge",), ("pingpong",), (800000,), (2, 4))
    verdicts = {answer.claim.number: answer.finding.verdict
                for answer in answers([campaign_read(results_file(made))], CLAIMS)}
    assert verdicts[134] == "does not hold"


def test_the_claims_are_told_with_their_verdicts_for_every_file(results_file):
    records = example.campaign(("pingpong",), ("bus",), (8, 4096))
    text = claims_text([campaign_read(results_file(records, name)) for name in "ab"])
    assert re.findall(r"(?m)^134 +(holds|does not hold|undecided) ", text) * 2
    assert len(re.findall(r"(?m)^134 ", text)) == 2
    assert "[a on node17]" in text and "[b on node17]" in text
    assert "Decided by: comops run --patterns " in text
    assert "over shared memory. (Performance Data and Analysis; time of threads (barrier)" in (
        re.sub(r"\s+", " ", text))
