/** Runs a program, and returns all that anybody can see of it. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Forge from "../../../../src/forge/Forge.ts"
import * as Credentials from "../../../../src/rest/Credentials.ts"
import * as HttpCache from "../../../../src/rest/HttpCache.ts"
import { type Client, forge } from "./client.ts"
import * as Probe from "./probe.ts"
import { type Received, type Script, serve } from "./server.ts"

/** A cache, and all that it was told but the bodies, which are the service's own. */
const recordingCache = (recorded: Array<string>) =>
  Layer.effect(
    HttpCache.HttpCache,
    Effect.map(HttpCache.HttpCache, (cache) => ({
      get: (key) => Effect.suspend(() => (recorded.push(key), cache.get(key))),
      set: (key, entry) =>
        Effect.suspend(() => {
          recorded.push(key, JSON.stringify({ ...entry, body: "", decoded: undefined }))
          return cache.set(key, entry)
        })
    }))
  ).pipe(Layer.provide(HttpCache.layerMemory()))

/** What is sent beside the token itself. */
const sentOf = ({ headers, method, path }: Received) =>
  JSON.stringify({ headers: { ...headers, authorization: "" }, method, path })

/** `seen`: the outcome, logs, spans, metrics, the entries of the cache, and the requests. */
export const run = Effect.fnUntraced(function* ({
  client,
  program,
  script,
  token
}: {
  readonly client: Client
  readonly token: string
  readonly script: Script
  readonly program: Effect.Effect<unknown, unknown, Forge.Forge>
}) {
  const server = yield* serve(script)
  const probe = Probe.make()
  const recorded: Array<string> = []
  const exit = yield* program.pipe(
    Effect.withSpan("caller"),
    Effect.tapCause((cause) => Effect.logError("It failed", cause)),
    Effect.exit,
    Effect.provide(
      forge(server.origin, {
        client,
        credentials: Credentials.layerToken(Redacted.make(token)),
        cache: recordingCache(recorded)
      })
    ),
    probe.watch
  )
  const error = exit._tag === "Failure" ? exit.cause.reasons.find((reason) => reason._tag === "Fail")?.error : undefined
  const result = exit._tag === "Success" ? Probe.shown(exit.value) : Probe.shown(exit)
  const shown = [result, Probe.shown(error), probe.everything(), ...recorded].join("\n")
  return { error, server, shown, seen: [shown, ...server.requests.map(sentOf)].join("\n") }
})
