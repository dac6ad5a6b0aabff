/** Searches for issues and pull requests. */
import { type Call, type Handler, handler } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { reversed, type Rows } from "../http/paging.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { IssueOrder, PlainGrouping } from "../state/indexed.ts"
import { mainLanguage } from "../state/insight.ts"
import { issueGroupings, issueOrders, none, organizationOf, typeNamed } from "../state/issues.ts"
import { type Issue, labelNamed, type Repository, same } from "../state/model.ts"
import { repositoryUrl } from "../wire/common.ts"
import * as Wire from "../wire/issues.ts"
import {
  pageOfResults,
  checkValues,
  type Clause,
  type Contains,
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
    involves: (value) => {
      const tests = involved.map((test) => test(value))
      return (issue) => tests.some((test) => test(issue))
    },
    comments: counted((issue) => issue.comments.length),
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
  numbers: ["comments"],
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
  "involves",
  "comments",
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

const issues: Handler = handler(function* (call) {
  const query = yield* queryOf(call, issueNames)
  yield* checkValues(call, query, issueRules)
  const scope = yield* scopeOf(call, query)
  // Nobody reacts here, so the sorts by reactions are those of the best match.
  const sort = Input.known(call, "sort", sorts)
  const ascending = sort !== undefined && call.query.get("order") === "asc"
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
