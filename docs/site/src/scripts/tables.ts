/** Lets the keyboard scroll tables that are wider than the page. */
const update = (): void => {
  for (const table of document.querySelectorAll("table")) {
    const scrolls = table.scrollWidth > table.clientWidth
    if (scrolls) table.tabIndex = 0
    else table.removeAttribute("tabindex")
  }
}

update()
addEventListener("resize", update)
