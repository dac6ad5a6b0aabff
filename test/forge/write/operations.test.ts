/** How each write is found again: what is read, what counts as found, and what is marked. */
import * as Crypto from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Actions from "../../../src/forge/Actions.ts"
import * as Checks from "../../../src/forge/Checks.ts"
import * as Contents from "../../../src/forge/Contents.ts"
import * as Deployments from "../../../src/forge/Deployments.ts"
import type * as Forge from "../../../src/forge/Forge.ts"
import type { ForgeError } from "../../../src/forge/ForgeError.ts"
import * as modules from "../../../src/forge/index.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import * as Milestones from "../../../src/forge/Milestones.ts"
import * as PullRequests from "../../../src/forge/PullRequests.ts"
import * as Reactions from "../../../src/forge/Reactions.ts"
import * as Refs from "../../../src/forge/Refs.ts"
import * as Releases from "../../../src/forge/Releases.ts"
import * as Repositories from "../../../src/forge/Repositories.ts"
import * as Statuses from "../../../src/forge/Statuses.ts"
import type { AnyDeclaration } from "../../../src/rest/Operation.ts"
import * as Write from "../../../src/rest/Write.ts"
import { type Answer, type Lost, reset } from "../../rest/support/http.ts"
import { answering, key, mark, readsOf, run, writesOf } from "../../rest/support/writing.ts"
import { deployment, deploymentStatus, run as workflowRun } from "../support/actions.ts"
import { checkRun, commit, status } from "../support/commits.ts"
import { asset, assetText, contentFile, fileCommit, release, text } from "../support/files.ts"
import { mergedSha, mergeResult, pullRequest, review, reviewComment, sha, simplePullRequest } from "../support/pulls.ts"
import { gitRef } from "../support/refs.ts"
import { fullRepository, user } from "../support/repositories.ts"
import { comment, issue, label, milestone, repo, root } from "../support/records.ts"

interface Row {
  readonly name: string
  readonly call: Effect.Effect<unknown, ForgeError, Forge.Forge>
  /** The body of the write when it is marked. */
  readonly marked?: object
  /** The reads of a look that finds it, with their responses. */
  readonly reads: ReadonlyArray<readonly [path: string, response: unknown]>
  /** What is the result then. */
  readonly result: object | undefined
  /** Responses to the first read that do not count as found. */
  readonly others: ReadonlyArray<unknown>
  /** The body of a response to the write itself. */
  readonly created: unknown
}

const options = { key }
const body = `Text.\n\n${mark}`
const paged = "per_page=100"
const today = { created_at: "2027-01-15T08:00:00Z", updated_at: "2027-01-15T08:00:00Z" }
const another = "Text.\n\n<!-- forgecast:key=another -->"

const gitSha = (content: string) => {
  const bytes = Buffer.from(content)
  return Crypto.createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex")
}

const file = { ...repo, path: "docs/größe.md", message: "Say how large", branch: "next/1" }
const filePath = `${root}/contents/docs/gr%C3%B6%C3%9Fe.md?ref=next%2F1`
const commitsPath = `${root}/commits?path=docs%2Fgr%C3%B6%C3%9Fe.md&sha=next%2F1&${paged}`
const written = { ...contentFile, sha: gitSha(text) }
const lastCommit = { content: null, commit: { sha: commit.sha, message: "Say how large" } }

const built = { ...status, ...today, description: "Built", target_url: null }
const statusesPath = `${root}/commits/${sha}/statuses?${paged}`

const checked = { ...checkRun, name: "lint", started_at: today.created_at }
const runsPath = `${root}/commits/${sha}/check-runs?check_name=lint&filter=all&${paged}`
const onRun = { ...repo, check_run_id: 4 }
const runPath = `${root}/check-runs/4`
const noted = {
  path: "src/a.ts",
  start_line: 1,
  end_line: 1,
  annotation_level: "warning",
  message: "Unused"
} as const

const onPull = { ...repo, pull_number: 9 }
const onLinesPath = `${root}/pulls/9/comments?since=2027-01-15T07%3A00%3A00Z&${paged}`
const onWorkflowRun = { ...repo, run_id: 30 }
const workflowRunPath = `${root}/actions/runs/30`
const deployed = { ...deployment, ...today }
const deploymentsPath = `${root}/deployments?ref=main&task=deploy&environment=production&${paged}`
const record = { ...deploymentStatus, ...today }
const made = { ...fullRepository, created_at: today.created_at }
const earlier = { created_at: "2027-01-15T06:59:59Z" }

const newest = `state=all&sort=created&direction=desc&${paged}`

const rows: ReadonlyArray<Row> = [
  {
    name: "Actions.rerun",
    call: Write.once(Actions.rerun, onWorkflowRun, options),
    reads: [[workflowRunPath, { ...workflowRun, status: "queued", conclusion: null }]],
    result: undefined,
    others: [workflowRun],
    created: undefined
  },
  {
    name: "Actions.rerunFailedJobs",
    call: Write.once(Actions.rerunFailedJobs, onWorkflowRun, options),
    reads: [[workflowRunPath, { ...workflowRun, status: "in_progress", conclusion: null }]],
    result: undefined,
    others: [workflowRun],
    created: undefined
  },
  {
    name: "Actions.cancel",
    call: Write.once(Actions.cancel, onWorkflowRun, options),
    reads: [[workflowRunPath, { ...workflowRun, conclusion: "cancelled" }]],
    result: undefined,
    others: [{ ...workflowRun, status: "in_progress", conclusion: null }],
    created: undefined
  },
  {
    name: "Deployments.create",
    call: Write.once(
      Deployments.create,
      { ...repo, ref: "main", description: "Version 1.2.0", payload: { version: "1.2.0" } },
      options
    ),
    reads: [[deploymentsPath, [{ ...deployed, description: null }, deployed]]],
    result: { _tag: "Created", id: 40 },
    others: [
      [],
      [{ ...deployed, description: "Version 1.2.1" }],
      [{ ...deployed, payload: { version: "1.2.1" } }],
      [{ ...deployed, ...earlier }]
    ],
    created: deployed
  },
  {
    name: "Deployments.create",
    call: Write.once(Deployments.create, { ...repo, ref: "next", task: "try", environment: "qa" }, options),
    reads: [
      [
        `${root}/deployments?ref=next&task=try&environment=qa&${paged}`,
        [{ ...deployed, description: null, payload: "" }]
      ]
    ],
    result: { _tag: "Created", description: null },
    others: [[deployed]],
    created: { message: "Auto-merged main into next on deployment." }
  },
  {
    name: "Deployments.createStatus",
    call: Write.once(
      Deployments.createStatus,
      {
        ...repo,
        deployment_id: 40,
        state: "success",
        description: "All is well",
        log_url: record.log_url,
        environment_url: record.environment_url,
        environment: "production"
      },
      options
    ),
    reads: [[`${root}/deployments/40/statuses?${paged}`, [{ ...record, state: "in_progress" }, record]]],
    result: { id: 41 },
    others: [
      [],
      [{ ...record, state: "failure" }],
      [{ ...record, description: "" }],
      [{ ...record, environment: "qa" }],
      [{ ...record, environment_url: "" }],
      [{ ...record, log_url: "" }],
      [{ ...record, ...earlier }]
    ],
    created: record
  },
  {
    name: "Repositories.create",
    call: Write.once(Repositories.create, { name: "my web" }, options),
    reads: [
      ["/user", user],
      ["/repos/octo/my-web", made]
    ],
    result: { full_name: "acme/web" },
    others: [],
    created: fullRepository
  },
  {
    name: "Repositories.createForOrg",
    call: Write.once(Repositories.createForOrg, { org: "acme", name: "web" }, options),
    reads: [[root, made]],
    result: { full_name: "acme/web" },
    // It was there before.
    others: [{ ...made, ...earlier }],
    created: fullRepository
  },
  {
    name: "Issues.create",
    call: Write.once(Issues.create, { ...repo, title: "One", body: "Text." }, options),
    marked: { title: "One", body },
    reads: [
      [
        `${root}/issues?${newest}`,
        [
          { ...issue, ...today },
          { ...issue, ...today, number: 8, body }
        ]
      ]
    ],
    result: { number: 8 },
    others: [
      [{ ...issue, ...today, body: another }],
      [{ ...issue, ...today, body, pull_request: {} }],
      // Older than the call.
      [issue, { ...issue, ...today, body }]
    ],
    created: { ...issue, body }
  },
  {
    name: "Issues.createComment",
    call: Write.once(Issues.createComment, { ...repo, issue_number: 7, body: "Text." }, options),
    marked: { body },
    reads: [
      [`${root}/issues/7/comments?since=2027-01-15T07%3A00%3A00Z&${paged}`, [comment, { ...comment, id: 8, body }]]
    ],
    result: { id: 8, body },
    others: [[], [{ ...comment, body: another }]],
    created: { ...comment, body }
  },
  {
    name: "Labels.create",
    call: Write.once(Labels.create, { ...repo, name: "bug", color: "D73A4A", description: "No." }, options),
    reads: [[`${root}/labels?${paged}`, [label, { ...label, name: "bug", color: "d73a4a", description: "No." }]]],
    result: { name: "bug" },
    others: [
      [label],
      [{ ...label, name: "bug", color: "000000", description: "No." }],
      [{ ...label, name: "bug", color: "d73a4a", description: null }],
      [{ ...label, name: "Bug", color: "d73a4a", description: "No." }]
    ],
    created: label
  },
  {
    name: "Labels.update",
    call: Write.once(Labels.update, { ...repo, name: "bug", new_name: "defect" }, options),
    reads: [[`${root}/labels?${paged}`, [label, { ...label, name: "defect" }]]],
    result: { name: "defect" },
    others: [[{ ...label, name: "bug" }]],
    created: label
  },
  {
    name: "Labels.removeFromIssue",
    call: Write.once(Labels.removeFromIssue, { ...repo, issue_number: 7, name: "Bug" }, options),
    reads: [[`${root}/issues/7/labels?per_page=100`, [label]]],
    result: [{ name: label.name }],
    others: [[label, { ...label, name: "bug" }]],
    created: [label]
  },
  {
    name: "Milestones.create",
    call: Write.once(Milestones.create, { ...repo, title: "v1.0", description: "First." }, options),
    reads: [[`${root}/milestones?state=all&${paged}`, [{ ...milestone, description: "First." }]]],
    result: { number: 3 },
    others: [[milestone], [{ ...milestone, description: "First.", state: "closed" }], [{ ...milestone, title: "v1" }]],
    created: milestone
  },
  {
    name: "PullRequests.create",
    call: Write.once(PullRequests.create, { ...repo, title: "One", head: "fast", base: "main" }, options),
    marked: { title: "One", head: "fast", base: "main", body: mark },
    reads: [
      [
        `${root}/pulls?state=all&head=acme%3Afast&sort=created&direction=desc&${paged}`,
        [{ ...simplePullRequest, ...today, body: mark }]
      ],
      [`${root}/pulls/9`, pullRequest]
    ],
    result: { number: 9 },
    others: [[{ ...simplePullRequest, ...today }]],
    created: pullRequest
  },
  {
    name: "PullRequests.create",
    call: Write.once(PullRequests.create, { ...repo, issue: 9, head: "fast", base: "main" }, options),
    marked: { issue: 9, head: "fast", base: "main" },
    reads: [[`${root}/pulls/9`, pullRequest]],
    result: { number: 9 },
    others: [{ ...pullRequest, base: { ...pullRequest.base, ref: "next" } }],
    created: pullRequest
  },
  {
    name: "PullRequests.merge",
    call: Write.once(PullRequests.merge, { ...repo, pull_number: 9, sha }, options),
    reads: [[`${root}/pulls/9`, { ...pullRequest, merged: true, merge_commit_sha: mergedSha }]],
    result: { merged: true, sha: mergedSha },
    others: [
      { ...pullRequest, merged: false },
      { ...pullRequest, merged: true, head: { ...pullRequest.head, sha: mergedSha } }
    ],
    created: mergeResult
  },
  {
    name: "PullRequests.createReview",
    call: Write.once(PullRequests.createReview, { ...repo, pull_number: 9, event: "APPROVE" }, options),
    marked: { event: "APPROVE", body: mark },
    reads: [[`${root}/pulls/9/reviews?${paged}`, [review, { ...review, id: 81, body: mark }]]],
    result: { id: 81 },
    others: [[review]],
    created: review
  },
  {
    name: "PullRequests.createComment",
    call: Write.once(
      PullRequests.createComment,
      { ...onPull, body: "Text.", commit_id: sha, path: "src/start.ts", line: 2 },
      options
    ),
    marked: { body, commit_id: sha, path: "src/start.ts", line: 2 },
    reads: [[onLinesPath, [reviewComment, { ...reviewComment, id: 11, body }]]],
    result: { id: 11 },
    others: [[{ ...reviewComment, body: another }]],
    created: { ...reviewComment, body }
  },
  {
    name: "PullRequests.replyToComment",
    call: Write.once(PullRequests.replyToComment, { ...onPull, comment_id: 10, body: "Text." }, options),
    marked: { body },
    reads: [[onLinesPath, [reviewComment, { ...reviewComment, id: 11, body }]]],
    result: { id: 11 },
    others: [[reviewComment]],
    created: { ...reviewComment, body }
  },
  {
    name: "PullRequests.updateBranch",
    call: Write.once(PullRequests.updateBranch, { ...onPull, expected_head_sha: mergedSha }, options),
    reads: [
      [`${root}/pulls/9`, pullRequest],
      [`${root}/compare/main...${sha}`, { behind_by: 0 }]
    ],
    result: { message: "Updating pull request branch." },
    others: [{ ...pullRequest, head: { ...pullRequest.head, sha: mergedSha } }, 404],
    created: { message: "Updating pull request branch.", url: "https://api.github.com/repos/acme/web/pulls/9" }
  },
  {
    name: "PullRequests.submitReview",
    call: Write.once(PullRequests.submitReview, { ...onPull, review_id: 80, event: "REQUEST_CHANGES" }, options),
    reads: [[`${root}/pulls/9/reviews/80`, review]],
    result: { state: "CHANGES_REQUESTED" },
    others: [{ ...review, state: "PENDING" }, 404],
    created: review
  },
  {
    name: "PullRequests.dismissReview",
    call: Write.once(PullRequests.dismissReview, { ...onPull, review_id: 80, message: "Old." }, options),
    reads: [[`${root}/pulls/9/reviews/80`, { ...review, state: "DISMISSED" }]],
    result: { state: "DISMISSED" },
    others: [review, 404],
    created: { ...review, state: "DISMISSED" }
  },
  {
    name: "Contents.put",
    call: Write.once(Contents.put, { ...file, content: text, sha: "old" }, options),
    reads: [
      [filePath, written],
      [commitsPath, [commit]],
      [`${root}/git/commits/${commit.sha}`, { ...fileCommit.commit, sha: commit.sha }]
    ],
    result: { content: { sha: gitSha(text) }, commit: { sha: commit.sha, message: "Say how large" } },
    others: [{ ...contentFile, sha: gitSha("Other.") }],
    created: fileCommit
  },
  {
    name: "Contents.remove",
    call: Write.once(Contents.remove, { ...file, sha: "old" }, options),
    reads: [
      [filePath, 404],
      [commitsPath, [commit]],
      [`${root}/git/commits/${commit.sha}`, { ...fileCommit.commit, sha: commit.sha }]
    ],
    result: lastCommit,
    others: [contentFile],
    created: { ...fileCommit, content: null }
  },
  {
    name: "Releases.create",
    call: Write.once(Releases.create, { ...repo, tag_name: "v1/0", body: "Text." }, options),
    marked: { tag_name: "v1/0", body },
    reads: [[`${root}/releases/tags/v1%2F0`, { ...release, body: `${body}\n\n## What's changed` }]],
    result: { id: release.id },
    others: [404, release],
    created: release
  },
  {
    name: "Releases.create",
    call: Write.once(Releases.create, { ...repo, tag_name: "v1", body: "Text.", draft: true }, options),
    marked: { tag_name: "v1", body, draft: true },
    reads: [[`${root}/releases?${paged}`, [release, { ...release, id: 8, body }]]],
    result: { id: 8 },
    others: [[release]],
    created: release
  },
  {
    name: "Releases.uploadAsset",
    call: Write.once(
      Releases.uploadAsset,
      { ...repo, release_id: 5, name: "web (linux).zip", content_type: "text/plain", data: assetText },
      options
    ),
    reads: [[`${root}/releases/5/assets?${paged}`, [{ ...asset, id: 8, name: "web.linux.zip" }]]],
    result: { id: 8 },
    others: [
      [],
      [{ ...asset, name: "web-linux.zip" }],
      [{ ...asset, size: 12 }],
      [{ ...asset, digest: `sha256:${"0".repeat(64)}` }],
      [{ ...asset, state: "open", digest: `sha256:${"0".repeat(64)}` }]
    ],
    created: asset
  },
  {
    name: "Refs.create",
    call: Write.once(Refs.create, { ...repo, ref: "refs/heads/next/1", sha: sha.toUpperCase() }, options),
    reads: [[`${root}/git/ref/heads%2Fnext%2F1`, gitRef]],
    result: { object: { sha } },
    others: [404, { ...gitRef, object: { ...gitRef.object, sha: mergedSha } }],
    created: gitRef
  },
  {
    name: "Refs.remove",
    call: Write.once(Refs.remove, { ...repo, ref: "heads/next/1" }, options),
    reads: [[`${root}/git/ref/heads%2Fnext%2F1`, 404]],
    result: undefined,
    others: [gitRef],
    created: undefined
  },
  {
    name: "Statuses.create",
    call: Write.once(
      Statuses.create,
      { ...repo, sha, state: "success", context: "CI/build", description: "Built" },
      options
    ),
    reads: [[statusesPath, [{ ...built, context: "ci/lint", state: "failure" }, built]]],
    result: { context: "ci/build" },
    others: [
      [],
      [{ ...built, state: "pending" }],
      [{ ...built, description: null }],
      [{ ...built, target_url: "https://ci.example" }],
      // Replaced by another one, and older than the call.
      [{ ...built, state: "failure" }, built],
      [{ ...built, created_at: "2027-01-14T08:00:00Z" }]
    ],
    created: built
  },
  {
    name: "Statuses.create",
    call: Write.once(Statuses.create, { ...repo, sha, state: "success" }, options),
    reads: [[statusesPath, [{ ...built, description: null, context: "default" }]]],
    result: { context: "default" },
    others: [[{ ...built, description: null }]],
    created: built
  },
  {
    name: "Checks.create",
    call: Write.once(Checks.create, { ...repo, name: "lint", head_sha: sha, external_id: "42" }, options),
    reads: [[runsPath, { total_count: 2, check_runs: [{ ...checked, id: 5, external_id: "41" }, checked] }]],
    result: { id: checked.id },
    others: [
      { total_count: 0, check_runs: [] },
      { total_count: 1, check_runs: [{ ...checked, external_id: "" }] },
      { total_count: 1, check_runs: [{ ...checked, name: "lint " }] },
      { total_count: 1, check_runs: [{ ...checked, head_sha: mergedSha }] },
      { total_count: 1, check_runs: [{ ...checked, started_at: null }] },
      { total_count: 1, check_runs: [{ ...checked, started_at: "2027-01-14T08:00:00Z" }] }
    ],
    created: checked
  },
  {
    name: "Checks.create",
    call: Write.once(
      Checks.create,
      { ...repo, name: "lint", head_sha: sha, started_at: new Date("2026-01-01T00:00:00.900Z") },
      options
    ),
    reads: [
      [runsPath, { total_count: 1, check_runs: [{ ...checked, external_id: "", started_at: "2026-01-01T00:00:00Z" }] }]
    ],
    result: { id: checked.id },
    others: [{ total_count: 1, check_runs: [{ ...checked, external_id: "" }] }],
    created: checked
  },
  {
    name: "Checks.update",
    call: Write.once(Checks.update, { ...onRun, conclusion: "neutral", output: { summary: "Fine." } }, options),
    reads: [[runPath, { ...checked, output: { ...checked.output, summary: "Fine." } }]],
    result: { id: checked.id },
    others: [checked, { ...checked, output: { ...checked.output, summary: "Fine." }, conclusion: "success" }],
    created: checked
  },
  {
    name: "Checks.update",
    call: Write.once(
      Checks.update,
      { ...onRun, status: "in_progress", name: "lint", started_at: new Date(today.created_at) },
      options
    ),
    reads: [[runPath, { ...checked, status: "in_progress" }]],
    result: { status: "in_progress" },
    others: [
      checked,
      { ...checked, status: "in_progress", name: "test" },
      { ...checked, status: "in_progress", started_at: null }
    ],
    created: checked
  },
  {
    name: "Checks.update",
    call: Write.once(
      Checks.update,
      {
        ...onRun,
        output: { summary: checked.output.summary ?? "", annotations: [noted, { ...noted, start_line: 7 }] }
      },
      options
    ),
    reads: [
      [runPath, checked],
      [`${runPath}/annotations?${paged}`, [noted, { ...noted, start_line: 7 }]]
    ],
    result: { id: checked.id },
    others: [{ ...checked, output: { ...checked.output, summary: "Fine." } }],
    created: checked
  },
  {
    name: "Checks.rerequest",
    call: Write.once(Checks.rerequest, onRun, options),
    reads: [
      [runPath, checked],
      [`${root}/check-suites/50`, { id: 50, status: "queued" }]
    ],
    result: undefined,
    others: [404],
    created: undefined
  },
  {
    name: "Checks.rerequest",
    call: Write.once(Checks.rerequest, onRun, options),
    reads: [[runPath, { ...checked, status: "in_progress", conclusion: null }]],
    result: undefined,
    others: [],
    created: undefined
  }
]

/** Removals of which nothing is left to read. */
const removals: ReadonlyArray<Pick<Row, "name" | "call">> = [
  { name: "Issues.removeComment", call: Write.once(Issues.removeComment, { ...repo, comment_id: 1 }, options) },
  { name: "Labels.remove", call: Write.once(Labels.remove, { ...repo, name: "bug" }, options) },
  { name: "Milestones.remove", call: Write.once(Milestones.remove, { ...repo, milestone_number: 1 }, options) },
  {
    name: "Reactions.removeFromIssue",
    call: Write.once(Reactions.removeFromIssue, { ...repo, issue_number: 7, reaction_id: 1 }, options)
  },
  {
    name: "Reactions.removeFromComment",
    call: Write.once(Reactions.removeFromComment, { ...repo, comment_id: 5, reaction_id: 1 }, options)
  },
  { name: "Releases.removeAsset", call: Write.once(Releases.removeAsset, { ...repo, asset_id: 1 }, options) },
  { name: "Releases.remove", call: Write.once(Releases.remove, { ...repo, release_id: 1 }, options) }
]

const writtenAs = (created: unknown): Answer =>
  created === undefined ? { status: 204 } : { status: 200, json: created }

const answerOf = (response: unknown): Answer => (response === 404 ? { status: 404 } : { json: response })

const runRow = (
  { call }: Pick<Row, "call">,
  writes: ReadonlyArray<Answer | Lost>,
  reads: ReadonlyArray<Answer | Lost>
) => {
  const http = answering(writes, reads)
  return Effect.map(run(Effect.provideService(call, Write.Settling, 0), http), (exit) => ({ exit, http }))
}

interface Declared {
  readonly declaration: AnyDeclaration
}

it("every write that is not safe to retry can be found again, and no other", () => {
  const declared = Object.values(modules)
    .flatMap((module) => Object.values<unknown>(module))
    .filter((value): value is Declared => typeof value === "function" && "declaration" in value)
    .map(({ declaration }) => declaration)
  const found = declared.filter(({ foundBy }) => foundBy !== undefined).map(({ name }) => name)
  // They leave nothing that says which request it comes from.
  const events = ["Actions.dispatch", "Repositories.dispatch"]
  assert.deepStrictEqual(
    [...found, ...events].toSorted(),
    declared
      .filter(({ repeatable }) => !repeatable)
      .map(({ name }) => name)
      .toSorted()
  )
  assert.deepStrictEqual(found.toSorted(), [...new Set([...rows, ...removals].map(({ name }) => name))].toSorted())
})

describe.each(rows)("$name", (row) => {
  it.effect("is found after a lost response", () =>
    Effect.gen(function* () {
      const { exit, http } = yield* runRow(
        row,
        [reset],
        row.reads.map(([, response]) => answerOf(response))
      )
      assert.isTrue(Exit.isSuccess(exit), JSON.stringify(exit))
      if (Exit.isSuccess(exit) && row.result !== undefined) assert.containSubset(exit.value, row.result)
      else assert.deepStrictEqual(exit, Exit.succeed(row.result))
      assert.deepStrictEqual(
        readsOf(http).map(({ path }) => path),
        row.reads.map(([path]) => path)
      )
      assert.strictEqual(writesOf(http).length, 1)
    })
  )

  it.effect("is sent again, unchanged, if it is not what was written", () =>
    Effect.gen(function* () {
      for (const other of row.others) {
        const { exit, http } = yield* runRow(row, [reset, writtenAs(row.created)], [answerOf(other)])
        assert.isTrue(Exit.isSuccess(exit), JSON.stringify([other, exit]))
        const [first, second, ...more] = writesOf(http)
        assert.deepStrictEqual([second?.method, second?.path, second?.body], [first?.method, first?.path, first?.body])
        assert.deepStrictEqual(more, [])
      }
    })
  )

  if (row.marked !== undefined) {
    it.effect("is marked", () =>
      Effect.gen(function* () {
        const { http } = yield* runRow(row, [{ status: 200, json: row.created }], [])
        assert.deepStrictEqual(JSON.parse(http.sent[0]?.body ?? ""), row.marked)
      })
    )
  }
})

describe.each(removals)("$name", (row) => {
  it.effect("is done when it is not there after a lost response", () =>
    Effect.gen(function* () {
      const { exit, http } = yield* runRow(row, [reset, { status: 404 }], [])
      assert.deepStrictEqual(exit, Exit.void)
      assert.strictEqual(http.sent.length, 2)
    })
  )

  it.effect("fails when it was never there", () =>
    Effect.gen(function* () {
      const { exit } = yield* runRow(row, [{ status: 404 }], [])
      assert.isTrue(Exit.isFailure(exit))
    })
  )
})

it.effect("the annotations of a check run are sent again if the run does not have them", () =>
  Effect.gen(function* () {
    const output = { summary: checked.output.summary ?? "", annotations: [noted] }
    const call = Write.once(Checks.update, { ...onRun, output }, options)
    for (const others of [[], [{ ...noted, message: "Used" }], [{ ...noted, path: "src/b.ts" }]]) {
      const { exit, http } = yield* runRow({ call }, [reset, { json: checked }], [{ json: checked }, { json: others }])
      assert.isTrue(Exit.isSuccess(exit), JSON.stringify(exit))
      assert.strictEqual(writesOf(http).length, 2)
    }
  })
)

it.effect("a check run is requested again unless its suite is queued", () =>
  Effect.gen(function* () {
    const call = Write.once(Checks.rerequest, onRun, options)
    for (const status of ["completed", "in_progress", null]) {
      const { exit, http } = yield* runRow(
        { call },
        [reset, { status: 204 }],
        [{ json: checked }, { json: { status } }]
      )
      assert.isTrue(Exit.isSuccess(exit), JSON.stringify(exit))
      assert.strictEqual(writesOf(http).length, 2)
    }
  })
)

describe("what a failed upload has left behind", () => {
  const starter = { ...asset, id: 9, name: "web.linux.zip", state: "starter", size: 0, digest: null }
  const left: Answer = { json: [{ ...asset, size: 0 }, starter] }
  const post = `POST ${root}/releases/5/assets?name=web%20(linux).zip`
  const get = `GET ${root}/releases/5/assets?${paged}`
  const upload = (more?: Partial<Write.Options>) =>
    Write.once(
      Releases.uploadAsset,
      { ...repo, release_id: 5, name: "web (linux).zip", content_type: "text/plain", data: assetText },
      { key, ...more }
    )

  it.effect.each([
    ["sent again", upload(), [reset, { status: 204 }, { json: asset }], [post, get, get]],
    ["resumed", upload({ resume: true }), [{ status: 204 }, { json: asset }], [get, get]]
  ] as const)("is removed before it is %s", ([, call, writes, before]) =>
    Effect.gen(function* () {
      const { exit, http } = yield* runRow({ call }, writes, [left])
      assert.isTrue(Exit.isSuccess(exit))
      assert.deepStrictEqual(
        http.sent.map(({ method, path }) => `${method} ${path}`),
        [...before, `DELETE ${root}/releases/assets/9`, post]
      )
    })
  )
})
