/** Requests and waits of the client, as rows with bars over the program's time. */
import type { Entry } from "../../protocol.ts"
import { element, inNextFrame } from "../dom.ts"
import { duration } from "../time.ts"
import { captionOf } from "./caption.ts"
import { barOf, rowOf } from "./row.ts"
import { scaleOf } from "./scale.ts"

export interface TimelinePanel {
  readonly clear: () => void
  readonly add: (entries: ReadonlyArray<Entry>) => void
  readonly setNow: (now: number) => void
  /** The program has ended. */
  readonly end: () => void
}

/** More rows than these make pages slow. The newest are shown. */
const most = 400

/** Where the axis is labelled. */
const ticks = [0, 0.25, 0.5, 0.75, 1]

const startOf = (entry: Entry): number => (entry._tag === "request" ? entry.sentAt : entry.startedAt)
const endOf = (entry: Entry): number | null => (entry._tag === "request" ? entry.answeredAt : entry.endedAt)

export const timelinePanel = (panel: HTMLElement, onCount: (requests: number) => void): TimelinePanel => {
  const axis = element("div", { class: "pg-axis", "aria-hidden": "true" }, element("div", { class: "pg-ticks" }))
  const shortened = element("p", { class: "pg-note", hidden: true }, "Long waits are drawn shorter than they are.")
  const hidden = element("p", { class: "pg-note", hidden: true })
  const list = element("ol", { class: "pg-rows" })
  const empty = element(
    "p",
    { class: "pg-empty" },
    "Run the program to see each of its requests here: what was sent, what came back, what was cached, repeated or held back."
  )
  const caption = element("p", { class: "pg-happened", role: "status", hidden: true })
  panel.replaceChildren(caption, axis, shortened, hidden, empty, list)

  const entries = new Map<string, Entry>()
  const rows = new Map<string, HTMLElement>()
  const changed = new Set<string>()
  let now = 0
  let isOver = false
  let origin: number | undefined

  /** The entries that are shown, in the order of their beginnings. */
  const shown = (): ReadonlyArray<Entry> =>
    [...entries.values()]
      .filter((entry) => !isNothing(entry))
      .toSorted((one, other) => startOf(one) - startOf(other))
      .slice(-most)

  const update = (entry: Entry): HTMLElement => {
    const old = rows.get(entry.id)
    if (old !== undefined && !changed.has(entry.id)) return old
    const row = rowOf(entry, startOf(entry) - (origin ?? 0), old?.querySelector("details")?.open ?? false)
    rows.set(entry.id, row)
    const hasFocus = old?.contains(document.activeElement) === true
    old?.replaceWith(row)
    if (hasFocus) row.querySelector("summary")?.focus({ preventScroll: true })
    return row
  }

  const renderRows = (): void => {
    const ordered = shown().map(update)
    changed.clear()
    // Rows that are in their place stay there, so the focus does, too.
    for (const [index, row] of ordered.entries()) {
      if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null)
    }
    while (list.childElementCount > ordered.length) list.lastElementChild?.remove()
    hidden.hidden = ordered.length < most
    hidden.textContent = `These are the last ${most} entries.`
  }

  const renderBars = (): void => {
    const ends = (entry: Entry) => endOf(entry) ?? Math.max(now, startOf(entry))
    const drawn = shown()
    const scale = scaleOf(drawn.flatMap((entry) => [startOf(entry), ends(entry)]))
    for (const entry of drawn) {
      const row = rows.get(entry.id)
      if (row !== undefined) barOf(row, scale.at(startOf(entry)), scale.at(ends(entry)))
    }
    axis.hidden = drawn.length === 0
    shortened.hidden = !scale.isShortened
    const isMoment = scale.timeAt(0) === scale.timeAt(1)
    axis.firstElementChild?.replaceChildren(
      ...(isMoment ? ticks.slice(0, 1) : ticks).map((position) =>
        element("span", {}, `+${duration(scale.timeAt(position) - (origin ?? 0))}`)
      )
    )
  }

  const render = inNextFrame(() => {
    const isAtEnd = panel.scrollTop + panel.clientHeight >= panel.scrollHeight - 24
    renderRows()
    renderBars()
    empty.hidden = entries.size > 0
    const happened = captionOf([...entries.values()], isOver) ?? ""
    caption.hidden = happened === ""
    // A status that says the same is not read again.
    if (caption.textContent !== happened) caption.textContent = happened
    onCount([...entries.values()].filter(({ _tag }) => _tag === "request").length)
    if (isAtEnd) panel.scrollTop = panel.scrollHeight
  })
  render()

  return {
    clear: () => {
      entries.clear()
      rows.clear()
      changed.clear()
      isOver = false
      origin = undefined
      list.replaceChildren()
      render()
    },
    add: (added) => {
      for (const entry of added) {
        entries.set(entry.id, entry)
        changed.add(entry.id)
        origin ??= startOf(entry)
        now = Math.max(now, startOf(entry), endOf(entry) ?? 0)
      }
      render()
    },
    end: () => {
      isOver = true
      render()
    },
    setNow: (time) => {
      origin ??= time
      now = time
      if ([...rows.keys()].some((id) => isPending(entries.get(id)))) render()
    }
  }
}

/** Waits that ended at once happen wherever a limit was looked at. */
const isNothing = (entry: Entry): boolean =>
  entry._tag === "wait" && entry.endedAt !== null && entry.endedAt - entry.startedAt < 1

const isPending = (entry: Entry | undefined): boolean => entry !== undefined && endOf(entry) === null
