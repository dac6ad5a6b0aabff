/** Runs a workflow under a fault at each of its requests, and checks its result and what it leaves behind. */
import { assert, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import type { Forge } from "../../../src/forge/Forge.ts"
import type { Fault } from "../../../src/testing/FaultTypes.ts"
import type { Handle } from "../../../src/testing/ForgeHandle.ts"
import type { Seed } from "../../../src/testing/ForgeSeed.ts"
import { Faults, ForgeSimulator } from "../../../src/testing/index.ts"
import { depth } from "../../depth.ts"
import { ended, run, until } from "./run.ts"

/** What happens to the nth request (from 1). */
const faults = {
  "is lost before": (nth) => Faults.requestLost({ nth }),
  "is lost after": (nth) => Faults.answerLost({ nth }),
  "meets a 502": (nth) => Faults.unavailable({ nth, status: 502 }),
  "begins an outage": (nth) => Faults.unavailable({ nth, times: Infinity }),
  "is limited": (nth) => Faults.secondaryLimit({ nth, retryAfter: "10 seconds" }),
  conflicts: (nth) => Faults.answered({ nth, status: 409, body: { message: "is at 0000000 but expected 1111111" } }),
  "finds nothing any more": (nth) =>
    Faults.answered({ nth, times: Infinity, status: 404, body: { message: "Not Found" } }),
  "is interrupted": (nth) => Faults.silence({ nth })
} satisfies Record<string, (nth: number) => Fault>

export type Kind = keyof typeof faults

export interface Row<A, E, S> {
  readonly kind: Kind
  /** Name of the operation whose request the fault has hit. */
  readonly operation: string
  readonly exit: Exit.Exit<A, E>
  /** What it leaves behind. */
  readonly state: S
  /** What a run without faults leaves behind. */
  readonly happy: S
}

interface Matrix<A, E extends { readonly _tag: string }, S> {
  readonly seed: Seed
  readonly program: Effect.Effect<A, E, Forge | ForgeSimulator.ForgeSimulator>
  /** What of the service's state counts. */
  readonly state: (simulator: Handle) => Effect.Effect<S>
  /** The failures that the program may have. */
  readonly fails: ReadonlyArray<E["_tag"]>
  /** Checks a row further. */
  readonly verify?: (row: Row<A, E, S>) => void
  /** Operations whose 404 it takes for done. */
  readonly trusts?: ReadonlyArray<string>
  /** Whether a second run, without faults, ends as a first one would. Default: yes. */
  readonly resumes?: boolean
}

/** Where a test of the simulator begins. */
export const start = TestClock.setTime(Date.UTC(2027, 0, 15, 8))

/** Interrupts a program as soon as it has sent so many requests. */
export const interruptedAt = <A, E, R>(
  { requests }: Handle,
  program: Effect.Effect<A, E, R>,
  count: number
): Effect.Effect<Exit.Exit<A, E>, never, R> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(program)
    yield* until(
      Effect.map(requests, (all) => all.length >= count),
      1_000
    )
    const interrupting = yield* Effect.forkChild(Fiber.interrupt(fiber))
    const exit = yield* ended(fiber)
    yield* ended(interrupting)
    return exit
  })

const kinds = Object.keys(faults) as ReadonlyArray<Kind>

/** The kinds of fault that are tried. In the quick tests: a lost answer and an interruption. */
const tried: ReadonlyArray<Kind> = depth === "sample" ? ["is lost after", "is interrupted"] : kinds

/**
 * How many kinds of fault share the requests of a program: with 3, each kind hits every third request, and each request is
 * hit by every third kind. Long programs share, but in CI. In the quick tests, each kind hits one request.
 */
const sharersOf = (requests: number): number => {
  if (depth === "whole") return 1
  if (depth === "sample") return requests
  return Math.min(Math.ceil(requests / 4), kinds.length)
}

/** Registers a test for each kind of fault. */
export const matrix = <A, E extends { readonly _tag: string }, S>({
  fails,
  verify,
  program,
  resumes = true,
  seed,
  state,
  trusts = []
}: Matrix<A, E, S>): void => {
  const fresh = <B, E2>(effect: Effect.Effect<B, E2, Forge | ForgeSimulator.ForgeSimulator>) =>
    Effect.andThen(start, Effect.provide(effect, Layer.fresh(ForgeSimulator.layer(seed))))

  // All kinds of fault share it.
  const happyRun = Effect.runSync(
    Effect.cached(
      fresh(
        Effect.gen(function* () {
          const simulator = yield* ForgeSimulator.ForgeSimulator
          const exit = yield* run(program)
          assert.isTrue(Exit.isSuccess(exit), `without faults: ${String(exit)}`)
          const operations = (yield* simulator.requests).map(({ operation }) => operation ?? "?")
          return { operations, state: yield* state(simulator) }
        })
      )
    )
  )

  for (const kind of tried) {
    const turn = kinds.indexOf(kind)
    it.effect(`each request ${kind}`, () =>
      Effect.gen(function* () {
        const happy = yield* happyRun
        const every = sharersOf(happy.operations.length)
        for (const [index, operation] of happy.operations.entries()) {
          if (index % every !== turn % every) continue
          const what = `${operation}, request ${index + 1}, ${kind}`
          const row = fresh(
            Effect.gen(function* () {
              const simulator = yield* ForgeSimulator.ForgeSimulator
              yield* simulator.faults.add(faults[kind](index + 1))
              const exit =
                kind === "is interrupted" ? yield* interruptedAt(simulator, program, index + 1) : yield* run(program)
              const hit = (yield* simulator.requests).some((request) => request.faults.length > 0)
              assert.isTrue(hit, `${what}: the fault hits`)
              const left = yield* state(simulator)
              const isTrusted = kind === "finds nothing any more" && trusts.includes(operation)
              if (Exit.isFailure(exit)) check(what, kind, exit)
              else if (!isTrusted) assert.deepStrictEqual(left, happy.state, `${what}: what a success leaves`)
              verify?.({ kind, operation, exit, state: left, happy: happy.state })
              if (!resumes) return
              yield* simulator.faults.clear
              const again = yield* run(program)
              assert.isTrue(Exit.isSuccess(again), `${what}: run again: ${String(again)}`)
              assert.deepStrictEqual(yield* state(simulator), happy.state, `${what}: what a second run leaves`)
            })
          )
          yield* row
        }
      })
    )
  }

  const check = (what: string, kind: Kind, { cause }: Exit.Failure<A, E>): void => {
    if (kind === "is interrupted" && Cause.hasInterruptsOnly(cause)) return
    for (const reason of cause.reasons) {
      assert.isTrue(reason._tag === "Fail", `${what}: ${Cause.pretty(cause)}`)
      if (reason._tag === "Fail") assert.include(fails, reason.error._tag, `${what}: ${Cause.pretty(cause)}`)
    }
  }
}
