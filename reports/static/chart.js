// SPDX-License-Identifier: BSD-3-Clause
// Draws each chart when it comes near the window, the others in idle time, and again when the
// reader selects something else. Colours follow colours.css.
"use strict";

// The library comes compressed. As the text of a script its hash is in the page's policy.
async function libraryLoaded() {
  const packed = atob(document.getElementById("library").textContent.trim());
  const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  document.head.append(element("script", await new Response(stream).text()));
}

const library = libraryLoaded(); // defines vegaEmbed
const font = getComputedStyle(document.body).fontFamily;
const templates = Object.fromEntries(
  Object.entries(page.specifications).map(([kind, one]) => [kind, JSON.stringify(one)]));

// The specification with values for its variables, without layers of which there is nothing to
// draw; null where there is nothing at all.
function specificationOf(place) {
  const { kind, panel, window } = place.dataset;
  if (kind === "headline") {
    const { datasets, [window]: figure } = page.headlines[panel];
    return { ...figure, datasets };
  }
  const values = kind === "ratio" ? ratioValues(place) : lineValues(place);
  if (!values) return null;
  const specification = JSON.parse(templates[fieldOf(kind)] ?? templates.value,
    (_, value) => (Object.hasOwn(values, value) ? values[value] : value));
  const layer = specification.layer.filter((one) => one.data?.values.length !== 0);
  return { ...specification, layer };
}

// Draws a chart after its last drawing has finished, so that the latest selection stays.
async function drawAfter(last, place) {
  (await last)?.finalize();
  const specification = specificationOf(place);
  if (!specification) {
    place.textContent = "No series with values is selected.";
    return null;
  }
  try {
    await library;
    return await vegaEmbed(place, specification, {
      mode: "vega-lite",
      renderer: "svg",
      actions: false,
      defaultStyle: false,
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

function drawNext() {
  const place = [...waiting].find((one) => one.offsetWidth > 0); // the others are hidden by filters
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

function drawPanel(panel) {
  document.querySelectorAll(`.chart[data-panel="${panel}"]`).forEach(draw);
  document.querySelectorAll(`details.fit[data-panel="${panel}"][open]`).forEach(fillFits);
}

waiting.forEach((place) => nearby.observe(place));
idle(drawNext);
addEventListener("beforeprint", () =>
  [...waiting].filter((place) => place.offsetWidth > 0).forEach(draw));

for (const choice of document.querySelectorAll(".choice")) {
  const { panel } = choice.dataset;
  choice.querySelector(".buttons").hidden = false;
  choice.addEventListener("change", () => drawPanel(panel));
  choice.addEventListener("click", ({ target }) => {
    if (target.localName !== "button") return;
    for (const box of choice.querySelectorAll("input"))
      box.checked = target.value === "all" || box.defaultChecked;
    drawPanel(panel);
  });
}

for (const details of document.querySelectorAll("details.fit"))
  details.addEventListener("toggle", () => details.open && fillFits(details));
