/** A cache whose entries are encrypted. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Persistence from "effect/persistence/Persistence"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { inspect } from "node:util"
import * as Forge from "../../../src/forge/Forge.ts"
import * as PersistedCache from "../../../src/rest/PersistedCache.ts"
import { temporary } from "../../services/daemon.ts"
import { lacksRedis, redisServer } from "../../services/redis.ts"
import { scripted } from "../support/http.ts"
import { conditions, versioned } from "../support/validators.ts"
import { failures, logged, run, textOf, watched, test } from "./support.ts"

const keyOf = (byte: number) => Redacted.make(Buffer.alloc(32, byte).toString("base64"))

const [key, other] = [keyOf(1), keyOf(2)]

const getText = Forge.operation("Things.getText", "GET /things/{id}", {
  path: { id: Schema.Int },
  success: Schema.Struct({ id: Schema.Int, text: Schema.String })
})

const short = "Grüße 🎉"
const long = `${short} `.repeat(1_000)

const serving = (text: string) => scripted(versioned({ json: { id: 7, text }, etag: '"v1"' }))

/** A service that would confirm anything. */
const confirming = () =>
  scripted(({ headers }) => (headers["if-none-match"] === undefined ? { json: { id: 9, text: "" } } : { status: 304 }))

const read = getText({ id: 1 })

describe("with a key", () => {
  it.effect.each([
    ["short", short],
    ["long", long]
  ] as const)("a %s body is read back, and stands nowhere in the store", ([, text]) =>
    Effect.gen(function* () {
      const store = watched()
      const process = { http: serving(text), store: store.layer, options: { key } }
      yield* run(read, process)
      assert.deepStrictEqual(yield* run(read, process), { id: 7, text })
      assert.strictEqual(conditions(process.http.sent)[1]?.[0], '"v1"')
      const all = JSON.stringify([...store.values]) + Buffer.from(textOf(store), "base64").toString()
      for (const plain of ["Grüße", '"text', "validators", "Things", Redacted.value(key)]) assert.notInclude(all, plain)
    })
  )

  it.effect("no two entries are alike, though they say the same", () =>
    Effect.gen(function* () {
      const [one, two] = [watched(), watched()]
      for (const store of [one, two]) yield* run(read, { http: serving(short), store: store.layer, options: { key } })
      assert.deepStrictEqual([...one.values.keys()], [...two.values.keys()])
      assert.notStrictEqual(textOf(one), textOf(two))
    })
  )

  it.effect.each([
    ["another key", { key }, { key: other }],
    ["no key", { key }, {}],
    ["a key, where there was none", {}, { key }]
  ] as const)("what was written is a miss with %s, and stays as it is", ([, before, after]) =>
    Effect.gen(function* () {
      const store = watched()
      const http = serving(short)
      yield* run(read, { http, store: store.layer, options: before })
      const text = textOf(store)
      yield* run(read, { http, store: store.layer, options: after })
      assert.deepStrictEqual(conditions(http.sent)[1], [undefined, undefined])
      assert.deepStrictEqual([store.values.size, textOf(store)], [2, text])
    })
  )

  test("an entry that was changed, exchanged or forged is a miss", function* (messages) {
    const entryOf = (id: number, options: PersistedCache.Options) =>
      Effect.gen(function* () {
        const store = watched()
        yield* run(getText({ id }), { http: serving(short), store: store.layer, options })
        return store
      })
    const store = yield* entryOf(1, { key })
    const [name = ""] = store.values.keys()
    const text = textOf(store)
    // In the nonce, in the text, and in the tag.
    const places = Array.from({ length: Math.floor(text.length / 9) }, (_, i) => 9 * i)
    const damaged: ReadonlyArray<string> = [
      ...places.map((at) => text.slice(0, at)),
      ...places.map((at) => text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1)),
      textOf(yield* entryOf(2, { key })),
      textOf(yield* entryOf(1, { key: other })),
      // Its digest is right, which takes no secret.
      textOf(yield* entryOf(1, {}))
    ]
    for (const value of damaged) {
      store.values.set(name, { _tag: "Success", value })
      const process = { http: confirming(), store: store.layer, options: { key } }
      assert.strictEqual((yield* run(read, process)).id, 9, value)
    }
    assert.strictEqual(yield* failures("read", "damaged"), damaged.length)
    assert.deepStrictEqual(messages, [])
  })

  it.effect.each(["", "secret", "MTIz", `${Redacted.value(key)}=`, "!".repeat(44)])(
    "that is not 32 bytes in base64, the cache works in memory alone and says so: %j",
    (text) =>
      logged((messages) =>
        Effect.gen(function* () {
          const store = watched()
          const process = { http: serving(short), store: store.layer, options: { key: Redacted.make(text) } }
          yield* run(Effect.andThen(read, read), process)
          assert.strictEqual(conditions(process.http.sent)[1]?.[0], '"v1"')
          assert.deepStrictEqual(store.values.size, 0)
          assert.deepStrictEqual(messages, ["The HTTP cache works in memory alone: its key is not 32 bytes in base64"])
        })
      )
  )

  it("the options do not show it", () => {
    const options: PersistedCache.Options = { key }
    assert.notInclude(inspect(options, { depth: 9 }) + JSON.stringify(options), Redacted.value(key))
  })

  const keptIn = (store: Layer.Layer<Persistence.Persistence>) =>
    Effect.gen(function* () {
      const http = serving(long)
      const process = { http, store, options: { key, timeout: "2 minutes" } } as const
      yield* run(read, process)
      assert.deepStrictEqual(yield* run(read, process), { id: 7, text: long })
      assert.strictEqual(conditions(http.sent)[1]?.[0], '"v1"')
    })

  it.live("files are encrypted", () =>
    Effect.gen(function* () {
      const home = yield* temporary("forgecast-key-")
      yield* keptIn(PersistedCache.layerFiles(home).pipe(Layer.provide(NodeServices.layer)))
      const [name = ""] = Fs.readdirSync(home)
      assert.notInclude(Fs.readFileSync(Path.join(home, name), "utf8"), "etag")
    })
  )

  it.live.skipIf(lacksRedis)("entries in Redis are encrypted", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      yield* keptIn(Persistence.layerRedis.pipe(Layer.provide(NodeRedis.layer({ url })), Layer.orDie))
    })
  )
})
