// SPDX-License-Identifier: BSD-3-Clause
// Draws each chart when it comes near the window, the others in idle time, and again when a
// reader chooses other series. Colours follow page.css by themselves.
"use strict";

const font = getComputedStyle(document.body).fontFamily;
const template = JSON.stringify(page.specification);
const titles = { time: "time, µs", rate: "rate, MB/s" };

// Powers of ten; where fewer than three fit, 2 and 5 times them too.
function valueTicks([low, high]) {
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
function sizeTicks([low, high]) {
  const first = Math.ceil(Math.log2(low)), last = Math.floor(Math.log2(high)), ticks = [];
  for (let e = first; e <= last; e += Math.max(1, Math.round((last - first) / 5))) ticks.push(2 ** e);
  return ticks;
}

function pointOf(cell, kind, place) {
  const [value, low, high] = cell[kind];
  return {
    value, low, high,
    series: page.series[cell.series][0],
    bytes: cell.bytes,
    mode: cell.mode,
    size: sizeText(cell.bytes),
    time: exactText(cell.time, "µs"),
    rate: exactText(cell.rate, "MB/s"),
    placement: place + (cell.doubtful ? ", MORE RANKS THAN CORES" : ""),
    PUs: cell.pus,
    from: `${cell.samples} samples, ${cell.mode}`,
  };
}

function around(values, room) {
  return [Math.min(...values) / room, Math.max(...values) * room];
}

function chosen(panel) {
  const boxes = document.querySelectorAll(`.choice[data-panel="${panel}"] input:checked`);
  return new Set([...boxes].map((box) => Number(box.value)));
}

// The specification with its holes filled.
function specificationOf(panel, kind) {
  const shown = chosen(panel), all = cellsOf(panel);
  const cells = all.filter((cell) => shown.has(cell.series) && cell[kind][0]);
  const points = cells.map((cell) => pointOf(cell, kind, page.panels[panel].place));
  if (points.length === 0) return null;
  const series = [...new Set(cells.map((cell) => cell.series))].map((index) => page.series[index]);
  const sizes = around(all.map((cell) => cell.bytes), 1.3);
  const values = around(cells.flatMap((cell) => cell[kind].filter((value) => value)), 1.25);
  const holes = {
    $points: points, $title: titles[kind],
    $sizes: sizes, $sizeTicks: sizeTicks(sizes), $values: values, $valueTicks: valueTicks(values),
    $labels: series.map((one) => one[0]), $colours: series.map((one) => one[1]),
    $fills: series.map((one) => one[2]), $shapes: series.map((one) => one[3]),
    $dashes: series.map((one) => one[4]),
  };
  return JSON.parse(template, (_, value) => (Object.hasOwn(holes, value) ? holes[value] : value));
}

// Draws one chart when the last drawing of it is done, so that the latest choice stays.
async function drawAfter(last, place) {
  (await last)?.finalize();
  const specification = specificationOf(place.dataset.panel, place.dataset.kind);
  if (!specification) {
    place.textContent = "Nothing is chosen, or nothing of it has this value.";
    return null;
  }
  try {
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
    place.textContent = `This chart cannot be drawn: ${error.message}. The table has its numbers.`;
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
  const [place] = waiting;
  if (!place) return;
  draw(place);
  idle(drawNext);
}

waiting.forEach((place) => nearby.observe(place));
idle(drawNext);
addEventListener("beforeprint", () => waiting.forEach(draw));

for (const choice of document.querySelectorAll(".choice")) {
  const places = document.querySelectorAll(`.chart[data-panel="${choice.dataset.panel}"]`);
  choice.querySelector(".buttons").hidden = false;
  choice.addEventListener("change", () => places.forEach(draw));
  choice.addEventListener("click", ({ target }) => {
    if (target.localName !== "button") return;
    for (const box of choice.querySelectorAll("input"))
      box.checked = target.value === "all" || box.defaultChecked;
    places.forEach(draw);
  });
}
