/** What searches of issues are sorted by. */
import type { Call } from "../http/call.ts"
import type { IssueOrder } from "../state/indexed.ts"
import type { Issue } from "../state/model.ts"
import { type Query, valuesNamed } from "./query.ts"

export const reactionsOf = ({ reactions }: Issue): number => reactions.length

export const interactionsOf = (issue: Issue): number => issue.reactions.length + issue.comments.length

/** What issues are sorted by: an order that the indexes have, or how often they have something. */
export type Sort = IssueOrder | ((issue: Issue) => number)

const reactionSort = /^reactions-(\+1|-1|smile|thinking_face|tada|heart|rocket|eyes|laugh|confused|hooray)$/

/** The reactions that sorts have other names for. */
const reactionAliases: Readonly<Record<string, string>> = { smile: "laugh", thinking_face: "confused", tada: "hooray" }

/** Reads what to sort by; undefined for the best match. */
const sortNamed = (name: string): Sort | undefined => {
  if (name === "created" || name === "updated" || name === "comments") return name
  if (name === "reactions") return reactionsOf
  if (name === "interactions") return interactionsOf
  const [, reaction] = reactionSort.exec(name) ?? []
  if (reaction === undefined) return undefined
  const content = reactionAliases[reaction] ?? reaction
  return ({ reactions }) => reactions.filter((each) => each.content === content).length
}

/** How a search asks to be sorted: by its parameters, or by `sort:updated-asc` in the query. */
export const sortOf = (call: Call, query: Query): { readonly sort: Sort | undefined; readonly ascending: boolean } => {
  const byParameter = sortNamed(call.query.get("sort") ?? "")
  if (byParameter !== undefined) return { sort: byParameter, ascending: call.query.get("order") === "asc" }
  const [, name = "", direction] = /^(.*?)(?:-(asc|desc))?$/.exec(valuesNamed(query, "sort")[0] ?? "") ?? []
  return { sort: sortNamed(name), ascending: direction === "asc" }
}

/** Sorts indexes by counts; those of the same count remain in their order. Each count has its part, as there are few. */
export const sortedBy = (indexes: Uint32Array, counts: Uint32Array): Uint32Array => {
  let most = 0
  for (let at = 0; at < counts.length; at++) most = Math.max(most, counts[at] ?? 0)
  /** Where the next one of each count belongs: first, how many there are of the count before. */
  const next = new Uint32Array(most + 2)
  for (let at = 0; at < counts.length; at++) {
    const after = (counts[at] ?? 0) + 1
    next[after] = (next[after] ?? 0) + 1
  }
  for (let count = 1; count <= most; count++) next[count] = (next[count] ?? 0) + (next[count - 1] ?? 0)
  const sorted = new Uint32Array(indexes.length)
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at] ?? 0
    const place = next[count] ?? 0
    sorted[place] = indexes[at] ?? 0
    next[count] = place + 1
  }
  return sorted
}
