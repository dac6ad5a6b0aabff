/** Which tools there are, and what each of them does for a client of the official SDK. */
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import type { ToolStep } from "../../src/ai/ToolCall.ts"
import { choose, defaultNames, setNames } from "../../src/mcp/tools.ts"
import { answerOf, connected, serving } from "./serving.ts"

const chosen = (names: ReadonlyArray<string>, readOnly = false): ReadonlyArray<string> =>
  Result.match(choose(names, readOnly), { onSuccess: (tools) => [...tools.names], onFailure: () => [] })

const refusal = (names: ReadonlyArray<string>, readOnly = false): string =>
  Result.match(choose(names, readOnly), { onSuccess: () => "", onFailure: (message) => message })

describe("the choice of tools", () => {
  it("takes sets, modules, operations and workflows together, each tool once", () => {
    assert.deepStrictEqual(chosen(["Labels.list", "Labels.get", "Labels.list", "Elevation.get", "Merge.whenGreen"]), [
      "labels_list",
      "labels_get",
      "elevation_get",
      "merge_when_green"
    ])
    const all = chosen(["triage", "Milestones"])
    assert.includeMembers([...all], ["issues_update", "milestones_list", "milestones_create"])
  })

  it("leaves out what writes", () => {
    assert.notInclude(chosen(["triage"], true), "issues_update")
    assert.include(chosen(["triage"], false), "issues_update")
    assert.deepStrictEqual(chosen(["workflows"], true), ["release_next"])
  })

  it("says what is wrong with names", () => {
    assert.match(refusal(["triag"]), /no tools triag: did you mean triage\?/)
    assert.match(refusal(["Issues.lst"]), /no tools Issues.lst: did you mean Issues.list\?/)
    assert.match(refusal(["constructor"]), /no tools constructor/)
    assert.match(refusal(["Issues.constructor"]), /no tools Issues.constructor/)
    assert.match(refusal([]), /--tools names nothing/)
    assert.match(refusal(["Issues.create"], true), /Issues.create: nothing of it only reads/)
  })
})

it.live("defines the default set in at most 4,000 tokens", () =>
  Effect.gen(function* () {
    const { url } = yield* serving({ tools: defaultNames, writing: "none" })
    const { client } = yield* connected(url)
    const { tools } = yield* Effect.promise(() => client.listTools())
    // As a host passes them on to a provider.
    const definitions = tools.map(({ description, inputSchema, name }) => ({
      name,
      description,
      input_schema: inputSchema
    }))
    const tokens = countTokens(JSON.stringify(definitions))
    assert.isAtMost(tokens, 4000)
    assert.isAbove(tokens, 1000)
    assert.isTrue(tools.every(({ annotations, outputSchema }) => annotations?.readOnlyHint === true && !outputSchema))
  })
)

const repo = { owner: "acme", repo: "web" }
const issue = { ...repo, issue_number: 1 }
const pull = { ...repo, pull_number: 4 }
const bergen = { latitude: 60.39, longitude: 5.32 }

/** What is known only once it is there. */
interface Ids {
  readonly run_id: number
  readonly job_id: number
  readonly check_run_id: number
  readonly release_id: number
}

/** An input for each tool of all sets. */
const inputsOf = ({ check_run_id, job_id, release_id, run_id }: Ids): Record<string, Record<string, unknown>> => ({
  repositories_get: repo,
  contents_get: { ...repo, path: "src/units.ts" },
  commits_list: repo,
  commits_compare: { ...repo, base: "main", head: "fahrenheit" },
  issues_list: { ...repo, state: "open", per_page: 2 },
  issues_get: issue,
  issues_list_comments: issue,
  issues_update: { ...issue, title: "Blank on Safari" },
  issues_create_comment: { ...issue, body: "Thank you" },
  pull_requests_list: repo,
  pull_requests_get: pull,
  pull_requests_get_diff: pull,
  pull_requests_list_files: pull,
  pull_requests_list_reviews: pull,
  pull_requests_list_comments: pull,
  pull_requests_create_review: { ...pull, event: "COMMENT", body: "Why 18?" },
  search_issues: { q: "repo:acme/web blank" },
  search_code: { q: "repo:acme/web celsius" },
  labels_list: repo,
  labels_add_to_issue: { ...issue, labels: ["bug"] },
  labels_remove_from_issue: { ...repo, issue_number: 2, name: "wish" },
  milestones_list: repo,
  checks_list_runs: { ...repo, ref: "fahrenheit" },
  checks_list_annotations: { ...repo, check_run_id },
  actions_list_runs: repo,
  actions_get_run: { ...repo, run_id },
  actions_list_jobs: { ...repo, run_id },
  actions_download_logs_for_job: { ...repo, job_id },
  actions_rerun_failed_jobs: { ...repo, run_id },
  releases_list: repo,
  releases_get_latest: repo,
  releases_generate_notes: { ...repo, tag_name: "v1.1.0" },
  releases_create: { ...repo, tag_name: "v1.1.0" },
  releases_update: { ...repo, release_id, name: "One" },
  geocoding_search: { name: "Bergen" },
  forecast_get: { ...bergen, hourly: ["rain"], forecast_days: 1 },
  archive_get: { ...bergen, daily: ["rain_sum"], start_date: "2025-01-01", end_date: "2025-01-02" },
  air_quality_get: { ...bergen, hourly: ["pm10"], forecast_days: 1 },
  elevation_get: bergen,
  merge_when_green: { ...pull, minutes: 1 },
  propose_pull_request: {
    ...repo,
    branch: "docs",
    title: "Docs",
    message: "Docs",
    files: [{ path: "docs.md", content: "Docs" }]
  },
  release_next: repo,
  release_publish: repo
})

const ids = Effect.fnUntraced(function* (call: (name: string, input: object) => Effect.Effect<unknown>) {
  const first = (name: string, input: object) =>
    Effect.map(
      call(name, input),
      (answer) => (answer as { readonly items: ReadonlyArray<{ id: number }> }).items[0]?.id ?? 0
    )
  const run_id = yield* first("actions_list_runs", repo)
  const job_id = yield* first("actions_list_jobs", { ...repo, run_id })
  const check_run_id = yield* first("checks_list_runs", { ...repo, ref: "fahrenheit" })
  const release_id = yield* first("releases_list", repo)
  return { run_id, job_id, check_run_id, release_id }
})

describe("each tool", () => {
  it.live("is listed with its hints, and answers a valid, an invalid and a surplus input", () =>
    Effect.gen(function* () {
      const { url } = yield* serving()
      const { call, client } = yield* connected(url)
      const { tools } = yield* Effect.promise(() => client.listTools())
      const inputs = inputsOf(yield* ids((name, input) => Effect.map(call(name, { ...input }), answerOf)))
      assert.sameMembers(
        tools.map(({ name }) => name),
        Object.keys(inputs)
      )
      const hints = (name: string) => {
        const { destructiveHint, idempotentHint, readOnlyHint } =
          tools.find((tool) => tool.name === name)?.annotations ?? {}
        return [readOnlyHint, destructiveHint, idempotentHint]
      }
      assert.deepStrictEqual(hints("issues_get"), [true, false, true])
      assert.deepStrictEqual(hints("issues_create_comment"), [false, false, false])
      assert.deepStrictEqual(hints("issues_update"), [false, true, true])
      for (const { inputSchema, name } of tools) {
        const input = inputs[name] ?? {}
        const [field = ""] = inputSchema.required ?? []
        for (const wrong of [
          { ...input, [field]: { no: "such thing" } },
          { ...input, nonsense: 1 }
        ]) {
          const refused = yield* call(name, wrong)
          assert.isTrue(refused.isError, name)
          assert.deepInclude(answerOf(refused), { error: "InvalidInput" }, name)
        }
        const answered = yield* call(name, input)
        const answer = answerOf(answered)
        if (name === "merge_when_green") {
          assert.deepInclude(answer, { error: "ChecksFailed" })
        } else {
          assert.isNotTrue(answered.isError, `${name}: ${JSON.stringify(answer)}`)
          assert.deepStrictEqual(answered.structuredContent, answer)
        }
      }
    })
  )

  it.live("is interrupted when the client cancels", () =>
    Effect.gen(function* () {
      let started = Deferred.makeUnsafe<void>()
      let interrupted = Deferred.makeUnsafe<void>()
      const waits: ToolStep = {
        around: () =>
          Effect.onInterrupt(Effect.andThen(Deferred.succeed(started, undefined), Effect.never), () =>
            Deferred.succeed(interrupted, undefined)
          )
      }
      const { url } = yield* serving({ step: waits })
      const { client } = yield* connected(url)
      const inputs = inputsOf({ run_id: 1, job_id: 1, check_run_id: 1, release_id: 1 })
      for (const [name, input] of Object.entries(inputs)) {
        started = Deferred.makeUnsafe<void>()
        interrupted = Deferred.makeUnsafe<void>()
        const controller = new AbortController()
        const outcome = client.callTool({ name, arguments: input }, undefined, { signal: controller.signal }).then(
          () => "answered",
          () => "cancelled"
        )
        yield* Deferred.await(started)
        controller.abort()
        assert.strictEqual(yield* Effect.promise(() => outcome), "cancelled", name)
        yield* Deferred.await(interrupted)
      }
    })
  )
})

it.live("knows every set by its name", () =>
  Effect.gen(function* () {
    for (const name of setNames) {
      const { url } = yield* serving({ tools: [name] })
      const { client } = yield* connected(url)
      const { tools } = yield* Effect.promise(() => client.listTools())
      assert.sameMembers(
        tools.map((tool) => tool.name),
        [...chosen([name])]
      )
    }
  })
)
