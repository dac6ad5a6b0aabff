import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import sodium from "libsodium-wrappers"
import { open, seal } from "../../src/forge/internal/sealedBox.ts"
import * as DependabotSecrets from "../../src/forge/DependabotSecrets.ts"
import * as Secrets from "../../src/forge/Secrets.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const plain = "pä$$word of 2027"

describe("a sealed box", () => {
  it.effect("is opened by libsodium, and opens what libsodium has sealed", () =>
    Effect.gen(function* () {
      yield* Effect.promise(() => sodium.ready)
      const { privateKey, publicKey } = sodium.crypto_box_keypair()
      const box = yield* seal("Secrets.put", plain, Base64.encode(publicKey))
      const bytes = sodium.crypto_box_seal_open(Result.getOrThrow(Base64.decode(box)), publicKey, privateKey)
      assert.strictEqual(sodium.to_string(bytes), plain)
      const theirs = Base64.encode(sodium.crypto_box_seal(plain, publicKey))
      const pair = { publicKey, secretKey: privateKey }
      assert.strictEqual(sodium.to_string((yield* open("a test", theirs, pair)) ?? new Uint8Array()), plain)
      assert.isUndefined(yield* open("a test", `AAAA${theirs.slice(4)}`, pair))
    })
  )

  it.effect("needs a public key", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(seal("Secrets.put", plain, "no key"))
      assert.strictEqual(error._tag, "InvalidInput")
    })
  )
})

const test = testOn(
  ForgeSimulator.layer({
    organizations: [{ login: "acme", members: { ada: "admin" } }],
    repositories: [{ owner: "acme", name: "web", environments: ["production"] }],
    tokens: { t: "ada" }
  })
)

describe("Secrets.put", () => {
  test("sets what nobody can read again, and what shows nowhere", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const secret = { secret_name: "token", value: Redacted.make(plain) }
    yield* Secrets.put({ ...repo, ...secret })
    yield* Secrets.put({ ...repo, ...secret, value: "another" })
    yield* Secrets.putForEnvironment({ ...repo, environment_name: "Production", ...secret })
    yield* Secrets.putForOrg({ org: "acme", ...secret, visibility: "private" })
    yield* DependabotSecrets.put({ ...repo, ...secret })
    const read = Effect.fnUntraced(function* (of: Parameters<typeof simulator.secret>[1]) {
      const value = yield* simulator.secret("TOKEN", of)
      return value === undefined ? undefined : Redacted.value(value)
    })
    assert.strictEqual(yield* read({ repository: "acme/web" }), "another")
    assert.strictEqual(yield* read({ repository: "acme/web", environment: "production" }), plain)
    assert.strictEqual(yield* read({ organization: "acme" }), plain)
    assert.strictEqual(yield* read({ repository: "acme/web", dependabot: true }), plain)
    assert.deepStrictEqual((yield* simulator.repository("acme/web")).secrets, ["TOKEN"])
    const shown = JSON.stringify([yield* simulator.requests, yield* simulator.toSeed, yield* simulator.snapshot])
    assert.notInclude(shown, plain)
    assert.notInclude(shown, Base64.encode(plain))
    // The state goes on with its secrets.
    yield* simulator.reset(yield* simulator.toSeed)
    assert.strictEqual(yield* read({ organization: "acme" }), plain)
  })

  test("is refused with a box that is not for the key of its place, and before anything is sent with a bad input", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { key, key_id } = yield* Secrets.getPublicKey(repo)
    const box = yield* seal("a test", plain, key)
    const at = { ...repo, secret_name: "TOKEN" }
    const wrong = Base64.encode(new Uint8Array(64))
    const inEnvironment = { ...at, environment_name: "production", encrypted_value: box, key_id }
    for (const put of [
      Secrets.createOrUpdate({ ...at, encrypted_value: wrong, key_id }),
      Secrets.createOrUpdateForEnvironment(inEnvironment)
    ]) {
      assert.strictEqual((yield* Effect.flip(put))._tag, "ValidationFailed")
    }
    yield* simulator.clearRequests
    for (const bad of [
      { value: "x".repeat(49_153) },
      { value: plain, secret_name: "GITHUB_X" },
      { value: 5 as never }
    ]) {
      const error = yield* Effect.flip(Secrets.put({ ...at, ...bad }))
      assert.strictEqual(error._tag, "InvalidInput")
      assert.notInclude(error.message, plain)
    }
    assert.deepStrictEqual(yield* simulator.requests, [])
    const failure = yield* Effect.flip(Secrets.put({ ...repo, repo: "none", secret_name: "A", value: plain }))
    assert.notInclude(JSON.stringify(failure), plain)
  })
})
