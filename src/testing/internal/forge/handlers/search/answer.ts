/** The answers of searches: an envelope with a page of the first 1,000 results. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { json } from "../../../exchange.ts"
import type { Call } from "../../http/call.ts"
import { cut, type Rows } from "../../http/paging.ts"
import { refusal, rootDocumentation } from "../../http/refusals.ts"
import { wordPattern } from "./match.ts"

const most = 1000

const beyond = (call: Call): boolean => {
  const page = Number(call.query.get("page") ?? 1)
  const perPage = Number(call.query.get("per_page") ?? 30)
  return page > 1 && (page - 1) * Math.min(100, perPage >= 1 ? perPage : 30) >= most
}

/** Answers with the requested page of the results. */
export const answerSearch = <A>(
  call: Call,
  results: Rows<A>,
  toWire: (record: A) => object,
  more: object = {}
): Result.Result<Answer, Answer> => {
  if (beyond(call)) {
    const message = "Only the first 1000 search results are available"
    return Result.fail(refusal(422, message, `${rootDocumentation}/search/search`))
  }
  const first: Rows<A> = {
    length: Math.min(most, results.length),
    slice: (start, end = most) => results.slice(start, Math.min(most, end))
  }
  const { headers, items } = cut(call, new URL(call.request.url).pathname.replace(/^.*(?=\/search\/)/, ""), first)
  return Result.succeed(
    json(200, { total_count: results.length, incomplete_results: false, items: items.map(toWire), ...more }, headers)
  )
}

/** A text in which words were found. */
export interface Source {
  readonly object_url: string
  readonly object_type: string
  readonly property: string
  readonly text: string | null
}

/** How much of a text is shown on both sides of what was found. */
const around = 120

const fragmentOf = (text: string, at: number): string => text.slice(Math.max(0, at - around), at + around)

/** Where the words were found, for those who ask for it with a media type. */
export const textMatches = (call: Call, words: ReadonlyArray<string>, sources: () => ReadonlyArray<Source>): object => {
  if (call.media !== "text-match") return {}
  const found = sources().flatMap(({ text, ...source }) => {
    if (text === null) return []
    const first = Math.min(...words.map((word) => text.search(wordPattern(word))).filter((at) => at >= 0))
    if (!Number.isFinite(first)) return []
    const fragment = fragmentOf(text, first)
    const matches = words.flatMap((word) =>
      [...fragment.matchAll(new RegExp(wordPattern(word), "giu"))].map((match) => ({
        text: match[0],
        indices: [match.index, match.index + match[0].length]
      }))
    )
    return [{ ...source, fragment, matches: matches.toSorted((a, b) => (a.indices[0] ?? 0) - (b.indices[0] ?? 0)) }]
  })
  return { text_matches: found }
}
