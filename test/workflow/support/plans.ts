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
    return again as Plan.CompletedPlan
  })

/** What is there, apart from times, ids and shas, which differ from run to run. The seed has the files of branches. */
export const stateOf = ({ snapshot, toSeed }: Handle): Effect.Effect<unknown> =>
  Effect.map(Effect.all([snapshot, toSeed]), (state) =>
    JSON.parse(JSON.stringify(state), (key, value: unknown) => {
      if (/(?:^|_)(?:id|at|date|digest)$|^encrypted_value$|signature/i.test(key)) return undefined
      // An object of git, in Base64.
      if (Array.isArray(value) && value.length === 2 && value[0] === "commit") {
        return atob(String(value[1])).replace(/\b[0-9a-f]{40}\b/g, "sha").replace(/\d{9,} [+-]\d{4}|-----BEGIN PGP SIGNATURE-----[^-]+-----END PGP SIGNATURE-----/g, "time")
      }
      return typeof value === "string" ? value.replace(/\b[0-9a-f]{40}\b/g, "sha").replace(timePattern, "time") : value
    })
  )

const timePattern = /\d{4}-\d\d-\d\dT[\d:.]+Z/g
