/**
 * What a program does with a Redis of the guides: it reads, says so, waits for a word from its parent, reads on, and ends
 * by itself. The service is simulated.
 */
import { once } from "node:events"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Forge from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"

const account = { id: 70, account: "acme" }

/** In the place of undici. */
export const HttpLive = ForgeSimulator.layerHttpClient({
  repositories: [{ owner: "acme", name: "web", issues: Array.from({ length: 9 }, () => ({ title: "It rains in" })) }],
  apps: [{ slug: "builder", id: 7, public_key: process.env["PUBLIC_KEY"] ?? "", installations: [account] }]
})

/** The service, with what a page of the guides exports. */
export const forgeWith = <E>({
  CacheLive = HttpCache.layerMemory(),
  CredentialsLive = Credentials.layerToken(Redacted.make(ForgeSimulator.token))
}: {
  readonly CacheLive?: Layer.Layer<HttpCache.HttpCache, E>
  readonly CredentialsLive?: Layer.Layer<Credentials.Credentials, E, HttpClient.HttpClient>
}) => Forge.layer().pipe(Layer.provide([CacheLive, CredentialsLive, RateLimit.layerMemory()]))

const read = (issue_number: number) => Issues.get({ owner: "acme", repo: "web", issue_number })

const instructed = Effect.promise(async () => {
  process.send?.("read")
  await once(process, "message")
  // From here on, nothing but the library could keep the process from its end.
  process.disconnect()
})

export const main = <E>(ForgeLive: Layer.Layer<Forge.Forge, E, HttpClient.HttpClient>): Promise<void> =>
  Effect.gen(function* () {
    yield* read(1)
    yield* instructed
    yield* Effect.forEach([2, 3, 4, 5, 6, 7, 8, 9], read, { concurrency: 4 })
  }).pipe(
    Effect.provide(ForgeLive),
    Effect.provide(HttpLive),
    Effect.andThen(Effect.sync(() => console.log("ended"))),
    Effect.runPromise
  )
