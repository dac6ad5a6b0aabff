/** What the simulator delivers after each operation: the events in their order, with the fields that matter. */
import { assert, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as WebhookEvents from "../../../../src/forge/WebhookEvents.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { send } from "../support.ts"
import { decoded, exampleOf, missing } from "./payloads.ts"

const hook = { url: "https://bot.example/repository", events: ["*"], secret: "rain" }

const seed: ForgeSimulator.Seed = {
  clock: { ahead: Date.parse("2026-01-15T09:00:00Z") },
  users: [{ login: "octo" }, { login: "bob" }],
  organizations: [
    { login: "acme", members: { ada: { role: "admin" } }, issue_types: [{ name: "Bug" }], teams: [{ name: "Core" }] }
  ],
  repositories: [
    {
      owner: "acme",
      name: "web",
      id: 1,
      files: { "README.md": "# web\n", ".github/workflows/ci.yml": "" },
      branches: { two: { files: { "two.txt": "1 2\n" } }, old: {} },
      collaborators: { octo: "write" },
      labels: [{ name: "bug", color: "ff0000" }],
      milestones: [{ title: "v1" }],
      issues: [
        { number: 1, id: 3_000_001, title: "It rains in", labels: ["bug"], comments: [{ body: "Yes." }] },
        { number: 9, id: 3_000_077, title: "The roof" }
      ],
      pulls: [
        {
          title: "Count",
          head: "count",
          number: 2,
          user: "octo",
          files: { "count.txt": "1\n" },
          reviews: [{ id: 80, user: "ada", state: "APPROVED", body: "Fine" }]
        }
      ],
      releases: [{ id: 10, tag_name: "v0", draft: true }],
      workflows: [
        { file: "ci.yml", on: ["workflow_dispatch", "repository_dispatch"] },
        { file: "deploy.yml", environment: "production" }
      ],
      environments: [{ name: "production", id: 60, reviewers: ["ada"] }],
      runs: [
        {
          workflow: "deploy.yml",
          id: 50,
          status: "waiting",
          pending: ["production"],
          jobs: [{ name: "go", status: "waiting" }]
        }
      ],
      protection: { old: { required_approvals: 1 } },
      rulesets: [
        {
          name: "Old",
          id: 61,
          conditions: { ref_name: { include: ["refs/heads/none"], exclude: [] } },
          rules: [{ type: "deletion" }]
        }
      ],
      hooks: [hook]
    },
    { owner: "acme", name: "secret", id: 2, private: true }
  ],
  apps: [
    {
      slug: "bot",
      id: 7,
      public_key: "none",
      permissions: { checks: "write" },
      installations: [{ account: "acme", id: 70 }]
    }
  ],
  tokens: {
    ada: "ada",
    octo: "octo",
    bot: { login: "bot[bot]", installation: 70, permissions: { checks: "write", contents: "write" } },
    jwt: { login: "bot[bot]", app: 7 }
  }
}

type Told = readonly [event: string, fields?: object]
type Row = readonly [operation: string, request: string, body: object | undefined, told: ReadonlyArray<Told>]

const here = "/repos/acme/web"
const first = `${here}/issues/1`
const pull = `${here}/pulls/2`

const rows: ReadonlyArray<Row> = [
  [
    "Issues.create",
    `POST ${here}/issues`,
    { title: "Snow", labels: ["bug", "cold"], assignees: ["octo"], milestone: 1, type: "Bug" },
    [
      ["issues.opened", { issue: { title: "Snow", number: 10, user: { login: "ada" } }, sender: { login: "ada" } }],
      ["issues.labeled", { label: { name: "bug" } }],
      ["issues.labeled", { label: { name: "cold" } }],
      ["issues.assigned", { assignee: { login: "octo" } }],
      ["issues.milestoned", { milestone: { title: "v1" } }],
      ["issues.typed", { type: { name: "Bug" } }],
      ["label.created", { label: { name: "cold" } }]
    ]
  ],
  [
    "Issues.update",
    `PATCH ${first}`,
    { title: "It snows in", state: "closed", labels: [] },
    [
      ["issues.edited", { changes: { title: { from: "It rains in" } }, issue: { title: "It snows in" } }],
      ["issues.unlabeled", { label: { name: "bug" } }],
      ["issues.closed", { issue: { state: "closed" } }]
    ]
  ],
  ["Issues.lock", `PUT ${first}/lock`, {}, [["issues.locked", { issue: { locked: true } }]]],
  [
    "Issues.createComment",
    `POST ${first}/comments`,
    { body: "Still?" },
    [["issue_comment.created", { comment: { body: "Still?" }, issue: { number: 1, comments: 2 } }]]
  ],
  [
    "Issues.addSubIssue",
    `POST ${first}/sub_issues`,
    { sub_issue_id: 3_000_077 },
    [
      ["sub_issues.sub_issue_added", { parent_issue: { number: 1 }, sub_issue: { number: 9 }, sub_issue_repo: {} }],
      ["sub_issues.parent_issue_added", { parent_issue_id: 3_000_001, parent_issue_repo: { name: "web" } }]
    ]
  ],
  [
    "Issues.addBlockedBy",
    `POST ${first}/dependencies/blocked_by`,
    { issue_id: 3_000_077 },
    [
      ["issue_dependencies.blocked_by_added", { blocked_issue: { number: 1 }, blocking_issue: { number: 9 } }],
      ["issue_dependencies.blocking_added", { blocked_issue_repo: { name: "web" } }]
    ]
  ],
  [
    "Labels.update",
    `PATCH ${here}/labels/bug`,
    { new_name: "defect" },
    [["label.edited", { label: { name: "defect" }, changes: { name: { from: "bug" } } }]]
  ],
  ["Labels.delete", `DELETE ${here}/labels/bug`, undefined, [["label.deleted"]]],
  [
    "Milestones.update",
    `PATCH ${here}/milestones/1`,
    { state: "closed", title: "v2" },
    [
      ["milestone.edited", { changes: { title: { from: "v1" } } }],
      ["milestone.closed", { milestone: { title: "v2", state: "closed" } }]
    ]
  ],
  [
    "PullRequests.create",
    `POST ${here}/pulls`,
    { title: "Two", head: "two", base: "main", body: "Counts" },
    [["pull_request.opened", { number: 10, pull_request: { merged: false, head: { ref: "two" }, commits: 1 } }]]
  ],
  [
    "PullRequests.update",
    `PATCH ${pull}`,
    { base: "old", title: "Counts" },
    [["pull_request.edited", { changes: { title: { from: "Count" }, base: { ref: { from: "main" } } } }]]
  ],
  [
    "PullRequests.merge",
    `PUT ${pull}/merge`,
    { merge_method: "squash" },
    [
      ["push", { ref: "refs/heads/main", forced: false, commits: [{ added: ["count.txt"], distinct: true }] }],
      ["pull_request.closed", { pull_request: { merged: true, merged_by: { login: "ada" } } }]
    ]
  ],
  [
    "PullRequests.requestReviewers",
    `POST ${pull}/requested_reviewers`,
    { reviewers: ["ada"] },
    [["pull_request.review_requested", { requested_reviewer: { login: "ada" } }]]
  ],
  [
    "PullRequests.createReview",
    `POST ${pull}/reviews`,
    { event: "COMMENT", body: "Hm", comments: [{ path: "count.txt", line: 1, body: "One?" }] },
    [
      ["pull_request_review.submitted", { review: { state: "commented" }, pull_request: { number: 2 } }],
      ["pull_request_review_comment.created", { comment: { body: "One?" } }]
    ]
  ],
  [
    "PullRequests.dismissReview",
    `PUT ${pull}/reviews/80/dismissals`,
    { message: "It has changed" },
    [["pull_request_review.dismissed", { review: { id: 80, state: "dismissed" } }]]
  ],
  [
    "Contents.put",
    `PUT ${here}/contents/count.txt`,
    { message: "Two", content: btoa("2\n"), branch: "two" },
    [["push", { ref: "refs/heads/two", created: false, commits: [{ message: "Two" }], pusher: { name: "ada" } }]]
  ],
  [
    "Refs.create",
    `POST ${here}/git/refs`,
    { ref: "refs/tags/v1", sha: "$main" },
    [
      ["create", { ref: "v1", ref_type: "tag", master_branch: "main" }],
      ["push", { ref: "refs/tags/v1", created: true, before: "0".repeat(40), commits: [], head_commit: {} }]
    ]
  ],
  [
    "Refs.delete",
    `DELETE ${here}/git/refs/heads/count`,
    undefined,
    [
      ["delete", { ref: "count", ref_type: "branch" }],
      ["push", { deleted: true, after: "0".repeat(40), head_commit: null }],
      ["pull_request.closed", { pull_request: { merged: false } }]
    ]
  ],
  [
    "Releases.create",
    `POST ${here}/releases`,
    { tag_name: "v1", prerelease: true },
    [
      ["create", { ref: "v1" }],
      ["push", { ref: "refs/tags/v1" }],
      ["release.created"],
      ["release.published", { release: { tag_name: "v1", draft: false } }],
      ["release.prereleased"]
    ]
  ],
  [
    "Releases.update",
    `PATCH ${here}/releases/10`,
    { draft: false, name: "Zero" },
    [
      ["create", { ref: "v0" }],
      ["push"],
      ["release.published", { release: { tag_name: "v0" } }],
      ["release.released"],
      ["release.edited", { changes: { name: { from: "v0" } } }]
    ]
  ],
  [
    "Statuses.create",
    `POST ${here}/statuses/$main`,
    { state: "success", context: "ci" },
    [["status", { state: "success", context: "ci", name: "acme/web", branches: [{ name: "main" }, { name: "old" }] }]]
  ],
  [
    "Checks.create",
    `POST ${here}/check-runs`,
    { name: "test", head_sha: "$main", conclusion: "success" },
    [
      ["check_run.created", { check_run: { name: "test", check_suite: { status: "completed" } } }],
      ["check_run.completed", { check_run: { conclusion: "success" }, sender: { login: "bot[bot]" } }],
      ["check_suite.completed", { check_suite: { conclusion: "success", head_branch: "main", app: { slug: "bot" } } }]
    ]
  ],
  [
    "Actions.dispatch",
    `POST ${here}/actions/workflows/ci.yml/dispatches`,
    { ref: "main", inputs: { size: "2" } },
    [
      ["workflow_run.requested", { workflow_run: { status: "queued" }, workflow: { name: "ci" } }],
      ["workflow_job.queued", { workflow_job: { name: "build" } }],
      ["workflow_dispatch", { inputs: { size: "2" }, ref: "refs/heads/main", workflow: ".github/workflows/ci.yml" }]
    ]
  ],
  [
    "Actions.dispatch to an environment with reviewers",
    `POST ${here}/actions/workflows/deploy.yml/dispatches`,
    { ref: "main" },
    [
      ["workflow_run.requested", { workflow_run: { status: "waiting" } }],
      ["workflow_job.waiting"],
      [
        "deployment_review.requested",
        { environment: "production", requestor: { login: "ada" }, reviewers: [{ reviewer: { login: "ada" } }] }
      ],
      ["workflow_dispatch"]
    ]
  ],
  [
    "Deployments.reviewPendingForRun",
    `POST ${here}/actions/runs/50/pending_deployments`,
    { environment_ids: [60], state: "approved", comment: "Go" },
    [
      ["workflow_job.queued"],
      ["deployment_review.approved", { approver: { login: "ada" }, comment: "Go", workflow_run: { id: 50 } }],
      ["deployment.created", { deployment: { environment: "production" } }],
      ["deployment_status.created", { deployment_status: { state: "queued" } }]
    ]
  ],
  [
    "Repositories.dispatch",
    `POST ${here}/dispatches`,
    { event_type: "deploy", client_payload: { to: "moon" } },
    [
      ["workflow_run.requested", { workflow_run: { event: "repository_dispatch" } }],
      ["workflow_job.queued"],
      ["repository_dispatch.deploy", { branch: "main", client_payload: { to: "moon" } }]
    ]
  ],
  [
    "Deployments.create",
    `POST ${here}/deployments`,
    { ref: "main", required_contexts: [] },
    [["deployment.created", { deployment: { ref: "main" }, workflow: null }]]
  ],
  [
    "Repositories.update",
    `PATCH ${here}`,
    { description: "Web", archived: true, private: true },
    [
      ["repository.edited", { changes: { description: { from: null } } }],
      ["repository.archived", { repository: { archived: true } }],
      ["repository.privatized"]
    ]
  ],
  [
    "Stars.star",
    "PUT /user/starred/acme/web",
    {},
    [["star.created", { repository: { stargazers_count: 1 } }], ["watch.started"]]
  ],
  [
    "Collaborators.remove",
    `DELETE ${here}/collaborators/octo`,
    undefined,
    [["member.removed", { member: { login: "octo" } }]]
  ],
  [
    "BranchProtection.update",
    `PUT ${here}/branches/main/protection`,
    { required_status_checks: null, enforce_admins: true, required_pull_request_reviews: null, restrictions: null },
    [["branch_protection_rule.created", { rule: { name: "main", admin_enforced: true } }]]
  ],
  [
    "BranchProtection.delete",
    `DELETE ${here}/branches/old/protection`,
    undefined,
    [["branch_protection_rule.deleted", { rule: { name: "old", required_approving_review_count: 1 } }]]
  ],
  [
    "Commits.createComment",
    `POST ${here}/commits/$main/comments`,
    { body: "Why?" },
    [["commit_comment.created", { comment: { body: "Why?" } }]]
  ],
  [
    "DeployKeys.create",
    `POST ${here}/keys`,
    { title: "ci", key: `ssh-ed25519 ${"A".repeat(68)}` },
    [["deploy_key.created", { key: { title: "ci" } }]]
  ],
  ["Repositories.fork", `POST ${here}/forks`, { name: "copy" }, [["fork", { forkee: { full_name: "ada/copy" } }]]],
  ["Hooks.pingForRepo", `POST ${here}/hooks/$hook/pings`, undefined, [["ping", { hook: { events: ["*"] } }]]],
  [
    "Hooks.deleteForRepo",
    `DELETE ${here}/hooks/$hook`,
    undefined,
    [["meta.deleted", { hook: { active: true, type: "Repository", events: ["*"] } }]]
  ],
  [
    "Rulesets.create",
    `POST ${here}/rulesets`,
    { name: "Guard", enforcement: "active", rules: [{ type: "deletion" }] },
    [["repository_ruleset.created", { repository_ruleset: { name: "Guard", rules: [{ type: "deletion" }] } }]]
  ],
  [
    "Rulesets.update",
    `PUT ${here}/rulesets/61`,
    { enforcement: "disabled" },
    [["repository_ruleset.edited", { changes: { enforcement: { from: "active" } } }]]
  ],
  ["Rulesets.delete", `DELETE ${here}/rulesets/61`, undefined, [["repository_ruleset.deleted"]]],
  ["a request that is refused", `POST ${here}/issues`, {}, []]
]

describe("an operation and its events", () => {
  it.effect.each(rows)("%s", ([operation, request, body, told]) =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const { json } = yield* send(`GET ${here}/git/ref/heads/main`, { token: "ada" })
      const { json: hooks } = yield* send(`GET ${here}/hooks`, { token: "ada" })
      const sha = String((json as { readonly object: { readonly sha: string } }).object.sha)
      const id = String((hooks as ReadonlyArray<{ readonly id: number }>)[0]?.id)
      const filled = (text: string) => text.replaceAll("$main", sha).replaceAll("$hook", id)
      yield* simulator.clearRequests
      const { status } = yield* send(filled(request), {
        token: operation.startsWith("Checks.") ? "bot" : "ada",
        ...(body === undefined ? {} : { body: JSON.parse(filled(JSON.stringify(body))) as object })
      })
      assert.strictEqual(status < 300, told.length > 0, `${request}: ${status}`)
      const sent = yield* simulator.deliveries
      assert.deepStrictEqual(
        sent.map(({ event }) => event),
        told.map(([event]) => event)
      )
      for (const [at, { body: payload, event, headers }] of sent.entries()) {
        const wire = JSON.parse(JSON.stringify(payload)) as object
        const [name = "", action] = (event ?? "").split(".")
        expect(wire).toMatchObject(told[at]?.[1] ?? {})
        expect(wire).toHaveProperty("sender.login")
        expect(wire).toMatchObject({ repository: { owner: { login: "acme" } } })
        expect(wire).toMatchObject({ organization: { login: "acme" } })
        assert.strictEqual(headers["x-github-event"], name)
        if (name in WebhookEvents) assert.notStrictEqual(decoded(name, wire).payload, wire)
        assert.deepStrictEqual(missing(wire, exampleOf(name, action)), [], event ?? "")
      }
    }).pipe(Effect.provide(ForgeSimulator.layerHttpClient(seed)))
  )
})
