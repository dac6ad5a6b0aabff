/** What just happened, in a few words: `response lost → looked → not sent again`. */
import type { Entry, RequestEntry } from "../../protocol.ts"
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

/** What followed a request that went wrong, of the entries after it. */
const stepsAfter = (failed: RequestEntry, later: ReadonlyArray<Entry>, isOver: boolean): ReadonlyArray<string> => {
  const steps: Array<string> = []
  for (const entry of later) {
    if (entry._tag === "wait") {
      // Shorter pauses are not an event.
      if (entry.endedAt === null) return [...steps, "waits"]
      if (entry.endedAt - entry.startedAt >= 1_000) steps.push(`waited ${duration(entry.endedAt - entry.startedAt)}`)
    } else if (isSame(entry, failed)) {
      if (entry.answeredAt === null) return [...steps, "sent again"]
      const trouble = troubleOf(entry)
      steps.push("sent again", trouble ?? String(entry.status))
      if (trouble === undefined) return steps
    } else if (isWrite(failed) && !isWrite(entry) && failed.status === null && !steps.includes("looked"))
      steps.push("looked")
  }
  if (!isOver || !isWrite(failed) || failed.status !== null) return steps
  return [...steps, "not sent again"]
}

/** The last trouble and what came of it. Undefined if there was none. `isOver`: the program has ended. */
export const captionOf = (entries: ReadonlyArray<Entry>, isOver: boolean): string | undefined => {
  const ordered = entries.toSorted((one, other) => startOf(one) - startOf(other))
  // Of one request that went wrong again and again, the first time tells the story.
  const failed = ordered.findLast(
    (entry): entry is RequestEntry =>
      entry._tag === "request" &&
      troubleOf(entry) !== undefined &&
      !ordered.some(
        (before) =>
          before._tag === "request" &&
          before.sentAt < entry.sentAt &&
          isSame(before, entry) &&
          troubleOf(before) !== undefined
      )
  )
  if (failed === undefined) return undefined
  const later = ordered.slice(ordered.indexOf(failed) + 1)
  return [troubleOf(failed) ?? "", ...stepsAfter(failed, later, isOver)].join(" → ")
}
