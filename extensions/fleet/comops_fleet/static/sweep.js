// SPDX-License-Identifier: BSD-3-Clause
// One node against its stratum: each family's shift, and where the stratum's nodes lie.
"use strict";

const section = document.getElementById("node"), table = section.querySelector("table");
const picker = section.querySelector(".pick"), input = picker.querySelector("input");
const LISTED = 50; // names that the list under the field offers

// Tenths of a percent as the page writes them: 5.1 %, 48 %.
function percentText(tenths) {
  const value = tenths / 10;
  return `${value.toFixed(Math.abs(value) < 9.95 ? 1 : 0)} %`;
}

function rowsOf({ bands, stratum, shifts, families }, node) {
  return families.map((family, at) => {
    const value = shifts[at][node], band = bands[stratum[node]][at];
    const [p5, p25, p75, p95] = band ? band.map((one) => one / 10) : [];
    return {
      family, p5, p25, p75, p95, value: value === null ? null : value / 10,
      node: value === null ? "none" : percentText(value),
      stratum: band ? `${percentText(band[0])} to ${percentText(band[3])}` : "none",
    };
  });
}

function fillTable(rows) {
  const right = { class: "right" }, titles = element("tr"), body = element("tbody");
  ["family", "this node", "90 % of its stratum"].forEach((text, at) =>
    titles.append(element("th", text, { scope: "col", ...(at ? right : {}) })));
  for (const { family, node, stratum } of rows) {
    const row = element("tr");
    row.append(element("th", family, { scope: "row" }), element("td", node, right),
      element("td", stratum, right));
    body.append(row);
  }
  const head = element("thead");
  head.append(titles);
  table.replaceChildren(head, body);
}

data.then(({ datasets }) => {
  const { sweep } = datasets, places = new Map(sweep.names.map((name, at) => [name, at]));
  let shown = 0;

  function show(node) {
    shown = node;
    const rows = rowsOf(sweep, node);
    fillTable(rows);
    datasets.node = { families: rows.filter(({ p5, value }) => p5 !== undefined && value !== null) };
    drawAgain(section.querySelectorAll(".chart"));
    input.value = sweep.names[node];
    picker.querySelector("output").textContent =
      `${sweep.strata[sweep.stratum[node]]}; ${sweep.verdicts[node] ?? "not odd"}`;
  }

  function offer() {
    const found = sweep.names.filter((name) => name.includes(input.value)).slice(0, LISTED);
    document.getElementById("names").replaceChildren(
      ...found.map((name) => element("option", "", { value: name })));
    if (places.has(input.value)) show(places.get(input.value));
  }

  // To the next odd node, from the last to the first.
  function step(by) {
    const count = sweep.names.length;
    for (let at = 1; at <= count; at++) {
      const node = ((shown + by * at) % count + count) % count;
      if (node in sweep.verdicts) return show(node);
    }
  }

  if (sweep.names.length === 0) return;
  picker.hidden = false;
  section.querySelector(".strip-key").hidden = false;
  input.addEventListener("input", offer);
  for (const button of picker.querySelectorAll("button")) {
    button.addEventListener("click", () => step(Number(button.dataset.step)));
    button.disabled = !Object.keys(sweep.verdicts).length;
  }
  for (const link of document.querySelectorAll("a[data-node]"))
    link.addEventListener("click", () => show(Number(link.dataset.node)));
  show(sweep.first);
});
