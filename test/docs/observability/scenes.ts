/** Programs whose metrics the dashboard shows, and those that the alerts are for. Each runs over the simulator. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Logger from "effect/Logger"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as Persistence from "effect/persistence/Persistence"
import * as TestClock from "effect/testing/TestClock"
import * as Redacted from "effect/Redacted"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Credentials from "../../../src/rest/Credentials.ts"
import * as PersistedCache from "../../../src/rest/PersistedCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import type { Fault } from "../../../src/testing/FaultTypes.ts"
import type { Seed } from "../../../src/testing/ForgeSeed.ts"
import { Faults, ForgeSimulator } from "../../../src/testing/index.ts"
import { Budget, Bulk, Merge, Sync, Upsert } from "../../../src/workflow/index.ts"

/** What a scene has exported, a text of Prometheus each minute. */
export type Exports = ReadonlyArray<string>

export interface Scene {
  readonly name: string
  /** Names of the alerts that fire at its end. */
  readonly alerts: ReadonlyArray<string>
  readonly exports: Effect.Effect<Exports>
}

const minutes = 45
const place = { owner: "acme", repo: "web" }
const issue = { ...place, issue_number: 1 }

const seed: Seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "a.txt": "a\n" },
      issues: [{ title: "One" }],
      pulls: [{ title: "Feature", head: "feature", files: { "b.txt": "b\n" }, draft: true }]
    }
  ]
}

type Turn<E, R> = (minute: number) => Effect.Effect<unknown, E, R>

/** Runs something each minute, and exports the metrics after it. */
const eachMinute = <E, R>(turn: Turn<E, R>): Effect.Effect<Exports, never, R> =>
  Effect.gen(function* () {
    const exports: Array<string> = []
    for (let minute = 0; minute < minutes; minute++) {
      yield* Effect.forkChild(Effect.exit(turn(minute)))
      for (let second = 0; second < 60; second += 10) {
        yield* Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
        yield* TestClock.adjust("10 seconds")
      }
      exports.push(yield* PrometheusMetrics.format())
    }
    return exports
  })

/** With metrics of its own, and without its logs. */
const alone = <E>(exports: Effect.Effect<Exports, E>): Effect.Effect<Exports> =>
  exports.pipe(
    Effect.provideService(Metric.MetricRegistry, new Map()),
    Effect.provideService(Logger.CurrentLoggers, new Set()),
    Effect.provide(TestClock.layer()),
    Effect.orDie
  )

const scene = <E>(
  name: string,
  alerts: ReadonlyArray<string>,
  turn: Turn<E, Forge.Forge | ForgeSimulator.ForgeSimulator>,
  { faults = [], seed: own = seed }: { readonly faults?: ReadonlyArray<Fault>; readonly seed?: Seed } = {}
): Scene => ({
  name,
  alerts,
  exports: alone(
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* simulator.faults.add(...faults)
      return yield* eachMinute(turn)
    }).pipe(Effect.provide(Layer.fresh(ForgeSimulator.layer(own))))
  )
})

const read = Issues.get(issue)
const always = { times: Infinity }

const quiet = scene("quiet", [], (minute) =>
  Effect.gen(function* () {
    yield* Effect.all([read, read], { concurrency: 2 })
    yield* Upsert.comment({ ...issue, body: `Minute ${minute % 3}` }, { key: "minute" })
    yield* Sync.labels({ ...place, labels: [{ name: minute % 2 === 0 ? "bug" : "Bug" }] })
    // One failure in a while is not an alert.
    if (minute % 20 === 0) yield* Effect.exit(Merge.whenGreen({ ...place, pull_number: 1 }))
    const tenant = yield* Budget.make({ name: "acme", spend: 0.5 })
    yield* Bulk.forEach([1, 2], () => read, { budget: tenant })
  })
)

const unauthorized = scene("unauthorized", ["ForgecastUnauthorized"], () => read, {
  faults: [Faults.answered({ ...always, status: 401, body: { message: "Bad credentials" } })]
})

const outage = scene("outage", ["ForgecastServiceFails"], () => read, { faults: [Faults.unavailable(always)] })

const lost = scene("lost", ["ForgecastServiceFails"], () => read, { faults: [Faults.requestLost(always)] })

const limited = scene("limited", ["ForgecastLimited"], () => Effect.all([read, read, read]), {
  faults: [Faults.secondaryLimit({ ...always, retryAfter: "20 seconds" })]
})

const writes = (count: number) =>
  Effect.forEach(Array.from({ length: count }), () => Issues.lock(issue), { concurrency: "unbounded" })

const spent = scene("spent", ["ForgecastBudgetLow"], () => writes(12), {
  seed: { ...seed, limits: { core: { authenticated: 400 }, secondary: "none" } }
})

const waiting = scene(
  "waiting",
  ["ForgecastBudgetLow", "ForgecastWaiting"],
  () => Effect.provideService(writes(9), RateLimit.MaxWait, "1 hour"),
  { seed: { ...seed, limits: { core: { authenticated: 30, window: "10 minutes" }, secondary: "none" } } }
)

const failing = scene("failing", ["ForgecastWorkflowFails"], (minute) =>
  minute % 5 === 0 ? Merge.whenGreen({ ...place, pull_number: 1 }) : Effect.void
)

const defect = scene("defect", ["ForgecastWorkflowDefect"], (minute) =>
  minute === minutes - 10 ? Bulk.forEach([1], () => Effect.die("a bug")) : read
)

/** A store in memory, until it fails. */
const store = (fails: () => boolean): Layer.Layer<Persistence.Persistence> => {
  const values = new Map<string, object>()
  const does = <A>(act: () => A): Effect.Effect<A, Persistence.PersistenceError> =>
    Effect.suspend(() =>
      fails() ? Effect.fail(new Persistence.PersistenceError({ message: "No space left" })) : Effect.sync(act)
    )
  const backing = Persistence.BackingPersistence.of({
    make: () =>
      Effect.succeed({
        get: (key) => does(() => values.get(key)),
        getMany: (keys) => does(() => Arr.map(keys, (key) => values.get(key))),
        set: (key, value) => does(() => void values.set(key, value)),
        setMany: (entries) => does(() => entries.forEach(([key, value]) => values.set(key, value))),
        remove: (key) => does(() => void values.delete(key)),
        clear: does(() => values.clear())
      })
  })
  return Persistence.layer.pipe(Layer.provide(Layer.succeed(Persistence.BackingPersistence, backing)))
}

const storeFails: Scene = {
  name: "store fails",
  alerts: ["ForgecastCacheStoreFails"],
  exports: alone(
    Effect.gen(function* () {
      let isFailing = false
      const persisted = store(() => isFailing)
      const client = yield* Layer.build(Layer.fresh(ForgeSimulator.layerHttpClient(seed)))
      /** A process, which ends. */
      const inProcess = Effect.provide(
        read,
        Layer.fresh(
          Forge.layer().pipe(
            Layer.provide([
              Credentials.layerToken(Redacted.make(ForgeSimulator.token)),
              PersistedCache.layer().pipe(Layer.provide(persisted)),
              RateLimit.layerMemory(),
              Layer.succeedContext(client)
            ])
          )
        )
      )
      return yield* eachMinute((minute) => {
        isFailing = minute >= 10
        return inProcess
      })
    }).pipe(Effect.scoped)
  )
}

export const scenes: ReadonlyArray<Scene> = [
  quiet,
  unauthorized,
  outage,
  lost,
  limited,
  spent,
  waiting,
  failing,
  defect,
  storeFails
]
