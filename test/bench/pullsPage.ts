/** A page of pull requests as the service sends it: every field of the wire, with both repositories in full. */
import { instant, label, milestone, sentence, user } from "./issuesPage.ts"
import { repository } from "./repositoriesPage.ts"

const sha = (n: number) => `c5b97d5ae6c19d5c5df71a34c7fbeeda2479${1_000 + n}`

/** One side of a pull request; every now and then its fork is deleted. */
const side = (n: number, isGone: boolean) => ({
  label: `${user(n).login}:feature-${n}`,
  ref: `feature-${n}`,
  sha: sha(n),
  user: user(n),
  repo: isGone ? null : repository(n)
})

const pullRequest = (n: number) => {
  const number = 20_000 - n
  const at = "https://api.github.com/repos/acme/web"
  const url = `${at}/pulls/${number}`
  const page = `https://github.com/acme/web/pull/${number}`
  const isClosed = n % 7 === 0
  const assignees = n % 8 === 2 ? [user(n)] : []
  const links = {
    self: url,
    html: page,
    issue: `${at}/issues/${number}`,
    comments: `${at}/issues/${number}/comments`,
    review_comments: `${url}/comments`,
    review_comment: `${at}/pulls/comments{/number}`,
    commits: `${url}/commits`,
    statuses: `${at}/statuses/${sha(n)}`
  }
  return {
    url,
    id: 2_345_678_901 + n,
    node_id: `PR_kwDOABCD1s6L0${n}`,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: links.issue,
    number,
    state: isClosed ? "closed" : "open",
    locked: n % 20 === 0,
    title: `Read the cache only after it was filled (${n})`,
    user: user(n),
    body: n % 9 === 0 ? null : sentence.repeat(n % 30),
    created_at: instant(n),
    updated_at: instant(n + 50),
    closed_at: isClosed ? instant(n + 50) : null,
    merged_at: isClosed ? instant(n + 50) : null,
    merge_commit_sha: sha(n + 1),
    assignee: assignees[0] ?? null,
    assignees,
    requested_reviewers: n % 3 === 0 ? [user(n + 1)] : [],
    requested_teams: [],
    labels: Array.from({ length: n % 4 }, (_, i) => label(n + i)),
    milestone: n % 4 === 0 ? milestone(1 + (n % 2)) : null,
    draft: n % 10 === 0,
    commits_url: links.commits,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    comments_url: links.comments,
    statuses_url: links.statuses,
    head: side(n, n % 17 === 3),
    base: side(5, false),
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
    author_association: n % 2 === 0 ? "CONTRIBUTOR" : "NONE",
    auto_merge: null,
    active_lock_reason: n % 20 === 0 ? "resolved" : null
  }
}

/** About 2 MB for the usual 100. */
export const pullsPage = (count = 100) => Array.from({ length: count }, (_, n) => pullRequest(n))
