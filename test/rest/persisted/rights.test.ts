/** Who can read what the cache keeps in a directory, and what a path leads to. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { execFileSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as PersistedCache from "../../../src/rest/PersistedCache.ts"
import { temporary } from "../../services/daemon.ts"
import { conditions } from "../support/validators.ts"
import { get, logged, many, run, thing, unchanged, test } from "./support.ts"

const storeIn = (directory: string) => PersistedCache.layerFiles(directory).pipe(Layer.provide(NodeServices.layer))

const options: PersistedCache.Options = { timeout: "2 minutes" }

const directory = temporary("forgecast-rights-")

const modeOf = (path: string): string => (Fs.statSync(path).mode & 0o7777).toString(8)

/** The one entry of a directory. */
const entryIn = (home: string): string => {
  const names = Fs.readdirSync(home)
  assert.lengthOf(names, 1)
  return Path.join(home, names[0] ?? "")
}

/** The umask of the process, which the scope gives back. */
const umask = (mask: number) =>
  Effect.acquireRelease(
    Effect.sync(() => process.umask(mask)),
    (before) => Effect.sync(() => process.umask(before))
  )

describe("the owner alone", () => {
  it.live.each([0, 0o022, 0o077, 0o277, 0o777])("can read files and directories that are created: umask %o", (mask) =>
    Effect.gen(function* () {
      const home = Path.join(yield* directory, "cache")
      yield* umask(mask)
      yield* run(get, { http: unchanged(), store: storeIn(home), options })
      assert.deepStrictEqual([modeOf(home), modeOf(entryIn(home))], ["700", "600"])
    })
  )

  it.live("can read the directories above, if they are created", () =>
    Effect.gen(function* () {
      const above = Path.join(yield* directory, "a")
      const home = Path.join(above, "b", "c")
      yield* umask(0)
      yield* run(get, { http: unchanged(), store: storeIn(home), options })
      assert.deepStrictEqual([above, Path.dirname(home), home].map(modeOf), ["700", "700", "700"])
    })
  )

  it.live("can read files in a directory that others can read, whose rights stay", () =>
    Effect.gen(function* () {
      const home = yield* directory
      Fs.chmodSync(home, 0o755)
      const http = unchanged()
      const process = { http, store: storeIn(home), options }
      yield* run(get, process)
      const entry = entryIn(home)
      assert.deepStrictEqual([modeOf(home), modeOf(entry)], ["755", "600"])
      // As an earlier version left them.
      Fs.chmodSync(entry, 0o644)
      Fs.writeFileSync(Path.join(home, "notes.txt"), "", { mode: 0o644 })
      const isClosed = Effect.sync(() => modeOf(entry) === "600")
      yield* run(Effect.repeat(isClosed, { schedule: Schedule.spaced(20), until: (closed) => closed }), process)
      assert.strictEqual(modeOf(Path.join(home, "notes.txt")), "644")
    })
  )
})

/** What may stand in the place of an entry. `victim` is a file of somebody else. */
const impostors: ReadonlyArray<readonly [string, (place: string, victim: string) => void]> = [
  ["a link to a file", (place, victim) => Fs.symlinkSync(victim, place)],
  ["a link to the entry, kept elsewhere", (place, victim) => Fs.symlinkSync(`${victim}.entry`, place)],
  ["a link to nothing", (place, victim) => Fs.symlinkSync(`${victim}.missing`, place)],
  ["a second name of a file", (place, victim) => Fs.linkSync(victim, place)],
  ["a pipe", (place) => void execFileSync("sh", ["-c", 'mkfifo "$0"', place])]
]

describe("in the place of an entry", () => {
  it.live.each(impostors)("%s is neither read nor written through, and an entry replaces it", ([, put]) =>
    logged(() =>
      Effect.gen(function* () {
        const parent = yield* directory
        const home = Path.join(parent, "cache")
        const victim = Path.join(parent, "victim")
        Fs.writeFileSync(victim, "private", { mode: 0o640 })
        const http = unchanged()
        const process = { http, store: storeIn(home), options }
        yield* run(get, process)
        const place = entryIn(home)
        Fs.renameSync(place, `${victim}.entry`)
        const entry = Fs.readFileSync(`${victim}.entry`, "utf8")
        put(place, victim)
        yield* run(get, process)
        assert.deepStrictEqual(conditions(http.sent)[1], [undefined, undefined])
        assert.isTrue(Fs.lstatSync(place).isFile())
        assert.deepStrictEqual([Fs.readFileSync(victim, "utf8"), modeOf(victim)], ["private", "640"])
        assert.strictEqual(Fs.readFileSync(`${victim}.entry`, "utf8"), entry)
        assert.isFalse(Fs.existsSync(`${victim}.missing`))
        yield* run(get, process)
        assert.strictEqual(conditions(http.sent)[2]?.[0], '"v1"')
      })
    )
  )

  test.live("a directory fails no request", function* () {
    const home = yield* directory
    const http = unchanged()
    const process = { http, store: storeIn(home), options }
    yield* run(get, process)
    const place = entryIn(home)
    Fs.rmSync(place)
    Fs.mkdirSync(place)
    yield* run(get, process)
    assert.deepStrictEqual(conditions(http.sent)[1], [undefined, undefined])
    assert.deepStrictEqual(Fs.readdirSync(home), [Path.basename(place)])
  })

  it.live("a directory may be a link: its user has chosen it", () =>
    Effect.gen(function* () {
      const parent = yield* directory
      const [home, link] = [Path.join(parent, "home"), Path.join(parent, "link")]
      Fs.mkdirSync(home)
      Fs.symlinkSync(home, link)
      const http = unchanged()
      const process = { http, store: storeIn(link), options }
      yield* run(get, process)
      yield* run(get, process)
      assert.strictEqual(conditions(http.sent)[1]?.[0], '"v1"')
      assert.strictEqual(modeOf(entryIn(home)), "600")
    })
  )
})

describe("files that were not completed", () => {
  it.live("are removed at the next start, but for those that may yet be", () =>
    Effect.gen(function* () {
      const home = yield* directory
      const process = { http: many(), store: storeIn(home), options }
      yield* run(thing(1), process)
      const entry = entryIn(home)
      const [left, young] = [`${entry}.${randomUUID()}.tmp`, `${entry}.${randomUUID()}.tmp`] as const
      Fs.writeFileSync(left, "x".repeat(1_000))
      Fs.utimesSync(left, Date.now() / 1_000, Date.now() / 1_000 - 60)
      Fs.writeFileSync(young, "x")
      // So that the machine may be slow.
      Fs.utimesSync(young, Date.now() / 1_000, Date.now() / 1_000 + 600)
      const isGone = Effect.sync(() => !Fs.existsSync(left))
      yield* run(Effect.repeat(isGone, { schedule: Schedule.spaced(20), until: (gone) => gone }), process)
      assert.isTrue(Fs.existsSync(young))
      assert.isTrue(Fs.existsSync(entry))
    })
  )

  test.live("do not stay when an entry cannot be put in its place", function* () {
    const home = yield* directory
    yield* run(get, { http: unchanged(), store: storeIn(home), options })
    const place = entryIn(home)
    Fs.rmSync(place)
    Fs.mkdirSync(Path.join(place, "full"), { recursive: true })
    yield* run(get, { http: unchanged(), store: storeIn(home), options })
    assert.deepStrictEqual(Fs.readdirSync(home), [Path.basename(place)])
  })
})
