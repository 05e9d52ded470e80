// SPDX-License-Identifier: BSD-3-Clause
// What a chart shows: points, fits and crossovers of the selected series.
"use strict";

// Fits: thin lines in the charts, and a table of the parameters of the selected series.
const models = page.models; // their titles
const steps = 40; // of a drawn line
let fitModel = ""; // as the reader selects; empty: none

// [first, last, latency, bandwidth] of each straight piece of a fit.
function piecesOf([, , , parameters, segments], sizes) {
  if (segments.length > 0) return segments;
  const { latency_us: latency, bandwidth_MBps: bandwidth } = parameters;
  return latency && bandwidth
    ? [[Math.min(...sizes), Math.max(...sizes), latency[0], bandwidth[0]]] : [];
}

// Points of a piece, evenly spaced on a logarithmic axis.
function piecePoints([first, last, latency, bandwidth], value, piece) {
  return Array.from({ length: steps + 1 }, (_, step) => first * (last / first) ** (step / steps))
    .map((at) => ({ at, piece, value: value(at, latency + (bandwidth ? at / bandwidth : 0)) }))
    .filter((point) => point.value > 0);
}

// The lines of the selected model. A rate is drawn only if it is a constant times bytes / time.
function fitPoints(panel, field, cells) {
  return page.panels[panel].fits.filter((fit) => fit[1] === fitModel).flatMap((fit) => {
    const mine = cells.filter((cell) => cell.series === fit[0]);
    if (mine.length === 0) return [];
    const constants = mine.map((cell) => (cell.rate[0] * cell.time[0]) / cell.bytes);
    const steady = Math.max(...constants) < 1.05 * Math.min(...constants);
    if (field !== "time" && !(field === "rate" && steady)) return [];
    const value = field === "rate" ? (at, time) => (constants[0] * at) / time : (_, time) => time;
    return piecesOf(fit, mine.map((cell) => cell.bytes))
      .flatMap((piece, index) => piecePoints(piece, value, `${fit[0]} ${index}`));
  });
}

function parameterText(parameter, text = numberText) {
  if (!parameter) return "";
  const [value, ...ends] = parameter, end = (one) => (one === null ? "open" : text(one));
  return ends.every((one) => one === null) ? text(value) : `${text(value)} [${ends.map(end).join(", ")}]`;
}

// Rows: series, model, sizes, latency, bandwidth, half-performance length, deviation.
function fitRows([index, model, deviation, parameters, segments]) {
  const [name] = page.series[index], title = Object.hasOwn(models, model) ? models[model] : model;
  const off = deviation === null ? "" : `${numberText(100 * deviation)} %`;
  if (segments.length === 0 && !parameters.bandwidth_MBps)
    return [[name, title, "all", "not a line", "", "", off]];
  if (segments.length === 0)
    return [[name, title, "all", parameterText(parameters.latency_us),
      parameterText(parameters.bandwidth_MBps),
      parameterText(parameters.half_bytes, aboutSizeText), off]];
  return segments.map(([first, last, latency, bandwidth]) => [
    name, title, `${sizeText(first)} – ${sizeText(last)}`, latency < 0 ? "" : numberText(latency),
    bandwidth ? numberText(bandwidth) : "", "", off,
  ]);
}

function fillFits(details) {
  const { panel } = details.dataset, shown = selected(details.dataset);
  const head = ["path, protocol", "model", "sizes", "latency, µs", "bandwidth, MB/s", "n½",
    "deviation"];
  const table = element("table", "", { class: "fits stacks" }), top = table.createTHead().insertRow();
  const side = (at) => (at > 2 ? "right" : "");
  head.forEach((name, at) => top.append(element("th", name, { scope: "col", class: side(at) })));
  const body = table.createTBody();
  const fits = page.panels[panel].fits.filter((fit) => shown.has(fit[0]));
  for (const row of fits.sort((a, b) => a[0] - b[0]).flatMap(fitRows)) {
    const line = body.insertRow();
    row.forEach((text, at) => line.append(
      element(at ? "td" : "th", text, at ? { class: side(at) } : { scope: "row" })));
  }
  labelCells(table);
  details.querySelector(".scroll").replaceChildren(table);
}

const overCounts = { ranks: "time", pairs: "messages" }; // kinds of charts, and what they show

function fieldOf(kind) {
  return overCounts[kind] ?? kind;
}

function pointOf(cell, kind, place) {
  const [value, low, high] = cell[fieldOf(kind)];
  return {
    value, low, high,
    at: cell.counted?.count ?? cell.bytes,
    series: page.series[cell.series][0],
    mode: cell.mode,
    size: sizeText(cell.bytes),
    time: exactText(cell.time, "µs"),
    rate: exactText(cell.rate, "MB/s"),
    messages: exactText(cell.messages, "million/s"),
    overlap: exactText(cell.overlap, "%"),
    placement: place + (cell.counted ? `, ${cell.counted.words}` : "")
      + (cell.doubtful ? ", MORE RANKS THAN CORES" : ""),
    PUs: cell.pus,
    from: `${cell.samples} samples${cell.launches ? ` in ${cell.launches} launches` : ""}, ${cell.mode}`,
    warnings: cell.warnings || "none",
  };
}

// A point of a line of ratios: another path's time / that of the headline path.
function ratioPointOf([at, value, low, high, a, b, mode, faster], series, place) {
  return {
    at, value, low, high, mode, series,
    size: sizeText(at), ratio: exactText([value, low, high]),
    cells: [...new Set([b, a])].map((one) => page.series[one][0]).join(" / "),
    faster: page.series[faster]?.[0] ?? faster, placement: place,
  };
}

// Series selected for a panel.
function selected({ panel }) {
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

// Labels, colours, fills, symbols and dashes of some series, or of the lines of a ratio chart.
function seriesValues(some) {
  return {
    $labels: some.map((one) => one[0]), $colours: some.map((one) => one[1]),
    $fills: some.map((one) => one[2]), $symbols: some.map((one) => one[3]),
    $dashes: some.map((one) => one[4]), $legend: null,
  };
}

// How the campaigns of a chart are drawn: symbols and dashes, the first one filled.
function lookOf(at) {
  const [symbol, dash] = page.looks[at % page.looks.length];
  return [at ? "var(--paper)" : "var(--ink)", symbol, dash];
}

// The fastest cells of each path of several campaigns, a line for each path of each.
function overlayValues({ panel, kind }) {
  const field = fieldOf(kind), looks = new Map(), points = [], sizes = [];
  page.panels[panel].campaigns.forEach(([label, name], at) => {
    const best = new Map();
    for (const cell of cellsOf(name)) {
      const key = `${page.series[cell.series][5]} ${cell.bytes}`;
      if (!best.has(key) || cell.time[0] < best.get(key).time[0]) best.set(key, cell);
    }
    for (const cell of best.values()) {
      const [, colour, , , , path] = page.series[cell.series], [fill, symbol, dash] = lookOf(at);
      const series = `${path}, ${label}`;
      looks.set(series, [series, colour, at ? fill : colour, symbol, dash]);
      sizes.push(cell.bytes);
      if (cell[field][0] !== null)
        points.push({ ...pointOf(cell, kind, page.panels[name].place), series });
    }
  });
  if (points.length === 0) return null;
  return {
    $points: points, $fits: [], $crossings: [], ...horizontalAxis(sizes),
    ...verticalAxis(points.map((one) => one.value), points.flatMap((one) => [one.low, one.high]),
      field),
    ...seriesValues([...looks.values()]),
  };
}

// All cells of a chart, and those of the selected series that have a value.
function cellsDrawn({ panel, kind }) {
  const shown = selected({ panel }), field = fieldOf(kind);
  const all = cellsOf(panel);
  const cells = all.filter((cell) => shown.has(cell.series) && cell[field][0] !== null);
  return { all, shown, cells };
}

function lineValues(place) {
  if (page.panels[place.dataset.panel].campaigns) return overlayValues(place.dataset);
  const { panel, kind } = place.dataset, field = fieldOf(kind);
  const { all, shown, cells } = cellsDrawn(place.dataset);
  if (cells.length === 0) return null;
  const points = cells.map((cell) => pointOf(cell, kind, page.panels[panel].place));
  const series = [...new Set(cells.map((cell) => cell.series))];
  const overSizes = !(kind in overCounts), over = overSizes ? "size" : kind;
  const beside = cells.map((cell) => cell[field]);
  const both = (below, above) => shown.has(below) && shown.has(above);
  return {
    $points: points,
    $fits: overSizes ? fitPoints(panel, field, cells) : [],
    $crossings: overSizes ? crossingsOf(panel, both, points) : [],
    ...horizontalAxis(all.map((cell) => cell.counted?.count ?? cell.bytes), over),
    ...verticalAxis(beside.map(([value]) => value), beside.flatMap(([, ...ends]) => ends), field),
    ...seriesValues(series.map((index) => page.series[index])),
  };
}

// The panels of a chart and their lines of ratios; of campaigns in one chart, those of one verdict.
function ratioLines({ panel, verdict }) {
  const { campaigns, ratios, place } = page.panels[panel];
  if (!campaigns) return ratios.map((line) => ({ ...line, label: line.names.join(" = "), place }));
  return campaigns.flatMap(([label, name], at) => page.panels[name].ratios
    .filter((line) => line.names.includes(verdict))
    .map((line) => ({ ...line, label, place: page.panels[name].place, look: lookOf(at) })));
}

// Both sides of some ratios, and where series have their names: without the library, unless
// libraries of one path are compared.
function sidesOf(points) {
  const [ours, others] = [4, 5].map((at) => [...new Set(points.map((one) => page.series[one[at]]))]);
  const shared = ours.some((one) => others.some((other) => one[7] === other[7]));
  return { ours: ours[0], others, name: shared ? 5 : 7 };
}

// The words and colours above and below 1: of two paths or, neutral, of two placements.
function halvesOf({ ours, others, name }, placements) {
  const [paths = []] = [name, 5].map((at) => [...new Set(others.map((one) => one[at]))])
    .filter((names) => names.length === 1), neutral = "var(--grid)";
  const words = (above, below) => ({ $above: `▲ ${above} faster`, $below: `▼ ${below} faster` });
  if (placements) return { ...words(...placements), $aboveColour: neutral, $belowColour: neutral };
  const [below, colour] = paths.length ? [paths[0], others[0][1]] : ["the other", neutral];
  return { ...words(ours[name], below), $aboveColour: ours[1], $belowColour: colour };
}

function ratioValues(place) {
  const lines = ratioLines(place.dataset);
  const { campaigns, placements } = page.panels[place.dataset.panel];
  if (lines.length === 0) return null;
  const points = lines.flatMap((line) =>
    line.points.map((one) => ratioPointOf(one, line.label, line.place)));
  const every = (campaigns ?? [["", place.dataset.panel]])
    .flatMap(([, name]) => page.panels[name].ratios).flatMap((line) => line.points);
  const sides = sidesOf(every), { ours, name } = sides;
  const compared = (a, b) => {
    const names = [a, b].map((index) => page.series[index][name]);
    return names[0] !== names[1] && names.includes(ours[name]);
  };
  return {
    $points: points,
    $crossings: campaigns ? [] : crossingsOf(place.dataset.panel, compared, points),
    ...horizontalAxis(every.map(([at]) => at)),
    ...verticalAxis([1, ...every.map((one) => one[1])], every.flatMap((one) => one.slice(2, 4)),
      "ratio"),
    ...seriesValues(lines.map(({ label, look: [fill, symbol, dash] }) =>
      [label, "var(--ink)", fill, symbol, dash])),
    ...halvesOf(sides, placements),
  };
}
