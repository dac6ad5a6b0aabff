/** Shows the entry of the current page: its groups are open, and the list scrolls to it. */
const list = document.getElementById("starlight__sidebar")
const current = list?.querySelector('[aria-current="page"]')

if (list && current) {
  for (let group = current.closest("details"); group !== null; group = group.parentElement?.closest("details") ?? null)
    group.open = true
  const { height, top } = list.getBoundingClientRect()
  const entry = current.getBoundingClientRect()
  // Part of the list before it says where it belongs.
  if (entry.top < top || entry.bottom > top + height) list.scrollTop += entry.top - top - height / 3
}
