/** What tells plans from each other. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { fingerprint } from "../../../rest/Sha256.ts"
import { PlannedCall } from "../../PlanningTypes.ts"

const encode = Schema.encodeEffect(Schema.fromJsonString(Schema.toCodecJson(Schema.Array(PlannedCall))))

/** The digest of planned calls: 12 hex digits. */
export const digestOf = (calls: ReadonlyArray<PlannedCall>): Effect.Effect<string> =>
  // Plans are plain data, which can always be encoded.
  Effect.orDie(encode(calls)).pipe(
    Effect.flatMap(fingerprint),
    Effect.map((digest) => digest.slice(0, 12))
  )
