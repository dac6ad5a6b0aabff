/** What just happened, in a few words: `response lost → looked → not sent again`. */
import type { Entry, RequestEntry, WaitEntry } from "../../protocol.ts"
import { duration } from "../time.ts"

const isWrite = ({ method }: RequestEntry): boolean => method !== "GET" && method !== "HEAD"

const isSame = (one: RequestEntry, other: RequestEntry): boolean =>
  one.method === other.method && one.path === other.path

/** What went wrong with a request; undefined if nothing did. */
const troubleOf = ({ answeredAt, message, status }: RequestEntry): string | undefined => {
  if (answeredAt === null) return undefined
  if (status === null) return "response lost"
  if (status === 429 || (status === 403 && /limit/i.test(message ?? ""))) return "rate limit"
  return status >= 500 ? String(status) : undefined
}

const startOf = (entry: Entry): number => (entry._tag === "request" ? entry.sentAt : entry.startedAt)

const pathOf = ({ path }: RequestEntry): string => path.replace(/\?.*$/, "")

/** Whether a request may look for the write of another one: it reads the same place, one above it, or one below. */
const isLook = (entry: RequestEntry, write: RequestEntry): boolean => {
  if (!isWrite(write) || isWrite(entry)) return false
  const [one, other] = [pathOf(entry), pathOf(write)]
  return write.status === null || `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)
}

/** A request that went wrong, and what followed until it had an answer. */
interface Story {
  readonly steps: Array<string>
  /** The last time that it was sent. */
  last: RequestEntry
  /** The looks for it since then. */
  looks: number
  isOpen: boolean
}

const begin = (entry: RequestEntry, trouble: string): Story => ({
  steps: [trouble],
  last: entry,
  looks: 0,
  isOpen: true
})

const goOn = (story: Story, entry: RequestEntry): void => {
  const trouble = troubleOf(entry)
  const isPending = entry.answeredAt === null
  if (isSame(entry, story.last)) {
    const outcome = trouble ?? String(entry.status)
    story.steps.push("sent again", ...(isPending ? [] : [outcome]))
    story.last = entry
    story.looks = 0
    story.isOpen = isPending || trouble !== undefined
    return
  }
  // A look may read several pages.
  const says = isPending ? "looks" : "looked"
  if (story.steps.at(-1) !== says) story.steps.push(says)
  if (trouble !== undefined) story.steps.push(trouble)
  story.looks++
}

/** Pauses that are shorter are not an event, in milliseconds. */
const shortest = 1_000

const pause = (story: Story, { endedAt, startedAt }: WaitEntry): void => {
  if (endedAt === null) story.steps.push("waits")
  else if (endedAt - startedAt >= shortest) story.steps.push(`waited ${duration(endedAt - startedAt)}`)
}

/** What each request that went wrong came to, in the order in which they first did. */
const storiesOf = (entries: ReadonlyArray<Entry>): ReadonlyArray<Story> => {
  const stories: Array<Story> = []
  for (const entry of entries) {
    if (entry._tag === "wait") {
      for (const story of stories) if (story.isOpen) pause(story, entry)
      continue
    }
    const story =
      stories.findLast(({ isOpen, last }) => isOpen && isSame(entry, last)) ??
      stories.findLast(({ isOpen, last }) => isOpen && isLook(entry, last))
    const trouble = troubleOf(entry)
    if (story !== undefined) goOn(story, entry)
    else if (trouble !== undefined) stories.push(begin(entry, trouble))
  }
  return stories
}

/** The last trouble and all that came of it. Undefined if there was none. `isOver`: the program has ended. */
export const captionOf = (entries: ReadonlyArray<Entry>, isOver: boolean): string | undefined => {
  const story = storiesOf(entries.toSorted((one, other) => startOf(one) - startOf(other))).at(-1)
  if (story === undefined) return undefined
  const { isOpen, last, looks, steps } = story
  const isLeft = isOver && isOpen && isWrite(last) && (last.status === null || looks > 0)
  return [...steps, ...(isLeft ? ["not sent again"] : [])].join(" → ")
}
