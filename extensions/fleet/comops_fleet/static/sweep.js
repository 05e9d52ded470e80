// SPDX-License-Identifier: BSD-3-Clause
// One node against its stratum: each family's shift, and where the stratum's nodes lie.
"use strict";

const page = JSON.parse(document.getElementById("page-data").textContent);
const section = document.getElementById("node"), table = section.querySelector("table");
const picker = section.querySelector(".pick"), input = picker.querySelector("input");
const places = new Map(page.names.map((name, at) => [name, at]));
const LISTED = 50; // names that the list under the field offers
const SPACE = "http://www.w3.org/2000/svg";
let shown = 0;

function element(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// Tenths of a percent as the page writes them: 5.1 %, 48 %.
function percentText(tenths) {
  const value = tenths / 10;
  return `${value.toFixed(Math.abs(value) < 9.95 ? 1 : 0)} %`;
}

function shape(name, attributes) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// A row's picture on an axis from `low` to `high`: the band of 90 %, the middle half, the node.
function strip([p5, p25, p75, p95], value, low, high) {
  const x = (one) => `${100 * (one - low) / (high - low)}%`;
  const width = (a, b) => `${100 * (b - a) / (high - low)}%`;
  const picture = shape("svg", { "aria-hidden": "true" });
  picture.append(
    shape("rect", { class: "strip-band", x: x(p5), width: width(p5, p95), y: "20%", height: "60%" }),
    shape("rect", { class: "strip-half", x: x(p25), width: width(p25, p75), y: "35%", height: "30%" }),
    shape("line", { class: "strip-zero", x1: x(0), x2: x(0), y1: "0", y2: "100%" }),
    shape("circle", { class: "strip-dot", cx: x(value), cy: "50%", r: 5 }));
  return picture;
}

function rowOf(family, value, band, low, high) {
  const row = element("tr"), cells = [
    element("th", family, { scope: "row" }),
    element("td", value === null ? "none" : percentText(value), { class: "right" }),
    element("td", band ? `${percentText(band[0])} to ${percentText(band[3])}` : "none", { class: "right" }),
    element("td"),
  ];
  if (band && value !== null) cells[3].append(strip(band, value, low, high));
  row.append(...cells);
  return row;
}

function show(node) {
  shown = node;
  const bands = page.bands[page.stratum[node]], values = page.shifts.map((all) => all[node]);
  const known = [...values.filter((one) => one !== null), ...bands.flatMap((band) => band ?? [])];
  const low = Math.min(-20, ...known), high = Math.max(20, ...known);
  const head = element("thead"), body = element("tbody"), titles = element("tr");
  titles.append(...["family", "this node", "90 % of its stratum", ""].map((text, at) =>
    element("th", text, { scope: "col", class: at === 1 || at === 2 ? "right" : "" })));
  head.append(titles);
  body.append(...page.families.map((family, at) => rowOf(family, values[at], bands[at], low, high)));
  table.replaceChildren(head, body);
  input.value = page.names[node];
  picker.querySelector("output").textContent =
    `${page.strata[page.stratum[node]]}; ${page.verdicts[node] ?? "not odd"}`;
}

function offer() {
  const found = page.names.filter((name) => name.includes(input.value)).slice(0, LISTED);
  document.getElementById("names").replaceChildren(
    ...found.map((name) => element("option", "", { value: name })));
  if (places.has(input.value)) show(places.get(input.value));
}

// To the next odd node, from the last to the first.
function step(by) {
  const count = page.names.length;
  for (let at = 1; at <= count; at++) {
    const node = ((shown + by * at) % count + count) % count;
    if (node in page.verdicts) return show(node);
  }
}

if (page.names.length) {
  picker.hidden = false;
  section.querySelector(".strip-key").hidden = false;
  input.addEventListener("input", offer);
  for (const button of picker.querySelectorAll("button")) {
    button.addEventListener("click", () => step(Number(button.dataset.step)));
    button.disabled = !Object.keys(page.verdicts).length;
  }
  for (const link of document.querySelectorAll("a[data-node]"))
    link.addEventListener("click", () => show(Number(link.dataset.node)));
  show(page.first);
}
