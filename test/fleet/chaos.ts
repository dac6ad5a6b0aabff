/**
 * Workflows on three runners of a cluster, of which one after another is killed while the service loses answers. They are
 * begun by webhooks, each of which arrives twice, and one of them works off a merge queue. Every workflow has to complete,
 * with every write carried out once, and every pull request has to land.
 */
import * as assert from "node:assert"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as WebhookInbox from "../../src/forge/WebhookInbox.ts"
import * as Webhooks from "../../src/forge/Webhooks.ts"
import * as Faults from "../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import { layerService, secret, startFleet } from "./fleet.ts"
import { Land, queued } from "./land.ts"
import { repo, Triage } from "./triage.ts"

/** How many runners there are. */
const size = 3

/**
 * How many workflows run at the same time. A runner that takes over looks for each write that was under way, for as long as
 * `Write.Settling` says: with many more of them, these requests alone bring on the next kill, and hardly anything gets on.
 */
const atOnce = 32

export interface Options {
  readonly workflows: number
  /** How many pull requests are in the merge queue. */
  readonly pulls: number
  /** Draws the faults and the kills. */
  readonly seed: number
  /** After how many requests a runner is killed, each time. */
  readonly kills: ReadonlyArray<number>
  /** The share of answers that are lost, and of requests. */
  readonly lost: number
}

export interface Outcome {
  /** Workflows that did not succeed, with the reason. */
  readonly failed: ReadonlyArray<string>
  /** Issues whose comments, labels or state are not what their workflow makes of them, and pull requests that did not land. */
  readonly wrong: ReadonlyArray<string>
  readonly requests: number
  /** Requests without an answer. */
  readonly lost: number
  readonly millis: number
}

/** The same numbers for the same seed, from 0 to 1. */
const drawing = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Lets the check of each candidate of the merge queue pass. */
const ci = Effect.gen(function* () {
  const { connect, setStatus } = yield* ForgeSimulator.ForgeSimulator
  yield* connect(
    (request) =>
      Effect.gen(function* () {
        const push = (yield* Effect.promise(() => request.json())) as { readonly ref: string; readonly after: string }
        if (push.ref === "refs/heads/merge-queue/main") {
          yield* setStatus(`${queued.owner}/${queued.repo}`, "test", "success", { ref: push.after })
        }
        return new Response(null, { status: 204 })
      }),
    "https://ci.example"
  )
})

/**
 * Begins the workflow of each issue that is opened. The service waits 10 seconds for a response and sends nothing again, and
 * the shard of a runner that was killed takes as long to move: so deliveries are kept first.
 */
const receiving = Effect.gen(function* () {
  const { connect, faults } = yield* ForgeSimulator.ForgeSimulator
  const begun = new Set<number>()
  const bot = Webhooks.handlers(
    Webhooks.on("issues", ["opened"], ({ payload: { issue } }) =>
      Effect.tap(Triage.execute({ issue: issue.number }, { discard: true }), () =>
        Effect.sync(() => begun.add(issue.number))
      )
    )
  )
  const layer = WebhookInbox.layer(bot, { concurrency: 32 }).pipe(Layer.provide(WebhookInbox.layerMemory))
  const inbox = Context.get(yield* Layer.build(layer), WebhookInbox.WebhookInbox)
  yield* faults.add(Faults.deliveredTwice({ event: "issues", times: Infinity }))
  yield* connect(
    (request) =>
      Effect.gen(function* () {
        yield* inbox.accept(request)
        return new Response(null, { status: 202 })
      }).pipe(Effect.orDie),
    "https://bot.example"
  )
  return { begun, failed: inbox.failed }
})

export const runChaos = ({ kills, lost, pulls, seed, workflows }: Options): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const fleet = yield* startFleet(size)
    const draw = drawing(seed)
    yield* simulator.faults.add(
      Faults.random(seed, lost, { among: [Faults.answerLost(), Faults.requestLost(), Faults.unavailable()] })
    )
    const killing = Effect.forEach(
      kills,
      Effect.fnUntraced(function* (after) {
        while ((yield* simulator.requests).length < after) yield* Effect.sleep(20)
        const index = Math.floor(draw() * size)
        yield* fleet.kill(index)
        yield* Effect.sleep(2_000 * draw())
        yield* fleet.start(index)
      }),
      { discard: true }
    )

    yield* ci
    const begun = yield* Clock.currentTimeMillis
    const all = Effect.gen(function* () {
      const { begun, failed } = yield* receiving
      const land = yield* Effect.forkChild(Effect.exit(Land.execute({ base: "main" })))
      const numbers = Array.from({ length: workflows }, (_, index) => index + 1)
      const open = `POST /repos/${repo.owner}/${repo.repo}/issues`
      const triages = yield* Effect.forEach(
        numbers,
        Effect.fnUntraced(function* (issue) {
          yield* simulator.as(repo.owner, open, { title: `Issue ${issue}` })
          // What the inbox has given up never begins.
          while (!begun.has(issue) && (yield* failed).length === 0) yield* Effect.sleep(20)
          assert.deepStrictEqual(yield* failed, [])
          return yield* Effect.exit(Triage.execute({ issue }))
        }),
        { concurrency: atOnce }
      )
      const exits: ReadonlyArray<Exit.Exit<unknown, unknown>> = [...triages, yield* Fiber.join(land)]
      return exits
    }).pipe(
      Effect.provide(Layer.merge(fleet.client, Webhooks.layer({ secret: Redacted.make(secret) }))),
      Effect.scoped,
      Effect.orDie
    )
    const [exits] = yield* Effect.all([all, killing], { concurrency: 2 })

    const { issues } = yield* simulator.repository(`${repo.owner}/${repo.repo}`)
    const queue = yield* simulator.repository(`${queued.owner}/${queued.repo}`)
    const requests = yield* simulator.requests
    return {
      failed: exits.flatMap((exit, index) =>
        Exit.isSuccess(exit) ? [] : [`${index + 1}: ${Cause.pretty(exit.cause)}`]
      ),
      wrong: [
        ...issues.flatMap(({ comments, labels, number, state }) =>
          comments.length === 2 && labels.join() === "triaged" && state === "closed"
            ? []
            : [`#${number}: ${comments.length} comments, [${labels.join()}], ${state}`]
        ),
        ...queue.pulls.flatMap(({ merged, number }) => (merged ? [] : [`pull #${number}: not merged`]))
      ],
      requests: requests.length,
      lost: requests.filter(({ status }) => status === null).length,
      millis: (yield* Clock.currentTimeMillis) - begun
    }
  }).pipe(Effect.provide(layerService({ pulls })), Effect.scoped)
