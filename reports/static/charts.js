// SPDX-License-Identifier: BSD-3-Clause
// Draws the charts: those on or near the screen at once, the others in idle time, and again when the
// reader selects something else. Colours follow colours.css.
"use strict";

function element(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// Data and library come compressed. As the text of a script the library's hash is in the policy.
async function unpacked(id) {
  const packed = atob(document.getElementById(id).textContent);
  const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

const data = unpacked("chart-data").then(JSON.parse);
const library = unpacked("library").then((text) => document.head.append(element("script", text)));
const font = getComputedStyle(document.body).fontFamily;
const chosen = { x: "log", y: "log", model: "" }; // scales and the model of fits, by the reader

function shownOf({ dataset: { panel } }) {
  const boxes = document.querySelectorAll(`.choice[data-panel="${panel}"] input:checked`);
  return [...boxes].map((box) => box.value);
}

// An axis from 0 instead of a logarithmic one; one of sizes has even powers of two.
function makeLinear(axis, channel) {
  if (channel?.scale?.type !== "log") return;
  channel.scale = { type: "linear", zero: true, nice: false, padding: channel.scale.padding };
  const step = "pow(2, ceil(log(domain('x')[1] / 5) / LN2))";
  if (axis === "x") channel.axis.values = { expr: `sequence(0, domain('x')[1], ${step})` };
}

async function specificationOf(place) {
  const { specs, datasets } = await data, { panel } = place.dataset;
  const specification = structuredClone(specs[place.id]);
  if (panel) specification.datasets = structuredClone(datasets[panel]);
  if (specification.params) {
    const [shown, model] = specification.params;
    if (place.closest("article").querySelector(".choice")) shown.value = shownOf(place);
    model.value = chosen.model;
    if (shown.value.length === 0) return null;
  }
  if (place.matches(".operation *"))
    for (const { encoding } of specification.layer)
      for (const axis of "xy") if (chosen[axis] === "linear") makeLinear(axis, encoding[axis]);
  return specification;
}

// Draws a chart after its last drawing has finished, so that the latest selection stays.
async function drawAfter(last, place) {
  (await last)?.finalize();
  try {
    const specification = await specificationOf(place);
    place.textContent = specification ? "" : "No series with values is selected.";
    await library;
    return specification && await vegaEmbed(place, specification, {
      mode: "vega-lite",
      renderer: "svg",
      actions: false,
      defaultStyle: false,
      logLevel: 1, // errors: a chart without crossovers has an empty layer
      ast: true, // expressions are interpreted, so the page needs no eval
      config: { font },
      tooltip: { disableDefaultStyle: true },
    });
  } catch (error) {
    place.textContent = `This chart cannot be drawn: ${error.message}. The table has its values.`;
    console.error(error);
    return null;
  }
}

function draw(place) {
  waiting.delete(place);
  nearby.unobserve(place);
  drawings.set(place, drawAfter(drawings.get(place), place));
}

const drawings = new Map(); // promises of vegaEmbed's results
const waiting = new Set(document.querySelectorAll(".chart"));
const nearby = new IntersectionObserver(
  (entries) => entries.filter((entry) => entry.isIntersecting).forEach(({ target }) => draw(target)),
  { rootMargin: "50%" },
);
const idle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 50));

// Neither filtered out nor in what a print has folded, too.
function canBeSeen(place) {
  return place.offsetWidth > 0 && !place.closest("details:not(.fold, [open])");
}

function drawNext() {
  const place = [...waiting].find(canBeSeen);
  if (!place) return;
  draw(place);
  idle(drawNext);
}

// Draws visible charts again at once, the others in idle time.
function drawAgain(places) {
  for (const place of places) {
    waiting.add(place);
    nearby.unobserve(place);
    nearby.observe(place);
  }
  idle(drawNext);
}

drawAgain(waiting);
addEventListener("hashchange", () => idle(drawNext)); // a tab may have become visible
addEventListener("beforeprint", () =>
  [...waiting].filter(canBeSeen).forEach(draw));
