/**
 * Seeds of the simulated GitHub from JSON, as `npx forgecast-simulator --seed` reads them. Binary content is
 * `{ "base64": "…" }`, and dates are ISO 8601 or `{ "ago": "5 minutes" }`. `forgecast/testing/seed.schema.json` is a JSON
 * Schema of them.
 *
 * **Example**
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { ForgeSimulator } from "forgecast/testing"
 * import * as SeedJson from "forgecast/testing/SeedJson"
 *
 * const layer = Layer.unwrap(
 *   Effect.map(SeedJson.parse('{ "repositories": [{ "owner": "acme", "name": "web" }] }'), ForgeSimulator.layer)
 * )
 * ```
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Seed } from "./ForgeSeed.ts"
import { decodeSeed, parseSeed } from "./internal/decodeSeed.ts"

/** Fails if a seed has a mistake. */
export class SeedInvalid extends Schema.TaggedError<SeedInvalid>("forgecast/SeedInvalid")("SeedInvalid", {
  /** The place of the first mistake, and what belongs there, such as `repositories[0].name is missing`. */
  message: Schema.String
}) {}

const orInvalid = (seed: Result.Result<Seed, string>): Effect.Effect<Seed, SeedInvalid> =>
  Effect.fromResult(Result.mapError(seed, (message) => new SeedInvalid({ message })))

/** Reads a seed from the text of a file. Fails if it is not JSON, or has a mistake or a field that seeds do not have. */
export const parse = (text: string): Effect.Effect<Seed, SeedInvalid> =>
  Effect.suspend(() => orInvalid(parseSeed(text)))

/** Checks a seed that has been read as JSON. Fails if it has a mistake or a field that seeds do not have. */
export const decode = (json: unknown): Effect.Effect<Seed, SeedInvalid> =>
  Effect.suspend(() => orInvalid(decodeSeed(json)))
