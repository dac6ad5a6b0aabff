/** How the issues of a repository are ordered and grouped. */
import type { Objects } from "../../../git/objects.ts"
import { type Issue, type Repository, same } from "../model.ts"
import { broughtBy } from "../pull/brought.ts"
import { valueKeys } from "./attributes.ts"
import { type Grouping, Indexed, type Key, type Order } from "./indexed.ts"
import type { IssueOrder, PlainGrouping } from "./listed.ts"

export const issueOrders: Readonly<Record<IssueOrder, Order<Issue>>> = {
  created: (issue) => issue.created_at,
  updated: (issue) => issue.updated_at,
  comments: (issue) => issue.comments.length
}

/** The group of those without a value, and of those with any. */
export const none = ""
export const any = "*"

const isLogin = (login: string | null, key: Key): boolean =>
  login !== null && typeof key === "string" && login.length === key.length && same(login, key)

const lower = (logins: ReadonlyArray<string | null>): ReadonlyArray<string> => [
  ...new Set(logins.flatMap((login) => login?.toLowerCase() ?? []))
]

const hasAny = (all: ReadonlyArray<unknown>, key: Key): boolean | undefined =>
  key === none ? all.length === 0 : key === any ? all.length > 0 : undefined

/** The logins that a text mentions. */
const mentionsIn = (text: string | null): ReadonlyArray<string> =>
  text === null || !text.includes("@") ? [] : [...text.matchAll(/(?<![\w-])@([\w-]+)/g)].map(([, login = ""]) => login)

/** The logins that an issue mentions, in its body or a comment. */
const mentioned = ({ body, comments }: Issue): ReadonlyArray<string> =>
  lower([body, ...comments.map((comment) => comment.body)].flatMap(mentionsIn))

/** A head as the service filters by it: the owner in lower case, and the branch. */
export const headKey = ({ owner, ref }: { readonly owner: string; readonly ref: string }): string =>
  `${owner.toLowerCase()}:${ref}`

/**
 * Keys are ids of labels and types, ids of fields with their values, numbers of milestones, names of branches and logins
 * in lower case.
 */
export const issueGroupings: Readonly<Record<PlainGrouping, Grouping<Issue>>> = {
  label: {
    has: ({ labels }, key) => (typeof key === "number" ? labels.includes(key) : hasAny(labels, key) === true)
  },
  assignee: {
    has: ({ assignees }, key) => hasAny(assignees, key) ?? assignees.some((login) => isLogin(login, key))
  },
  creator: {
    has: ({ user }, key) => isLogin(user, key)
  },
  milestone: {
    has: ({ milestone }, key) => (milestone === null ? key === none : key === any || key === milestone)
  },
  type: {
    has: ({ type }, key) => (type === null ? key === none : key === any || key === type)
  },
  field: {
    has: ({ field_values }, key) =>
      hasAny(field_values, key) ?? field_values.some((value) => valueKeys(value).some((each) => each === key))
  },
  mentioned: {
    has: (issue, key) => mentioned(issue).some((login) => login === key)
  },
  kind: {
    has: ({ pull_request }, key) => key === (pull_request === null ? "issue" : "pull")
  },
  base: {
    has: ({ pull_request }, key) => pull_request?.base.ref === key
  },
  head: {
    has: ({ pull_request }, key) => pull_request !== null && headKey(pull_request.head) === key
  },
  commenter: {
    has: ({ comments }, key) => comments.some(({ user }) => isLogin(user, key))
  }
}

const byCommit = (objects: Objects): Grouping<Issue> => ({
  has: (issue, key) => broughtBy(objects, issue).some((sha) => sha === key)
})

export const newIssues = (objects: Objects): Repository["issues"] =>
  new Indexed(issueOrders, { ...issueGroupings, commit: byCommit(objects) })
