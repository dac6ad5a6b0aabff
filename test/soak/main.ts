/**
 * Chaos over the simulators on real sockets: `npm run soak -- --minutes 5 --seed 7`, or `--seconds 30`. Faults and calls
 * are drawn by the seed, round after round; `--round 12` repeats one of them. docs/guides/reliability.md says what is
 * checked. Then `--deliveries` (1,500) of webhooks go to receivers that are killed. Fails with exit code 1 on any violation.
 */
import { parseArgs } from "node:util"
import * as Effect from "effect/Effect"
import type { ConfigError } from "effect/Config"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as ForgeNode from "../../src/node/ForgeNode.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import * as WeatherSimulator from "../../src/testing/WeatherSimulator.ts"
import { soakDeliveries, summaryOf, violationsOf } from "./deliveries.ts"
import { serveForeign } from "./foreign.ts"
import { mixed } from "./random.ts"
import { readTruths, runRound, seedOf } from "./round.ts"
import { serveStalling, stallUploads } from "./stalledUploads.ts"
import { makeTally, summary } from "./tally.ts"

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "0" },
    seconds: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
    deliveries: { type: "string", default: "1500" },
    round: { type: "string" }
  }
})
const seed = Number(values.seed)
const asked = Number(values.minutes) * 60 + Number(values.seconds)
const seconds = asked === 0 ? 30 : asked
const only = values.round === undefined ? undefined : Number(values.round)

/** Bytes that the heap may grow by between the first rounds and the last. */
const margin = 12 * 2 ** 20

const used = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const clientOf = (layer: Layer.Layer<HttpClient.HttpClient, ConfigError>) =>
  Effect.map(Layer.build(layer), (context) => Effect.provide(Effect.service(HttpClient.HttpClient), context)).pipe(
    Effect.flatten
  )

const soak = Effect.gen(function* () {
  const weather = yield* WeatherSimulator.WeatherSimulator
  const clients = [yield* clientOf(ForgeNode.layerHttpClient()), yield* clientOf(FetchHttpClient.layer)] as const
  const world = {
    forge: yield* ForgeSimulator.ForgeSimulator,
    weather,
    foreign: yield* serveForeign,
    clients,
    truths: yield* readTruths(weather, clients[0])
  }
  const stalling = yield* serveStalling
  const tally = makeTally()
  const heaps: Array<number> = []
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1_000
  let round = only ?? 0
  do {
    const before = tally.violations.length
    yield* runRound(world, mixed(seed, round), tally)
    yield* stallUploads(stalling, clients, mixed(seed, round), tally)
    for (const what of tally.violations.slice(before)) console.error(`round ${round}: ${what}`)
    heaps.push(used())
    round++
  } while (only === undefined && elapsed() < seconds)

  // The first round compiles the code.
  const tenth = Math.max(1, Math.floor((heaps.length - 1) / 10))
  const [first, last] = [median(heaps.slice(1, 1 + tenth)), median(heaps.slice(-tenth))]
  if (heaps.length > 2 && last - first > margin) {
    tally.violations.push(`the heap grew from ${mebibytes(first)} to ${mebibytes(last)}`)
    console.error(tally.violations.at(-1))
  }
  const heap = `heap after collection: ${mebibytes(first)} in the first tenth, ${mebibytes(last)} in the last`
  console.log(summary(tally, { seed, seconds: Math.round(elapsed()), rounds: heaps.length, heap }))
  return tally.violations.length
}).pipe(
  Effect.scoped,
  Effect.provide([SimulatorServer.layerForge(seedOf()), SimulatorServer.layerWeather({ limits: "none" })])
)

const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`

const violations = await Effect.runPromise(soak)
const delivered = await Effect.runPromise(Effect.scoped(soakDeliveries(Number(values.deliveries), seed)))
for (const one of delivered) console.log(summaryOf(one))
const broken = delivered.flatMap((one) => violationsOf(one, false))
for (const violation of broken) console.error(violation)
process.exitCode = violations === 0 && broken.length === 0 ? 0 : 1

// Does not keep the process: it fires only if something else does.
setTimeout(() => {
  console.error(`the process did not end by itself: ${process.getActiveResourcesInfo().join(", ")}`)
  process.exit(1)
}, 10_000).unref()
