/** How sections of pages are searched: what the build writes, and what the page reads. */
import type { Options } from "minisearch"
import { tokensOf } from "./tokens.ts"

/** A part of a page, from one heading to the next. */
export interface Section {
  /** Path from the site's base, with the anchor. */
  readonly id: string
  readonly page: string
  /** That of the page for its beginning. */
  readonly heading: string
  readonly text: string
  /** What the results show of the text. */
  readonly excerpt: string
}

/** Where the build writes the index, below the site's base. */
export const indexFile = "search.json"

/** Guides come first, and what is seldom looked for comes last. */
const weights = [
  [/^(errors|guides|recipes)\//, 2],
  [/^operations\//, 1.5],
  [/^reference\/\w+\/(internal|schema)\//, 0.5],
  [/^(benchmarks|changelog|decisions|dependencies|examples|octokit)\//, 0.5]
] as const

export const options = {
  fields: ["heading", "page", "text"],
  storeFields: ["page", "heading", "excerpt"],
  tokenize: tokensOf,
  // The tokens are in lower case.
  processTerm: (term: string) => term,
  searchOptions: {
    boost: { heading: 6, page: 3 },
    boostDocument: (id: string) => weights.find(([path]) => path.test(id))?.[1] ?? 1,
    combineWith: "AND",
    prefix: (term: string, index: number, terms: Array<string>) => term.length > 2 || index === terms.length - 1,
    fuzzy: (term: string) => (term.length > 5 && !term.includes(".") ? 0.15 : false)
  }
} satisfies Options<Section>
