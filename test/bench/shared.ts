/** What limits that processes share in Redis add to a request, and how many requests four processes pass. */
import { fork } from "node:child_process"
import { once } from "node:events"
import * as Path from "node:path"
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { redisServer } from "../services/redis.ts"
import { median } from "./measure.ts"
import { type Row, row } from "./report.ts"
import { request } from "./sharedWorker.ts"

const rounds = 5
const seconds = 3

/** How long requests take one after the other, with a pause between them, in milliseconds. */
const timed = <A, E>(count: number, pause: number, effect: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const times: Array<number> = []
    for (let i = 0; i < count; i++) {
      if (pause > 0) yield* Effect.sleep(pause)
      const begin = performance.now()
      yield* effect
      times.push(performance.now() - begin)
    }
    return times
  })

const mean = (times: ReadonlyArray<number>): number => times.reduce((sum, time) => sum + time, 0) / times.length

/** What a request waits for the gate. */
const added = (url: string): Effect.Effect<ReadonlyArray<Row>, unknown> => {
  const shared = Layer.provide(RateLimit.layerRedis(), NodeRedis.layer({ url }))
  const of = (count: number, pause: number, take: (times: ReadonlyArray<number>) => number) =>
    Effect.gen(function* () {
      const run = Effect.flatMap(RateLimit.RateLimit, (gate) => timed(count, pause, request(gate)))
      const ones = yield* Effect.replicateEffect(run, rounds + 1).pipe(Effect.provide(shared))
      const others = yield* Effect.replicateEffect(run, rounds + 1).pipe(Effect.provide(RateLimit.layerMemory()))
      // The first round is a warm-up.
      return ones.slice(1).map((times, round) => take(times) - take(others[round + 1] ?? []))
    })
  return Effect.gen(function* () {
    const busy = yield* of(5_000, 0, mean)
    const idle = yield* of(40, 40, median)
    const pings = yield* Effect.flatMap(Redis.Redis, (redis) => timed(40, 40, redis.send("PING"))).pipe(
      Effect.provide(NodeRedis.layer({ url }))
    )
    const beyond = idle.map((time) => time - median(pings))
    return [
      row("shared gate: added to a request, one after the other", busy, { unit: "ms", target: 0.3 }),
      // After a rest the gate asks Redis. What a PING takes then is the time until two processes get their turn.
      row("shared gate: added to a request after a rest, beyond a PING", beyond, {
        unit: "ms",
        target: 0.3,
        details: `in all ${median(idle).toFixed(2)} ms, a PING ${median(pings).toFixed(2)} ms`
      })
    ]
  })
}

/** How many requests four processes pass in a second. */
const passed = async (url: string): Promise<number> => {
  const module = Path.join(import.meta.dirname, "sharedWorker.ts")
  const processes = [1, 2, 3, 4].map(() => fork(module, [url, String(seconds)], { execArgv: [] }))
  await Promise.all(processes.map((child) => once(child, "message")))
  const counts = processes.map((child) => once(child, "message"))
  for (const child of processes) child.send("go")
  const all: ReadonlyArray<ReadonlyArray<unknown>> = await Promise.all(counts)
  return all.reduce((sum, [count]) => sum + Number(count), 0) / seconds
}

export const shared = (): Promise<ReadonlyArray<Row>> =>
  Effect.gen(function* () {
    const { url } = yield* redisServer()
    const rows = yield* added(url)
    const rates: Array<number> = []
    for (let round = 0; round < rounds; round++) rates.push(yield* Effect.promise(() => passed(url)))
    return [
      ...rows,
      row(
        "shared gate: 1,000 requests of four processes",
        rates.map((rate) => 1_000_000 / rate),
        { unit: "ms", target: 250, details: `${Math.round(median(rates)).toLocaleString("en")} requests a second` }
      )
    ]
  }).pipe(Effect.scoped, Effect.runPromise)
