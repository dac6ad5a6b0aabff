/** Words in issues: which issues have them, and how well these match. */
import type { Issue, Repository } from "../state/model.ts"
import type { Counts, Found } from "../state/words.ts"
import { type Contains, countersOf, type Finds, scoreOf } from "./query.ts"

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

const weigher = (places: ReadonlyArray<string>): ((counts: Counts) => number) => {
  const [title, body, comments] = searchedIn(places).map(Number)
  const [inTitle, inBody, inComments] = [(title ?? 0) * titleWeight, body ?? 0, comments ?? 0]
  return (counts) => (counts[0] ?? 0) * inTitle + (counts[1] ?? 0) * inBody + (counts[2] ?? 0) * inComments
}

/** Asks the index for a word, and reads only the texts that it leaves open. */
export const finderOf = (issues: Repository["issues"], places: ReadonlyArray<string>): Finds<Issue> => {
  const weigh = weigher(places)
  return (word, read) => {
    const found = issues.words.find(word, issues)
    if (found === undefined) return read
    const { isOpen } = found
    const weightOf = found.weights(weigh)
    if (isOpen === undefined) return (issue) => weightOf(issue.number) > 0
    return (issue) => (isOpen(issue.number) ? read(issue) : weightOf(issue.number) > 0)
  }
}

/** How well issues match, as `scoreOf` says it of their texts. */
export const scorerOf = (
  issues: Repository["issues"],
  words: ReadonlyArray<string>,
  places: ReadonlyArray<string>
): ((issue: Issue) => number) => {
  const weigh = weigher(places)
  const counters = words.map((word): ((issue: Issue) => number) => {
    const counter = countersOf([word])
    const read = (issue: Issue) => scoreOf(counter, textsOf(issue, places))
    const found: Found | undefined = issues.words.find(word, issues)
    if (found === undefined) return read
    const { isOpen } = found
    const weightOf = found.weights(weigh)
    if (isOpen === undefined) return (issue) => weightOf(issue.number)
    return (issue) => (isOpen(issue.number) ? read(issue) : weightOf(issue.number))
  })
  const [only, ...others] = counters
  if (only !== undefined && others.length === 0) return only
  return (issue) => counters.reduce((sum, count) => sum + count(issue), 0)
}
