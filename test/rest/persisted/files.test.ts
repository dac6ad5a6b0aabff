/** A directory behind the cache, and what can happen to it. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as PersistedCache from "../../../src/rest/PersistedCache.ts"
import { bundled } from "../../bundled.ts"
import { temporary } from "../../services/daemon.ts"
import { scripted } from "../support/http.ts"
import { conditions, versioned } from "../support/validators.ts"
import { getWritten, idOf, ids, writtenAs } from "./written.ts"
import { failures, get, many, run, service, thing, unchanged, untilRead, test } from "./support.ts"

const storeIn = (directory: string, options?: PersistedCache.FilesOptions) =>
  PersistedCache.layerFiles(directory, options).pipe(Layer.provide(NodeServices.layer))

const options: PersistedCache.Options = { timeout: "2 minutes" }

const directory = temporary("forgecast-cache-")

describe("a directory", () => {
  it.live("is created, and keeps responses over a restart of the process", () =>
    Effect.gen(function* () {
      const home = Path.join(yield* directory, "a", "b")
      const http = unchanged()
      const process = { http, store: storeIn(home), options }
      yield* run(get, process)
      yield* run(get, process)
      assert.strictEqual(conditions(http.sent)[1]?.[0], '"v1"')
      assert.match(Fs.readdirSync(home).join(), /^forgecast_http%3A1-[0-9a-f]{32}$/)
    })
  )

  test.live("that cannot be created is tried again, and no request fails", function* () {
    const parent = Path.join(yield* directory, "file")
    Fs.writeFileSync(parent, "")
    const store = storeIn(Path.join(parent, "cache"))
    yield* Effect.gen(function* () {
      yield* Effect.forEach([1, 2, 3, 4], thing)
      assert.isAbove(yield* failures("read", "unavailable"), 0)
      Fs.rmSync(parent)
      yield* untilRead
    }).pipe(Effect.provide(service({ http: many(), store, options })))
    assert.isTrue(Fs.existsSync(Path.join(parent, "cache")))
  })

  test.live("that is removed while the program runs serves nothing, and no request fails", function* (messages) {
    const home = yield* directory
    const http = many()
    yield* Effect.gen(function* () {
      yield* thing(1)
      Fs.rmSync(home, { recursive: true })
      yield* Effect.forEach([2, 3, 4], thing)
    }).pipe(Effect.provide(service({ http, store: storeIn(home), options })))
    assert.lengthOf(http.sent, 4)
    assert.lengthOf(messages, 1)
  })

  it.live("is kept within its bounds, and loses only entries", () =>
    Effect.gen(function* () {
      const home = yield* directory
      Fs.writeFileSync(Path.join(home, "notes.txt"), "x".repeat(10_000))
      const text = "0123456789".repeat(100)
      const http = scripted(({ path }) =>
        versioned({ json: { id: 7, text }, etag: `"${path}"` })({ headers: {} } as never)
      )
      for (const id of [1, 2, 3, 4]) {
        const before = Fs.readdirSync(home)
        yield* run(thing(id), { http, store: storeIn(home), options })
        const name = Fs.readdirSync(home).find((name) => !before.includes(name)) ?? assert.fail("not written")
        // Whatever the resolution of the file system.
        Fs.utimesSync(Path.join(home, name), 0, 2_000_000_000 + id)
      }
      const size = entries(home).reduce((sum, entry) => sum + entry.size, 0)
      const swept = Effect.sync(() => entries(home).length === 2).pipe(
        Effect.repeat({ schedule: Schedule.spaced(20), until: (done) => done }),
        Effect.timeout("5 minutes")
      )
      yield* run(swept, { http, store: storeIn(home, { bytes: size / 2 }), options })
      assert.deepStrictEqual(
        entries(home)
          .map(({ time }) => time - 2_000_000_000_000)
          .toSorted((one, other) => one - other),
        [3_000, 4_000]
      )
      assert.isTrue(Fs.existsSync(Path.join(home, "notes.txt")))
    })
  )
})

/** Caches long and short responses in a directory, until it is killed. */
const writer = await bundled("test/rest/persisted/writer.ts")

/** Starts a writer, and kills it so many milliseconds after all entries are there. */
const killed = (home: string, after: number) =>
  Effect.gen(function* () {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => spawn(process.execPath, [writer, home], { stdio: ["ignore", "pipe", "inherit"] })),
      (child) => Effect.sync(() => void child.kill("SIGKILL"))
    )
    const ended = once(child, "exit")
    yield* Effect.promise(() => Promise.race([once(child.stdout, "data"), ended]))
    const isFull = Effect.sync(() => entries(home).length === ids.length)
    yield* Effect.repeat(isFull, { schedule: Schedule.spaced(20), until: (full) => full })
    yield* Effect.sleep(after)
    child.kill("SIGKILL")
    yield* Effect.promise(() => ended)
    assert.strictEqual(child.signalCode, "SIGKILL", "it ended by itself")
  }).pipe(Effect.scoped)

describe("processes that write the same entries, and are killed", () => {
  test.live("leave whole entries, and nothing else", function* () {
    const home = yield* directory
    let found = 0
    for (let round = 0; round < 2; round++) {
      yield* Effect.all([killed(home, 200 + 137 * round), killed(home, 300 + 137 * round)], { concurrency: 2 })
      const http = scripted(({ headers, path }) =>
        headers["if-none-match"] === undefined ? { json: writtenAs(idOf(path), "new") } : { status: 304 }
      )
      // Each response is whole: one of a writer, or a new one.
      yield* Effect.forEach(
        ids,
        (id) =>
          Effect.map(getWritten({ id }), (value) => {
            if (value.version !== "new") found++
            assert.deepStrictEqual(value, writtenAs(id, value.version))
          }),
        { concurrency: 8 }
      ).pipe(Effect.provide(service({ http, store: storeIn(home), options })))
    }
    assert.isAbove(found, 0)
    assert.strictEqual(yield* failures("read", "damaged"), 0)
    // As much later.
    const names = Fs.readdirSync(home)
    for (const name of names) Fs.utimesSync(Path.join(home, name), 0, Date.now() / 1_000 - 60)
    const isTidy = Effect.sync(() => Fs.readdirSync(home).every((name) => !name.endsWith(".tmp")))
    const tidied = Effect.repeat(isTidy, { schedule: Schedule.spaced(20), until: (tidy) => tidy })
    yield* Effect.provide(tidied, service({ http: many(), store: storeIn(home), options }))
    assert.lengthOf(Fs.readdirSync(home), ids.length)
  })
})

const entries = (home: string) =>
  Fs.readdirSync(home)
    .filter((name) => /^forgecast_http%3A1-[0-9a-f]{32}$/.test(name))
    .map((name) => {
      const { mtimeMs, size } = Fs.statSync(Path.join(home, name))
      return { size, time: mtimeMs }
    })
