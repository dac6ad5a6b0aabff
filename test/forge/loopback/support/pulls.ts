/** Pull requests, commits, checks and statuses on the wire. */
import * as Checks from "../../../../src/forge/Checks.ts"
import * as Commits from "../../../../src/forge/Commits.ts"
import * as PullRequests from "../../../../src/forge/PullRequests.ts"
import * as Statuses from "../../../../src/forge/Statuses.ts"
import { mergedSha, sha } from "../../support/pulls.ts"
import { repo, root } from "../../support/records.ts"
import { asking, sending } from "../../support/wire.ts"
import { type Case, one, page, third, thirdSent } from "./cases.ts"

const ninth = { ...repo, pull_number: 9 }
const at = `${root}/pulls/9`

/** The pull request in a listing, and after its merge. */
const listed = { number: 9, state: "open", draft: true, merge_commit_sha: mergedSha }
const pull = { number: 9, state: "closed", merged: true, mergeable: false, changed_files: 5 }
const review = { id: 80, state: "CHANGES_REQUESTED", commit_id: sha }
const commit = { sha, author: { login: "octo" }, parents: [{ sha: mergedSha }] }
const file = { filename: "src/start.ts", status: "renamed", changes: 124 }

const filters = {
  state: "all",
  head: "octo:faster/start",
  base: "release/1.x",
  sort: "long-running",
  direction: "asc"
} as const

const opened = {
  title: "Start faster",
  issue: 7,
  head: "octo:faster/start",
  head_repo: "web-2",
  base: "main",
  body: "Read the cache first.",
  draft: true,
  maintainer_can_modify: false
}

const changed = { title: "Start", body: "", state: "closed", base: "next", maintainer_can_modify: true } as const

const merging = { merge_method: "squash", commit_title: "Start faster (#9)", commit_message: "", sha } as const

const reviewed = {
  event: "COMMENT",
  body: "Nearly there",
  commit_id: sha,
  comments: [{ path: "src/start.ts", body: "Why?", line: 7, side: "RIGHT", start_line: 3, start_side: "LEFT" }]
} as const

const asked = { reviewers: ["octo"], team_reviewers: ["front-end"] }

const touching = { sha: "release/1.x", path: "src/größe.ts", author: "octo", committer: "ada@example.com" }

const set = { state: "success", context: "ci/build", description: null, target_url: "https://ci.example/1" } as const

const at8 = new Date("2026-05-04T08:00:00Z")
const atSent = { started_at: "2026-05-04T08:00:00Z", completed_at: "2026-05-04T08:00:00Z" }

const output = {
  title: "Report",
  summary: "*Two* remarks",
  text: "",
  annotations: [
    {
      path: "src/größe.ts",
      start_line: 1,
      end_line: 1,
      start_column: 2,
      end_column: 5,
      annotation_level: "warning",
      message: "Unused",
      title: "Lint",
      raw_details: "{}"
    }
  ],
  images: [{ alt: "A chart", image_url: "https://ci.example/chart.png", caption: "Over time" }]
} as const

const actions = [{ label: "Fix", description: "Removes it", identifier: "fix" }]

const details = { external_id: "42", details_url: "https://ci.example/4", output, actions }

const completed = { name: "readme", status: "completed", conclusion: "neutral", ...details } as const

const run = { id: 4, name: "readme", conclusion: "neutral", app: { slug: "readme-app" } }

export const pulls: ReadonlyArray<Case> = [
  page(
    PullRequests.list,
    { ...repo, ...filters, ...third },
    asking(`${root}/pulls`, { ...filters, ...thirdSent }),
    listed
  ),
  one(PullRequests.get, ninth, asking(at), pull),
  one(PullRequests.create, { ...repo, ...opened }, sending("POST", `${root}/pulls`, opened), pull),
  one(PullRequests.update, { ...ninth, ...changed }, sending("PATCH", at, changed), pull),
  one(PullRequests.merge, { ...ninth, ...merging }, sending("PUT", `${at}/merge`, merging), {
    sha: mergedSha,
    merged: true
  }),
  page(PullRequests.listFiles, { ...ninth, ...third }, asking(`${at}/files`, thirdSent), file),
  page(PullRequests.listCommits, { ...ninth, ...third }, asking(`${at}/commits`, thirdSent), commit),
  page(PullRequests.listReviews, { ...ninth, ...third }, asking(`${at}/reviews`, thirdSent), review),
  one(PullRequests.createReview, { ...ninth, ...reviewed }, sending("POST", `${at}/reviews`, reviewed), review),
  one(
    PullRequests.requestReviewers,
    { ...ninth, ...asked },
    sending("POST", `${at}/requested_reviewers`, asked),
    listed
  ),
  one(
    PullRequests.removeRequestedReviewers,
    { ...ninth, ...asked },
    sending("DELETE", `${at}/requested_reviewers`, asked),
    listed
  ),
  page(
    Commits.list,
    {
      ...repo,
      ...touching,
      since: new Date("2026-04-22T13:33:48Z"),
      until: new Date("2026-05-22T00:00:00Z"),
      ...third
    },
    asking(`${root}/commits`, {
      ...touching,
      since: "2026-04-22T13:33:48Z",
      until: "2026-05-22T00:00:00Z",
      ...thirdSent
    }),
    commit
  ),
  one(
    Commits.get,
    { ...repo, ref: "release/1.x", ...third },
    asking(`${root}/commits/release%2F1.x`, thirdSent),
    commit
  ),
  one(
    Commits.compare,
    { ...repo, base: "main", head: "octo:faster/start", ...third },
    asking(`${root}/compare/main...octo%3Afaster%2Fstart`, thirdSent),
    { status: "diverged", ahead_by: 4, commits: [commit], files: [file] }
  ),
  page(
    Commits.listPullRequests,
    { ...repo, commit_sha: sha, ...third },
    asking(`${root}/commits/${sha}/pulls`, thirdSent),
    listed
  ),
  page(
    Checks.listRuns,
    {
      ...repo,
      ref: "main",
      check_name: "read me",
      status: "completed",
      filter: "all",
      app_id: 1,
      ...third
    },
    asking(`${root}/commits/main/check-runs`, {
      check_name: "read me",
      status: "completed",
      filter: "all",
      app_id: "1",
      ...thirdSent
    }),
    run
  ),
  one(Statuses.getCombined, { ...repo, ref: "main", ...third }, asking(`${root}/commits/main/status`, thirdSent), {
    state: "failure",
    total_count: 2,
    statuses: [
      { context: "ci/build", state: "success" },
      { context: "ci/deploy", state: "error" }
    ]
  }),
  page(
    Statuses.list,
    { ...repo, ref: "next/1.x", ...third },
    asking(`${root}/commits/next%2F1.x/statuses`, thirdSent),
    { context: "ci/build", creator: { login: "octo" } }
  ),
  one(Statuses.create, { ...repo, sha, ...set }, sending("POST", `${root}/statuses/${sha}`, set), {
    context: "ci/build",
    state: "success",
    creator: { login: "octo" }
  }),
  one(Checks.get, { ...repo, check_run_id: 4 }, asking(`${root}/check-runs/4`), run),
  page(
    Checks.listAnnotations,
    { ...repo, check_run_id: 4, ...third },
    asking(`${root}/check-runs/4/annotations`, thirdSent),
    { path: "src/start.ts", start_line: 2, annotation_level: "warning", raw_details: null }
  ),
  one(Checks.rerequest, { ...repo, check_run_id: 4 }, sending("POST", `${root}/check-runs/4/rerequest`), undefined),
  one(
    Checks.create,
    { ...repo, head_sha: sha, ...completed, started_at: at8, completed_at: at8 },
    sending("POST", `${root}/check-runs`, { head_sha: sha, ...completed, ...atSent }),
    run
  ),
  one(
    Checks.update,
    { ...repo, check_run_id: 4, ...completed, started_at: at8, completed_at: at8 },
    sending("PATCH", `${root}/check-runs/4`, { ...completed, ...atSent }),
    run
  )
]
