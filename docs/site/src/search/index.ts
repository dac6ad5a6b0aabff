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
  /** Other words for the page. */
  readonly aliases: string
  /** What the results show of the text. */
  readonly excerpt: string
}

/** Where the build writes the index, below the site's base. */
export const indexFile = "search.json"

/** The kinds of pages, by their paths, with how much a hit weighs: guides and operations more than what explains the rest. */
const kinds = [
  [/^guides\/[^#]+$/, "Guide", 4],
  [/^guides\//, "Guide", 2],
  [/^errors\//, "Error", 3],
  // Lists of a module's operations come after the operations.
  [/^operations\/([^/]+\/[^/]+\/)?$/, "Operations", 1.5],
  [/^operations\//, "Operation", 2.2],
  [/^recipes\//, "Recipe", 2],
  [/^reference\/(?!\w+\/(internal|schema)\/|testing\/)/, "Reference", 0.8],
  [/^reference\//, "Reference", 0.3],
  [/^examples\//, "Example", 0.3],
  [/^decisions\//, "Decision", 0.3],
  [/^(agents|benchmarks|changelog|contributing|dependencies|octokit|security)\//, "Project", 0.3]
] as const

const kindAt = (id: string) => kinds.find(([path]) => path.test(id))

/** What a hit is to a reader. */
export const kindOf = (id: string): string => kindAt(id)?.[1] ?? "Page"

export const options = {
  fields: ["aliases", "heading", "page", "text"],
  storeFields: ["page", "heading", "excerpt"],
  tokenize: tokensOf,
  // The tokens are in lower case.
  processTerm: (term: string) => term,
  searchOptions: {
    boost: { aliases: 30, heading: 6, page: 3 },
    boostDocument: (id: string) => kindAt(id)?.[2] ?? 1,
    // A whole word counts far more than a part of one, and a short heading more than a long one.
    weights: { prefix: 0.1, fuzzy: 0.3 },
    bm25: { k: 0.6, b: 0.9, d: 0.1 },
    combineWith: "AND",
    prefix: (term: string, index: number, terms: Array<string>) => term.length > 2 || index === terms.length - 1,
    // A typo in five letters, two in ten. Numbers and paths are right or wrong.
    fuzzy: (term: string) => (term.length > 4 && /^\p{L}+$/u.test(term) ? 0.2 : false)
  }
} satisfies Options<Section>
