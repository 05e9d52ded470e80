// SPDX-License-Identifier: BSD-3-Clause
// What a chart shows: points, fits and crossovers of the selected series.
"use strict";

function pointOf(cell, kind, place) {
  const [value, low, high] = cell[kind === "rate" ? "rate" : "time"];
  return {
    value, low, high,
    at: kind === "ranks" ? cell.ranks : cell.bytes,
    series: page.series[cell.series][0],
    mode: cell.mode,
    size: sizeText(cell.bytes),
    time: exactText(cell.time, "µs"),
    rate: exactText(cell.rate, "MB/s"),
    placement: place + (cell.ranks ? `, ${cell.ranks} ranks` : "")
      + (cell.doubtful ? ", MORE RANKS THAN CORES" : ""),
    PUs: cell.pus,
    from: `${cell.samples} samples${cell.launches ? ` in ${cell.launches} launches` : ""}, ${cell.mode}`,
    warnings: cell.warnings || "none",
  };
}

// The fastest of another path compared with the fastest of the headline path.
function ratioPointOf([at, value, low, high, a, b, mode, faster], place) {
  const [ours, other] = [page.series[a], page.series[b]];
  return {
    at, value, low, high, mode, series: other[5],
    size: sizeText(at), ratio: exactText([value, low, high]),
    fastest: `${ours[0]}; ${other[0]}`,
    faster: page.series[faster]?.[0] ?? faster, placement: place,
  };
}

// Series selected for a panel, or named by a figure.
function selected({ panel, series }) {
  if (series) return new Set(series.split(",").map(Number));
  const boxes = document.querySelectorAll(`.choice[data-panel="${panel}"] input:checked`);
  return new Set([...boxes].map((box) => Number(box.value)));
}

function crossingText([below, above, at, low, high]) {
  const end = (size) => (size === null ? "open" : aboutSizeText(size));
  const names = [above, below].map((index) => page.series[index][0]);
  return `${names[0]} overtakes ${names[1]} at ${aboutSizeText(at)} [${end(low)}, ${end(high)}]`;
}

// Crossovers whose two series satisfy a test; open intervals end where the chart does.
function crossingsOf(panel, test, points) {
  const sizes = points.map((one) => one.at);
  const first = Math.min(...sizes), last = Math.max(...sizes);
  return page.panels[panel].crossings
    .filter(([below, above, at]) => test(below, above) && first <= at && at <= last)
    .map((one) => ({
      at: one[2], low: Math.max(first, one[3] ?? first), high: Math.min(last, one[4] ?? last),
      crossover: crossingText(one),
    }));
}

// Labels, colours, symbols and dashes of some series, or of the paths of a ratio chart.
function seriesValues(some) {
  return {
    $labels: some.map((one) => one[0]), $colours: some.map((one) => one[1]),
    $fills: some.map((one) => one[2]), $symbols: some.map((one) => one[3]),
    $dashes: some.map((one) => one[4]), $legend: null,
  };
}

function lineValues(place) {
  const { panel, kind, most } = place.dataset, shown = selected(place.dataset);
  const field = kind === "rate" ? "rate" : "time";
  const all = cellsOf(panel).filter((cell) => cell.bytes <= (most ?? Infinity));
  const cells = all.filter((cell) => shown.has(cell.series) && cell[field][0]);
  if (cells.length === 0) return null;
  const points = cells.map((cell) => pointOf(cell, kind, page.panels[panel].place));
  const series = [...new Set(cells.map((cell) => cell.series))];
  const overRanks = kind === "ranks";
  const both = (below, above) => shown.has(below) && shown.has(above);
  return {
    $points: points,
    $fits: overRanks ? [] : fitPoints(panel, field, cells),
    $crossings: overRanks ? [] : crossingsOf(panel, both, points),
    ...horizontalAxis(all.map((cell) => (overRanks ? cell.ranks : cell.bytes)), overRanks),
    ...verticalAxis(points.map((one) => one.value), points.flatMap((one) => [one.low, one.high]),
      field),
    ...seriesValues(series.map((index) => page.series[index])),
  };
}

function ratioValues(place) {
  const { panel } = place.dataset, { ratios, place: where } = page.panels[panel];
  if (ratios.length === 0) return null;
  const points = ratios.map((one) => ratioPointOf(one, where));
  const paths = new Map(ratios.map((one) => [page.series[one[5]][5], page.series[one[5]]]));
  const ours = page.series[ratios[0][4]][5], others = [...paths.keys()];
  const compared = (a, b) => {
    const sides = [a, b].map((index) => page.series[index][5]);
    return sides[0] !== sides[1] && sides.includes(ours);
  };
  return {
    $points: points,
    $crossings: crossingsOf(panel, compared, points),
    ...horizontalAxis(points.map((one) => one.at), false),
    ...verticalAxis([1, ...points.map((one) => one.value)],
      points.flatMap((one) => [one.low, one.high]), "ratio"),
    ...seriesValues([...paths].map(([name, one]) => [name, ...one.slice(1)])),
    $above: `▲ ${ours} faster`, $below: `▼ ${others.length > 1 ? "the other" : others[0]} faster`,
  };
}
