// SPDX-License-Identifier: BSD-3-Clause
// What a panel's article has: the series that the reader selects, and a table of all protocols at
// one size, or of all cells, built when it is opened.
"use strict";

// Draws the charts of these articles again, and shows the fits of their selected series.
function refresh(articles) {
  for (const article of articles) {
    drawAgain(article.querySelectorAll(".chart[data-panel]"));
    for (const row of article.querySelectorAll("table.fits tbody tr"))
      row.hidden = !shownOf(row.closest("[data-panel]")).includes(row.dataset.series);
  }
}

for (const choice of document.querySelectorAll(".choice")) {
  const article = choice.closest("article");
  choice.querySelector(".buttons").hidden = false;
  choice.addEventListener("change", () => refresh([article]));
  choice.addEventListener("click", ({ target }) => {
    if (target.localName !== "button") return;
    for (const box of choice.querySelectorAll("input"))
      box.checked = target.value === "all" || box.defaultChecked;
    refresh([article]);
  });
}

const columns = ["size", "path, protocol", "time", "× fastest", "rate", "messages", "overlap",
  "from", "stopped", "PUs", "NUMA", "warnings"];
const numeric = new Set(["size", "time", "× fastest", "rate", "messages", "overlap"]);

// The point of a series, defined in symbols.html.j2.
function pointOf(index) {
  const made = document.createElement("template");
  made.innerHTML = '<svg class="point" aria-hidden="true"><use/></svg>';
  made.content.querySelector("use").setAttribute("href", `#point-${index}`);
  return made.content;
}

function rowOf({ series, index, at, said, doubtful }, heads) {
  const row = element("tr", "", { "data-bytes": at });
  for (const head of heads) {
    const named = head === "path, protocol";
    const place = element(named ? "th" : "td", said[head] ?? "", named ? { scope: "row" } : {});
    if (numeric.has(head)) place.className = "right";
    if (named) place.append(pointOf(index), ` ${series}`);
    if (named && doubtful)
      place.append(" ", element("strong", "oversubscribed", { class: "oversubscribed" }));
    row.append(place);
  }
  if (doubtful) row.className = "doubtful";
  return row;
}

async function fill(details) {
  const { points } = (await data).datasets[details.dataset.panel];
  const rows = [...points].sort((a, b) => a.at - b.at || a.time[0] - b.time[0]);
  const heads = columns.filter((head) => head === "path, protocol" || rows.some(({ said }) => said[head]));
  const sizes = new Map(rows.map(({ at, said }) => [at, said.size]));
  const choice = element("select"), label = element("label", "At size ");
  for (const [at, text] of sizes) choice.append(element("option", text, { value: at }));
  choice.append(element("option", "all sizes", { value: "" }));
  choice.value = [...sizes.keys()][Math.floor(sizes.size / 2)];
  label.append(choice);

  const table = element("table", "", { class: "cells stacks" }), head = table.createTHead().insertRow();
  for (const name of heads)
    head.append(element("th", name, { scope: "col", class: numeric.has(name) ? "right" : "" }));
  const body = table.createTBody(), scroll = element("div", "", {
    class: "scroll", tabindex: 0, role: "region",
    "aria-label": `All cells of ${details.closest("article").getAttribute("aria-label")}`,
  });
  const show = () => {
    const some = rows.filter(({ at }) => choice.value === "" || at === Number(choice.value));
    body.replaceChildren(...some.map((row) => rowOf(row, heads)));
    table.classList.toggle("one-size", choice.value !== "");
    labelCells(table);
  };
  choice.addEventListener("change", show);
  show();
  scroll.append(table);
  details.append(label, scroll);
}

for (const details of document.querySelectorAll("details.ranking"))
  details.addEventListener("toggle", () => fill(details), { once: true });
