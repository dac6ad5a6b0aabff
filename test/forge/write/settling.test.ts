/** When something is written twice, as the guide to errors says, and the setting that helps. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import * as Credentials from "../../../src/rest/Credentials.ts"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import * as Write from "../../../src/rest/Write.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { begin, pass, settle } from "../../rest/support/time.ts"
import { testOn } from "../../testOn.ts"

const simulator = ForgeSimulator.layerHttpClient({
  repositories: [{ owner: "acme", name: "web", issues: [{ title: "One" }] }]
})

const repo = { owner: "acme", repo: "web" }

/** A network that holds the first write for so long, though its client has gone away. */
const holding = (millis: number) =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, (client) => {
      let writes = 0
      return HttpClient.transform(client, (exchange, { method }) => {
        const isHeld = method === "POST" && ++writes === 1 && millis > 0
        return isHeld ? Effect.flatMap(Effect.forkDetach(Effect.delay(exchange, millis)), Fiber.join) : exchange
      })
    })
  )

/** Listings that show a record so long after it was made. */
const lagging = (clock: Clock.Clock, millis: number) =>
  Faults.rewritten({
    method: "GET",
    times: Infinity,
    rewrite: (body) =>
      Array.isArray(body)
        ? body.filter(
            ({ created_at }: { readonly created_at: string }) =>
              Date.parse(created_at) <= clock.currentTimeMillisUnsafe() - millis
          )
        : body
  })

interface Trouble {
  readonly held?: number
  readonly lag?: number
  readonly settling?: Duration.Input
}

/** The service, with what is to happen to the first write and to listings. */
const service = ({ held = 0, settling = "10 seconds" }: Trouble) =>
  Forge.layer().pipe(
    Layer.provide([
      Credentials.layerToken(Redacted.make(ForgeSimulator.token)),
      HttpCache.layerMemory(),
      RateLimit.layerMemory(),
      holding(held),
      Layer.succeed(Write.Settling, settling)
    ]),
    Layer.provideMerge(simulator)
  )

/** Kills a run after its first write was sent, and runs it again. */
const killed = <A, E>(write: (options: Write.Options) => Effect.Effect<A, E, Forge.Forge>, trouble: Trouble) =>
  Effect.gen(function* () {
    yield* begin
    const { faults, repository } = yield* ForgeSimulator.ForgeSimulator
    if (trouble.lag !== undefined) yield* faults.add(lagging(yield* Clock.Clock, trouble.lag))
    // Without trouble at the network, the response is what the first run does not live to see.
    if (trouble.held === undefined) yield* faults.add(Faults.stalled({ method: "POST" }))
    const first = yield* Effect.forkChild(write({ key: "a" }))
    yield* settle
    yield* Fiber.interrupt(first)
    const second = yield* Effect.forkChild(write({ key: "a", resume: true }))
    for (let seconds = 0; seconds < 60; seconds++) yield* pass("1 second")
    yield* Fiber.join(second)
    const { issues, labels } = yield* repository("acme/web")
    return { comments: issues[0]?.comments.length, labels: labels.filter(({ name }) => name === "new").length }
  }).pipe(Effect.provide(service(trouble)))

const comment = (options: Write.Options) =>
  Write.once(Issues.createComment, { ...repo, issue_number: 1, body: "Hi" }, options)

const label = (options: Write.Options) => Write.once(Labels.create, { ...repo, name: "new", color: "ffffff" }, options)

describe("a comment", () => {
  it.effect.each([
    ["whose request arrives in time", { held: 8_000 }, 1],
    ["whose request arrives later than Settling", { held: 12_000 }, 2],
    ["whose request arrives late, with a longer Settling", { held: 12_000, settling: "30 seconds" }, 1],
    ["that listings show in time", { lag: 8_000 }, 1],
    ["that listings show later than Settling", { lag: 12_000 }, 2],
    ["that listings show late, with a longer Settling", { lag: 12_000, settling: "30 seconds" }, 1]
  ] as const)("%s", ([, trouble, times]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* killed(comment, trouble)).comments, times)
    })
  )

  testOn(service({}))("whose mark was removed is written again", function* () {
    yield* begin
    const { repository } = yield* ForgeSimulator.ForgeSimulator
    const { id } = yield* comment({ key: "a" })
    yield* Issues.updateComment({ ...repo, comment_id: id, body: "Hi" })
    const again = yield* Effect.forkChild(comment({ key: "a", resume: true }))
    yield* settle
    yield* TestClock.adjust("10 seconds")
    yield* Fiber.join(again)
    assert.lengthOf((yield* repository("acme/web")).issues[0]?.comments ?? [], 2)
  })
})

it.effect("what has a unique name is written once, however late its request arrives", () =>
  Effect.gen(function* () {
    assert.strictEqual((yield* killed(label, { held: 12_000 })).labels, 1)
  })
)
