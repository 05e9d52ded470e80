// SPDX-License-Identifier: BSD-3-Clause
// Draws each chart into its element. Colours follow page.css by themselves.
"use strict";

const page = JSON.parse(document.getElementById("chart-data").textContent);
const font = getComputedStyle(document.body).fontFamily;

for (const { element, data, spec } of page.charts) {
  const place = document.getElementById(element);
  vegaEmbed(place, { ...spec, datasets: { cells: page.data[data] } }, {
    mode: "vega-lite",
    renderer: "svg",
    actions: false,
    defaultStyle: false,
    ast: true, // expressions are interpreted, so the page needs no eval
    config: { font },
    tooltip: { disableDefaultStyle: true },
  }).catch((error) => {
    place.textContent = `This chart cannot be drawn: ${error.message}. The table has its numbers.`;
    console.error(error);
  });
}
