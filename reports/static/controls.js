// SPDX-License-Identifier: BSD-3-Clause
// The controls above the operations: panels and series shown, scales, fit.
"use strict";

const controls = document.getElementById("controls");
const filters = [...controls.querySelectorAll("[data-filter]")];
const [pathChoice, protocolChoice] = ["path", "protocol"]
  .map((name) => controls.querySelector(`[data-series="${name}"]`));

function filterPanels() {
  const articles = [...document.querySelectorAll(".operation article")];
  for (const article of articles)
    article.hidden = filters.some(({ value, dataset }) =>
      value !== "" && (article.dataset[dataset.filter] ?? value) !== value);
  const sections = [...document.querySelectorAll(".operation")];
  for (const section of sections)
    section.hidden = articles.every((one) => one.hidden || !section.contains(one));
  const [only, ...others] = sections.filter((one) => !one.hidden);
  if (only && others.length === 0) only.querySelector("details").open = true;
  const panels = articles.filter((one) => !one.matches(".across"));
  const shown = panels.filter((one) => !one.hidden).length;
  controls.querySelector("output").textContent = `${shown} of ${panels.length} settings shown`;
  idle(drawNext);
}

const refreshAll = () => refresh(document.querySelectorAll("article"));

// Selects in each panel the series of one path or protocol, or the initial ones.
function chooseSeries() {
  for (const box of document.querySelectorAll(".choice input")) {
    const named = protocolChoice.value === "" ? box.defaultChecked
      : ["all of them", `protocol ${box.dataset.protocol}`].includes(protocolChoice.value);
    box.checked = named && (pathChoice.value === "" || pathChoice.value === box.dataset.path);
  }
  refreshAll();
}

function change({ target: { dataset, value } }) {
  if (dataset.filter) filterPanels();
  if (dataset.series) chooseSeries();
  if (!dataset.chosen) return;
  chosen[dataset.chosen] = value;
  refreshAll();
}

function showAll() {
  filters.forEach((one) => { one.value = ""; });
  filterPanels();
}

function reset() {
  for (const choice of controls.querySelectorAll("select")) choice.selectedIndex = 0;
  Object.assign(chosen, { x: "log", y: "log", model: "" });
  filterPanels();
  chooseSeries();
}

controls.hidden = false;
controls.addEventListener("change", change);
controls.querySelector("button").addEventListener("click", reset);
addEventListener("hashchange", () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target?.closest("[hidden]")) return;
  showAll(); // a link to a hidden panel
  target.scrollIntoView();
});
reset();
