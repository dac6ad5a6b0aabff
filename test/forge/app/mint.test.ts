import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Credentials from "../../../src/rest/Credentials.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import { ForgeSimulator } from "../../../src/testing/ForgeSimulator.ts"
import { elliptic, foreign, pkcs8 } from "./keys.ts"
import { app, forge, issue, minted, pass, passEach, seen, settle, test } from "./support.ts"

const get = Issues.get(issue)

const as = (self: Forge.Forge["Service"]) => Effect.provideService(Forge.Forge, self)

describe("the token of an installation", () => {
  test("is minted once for 1,000 concurrent callers", function* () {
    const self = yield* forge()
    yield* Effect.all(
      Array.from({ length: 1_000 }, () => get),
      { concurrency: "unbounded" }
    ).pipe(as(self))
    assert.strictEqual(yield* minted, 1)
  })

  for (const [name, options] of [
    ["a key in PKCS#8", { privateKey: Redacted.make(pkcs8) }],
    ["a key whose line breaks are escaped", { privateKey: Redacted.make(pkcs8.replaceAll("\n", "\\n")) }],
    ["a key on one line", { privateKey: Redacted.make(pkcs8.replaceAll("\n", " ")) }],
    ["a client id", { appId: undefined, clientId: "Iv1.builder" }]
  ] as const) {
    test(`is minted with ${name}`, function* () {
      const self = yield* forge({ ...app, installationId: 70, ...options })
      assert.strictEqual((yield* get.pipe(as(self))).number, 1)
    })
  }

  test("is minted for the installation on a repository, which is looked up once", function* () {
    const self = yield* forge({ ...app, installation: { owner: "acme", repo: "api" } })
    yield* get.pipe(as(self))
    yield* pass("1 hour")
    yield* get.pipe(as(self))
    assert.deepStrictEqual(yield* seen, [
      "Apps.getInstallationForRepo 200",
      "Apps.createInstallationToken 201",
      "Issues.get 200",
      "Apps.createInstallationToken 201",
      "Issues.get 304"
    ])
  })

  test(
    "outlives the interruption of the call that asked for it first",
    function* () {
      const self = yield* forge()
      const first = yield* Effect.forkChild(get.pipe(as(self)))
      const second = yield* Effect.forkChild(get.pipe(as(self)))
      yield* settle
      yield* Fiber.interrupt(first)
      yield* passEach("1 second", 2)
      assert.strictEqual((yield* Fiber.join(second)).number, 1)
      assert.strictEqual(yield* minted, 1)
    },
    { latency: "1 second" }
  )

  test("is minted again after a failure that passes, without the caller's doing", function* () {
    const { faults } = yield* ForgeSimulator
    yield* faults.add(Faults.unavailable({ operation: "Apps.createInstallationToken", times: 2 }))
    const self = yield* forge()
    const running = yield* Effect.forkChild(get.pipe(as(self)))
    yield* passEach("1 second", 5)
    assert.strictEqual((yield* Fiber.join(running)).number, 1)
  })

  test("fails a call with the failure of an outage, and the next call mints again", function* () {
    const { faults } = yield* ForgeSimulator
    yield* faults.add(Faults.unavailable({ operation: "Apps.createInstallationToken", times: Infinity }))
    const self = yield* forge()
    const running = yield* Effect.forkChild(Effect.flip(get.pipe(as(self))))
    yield* passEach("1 second", 10)
    const error = yield* Fiber.join(running)
    assert.deepStrictEqual(
      [error._tag, "operation" in error && error.operation],
      ["ServiceUnavailable", "Apps.createInstallationToken"]
    )
    yield* faults.clear
    yield* get.pipe(as(self))
  })
})

describe("what cannot succeed", () => {
  const narrow = (limits: object) => ({ ...app, installationId: 70, ...limits })
  const cases = [
    ["WrongPrivateKey", { ...app, privateKey: foreign, installationId: 70 }],
    ["UnknownApp", { ...app, appId: 9, installationId: 70 }],
    ["UnknownInstallation", { ...app, installationId: 99 }],
    ["UnknownInstallation", { ...app, installation: { owner: "acme", repo: "none" } }],
    ["InstallationSuspended", { ...app, installationId: 72 }],
    ["PermissionNotGranted", narrow({ permissions: { contents: "write" } })],
    ["RepositoryNotAccessible", narrow({ repositories: ["site"] })],
    ["RepositoryNotAccessible", narrow({ repositoryIds: [1] })]
  ] as const

  for (const [reason, options] of cases) {
    test(`fails at once with Unauthorized: ${reason} for ${JSON.stringify({ ...options, privateKey: 0 })}`, function* () {
      const self = yield* forge(options)
      const error = yield* Effect.flip(get.pipe(as(self)))
      assert.strictEqual(error._tag, "Unauthorized")
      if (error._tag !== "Unauthorized") return
      assert.strictEqual(error.reason, reason)
      assert.strictEqual(error.operation, "Issues.get")
      assert.notInclude(JSON.stringify(error), "eyJ")
      // One request, or two with the look-up: no retries.
      assert.isAtMost((yield* seen).length, 1)
    })
  }

  for (const [name, key] of [
    ["no key", "nothing"],
    ["a key on an elliptic curve", elliptic],
    ["a key that is cut off", pkcs8.replace(/.{200}\n-----END/s, "\n-----END")],
    ["a public key", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"]
  ] as const) {
    test(`fails when the Layer is built, with ${name}, which it does not show`, function* () {
      const error = yield* Effect.flip(forge({ ...app, privateKey: Redacted.make(key), installationId: 70 }))
      assert.instanceOf(error, Credentials.CredentialsFailed)
      assert.strictEqual(error.reason, "InvalidPrivateKey")
      assert.notInclude(JSON.stringify(error), key.slice(40, 80) || "nothing")
    })
  }
})
