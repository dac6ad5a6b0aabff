import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import { ForgeSimulator } from "../../../src/testing/ForgeSimulator.ts"
import { app, forge, issue, pass, seen, test } from "./support.ts"

const run = (revoke: boolean | undefined) =>
  Effect.scoped(
    Effect.flatMap(forge({ ...app, installationId: 70, revoke }), (self) =>
      Effect.provideService(Issues.get(issue), Forge.Forge, self)
    )
  )

/** The tokens that the service still knows. */
const tokens = Effect.map(
  Effect.flatMap(ForgeSimulator, ({ toSeed }) => toSeed),
  (world) => Object.keys(world.tokens ?? {}).filter((token) => token.startsWith("ghs_")).length
)

describe("the token in use", () => {
  test("is revoked when the Layer is released, if asked for", function* () {
    yield* run(undefined)
    assert.strictEqual(yield* tokens, 1)
    yield* run(true)
    assert.strictEqual(yield* tokens, 1)
    assert.deepStrictEqual((yield* seen).slice(-1), ["Apps.revokeInstallationToken 204"])
  })

  test("is not revoked when none was minted", function* () {
    yield* Effect.scoped(forge({ ...app, installationId: 70, revoke: true }))
    assert.deepStrictEqual(yield* seen, [])
  })

  test("does not fail the program when it cannot be revoked", function* () {
    const { faults } = yield* ForgeSimulator
    yield* faults.add(Faults.answered({ status: 500, operation: "Apps.revokeInstallationToken", times: Infinity }))
    const running = yield* Effect.forkChild(run(true))
    yield* pass("1 second")
    yield* pass("10 seconds")
    assert.strictEqual((yield* Fiber.join(running)).number, 1)
  })
})
