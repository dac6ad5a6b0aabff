/**
 * Random histories of a merge queue with 20 pull requests: conflicts, checks that fail, are late or fail only together,
 * pushes, labels that come and go, pauses, and processes that are killed. `HISTORIES=500` runs more of them, and `SEED` others.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { Merge, type MergeQueue } from "../../src/workflow/index.ts"
import { type Random, random } from "../testing/git/random.ts"
import * as Ci from "./support/ci.ts"
import { start } from "./support/matrix.ts"
import { ended, run, until } from "./support/run.ts"

const count = Number(process.env["HISTORIES"] ?? 1)
const seed = Number(process.env["SEED"] ?? 1)
const branch = "merge-queue/main"
const minute = 60_000

interface Proposal {
  readonly number: number
  readonly path: string
  readonly isUrgent: boolean
}

const proposalsOf = (r: Random): ReadonlyArray<Proposal> =>
  Array.from({ length: 20 }, (_, index) => {
    const number = index + 1
    const kind = r.pick(["plain", "plain", "plain", "bad", "late", "shared", "left", "right"])
    const group = r.below(3)
    const isAlone = kind === "plain" || kind === "bad" || kind === "late"
    return { number, path: isAlone ? `${kind}${number}` : `${kind}-${group}`, isUrgent: r.chance(0.2) }
  })

/** Late checks never end, `bad` ones fail, and so do `left` and `right` of one group together. */
const verdictOf = (paths: ReadonlyArray<string>): Ci.Verdict => {
  const groups = paths.flatMap((path) => (path.startsWith("left-") ? [path.slice(5)] : []))
  if (paths.some((path) => path.startsWith("late"))) return undefined
  const fails = paths.some((path) => path.startsWith("bad")) || groups.some((group) => paths.includes(`right-${group}`))
  return { state: fails ? "failure" : "success", after: ((paths.length * 7) % 5) * minute + 10_000 }
}

/** What a queue without batches would land, in order: what has no conflict with the base, and is green together with it. */
const model = (proposals: ReadonlyArray<Proposal>): ReadonlyArray<number> => {
  const base = new Set<string>()
  const queue = [...proposals.filter(({ isUrgent }) => isUrgent), ...proposals.filter(({ isUrgent }) => !isUrgent)]
  return queue.flatMap(({ number, path }) => {
    if (base.has(path) || verdictOf([...base, path])?.state !== "success") return []
    base.add(path)
    return [number]
  })
}

const seedOf = (proposals: ReadonlyArray<Proposal>) => ({
  limits: "none" as const,
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "a.txt": "a\n" },
      pulls: proposals.map(({ isUrgent, number, path }) => ({
        title: `Add ${path}`,
        number,
        head: `head-${number}`,
        files: { [path]: `${number}\n` },
        labels: isUrgent ? ["merge-queue", "urgent"] : ["merge-queue"]
      })),
      issues: [{ title: "Incident", number: 99 }],
      hooks: [Ci.hook]
    }
  ]
})

const queueOf = (options: MergeQueue.Options) =>
  Merge.queue(
    { owner: "acme", repo: "web", base: "main" },
    { priorities: ["urgent"], checkTimeout: "20 minutes", schedule: Schedule.spaced("1 minute"), ...options }
  )

interface OnBase {
  readonly sha: string
  readonly number: number
  readonly place: number
}

/** The merges of the queue on the base, the first one first; null is a commit of somebody else. */
const merges = Effect.gen(function* () {
  const { as, repository } = yield* ForgeSimulator.ForgeSimulator
  const found: Array<OnBase | null> = []
  let next: string | undefined = (yield* repository("acme/web")).branches["main"]
  while (next !== undefined) {
    const sha: string = next
    const { message, parents } = (yield* as("acme", `GET /repos/acme/web/git/commits/${sha}`)) as {
      readonly message: string
      readonly parents: ReadonlyArray<{ readonly sha: string }>
    }
    const [, number, place] = /^Merge-Queue: pull (\d+), place (\d+)$/m.exec(message) ?? []
    found.unshift(number === undefined ? null : { sha, number: Number(number), place: Number(place) })
    next = parents[0]?.sha
  }
  return found
})

/** Checks what is on the base in the end. */
const verify = Effect.fnUntraced(function* (what: string, green: ReadonlySet<string>) {
  const found = yield* merges
  for (const [index, merge] of found.entries()) {
    const after = found[index + 1]
    const isLast = after === undefined || after === null || after.place === 1
    if (merge !== null && isLast) assert.isTrue(green.has(merge.sha), `${what}: #${merge.number} was green on its base`)
  }
  const landed = found.flatMap((merge) => (merge === null ? [] : [merge.number]))
  assert.strictEqual(new Set(landed).size, landed.length, `${what}: nothing lands twice`)
  const { repository } = yield* ForgeSimulator.ForgeSimulator
  const { issues, pulls } = yield* repository("acme/web")
  const merged = pulls.flatMap(({ merged, number }) => (merged ? [number] : []))
  assert.deepStrictEqual(
    landed.toSorted((a, b) => a - b),
    merged,
    `${what}: what has landed`
  )
  const waits = issues.filter((issue) => issue.state === "open" && issue.labels.includes("merge-queue"))
  assert.deepStrictEqual(waits, [], `${what}: nobody waits for ever`)
  return landed
})

describe("Merge.queue, in random histories", () => {
  it.effect("lands what a queue without batches would land, in the same order", () =>
    Effect.gen(function* () {
      for (let i = 0; i < count; i++) {
        const r = random(seed * 100_000 + i)
        const proposals = proposalsOf(r)
        const batch = r.pick([1, 2, 3, 5, 20])
        const what = `calm history ${i}, batches of ${batch}`
        const history = Effect.gen(function* () {
          yield* start
          const green = yield* Ci.start(yield* ForgeSimulator.ForgeSimulator, branch, verdictOf)
          const { landed, removed, waiting } = yield* yield* run(queueOf({ batch }))
          const expected = model(proposals)
          assert.deepStrictEqual(yield* verify(what, green), expected, what)
          assert.deepStrictEqual(
            landed.map(({ number }) => number),
            expected,
            what
          )
          assert.strictEqual(landed.length + removed.length, proposals.length, what)
          assert.deepStrictEqual(waiting, [], what)
        })
        yield* Effect.scoped(Effect.provide(history, Layer.fresh(ForgeSimulator.layer(seedOf(proposals)))))
      }
    })
  )

  it.effect("lands nothing that is not green on its base, nothing twice, and all that can land, whatever happens", () =>
    Effect.gen(function* () {
      for (let i = 0; i < count; i++) {
        const r = random(seed * 100_000 + 50_000 + i)
        const proposals = proposalsOf(r)
        const batch = r.pick([1, 2, 3, 5, 20])
        const what = `wild history ${i}, batches of ${batch}`
        const history = Effect.gen(function* () {
          yield* start
          const begun = yield* Clock.currentTimeMillis
          const simulator = yield* ForgeSimulator.ForgeSimulator
          const green = yield* Ci.start(simulator, branch, verdictOf)
          const touched = new Set<number>()
          const happening = (n: number) => {
            const number = 1 + r.below(20)
            const issue = `/repos/acme/web/issues/${number}`
            const touch = (effect: Effect.Effect<unknown, unknown>) => {
              touched.add(number)
              return effect
            }
            return r.pick([
              () => simulator.push("acme/web", { [r.pick([`base-${n}`, "shared-1"])]: `${n}\n` }),
              () =>
                touch(
                  simulator.push("acme/web", { [r.pick([`more${n}`, `bad${n}`])]: "m" }, { branch: `head-${number}` })
                ),
              () => touch(simulator.as("acme", `DELETE ${issue}/labels/merge-queue`)),
              () => touch(simulator.as("acme", `POST ${issue}/labels`, { labels: ["merge-queue"] })),
              () => touch(simulator.close("acme/web", number)),
              () =>
                simulator
                  .as("acme", "POST /repos/acme/web/issues/99/labels", { labels: ["merge-queue-paused"] })
                  .pipe(
                    Effect.andThen(Effect.sleep("7 minutes")),
                    Effect.andThen(simulator.as("acme", "DELETE /repos/acme/web/issues/99/labels/merge-queue-paused"))
                  )
            ])()
          }
          for (let n = 0; n < 12; n++) {
            // What is refused, since a pull request is closed, does not happen. A refusal is a defect.
            const happens = Effect.exit(Effect.suspend(() => happening(n)))
            yield* Effect.forkScoped(Effect.delay(happens, 1_000 * r.below(100 * 60)))
          }
          let at = begun
          for (let deaths = r.below(5); deaths > 0; deaths--) {
            const running = yield* Effect.forkChild(queueOf({ batch }))
            at += 1_000 * r.below(20 * 60)
            const time = at
            yield* until(Effect.map(Clock.currentTimeMillis, (now) => now >= time))
            const killing = yield* Effect.forkChild(Fiber.interrupt(running))
            yield* ended(killing)
          }
          yield* yield* run(queueOf({ batch }))
          // Until everything has happened.
          yield* until(Effect.map(Clock.currentTimeMillis, (now) => now >= begun + 110 * minute))
          yield* yield* run(queueOf({ batch }))
          const landed = yield* verify(what, green)
          for (const isUrgent of [true, false]) {
            const left = landed.filter((number) => !touched.has(number) && proposals[number - 1]?.isUrgent === isUrgent)
            assert.deepStrictEqual(
              left,
              left.toSorted((a, b) => a - b),
              `${what}: in order`
            )
          }
        })
        yield* Effect.scoped(Effect.provide(history, Layer.fresh(ForgeSimulator.layer(seedOf(proposals)))))
      }
    })
  )
})
