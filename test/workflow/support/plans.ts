/** Plans that were stored, and what they leave behind. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Handle } from "../../../src/testing/ForgeHandle.ts"
import { Plan } from "../../../src/workflow/index.ts"

const Stored = Schema.toCodecJson(Plan.schema(Schema.Never))

/** A plan as it comes back from a file: without what is kept in memory. */
export const stored = <E>(plan: Plan.Plan<E>): Effect.Effect<Plan.CompletedPlan> =>
  Effect.gen(function* () {
    const text = JSON.stringify(yield* Effect.orDie(Schema.encodeUnknownEffect(Stored)(plan)))
    const again = yield* Effect.orDie(Schema.decodeUnknownEffect(Stored)(JSON.parse(text)))
    assert.deepStrictEqual(JSON.parse(JSON.stringify(again)), JSON.parse(JSON.stringify(plan)))
    return again
  })

/** What is there, apart from times, ids and shas, which differ from run to run. The seed has the files of branches. */
export const stateOf = ({ snapshot, toSeed }: Handle): Effect.Effect<unknown> =>
  Effect.map(Effect.all([snapshot, toSeed]), (state) => clean(state))

const clean = (state: unknown): unknown => {
  const cleaned: unknown = JSON.parse(JSON.stringify(state), (key, value: unknown) => {
    if (/(?:^|_)(?:id|at|date|digest)$|^encrypted_value$|signature/i.test(key)) return undefined
    // An object of git, in Base64.
    if (Array.isArray(value) && value.length === 2 && value[0] === "commit") return named(atob(String(value[1])))
    // They are in the order of their shas.
    if (key === "objects" && Array.isArray(value)) return value.map((each) => JSON.stringify(each)).toSorted()
    return typeof value === "string" ? named(value) : value
  })
  return cleaned
}

const named = (text: string): string =>
  text
    .replace(/\b[0-9a-f]{40}\b/g, "sha")
    .replace(/\b[0-9a-f]{12}\.\.\.[0-9a-f]{12}\b/g, "sha...sha")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{9,} [+-]\d{4}/g, "time")
    .replace(/-----BEGIN PGP SIGNATURE-----[^-]+-----END PGP SIGNATURE-----/g, "signature")
