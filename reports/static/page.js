// SPDX-License-Identifier: BSD-3-Clause
// Unpacks the page's data and formats values as formats.py does.
"use strict";

const page = JSON.parse(document.getElementById("chart-data").textContent);

// With the digits that an interval allows, else three; never in powers of ten: 0.0551, 12.3, 2,673.
function numberText(value, low = null, high = null) {
  const magnitude = value ? Math.floor(Math.log10(Math.abs(Number(value.toPrecision(3))))) : 2;
  const known = low !== null && low < high;
  const least = known ? -Math.floor(Math.log10((high - low) / 7.1)) : 2 - magnitude;
  const digits = Math.min(Math.max(0, least), known ? 4 : 20);
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function sizeText(size) {
  const [unit, name] = [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"]]
    .find(([bytes]) => size >= bytes && size % bytes === 0) ?? [1, "B"];
  return `${(size / unit).toLocaleString("en")}\u00a0${name}`;
}

// A size between the measured ones: 1.21 KiB.
function aboutSizeText(size) {
  const [unit, name] = [[2 ** 20, "MiB"], [2 ** 10, "KiB"]]
    .find(([bytes]) => size >= bytes) ?? [1, "B"];
  return `${numberText(size / unit)}\u00a0${name}`;
}

// A cell's values with their intervals, null where it has none. `counted`: the number of ranks or
// pairs, also in words, in a chart over either.
function cellOf(series, counted, [bytes, time, low, high, rate, samples, runs, words, more = {}]) {
  const [mode, stopped, pus, numa, doubtful, launches, warnings] = page.words[words];
  const none = [null, null, null];
  const inverse = (value) => // that of a constant / time
    (value ? [value, low && (value * time) / high, low && (value * time) / low] : none);
  return {
    series, counted, bytes, samples, runs, mode, stopped, pus, numa, doubtful, launches, warnings,
    time: [time, low, high], rate: inverse(rate),
    messages: inverse(more.messages), overlap: more.overlap ?? none,
  };
}

// The cells of a panel; over ranks or pairs, those of one size from several panels.
function cellsOf(panel, counted = null) {
  const { cells, over, bytes } = page.panels[panel];
  if (over)
    return over.flatMap(([count, words, name]) => cellsOf(name, { count, words }))
      .filter((cell) => cell.bytes === bytes);
  return Object.entries(cells)
    .flatMap(([series, some]) => some.map((cell) => cellOf(Number(series), counted, cell)));
}

function exactText([value, low, high], unit = "") {
  if (value === null) return "none";
  const ends = low === null ? ", no interval" : ` [${numberText(low, low, high)}, ${numberText(high, low, high)}]`;
  return `${value} ${unit}`.trim() + ends;
}

function element(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// Gives each cell the words of its column's head: a narrow window shows a row as a list (page.css).
function labelCells(table) {
  const heads = [...table.tHead.rows[0].cells].map((one) => one.textContent);
  for (const { cells } of table.tBodies[0].rows) {
    let at = 0;
    for (const cell of cells) {
      cell.dataset.label = heads[at];
      at += cell.colSpan;
    }
  }
  table.classList.add("labelled");
}

document.querySelectorAll("table.stacks").forEach(labelCells);

// On a phone sections and tables begin folded, below the answer; a link unfolds what it leads to.
function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (const details of target ? document.querySelectorAll("details") : [])
    if (details.contains(target) || details.matches(".fold") && details.parentElement === target)
      details.open = true;
}

const folds = document.querySelectorAll("details.fold");
if (folds.length > 1 && matchMedia("(width < 42rem)").matches)
  for (const details of folds) details.open = false;
unfold();
addEventListener("hashchange", unfold);
