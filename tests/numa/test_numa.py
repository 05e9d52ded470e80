# SPDX-License-Identifier: BSD-3-Clause
"""Ranks and pages go where the plan says, on emulated machines with several NUMA nodes.

Usage: test_numa.py COMOPS FOLDER-WITH-KERNEL GUEST [UNITTEST ARGUMENTS]

Times mean nothing there, and a cell may well find no common start: then all but its time counts.
"""

import json
import os
import sys
import unittest

import boot
import guests

COMOPS, KERNELS, NAME = os.path.abspath(sys.argv.pop(1)), sys.argv.pop(1), sys.argv.pop(1)
GUEST = guests.GUESTS[NAME]
LATE = "a rank was late for every start"
SECONDS = 1500  # for all of one guest, on a busy machine

reason = boot.reason_to_skip(KERNELS)
if reason:
    print(f"skipped: {reason}; ./bootstrap test-numa installs that")
    sys.exit(77)


# ---- what is to be done in the guest --------------------------------------------------------

def machine(seats, ranks):
    names = [key for key in seats if not isinstance(key, tuple)] if ranks == 2 else \
        [key[1] for key in seats if isinstance(key, tuple) and key[0] == ranks]
    return [COMOPS, "machine", "--json", "--ranks", str(ranks), "--placements", ",".join(names)]


def run(ranks, pattern, protocols, *words):
    return [COMOPS, "run", "--paths", "threads,mpi", "--ranks", str(ranks), "--patterns", pattern,
            "--protocols", protocols, "--timeout", "3m", *words]


def pair(*words):
    return run(2, "pingpong", "barrier,sendrecv", "--sizes", "4096", "--budget", "1", *words)


def distinct(seats):
    """Placements of two ranks, those that seat them alike once."""
    first = {}
    for key, pus in seats.items():
        if not isinstance(key, tuple) and isinstance(pus, list):
            first.setdefault(tuple(pus), key)
    return ",".join(first.values())


def own_and_peer(guest):
    """The policies among these that the guest has."""
    return ",".join(name for name in ("local", "peer") if name in guest.memory)


def deeds():
    guest = GUEST
    for ranks in sorted({key[0] if isinstance(key, tuple) else 2 for key in guest.seats}):
        yield {"name": f"machine {ranks}", "command": machine(guest.seats, ranks)}
    yield {"name": "seats", "command": pair("--placements", distinct(guest.seats))}
    yield {"name": "pages", "command": pair("--sizes", "64K", "--placements", guest.memory_at,
                                            "--memory", ",".join(guest.memory))}
    yield {"name": "same files", "command": run(
        2, "broadcast", "direct,cma", "--sizes", "64K", "--budget", "1", "--launches", "1",
        "--placements", guest.memory_at, "--memory", own_and_peer(guest))}
    if guest.four:
        yield {"name": "four", "command": run(
            4, "broadcast", "direct,library", "--sizes", "8", "--budget", "1", "--placements",
            guest.four)}
    if guest.quick:
        yield {"name": "quick", "command": run(
            2, "broadcast,shift", "direct,library,sendrecv", "--quick", "--budget", "3",
            "--placements", "bus")}
    if guest.cpuset:
        inside = {"cpuset": guest.cpuset}
        yield {"name": "cpuset machine", "command": machine(guest.cpuset_seats, 2), **inside}
        yield {"name": "cpuset", **inside, "command": pair(
            "--placements", "core", "--memory", ",".join(guest.cpuset_memory))}
    if guest.offline is not None:
        yield {"name": "offline", "offline": guest.offline,
               "command": machine(guest.offline_seats, 2)}
        yield {"name": "offline run", "offline": guest.offline, "command": pair(
            "--placements", distinct(guest.offline_seats))}
        for path in ("threads", "mpi"):
            yield {"name": f"offline meanwhile, {path}", "offline": guest.offline,
                   "when_seen": path, "command": pair(
                       "--budget", "10", "--precision", "0.001", "--placements",
                       f"{guest.offline_meanwhile},{guest.online_meanwhile}")}
    if guest.yama:  # 3 is final
        for scope, as_user in ((0, True), (1, True), (2, True), (2, False), (3, False)):
            yield {"name": f"scope {scope}{' as a user' * as_user}", "ptrace_scope": scope,
                   "as_user": as_user, "command": [*run(
                       2, "pingpong", "direct,cma", "--sizes", "8", "--budget", "1",
                       "--launches", "1", "--placements", guest.memory_at),
                       *([] if scope == 1 else ["--dry-run", "--json"])]}


# ---- what must have come of it --------------------------------------------------------------

def cells(deed):
    return [record for record in deed["records"] if record["record"] == "cell"]


def home(pu):
    return next(node for node, pus in GUEST.nodes.items() if pu in pus)


def masks(pus):
    return {(rank, str(pu)) for rank, pu in enumerate(pus)}


class Deeds(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.done, cls.words = boot.boot(GUEST, list(deeds()), KERNELS, SECONDS)
        if not cls.done:
            raise AssertionError(f"the guest did nothing: {cls.words[-3000:]}")
        for name, deed in cls.done.items():
            valid = [cell["valid"] for cell in cells(deed)]
            print(f"# {name}: {deed['seconds']} s, {sum(valid)} of {len(valid)} cells timed")

    def deed(self, name):
        if name not in [deed["name"] for deed in deeds()]:
            self.skipTest("not in this guest")
        self.assertIn(name, self.done, self.words[-3000:])
        return self.done[name]

    def assert_seats_are_planned(self, name, seats):
        deed = self.deed(name)
        self.assertEqual(deed["status"], 0, deed["errors"])
        for taken in json.loads(deed["output"])["placements"]:
            wanted = seats[taken["name"]]
            if isinstance(wanted, str):
                self.assertIn(wanted, taken["refused"] or "", taken["name"])
            else:
                self.assertEqual(taken["pus"], wanted, taken["name"])

    def assert_measured(self, deed, wanted):
        """Cells of both paths for each placement and memory, their data right, none misplaced."""
        cells_of = cells(deed)
        self.assertTrue(cells_of, deed["errors"])
        for cell in cells_of:
            self.assertIn(cell.get("error", LATE)[:len(LATE)], [LATE], deed["errors"])
            pus, nodes = wanted[cell["placement"], cell["memory"]]
            self.assertEqual(cell["pus"], pus, cell["placement"])
            self.assertEqual(cell["numa"], nodes, (cell["placement"], cell["memory"]))
            if cell["protocol"] == "barrier":  # with a shared temporary, rank 0's
                self.assertEqual(cell["numa_temporary"], nodes[0])
        self.assertEqual({(c["path"], c["placement"], c["memory"]) for c in cells_of},
                         {(path, *key) for key in wanted for path in ("threads", "mpi")},
                         deed["errors"])
        self.assertEqual(deed["status"], any(not cell["valid"] for cell in cells_of))
        self.assert_kernel_agrees(deed, [pus for pus, _ in wanted.values()])

    def assert_kernel_agrees(self, deed, all_pus):
        """Whoever was bound was bound to its seat."""
        allowed = set().union(*map(masks, all_pus))
        bound = {(rank, mask) for _, rank, mask in deed["seats"] if mask.isdigit()}
        self.assertTrue(bound)
        self.assertLessEqual(bound, allowed)

    def local(self, seats):
        return {(name, "local"): (pus, [home(pu) for pu in pus]) for name, pus in seats.items()}

    def measured(self, seats):
        return self.local({name: seats[name] for name in distinct(seats).split(",")})

    # ---- all guests

    def test_every_placement_seats_ranks_as_worked_out_by_hand(self):
        for ranks in sorted({key[0] if isinstance(key, tuple) else 2 for key in GUEST.seats}):
            self.assert_seats_are_planned(f"machine {ranks}", {
                key[1] if isinstance(key, tuple) else key: pus for key, pus in GUEST.seats.items()
                if (key[0] if isinstance(key, tuple) else 2) == ranks})

    def test_the_guest_has_the_nodes_and_cores_of_its_description(self):
        seen = json.loads(self.deed("machine 2")["output"])
        self.assertEqual({n["os_index"]: n["pus"] for n in seen["numa_nodes"]}, GUEST.nodes)
        self.assertEqual(seen["usable_cores"], GUEST.cores)

    def test_every_thread_and_process_sits_where_the_plan_says(self):
        self.assert_measured(self.deed("seats"), self.measured(GUEST.seats))

    def test_pages_lie_where_they_were_asked_for(self):
        deed, pus = self.deed("pages"), GUEST.seats[GUEST.memory_at]
        self.assert_measured(deed, {(GUEST.memory_at, policy): (pus, nodes)
                                    for policy, nodes in GUEST.memory.items()
                                    if isinstance(nodes, list)})
        for reason in (nodes for nodes in GUEST.memory.values() if isinstance(nodes, str)):
            self.assertIn(reason, deed["errors"])
        for _, policy, nodes in deed["pages"]:
            if policy.startswith("bind"):
                self.assertEqual(policy, "bind:" + ",".join(map(str, nodes)))

    def test_the_same_files_and_single_copies_by_the_kernel_find_their_pages_there_too(self):
        deed, pus = self.deed("same files"), GUEST.seats[GUEST.memory_at]
        self.assert_measured(deed, {(GUEST.memory_at, policy): (pus, GUEST.memory[policy])
                                    for policy in own_and_peer(GUEST).split(",")})
        self.assertEqual({(cell["path"], cell["protocol"]) for cell in cells(deed)},
                         {("threads", "direct"), ("mpi", "direct"), ("mpi", "cma")})

    def test_the_kernel_copies_between_processes_as_far_as_yama_allows_it(self):
        for name, reason in (("scope 0 as a user", ""),
                             ("scope 2 as a user", "`sysctl kernel.yama.ptrace_scope=1`"),
                             ("scope 2", ""), ("scope 3", "until the machine is restarted")):
            with self.subTest(name):
                deed = self.deed(name)
                self.assertEqual(deed["status"], 0, deed["errors"])
                planned = map(json.loads, deed["output"].splitlines())
                self.assertEqual({cell["protocol"] for cell in planned if cell["path"] == "mpi"},
                                 {"direct"} if reason else {"direct", "cma"})
                self.assertIn(reason, deed["errors"])

    def test_ranks_that_yama_takes_for_strangers_permit_each_other_to_copy(self):
        deed = self.deed("scope 1 as a user")
        self.assert_measured(deed, self.local({GUEST.memory_at: GUEST.seats[GUEST.memory_at]}))
        self.assertIn("cma", {cell["protocol"] for cell in cells(deed)})

    def test_four_ranks_sit_where_the_plan_says(self):
        deed = self.deed("four")
        self.assert_measured(deed, self.local({GUEST.four: GUEST.seats[4, GUEST.four]}))

    def test_a_quick_campaign_gives_checked_data(self):
        deed = self.deed("quick")
        self.assert_measured(deed, self.local({"bus": GUEST.seats["bus"]}))
        self.assertEqual({c["pattern"] for c in cells(deed)}, {"broadcast", "shift"})

    # ---- less than the whole machine

    def test_nobody_sits_outside_a_cpuset(self):
        self.assert_seats_are_planned("cpuset machine", GUEST.cpuset_seats)

    def test_no_page_lies_outside_a_cpuset(self):
        deed = self.deed("cpuset")
        self.assert_measured(deed, {("core", policy): (GUEST.cpuset_seats["core"], nodes)
                                    for policy, nodes in GUEST.cpuset_memory.items()
                                    if isinstance(nodes, list)})

    def test_nobody_sits_on_a_hardware_thread_that_is_offline(self):
        self.assert_seats_are_planned("offline", GUEST.offline_seats)
        self.assert_measured(self.deed("offline run"), self.measured(GUEST.offline_seats))

    def test_a_hardware_thread_that_goes_offline_costs_its_cells_and_no_others(self):
        for path in ("threads", "mpi"):
            deed = self.deed(f"offline meanwhile, {path}")
            self.assertTrue(deed["switched_off"], deed["errors"])
            self.assertEqual(deed["status"], 1, deed["errors"])
            self.assertEqual(len(cells(deed)), 4, deed["errors"])
            for cell in cells(deed):
                if cell["placement"] == GUEST.offline_meanwhile:
                    self.assertRegex(cell["error"], rf"(thread|not on) {GUEST.offline}\b")
                else:
                    self.assertIn(cell.get("error", LATE)[:len(LATE)], [LATE])
                    self.assertEqual(cell["pus"], GUEST.seats.get(
                        GUEST.online_meanwhile,
                        list(map(int, GUEST.online_meanwhile[3:].split("+")))))


unittest.main(verbosity=2)
