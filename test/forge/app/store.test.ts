import { assert, describe } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Persistence from "effect/persistence/Persistence"
import * as Redacted from "effect/Redacted"
import * as AppCredentials from "../../../src/forge/AppCredentials.ts"
import * as AppTokenStore from "../../../src/forge/AppTokenStore.ts"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import { ForgeSimulator } from "../../../src/testing/ForgeSimulator.ts"
import { CredentialsFailed } from "../../../src/rest/Credentials.ts"
import { app, issue, minted, parts, pass, passEach, seen, test } from "./support.ts"
import * as Fiber from "effect/Fiber"

const keyOf = (bytes: Uint8Array) => Redacted.make(Buffer.from(bytes).toString("base64"))

const key = keyOf(randomBytes(32))

const failure = new Persistence.PersistenceError({ message: "gone" })

/** A store that a test looks into and breaks. */
const makeStore = () => {
  const values = new Map<string, object>()
  const state = { isBroken: false, isSilent: false }
  const reach = <A>(effect: Effect.Effect<A>): Effect.Effect<A, Persistence.PersistenceError> =>
    Effect.suspend(() => (state.isSilent ? Effect.never : state.isBroken ? Effect.fail(failure) : effect))
  const backing: Persistence.BackingPersistenceStore = {
    get: (name) => reach(Effect.sync(() => values.get(name))),
    getMany: () => Effect.die(new Error("unused")),
    set: (name, value) => reach(Effect.sync(() => void values.set(name, value))),
    setMany: () => Effect.die(new Error("unused")),
    remove: (name) => reach(Effect.sync(() => void values.delete(name))),
    clear: Effect.void
  }
  const layer = Persistence.layer.pipe(
    Layer.provide(Layer.succeed(Persistence.BackingPersistence, { make: () => Effect.succeed(backing) }))
  )
  return { values, state, layer }
}

type Store = ReturnType<typeof makeStore>

/** Runs a call in a process of its own. */
const run = (
  store: Store,
  options: Partial<AppTokenStore.Options> & AppCredentials.Narrowing & { readonly revoke?: boolean } = {}
) => {
  const { key: given = key, storeId, ...rest } = options
  return Effect.scoped(
    Issues.get(issue).pipe(
      Effect.provide(
        Forge.layer().pipe(
          Layer.provide([
            AppCredentials.layer({ ...app, installationId: 70, ...rest }).pipe(
              Layer.provide(AppTokenStore.layer({ key: given, storeId })),
              Layer.provide(store.layer)
            ),
            parts
          ])
        )
      )
    )
  )
}

describe("the shared store of tokens", () => {
  test("spares each further process a token", function* () {
    const store = makeStore()
    yield* Effect.replicateEffect(run(store), 3)
    assert.strictEqual(yield* minted, 1)
    assert.strictEqual(store.values.size, 1)
  })

  test("has nothing that can be read without the key, in keys and in values", function* () {
    const store = makeStore()
    yield* run(store)
    const text = JSON.stringify([...store.values])
    assert.notInclude(text, "ghs_")
    assert.notInclude(text, Buffer.from("ghs_").toString("base64").slice(0, 5))
    assert.notInclude(text, "acme")
    assert.notInclude(text, Redacted.value(key))
  })

  test("misses with another key, and with another installation's value", function* () {
    const store = makeStore()
    yield* run(store)
    yield* run(store, { key: keyOf(randomBytes(32)) })
    assert.strictEqual(yield* minted, 2)
    // The value is now of the other key.
    yield* run(store)
    assert.strictEqual(yield* minted, 3)
    yield* run(store, { permissions: { issues: "read" } })
    assert.strictEqual(yield* minted, 4)
    const [[first, own] = [], [second, narrowed] = []] = [...store.values]
    if (first === undefined || second === undefined || own === undefined || narrowed === undefined) {
      return assert.fail("two values")
    }
    store.values.set(first, narrowed)
    yield* run(store)
    assert.strictEqual(yield* minted, 5)
  })

  for (const [name, damage] of [
    ["cut", (text: string) => text.slice(0, -5)],
    ["changed", (text: string) => `${text.slice(0, 40)}${text[40] === "A" ? "B" : "A"}${text.slice(41)}`],
    ["empty", () => ""],
    ["no base64", () => "…"]
  ] as const) {
    test(`misses when its value is ${name}`, function* () {
      const store = makeStore()
      yield* run(store)
      for (const [at, value] of store.values) {
        store.values.set(at, { ...value, value: damage((value as { readonly value: string }).value) })
      }
      yield* run(store)
      assert.strictEqual(yield* minted, 2)
      yield* run(store)
      assert.strictEqual(yield* minted, 2)
    })
  }

  test("misses when its value is something else", function* () {
    const store = makeStore()
    yield* run(store)
    for (const at of store.values.keys()) store.values.set(at, { _tag: "Success" })
    yield* run(store)
    assert.strictEqual(yield* minted, 2)
  })

  test("fails nothing when it is broken", function* () {
    const store = makeStore()
    store.state.isBroken = true
    yield* run(store)
    assert.strictEqual(yield* minted, 1)
  })

  test("delays a call by two seconds at most", function* () {
    const store = makeStore()
    store.state.isSilent = true
    const running = yield* Effect.forkChild(run(store))
    yield* passEach("1 second", 2)
    assert.include(yield* seen, "Issues.get 200")
    // So does the release, which stores the token.
    yield* passEach("1 second", 2)
    assert.strictEqual((yield* Fiber.join(running)).number, 1)
  })

  test("gives out no token that ends within five minutes", function* () {
    const store = makeStore()
    yield* run(store)
    yield* pass("56 minutes")
    yield* run(store)
    assert.strictEqual(yield* minted, 2)
  })

  test("gives out no token a second time that the service has refused", function* () {
    const store = makeStore()
    yield* run(store)
    const { setToken, toSeed } = yield* ForgeSimulator
    const tokens = Object.keys((yield* toSeed).tokens ?? {})
    yield* Effect.forEach(tokens, (token) => setToken(token, null))
    yield* pass("10 minutes")
    yield* run(store)
    assert.strictEqual(yield* minted, 2)
    yield* run(store)
    assert.strictEqual(yield* minted, 2)
  })

  test("loses a token that is revoked", function* () {
    const store = makeStore()
    yield* run(store, { revoke: true })
    assert.strictEqual(store.values.size, 0)
    yield* run(store)
    assert.strictEqual(yield* minted, 2)
  })

  for (const [name, bad] of [
    ["short", keyOf(randomBytes(16))],
    ["no base64", Redacted.make("a secret sentence, not a key!")]
  ] as const) {
    test(`needs a key of 32 bytes: not one that is ${name}`, function* () {
      const error = yield* Effect.flip(run(makeStore(), { key: bad }))
      assert.instanceOf(error, CredentialsFailed)
      assert.strictEqual(error.reason, "InvalidEncryptionKey")
      assert.notInclude(String(error), Redacted.value(bad))
    })
  }
})
