// SPDX-License-Identifier: BSD-3-Clause
// The table of all protocols at one size, or of all cells, built when it is opened.
"use strict";

const columns = ["size", "path, protocol", "time, µs", "95 % interval", "× fastest", "rate, MB/s",
  "sampled", "samples × runs", "stopped", "PUs", "NUMA", "warnings"];
const numeric = new Set(["size", "time, µs", "95 % interval", "× fastest", "rate, MB/s", "samples × runs"]);

// The point of a series, defined in symbols.html.j2.
function pointOfSeries(index) {
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg"), use = document.createElementNS(space, "use");
  use.setAttribute("href", `#point-${index}`);
  picture.setAttribute("class", "point");
  picture.setAttribute("aria-hidden", "true");
  picture.append(use);
  return picture;
}

function valueText([value, low, high]) {
  const made = element("data", value === null ? "" : numberText(value, low, high));
  if (value !== null) made.value = value;
  return made;
}

function rowOf(cell, best) {
  const [time, low, high] = cell.time;
  const row = element("tr", "", { "data-bytes": cell.bytes });
  const texts = [
    sizeText(cell.bytes), ` ${page.series[cell.series][0]}`, valueText(cell.time),
    low === null ? "none" : `${numberText(low, low, high)} – ${numberText(high, low, high)}`,
    numberText(time / best), valueText(cell.rate), cell.mode,
    `${cell.samples} × ${cell.runs ?? "?"}`, cell.stopped, cell.pus, cell.numa, cell.warnings,
  ];
  row.append(...texts.map((text, index) => {
    const place = element(index === 1 ? "th" : "td", "", index === 1 ? { scope: "row" } : {});
    if (numeric.has(columns[index])) place.className = "right";
    if (index === 1) place.append(pointOfSeries(cell.series));
    place.append(text);
    return place;
  }));
  if (cell.doubtful) {
    row.className = "doubtful";
    row.cells[1].append(" ", element("strong", "oversubscribed", { class: "oversubscribed" }));
  }
  return row;
}

// Rows by size, then time; of one size where `size` is not empty.
function rowsOf(cells, size) {
  const best = new Map();
  for (const { bytes, time } of cells) best.set(bytes, Math.min(time[0], best.get(bytes) ?? Infinity));
  return cells
    .filter((cell) => size === "" || cell.bytes === Number(size))
    .sort((a, b) => a.bytes - b.bytes || a.time[0] - b.time[0])
    .map((cell) => rowOf(cell, best.get(cell.bytes)));
}

function fill(details) {
  const { panel } = details.dataset, cells = cellsOf(panel);
  const sizes = [...new Set(cells.map((cell) => cell.bytes))].sort((a, b) => a - b);
  const choice = element("select"), label = element("label", "At size ");
  sizes.forEach((size) => choice.append(element("option", sizeText(size), { value: size })));
  choice.append(element("option", "all sizes", { value: "" }));
  choice.value = sizes[Math.floor(sizes.length / 2)];
  label.append(choice);

  const table = element("table", "", { class: "cells stacks" }), head = table.createTHead().insertRow();
  for (const name of columns)
    head.append(element("th", name, { scope: "col", class: numeric.has(name) ? "right" : "" }));
  const body = table.createTBody(), scroll = element("div", "", {
    class: "scroll", tabindex: 0, role: "region",
    "aria-label": `All cells of ${details.closest("article").getAttribute("aria-label")}`,
  });
  const show = () => {
    body.replaceChildren(...rowsOf(cells, choice.value));
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
