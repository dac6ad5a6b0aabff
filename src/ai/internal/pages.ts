/** Pages by number, of listings whose service counts them, and of those that it reads on by a cursor. */
import * as Effect from "effect/Effect"
import type { Cursor, Page } from "../../rest/Page.ts"
import { invalidInput } from "../../rest/RestError.ts"
import type { PageInput } from "../ToolCall.ts"
import type { Own } from "./inputs.ts"

type Input = Readonly<Record<string, unknown>>

/** How many cursors are known, of which the oldest are forgotten. */
const mostKnown = 1000

/** Whether the page after it has a number, as its URL says. */
const isCounted = (next: Cursor): boolean => /[?&]page=\d+/.test(next)

/** Reads the pages of a listing. */
export interface Pages {
  /** What a call passes for the page that a model asks for. */
  readonly at: (input: Input, own: Own) => PageInput
  readonly read: (input: Input, own: Own) => Effect.Effect<Page<unknown>, unknown, unknown>
}

/**
 * Makes what reads the pages of a listing. A model gives their numbers: a cursor is a URL, and a tool that took one would
 * read any path of the service. Where the service has no numbers, it reads on from the page before, whose cursor it has kept.
 */
export const make = (
  operation: string,
  page: (input: Input) => Effect.Effect<Page<unknown>, unknown, unknown>
): Pages => {
  const known = new Map<string, Cursor>()
  const keyOf = (input: Input, { perPage }: Own, number: number) => JSON.stringify([number, perPage, input])
  const at: Pages["at"] = (input, own) => ({
    per_page: own.perPage,
    page: known.get(keyOf(input, own, own.page)) ?? own.page
  })
  const read: Pages["read"] = (input, own) => {
    const asked = at(input, own)
    return Effect.flatMap(page({ ...input, ...asked }), (read) => {
      if (read.next === null || isCounted(read.next)) return Effect.succeed(read)
      if (typeof asked.page === "number" && own.page > 1) {
        return Effect.fail(invalidInput(operation, "page", `has no number here: read page ${own.page - 1} first`))
      }
      known.set(keyOf(input, own, own.page + 1), read.next)
      const [oldest] = known.keys()
      if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
      return Effect.succeed(read)
    })
  }
  return { at, read }
}
