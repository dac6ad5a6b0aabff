/** Reads the pages of a connection. */
import * as Result from "effect/Result"
import type { Misread } from "../../../rest/Call.ts"
import type { Cursor, Page } from "../../../rest/Page.ts"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

const isPresent = (value: unknown): boolean => value !== null && value !== undefined

/** The items: `nodes`, or those of `edges`. Undefined if the document selects neither. */
const itemsOf = ({ edges, nodes }: Readonly<Record<string, unknown>>): ReadonlyArray<unknown> | undefined => {
  if (isList(nodes)) return nodes
  if (isList(edges)) return edges.map((edge) => (isRecord(edge) ? edge["node"] : null))
  return nodes === null || edges === null ? [] : undefined
}

/** Reads a page. `isKnown` tells whether a cursor is that of an earlier page. */
export const pageOf = (
  connection: unknown,
  isKnown: (cursor: string) => boolean
): Result.Result<Page<unknown>, Misread> => {
  const misread = (path: string, found: string) => Result.fail({ path, found })
  if (!isRecord(connection)) return misread("connection", `Expected a connection, found ${String(connection)}`)
  const { pageInfo, totalCount } = connection
  if (!isRecord(pageInfo) || typeof pageInfo["hasNextPage"] !== "boolean") {
    return misread("connection.pageInfo", "Expected pageInfo { hasNextPage endCursor }: select it")
  }
  const items = itemsOf(connection)
  if (items === undefined) return misread("connection", "Expected nodes or edges: select one of them")
  const { endCursor, hasNextPage } = pageInfo
  const at = "connection.pageInfo.endCursor"
  let next: string | null = null
  if (hasNextPage) {
    if (typeof endCursor !== "string" || endCursor === "") return misread(at, "Expected the cursor of the next page")
    // The same pages would come again, for ever.
    if (isKnown(endCursor)) return misread(at, "Expected the cursor of a new page, found that of an earlier one")
    next = endCursor
  }
  return Result.succeed({
    items: items.filter(isPresent),
    next: next as Cursor | null,
    total_count: typeof totalCount === "number" ? totalCount : null,
    incomplete_results: null
  })
}
