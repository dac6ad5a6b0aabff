/** A search service in process: issues with the second of their creation, found and returned as by the real one. */
import { issue } from "./records.ts"
import type { Answer, SentWithHeaders } from "./wire.ts"
import { answer } from "./wire.ts"

const api = "https://api.github.com"

/** How many results the service returns. */
const most = 1_000

export interface Found {
  readonly id: number
  /** In seconds of the epoch. */
  readonly created: number
}

const timestamp = (seconds: number): string => new Date(seconds * 1_000).toISOString().replace(".000Z", "Z")

/** Searches find many. */
const { reactions: _, ...small } = {
  ...issue,
  assignee: null,
  assignees: [],
  closed_by: null,
  labels: [],
  milestone: null
}

/** An issue that was found. */
export const asIssue = ({ created, id }: Found) => ({
  ...small,
  id,
  number: id,
  title: `number ${id}`,
  score: 1,
  created_at: timestamp(created),
  updated_at: timestamp(created)
})

/** The window that a query names, both ends included. */
export const windowOf = (q: string): readonly [from: number, to: number] => {
  const [, from, to] = /(?:^| )created:(\S+)\.\.(\S+)$/.exec(q) ?? []
  if (from === undefined || to === undefined) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  return [Date.parse(from) / 1_000, Date.parse(to) / 1_000]
}

const tooFar = (): Answer =>
  answer(422, {
    message: "Only the first 1000 search results are available",
    documentation_url: "https://docs.github.com/rest/search/search"
  })

/** One page of the results, as they are shown, with its links: none leads beyond the service's limit. */
export const search = <A>(
  found: ReadonlyArray<A>,
  { path, query }: Pick<SentWithHeaders, "path" | "query">,
  { limit = most, show = (one) => one }: { readonly limit?: number; readonly show?: (one: A) => unknown } = {}
): Answer => {
  const size = Number(query["per_page"])
  const page = Number(query["page"] ?? 1)
  if ((page - 1) * size >= most) return tooFar()
  const last = Math.ceil(Math.min(found.length, limit) / size)
  const to = (rel: string, number: number) =>
    `<${api}${path}?${new URLSearchParams({ ...query, page: String(number) }).toString()}>; rel="${rel}"`
  return answer(
    200,
    {
      total_count: found.length,
      incomplete_results: false,
      items: found
        .slice(0, most)
        .slice((page - 1) * size, page * size)
        .map(show)
    },
    page < last ? { link: [to("next", page + 1), to("last", last)].join(", ") } : {}
  )
}

/** Searches issues as they are at the time of each request. */
export const searchIssues =
  (issues: () => ReadonlyArray<Found>) =>
  (request: SentWithHeaders): Answer => {
    const [from, to] = windowOf(request.query["q"] ?? "")
    const found = issues()
      .filter(({ created }) => created >= from && created <= to)
      .toSorted((one, other) => one.created - other.created || one.id - other.id)
    if (request.query["order"] !== "asc") found.reverse()
    return search(found, request, { show: asIssue })
  }
