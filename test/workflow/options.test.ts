/** Options that are out of their range are refused before anything is sent. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Forge } from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import { ForgeSimulator } from "../../src/testing/index.ts"
import {
  Await,
  Budget,
  Bulk,
  Export,
  Lock,
  Merge,
  Propose,
  Prune,
  Publish,
  Stale,
  Triage,
  Upsert
} from "../../src/workflow/index.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const issue = { ...repo, issue_number: 1 }
const pull = { ...repo, pull_number: 2 }
const commit = { ...repo, ref: "main" }
const workflow = { ...commit, workflow_id: "deploy.yml" }
const queue = { ...repo, base: "main" }
const deployment = { ...repo, deployment_id: 1 }
const release = { ...repo, tag_name: "v1", assets: [] }
const command = "/deploy"

const on = testOn(
  ForgeSimulator.layer({
    repositories: [
      {
        owner: "acme",
        name: "web",
        files: { "a.txt": "a" },
        issues: [{ title: "One" }],
        pulls: [{ title: "Feature", head: "feature", files: { "b.txt": "b" } }]
      }
    ]
  })
)

const states = (options: { readonly appearance: number }) => Stream.runDrain(Await.checkStates(commit, options))
const events = (options: Await.RunOptions) => Stream.runDrain(Await.runEvents(workflow, options))
const proposal = { ...repo, branch: "bot", title: "Say more", message: "Say more", files: { "a.txt": "b" } }

const rows: ReadonlyArray<readonly [what: string, program: Effect.Effect<unknown, unknown, Forge>]> = [
  ["Merge.whenGreen: timeout: must not be negative", Merge.whenGreen(pull, { timeout: "-1 hour" })],
  ["Merge.whenGreen: timeout: must be a duration, not NaN", Merge.whenGreen(pull, { timeout: Number.NaN })],
  ["Merge.whenGreen: appearance: must not be negative", Merge.whenGreen(pull, { appearance: -5 })],
  ["Merge.whenGreen: required: has a blank name", Merge.whenGreen(pull, { required: ["build", ""] })],
  ["Merge.enqueue: timeout: must not be negative", Merge.enqueue(pull, { timeout: "-1 hour" })],
  ["Merge.queue: label: must not be blank", Merge.queue(queue, { label: "" })],
  ["Merge.queue: priorities: has a blank name", Merge.queue(queue, { priorities: [" "] })],
  ["Merge.queue: pauseLabel: must not be blank", Merge.queue(queue, { pauseLabel: "" })],
  ["Merge.queue: batch: must be a whole number from 1, not 0", Merge.queue(queue, { batch: 0 })],
  ["Merge.queue: required: has a blank name", Merge.queue(queue, { required: [""] })],
  ["Merge.queue: checkTimeout: must not be negative", Merge.queue(queue, { checkTimeout: "-1 hour" })],
  ["Merge.queue: branch: must not be blank", Merge.queue(queue, { branch: "" })],
  ["Merge.queue: timeout: must not be negative", Merge.queue(queue, { timeout: "-1 hour" })],
  ["Await.checks: required: has a blank name", Await.checks(commit, { required: [""] })],
  ["Await.checks: timeout: must not be negative", Await.checks(commit, { timeout: "-1 hour" })],
  ["Await.checkStates: appearance: must not be negative", states({ appearance: -1 })],
  ["Await.run: mark.key: must not be blank", Await.run(workflow, { mark: { input: "id", key: "" } })],
  ["Await.runEvents: timeout: must not be negative", events({ timeout: "-1 hour" })],
  ["Await.deployment: timeout: must not be negative", Await.deployment(deployment, { timeout: "-1 hour" })],
  ["Await.review: approvals: must be a whole number from 0, not 1.5", Await.review(pull, { approvals: 1.5 })],
  ["Await.review: by: names nobody", Await.review(pull, { by: [] })],
  ["Await.review: by: has a blank name", Await.review(pull, { by: [""] })],
  ["Await.review: timeout: must not be negative", Await.review(pull, { timeout: "-1 hour" })],
  ["Await.comment: command: must be one word, or several of them", Await.comment(issue, { command: "" })],
  ["Await.comment: command: must be one word, or several of them", Await.comment(issue, { command: ["/deploy now"] })],
  ["Await.comment: command: must be one word, or several of them", Await.comment(issue, { command: [] })],
  ["Await.comment: after: must be a whole number from 0, not -1", Await.comment(issue, { command, after: -1 })],
  ["Await.comment: timeout: must not be negative", Await.comment(issue, { command, timeout: "-1 hour" })],
  ["Stale.issues: markAfter: must not be negative", Stale.issues(repo, { markAfter: "-1 day" })],
  ["Stale.pullRequests: closeAfter: must not be negative", Stale.pullRequests(repo, { closeAfter: "-1 day" })],
  ["Stale.issues: label: must not be blank", Stale.issues(repo, { label: "" })],
  ["Lock.closed: after: must not be negative", Lock.closed(repo, { after: "-1 day" })],
  ["Prune.branches: olderThan: must not be negative", Prune.branches(repo, { olderThan: "-1 day" })],
  ["Publish.release: concurrency: must be a whole number from 1, not 0", Publish.release(release, { concurrency: 0 })],
  ["Triage.duplicates: among: must be a whole number from 0, not 0.5", Triage.duplicates(issue, { among: 0.5 })],
  ["Triage.duplicates: threshold: must be from 0 to 1, not 2", Triage.duplicates(issue, { threshold: 2 })],
  ["Triage.duplicates: limit: must be a whole number from 0, not -1", Triage.duplicates(issue, { limit: -1 })],
  ["Upsert.comment: key: must not be blank", Upsert.comment({ ...issue, body: "Hi" }, { key: "" })],
  ["Upsert.issue: key: must not be blank", Upsert.issue({ ...repo, title: "Hi" }, { key: "" })],
  [
    "Propose.pullRequest: limit.open: must be a whole number from 0, not -1",
    Propose.pullRequest({ ...proposal, limit: { prefix: "bot", open: -1 } })
  ],
  [
    "Bulk.forEach: concurrency: must be a whole number from 1, not 0",
    Bulk.forEach([1], () => Issues.get(issue), { concurrency: 0 })
  ],
  ["Budget.share: leave: must be from 0 to less than 1, not 1", Issues.get(issue).pipe(Budget.share({ leave: 1 }))],
  [
    "Export.ndjson: overlap: must not be negative",
    Effect.flatMap(Export.memory, (store) => Export.ndjson(Issues.list, repo, store, { overlap: "-1 hour" }))
  ]
]

describe("an option out of its range", () => {
  on.each(rows)("%s", function* ([message, program]) {
    const { requests } = yield* ForgeSimulator.ForgeSimulator
    const refused = yield* Effect.flip(program)
    assert.propertyVal(refused, "_tag", "InvalidInput")
    assert.propertyVal(refused, "message", message)
    assert.deepStrictEqual(yield* requests, [])
  })
})
