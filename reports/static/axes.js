// SPDX-License-Identifier: BSD-3-Clause
// Axes: logarithmic, or linear from 0; their ends, ticks and labels.
"use strict";

const { axes } = page; // charts.py: AXES
const scales = { x: "log", y: "log" }; // as the reader selects

// Enough multiples of the longest step that has as many: 1, 2 or 5 times a power of ten.
function evenTicks(low, high) {
  for (let power = Math.ceil(Math.log10(high - low)); ; power--)
    for (const factor of axes.evenSteps) {
      const step = Number(`${factor}e${power}`), first = Math.ceil(low / step);
      const ticks = Array.from({ length: Math.floor(high / step) - first + 1 },
        (_, at) => Number(((first + at) * step).toPrecision(12)));
      if (ticks.length >= axes.least) return ticks;
    }
}

// Powers of ten; where too few fit, 2 and 5 times them too; where these do not, even steps.
function logTicks([low, high]) {
  for (const factors of axes.factors) {
    const ticks = [];
    for (let e = Math.floor(Math.log10(low)) - 1; e <= Math.ceil(Math.log10(high)) + 1; e++)
      ticks.push(...factors.map((factor) => Number(`${factor}e${e}`)));
    const shown = ticks.filter((tick) => low <= tick && tick <= high);
    if (shown.length >= axes.least) return shown;
  }
  return evenTicks(low, high);
}

// Powers of two at which about six labels fit.
function powersOfTwo([low, high]) {
  const first = Math.ceil(Math.log2(low)), last = Math.floor(Math.log2(high)), ticks = [];
  for (let e = first; e <= last; e += Math.max(1, Math.round((last - first) / axes.steps))) ticks.push(2 ** e);
  return ticks;
}

// About five multiples of a power of two.
function multiples([, high]) {
  const step = 2 ** Math.ceil(Math.log2(high / axes.steps)), ticks = [];
  for (let tick = 0; tick <= high; tick += step) ticks.push(tick);
  return ticks;
}

function scaleOf(type, domain, base) {
  return type === "log" ? { type, base, domain, nice: false }
    : { type, domain: [0, domain[1]], nice: false };
}

function around(values, margin) {
  return [Math.min(...values) / margin, Math.max(...values) * margin];
}

// The horizontal axis for these sizes or numbers of ranks or pairs.
function horizontalAxis(values, over = "size") {
  if (over !== "size") {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const margin = (high - low) * axes.ranksMargin;
    return {
      $xTitle: axes.titles[over], $xTicks: [...new Set(values)], $xLabel: "datum.value",
      $xScale: { type: "linear", domain: [low - margin, high + margin], nice: false, zero: false },
    };
  }
  const domain = around(values, axes.xMargin[scales.x]);
  return {
    $xTitle: axes.titles.size, $xScale: scaleOf(scales.x, domain, 2), $xLabel: axes.sizeLabel,
    $xTicks: scales.x === "log" ? powersOfTwo(domain) : multiples(domain),
  };
}

// The vertical axis for these values and interval ends. Ends far from all values are cut off;
// undefined leaves the ticks to Vega.
function verticalAxis(values, ends, field) {
  if (field === "overlap") {
    const ticks = axes.percent, domain = [ticks[0], ticks.at(-1)];
    return { $yTitle: axes.titles[field], $yScale: scaleOf("linear", domain), $yTicks: ticks };
  }
  const [least, most] = around(values, axes.farthest);
  const near = ends.filter((end) => end).map((end) => Math.min(most, Math.max(least, end)));
  const domain = around([...values, ...near], axes.yMargin[scales.y]);
  const ticks = scales.y === "log" ? logTicks(domain) : undefined;
  return { $yTitle: axes.titles[field], $yScale: scaleOf(scales.y, domain, 10), $yTicks: ticks };
}
