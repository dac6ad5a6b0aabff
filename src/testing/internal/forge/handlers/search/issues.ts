/** Handler of `Search.issues`. */
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { reversed, type Rows } from "../../http/paging.ts"
import type { IssueOrder } from "../../state/indexed.ts"
import { issueOrders } from "../../state/issues.ts"
import type { Issue, Repository } from "../../state/model.ts"
import { repositoryUrl } from "../../wire/common.ts"
import * as Wire from "../../wire/issues.ts"
import { answerSearch, type Source, textMatches } from "./answer.ts"
import { type Group, groupOf, issueNames, issueQualifiers, issueRules } from "./issueQualifiers.ts"
import { checkValues, type Contains, countersOf, scoreOf, testsOf } from "./match.ts"
import { type Clause, type Query, queryOf, valuesNamed } from "./query.ts"
import { scopeOf } from "./scope.ts"

interface Found {
  readonly issue: Issue
  readonly repository: Repository
}

const narrowing: ReadonlySet<string> = new Set(["repo", "org", "user", "in"])

/** The texts that words are looked for in, with their weight: title, body and comments, unless `in:` says otherwise. */
const textsOf = (
  issue: Issue,
  places: ReadonlyArray<string>
): ReadonlyArray<readonly [text: string, weight: number]> => {
  const searched = (place: string) => places.length === 0 || places.includes(place)
  return [
    ...(searched("title") ? [[issue.title, 3] as const] : []),
    ...(searched("body") && issue.body !== null ? [[issue.body, 1] as const] : []),
    ...(searched("comments") ? issue.comments.map((comment) => [comment.body, 1] as const) : [])
  ]
}

/** Looks for words in the same texts, without listing them: this is asked of all issues. */
const containing = (places: ReadonlyArray<string>): Contains<Issue> => {
  const searched = (place: string) => places.length === 0 || places.includes(place)
  const [title, body, comments] = [searched("title"), searched("body"), searched("comments")]
  return (issue, isFound) =>
    (title && isFound(issue.title)) ||
    (body && issue.body !== null && isFound(issue.body)) ||
    (comments && issue.comments.some((comment) => isFound(comment.body)))
}

/** The only term of a clause, if it is not negated and has one value. */
const soleTerm = (clause: Clause): readonly [name: string, value: string] | undefined => {
  const [term, ...others] = clause
  const [value, ...more] = term?.values ?? []
  if (term?.name === undefined || value === undefined) return undefined
  return others.length > 0 || term.negated || more.length > 0 ? undefined : [term.name, value]
}

/** The state that a clause asks for: the indexes have issues by state. */
const stateOf = (clause: Clause): "open" | "closed" | undefined => {
  const [name = "", value = ""] = soleTerm(clause) ?? []
  return (name === "is" || name === "state") && (value === "open" || value === "closed") ? value : undefined
}

/** Finds issues of a repository, in ascending order: those that the indexes give, and of them those that pass the rest. */
const findIn = (call: Call, repository: Repository, query: Query, order: IssueOrder): ReadonlyArray<Issue> => {
  const groups: Array<Group> = []
  const rest: Array<Clause> = []
  const states = new Set(query.clauses.flatMap((clause) => stateOf(clause) ?? []))
  const [state = "all", ...contrary] = states
  if (contrary.length > 0) return []
  for (const clause of query.clauses) {
    const [name = "", value = ""] = soleTerm(clause) ?? []
    const group = groupOf(call, repository, name, value)
    if (group !== undefined) groups.push(group)
    else if (stateOf(clause) === undefined && !clause.every((term) => narrowing.has(term.name ?? ""))) rest.push(clause)
  }
  const selected = repository.issues.select(groups, state, order)
  const tests = testsOf(rest, issueQualifiers(call, repository), containing(valuesNamed(query, "in")))
  // Pull requests remain when issues are switched off.
  const shown = repository.has_issues ? tests : [(issue: Issue) => issue.pull_request !== null, ...tests]
  return shown.reduce((found, test) => found.filter(test), selected)
}

const sorts = ["comments", "created", "updated"] as const

/** Sorts what several repositories have. One repository's issues are in order already. */
const sorted = (
  call: Call,
  scope: ReadonlyArray<Repository>,
  query: Query,
  sort: IssueOrder | undefined
): Rows<Found> => {
  const order = sort ?? "created"
  const of =
    (repository: Repository) =>
    (issue: Issue): Found => ({ issue, repository })
  const [only, ...others] = scope
  if (only !== undefined && others.length === 0 && (sort !== undefined || query.words.length === 0)) {
    const found = findIn(call, only, query, order)
    return { length: found.length, slice: (start, end) => found.slice(start, end).map(of(only)) }
  }
  const all = scope.flatMap((repository) => findIn(call, repository, query, order).map(of(repository)))
  const value = issueOrders[order]
  const byOrder = (a: Found, b: Found) => value(a.issue) - value(b.issue) || a.issue.id - b.issue.id
  if (sort !== undefined || query.words.length === 0) return all.sort(byOrder)
  const places = valuesNamed(query, "in")
  const counters = countersOf(query.words)
  const scores = new Map(all.map(({ issue }) => [issue, scoreOf(counters, textsOf(issue, places))]))
  return all.sort((a, b) => (scores.get(a.issue) ?? 0) - (scores.get(b.issue) ?? 0) || byOrder(a, b))
}

const sourcesOf = (call: Call, { issue, repository }: Found): ReadonlyArray<Source> => {
  const url = `${repositoryUrl(call, repository)}/issues`
  const own = { object_url: `${url}/${issue.number}`, object_type: "Issue" }
  return [
    { ...own, property: "title", text: issue.title },
    { ...own, property: "body", text: issue.body },
    ...issue.comments.map((comment) => ({
      object_url: `${url}/comments/${comment.id}`,
      object_type: "IssueComment",
      property: "body",
      text: comment.body
    }))
  ]
}

export const issues: Handler = handler(function* (call) {
  const query = yield* queryOf(call, issueNames)
  yield* checkValues(call, query, issueRules)
  const scope = yield* scopeOf(call, query)
  // Nobody reacts here, so the sorts by reactions are those of the best match.
  const sort = Input.known(call, "sort", sorts)
  const ascending = sort !== undefined && call.query.get("order") === "asc"
  const found = sorted(call, scope, query, sort)
  const places = valuesNamed(query, "in")
  const counters = countersOf(query.words)
  return yield* answerSearch(
    call,
    ascending ? found : reversed(found),
    (result) => {
      const { body, ...wire } = Wire.issue(call, result.repository, result.issue)
      return {
        ...wire,
        ...(body === null ? {} : { body }),
        score: scoreOf(counters, textsOf(result.issue, places)),
        ...textMatches(call, query.words, () => sourcesOf(call, result))
      }
    },
    { search_type: "lexical" }
  )
})
