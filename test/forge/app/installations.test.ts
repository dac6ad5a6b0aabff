import { assert, describe } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as AppCredentials from "../../../src/forge/AppCredentials.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import * as Repositories from "../../../src/forge/Repositories.ts"
import { Credentials } from "../../../src/rest/Credentials.ts"
import { ForgeSimulator } from "../../../src/testing/ForgeSimulator.ts"
import { app, issue, minted, parts, pass, repo, seen, test } from "./support.ts"

const installations = (options: { readonly revoke?: boolean } = {}) =>
  Effect.map(
    Layer.build(AppCredentials.forInstallations({ ...app, ...options }).pipe(Layer.provide(parts))),
    Context.get(AppCredentials.Installations)
  )

const acme = Issues.get(issue)

const other = Issues.get({ owner: "other", repo: "site", issue_number: 1 })

describe("one program for many installations", () => {
  test("acts as each of them, with one token for each", function* () {
    const { layer } = yield* installations()
    for (let round = 0; round < 3; round++) {
      const one = yield* acme.pipe(Effect.provide(layer({ installationId: 70 })))
      const two = yield* other.pipe(Effect.provide(layer({ installationId: 71 })))
      assert.deepStrictEqual([one.number, two.title], [1, "Elsewhere"])
    }
    assert.strictEqual(yield* minted, 2)
    // The cache is shared.
    assert.deepStrictEqual((yield* seen).slice(-2), ["Issues.get 304", "Issues.get 304"])
    const denied = yield* Effect.flip(other.pipe(Effect.provide(layer({ installationId: 70 }))))
    assert.strictEqual(denied._tag, "NotFound")
  })

  test("mints once for concurrent Layers of an installation", function* () {
    const { layer } = yield* installations()
    yield* Effect.all(
      Array.from({ length: 200 }, () => acme.pipe(Effect.provide(layer({ installationId: 70 })))),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(yield* minted, 1)
  })

  test("does not revoke the token of an installation with one of its Layers, but with the whole", function* () {
    yield* Effect.scoped(
      Effect.gen(function* () {
        const { layer } = yield* installations({ revoke: true })
        yield* acme.pipe(Effect.provide(layer({ installationId: 70 })))
        yield* other.pipe(Effect.provide(layer({ installationId: 71 })))
        assert.strictEqual((yield* seen).length, 4)
      })
    )
    assert.deepStrictEqual((yield* seen).slice(4), [
      "Apps.revokeInstallationToken 204",
      "Apps.revokeInstallationToken 204"
    ])
  })

  test("fails with the reason for one of them, and goes on with the others", function* () {
    const { layer } = yield* installations()
    const error = yield* Effect.flip(acme.pipe(Effect.provide(layer({ installationId: 72 }))))
    assert.strictEqual(error._tag === "Unauthorized" && error.reason, "InstallationSuspended")
    yield* acme.pipe(Effect.provide(layer({ installation: { owner: "acme", repo: "web" } })))
  })

  test("forgets installations whose tokens have ended", function* () {
    const { credentials } = yield* installations()
    const get = Effect.flatMap(Credentials, (self) => self.get)
    const first = credentials({ installationId: 70 })
    const before = yield* Effect.provide(get, first)
    yield* pass("2 hours")
    for (let id = 1_000; id < 2_000; id++) yield* Effect.provide(Credentials, credentials({ installationId: id }))
    const after = yield* Effect.provide(get, first)
    assert.strictEqual(before.principal, after.principal)
    assert.notStrictEqual(before.fingerprint, after.fingerprint)
  })
})

describe("a narrowed token", () => {
  test("does what it may, and nothing else", function* () {
    const { layer } = yield* installations()
    const narrow = layer({ installationId: 70, permissions: { issues: "read" }, repositories: ["web"] })
    yield* acme.pipe(Effect.provide(narrow))
    const write = yield* Effect.flip(Labels.create({ ...repo, name: "new" }).pipe(Effect.provide(narrow)))
    assert.deepStrictEqual(
      [write._tag, write._tag === "Forbidden" && write.acceptedPermissions],
      ["Forbidden", [{ issues: "write" }]]
    )
    const elsewhere = yield* Effect.flip(Repositories.get({ owner: "acme", repo: "api" }).pipe(Effect.provide(narrow)))
    assert.strictEqual(elsewhere._tag, "NotFound")
  })

  test("has a principal of its own, which the order of permissions does not change", function* () {
    const { credentials } = yield* installations()
    const principal = (limits: AppCredentials.Narrowing) =>
      Effect.flatMap(Credentials, (self) => self.get).pipe(
        Effect.map((credential) => credential.principal),
        Effect.provide(credentials({ installationId: 70, ...limits }))
      )
    const names = [
      yield* principal({}),
      yield* principal({ permissions: { issues: "read", contents: "read" } }),
      yield* principal({ permissions: { contents: "read", issues: "read" } }),
      yield* principal({ repositories: ["web"] })
    ]
    assert.strictEqual(names[0], "installation 70")
    assert.strictEqual(names[1], names[2])
    assert.strictEqual(new Set(names).size, 3)
  })

  test("by ids of repositories", function* () {
    const { repository } = yield* ForgeSimulator
    const { id } = yield* repository("acme/web")
    const { layer } = yield* installations()
    yield* acme.pipe(Effect.provide(layer({ installationId: 70, repositoryIds: [id] })))
  })
})
