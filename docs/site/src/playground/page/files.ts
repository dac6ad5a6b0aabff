/** The tabs of the files, and what adds, names and removes further files. */
import { isFileName, mainFile } from "../protocol.ts"
import { byId, element } from "./dom.ts"
import { bindTabs } from "./tabs.ts"

export interface Files {
  /** Shows the tabs of these further files, and selects the main one. */
  readonly open: (names: ReadonlyArray<string>) => void
  readonly select: (name: string) => void
}

export interface FilesEvents {
  readonly selected: (name: string) => void
  readonly added: (name: string) => void
  readonly renamed: (from: string, to: string) => void
  readonly removed: (name: string) => void
}

/** The first name that is not taken. */
const freeName = (taken: ReadonlyArray<string>): string => {
  for (let count = 1; ; count++) {
    const name = count === 1 ? "file.ts" : `file${count}.ts`
    if (!taken.includes(name)) return name
  }
}

export const bindFiles = (events: FilesEvents): Files => {
  const list = byId("pg-files", HTMLElement)
  const bar = byId("pg-file-bar", HTMLElement)
  const input = byId("pg-file-name", HTMLInputElement)
  let names: ReadonlyArray<string> = []
  let shown = mainFile

  const tabs = bindTabs(list, (name) => {
    shown = name
    bar.hidden = !names.includes(name)
    input.value = name
    input.setCustomValidity("")
    events.selected(name)
  })

  /** The tabs of the seeds come last. */
  const render = (): void => {
    for (const tab of list.querySelectorAll("[data-further]")) tab.remove()
    const main = list.querySelector("[data-tab]")
    main?.after(
      ...names.map((name) =>
        element(
          "button",
          {
            type: "button",
            role: "tab",
            id: `pg-file-${name}`,
            "data-tab": name,
            "data-further": true,
            "aria-controls": "pg-editor",
            tabindex: -1
          },
          name
        )
      )
    )
  }

  byId("pg-file-add", HTMLButtonElement).addEventListener("click", () => {
    const name = freeName(names)
    names = [...names, name]
    events.added(name)
    render()
    tabs.select(name)
    input.focus()
    input.select()
  })
  input.addEventListener("change", () => {
    const to = input.value.trim()
    if (to === shown) return
    const isFree = isFileName(to) && !names.includes(to)
    input.setCustomValidity(isFree ? "" : "Choose a name that is not in use, such as seed.ts")
    if (!input.reportValidity()) return
    const from = shown
    names = names.map((name) => (name === from ? to : name))
    events.renamed(from, to)
    render()
    tabs.select(to)
  })
  byId("pg-file-remove", HTMLButtonElement).addEventListener("click", () => {
    const removed = shown
    names = names.filter((name) => name !== removed)
    events.removed(removed)
    render()
    tabs.select(mainFile)
    // A button that is hidden loses the focus.
    list.querySelector<HTMLElement>("[aria-selected=true]")?.focus()
  })

  return {
    open: (opened) => {
      names = opened
      render()
      tabs.select(mainFile)
    },
    select: tabs.select
  }
}
