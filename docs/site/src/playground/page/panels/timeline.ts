/** Requests and waits of the client, as rows with bars over the program's time. */
import type { Entry } from "../../protocol.ts"
import { element, inNextFrame } from "../dom.ts"
import { offset } from "../time.ts"
import { barOf, rowOf } from "./row.ts"
import { scaleOf } from "./scale.ts"

export interface TimelinePanel {
  readonly clear: () => void
  readonly add: (entries: ReadonlyArray<Entry>) => void
  readonly setNow: (now: number) => void
}

/** More rows than these make pages slow. The newest are shown. */
const most = 400

/** Where the axis is labelled. */
const ticks = [0, 0.25, 0.5, 0.75, 1]

export const startOf = (entry: Entry): number => (entry._tag === "request" ? entry.sentAt : entry.startedAt)
export const endOf = (entry: Entry): number | null => (entry._tag === "request" ? entry.answeredAt : entry.endedAt)

export const timelinePanel = (panel: HTMLElement, onCount: (requests: number) => void): TimelinePanel => {
  const axis = element("div", { class: "pg-axis", "aria-hidden": "true" }, element("div", { class: "pg-ticks" }))
  const hidden = element("p", { class: "pg-note", hidden: true })
  const list = element("ol", { class: "pg-rows" })
  const empty = element(
    "p",
    { class: "pg-empty" },
    "Run the program to see each of its requests here: what was sent, what came back, what was cached, repeated or held back."
  )
  panel.replaceChildren(axis, hidden, empty, list)

  const entries = new Map<string, Entry>()
  const rows = new Map<string, HTMLElement>()
  const changed = new Set<string>()
  let now = 0
  let origin: number | undefined

  const renderRows = (): void => {
    for (const id of changed) {
      const entry = entries.get(id)
      if (entry === undefined) continue
      const old = rows.get(id)
      const row = rowOf(entry, startOf(entry) - (origin ?? 0), old?.querySelector("details")?.open ?? false)
      if (old === undefined) list.append(row)
      // A row that has the focus keeps it.
      else if (old.contains(document.activeElement)) {
        old.replaceWith(row)
        row.querySelector("summary")?.focus({ preventScroll: true })
      } else old.replaceWith(row)
      rows.set(id, row)
    }
    changed.clear()
    const surplus = Math.max(0, rows.size - most)
    for (const [id, row] of [...rows].slice(0, surplus)) {
      row.remove()
      rows.delete(id)
    }
    const missing = entries.size - rows.size
    hidden.hidden = missing === 0
    hidden.textContent = `${missing} earlier entries are not shown.`
  }

  const renderBars = (): void => {
    const shown = [...rows].flatMap(([id, row]) => {
      const entry = entries.get(id)
      return entry === undefined ? [] : [{ entry, row }]
    })
    const scale = scaleOf(shown.flatMap(({ entry }) => [startOf(entry), endOf(entry) ?? Math.max(now, startOf(entry))]))
    for (const { entry, row } of shown) {
      barOf(row, scale.at(startOf(entry)), scale.at(endOf(entry) ?? Math.max(now, startOf(entry))))
    }
    axis.hidden = shown.length === 0
    axis.firstElementChild?.replaceChildren(
      ...ticks.map((position) =>
        element("span", {}, offset(scale.timeAt(position) - (origin ?? 0)).replace(/\.\d+$/, ""))
      )
    )
  }

  const render = inNextFrame(() => {
    const isAtEnd = panel.scrollTop + panel.clientHeight >= panel.scrollHeight - 24
    renderRows()
    renderBars()
    empty.hidden = entries.size > 0
    onCount([...entries.values()].filter(({ _tag }) => _tag === "request").length)
    if (isAtEnd) panel.scrollTop = panel.scrollHeight
  })
  render()

  return {
    clear: () => {
      entries.clear()
      rows.clear()
      changed.clear()
      origin = undefined
      list.replaceChildren()
      render()
    },
    add: (added) => {
      for (const entry of added) {
        entries.set(entry.id, entry)
        changed.add(entry.id)
        origin = Math.min(origin ?? Infinity, startOf(entry))
        now = Math.max(now, startOf(entry), endOf(entry) ?? 0)
      }
      render()
    },
    setNow: (time) => {
      now = time
      if ([...rows.keys()].some((id) => isPending(entries.get(id)))) render()
    }
  }
}

const isPending = (entry: Entry | undefined): boolean => entry !== undefined && endOf(entry) === null
