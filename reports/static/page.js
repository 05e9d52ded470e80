// SPDX-License-Identifier: BSD-3-Clause
// Tables on a phone, and what begins folded there.
"use strict";

// Gives each cell the words of its column's head: a narrow window shows a row as a list (page.css).
function labelCells(table) {
  const heads = [...table.tHead.rows[0].cells].map((one) => one.textContent);
  for (const { cells } of table.tBodies[0].rows) {
    let at = 0;
    for (const cell of cells) {
      cell.dataset.label = heads[at];
      at += cell.colSpan;
    }
  }
  table.classList.add("labelled");
}

document.querySelectorAll("table.stacks").forEach(labelCells);

// Shows the tab that a link leads to. On a phone sections and tables begin folded, below the answer; a
// link unfolds what it leads to.
function follow() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const tab = target?.closest(".on-tab") ?? null, shown = document.querySelector(".on-tab.shown");
  shown?.classList.remove("shown");
  tab?.classList.add("shown");
  document.querySelector("main").classList.toggle("turned", Boolean(tab));
  for (const link of document.querySelectorAll("#contents .tab"))
    link.ariaCurrent = link.hash === `#${tab?.id}` ? "true" : null;
  for (const details of target ? document.querySelectorAll("details") : [])
    if (details.contains(target) || details.matches(".fold") && details.parentElement === target)
      details.open = true;
  if (tab !== shown) (target ?? document.body).scrollIntoView();
}

const folds = document.querySelectorAll("details.fold");
if (folds.length > 1 && matchMedia("(width < 42rem)").matches)
  for (const details of folds) details.open = false;
follow();
addEventListener("hashchange", follow);
