// SPDX-License-Identifier: BSD-3-Clause
// Fits: thin lines in the charts, and a table of the parameters of the selected series.
"use strict";

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
