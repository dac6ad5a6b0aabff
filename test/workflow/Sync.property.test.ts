/** Any labels, old names and issues: what `Sync.labels` leaves, also where it is interrupted. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import type { Forge } from "../../src/forge/Forge.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Sync } from "../../src/workflow/index.ts"
import { labelsOf, repo, seedOf, type World, writesOf } from "./support/labels.ts"
import { interruptedAt, start } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"
import { runs } from "../depth.ts"

describe("Sync.labels with any labels", () => {
  const names = ["a", "b", "c", "d", "e"]
  const subset = fc.subarray(names, { minLength: 1 })
  const inCase = (name: string) => fc.constantFrom(name, name.toUpperCase())
  const label = fc.constantFrom(...names).chain((name) =>
    fc.record({
      name: inCase(name),
      formerly: fc.oneof(
        fc.constant([]),
        fc.subarray(names, { minLength: 1, maxLength: 1 }).chain((former) => fc.tuple(...former.map(inCase))),
        fc.subarray(names, { maxLength: 2 }).chain((former) => fc.tuple(...former.map(inCase)))
      )
    })
  )
  const worlds: fc.Arbitrary<World> = subset.chain((there) =>
    fc.record({
      there: fc.constant(there),
      issues: fc.array(fc.subarray(there), { maxLength: 4 }),
      labels: fc.uniqueArray(label, { minLength: 1, maxLength: 4, selector: ({ name }) => name.toLowerCase() }),
      prune: fc.boolean()
    })
  )

  /** The wanted label that an old one becomes. One that is wanted itself is passed on only where its successor is new. */
  const targetOf = (old: string, { labels, there }: World): string | undefined => {
    const own = labels.find(({ name }) => name.toLowerCase() === old)
    const successor = labels.find(
      ({ formerly = [], name }) => name.toLowerCase() !== old && formerly.some((former) => former.toLowerCase() === old)
    )
    const isNew = successor !== undefined && !there.includes(successor.name.toLowerCase())
    return (own === undefined || isNew ? successor : own)?.name
  }

  it.effect("refuses, or leaves no issue without a label that its old ones lead to; again, it changes nothing", () =>
    Effect.gen(function* () {
      const ends = { refused: 0, carriedOut: 0 }
      for (const world of fc.sample(worlds, { seed: 20_270_115, numRuns: runs(300) })) {
        const what = JSON.stringify(world)
        const simulated = Effect.gen(function* () {
          const simulator = yield* ForgeSimulator.ForgeSimulator
          const sync = Sync.labels({ ...repo, labels: world.labels }, { prune: world.prune })
          const error = failureOf(yield* run(sync))
          if (error !== undefined) {
            ends.refused++
            assert.strictEqual(error._tag, "InvalidInput", what)
            assert.deepStrictEqual(yield* writesOf(simulator), [], what)
            return
          }
          ends.carriedOut++
          const left = yield* labelsOf(simulator)
          const wanted = world.labels.map(({ name }) => name)
          assert.includeMembers(left.names, wanted, what)
          if (world.prune) assert.sameMembers(left.names, wanted, what)
          for (const [index, before] of world.issues.entries()) {
            const after = left.issues[index] ?? assert.fail()
            for (const old of before) {
              const target = targetOf(old, world)
              if (target === undefined && world.prune) continue
              const kept = after.filter((name) => name === target || (!world.prune && name.toLowerCase() === old))
              assert.isNotEmpty(kept, `${old} of issue ${index}: ${what}`)
            }
          }
          yield* simulator.clearRequests
          const again = yield* yield* run(sync)
          assert.deepStrictEqual([again.created, again.updated, again.removed], [[], [], []], what)
          assert.deepStrictEqual(yield* writesOf(simulator), [], what)
        })
        yield* Effect.provide(simulated, Layer.fresh(ForgeSimulator.layer(seedOf(world))))
      }
      assert.isAbove(ends.refused, runs(300) / 20)
      assert.isAbove(ends.carriedOut, runs(300) / 2)
    })
  )

  it.effect("ends the same if it is interrupted at a request and run again", () =>
    Effect.gen(function* () {
      for (const world of fc.sample(worlds, { seed: 20_270_116, numRuns: runs(40) })) {
        const sync = Sync.labels({ ...repo, labels: world.labels }, { prune: world.prune })
        const fresh = <A, E>(body: (simulator: ForgeSimulator.Handle) => Effect.Effect<A, E, Forge>) =>
          Effect.flatMap(ForgeSimulator.ForgeSimulator, body).pipe(
            Effect.provide(Layer.fresh(ForgeSimulator.layer(seedOf(world)))),
            (effect) => Effect.andThen(start, effect)
          )
        const happy = yield* fresh((simulator) =>
          Effect.gen(function* () {
            const exit = yield* run(sync)
            const requests = (yield* simulator.requests).length
            return Exit.isSuccess(exit) ? { requests, left: yield* labelsOf(simulator) } : undefined
          })
        )
        for (let nth = 1; nth <= (happy?.requests ?? 0); nth++) {
          // Before the service acts on the request, or after.
          for (const fault of [Faults.silence({ nth }), Faults.stalled({ nth })]) {
            yield* fresh((simulator) =>
              Effect.gen(function* () {
                yield* simulator.faults.add(fault)
                yield* interruptedAt(simulator, sync, nth)
                yield* simulator.faults.clear
                const again = yield* run(sync)
                assert.isTrue(Exit.isSuccess(again), `${nth}: ${JSON.stringify(world)}: ${String(again)}`)
                assert.deepStrictEqual(yield* labelsOf(simulator), happy?.left, `${nth}: ${JSON.stringify(world)}`)
              })
            )
          }
        }
      }
    })
  )
})
