/** Tabs as the ARIA pattern has them: arrow keys select, and only the selected tab is in the order of Tab. */

export interface Tabs {
  readonly select: (name: string) => void
}

/** Each tab has its name in `data-tab`. Shows the panel that its `aria-controls` names. */
export const bindTabs = (list: HTMLElement, onSelect: (name: string) => void = () => {}): Tabs => {
  const tabs = [...list.querySelectorAll<HTMLElement>("[role=tab]")]
  const panelOf = (tab: HTMLElement) => document.getElementById(tab.getAttribute("aria-controls") ?? "")
  const show = (selected: HTMLElement): void => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === selected))
      tab.tabIndex = tab === selected ? 0 : -1
      panelOf(tab)?.toggleAttribute("hidden", panelOf(tab) !== panelOf(selected))
    }
    panelOf(selected)?.setAttribute("aria-labelledby", selected.id)
    onSelect(selected.dataset["tab"] ?? "")
  }
  const keys: Readonly<Record<string, (index: number) => number>> = {
    ArrowRight: (index) => (index + 1) % tabs.length,
    ArrowLeft: (index) => (index + tabs.length - 1) % tabs.length,
    Home: () => 0,
    End: () => tabs.length - 1
  }
  tabs.forEach((tab, index) => {
    tab.addEventListener("click", () => show(tab))
    tab.addEventListener("keydown", (event) => {
      const next = tabs[keys[event.key]?.(index) ?? -1]
      if (next === undefined) return
      event.preventDefault()
      show(next)
      next.focus()
    })
  })
  return {
    select: (name) => {
      const tab = tabs.find(({ dataset }) => dataset["tab"] === name)
      if (tab !== undefined) show(tab)
    }
  }
}
