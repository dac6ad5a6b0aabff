/** Search, by the endpoints of REST: they find the same, and say what is wrong with a query. */
import { textOf } from "../../exchange.ts"
import { nodeOf } from "./ids.ts"
import { type Arguments, List, refusal, refusedWith, type View } from "./nodes.ts"
import { operation } from "./operations.ts"

const endpoints: Readonly<Record<string, readonly [operation: string, counter: string]>> = {
  ISSUE: ["Search.issues", "issueCount"],
  REPOSITORY: ["Search.repositories", "repositoryCount"],
  USER: ["Search.users", "userCount"]
}

interface Results {
  readonly total_count: number
  readonly items: ReadonlyArray<{ readonly node_id: string }>
}

const pageSize = 100

/** The service finds no more than this many. */
const most = 1000

/** The order is part of the text: `sort:updated-desc`. */
const parametersOf = (text: string): Readonly<Record<string, string>> => {
  const [whole = "", sort, order] = /(?:^|\s)sort:([\w-]+?)(?:-(asc|desc))?(?=\s|$)/.exec(text) ?? []
  const q = text.replace(whole, " ").trim()
  return sort === undefined ? { q } : { q, sort, order: order ?? "desc" }
}

export const found = (view: View, { query, type = "" }: Arguments) => {
  const [name, counter] = endpoints[type] ?? []
  const counts = { codeCount: 0, discussionCount: 0, issueCount: 0, repositoryCount: 0, userCount: 0, wikiCount: 0 }
  if (name === undefined || counter === undefined) return new List([], String, String, counts)
  const parameters = parametersOf(query ?? "")
  const pages = new Map<number, Results>()
  const pageAt = (number: number): Results => {
    const known = pages.get(number)
    if (known !== undefined) return known
    const asked = { ...parameters, per_page: String(pageSize), page: String(number) }
    const response = view.perform({ route: operation(name), params: {} }, {}, asked)
    const text = textOf(response.body)
    if (response.status !== 200) throw refusal("UNPROCESSABLE", refusedWith(text))
    // The endpoints of search have this shape.
    const results = JSON.parse(text) as Results
    pages.set(number, results)
    return results
  }
  const { total_count: total } = pageAt(1)
  const length = Math.min(total, most)
  const rows = {
    length,
    slice: (start = 0, end = length) => {
      const items: Array<Results["items"][number]> = []
      for (let at = start; at < Math.min(end, length); at++) {
        const item = pageAt(Math.floor(at / pageSize) + 1).items[at % pageSize]
        if (item !== undefined) items.push(item)
      }
      return items
    }
  }
  return new List(
    rows,
    ({ node_id }) => nodeOf(view, node_id),
    ({ node_id }) => node_id,
    { ...counts, [counter]: total }
  )
}
