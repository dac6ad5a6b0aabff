/** A service with a persisted cache, restarted at will, over stores that can be watched and broken. */
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Persistence from "effect/persistence/Persistence"
import * as Schedule from "effect/Schedule"
import type * as Forge from "../../../src/forge/Forge.ts"
import type * as Credentials from "../../../src/rest/Credentials.ts"
import * as Metrics from "../../../src/rest/Metrics.ts"
import * as PersistedCache from "../../../src/rest/PersistedCache.ts"
import type { Steps } from "../../testOn.ts"
import { type Http, scripted } from "../support/http.ts"
import * as Things from "../support/things.ts"
import { versioned } from "../support/validators.ts"

export const get = Things.get({ id: 1 })

/** A service whose response never changes. */
export const unchanged = (): Http => scripted(versioned({ json: { id: 7 }, etag: '"v1"' }))

/** A service with many things, which never change. */
export const many = (): Http => scripted((sent) => versioned({ json: { id: 7 }, etag: `"${sent.path}"` })(sent))

export const thing = (id: number) => Things.get({ id })

export interface Process {
  readonly http: Http
  readonly store: Layer.Layer<Persistence.Persistence>
  readonly options?: PersistedCache.Options
  readonly credentials?: Layer.Layer<Credentials.Credentials>
  readonly policies?: Layer.Layer<never>
}

/** The service as one process has it. */
export const service = ({ http, options, store, ...parts }: Process): Layer.Layer<Forge.Forge> =>
  Things.service(http, { ...parts, cache: PersistedCache.layer(options).pipe(Layer.provide(store)) })

/** Runs a program as a process of its own: nothing in memory survives it. */
export const run = <A, E>(program: Effect.Effect<A, E, Forge.Forge>, process: Process): Effect.Effect<A, E> =>
  Effect.provide(program, service(process))

/** What a store does instead of its work. */
export type Trouble = "fails" | "dies" | "hangs" | "hangs on"

const troubled = (trouble: Trouble): Effect.Effect<never, Persistence.PersistenceError> => {
  if (trouble === "hangs") return Effect.never
  if (trouble === "hangs on") return Effect.uninterruptible(Effect.never)
  const error = new Persistence.PersistenceError({ message: "No space left on device" })
  return trouble === "fails" ? Effect.fail(error) : Effect.die(error)
}

/** A store in memory. */
export interface Watched {
  readonly layer: Layer.Layer<Persistence.Persistence>
  /** What it holds, by its keys. */
  readonly values: Map<string, object>
  /** How often it was asked: `make`, `get`, `set`. */
  readonly asked: Record<"make" | "get" | "set", number>
  /** What is wrong with it now. */
  readonly trouble: Partial<Record<"make" | "get" | "set", Trouble>>
}

export const watched = (): Watched => {
  const values = new Map<string, object>()
  const asked = { make: 0, get: 0, set: 0 }
  const trouble: Watched["trouble"] = {}
  const does = <A>(name: keyof typeof asked, act: () => A): Effect.Effect<A, Persistence.PersistenceError> =>
    Effect.suspend(() => {
      asked[name]++
      const wrong = trouble[name]
      return wrong === undefined ? Effect.sync(act) : troubled(wrong)
    })
  const backing = Persistence.BackingPersistence.of({
    make: (storeId) => {
      let isClosed = false
      const store: Persistence.BackingPersistenceStore = {
        get: (key) => does("get", () => values.get(`${storeId}:${key}`)),
        set: (key, value) => does("set", () => void (isClosed || values.set(`${storeId}:${key}`, value))),
        getMany: () => Effect.die("unused"),
        setMany: () => Effect.die("unused"),
        remove: () => Effect.die("unused"),
        clear: Effect.die("unused")
      }
      const close = Effect.sync(() => void (isClosed = true))
      return Effect.tap(
        Effect.orDie(does("make", () => store)),
        Effect.addFinalizer(() => close)
      )
    }
  })
  const layer = Persistence.layer.pipe(Layer.provide(Layer.succeed(Persistence.BackingPersistence, backing)))
  return { layer, values, asked, trouble }
}

/** The one text that a store holds. */
export const textOf = ({ values }: Watched): string => {
  const [value] = values.values()
  // The cast is safe: it is an encoded exit.
  return (value as { readonly value: string }).value
}

/** The messages that a program logs. */
export const logged = <A, E, R>(program: (messages: ReadonlyArray<string>) => Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const messages: Array<string> = []
    const logger = Logger.make(({ message }) => {
      messages.push(String(Array.isArray(message) ? message[0] : message))
    })
    return Effect.provide(program(messages), Logger.layer([logger]))
  }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))

type LoggedSteps = (messages: ReadonlyArray<string>) => Steps<never>

const watching = (steps: LoggedSteps) => logged((messages) => Effect.gen(() => steps(messages)))

/** A test that gets what the program logs, so that it is not printed. */
export const test = Object.assign(
  (title: string, steps: LoggedSteps): void => it.effect(title, () => watching(steps)),
  {
    live: (title: string, steps: LoggedSteps): void => it.live(title, () => watching(steps))
  }
)

/** How often reads, or writes, went without the store. */
export const failures = (operation: "read" | "write", reason: Metrics.StoreFailure) =>
  Effect.map(Metric.value(Metrics.cacheStoreFailures(operation, reason)), ({ count }) => Number(count))

const missed = Effect.map(
  Effect.all([failures("read", "failed"), failures("read", "timeout"), failures("read", "unavailable")]),
  (counts) => counts.reduce((sum, count) => sum + count, 0)
)

/** Reads new things until the store serves a read. */
export const untilRead = Effect.suspend(() => {
  let id = 100
  const isServed = Effect.gen(function* () {
    const before = yield* missed
    yield* thing(++id)
    return (yield* missed) === before
  })
  return isServed.pipe(Effect.repeat({ schedule: Schedule.spaced(50), until: (served) => served }))
})
