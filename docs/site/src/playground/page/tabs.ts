/** Tabs as the ARIA pattern has them: arrow keys select, and only the selected tab is in the order of Tab. */

export interface Tabs {
  readonly select: (name: string) => void
}

/** Each tab has its name in `data-tab`. Shows the panel that its `aria-controls` names. Tabs may come and go. */
export const bindTabs = (list: HTMLElement, onSelect: (name: string) => void = () => {}): Tabs => {
  const tabs = () => [...list.querySelectorAll<HTMLElement>("[role=tab]")]
  const panelOf = (tab: HTMLElement) => document.getElementById(tab.getAttribute("aria-controls") ?? "")
  const show = (selected: HTMLElement): void => {
    for (const tab of tabs()) {
      tab.setAttribute("aria-selected", String(tab === selected))
      tab.tabIndex = tab === selected ? 0 : -1
      panelOf(tab)?.toggleAttribute("hidden", panelOf(tab) !== panelOf(selected))
    }
    panelOf(selected)?.setAttribute("aria-labelledby", selected.id)
    onSelect(selected.dataset["tab"] ?? "")
  }
  const keys: Readonly<Record<string, (index: number, count: number) => number>> = {
    ArrowRight: (index, count) => (index + 1) % count,
    ArrowLeft: (index, count) => (index + count - 1) % count,
    Home: () => 0,
    End: (_, count) => count - 1
  }
  const tabOf = ({ target }: Event): HTMLElement | undefined =>
    tabs().find((tab) => target instanceof Node && tab.contains(target))
  list.addEventListener("click", (event) => {
    const tab = tabOf(event)
    if (tab !== undefined) show(tab)
  })
  list.addEventListener("keydown", (event) => {
    const [tab, all] = [tabOf(event), tabs()]
    const next = tab === undefined ? undefined : all[keys[event.key]?.(all.indexOf(tab), all.length) ?? -1]
    if (next === undefined) return
    event.preventDefault()
    show(next)
    next.focus()
  })
  return {
    select: (name) => {
      const tab = tabs().find(({ dataset }) => dataset["tab"] === name)
      if (tab !== undefined) show(tab)
    }
  }
}
