import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import program, { exportIssues, newest } from "../../docs/recipes/incremental-export/program.ts"
import * as Page from "forgecast/rest/Page"
import { Faults, ForgeSimulator } from "forgecast/testing"
import { Export } from "forgecast/workflow"
import { run } from "../workflow/support/run.ts"
import { on } from "./support.ts"

const repository = { owner: "acme", repo: "web" }

const urls = Effect.gen(function* () {
  const { requests } = yield* ForgeSimulator.ForgeSimulator
  return (yield* requests).map(({ url }) => new URL(url))
})

describe("incremental export", () => {
  it.effect("asks only for what has changed the second time", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* yield* run(program), {
        first: { items: 4, lines: 4 },
        second: { items: 1, lines: 5 },
        open: 2
      })
      const since = (yield* urls).map(({ searchParams }) => searchParams.get("since"))
      // Five minutes before the first run.
      assert.deepStrictEqual(since, [null, null, "2026-06-10T07:55:00Z"])
    }).pipe(on("incremental-export"))
  )

  it.effect("goes on after the last whole page of a run that was cut short", () =>
    Effect.gen(function* () {
      const { clearRequests, faults } = yield* ForgeSimulator.ForgeSimulator
      const store = yield* Export.memory
      const exporting = exportIssues(repository, store).pipe(Effect.provideService(Page.PageSize, 2))
      const refusal = { status: 401, body: { message: "Bad credentials" } }
      yield* faults.add(Faults.answered({ operation: "Issues.list", nth: 2, ...refusal }))
      assert.strictEqual((yield* run(exporting))._tag, "Failure")
      yield* clearRequests
      assert.deepStrictEqual(yield* yield* run(exporting), { items: 2, lines: 4 })
      assert.deepStrictEqual(
        (yield* urls).map(({ searchParams }) => searchParams.get("page")),
        ["2"]
      )
      const issues = yield* newest(yield* store.text)
      assert.sameMembers(
        issues.map(({ title }) => title),
        ["It rains in", "Snow is black", "Storms are loud", 'Fog is wet: "always"']
      )
    }).pipe(on("incremental-export"))
  )
})
