/* Tables that are wider than the page scroll: by the keyboard, too. */
document$.subscribe(() => {
  for (const one of document.querySelectorAll(".md-typeset__scrollwrap"))
    one.tabIndex = 0
})
