/**
 * Writes on a service that loses requests and responses, shows what it has made late, and goes on with a request whose
 * client was killed, all within `Write.Settling`: each key is written exactly once.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import * as Forge from "../../../src/forge/Forge.ts"
import type { ForgeError } from "../../../src/forge/ForgeError.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import * as Milestones from "../../../src/forge/Milestones.ts"
import * as Credentials from "../../../src/rest/Credentials.ts"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as Mark from "../../../src/rest/Mark.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import * as Write from "../../../src/rest/Write.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { begin, settle } from "../../rest/support/time.ts"
import { runs } from "../../depth.ts"

const repo = { owner: "acme", repo: "web" }
const key = "a key -->"
const mark = Mark.of(key)

const seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      labels: [{ name: "old" }],
      milestones: [{ title: "Old" }],
      issues: [{ title: "One", labels: ["old"], comments: [{ body: "First." }] }]
    }
  ]
} as const

type Snapshot = Effect.Success<ReturnType<ForgeSimulator.Handle["repository"]>>

interface Task {
  readonly operation: string
  readonly run: (options: Write.Options, comment_id: number) => Effect.Effect<unknown, ForgeError, Forge.Forge>
  /** How often it is written. */
  readonly times: (repository: Snapshot) => number
}

const onIssue = { ...repo, issue_number: 1 }

const counted = <A>(all: ReadonlyArray<A>, isIt: (one: A) => boolean): number => all.filter(isIt).length

const tasks: ReadonlyArray<Task> = [
  {
    operation: "Issues.create",
    run: (options) => Write.once(Issues.create, { ...repo, title: "Two", body: "Text." }, options),
    times: ({ issues }) => counted(issues, ({ body }) => body === `Text.\n\n${mark}`)
  },
  {
    operation: "Issues.createComment",
    run: (options) => Write.once(Issues.createComment, { ...onIssue, body: "Text." }, options),
    times: ({ issues }) => counted(issues[0]?.comments ?? [], ({ body }) => body === `Text.\n\n${mark}`)
  },
  {
    operation: "Labels.create",
    run: (options) => Write.once(Labels.create, { ...repo, name: "new", color: "ff0000" }, options),
    times: ({ labels }) => counted(labels, ({ name }) => name === "new")
  },
  {
    operation: "Labels.update",
    run: (options) => Write.once(Labels.update, { ...repo, name: "old", new_name: "new" }, options),
    times: ({ labels }) => counted(labels, ({ name }) => name === "new")
  },
  {
    operation: "Labels.removeFromIssue",
    run: (options) => Write.once(Labels.removeFromIssue, { ...onIssue, name: "old" }, options),
    times: ({ issues }) => 1 - (issues[0]?.labels.length ?? 0)
  },
  {
    operation: "Labels.delete",
    run: (options) => Write.once(Labels.delete, { ...repo, name: "old" }, options),
    times: ({ labels }) => 1 - labels.length
  },
  {
    operation: "Milestones.create",
    run: (options) => Write.once(Milestones.create, { ...repo, title: "New" }, options),
    times: ({ milestones }) => counted(milestones, ({ title }) => title === "New")
  },
  {
    operation: "Milestones.delete",
    run: (options) => Write.once(Milestones.delete, { ...repo, milestone_number: 1 }, options),
    times: ({ milestones }) => 1 - milestones.length
  },
  {
    operation: "Issues.deleteComment",
    run: (options, comment_id) => Write.once(Issues.deleteComment, { ...repo, comment_id }, options),
    times: ({ issues }) => 1 - (issues[0]?.comments.length ?? 0)
  }
]

const faults = {
  "lost before it is handled": Faults.requestLost,
  "lost after it is handled": Faults.answerLost,
  "500, nothing done": (when: Faults.When) => Faults.unavailable({ ...when, status: 500 }),
  "502, done": (when: Faults.When) => Faults.html({ ...when, acted: true }),
  "502, nothing done": Faults.html,
  "503, done": (when: Faults.When) => Faults.unavailable({ ...when, acted: true }),
  "503 with Retry-After, done": (when: Faults.When) =>
    Faults.unavailable({ ...when, acted: true, retryAfter: "3 seconds" }),
  "a body that ends too early": Faults.truncated,
  "a body that is cut off": Faults.cutOff,
  "a secondary limit": (when: Faults.When) => Faults.secondaryLimit({ ...when, retryAfter: "1 second" })
}

type Kind = keyof typeof faults

const kinds = Object.keys(faults) as ReadonlyArray<Kind>

interface Weather {
  /** What happens to the writes, one after another. */
  readonly writes: ReadonlyArray<Kind | "nothing">
  /** What happens to the reads. */
  readonly reads: ReadonlyArray<Kind | "nothing">
  /** How long requests take. */
  readonly latency: number
  /** How long after a write listings don't show it. */
  readonly lag: number
  /** How long after its start each run is killed; the runs after that end by themselves. */
  readonly kills: ReadonlyArray<number>
}

/** Listings without what was made lately. */
const lagging = (clock: Clock.Clock, lag: number) =>
  Faults.rewritten({
    method: "GET",
    times: Infinity,
    rewrite: (body) =>
      Array.isArray(body)
        ? body.filter(
            (item: { readonly created_at?: string }) =>
              item.created_at === undefined || Date.parse(item.created_at) <= clock.currentTimeMillisUnsafe() - lag
          )
        : body
  })

/** The service goes on with a request whose client has gone away. */
const detached = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(HttpClient.HttpClient, (client) =>
    HttpClient.transform(client, (exchange) => Effect.flatMap(Effect.forkDetach(exchange), Fiber.join))
  )
)

const service = (latency: number) => {
  const simulator = ForgeSimulator.layerHttpClient({ ...seed, latency })
  const forge = Forge.layer().pipe(
    Layer.provide([
      Credentials.layerToken(Redacted.make(ForgeSimulator.token)),
      HttpCache.layerMemory(),
      RateLimit.layerMemory(),
      Layer.provide(detached, simulator)
    ])
  )
  return Layer.merge(forge, simulator)
}

/** Moves the clock until a fiber has ended, or until a time. */
const awaitExit = Effect.fnUntraced(function* <A, E>(fiber: Fiber.Fiber<A, E>, until: number) {
  let passed = 0
  yield* settle
  while (fiber.pollUnsafe() === undefined && passed < until) {
    const step = Math.min(500, until - passed)
    yield* TestClock.adjust(step)
    yield* settle
    passed += step
  }
  return fiber.pollUnsafe()
})

const played = Effect.fnUntraced(function* (task: Task, weather: Weather) {
  yield* begin
  const simulator = yield* ForgeSimulator.ForgeSimulator
  const clock = yield* Clock.Clock
  const of = (when: Faults.When, list: Weather["writes"]) =>
    list.flatMap((kind, index) => (kind === "nothing" ? [] : [faults[kind]({ ...when, nth: index + 1 })]))
  yield* simulator.faults.add(
    ...of({ matching: ({ method }) => method !== "GET" }, weather.writes),
    ...of({ method: "GET" }, weather.reads),
    ...(weather.lag > 0 ? [lagging(clock, weather.lag)] : [])
  )
  const { issues } = yield* simulator.repository("acme/web")
  const commentId = issues[0]?.comments[0]?.id ?? 0
  for (let run = 0; run < 20; run++) {
    const options = run === 0 ? { key } : { key, resume: true }
    const fiber = yield* Effect.forkChild(task.run(options, commentId))
    const exit = yield* awaitExit(fiber, weather.kills[run] ?? 600_000)
    if (exit === undefined) yield* Fiber.interrupt(fiber)
    else if (Exit.isSuccess(exit)) {
      // What is still under way arrives.
      yield* TestClock.adjust("1 minute")
      yield* settle
      return task.times(yield* simulator.repository("acme/web"))
    }
  }
  throw new Error("it never succeeds")
})

const calm: Weather = { writes: [], reads: [], latency: 0, lag: 0, kills: [] }

const play = (task: Task, weather: Partial<Weather>) => {
  const full = { ...calm, ...weather }
  return Effect.provide(played(task, full), service(full.latency))
}

describe.each(tasks)("$operation", (task) => {
  it.effect.each(kinds)("once: %s", (kind) =>
    Effect.gen(function* () {
      for (const lag of [0, 6_000]) {
        const times = yield* play(task, { writes: [kind], lag })
        assert.strictEqual(times, 1, `${lag} ms`)
      }
    })
  )

  it.effect("once: killed at each step, and started again", () =>
    Effect.gen(function* () {
      // Requests take a second: kills in between hit them under way, kills at the second between them.
      for (let at = 0; at <= 16_000; at += 500) {
        const times = yield* play(task, {
          writes: ["lost after it is handled"],
          latency: 1_000,
          lag: 4_000,
          kills: [at]
        })
        assert.strictEqual(times, 1, `killed after ${at} ms`)
      }
    })
  )

  const trouble = fc.array(fc.constantFrom<Kind | "nothing">(...kinds, "nothing"), { maxLength: 5 })

  const anyWeather = fc.record({
    writes: trouble,
    reads: trouble,
    latency: fc.constantFrom(0, 300, 2_000),
    lag: fc.constantFrom(0, 1_000, 6_000),
    kills: fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 3 })
  })

  it("once, whatever happens", async () => {
    const property = fc.asyncProperty(anyWeather, async (weather) => {
      const times = await Effect.runPromise(Effect.provide(play(task, weather), TestClock.layer()))
      assert.strictEqual(times, 1)
    })
    assert.isUndefined(fc.defaultReportMessage(await fc.check(property, { numRuns: runs(25), seed: 20270115 })))
  })
})
