// SPDX-License-Identifier: BSD-3-Clause
// On a phone sections and tables begin folded, below the answer; a link unfolds what it leads to.
"use strict";

function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (const details of target ? document.querySelectorAll("details") : [])
    if (details.contains(target) || details.matches(".fold") && details.parentElement === target)
      details.open = true;
}

const folds = document.querySelectorAll("details.fold");
if (folds.length > 1 && matchMedia("(width < 42rem)").matches)
  for (const details of folds) details.open = false;
unfold();
addEventListener("hashchange", unfold);
