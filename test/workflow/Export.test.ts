import * as Os from "node:os"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { Issues, Labels } from "../../src/forge/index.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Export } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"

const count = 25
const seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      labels: ["a", "b"],
      issues: Array.from({ length: count }, (_, n) => ({ title: `Issue ${n} ü`, created_at: "2026-01-01T00:00:00Z" }))
    }
  ]
}
const on = Effect.provide(ForgeSimulator.layer(seed))
const input = { owner: "acme", repo: "web", state: "all", per_page: 10 } as const

/** Takes the service's time out of its answers. */
const dateless: Faults.Fault = {
  name: "dateless",
  when: { times: Infinity },
  alter: ({ headers, ...answer }) => {
    const { date: _, ...others } = headers
    return { ...answer, headers: others }
  }
}

const numbersOf = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { number: number }).number)

const all = Array.from({ length: count }, (_, index) => count - index)

describe("Export.ndjson", () => {
  it.effect("writes every item, and says how far it is", () =>
    Effect.gen(function* () {
      const store = yield* Export.memory
      const progress: Array<Export.Progress> = []
      const exported = yield* Export.ndjson(Issues.list, input, store, {
        onProgress: (now) => Effect.sync(() => progress.push(now))
      })
      assert.deepStrictEqual(exported, { items: count, lines: count })
      assert.deepStrictEqual(numbersOf(yield* store.text), all)
      assert.deepStrictEqual(
        progress.map(({ items }) => items),
        [10, 20, 25]
      )
    }).pipe(on)
  )

  it.effect("appends what has changed since the last run", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* TestClock.setTime(Date.UTC(2027, 0, 15))
      const store = yield* Export.memory
      yield* Export.ndjson(Issues.list, input, store)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* Export.ndjson(Issues.list, input, store), { items: 0, lines: count })
      yield* simulator.as("acme", "PATCH /repos/acme/web/issues/7", { title: "Other" })
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* Export.ndjson(Issues.list, input, store), { items: 1, lines: count + 1 })
      assert.deepStrictEqual(numbersOf(yield* store.text), [...all, 7])
      const { since } = (yield* store.load) ?? assert.fail()
      assert.strictEqual(since?.toString(), "DateTime.Utc(2027-01-15T01:55:00.000Z)")
    }).pipe(on)
  )

  it.effect.each<[string, ForgeSimulator.Seed["clock"], ReadonlyArray<Faults.Fault>]>([
    ["is 20 minutes ahead", { behind: "20 minutes" }, []],
    ["is 20 minutes behind", { ahead: "20 minutes" }, []],
    ["is right", {}, []],
    // What the first page shows is the only time that is known: the items are written again.
    ["is 20 minutes ahead, where a browser hides the Date", { behind: "20 minutes" }, [dateless]]
  ])("misses no change when the local clock %s", ([, clock = {}, hidden]) =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* TestClock.setTime(Date.UTC(2027, 0, 15))
      yield* simulator.reset({ ...seed, clock })
      yield* simulator.faults.add(...hidden)
      const store = yield* Export.memory
      yield* Export.ndjson(Issues.list, input, store)
      for (const title of ["Other", "Another"]) {
        yield* TestClock.adjust("10 minutes")
        yield* simulator.as("acme", "PATCH /repos/acme/web/issues/7", { title })
        yield* TestClock.adjust("10 minutes")
        const { items } = yield* Export.ndjson(Issues.list, input, store)
        assert.strictEqual(items, hidden.length > 0 ? count : 1)
        assert.include(yield* store.text, `"title":"${title}"`)
      }
    }).pipe(on)
  )

  it.effect("asks for the service's time, whatever is cached", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2027, 0, 15))
      yield* Stream.runDrain(Issues.list(input))
      yield* TestClock.adjust("1 hour")
      const store = yield* Export.memory
      yield* Export.ndjson(Issues.list, input, store)
      const { since } = (yield* store.load) ?? assert.fail()
      assert.strictEqual(since?.toString(), "DateTime.Utc(2027-01-15T00:55:00.000Z)")
    }).pipe(on)
  )

  it.effect("goes on with the page after the last whole one, in files too", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped({ directory: Os.tmpdir() })
      const path = Path.join(folder, "issues.ndjson")
      yield* simulator.faults.add(Faults.answered({ operation: "Issues.list", nth: 2, times: Infinity, status: 404 }))
      const error = yield* Effect.flip(Export.ndjson(Issues.list, input, Export.file(path)))
      assert.strictEqual(error._tag, "NotFound")
      // The process is killed while it writes the next page.
      yield* files.writeFileString(path, '{"half of a', { flag: "a" })
      yield* simulator.faults.clear
      assert.deepStrictEqual(yield* Export.ndjson(Issues.list, input, Export.file(path)), { items: 15, lines: count })
      assert.deepStrictEqual(numbersOf(yield* files.readFileString(path)), all)
    }).pipe(on, Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect.each<[string, (path: string, text: string) => Effect.Effect<void, unknown, FileSystem.FileSystem>]>([
    ["is gone", (path) => Effect.flatMap(FileSystem.FileSystem, (files) => files.remove(path))],
    ["is empty", (path) => Effect.flatMap(FileSystem.FileSystem, (files) => files.writeFileString(path, ""))],
    [
      "lacks its last byte",
      (path, text) => Effect.flatMap(FileSystem.FileSystem, (files) => files.writeFileString(path, text.trimEnd()))
    ]
  ])("begins anew if the file %s, and again after it was interrupted", ([, harm]) =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped({ directory: Os.tmpdir() })
      const path = Path.join(folder, "issues.ndjson")
      const store = Export.file(path)
      yield* TestClock.setTime(Date.UTC(2027, 0, 15))
      yield* Export.ndjson(Issues.list, input, store)
      const whole = yield* files.readFileString(path)
      yield* harm(path, whole)
      // The process is killed before it has kept how far the first page is: the file may hold more than it has said.
      const killed = yield* Effect.exit(
        Export.ndjson(Issues.list, input, {
          ...store,
          write: (lines, at) => store.write(`${lines}${whole}`, at),
          save: () => Effect.interrupt
        })
      )
      assert.isTrue(Exit.hasInterrupts(killed), String(killed))
      assert.deepStrictEqual(yield* Export.ndjson(Issues.list, input, store), { items: count, lines: count })
      assert.strictEqual(yield* files.readFileString(path), whole)
      // What was recovered goes on as usual.
      yield* TestClock.adjust("1 hour")
      yield* simulator.as("acme", "PATCH /repos/acme/web/issues/7", { title: "Other" })
      assert.deepStrictEqual((yield* Export.ndjson(Issues.list, input, store)).lines, count + 1)
    }).pipe(on, Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("begins anew in the middle of a run, too, if the file is shorter", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped({ directory: Os.tmpdir() })
      const path = Path.join(folder, "issues.ndjson")
      yield* simulator.faults.add(Faults.answered({ operation: "Issues.list", nth: 2, times: Infinity, status: 404 }))
      yield* Effect.flip(Export.ndjson(Issues.list, input, Export.file(path)))
      yield* simulator.faults.clear
      yield* files.truncate(path, 10)
      assert.deepStrictEqual((yield* Export.ndjson(Issues.list, input, Export.file(path))).lines, count)
      assert.deepStrictEqual(numbersOf(yield* files.readFileString(path)), all)
    }).pipe(on, Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )

  it.effect("begins anew if the listing does not tell what has changed", () =>
    Effect.gen(function* () {
      const store = yield* Export.memory
      const labels = { owner: "acme", repo: "web" }
      yield* Export.ndjson(Labels.list, labels, store)
      const text = yield* store.text
      assert.deepStrictEqual(yield* Export.ndjson(Labels.list, labels, store), { items: 2, lines: 2 })
      assert.strictEqual(yield* store.text, text)
    }).pipe(on)
  )

  it.effect("refuses the store of another export", () =>
    Effect.gen(function* () {
      const store = yield* Export.memory
      yield* Export.ndjson(Issues.list, input, store)
      const error = failureOf(yield* run(Export.ndjson(Issues.list, { ...input, repo: "api" }, store)))
      assert.strictEqual(error?._tag === "InvalidInput" && error.path, "store")
    }).pipe(on)
  )

  describe("under faults", () => {
    const stores = new WeakMap<object, Export.Memory>()
    const storeOf = (simulator: ForgeSimulator.Handle) =>
      Effect.gen(function* () {
        const store = stores.get(simulator) ?? (yield* Export.memory)
        stores.set(simulator, store)
        return store
      })
    matrix({
      seed,
      program: Effect.gen(function* () {
        const store = yield* storeOf(yield* ForgeSimulator.ForgeSimulator)
        return yield* Export.ndjson(Issues.list, input, store, { overlap: 0 })
      }),
      state: (simulator) => Effect.flatMap(storeOf(simulator), ({ text }) => Effect.map(text, numbersOf)),
      fails: ["ServiceUnavailable", "NotFound", "UnexpectedStatus"]
    })
  })
})
