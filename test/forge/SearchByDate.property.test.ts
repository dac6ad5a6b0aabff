import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import * as SearchByDate from "../../src/forge/SearchByDate.ts"
import { all } from "./support/proof.ts"
import { type Found, searchIssues, windowOf } from "./support/searching.ts"
import { makeClient, serviceOn } from "./support/wire.ts"
import { runs } from "../depth.ts"

const epoch = Date.UTC(2020, 0, 1) / 1_000
const at = (seconds: number) => DateTime.makeUnsafe((epoch + seconds) * 1_000)
const secondsOf = (instant: DateTime.Utc) => instant.epochMilliseconds / 1_000 - epoch

/** Issues in bursts: many in a few seconds, few in many. Seconds count from the epoch of the tests. */
interface History {
  readonly seconds: number
  readonly bursts: ReadonlyArray<{ readonly at: number; readonly lasts: number; readonly count: number }>
  /** The part of the history that is searched. */
  readonly from: number
  readonly to: number
}

const history: fc.Arbitrary<History> = fc.integer({ min: 1, max: 100_000_000 }).chain((seconds) =>
  fc.record({
    seconds: fc.constant(seconds),
    bursts: fc.array(
      fc.record({
        at: fc.nat(seconds - 1),
        lasts: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: seconds })),
        count: fc.oneof(fc.nat(5), fc.nat(1_000))
      }),
      { maxLength: 8 }
    ),
    from: fc.oneof(fc.constant(0), fc.nat(seconds - 1)),
    to: fc.oneof(fc.constant(seconds - 1), fc.nat(seconds - 1))
  })
)

/** The issues of a history, at most so many of them in any one second. */
const issuesOf = ({ bursts, seconds }: History, mostASecond: number): ReadonlyArray<Found> => {
  const inSecond = new Map<number, number>()
  const issues: Array<Found> = []
  for (const burst of bursts) {
    for (let n = 0; n < burst.count; n++) {
      const second = Math.min(seconds - 1, burst.at + Math.floor((n * burst.lasts) / burst.count))
      const already = inSecond.get(second) ?? 0
      if (already === mostASecond) continue
      inSecond.set(second, already + 1)
      issues.push({ id: issues.length + 1, created: epoch + second })
    }
  }
  return issues
}

const idsOf = (items: ReadonlyArray<{ readonly id: number }>) => items.map(({ id }) => id)

/** The issues from one second to another, in the service's order. */
const between = (issues: ReadonlyArray<Found>, from: number, to: number) =>
  issues
    .filter(({ created }) => created >= epoch + from && created <= epoch + to)
    .toSorted((one, other) => one.created - other.created || one.id - other.id)

/** Holds for every history, at a time after its end. */
const holds = async <A>(
  beside: fc.Arbitrary<A>,
  property: (world: History, beside: A) => Effect.Effect<void, unknown>
): Promise<void> => {
  const checked = await fc.check(
    fc.asyncProperty(history, beside, (world, value) =>
      TestClock.setTime((epoch + world.seconds) * 1_000).pipe(
        Effect.andThen(property(world, value)),
        Effect.provide(TestClock.layer()),
        Effect.runPromise
      )
    ),
    { numRuns: runs(40) }
  )
  assert.isUndefined(fc.defaultReportMessage(checked))
}

describe("a search by date, for any history", () => {
  it("returns everything in order, each item once, with as few requests as possible", () =>
    holds(fc.constant(undefined), (world) =>
      Effect.gen(function* () {
        const issues = issuesOf(world, 1_000)
        const from = Math.min(world.from, world.to)
        const to = Math.max(world.from, world.to)
        const { client, sent } = makeClient(searchIssues(() => issues))
        const slices = yield* all(SearchByDate.issues.slices({ q: "is:issue", from: at(from), to: at(to) })).pipe(
          Effect.provide(serviceOn(client))
        )
        const expected = between(issues, from, to)
        assert.deepStrictEqual(idsOf(slices.flatMap(({ items }) => items)), idsOf(expected))

        // The slices are contiguous, from the first second to the last.
        assert.strictEqual(secondsOf(slices[0]?.from ?? at(-1)), from)
        assert.strictEqual(secondsOf(slices.at(-1)?.to ?? at(-1)), to)
        for (const [index, slice] of slices.entries()) {
          assert.isAtMost(slice.items.length, 1_000)
          assert.strictEqual(slice.items.length, slice.total_count)
          assert.isAtMost(secondsOf(slice.from), secondsOf(slice.to))
          assert.strictEqual(secondsOf(slice.next), secondsOf(slice.to) + 1)
          assert.deepStrictEqual(slice.next, slices[index + 1]?.from ?? slice.next)
        }

        // One request for each window that was too large: each slice but the first results from one.
        // No page is requested twice.
        const pages = slices.map(({ total_count }) => Math.max(1, Math.ceil(total_count / 100)))
        assert.strictEqual(
          sent.length,
          pages.reduce((sum, count) => sum + count, 0) +
            tooLarge(
              sent.map(({ query }) => query["q"] ?? ""),
              issues
            )
        )
        assert.strictEqual(new Set(sent.map(({ url }) => url)).size, sent.length)
      })
    ))

  it("continues from any slice as if it had never stopped", () =>
    holds(fc.nat(), (world, stop) =>
      Effect.gen(function* () {
        const issues = issuesOf(world, 1_000)
        const to = world.seconds - 1
        const { client } = makeClient(searchIssues(() => issues))
        const service = serviceOn(client)
        const input = { q: "", from: at(0), to: at(to) }
        const taken = yield* all(SearchByDate.issues.slices(input).pipe(Stream.take(1 + (stop % 5)))).pipe(
          Effect.provide(service)
        )
        const rest = yield* all(SearchByDate.issues({ ...input, from: taken.at(-1)?.next ?? at(0) })).pipe(
          Effect.provide(service)
        )
        assert.deepStrictEqual(
          [...idsOf(taken.flatMap(({ items }) => items)), ...idsOf(rest)],
          idsOf(between(issues, 0, to))
        )
      })
    ))

  it("never ends as if complete when a second has more results than the service returns", () =>
    holds(fc.nat(), (world, where) =>
      Effect.gen(function* () {
        const crowded = where % world.seconds
        const quiet = issuesOf(world, 1_000).filter(({ created }) => created !== epoch + crowded)
        const crowd = Array.from({ length: 1_001 }, (_, index) => ({
          id: 1_000_000 + index,
          created: epoch + crowded
        }))
        const { client } = makeClient(searchIssues(() => [...quiet, ...crowd]))
        const seen: Array<number> = []
        const failure = yield* SearchByDate.issues({ q: "", from: at(0) }).pipe(
          Stream.runForEach(({ id }) => Effect.sync(() => seen.push(id))),
          Effect.flip,
          Effect.provide(serviceOn(client))
        )
        assert.containSubset(failure, { _tag: "SearchTruncated", total_count: 1_001 })
        assert.deepStrictEqual(seen, idsOf(between(quiet, 0, crowded - 1)))
      })
    ))
})

/** How many of the searched windows have more results than the service returns. */
const tooLarge = (queries: ReadonlyArray<string>, issues: ReadonlyArray<Found>): number =>
  new Set(queries).size -
  [...new Set(queries)].filter((q) => {
    const [from, to] = windowOf(q)
    return issues.filter(({ created }) => created >= from && created <= to).length <= 1_000
  }).length
