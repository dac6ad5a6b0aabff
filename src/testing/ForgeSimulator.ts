/**
 * An in-memory code-hosting service that keeps the real one's rules, for tests and demonstrations.
 *
 * **When to use**
 *
 * Wherever a program on `Forge` should run without an account and without a network: it takes the place of the
 * `HttpClient`, so everything above it (cache, retries, rate limits, decoding) is what runs in production.
 *
 * **Details**
 *
 * It is stateful: what is created is listed, numbers and ids are given in order, a renamed label is renamed everywhere.
 * It pages with `Link`, revalidates with ETags, counts rate limits, refuses in the service's own words, and goes wrong
 * as scripted (see `Faults`). Time is Effect's `Clock`: under a `TestClock` hours pass at once. The same requests in the
 * same order give the same answers.
 *
 * It serves the operations of issues, labels and milestones. Any other request is answered 501 (`UnexpectedStatus`), with
 * a message that says how to script the answer: a 404 is always about something that is not there.
 *
 * **Gotchas**
 *
 * Assignable are a repository's owner and its collaborators. Without `tokens` in the seed there is one, `token`, and it
 * is the first repository's owner's. Requests to any other origin than the service's own find no host.
 *
 * **Example**
 *
 * ```ts
 * const program = Effect.gen(function* () {
 *   const simulator = yield* ForgeSimulator.ForgeSimulator
 *   yield* simulator.faults.add(Faults.unavailable({ operation: "Issues.get" }))
 *   const issue = yield* Issues.get({ owner: "acme", repo: "web", issue_number: 1 })
 *   const attempts = (yield* simulator.requests).length // 2: it was tried again
 * })
 *
 * program.pipe(
 *   Effect.provide(
 *     ForgeSimulator.layer({ repositories: [{ owner: "acme", name: "web", issues: [{ title: "It rains in" }] }] })
 *   )
 * )
 * ```
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Forge from "../forge/Forge.ts"
import * as Credentials from "../rest/Credentials.ts"
import * as HttpCache from "../rest/HttpCache.ts"
import * as RateLimit from "../rest/RateLimit.ts"
import { type Handle, makeForge } from "./internal/forge/handle.ts"
import { type Seed, tokensOf } from "./internal/forge/state/seed.ts"
import { makeHttpClient } from "./internal/httpClient.ts"

export type { Handle } from "./internal/forge/handle.ts"
export type { LimitsSeed, LimitStatus } from "./internal/forge/state/limits.ts"
export type { Permission } from "./internal/forge/state/model.ts"
export { issues, type IssuesOptions } from "./internal/forge/state/sample.ts"
export {
  type CommentSeed,
  type ContentSeed,
  type IssueSeed,
  type LabelSeed,
  type MilestoneSeed,
  type Moment,
  type RepositorySeed,
  type Seed,
  token,
  type UserSeed
} from "./internal/forge/state/seed.ts"
export type { CommentSnapshot, IssueSnapshot, RepositorySnapshot } from "./internal/forge/state/snapshot.ts"
export type { Received } from "./internal/journal.ts"

/** The handle on the simulated service: to seed it, to look inside, to meddle and to break it. */
export class ForgeSimulator extends Context.Service<ForgeSimulator, Handle>()("forgecast/testing/ForgeSimulator") {}

/** An `HttpClient` that reaches the simulated service and nothing else, in process; and the handle on it. */
export const layerHttpClient = (seed: Seed = {}): Layer.Layer<HttpClient.HttpClient | ForgeSimulator> =>
  Layer.effectContext(
    Effect.map(makeForge(seed), ({ exchange, handle }) =>
      Context.make(HttpClient.HttpClient, makeHttpClient(exchange)).pipe(Context.add(ForgeSimulator, handle))
    )
  )

/**
 * The `Forge` service, ready, over the simulated one; and the handle on it. It asks with the seed's first token, and
 * anonymously when the seed has none (`tokens: {}`); cache and limits are in memory.
 */
export const layer = (seed: Seed = {}): Layer.Layer<Forge.Forge | ForgeSimulator> => {
  const [first] = Object.keys(tokensOf(seed))
  const credentials = first === undefined ? Credentials.layerAnonymous : Credentials.layerToken(Redacted.make(first))
  const simulator = layerHttpClient(seed)
  const forge = Forge.layer(seed.baseUrl === undefined ? {} : { baseUrl: seed.baseUrl }).pipe(
    Layer.provide([credentials, HttpCache.layerMemory(), RateLimit.layerMemory(), simulator])
  )
  // The simulated client itself stays inside, lest it take the place of the program's own.
  return Layer.merge(forge, Layer.provide(Layer.effect(ForgeSimulator, ForgeSimulator), simulator))
}
