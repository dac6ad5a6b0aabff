/** Searches for issues and pull requests. */
import { type Call, type Handler, handler } from "../http/call.ts"
import { reversed, type Rows } from "../http/paging.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { IssueOrder, PlainGrouping } from "../state/indexed.ts"
import { mainLanguage } from "../state/insight.ts"
import { closedByPull } from "../state/closing.ts"
import { any, issueGroupings, issueOrders, none, organizationOf, typeNamed } from "../state/issues.ts"
import { type Issue, labelNamed, type Repository, same } from "../state/model.ts"
import * as Scratch from "../state/scratch.ts"
import { repositoryUrl } from "../wire/common.ts"
import * as Wire from "../wire/issues.ts"
import { interactionsOf, reactionsOf, type Sort, sortedBy, sortOf } from "./issueSorts.ts"
import { containing, finderOf, isOfWords, passedBy, scoresOf, textsOf, type Weights, weightsIn } from "./issueWords.ts"
import {
  pageOfResults,
  checkValues,
  type Clause,
  counted,
  countersOf,
  dated,
  flagged,
  loginIn,
  never,
  type Qualifiers,
  type Query,
  queryOf,
  type Rules,
  scopeOf,
  scoreOf,
  type Source,
  type Test,
  testsOf,
  textMatches,
  valuesNamed
} from "./query.ts"

/** A group of issues, as `select` takes it. */
type Group = readonly [grouping: PlainGrouping, key: string | number]

const missing = 0

/** The group that a qualifier's value names; undefined if no index has it. */
const groupOf = (call: Call, repository: Repository, name: string, value: string): Group | undefined => {
  const login = () => loginIn(call, value)
  if (value === "*" && isEmptiable(name)) return [name, any]
  switch (name) {
    case "label":
      return ["label", labelNamed(repository, value)?.id ?? missing]
    case "milestone":
      return ["milestone", milestoneTitled(repository, value) ?? missing]
    case "type":
      return typeGroup(call, repository, value)
    case "author":
      return ["creator", login()]
    case "assignee":
      return ["assignee", login()]
    case "mentions":
      return ["mentioned", login()]
    case "commenter":
      return ["commenter", login()]
    case "no":
      return isEmptiable(value) ? [value, none] : undefined
    case "has":
      return isEmptiable(value) ? [value, any] : undefined
    default:
      return undefined
  }
}

const kinds: ReadonlyMap<string, string> = new Map([
  ["issue", "issue"],
  ["pr", "pull"],
  ["pull-request", "pull"]
])

/** Issues, pull requests, or the issues of a type. */
const typeGroup = (call: Call, repository: Repository, value: string): Group => {
  const kind = kinds.get(value.toLowerCase())
  if (kind !== undefined) return ["kind", kind]
  return ["type", typeNamed(organizationOf(call.world, repository), value)?.id ?? missing]
}

const isEmptiable = (value: string): value is "label" | "milestone" | "assignee" | "type" =>
  ["label", "milestone", "assignee", "type"].includes(value)

const milestoneTitled = (repository: Repository, title: string): number | undefined => {
  for (const milestone of repository.milestones.values()) {
    if (same(milestone.title, title)) return milestone.number
  }
  return undefined
}

const isPull: Test<Issue> = ({ pull_request }) => pull_request !== null

const flags = (repository: Repository): Readonly<Record<string, Test<Issue>>> => ({
  issue: (issue) => !isPull(issue),
  pr: isPull,
  "pull-request": isPull,
  open: ({ state }) => state === "open",
  closed: ({ state }) => state === "closed",
  merged: ({ pull_request }) => typeof pull_request?.merged_at === "number",
  unmerged: ({ pull_request }) => pull_request !== null && pull_request.merged_at === null,
  draft: ({ pull_request }) => pull_request?.draft === true,
  public: () => !repository.private,
  private: () => repository.private,
  locked: ({ locked }) => locked,
  unlocked: ({ locked }) => !locked
})

/** Reviews that decide, the newest of each reviewer. */
const verdicts = (issue: Issue): ReadonlyArray<string> => {
  const latest = new Map<string, string>()
  for (const { state, user } of issue.pull_request?.reviews ?? []) {
    if (state !== "PENDING" && state !== "COMMENTED") latest.set(user?.toLowerCase() ?? "", state)
  }
  return [...latest.values()]
}

const reviewFlags: Readonly<Record<string, Test<Issue>>> = {
  none: (issue) => isPull(issue) && verdicts(issue).length === 0,
  approved: (issue) => verdicts(issue).includes("APPROVED") && !verdicts(issue).includes("CHANGES_REQUESTED"),
  changes_requested: (issue) => verdicts(issue).includes("CHANGES_REQUESTED")
}

/** The issues that pull requests to the default branch close. */
const linkedIn = (call: Call, repository: Repository): ReadonlySet<Issue> => {
  const pulls = repository.issues.select([["kind", "pull"]], "all", "created")
  return new Set(pulls.flatMap((pull) => closing(call, repository, pull)))
}

const closing = ({ world }: Call, repository: Repository, pull: Issue): ReadonlyArray<Issue> =>
  pull.pull_request?.base.ref === repository.default_branch
    ? closedByPull(world, repository, pull).map(([, issue]) => issue)
    : []

const startsWith = (text: string | undefined, start: string): boolean =>
  text?.toLowerCase().startsWith(start.toLowerCase()) === true

/** The qualifiers that are tested issue by issue, in a repository. Those that name repositories narrow the search. */
const issueQualifiers = (call: Call, repository: Repository): Qualifiers<Issue> => {
  const grouped = (name: string) => (value: string) => {
    const group = groupOf(call, repository, name, value)
    if (group === undefined) return never
    const { has } = issueGroupings[group[0]]
    return (issue: Issue) => has(issue, group[1])
  }
  const involved = ["author", "assignee", "mentions", "commenter"].map(grouped)
  const states = flags(repository)
  return {
    is: flagged(states),
    type: grouped("type"),
    state: flagged({ open: states["open"] ?? never, closed: states["closed"] ?? never }),
    label: grouped("label"),
    milestone: grouped("milestone"),
    author: grouped("author"),
    assignee: grouped("assignee"),
    mentions: grouped("mentions"),
    commenter: grouped("commenter"),
    no: grouped("no"),
    has: grouped("has"),
    linked: (value) => {
      if (value === "issue") return (issue) => closing(call, repository, issue).length > 0
      if (value !== "pr") return never
      const linked = linkedIn(call, repository)
      return (issue) => linked.has(issue)
    },
    involves: (value) => {
      const tests = involved.map((test) => test(value))
      return (issue) => tests.some((test) => test(issue))
    },
    comments: counted((issue) => issue.comments.length),
    reactions: counted(reactionsOf),
    interactions: counted(interactionsOf),
    created: dated((issue) => issue.created_at),
    updated: dated((issue) => issue.updated_at),
    closed: dated((issue) => issue.closed_at),
    merged: dated((issue) => issue.pull_request?.merged_at ?? null),
    head: (value) => (issue) => startsWith(issue.pull_request?.head.ref, value),
    base: (value) => (issue) => startsWith(issue.pull_request?.base.ref, value),
    reason: (value) => (issue) => issue.state_reason === value.toLowerCase().replaceAll(" ", "_"),
    draft: (value) => (issue) => isPull(issue) && (issue.pull_request?.draft === true) === (value === "true"),
    archived: (value) => () => repository.archived === (value === "true"),
    language: (value) => () => same(mainLanguage(call.world.objects, repository) ?? "", value),
    review: flagged(reviewFlags),
    "reviewed-by": (value) => (issue) =>
      issue.pull_request?.reviews.some(
        ({ state, user }) => state !== "PENDING" && same(user ?? "", loginIn(call, value))
      ) === true,
    "review-requested": (value) => (issue) =>
      issue.pull_request?.requested_reviewers.some((login) => same(login, loginIn(call, value))) === true
  }
}

const issueRules: Rules = {
  dates: ["created", "updated", "closed", "merged"],
  numbers: ["comments", "reactions", "interactions"],
  users: ["author", "assignee", "mentions", "commenter", "involves", "reviewed-by", "review-requested"]
}

/** The names of all qualifiers. */
export const issueNames: ReadonlySet<string> = new Set([
  "repo",
  "org",
  "user",
  "in",
  "is",
  "type",
  "state",
  "label",
  "milestone",
  "author",
  "assignee",
  "mentions",
  "commenter",
  "no",
  "has",
  "linked",
  "involves",
  "comments",
  "reactions",
  "interactions",
  "sort",
  "created",
  "updated",
  "closed",
  "merged",
  "head",
  "base",
  "reason",
  "draft",
  "archived",
  "language",
  "review",
  "reviewed-by",
  "review-requested"
])

interface Found {
  readonly issue: Issue
  readonly repository: Repository
}

const narrowing: ReadonlySet<string> = new Set(["repo", "org", "user", "in", "sort"])

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

/** Issues of a list, in its order: where in it each is. */
interface Chosen {
  readonly list: ReadonlyArray<Issue>
  readonly indexes: Uint32Array
}

const nothing: Chosen = { list: [], indexes: new Uint32Array(0) }

/** Finds issues of a repository, in ascending order: those that the indexes give, and of them those that pass the rest. */
const findIn = (
  call: Call,
  repository: Repository,
  query: Query,
  order: IssueOrder,
  weights: Weights | undefined
): Chosen => {
  const groups: Array<Group> = []
  const rest: Array<Clause> = []
  const states = new Set(query.clauses.flatMap((clause) => stateOf(clause) ?? []))
  const [state = "all", ...contrary] = states
  if (contrary.length > 0) return nothing
  for (const clause of query.clauses) {
    const [name = "", value = ""] = soleTerm(clause) ?? []
    const group = groupOf(call, repository, name, value)
    if (group !== undefined) groups.push(group)
    else if (stateOf(clause) === undefined && !clause.every((term) => narrowing.has(term.name ?? ""))) rest.push(clause)
  }
  const list = repository.issues.select(groups, state, order)
  const ofWords = weights === undefined ? [] : rest.filter(isOfWords)
  const others = rest.filter((clause) => !ofWords.includes(clause))
  const tests = [
    // Pull requests remain when issues are switched off.
    ...(repository.has_issues ? [] : [isPull]),
    ...testsOf(
      others,
      issueQualifiers(call, repository),
      containing(valuesNamed(query, "in")),
      weights && finderOf(weights)
    )
  ]
  const chosen =
    weights === undefined || ofWords.length === 0
      ? allOf(list.length)
      : indexesOf(weights.rowsOf(list), passedBy(weights, ofWords))
  return { list, indexes: tests.reduce((indexes, test) => passing(list, indexes, test), chosen) }
}

/** The indexes of a list of this length. */
const allOf = (length: number): Uint32Array => {
  const indexes = Scratch.take(length)
  for (let index = 0; index < length; index++) indexes[index] = index
  return indexes
}

/** Where in a list the rows are that passed. */
const indexesOf = (rows: Int32Array, passed: Uint8Array): Uint32Array => {
  const indexes = Scratch.take(rows.length)
  let count = 0
  for (let index = 0; index < rows.length; index++) if (passed[rows[index] ?? 0] === 1) indexes[count++] = index
  return indexes.subarray(0, count)
}

/** Keeps the indexes whose record passes. Reuses the memory. */
const passing = <A>(list: ReadonlyArray<A>, indexes: Uint32Array, test: Test<A>): Uint32Array => {
  let count = 0
  for (let at = 0; at < indexes.length; at++) {
    const index = indexes[at] ?? 0
    const record = list[index]
    if (record !== undefined && test(record)) indexes[count++] = index
  }
  return indexes.subarray(0, count)
}

/** What is made of those of a list that are at indexes: only of those that a page has. */
const rowsAt = <A, B>(list: ReadonlyArray<A>, indexes: Uint32Array, toRow: (item: A) => B): Rows<B> => ({
  length: indexes.length,
  slice: (start, end) =>
    [...indexes.subarray(start, end)].flatMap((index) => {
      const item = list[index]
      return item === undefined ? [] : [toRow(item)]
    })
})

/** Counts something of the issues at indexes. */
const countsOf = (list: ReadonlyArray<Issue>, indexes: Uint32Array, count: (issue: Issue) => number): Uint32Array => {
  const counts = Scratch.take(indexes.length)
  for (let at = 0; at < indexes.length; at++) {
    const issue = list[indexes[at] ?? 0]
    if (issue !== undefined) counts[at] = count(issue)
  }
  return counts
}

/** How well the issues at indexes match. */
const scoresAt = (weights: Weights, { indexes, list }: Chosen, words: ReadonlyArray<string>): Uint32Array => {
  const [rows, byRow] = [weights.rowsOf(list), scoresOf(weights, words)]
  const scores = Scratch.take(indexes.length)
  for (let at = 0; at < indexes.length; at++) scores[at] = byRow[rows[indexes[at] ?? 0] ?? 0] ?? 0
  return scores
}

/**
 * Sorts what several repositories have, in ascending order. One repository's issues are in order already, or in that of
 * their creation.
 */
const sorted = (call: Call, scope: ReadonlyArray<Repository>, query: Query, sort: Sort | undefined): Rows<Found> => {
  Scratch.reuse()
  const order = typeof sort === "string" ? sort : "created"
  const places = valuesNamed(query, "in")
  const hasWords = query.clauses.flat().some(({ name }) => name === undefined)
  const found = scope.map((repository) => {
    const weights = hasWords ? weightsIn(repository.issues, places) : undefined
    const chosen = findIn(call, repository, query, order, weights)
    const isScored = sort === undefined && query.words.length > 0 && weights !== undefined
    const counts =
      typeof sort === "function"
        ? countsOf(chosen.list, chosen.indexes, sort)
        : isScored
          ? scoresAt(weights, chosen, query.words)
          : undefined
    return { ...chosen, repository, counts }
  })
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) {
    const { counts, indexes, list, repository } = only
    const inOrder = counts === undefined ? indexes.slice() : sortedBy(indexes, counts)
    return rowsAt(list, inOrder, (issue): Found => ({ issue, repository }))
  }
  const value = issueOrders[order]
  const all: Array<Found & { readonly count: number | undefined }> = []
  for (const { counts, indexes, list, repository } of found) {
    for (const [at, index] of indexes.entries()) {
      const issue = list[index]
      if (issue !== undefined) all.push({ issue, repository, count: counts?.[at] })
    }
  }
  all.sort((a, b) => value(a.issue) - value(b.issue) || a.issue.id - b.issue.id)
  if (all[0]?.count === undefined) return all
  return rowsAt(
    all,
    sortedBy(
      allOf(all.length),
      Uint32Array.from(all, ({ count = 0 }) => count)
    ),
    (each): Found => each
  )
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

const issues: Handler = handler(function* (call) {
  const query = yield* queryOf(call, issueNames)
  yield* checkValues(call, query, issueRules)
  const scope = yield* scopeOf(call, query)
  const { ascending, sort } = sortOf(call, query)
  const found = sorted(call, scope, query, sort)
  const places = valuesNamed(query, "in")
  const counters = countersOf(query.words)
  return yield* pageOfResults(
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

const endpoint = endpointsOf("search/search")

export const routes: ReadonlyArray<Route> = [
  endpoint("Search.issues", "GET /search/issues", "search-issues-and-pull-requests", issues, "search")
]
