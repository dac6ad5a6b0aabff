/** Conversations that are over. */
import { assert, describe } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { Lock, Plan } from "../../src/workflow/index.ts"
import { matrix, start } from "./support/matrix.ts"
import { run } from "./support/run.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const at = (days: number, seconds = 0) => {
  const updated_at = DateTime.formatIso(DateTime.makeUnsafe(Date.UTC(2027, 0, 15 - days, 8, 0, seconds)))
  return { state: "closed", created_at: "2020-01-01T00:00:00Z", closed_at: updated_at, updated_at } as const
}
const seed: ForgeSimulator.Seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "a.txt": "a" },
      issues: [
        { title: "At the limit", ...at(365) },
        { title: "Younger", ...at(365, 1) },
        { title: "Open", created_at: "2020-01-01T00:00:00Z" },
        { title: "Locked", ...at(400), locked: true },
        { title: "Discussed", ...at(400), labels: ["discuss"] },
        { title: "Pull", ...at(400), pull_request: true }
      ]
    }
  ]
}
const on = testOn(ForgeSimulator.layer(seed), start)

const titles = (options?: Lock.Options) =>
  Effect.map(Lock.closed(repo, options), (all) => all.map(({ title }) => title).toSorted())

const lockedOf = ({ repository }: ForgeSimulator.Handle) =>
  Effect.map(repository("acme/web"), ({ issues }) => issues.filter(({ locked }) => locked).map(({ title }) => title))

describe("Lock.closed", () => {
  on("locks what was closed, and has not changed for a year", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    assert.deepStrictEqual(yield* titles(), ["At the limit", "Discussed", "Pull"])
    assert.deepStrictEqual(yield* lockedOf(simulator), ["At the limit", "Locked", "Discussed", "Pull"])
    assert.deepStrictEqual(yield* titles(), [])
  })

  on("leaves alone what is exempt, younger, or of the other kind", function* () {
    assert.deepStrictEqual(yield* titles({ exempt: { labels: ["Discuss"] }, only: "issues", after: "366 days" }), [])
    assert.deepStrictEqual(yield* titles({ only: "pulls" }), ["Pull"])
    assert.deepStrictEqual(yield* titles({ only: "issues", after: "0 days", exempt: { authors: ["acme"] } }), [])
  })

  on("says why, and can be planned", function* () {
    const { end, writes } = yield* Plan.dryRun(Lock.closed(repo, { lock_reason: "resolved", only: "pulls" }))
    assert.strictEqual(end._tag, "Completed")
    assert.deepStrictEqual(
      writes.map(({ body, url }) => [url, body]),
      [["/repos/acme/web/issues/6/lock", { _tag: "Json", value: { lock_reason: "resolved" } }]]
    )
  })

  describe("under faults", () => {
    // The clock goes on, and the younger one gets older.
    const [web] = seed.repositories ?? []
    const issues = web?.issues?.filter(({ title }) => title !== "Younger") ?? []
    matrix({
      seed: { repositories: [{ owner: "acme", name: "web", files: { "a.txt": "a" }, issues }] },
      program: Effect.flatten(run(Lock.closed(repo))),
      state: lockedOf,
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus"]
    })
  })
})
