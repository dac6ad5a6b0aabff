import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { CombinedStatus } from "../../src/forge/schema/CombinedStatus.ts"
import * as Statuses from "../../src/forge/Statuses.ts"
import { combinedStatus } from "./support/commits.ts"
import { proves, refuses, untyped } from "./support/proof.ts"
import { sha } from "./support/pulls.ts"
import { repo, root } from "./support/records.ts"
import { answer, asking } from "./support/wire.ts"

const read = Schema.decodeUnknownSync(CombinedStatus)

describe("Statuses.getCombined", () => {
  it.effect.each([
    ["main", "main"],
    ["heads/faster/start", "heads%2Ffaster%2Fstart"],
    [sha, sha]
  ] as const)("takes the ref %s as one segment", ([ref, segment]) =>
    proves(Statuses.getCombined({ ...repo, ref }), {
      sends: asking(`${root}/commits/${segment}/status`),
      answer: answer(200, combinedStatus),
      gives: read(combinedStatus)
    })
  )

  it.effect("asks for more contexts than the service gives by itself", () =>
    proves(Statuses.getCombined({ ...repo, ref: "main", per_page: 100, page: 2 }), {
      sends: asking(`${root}/commits/main/status`, { per_page: "100", page: "2" }),
      answer: answer(200, combinedStatus),
      gives: read(combinedStatus)
    })
  )

  it("reads the whole record", () => {
    assert.containSubset(read(combinedStatus), {
      state: "failure",
      sha,
      total_count: 2,
      repository: { full_name: "acme/web" },
      statuses: [
        { context: "ci/build", state: "success", required: true, creator: null },
        { context: "ci/deploy", state: "error" }
      ]
    })
  })

  it.each([
    ["SUCCESS", "success"],
    ["Pending", "pending"],
    ["error", "failure"],
    ["ERROR", "failure"],
    ["something_new", "something_new"]
  ])("is never in capitals and never an error: %s", (state, expected) => {
    assert.strictEqual(read({ ...combinedStatus, state }).state, expected)
    const statuses = combinedStatus.statuses.map((status) => ({ ...status, state }))
    assert.strictEqual(read({ ...combinedStatus, statuses }).statuses[0]?.state, state.toLowerCase())
  })

  it.effect.each([
    ["ref", { ref: "" }],
    ["ref", { ref: "." }],
    ["per_page", { per_page: 0 }],
    ["page", { page: -1 }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, Statuses.getCombined(untyped({ ...repo, ref: "main", ...wrong })))
  )
})

describe("Statuses.combine", () => {
  const states = fc.array(fc.constantFrom("success", "pending", "failure", "error", "something_new"), { maxLength: 6 })

  /** The counterexample to a property, if one is found. */
  const counterexample = (holds: (states: ReadonlyArray<string>) => boolean) =>
    fc.defaultReportMessage(fc.check(fc.property(states, holds), { numRuns: 2_000 }))

  const combine = (all: ReadonlyArray<string>) => Statuses.combine(all.map((state) => ({ state })))

  it("is success only when every context succeeded, and there is one", () => {
    assert.isUndefined(
      counterexample((all) => (combine(all) === "success") === (all.length > 0 && all.every((s) => s === "success")))
    )
  })

  it("is failure when one failed or has an error, and then only", () => {
    assert.isUndefined(
      counterexample((all) => (combine(all) === "failure") === (all.includes("failure") || all.includes("error")))
    )
  })

  it("is pending when there are none, and else when one is and none failed", () => {
    assert.strictEqual(combine([]), "pending")
    assert.isUndefined(
      counterexample(
        (all) =>
          !all.includes("pending") || all.some((s) => s === "failure" || s === "error") || combine(all) === "pending"
      )
    )
  })

  it("depends on no order, and agrees with a combined status as it is read", () => {
    assert.isUndefined(
      counterexample((all) => combine(all) === combine(all.toReversed()) && combine([...all, ...all]) === combine(all))
    )
    const combined = read(combinedStatus)
    assert.strictEqual(Statuses.combine(combined.statuses), combined.state)
  })
})
