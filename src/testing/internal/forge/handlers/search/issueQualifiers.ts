/** The qualifiers of searches for issues and pull requests. */
import type { Call } from "../../http/call.ts"
import type { PlainGrouping } from "../../state/indexed.ts"
import { mainLanguage } from "../../state/insight.ts"
import { issueGroupings, none, organizationOf, typeNamed } from "../../state/issues.ts"
import { type Issue, labelNamed, type Repository, same } from "../../state/model.ts"
import { counted, dated, flagged, loginIn, type Qualifiers, type Rules, type Test } from "./match.ts"

/** A group of issues, as `select` takes it. */
export type Group = readonly [grouping: PlainGrouping, key: string | number]

const missing = 0

/** The group that a qualifier's value names; undefined if no index has it. */
export const groupOf = (call: Call, repository: Repository, name: string, value: string): Group | undefined => {
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

const never = () => false
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
export const issueQualifiers = (call: Call, repository: Repository): Qualifiers<Issue> => {
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

export const issueRules: Rules = {
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
