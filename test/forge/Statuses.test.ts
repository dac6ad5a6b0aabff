import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { CombinedStatus } from "../../src/forge/schema/CombinedStatus.ts"
import * as Statuses from "../../src/forge/Statuses.ts"
import { combinedStatus } from "./support/commits.ts"

const read = Schema.decodeUnknownSync(CombinedStatus)

describe("Statuses.combine", () => {
  const states = fc.array(fc.constantFrom("success", "pending", "failure", "error", "something_new"), { maxLength: 6 })

  /** The counterexample to a property, if there is one. */
  const counterexample = (holds: (states: ReadonlyArray<string>) => boolean) =>
    fc.defaultReportMessage(fc.check(fc.property(states, holds), { numRuns: 2_000 }))

  const combine = (all: ReadonlyArray<string>) => Statuses.combine(all.map((state) => ({ state })))

  it("is success only when there are contexts and all succeeded", () => {
    assert.isUndefined(
      counterexample((all) => (combine(all) === "success") === (all.length > 0 && all.every((s) => s === "success")))
    )
  })

  it("is failure only when a context has a failure or an error", () => {
    assert.isUndefined(
      counterexample((all) => (combine(all) === "failure") === (all.includes("failure") || all.includes("error")))
    )
  })

  it("is pending without contexts, or when one is pending and none failed", () => {
    assert.strictEqual(combine([]), "pending")
    assert.isUndefined(
      counterexample(
        (all) =>
          !all.includes("pending") || all.some((s) => s === "failure" || s === "error") || combine(all) === "pending"
      )
    )
  })

  it("ignores the order, and agrees with the combined status of the service", () => {
    assert.isUndefined(
      counterexample((all) => combine(all) === combine(all.toReversed()) && combine([...all, ...all]) === combine(all))
    )
    const combined = read(combinedStatus)
    assert.strictEqual(Statuses.combine(combined.statuses), combined.state)
  })
})
