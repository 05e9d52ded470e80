// SPDX-License-Identifier: BSD-3-Clause
// The page's data, taken apart, and values as a reader sees them (as formats.py writes them).
"use strict";

const page = JSON.parse(document.getElementById("chart-data").textContent);

// Three significant digits, never in powers of ten: 0.0551, 12.3, 2,673.
function numberText(value) {
  const magnitude = value ? Math.floor(Math.log10(Math.abs(Number(value.toPrecision(3))))) : 2;
  const digits = Math.min(Math.max(0, 2 - magnitude), 20);
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function sizeText(size) {
  const [unit, name] = [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"]]
    .find(([bytes]) => size >= bytes && size % bytes === 0) ?? [1, "B"];
  return `${(size / unit).toLocaleString("en")}\u00a0${name}`;
}

// The interval of a rate is that of its time, turned round: a rate is a constant / time.
function cellOf(series, [bytes, time, low, high, rate, samples, runs, words]) {
  const [mode, stopped, pus, numa, doubtful] = page.words[words];
  const constant = rate * time;
  return {
    series, bytes, samples, runs, mode, stopped, pus, numa, doubtful,
    time: [time, low, high],
    rate: rate ? [rate, low && constant / high, low && constant / low] : [null, null, null],
  };
}

function cellsOf(panel) {
  return Object.entries(page.panels[panel].cells)
    .flatMap(([series, cells]) => cells.map((cell) => cellOf(Number(series), cell)));
}

function exactText([value, low, high], unit) {
  if (value === null) return "none";
  const ends = low === null ? ", no interval" : ` [${numberText(low)}, ${numberText(high)}]`;
  return `${value} ${unit}${ends}`;
}
