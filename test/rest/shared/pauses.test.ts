/** The gate in Redis, against the model of `pauseModel.ts`: the script itself, by a clock that the test moves. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as fc from "fast-check"
import { lua } from "../../../src/rest/internal/shared/lua.ts"
import type { Ask, Grant, Report } from "../../../src/rest/internal/shared/script.ts"
import type * as RateLimit from "../../../src/rest/RateLimit.ts"
import { lacksRedis, redisServer } from "../../services/redis.ts"
import { type Event, firstPause, makeModel, resources, script, type Sent, subject } from "../support/pauseModel.ts"
import { epoch } from "../support/time.ts"
import { ask, core, gateAt, silent } from "./support.ts"
import { runs } from "../../depth.ts"

const byRedis = 'local time = redis.call("TIME")'
const byTest = "local time = cjson.decode(ARGV[2])"

/** The script, with the seconds and microseconds of the test in place of those of Redis. */
const timed = Redis.script((key: string, question: string, time: string) => [key, question, time], {
  lua: lua.replace(byRedis, byTest),
  numberOfKeys: 1
}).withReturnType<string>()

const looks: Omit<Ask, "resource"> = {
  lease: "a process that only looks",
  keep: 1,
  using: 0,
  spare: 0,
  wanted: 0,
  extra: 0,
  concurrency: 100,
  budget: undefined,
  lost: 0,
  silent: false,
  goodAgo: undefined,
  written: 0,
  interval: undefined,
  quota: undefined
}

const isLimit = (head: object | undefined): boolean => head !== undefined && "isLimit" in head && head.isLimit === true

const run = Effect.fnUntraced(function* (key: string, events: ReadonlyArray<Event>) {
  const redis = yield* Redis.Redis
  const evaluate = redis.eval(timed)
  const model = makeModel()
  const sent: Array<Sent> = []
  const ids = new Map<object, string>()
  let now = epoch

  const put = (question: Ask | Report) =>
    Effect.map(
      evaluate(key, JSON.stringify(question), JSON.stringify([Math.floor(now / 1_000), (now % 1_000) * 1_000])),
      // The cast is safe: the script wrote it.
      (text) => JSON.parse(text) as Grant
    )

  const happens = Effect.fnUntraced(function* (event: Event) {
    if (event._tag === "Passes") now += event.millis
    if (event._tag === "Sends") sent.push({ resource: event.resource, sentAt: now, head: undefined, isOver: false })
    const one = subject(sent, event)
    if (one === undefined) return
    const { head, resource, sentAt } = one
    one.isOver = event._tag !== "Head"
    if (event._tag === "Succeeds") {
      model.succeed(one)
      yield* put({ ...looks, resource, goodAgo: now - sentAt })
    }
    if (event._tag !== "Head" && event._tag !== "Body") return
    const by = { isLimit: event.signal !== null }
    ids.set(by, `notice ${ids.size}`)
    if (head !== undefined) model.withdraw(head)
    if (event.signal !== null) model.note(by, event.signal, one, now)
    one.head = by
    // A gate has nothing to report then.
    if (event.signal === null && !isLimit(head)) return
    const reply = yield* put({
      resource,
      kind: event.signal?.kind,
      limited: resource,
      id: ids.get(by) ?? "",
      replaces: head && ids.get(head),
      retryIn: event.signal?.retryIn,
      first: firstPause,
      sentAgo: now - sentAt
    })
    assert.strictEqual(
      reply.closed && now + reply.closed.for,
      event.signal === null ? undefined : model.opensAt(resource)
    )
  })

  for (const event of events) {
    yield* happens(event)
    for (const resource of resources) {
      const until = model.opensAt(resource)
      const { closed } = yield* put({ ...looks, resource })
      assert.strictEqual(closed && now + closed.for, until > now ? until : undefined)
    }
  }
})

describe.skipIf(lacksRedis)("pauses that processes share", () => {
  it.live("hold in any order of heads, bodies and successes until they end or are withdrawn, and no longer", () =>
    Effect.gen(function* () {
      assert.include(lua, byRedis)
      const { url } = yield* redisServer()
      const redis = yield* Layer.build(NodeRedis.layer({ url, disableOfflineQueue: true }))
      let count = 0
      const property = fc.asyncProperty(script, (events) =>
        run(`sequence ${count++}`, events).pipe(Effect.provide(redis), Effect.runPromise)
      )
      const report = yield* Effect.promise(() => fc.check(property, { numRuns: runs(300) }))
      assert.isUndefined(fc.defaultReportMessage(report))
    })
  )

  it.live("are withdrawn for all processes, and leave those of others", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const [one, two, three] = [yield* gateAt(url), yield* gateAt(url), yield* gateAt(url)]
      const sentAt = Date.now()
      const until = (seconds: number): RateLimit.LimitSignal => ({
        kind: "secondary",
        retryAt: sentAt + seconds * 1_000
      })
      const notice = (seconds: number): RateLimit.Notice => ({ sentAt, budget: undefined, limit: until(seconds) })
      const heads = [notice(1_000), notice(3_000)] as const
      const seen = Effect.map(Effect.flip(ask(three, silent(1).exchange)), ({ retryAt }) =>
        // Whatever the machine's clock and that of Redis do meanwhile.
        Math.round((DateTime.toEpochMillis(retryAt) - sentAt) / 1_000_000)
      )
      yield* one.note(core, heads[0])
      yield* two.note(core, heads[1])
      assert.strictEqual(yield* seen, 3)
      yield* two.note(core, { ...heads[1], limit: undefined, replaces: heads[1] })
      assert.strictEqual(yield* seen, 1)
      yield* one.note(core, { ...heads[0], limit: undefined, replaces: heads[0] })
      yield* ask(three, silent(1).exchange)
      yield* ask(one, silent(1).exchange)
    })
  )
})
