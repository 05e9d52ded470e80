// SPDX-License-Identifier: BSD-3-Clause
// Axes: logarithmic, or linear from 0; their ends, ticks and labels.
"use strict";

const farthest = 4; // how many times smaller or larger than all values an interval's end is shown
const scales = { at: "log", value: "log" }; // as a reader chooses

// Powers of ten; where fewer than three fit, 2 and 5 times them too.
function powersOfTen([low, high]) {
  let ticks = [];
  for (const steps of [[1], [1, 2, 5]]) {
    ticks = [];
    for (let e = Math.floor(Math.log10(low)) - 1; e <= Math.ceil(Math.log10(high)) + 1; e++)
      ticks.push(...steps.map((step) => Number(`${step}e${e}`)));
    ticks = ticks.filter((tick) => low <= tick && tick <= high);
    if (ticks.length > 2) break;
  }
  return ticks;
}

// Powers of two, far enough apart for about six labels.
function powersOfTwo([low, high]) {
  const first = Math.ceil(Math.log2(low)), last = Math.floor(Math.log2(high)), ticks = [];
  for (let e = first; e <= last; e += Math.max(1, Math.round((last - first) / 5))) ticks.push(2 ** e);
  return ticks;
}

// About five multiples of a power of two.
function multiples([, high]) {
  const step = 2 ** Math.ceil(Math.log2(high / 5)), ticks = [];
  for (let tick = 0; tick <= high; tick += step) ticks.push(tick);
  return ticks;
}

function scaleOf(type, domain, base) {
  return type === "log" ? { type, base, domain, nice: false }
    : { type, domain: [0, domain[1]], nice: false };
}

function around(values, room) {
  return [Math.min(...values) / room, Math.max(...values) * room];
}

// The horizontal axis for these sizes, or numbers of ranks.
function acrossHoles(values, ranks) {
  if (ranks) {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const room = (high - low) / 20;
    return {
      $across: "ranks", $atTicks: [...new Set(values)], $atLabel: "datum.value",
      $atScale: { type: "linear", domain: [low - room, high + room], nice: false, zero: false },
    };
  }
  const domain = around(values, scales.at === "log" ? 1.3 : 1.05);
  return {
    $across: "message size", $atScale: scaleOf(scales.at, domain, 2), $atLabel: page.sizeLabel,
    $atTicks: scales.at === "log" ? powersOfTwo(domain) : multiples(domain),
  };
}

// The vertical axis for these values and ends of intervals, which are cut off where they are far
// from all values; undefined leaves the ticks to Vega.
function upwardHoles(values, ends, title) {
  const [least, most] = around(values, farthest);
  const near = ends.filter((end) => end).map((end) => Math.min(most, Math.max(least, end)));
  const domain = around([...values, ...near], scales.value === "log" ? 1.25 : 1.1);
  const ticks = scales.value === "log" ? powersOfTen(domain) : undefined;
  return { $title: title, $valueScale: scaleOf(scales.value, domain, 10), $valueTicks: ticks };
}
