import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import program, { plan, syncLabels } from "../../docs/recipes/sync-labels/program.ts"
import { Faults, ForgeSimulator } from "forgecast/testing"
import { run } from "../workflow/support/run.ts"
import { on } from "./support.ts"

const writes = Effect.gen(function* () {
  const { requests } = yield* ForgeSimulator.ForgeSimulator
  return (yield* requests).flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path}`]))
})

describe("sync labels", () => {
  it.effect("gives all repositories the same labels, and issues keep theirs", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const { changed, failed } = yield* yield* run(program)
      assert.deepStrictEqual(failed, [])
      assert.sameMembers(changed, ["web: good first issue, bug, feature", "docs: bug, feature, good first issue"])
      const { issues, labels } = yield* simulator.repository("acme/web")
      assert.deepStrictEqual(issues[0]?.labels, ["feature"])
      assert.sameMembers(
        labels.map(({ name }) => name),
        ["bug", "feature", "good first issue"]
      )
      const docs = yield* simulator.repository("acme/docs")
      assert.include(
        docs.labels.map(({ name }) => name),
        "question"
      )
      assert.deepStrictEqual((yield* simulator.repository("acme/old")).labels, [])
    }).pipe(on("sync-labels"))
  )

  it.effect("plans what it then does", () =>
    Effect.gen(function* () {
      const planned = yield* yield* run(plan("acme"))
      assert.deepStrictEqual(yield* writes, [])
      yield* run(syncLabels("acme"))
      assert.lengthOf(planned, 6)
      assert.sameMembers([...planned], yield* writes)
    }).pipe(on("sync-labels"))
  )

  it.effect("writes nothing the second time", () =>
    Effect.gen(function* () {
      const { clearRequests } = yield* ForgeSimulator.ForgeSimulator
      yield* run(syncLabels("acme"))
      yield* clearRequests
      assert.deepStrictEqual(yield* yield* run(syncLabels("acme")), { changed: [], failed: [] })
      assert.deepStrictEqual(yield* writes, [])
    }).pipe(on("sync-labels"))
  )

  it.effect("goes on with the others if a repository refuses, and through a rate limit", () =>
    Effect.gen(function* () {
      const { faults } = yield* ForgeSimulator.ForgeSimulator
      const refusal = { status: 403, body: { message: "Resource not accessible" } }
      yield* faults.add(
        Faults.answered({ path: "/repos/acme/docs/labels", method: "POST", ...refusal }),
        Faults.secondaryLimit({ operation: "Labels.update", retryAfter: "1 minute" })
      )
      const { changed, failed } = yield* yield* run(syncLabels("acme"))
      assert.deepStrictEqual(changed, ["web: good first issue, bug, feature"])
      assert.lengthOf(failed, 1)
      assert.match(failed[0] ?? "", /^docs: Labels\.create: 403 Resource not accessible/)
    }).pipe(on("sync-labels"))
  )
})
