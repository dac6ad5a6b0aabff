/** Words in issues: which issues have them, and how well these match. */
import * as Effect from "effect/Effect"
import type { Request } from "../../../Exchange.ts"
import { textOf } from "../../exchange.ts"
import type { Issue, Repository, World } from "../state/model.ts"
import * as Scratch from "../state/scratch.ts"
import type { Weighed } from "../state/words.ts"
import { type Clause, type Contains, countersOf, type Finds, scoreOf } from "./query.ts"

/** What a word counts in a title, and elsewhere. */
const titleWeight = 3

const kinds = ["title", "body", "comments"] as const

/** Which kinds of text are searched: all, unless `in:` says otherwise. */
const searchedIn = (places: ReadonlyArray<string>): ReadonlyArray<boolean> =>
  kinds.map((kind) => places.length === 0 || places.includes(kind))

/** The texts that words are looked for in, with their weight. */
export const textsOf = (
  issue: Issue,
  places: ReadonlyArray<string>
): ReadonlyArray<readonly [text: string, weight: number]> => {
  const [title, body, comments] = searchedIn(places)
  return [
    ...(title === true ? [[issue.title, titleWeight] as const] : []),
    ...(body === true && issue.body !== null ? [[issue.body, 1] as const] : []),
    ...(comments === true ? issue.comments.map((comment) => [comment.body, 1] as const) : [])
  ]
}

/** Looks for words in the same texts, without listing them: this is asked of many issues. */
export const containing = (places: ReadonlyArray<string>): Contains<Issue> => {
  const [title, body, comments] = searchedIn(places)
  return (issue, isFound) =>
    (title === true && isFound(issue.title)) ||
    (body === true && issue.body !== null && isFound(issue.body)) ||
    (comments === true && issue.comments.some((comment) => isFound(comment.body)))
}

/** How much each issue of a repository weighs that has a word. */
export interface Weights {
  /** By the row of each issue. */
  readonly of: (word: string) => Weighed
  readonly rowOf: (issue: Issue) => number
  /** The rows of the issues of a list. */
  readonly rowsOf: (issues: ReadonlyArray<Issue>) => Int32Array
  readonly rows: number
}

/** Looks words up in the issues of a repository, each once. */
export const weightsIn = (issues: Repository["issues"], places: ReadonlyArray<string>): Weights => {
  const { words } = issues
  const [title, body, comments] = searchedIn(places).map(Number)
  const known = new Map<string, Weighed>()
  words.read(issues, Infinity)
  return {
    of: (text) => {
      // Case does not matter: a clause has words as they were sent, and scores have them in lower case.
      const word = text.toLowerCase()
      const found = known.get(word)
      if (found !== undefined) return found
      const counters = countersOf([word])
      const weighed = Scratch.take(words.rows).fill(0)
      const countIn = (text: string) => scoreOf(counters, [[text, 1]])
      const weightOf = [(title ?? 0) * titleWeight, body ?? 0, comments ?? 0] as const
      words.weigh(issues, { text: word, countIn }, weightOf, weighed)
      known.set(word, weighed)
      return weighed
    },
    rowOf: ({ number }) => words.rowOf(number),
    rowsOf: (list) => words.rowsOf(list),
    rows: words.rows
  }
}

/** Finds the issues that have a word. */
export const finderOf =
  (weights: Weights): Finds<Issue> =>
  (word) => {
    const weighed = weights.of(word)
    return (issue) => (weighed[weights.rowOf(issue)] ?? 0) > 0
  }

/** Whether all terms of a clause are words. */
export const isOfWords = (clause: Clause): boolean => clause.every(({ name }) => name === undefined)

/** Which rows pass clauses of words: 1 for each that does. */
export const passedBy = (weights: Weights, clauses: ReadonlyArray<Clause>): Uint8Array => {
  const passed = new Uint8Array(weights.rows).fill(1)
  const passedOne = new Uint8Array(weights.rows)
  for (const clause of clauses) {
    passedOne.fill(0)
    for (const { negated, values } of clause) {
      for (const value of values) {
        const weighed = weights.of(value)
        for (let row = 0; row < weighed.length; row++) if ((weighed[row] === 0) === negated) passedOne[row] = 1
      }
    }
    for (let row = 0; row < passed.length; row++) if (passedOne[row] === 0) passed[row] = 0
  }
  return passed
}

/** How well the issue of each row matches, as `scoreOf` says it of its texts. */
export const scoresOf = (weights: Weights, words: ReadonlyArray<string>): Weighed => {
  const [only, ...others] = words.map(weights.of)
  if (only === undefined || others.length === 0) return only ?? new Uint32Array(weights.rows)
  const scores = Scratch.take(only.length)
  scores.set(only)
  for (const weighed of others) {
    for (let row = 0; row < weighed.length; row++) scores[row] = (scores[row] ?? 0) + (weighed[row] ?? 0)
  }
  return scores
}

/** The texts of so many issues are read at once, in some ten milliseconds. */
const piece = 2000

/** Whether a request may search issues. */
export const mayAskForWords = ({ body, url: { pathname } }: Request): boolean =>
  pathname.endsWith("/search/issues") || (pathname.endsWith("/graphql") && textOf(body).includes("search"))

/** Reads what is new in the issues, before a search needs it all: other requests are served between the pieces. */
export const readWords = Effect.fnUntraced(function* (world: World) {
  for (const { issues } of world.repositories.values()) {
    issues.words.read(issues, piece)
    while (issues.words.unread > 0) {
      yield* Effect.yieldNow
      issues.words.read(issues, piece)
    }
  }
})
