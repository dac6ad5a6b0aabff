/** What programs log of their calls, with the Layer and without it. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Contents from "../../src/forge/Contents.ts"
import * as Issues from "../../src/forge/Issues.ts"
import { MaxWait } from "../../src/rest/RateLimit.ts"
import * as RequestLog from "../../src/rest/RequestLog.ts"
import { RetryPolicy } from "../../src/rest/Retry.ts"
import * as Transport from "../../src/rest/Transport.ts"
import * as Write from "../../src/rest/Write.ts"
import * as Faults from "../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import { begin, pass, start } from "./support/time.ts"

const repo = { owner: "acme", repo: "web" }
const issue = { ...repo, issue_number: 1 }

const seed = {
  repositories: [{ owner: "acme", name: "web", files: { "a.txt": "abcdef" }, issues: [{ title: "One" }] }]
}

const faults = [
  Faults.unavailable({ operation: "Issues.get" }),
  Faults.secondaryLimit({ operation: "Issues.get", retryAfter: "1 minute" }),
  Faults.cutOff({ operation: "Contents.download", keep: 0 }),
  Faults.answerLost({ operation: "Issues.createComment" }),
  Faults.answered({ operation: "Issues.listComments", status: 403 })
]

const comment = Write.once(Issues.createComment, { ...issue, body: "Hi" }, { key: "one" })

/** Runs calls that have bad luck, and returns what they log. */
const logged = (observing: Layer.Layer<never>, forApp = false) =>
  Effect.gen(function* () {
    yield* begin
    const logs: Array<unknown> = []
    const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
      const [text, details] = message as readonly [string, { readonly reason?: { readonly _tag: string } }]
      const { reason, ...fields } = details
      logs.push([logLevel, text, reason === undefined ? fields : { ...fields, reason: reason._tag }])
    })
    const simulator = ForgeSimulator.layer(seed)
    const service = forApp ? simulator.pipe(Layer.provide(observing)) : Layer.merge(simulator, observing)
    const program = Effect.gen(function* () {
      yield* (yield* ForgeSimulator.ForgeSimulator).faults.add(...faults)
      yield* Issues.get(issue)
      yield* Contents.download.text({ ...repo, path: "a.txt" })
      yield* Effect.flip(comment)
    }).pipe(
      Effect.provide([service, Logger.layer([logger])]),
      Effect.provideService(RetryPolicy, { attempts: 4, within: "1 hour", base: 0, cap: 0 }),
      Effect.provideService(References.MinimumLogLevel, "All")
    )
    const running = yield* start(program)
    yield* pass("10 minutes")
    assert.strictEqual(running.exit()?._tag, "Success")
    return logs
  })

describe("the log", () => {
  it.effect.each([
    ["to the program", false],
    ["to the Layer of the service", true]
  ] as const)("tells what happens to calls, provided %s", ([, forApp]) =>
    Effect.gen(function* () {
      const get = { operation: "Issues.get" }
      const write = { operation: "Issues.createComment" }
      const retry = { ...get, delay: 0 }
      const lost = { operation: "Contents.download", after: "TransportFailed", bytes: 0 }
      assert.deepStrictEqual(yield* logged(RequestLog.layer, forApp), [
        ["Debug", "Retrying", { ...retry, after: "ServiceUnavailable" }],
        ["Debug", "Retrying", { ...retry, after: "RateLimited" }],
        ["Debug", "Waiting for a rate limit", { ...get, kind: "secondary", resource: "core", milliseconds: 60_000 }],
        ["Debug", "Resuming", lost],
        ["Debug", "Looking for an earlier write", write],
        ["Debug", "Looking failed", { ...write, reason: "Forbidden" }]
      ])
    })
  )

  it.effect("says which operation waits for which limit", () =>
    Effect.gen(function* () {
      yield* begin
      const waits: Array<Transport.CallEvent> = []
      const program = Effect.gen(function* () {
        yield* (yield* ForgeSimulator.ForgeSimulator).setRemaining("acme", 1)
        yield* Issues.get(issue)
        yield* Contents.get({ ...repo, path: "a.txt" })
      }).pipe(
        Effect.provide(ForgeSimulator.layer(seed)),
        Effect.provideService(MaxWait, "1 hour"),
        Effect.provideService(Transport.Observer, (event) => Effect.sync(() => void waits.push(event)))
      )
      const running = yield* start(program)
      yield* pass("1 hour")
      assert.strictEqual(running.exit()?._tag, "Success")
      const wait = { _tag: "Waiting", operation: "Contents.get", kind: "primary", resource: "core" } as const
      assert.deepStrictEqual(
        waits.map((event) => ("milliseconds" in event ? { ...event, milliseconds: 0 } : event)),
        [{ ...wait, milliseconds: 0 }]
      )
    })
  )

  it.effect("has whole milliseconds", () =>
    Effect.gen(function* () {
      const logs: Array<unknown> = []
      const logger = Logger.make<unknown, void>(({ message }) => void logs.push(message))
      const event = {
        _tag: "Retrying",
        operation: "Issues.get",
        after: "TransportFailed",
        delay: 440.51708984375
      } as const
      yield* RequestLog.log(event).pipe(
        Effect.provide(Logger.layer([logger])),
        Effect.provideService(References.MinimumLogLevel, "All")
      )
      assert.deepStrictEqual(logs, [["Retrying", { operation: "Issues.get", after: "TransportFailed", delay: 441 }]])
    })
  )

  it.effect("is empty without the Layer", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* logged(Layer.empty), [])
    })
  )

  it.effect("is what an observer of the program's own makes of it", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const observer = Layer.succeed(Transport.Observer, ({ _tag }) => Effect.sync(() => void seen.push(_tag)))
      assert.deepStrictEqual(yield* logged(observer), [])
      assert.deepStrictEqual(seen, ["Retrying", "Retrying", "Waiting", "Resuming", "Looking", "LookingFailed"])
    })
  )
})
