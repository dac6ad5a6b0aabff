/**
 * A page of issues as the service sends it: every field of the wire, with realistic sizes. Built from a recorded issue,
 * the same at each call.
 */
import paginateIssues from "@octokit/fixtures/scenarios/api.github.com/paginate-issues/normalized-fixture.json" with { type: "json" }

const recorded = paginateIssues[0]?.response[0]
const recordedUser = recorded?.user

const api = "https://api.github.com"
const web = "https://github.com"
const repository = "octokit-fixture-org/paginate-issues"

const logins = [
  "octocat",
  "hubot",
  "defunkt",
  "mojombo",
  "a-longer-login-name",
  "pjhyett",
  "dependabot[bot]",
  "kdaigle"
]

export const user = (n: number) => {
  const login = logins[n % logins.length] ?? "ghost"
  const fields = Object.entries(recordedUser ?? {}).map(([field, value]): readonly [string, unknown] => [
    field,
    typeof value === "string" ? value.replace("octokit-fixture-user-a", login) : value
  ])
  return {
    ...Object.fromEntries<unknown>(fields),
    login,
    id: 583_231 + n,
    node_id: `MDQ6VXNlcjU4MzIz${n % 10}`,
    user_view_type: "public"
  }
}

const names = [
  "bug",
  "good first issue",
  "help wanted",
  "area: documentation",
  "priority/important-soon",
  "needs-triage"
]

export const label = (n: number) => {
  const name = names[n % names.length] ?? "bug"
  return {
    id: 208_045_946 + (n % names.length),
    node_id: "MDU6TGFiZWwyMDgwNDU5NDY=",
    url: `${api}/repos/${repository}/labels/${encodeURIComponent(name)}`,
    name,
    color: "d73a4a",
    default: n % 2 === 0,
    description: n % 3 === 0 ? null : "Something that somebody should look at"
  }
}

export const instant = (n: number) =>
  new Date(Date.UTC(2024, 0, 1) + n * 135_999_000).toISOString().replace(".000Z", "Z")

export const milestone = (n: number) => ({
  url: `${api}/repos/${repository}/milestones/${n}`,
  html_url: `${web}/${repository}/milestone/${n}`,
  labels_url: `${api}/repos/${repository}/milestones/${n}/labels`,
  id: 1_002_604 + n,
  node_id: "MDk6TWlsZXN0b25lMTAwMjYwNA==",
  number: n,
  title: `v${n}.0`,
  description: "Tracking milestone for the next version",
  creator: user(n),
  open_issues: 4,
  closed_issues: 8,
  state: "open",
  created_at: instant(n),
  updated_at: instant(n + 1),
  due_on: instant(n + 300),
  closed_at: null
})

export const sentence =
  "It fails on the second run with ‘unexpected token’, after the cache was filled by the first.\r\n"

const reactions = (of: string, n: number) => ({
  ...recorded?.reactions,
  url: `${of}/reactions`,
  total_count: n % 3,
  "+1": n % 3
})

const issue = (n: number, bodyLength: number) => {
  const number = 20_000 - n
  const url = `${api}/repos/${repository}/issues/${number}`
  const isPullRequest = n % 5 < 2
  const closed = n % 7 === 0
  const assignees = Array.from({ length: [0, 0, 1, 0, 0, 2, 0, 0][n % 8] ?? 0 }, (_, i) => user(n + i))
  return {
    ...recorded,
    url,
    repository_url: `${api}/repos/${repository}`,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `${web}/${repository}/${isPullRequest ? "pull" : "issues"}/${number}`,
    id: 2_345_678_901 + n,
    node_id: `I_kwDOABCD1s6L0${n}`,
    number,
    title: `The answer is cut off when the cache is full (${n})`,
    user: n % 50 === 49 ? null : user(n),
    labels: Array.from({ length: n % 4 }, (_, i) => label(n + i)),
    state: closed ? "closed" : "open",
    locked: n % 20 === 0,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: n % 4 === 0 ? milestone(1 + (n % 2)) : null,
    comments: n % 13,
    created_at: instant(n),
    updated_at: instant(n + 50),
    closed_at: closed ? instant(n + 50) : null,
    author_association: n % 2 === 0 ? "CONTRIBUTOR" : "NONE",
    type: null,
    active_lock_reason: n % 20 === 0 ? "resolved" : null,
    sub_issues_summary: { total: 0, completed: 0, percent_completed: 0 },
    issue_dependencies_summary: { blocked_by: 0, total_blocked_by: 0, blocking: 0, total_blocking: 0 },
    body: sentence.repeat(Math.ceil(bodyLength / sentence.length)).slice(0, bodyLength),
    closed_by: null,
    reactions: reactions(url, n),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: null,
    state_reason: closed ? "completed" : null,
    ...(isPullRequest && {
      draft: n % 10 === 0,
      pull_request: {
        url: `${api}/repos/${repository}/pulls/${number}`,
        html_url: `${web}/${repository}/pull/${number}`,
        diff_url: `${web}/${repository}/pull/${number}.diff`,
        patch_url: `${web}/${repository}/pull/${number}.patch`,
        merged_at: closed ? instant(n + 40) : null
      }
    })
  }
}

/** `count` issues; with about 4,300 bytes an issue, 100 are the 430 KB of a page in a busy repository. */
export const issuesPage = (count = 100, bytesAnIssue = 4_300) => {
  const page = (bodyLength: number) => Array.from({ length: count }, (_, n) => issue(n, bodyLength))
  const without = JSON.stringify(page(0)).length / count
  return page(Math.max(0, Math.floor(bytesAnIssue - without)))
}

/** One issue of `bytes`, as `GET` of a single one returns it: 3,200 are usual. */
export const oneIssue = (bytes = 3_200) => issue(9, bytes - JSON.stringify(issue(9, 0)).length)
