/** Searches for issues and pull requests. */
import { type Call, type Handler, handler } from "../http/call.ts"
import { reversed, type Rows } from "../http/paging.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { IssueOrder, PlainGrouping } from "../state/indexed.ts"
import { mainLanguage } from "../state/insight.ts"
import { closedByPull } from "../state/closing.ts"
import { any, issueGroupings, issueOrders, none, organizationOf, typeNamed } from "../state/issues.ts"
import { type Issue, labelNamed, type Repository, same } from "../state/model.ts"
import { repositoryUrl } from "../wire/common.ts"
import * as Wire from "../wire/issues.ts"
import {
  containing,
  finderOf,
  isOfWords,
  scorerOf,
  textsOf,
  testOfWords,
  type Weights,
  weightsIn
} from "./issueWords.ts"
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

const reactionsOf = ({ reactions }: Issue): number => reactions.length

const interactionsOf = (issue: Issue): number => issue.reactions.length + issue.comments.length

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

/** Finds issues of a repository, in ascending order: those that the indexes give, and of them those that pass the rest. */
const findIn = (
  call: Call,
  repository: Repository,
  query: Query,
  order: IssueOrder,
  weights: Weights | undefined
): ReadonlyArray<Issue> => {
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
  const ofWords = weights === undefined ? [] : rest.filter(isOfWords)
  const others = rest.filter((clause) => !ofWords.includes(clause))
  const tests = [
    // Pull requests remain when issues are switched off.
    ...(repository.has_issues ? [] : [isPull]),
    ...(weights === undefined || ofWords.length === 0 ? [] : [testOfWords(weights, ofWords)]),
    ...testsOf(
      others,
      issueQualifiers(call, repository),
      containing(valuesNamed(query, "in")),
      weights && finderOf(weights)
    )
  ]
  return tests.reduce((found, test) => found.filter(test), selected)
}

/** What issues are sorted by. The indexes have some of the orders. */
interface Sort {
  readonly indexed: IssueOrder | undefined
  readonly value: (issue: Issue) => number
}

const reactionSort = /^reactions-(\+1|-1|smile|thinking_face|tada|heart|rocket|eyes|laugh|confused|hooray)$/

/** The reactions that sorts have other names for. */
const reactionAliases: Readonly<Record<string, string>> = { smile: "laugh", thinking_face: "confused", tada: "hooray" }

/** Reads what to sort by; undefined for the best match. */
const sortNamed = (name: string): Sort | undefined => {
  if (name === "created" || name === "updated" || name === "comments") {
    return { indexed: name, value: issueOrders[name] }
  }
  if (name === "reactions") return { indexed: undefined, value: reactionsOf }
  if (name === "interactions") return { indexed: undefined, value: interactionsOf }
  const [, reaction] = reactionSort.exec(name) ?? []
  if (reaction === undefined) return undefined
  const content = reactionAliases[reaction] ?? reaction
  return {
    indexed: undefined,
    value: ({ reactions }) => reactions.filter((each) => each.content === content).length
  }
}

/** How a search asks to be sorted: by its parameters, or by `sort:updated-asc` in the query. */
const sortOf = (call: Call, query: Query): { readonly sort: Sort | undefined; readonly ascending: boolean } => {
  const byParameter = sortNamed(call.query.get("sort") ?? "")
  if (byParameter !== undefined) return { sort: byParameter, ascending: call.query.get("order") === "asc" }
  const [, name = "", direction] = /^(.*?)(?:-(asc|desc))?$/.exec(valuesNamed(query, "sort")[0] ?? "") ?? []
  return { sort: sortNamed(name), ascending: direction === "asc" }
}

/** Sorts by the score, and leaves those of one score in their order. There are few scores, so each has a part of the list. */
const sortedByScore = <A>(all: ReadonlyArray<A>, scoreOf: (found: A) => number): Rows<A> => {
  const scores = new Float64Array(all.length)
  const counts = new Map<number, number>()
  // Neighbours often have the same score: the maps are asked when it changes.
  let [run, count] = [0, 0]
  for (let index = 0; index < scores.length; index++) {
    const found = all[index]
    const score = found === undefined ? 0 : scoreOf(found)
    scores[index] = score
    if (score !== run) {
      counts.set(run, count)
      run = score
      count = counts.get(score) ?? 0
    }
    count++
  }
  counts.set(run, count)
  /** Where the next one of each score belongs. */
  const next = new Map<number, number>()
  let start = 0
  for (const [score, length] of [...counts].sort(([a], [b]) => a - b)) {
    next.set(score, start)
    start += length
  }
  const indexes = new Uint32Array(all.length)
  let at = next.get(run) ?? 0
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index] ?? 0
    if (score !== run) {
      next.set(run, at)
      run = score
      at = next.get(score) ?? 0
    }
    indexes[at++] = index
  }
  return {
    length: all.length,
    slice: (start, end) => [...indexes.subarray(start, end)].flatMap((index) => all[index] ?? [])
  }
}

/** Sorts what several repositories have, in ascending order. One repository's issues are in order already. */
const sorted = (call: Call, scope: ReadonlyArray<Repository>, query: Query, sort: Sort | undefined): Rows<Found> => {
  const order = sort === undefined ? "created" : sort.indexed
  const places = valuesNamed(query, "in")
  const weights = new Map(
    query.clauses.flat().some(({ name }) => name === undefined)
      ? scope.map((repository) => [repository, weightsIn(repository.issues, places)])
      : []
  )
  const scorers = new Map(
    sort === undefined && query.words.length > 0
      ? [...weights].map(([repository, known]) => [repository, scorerOf(known, query.words)])
      : []
  )
  const found = (repository: Repository) => findIn(call, repository, query, order ?? "created", weights.get(repository))
  const [only, ...others] = scope
  if (only !== undefined && others.length === 0 && order !== undefined) {
    const all = found(only)
    const score = scorers.get(only)
    const rows = score === undefined ? all : sortedByScore(all, score)
    return {
      length: rows.length,
      slice: (start, end) => rows.slice(start, end).map((issue) => ({ issue, repository: only }))
    }
  }
  const value = sort?.value ?? issueOrders.created
  const all = scope
    .flatMap((repository) => found(repository).map((issue): Found => ({ issue, repository })))
    .sort((a, b) => value(a.issue) - value(b.issue) || a.issue.id - b.issue.id)
  return scorers.size === 0 ? all : sortedByScore(all, ({ issue, repository }) => scorers.get(repository)?.(issue) ?? 0)
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
