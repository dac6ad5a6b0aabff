/** A round of the soak: fresh state, fresh clients, workers side by side; then the checks. */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Forge from "../../src/forge/Forge.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as Page from "../../src/rest/Page.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as Retry from "../../src/rest/Retry.ts"
import * as Transport from "../../src/rest/Transport.ts"
import type { Handle as ForgeHandle } from "../../src/testing/ForgeHandle.ts"
import type { Seed } from "../../src/testing/ForgeSeed.ts"
import type { Received } from "../../src/testing/Journal.ts"
import type { Handle as WeatherHandle } from "../../src/testing/WeatherHandle.ts"
import * as Weather from "../../src/weather/Weather.ts"
import type { Foreign } from "./foreign.ts"
import { makeForgeWorker, repo, seeded } from "./forgeWorker.ts"
import { makeRandom, mixed } from "./random.ts"
import { count, type Tally } from "./tally.ts"
import { runWeatherWorker, type Truths, truthsOf } from "./weatherWorker.ts"
import { watchman } from "./wire.ts"

export interface World {
  readonly forge: ForgeHandle
  readonly weather: WeatherHandle
  readonly foreign: Foreign
  readonly truths: ReadonlyArray<Truths>
  readonly clients: readonly [HttpClient.HttpClient, ...ReadonlyArray<HttpClient.HttpClient>]
}

const owners = Array.from({ length: 40 }, (_, index) => `worker${index}`)
const weatherWorkers = [0, 1, 2, 3, 4, 5, 6, 7]
const callsOfForge = 12
const callsOfWeather = 8

/** Each owner has several tokens. */
const tokensOf = (owner: string) => ["a", "b", "c"].map((letter) => `ghp_soak${letter}${owner.padStart(31, "0")}`)

/** The tokens of one owner. Those of every other owner rotate, as an App's do: the cache outlives them. */
const credentialsOf = (owner: string, rotates: boolean, seed: number) => {
  const [first = "", ...others] = tokensOf(owner)
  if (!rotates) return Credentials.layerToken(Redacted.make(first))
  const random = makeRandom(mixed(seed, ...Buffer.from(owner)))
  let token = first
  return Credentials.layerProvider(
    Effect.sync(() => {
      if (random.chance(0.2)) token = random.pick([first, ...others])
      return Redacted.make(token)
    }),
    { principal: owner }
  )
}

export const seedOf = (): Seed => ({
  tokens: Object.fromEntries(owners.flatMap((owner) => tokensOf(owner).map((token) => [token, owner]))),
  repositories: owners.map((owner) => ({
    owner,
    name: repo,
    issues: Array.from({ length: seeded }, (_, index) => ({ title: `seeded ${index}`, comments: ["First", "Second"] }))
  })),
  limits: { core: { authenticated: 1_000_000 }, secondary: "none" }
})

/** Delays of milliseconds, so that thousands of calls fit. */
const policies = Layer.mergeAll(
  Layer.succeed(Retry.RetryPolicy, { attempts: 4, within: "5 seconds", base: 4, cap: 20 }),
  Layer.succeed(Transport.CallTimeout, "80 seconds"),
  Layer.succeed(Page.PageSize, 10),
  Layer.succeed(Page.ReadAhead, 2)
)

const hurried = { head: 250, silence: 250 }
// On a busy machine, a client that times out does not read what it was told.
const unhurried = { head: 60_000, silence: 60_000 }

const parts = (client: HttpClient.HttpClient, isImpatient: boolean) =>
  Layer.mergeAll(HttpCache.layerMemory(), RateLimit.layerMemory({ pause: 20 }), policies).pipe(
    Layer.merge(Layer.succeed(HttpClient.HttpClient, client)),
    Layer.merge(Layer.succeed(Transport.RequestTimeouts, isImpatient ? hurried : unhurried))
  )

export const readTruths = (weather: WeatherHandle, client: HttpClient.HttpClient) =>
  Effect.forEach(weatherWorkers, truthsOf).pipe(
    Effect.provide(Weather.layer({ urls: weather.urls, quota: null }).pipe(Layer.provide(parts(client, false))))
  )

/** Says each write that the service carried out more than once. Repeats of other writes change nothing. */
const actedTwice = (journal: ReadonlyArray<Received>): ReadonlyArray<string> => {
  const times = new Map<string, number>()
  for (const { acted, body, method, operation, path } of journal) {
    if (acted && method === "POST" && operation !== "Labels.addToIssue") {
      count(times, `${operation} ${path} ${JSON.stringify(body)}`)
    }
  }
  return [...times].filter(([, n]) => n > 1).map(([write, n]) => `${write} was carried out ${n} times`)
}

export const runRound = Effect.fnUntraced(function* (world: World, seed: number, tally: Tally) {
  const { clients, foreign, forge, truths, weather } = world
  yield* forge.reset(seedOf())
  yield* weather.reset()
  const clientOf = (index: number) => clients[index % clients.length] ?? clients[0]
  const roads = (own: string) => ({ own, foreign: `${foreign.origin}/elsewhere?page=2` })

  const workers = owners.map((owner, index) => {
    const isImpatient = index % 4 > 1
    const own = roads(`${forge.baseUrl}/repos/${owner}/${repo}/issues/1`)
    const rotates = index % 2 === 1
    const options = { owner, seed, calls: callsOfForge, isImpatient, rotates, simulator: forge, roads: own, tally }
    const worker = makeForgeWorker(options)
    const layer = Forge.layer({ baseUrl: forge.baseUrl }).pipe(
      Layer.provide([parts(clientOf(index), isImpatient), credentialsOf(owner, rotates, seed)])
    )
    return { ...worker, run: Effect.provide(worker.run, layer) }
  })
  const forecasts = weatherWorkers.map((index) =>
    runWeatherWorker({
      index,
      seed,
      calls: callsOfWeather,
      simulator: weather,
      roads: roads(weather.urls.archive),
      tally,
      truths: truths[index] ?? []
    }).pipe(
      Effect.provide(
        Weather.layer({ urls: weather.urls, quota: null }).pipe(
          Layer.provide(parts(clientOf(index >> 1), index % 2 === 1))
        )
      )
    )
  )
  const [wrong] = yield* Effect.all(
    [
      Effect.all(forecasts, { concurrency: "unbounded" }),
      Effect.all(
        workers.map(({ run }) => run),
        { concurrency: "unbounded", discard: true }
      )
    ],
    { concurrency: 2 }
  )
  const checks = yield* Effect.forEach(workers, ({ check }) => check)

  const journal = yield* forge.requests
  for (const { faults } of [...journal, ...(yield* weather.requests)]) {
    tally.requests++
    for (const name of faults) if (name !== watchman) count(tally.faults, name)
  }
  const exposed = foreign.arrived.filter((request) => /authorization|ghp_/i.test(request))
  tally.violations.push(
    ...wrong.flat(),
    ...checks.flat(),
    ...actedTwice(journal),
    ...exposed.map((request) => `a token reached another origin: ${request}`)
  )
  yield* forge.reset({})
  yield* weather.reset()
})
