/** How each write is found again: what is read, what counts as found, and what is marked. */
import * as Crypto from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as modules from "../../../src/forge/index.ts"
import { Removed } from "../../../src/forge/internal/fields.ts"
import * as Actions from "../../../src/forge/Actions.ts"
import * as ActionsVariables from "../../../src/forge/ActionsVariables.ts"
import * as Branches from "../../../src/forge/Branches.ts"
import * as Checks from "../../../src/forge/Checks.ts"
import * as Commits from "../../../src/forge/Commits.ts"
import * as Contents from "../../../src/forge/Contents.ts"
import * as DeployKeys from "../../../src/forge/DeployKeys.ts"
import * as Deployments from "../../../src/forge/Deployments.ts"
import * as Environments from "../../../src/forge/Environments.ts"
import type * as Forge from "../../../src/forge/Forge.ts"
import type { ForgeError } from "../../../src/forge/ForgeError.ts"
import * as Gists from "../../../src/forge/Gists.ts"
import * as Hooks from "../../../src/forge/Hooks.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import * as Milestones from "../../../src/forge/Milestones.ts"
import * as PullRequests from "../../../src/forge/PullRequests.ts"
import * as Refs from "../../../src/forge/Refs.ts"
import * as Releases from "../../../src/forge/Releases.ts"
import * as Repositories from "../../../src/forge/Repositories.ts"
import * as Rulesets from "../../../src/forge/Rulesets.ts"
import * as Statuses from "../../../src/forge/Statuses.ts"
import type * as Operation from "../../../src/rest/Operation.ts"
import * as Write from "../../../src/rest/Write.ts"
import { type Answer, type Lost, reset } from "../../rest/support/http.ts"
import { answering, key, mark, readsOf, run, writesOf } from "../../rest/support/writing.ts"
import { operations } from "../operations/all.ts"
import { deployment, deploymentStatus, run as workflowRun } from "../support/actions.ts"
import { checkRun, comment as commitComment, commit, status } from "../support/commits.ts"
import { asset, assetText, contentFile, fileCommit, release, text } from "../support/files.ts"
import { gist, gistComment, listedGist } from "../support/gists.ts"
import { hook } from "../support/hooks.ts"
import { mergedSha, pullRequest, review, reviewComment, sha, simplePullRequest } from "../support/pulls.ts"
import { branch, gitRef } from "../support/refs.ts"
import { fullRepository, user } from "../support/repositories.ts"
import { ruleset } from "../support/rulesets.ts"
import { protectionRule, variable } from "../support/settings.ts"
import { deployKey } from "../support/sharing.ts"
import { comment, issue, label, milestone, repo, root } from "../support/records.ts"

interface Case {
  /** The body of the write when it is marked. */
  readonly marked?: object
  /** The reads of a look that finds it, with their responses. */
  readonly reads: ReadonlyArray<readonly [path: string, response: unknown]>
  /** What is the result then. Default: the record of the first read, the last one of a list. */
  readonly result?: object
  /** Responses to the first read that do not count as found. */
  readonly others: ReadonlyArray<unknown>
}

interface Row extends Case {
  readonly name: string
  readonly call: Effect.Effect<unknown, ForgeError, Forge.Forge>
  /** The body of a response to the write itself. */
  readonly created: unknown
}

interface Call<Input> {
  readonly write: Operation.Findable<Input, unknown, ForgeError, Forge.Forge, ForgeError>
  readonly input: Input
}

/** Ties the type of an input to its write. */
const row = <Input>({ input, write, ...given }: Call<Input> & Case): Row => ({
  ...callOf({ input, write }),
  ...given
})

type Removal = Call<never>["write"]

const isRemoval = (exported: unknown): exported is Removal =>
  typeof exported === "function" && "finding" in exported && (exported as Removal).finding.foundBy === Removed

const callOf = <Input>({ input, write }: Call<Input>) => {
  const { name } = write.declaration
  const created = operations.find((each) => each.name === name)?.body
  return { name, call: Write.once(write, input, { key }), created }
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
const recentGists = `/gists?since=2027-01-15T07%3A00%3A00Z&${paged}`
const earlier = { created_at: "2027-01-15T06:59:59Z" }

const region = { name: "REGION", value: "eu-west" }

const variableRow = <Input>(write: Call<Input>["write"], input: Input, path: string): Row =>
  row({
    write,
    input,
    reads: [[`${path}/variables/REGION`, variable]],
    others: [404, { ...variable, value: "us" }]
  })

const rulesOf = (...rules: ReadonlyArray<object>) => ({
  total_count: rules.length,
  custom_deployment_protection_rules: rules
})

const newHook = {
  config: { url: hook.config.url ?? "", content_type: "json", secret: Redacted.make("rain") },
  events: ["pull_request", "push"]
} as const

const hookRow = <Input>(write: Call<Input>["write"], input: Input, path: string): Row =>
  row({
    write,
    input,
    reads: [[`${path}?${paged}`, [{ ...hook, id: 1, events: ["push"] }, hook]]],
    others: [
      [],
      [{ ...hook, active: false }],
      ...[
        { url: "https://example.com/other" },
        { content_type: "form" },
        { insecure_ssl: "1" },
        { secret: undefined }
      ].map((other) => [{ ...hook, config: { ...hook.config, ...other } }])
    ]
  })

const newRuleset = { name: "Main", enforcement: "active" } as const

const rulesetRow = <Input>(write: Call<Input>["write"], input: Input, path: string, query: string): Row =>
  row({
    write,
    input,
    reads: [
      [
        `${path}${query}`,
        [
          { ...ruleset, ...today, id: 41, name: "Tags" },
          { ...ruleset, ...today }
        ]
      ],
      [`${path}/42`, { ...ruleset, ...today }]
    ],
    others: [[], [{ ...ruleset, ...today, enforcement: "disabled" }], [{ ...ruleset, ...earlier }]]
  })

const newest = `state=all&sort=created&direction=desc&${paged}`

const rows: ReadonlyArray<Row> = [
  row({
    write: Actions.rerun,
    input: onWorkflowRun,
    reads: [[workflowRunPath, { ...workflowRun, status: "queued", conclusion: null }]],
    others: [workflowRun]
  }),
  row({
    write: Actions.rerunFailedJobs,
    input: onWorkflowRun,
    reads: [[workflowRunPath, { ...workflowRun, status: "in_progress", conclusion: null }]],
    others: [workflowRun]
  }),
  row({
    write: Actions.cancel,
    input: onWorkflowRun,
    reads: [[workflowRunPath, { ...workflowRun, conclusion: "cancelled" }]],
    others: [{ ...workflowRun, status: "in_progress", conclusion: null }]
  }),
  row({
    write: Actions.rerunJob,
    input: { ...repo, job_id: 60 },
    reads: [
      [`${root}/actions/jobs/60`, { run_id: 30 }],
      [workflowRunPath, { ...workflowRun, status: "queued", conclusion: null }]
    ],
    others: [404]
  }),
  row({
    write: Actions.approve,
    input: onWorkflowRun,
    reads: [[workflowRunPath, { ...workflowRun, status: "queued", conclusion: null }]],
    others: [{ ...workflowRun, conclusion: "action_required" }]
  }),
  row({
    write: Actions.forceCancel,
    input: onWorkflowRun,
    reads: [[workflowRunPath, { ...workflowRun, conclusion: "cancelled" }]],
    others: [{ ...workflowRun, status: "in_progress", conclusion: null }]
  }),
  variableRow(ActionsVariables.create, { ...repo, ...region }, `${root}/actions`),
  variableRow(
    ActionsVariables.createForEnvironment,
    { ...repo, environment_name: "production", ...region },
    `${root}/environments/production`
  ),
  variableRow(
    ActionsVariables.createForOrg,
    { org: "acme", visibility: "all", ...region } as const,
    "/orgs/acme/actions"
  ),
  row({
    write: Branches.rename,
    input: { ...repo, branch: "old", new_name: "main" },
    reads: [[`${root}/branches/old`, branch]],
    others: [{ ...branch, name: "old" }, 404]
  }),
  row({
    write: Checks.rerequestSuite,
    input: { ...repo, check_suite_id: 50 },
    reads: [[`${root}/check-suites/50`, { status: "queued" }]],
    others: [{ status: "in_progress" }, { status: "completed" }, 404]
  }),
  row({
    write: DeployKeys.create,
    input: { ...repo, key: `${deployKey.key} builder@example.com`, title: "builder" },
    reads: [[`${root}/keys?${paged}`, [{ ...deployKey, id: 2, key: "ssh-rsa AAAAB3Nz" }, deployKey]]],
    result: { id: 1 },
    others: [[], [{ ...deployKey, key: "ssh-rsa AAAAB3Nz" }]]
  }),
  row({
    write: Environments.createProtectionRule,
    input: { ...repo, environment_name: "production", integration_id: 7 },
    reads: [[`${root}/environments/production/deployment_protection_rules`, rulesOf(protectionRule)]],
    result: { id: 3 },
    others: [rulesOf(), rulesOf({ ...protectionRule, app: { ...protectionRule.app, id: 8 } }), 404]
  }),
  hookRow(Hooks.createForRepo, { ...repo, ...newHook }, `${root}/hooks`),
  hookRow(Hooks.createForOrg, { org: "acme", name: "web", ...newHook } as const, "/orgs/acme/hooks"),
  rulesetRow(Rulesets.create, { ...repo, ...newRuleset }, `${root}/rulesets`, `?includes_parents=false&${paged}`),
  rulesetRow(Rulesets.createForOrg, { org: "acme", ...newRuleset }, "/orgs/acme/rulesets", `?${paged}`),
  row({
    write: Deployments.create,
    input: { ...repo, ref: "main", description: "Version 1.2.0", payload: { version: "1.2.0" } },
    reads: [[deploymentsPath, [{ ...deployed, description: null }, deployed]]],
    others: [
      [],
      [{ ...deployed, description: "Version 1.2.1" }],
      [{ ...deployed, payload: { version: "1.2.1" } }],
      [{ ...deployed, ...earlier }]
    ]
  }),
  row({
    write: Deployments.create,
    input: { ...repo, ref: "next", task: "try", environment: "qa" },
    reads: [
      [
        `${root}/deployments?ref=next&task=try&environment=qa&${paged}`,
        [{ ...deployed, description: null, payload: "" }]
      ]
    ],
    others: [[deployed]]
  }),
  row({
    write: Deployments.createStatus,
    input: {
      ...repo,
      deployment_id: 40,
      state: "success",
      description: "All is well",
      log_url: record.log_url,
      environment_url: record.environment_url,
      environment: "production"
    },
    reads: [[`${root}/deployments/40/statuses?${paged}`, [{ ...record, state: "in_progress" }, record]]],
    others: [
      [],
      [{ ...record, state: "failure" }],
      [{ ...record, description: "" }],
      [{ ...record, environment: "qa" }],
      [{ ...record, environment_url: "" }],
      [{ ...record, log_url: "" }],
      [{ ...record, ...earlier }]
    ]
  }),
  row({
    write: Repositories.create,
    input: { name: "my web" },
    reads: [
      ["/user", user],
      ["/repos/octo/my-web", made]
    ],
    result: { full_name: "acme/web" },
    others: []
  }),
  row({
    write: Repositories.createForOrg,
    input: { org: "acme", name: "web" },
    reads: [[root, made]],
    // It was there before.
    others: [{ ...made, ...earlier }]
  }),
  row({
    write: Issues.create,
    input: { ...repo, title: "One", body: "Text." },
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
    others: [
      [{ ...issue, ...today, body: another }],
      [{ ...issue, ...today, body, pull_request: {} }],
      // Older than the call.
      [issue, { ...issue, ...today, body }]
    ]
  }),
  row({
    write: Issues.createComment,
    input: { ...repo, issue_number: 7, body: "Text." },
    marked: { body },
    reads: [
      [`${root}/issues/7/comments?since=2027-01-15T07%3A00%3A00Z&${paged}`, [comment, { ...comment, id: 8, body }]]
    ],
    others: [[], [{ ...comment, body: another }]]
  }),
  row({
    write: Commits.createComment,
    input: { ...repo, commit_sha: sha, body: "Text." },
    marked: { body },
    reads: [[`${root}/commits/${sha}/comments?${paged}`, [commitComment, { ...commitComment, id: 8, body }]]],
    others: [[], [{ ...commitComment, body: another }]]
  }),
  row({
    write: Gists.createComment,
    input: { gist_id: "a1b2", body: "Text." },
    marked: { body },
    reads: [[`/gists/a1b2/comments?${paged}`, [gistComment, { ...gistComment, id: 8, body }]]],
    others: [[], [{ ...gistComment, body: another }]]
  }),
  row({
    write: Gists.create,
    input: {
      files: { "größe.md": { content: "Hello world from GitHub" } },
      description: "How large it is",
      public: true
    },
    reads: [
      [recentGists, [listedGist]],
      [`/gists/${listedGist.id}`, gist]
    ],
    result: { id: listedGist.id },
    others: [[], [{ ...listedGist, description: "How small it is" }], [{ ...listedGist, public: false }]]
  }),
  row({
    write: Gists.fork,
    input: { gist_id: "a1b2" },
    reads: [
      [recentGists, [{ ...listedGist, ...today }]],
      [`/gists/${listedGist.id}`, { ...gist, fork_of: { ...listedGist, id: "a1b2" } }]
    ],
    result: { id: listedGist.id },
    others: [[], [{ ...listedGist, ...earlier }]]
  }),
  row({
    write: Issues.addSubIssue,
    input: { ...repo, issue_number: 7, sub_issue_id: 8 },
    reads: [
      [`${root}/issues/7/sub_issues?${paged}`, [{ ...issue, id: 8 }]],
      [`${root}/issues/7`, issue]
    ],
    result: { number: 7 },
    others: [[], [issue]]
  }),
  row({
    write: Issues.removeSubIssue,
    input: { ...repo, issue_number: 7, sub_issue_id: 8 },
    reads: [
      [`${root}/issues/7/sub_issues?${paged}`, [issue]],
      [`${root}/issues/7`, issue]
    ],
    result: { number: 7 },
    others: [[{ ...issue, id: 8 }]]
  }),
  row({
    write: Issues.addBlockedBy,
    input: { ...repo, issue_number: 7, issue_id: 8 },
    reads: [
      [`${root}/issues/7/dependencies/blocked_by?${paged}`, [{ ...issue, id: 8 }]],
      [`${root}/issues/7`, issue]
    ],
    result: { number: 7 },
    others: [[], [issue]]
  }),
  row({
    write: Issues.removeBlockedBy,
    input: { ...repo, issue_number: 7, issue_id: 8 },
    reads: [
      [`${root}/issues/7/dependencies/blocked_by?${paged}`, []],
      [`${root}/issues/7`, issue]
    ],
    result: { number: 7 },
    others: [[{ ...issue, id: 8 }]]
  }),
  row({
    write: Labels.create,
    input: { ...repo, name: "bug", color: "D73A4A", description: "No." },
    reads: [[`${root}/labels?${paged}`, [label, { ...label, name: "bug", color: "d73a4a", description: "No." }]]],
    others: [
      [label],
      [{ ...label, name: "bug", color: "000000", description: "No." }],
      [{ ...label, name: "bug", color: "d73a4a", description: null }],
      [{ ...label, name: "Bug", color: "d73a4a", description: "No." }]
    ]
  }),
  row({
    write: Labels.update,
    input: { ...repo, name: "bug", new_name: "defect" },
    reads: [[`${root}/labels?${paged}`, [label, { ...label, name: "defect" }]]],
    others: [[{ ...label, name: "bug" }]]
  }),
  row({
    write: Labels.removeFromIssue,
    input: { ...repo, issue_number: 7, name: "Bug" },
    reads: [[`${root}/issues/7/labels?per_page=100`, [label]]],
    result: [{ name: label.name }],
    others: [[label, { ...label, name: "bug" }]]
  }),
  row({
    write: Milestones.create,
    input: { ...repo, title: "v1.0", description: "First." },
    reads: [[`${root}/milestones?state=all&${paged}`, [{ ...milestone, description: "First." }]]],
    others: [[milestone], [{ ...milestone, description: "First.", state: "closed" }], [{ ...milestone, title: "v1" }]]
  }),
  row({
    write: PullRequests.create,
    input: { ...repo, title: "One", head: "fast", base: "main" },
    marked: { title: "One", head: "fast", base: "main", body: mark },
    reads: [
      [
        `${root}/pulls?state=all&head=acme%3Afast&sort=created&direction=desc&${paged}`,
        [{ ...simplePullRequest, ...today, body: mark }]
      ],
      [`${root}/pulls/9`, pullRequest]
    ],
    result: { number: 9 },
    others: [[{ ...simplePullRequest, ...today }]]
  }),
  row({
    write: PullRequests.create,
    input: { ...repo, issue: 9, head: "fast", base: "main" },
    marked: { issue: 9, head: "fast", base: "main" },
    reads: [[`${root}/pulls/9`, pullRequest]],
    others: [{ ...pullRequest, base: { ...pullRequest.base, ref: "next" } }]
  }),
  row({
    write: PullRequests.merge,
    input: { ...repo, pull_number: 9, sha },
    reads: [[`${root}/pulls/9`, { ...pullRequest, merged: true, merge_commit_sha: mergedSha }]],
    result: { merged: true, sha: mergedSha },
    others: [
      { ...pullRequest, merged: false },
      { ...pullRequest, merged: true, head: { ...pullRequest.head, sha: mergedSha } }
    ]
  }),
  row({
    write: PullRequests.createReview,
    input: { ...repo, pull_number: 9, event: "APPROVE" },
    marked: { event: "APPROVE", body: mark },
    reads: [[`${root}/pulls/9/reviews?${paged}`, [review, { ...review, id: 81, body: mark }]]],
    others: [[review]]
  }),
  row({
    write: PullRequests.createComment,
    input: { ...onPull, body: "Text.", commit_id: sha, path: "src/start.ts", line: 2 },
    marked: { body, commit_id: sha, path: "src/start.ts", line: 2 },
    reads: [[onLinesPath, [reviewComment, { ...reviewComment, id: 11, body }]]],
    others: [[{ ...reviewComment, body: another }]]
  }),
  row({
    write: PullRequests.replyToComment,
    input: { ...onPull, comment_id: 10, body: "Text." },
    marked: { body },
    reads: [[onLinesPath, [reviewComment, { ...reviewComment, id: 11, body }]]],
    others: [[reviewComment]]
  }),
  row({
    write: PullRequests.updateBranch,
    input: { ...onPull, expected_head_sha: mergedSha },
    reads: [
      [`${root}/pulls/9`, pullRequest],
      [`${root}/compare/main...${sha}`, { behind_by: 0 }]
    ],
    result: { message: "Updating pull request branch." },
    others: [{ ...pullRequest, head: { ...pullRequest.head, sha: mergedSha } }, 404]
  }),
  row({
    write: PullRequests.submitReview,
    input: { ...onPull, review_id: 80, event: "REQUEST_CHANGES" },
    reads: [[`${root}/pulls/9/reviews/80`, review]],
    others: [{ ...review, state: "PENDING" }, 404]
  }),
  row({
    write: PullRequests.dismissReview,
    input: { ...onPull, review_id: 80, message: "Old." },
    reads: [[`${root}/pulls/9/reviews/80`, { ...review, state: "DISMISSED" }]],
    others: [review, 404]
  }),
  row({
    write: Contents.put,
    input: { ...file, content: text, sha: "old" },
    reads: [
      [filePath, written],
      [commitsPath, [commit]],
      [`${root}/git/commits/${commit.sha}`, { ...fileCommit.commit, sha: commit.sha }]
    ],
    result: { content: { sha: gitSha(text) }, commit: { sha: commit.sha, message: "Say how large" } },
    others: [{ ...contentFile, sha: gitSha("Other.") }]
  }),
  row({
    write: Contents.delete,
    input: { ...file, sha: "old" },
    reads: [
      [filePath, 404],
      [commitsPath, [commit]],
      [`${root}/git/commits/${commit.sha}`, { ...fileCommit.commit, sha: commit.sha }]
    ],
    result: lastCommit,
    others: [contentFile]
  }),
  row({
    write: Releases.create,
    input: { ...repo, tag_name: "v1/0", body: "Text." },
    marked: { tag_name: "v1/0", body },
    reads: [[`${root}/releases/tags/v1%2F0`, { ...release, body: `${body}\n\n## What's changed` }]],
    others: [404, release]
  }),
  row({
    write: Releases.create,
    input: { ...repo, tag_name: "v1", body: "Text.", draft: true },
    marked: { tag_name: "v1", body, draft: true },
    reads: [[`${root}/releases?${paged}`, [release, { ...release, id: 8, body }]]],
    others: [[release]]
  }),
  {
    name: "Releases.uploadAsset",
    call: Write.once(
      Releases.uploadAsset,
      { ...repo, release_id: 5, name: "web (linux).zip", content_type: "text/plain", data: assetText },
      options
    ),
    created: asset,
    reads: [[`${root}/releases/5/assets?${paged}`, [{ ...asset, id: 8, name: "web.linux.zip" }]]],
    others: [
      [],
      [{ ...asset, name: "web-linux.zip" }],
      [{ ...asset, size: 12 }],
      [{ ...asset, digest: `sha256:${"0".repeat(64)}` }],
      [{ ...asset, state: "open", digest: `sha256:${"0".repeat(64)}` }]
    ]
  },
  row({
    write: Refs.create,
    input: { ...repo, ref: "refs/heads/next/1", sha: sha.toUpperCase() },
    reads: [[`${root}/git/ref/heads%2Fnext%2F1`, gitRef]],
    others: [404, { ...gitRef, object: { ...gitRef.object, sha: mergedSha } }]
  }),
  row({
    write: Refs.delete,
    input: { ...repo, ref: "heads/next/1" },
    reads: [[`${root}/git/ref/heads%2Fnext%2F1`, 404]],
    others: [gitRef]
  }),
  row({
    write: Statuses.create,
    input: { ...repo, sha, state: "success", context: "CI/build", description: "Built" },
    reads: [[statusesPath, [{ ...built, context: "ci/lint", state: "failure" }, built]]],
    others: [
      [],
      [{ ...built, state: "pending" }],
      [{ ...built, description: null }],
      [{ ...built, target_url: "https://ci.example" }],
      // Replaced by another one, and older than the call.
      [{ ...built, state: "failure" }, built],
      [{ ...built, created_at: "2027-01-14T08:00:00Z" }]
    ]
  }),
  row({
    write: Statuses.create,
    input: { ...repo, sha, state: "success" },
    reads: [[statusesPath, [{ ...built, description: null, context: "default" }]]],
    others: [[{ ...built, description: null }]]
  }),
  row({
    write: Checks.create,
    input: { ...repo, name: "lint", head_sha: sha, external_id: "42" },
    reads: [[runsPath, { total_count: 2, check_runs: [{ ...checked, id: 5, external_id: "41" }, checked] }]],
    others: [
      { total_count: 0, check_runs: [] },
      { total_count: 1, check_runs: [{ ...checked, external_id: "" }] },
      { total_count: 1, check_runs: [{ ...checked, name: "lint " }] },
      { total_count: 1, check_runs: [{ ...checked, head_sha: mergedSha }] },
      { total_count: 1, check_runs: [{ ...checked, started_at: null }] },
      { total_count: 1, check_runs: [{ ...checked, started_at: "2027-01-14T08:00:00Z" }] }
    ]
  }),
  row({
    write: Checks.create,
    input: { ...repo, name: "lint", head_sha: sha, started_at: new Date("2026-01-01T00:00:00.900Z") },
    reads: [
      [runsPath, { total_count: 1, check_runs: [{ ...checked, external_id: "", started_at: "2026-01-01T00:00:00Z" }] }]
    ],
    others: [{ total_count: 1, check_runs: [{ ...checked, external_id: "" }] }]
  }),
  row({
    write: Checks.update,
    input: { ...onRun, conclusion: "neutral", output: { summary: "Fine." } },
    reads: [[runPath, { ...checked, output: { ...checked.output, summary: "Fine." } }]],
    others: [checked, { ...checked, output: { ...checked.output, summary: "Fine." }, conclusion: "success" }]
  }),
  row({
    write: Checks.update,
    input: { ...onRun, status: "in_progress", name: "lint", started_at: new Date(today.created_at) },
    reads: [[runPath, { ...checked, status: "in_progress" }]],
    others: [
      checked,
      { ...checked, status: "in_progress", name: "test" },
      { ...checked, status: "in_progress", started_at: null }
    ]
  }),
  row({
    write: Checks.update,
    input: {
      ...onRun,
      output: { summary: checked.output.summary ?? "", annotations: [noted, { ...noted, start_line: 7 }] }
    },
    reads: [
      [runPath, checked],
      [`${runPath}/annotations?${paged}`, [noted, { ...noted, start_line: 7 }]]
    ],
    others: [{ ...checked, output: { ...checked.output, summary: "Fine." } }]
  }),
  row({
    write: Checks.rerequest,
    input: onRun,
    reads: [
      [runPath, checked],
      [`${root}/check-suites/50`, { id: 50, status: "queued" }]
    ],
    others: [404]
  }),
  row({
    write: Checks.rerequest,
    input: onRun,
    reads: [[runPath, { ...checked, status: "in_progress", conclusion: null }]],
    others: []
  })
]

/** Removals of which nothing is left to read. */
const removals = Object.values<object>(modules)
  .flatMap((module) => [...new Set(Object.values<unknown>({ ...module }))])
  .filter(isRemoval)
  .map((write) => {
    const { row } = operations.find(({ name }) => name === write.declaration.name) ?? assert.fail("no such operation")
    return callOf({ write, input: row.whole as never })
  })

const writtenAs = (created: unknown): Answer =>
  created === undefined ? { status: 204 } : { status: 200, json: created }

const answerOf = (response: unknown): Answer => (response === 404 ? { status: 404 } : { json: response })

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** What a value has of a record as it is, which is the last one of a response. Instants are decoded. */
const asRead = (response: unknown, value: unknown): object => {
  const found: unknown = isObject(response) && "check_runs" in response ? response.check_runs : response
  const record: unknown = Array.isArray(found) ? found.at(-1) : found
  const fields = Object.entries(isObject(record) ? record : {})
  return Object.fromEntries(
    fields.filter(([name, field]) => !isObject(field) && !/_(?:at|on)$/.test(name) && isObject(value) && name in value)
  )
}

const runRow = (
  { call }: Pick<Row, "call">,
  writes: ReadonlyArray<Answer | Lost>,
  reads: ReadonlyArray<Answer | Lost>
) => {
  const http = answering(writes, reads)
  return Effect.map(run(Effect.provideService(call, Write.Settling, 0), http), (exit) => ({ exit, http }))
}

it("every write that is not safe to retry can be found again, and no other", () => {
  const declared = operations.map(({ declaration }) => declaration)
  const found = declared.filter(({ foundBy }) => foundBy !== undefined).map(({ name }) => name)
  // They leave nothing that says which request it comes from, or return what is returned once.
  const events = [
    "Actions.dispatch",
    "Apps.createFromManifest",
    "Caches.deleteByKey",
    "Deployments.reviewPendingForRun",
    "Hooks.pingForOrg",
    "Hooks.pingForRepo",
    "Hooks.redeliverForApp",
    "Hooks.redeliverForOrg",
    "Hooks.redeliverForRepo",
    "Hooks.testForRepo",
    "Invitations.accept",
    "Repositories.dispatch"
  ]
  assert.deepStrictEqual(
    [...found, ...events].toSorted(),
    declared
      .filter(({ repeatable }) => !repeatable)
      .map(({ name }) => name)
      .toSorted()
  )
  const tested = new Set([...rows, ...removals].map(({ name }) => name))
  assert.deepStrictEqual(found.toSorted(), [...tested].toSorted())
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
      const [first] = row.reads
      if (Exit.isSuccess(exit) && row.created !== undefined) {
        assert.containSubset(exit.value, row.result ?? asRead(first?.[1], exit.value))
      } else assert.deepStrictEqual(exit, Exit.void)
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
