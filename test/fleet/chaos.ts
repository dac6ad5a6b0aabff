/**
 * Workflows on three runners of a cluster, of which one after another is killed while the service loses answers. Every
 * workflow has to complete, with every write carried out once.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Faults from "../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import { layerService, startFleet } from "./fleet.ts"
import { repo, Triage } from "./triage.ts"

/** How many runners there are. */
const size = 3

export interface Options {
  readonly workflows: number
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
  /** Issues whose comments, labels or state are not what their workflow makes of them. */
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

export const runChaos = ({ kills, lost, seed, workflows }: Options): Effect.Effect<Outcome> =>
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

    const begun = yield* Clock.currentTimeMillis
    const all = Effect.forEach(
      Array.from({ length: workflows }, (_, index) => index + 1),
      (issue) => Effect.exit(Triage.execute({ issue })),
      { concurrency: 32 }
    ).pipe(Effect.provide(fleet.client), Effect.orDie)
    const [exits] = yield* Effect.all([all, killing], { concurrency: 2 })

    const { issues } = yield* simulator.repository(`${repo.owner}/${repo.repo}`)
    const requests = yield* simulator.requests
    return {
      failed: exits.flatMap((exit, index) =>
        Exit.isSuccess(exit) ? [] : [`${index + 1}: ${Cause.pretty(exit.cause)}`]
      ),
      wrong: issues.flatMap(({ comments, labels, number, state }) =>
        comments.length === 2 && labels.join() === "triaged" && state === "closed"
          ? []
          : [`#${number}: ${comments.length} comments, [${labels.join()}], ${state}`]
      ),
      requests: requests.length,
      lost: requests.filter(({ status }) => status === null).length,
      millis: (yield* Clock.currentTimeMillis) - begun
    }
  }).pipe(Effect.provide(layerService(workflows)), Effect.scoped)
