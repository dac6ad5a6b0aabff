import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { generateKeyPairSync } from "node:crypto"
import program, { layerApp, type Opened, welcome } from "../../docs/recipes/github-app/program.ts"
import { Faults, ForgeSimulator } from "forgecast/testing"

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" }
})

const app = layerApp({ appId: 7, privateKey: Redacted.make(privateKey) })

const on = Effect.provide(
  ForgeSimulator.layerHttpClient({
    repositories: ["acme", "other"].map((owner) => ({ owner, name: "web", issues: [{ title: "One" }] })),
    apps: [{ slug: "usher", id: 7, public_key: publicKey, installations: [{ account: "acme", id: 70 }] }]
  })
)

const event = (owner: string, association = "FIRST_TIMER"): typeof Opened.Type => ({
  action: "opened",
  installation: { id: 70 },
  repository: { name: "web", owner: { login: owner } },
  issue: { number: 1, author_association: association }
})

const bodies = Effect.gen(function* () {
  const { issues } = yield* (yield* ForgeSimulator.ForgeSimulator).repository("acme/web")
  return issues[0]?.comments.map(({ body, user }) => [user, body.split("\n")[0]])
})

const welcomed = [["usher[bot]", "Welcome! Somebody will have a look."]]

describe("GitHub App", () => {
  it.live("answers each event as its installation, and leaves suspended ones alone", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* program, ["welcomed", "welcomed", "InstallationSuspended"])
    })
  )

  it.live("welcomes once, though an event is delivered twice and a response is lost", () =>
    Effect.gen(function* () {
      const { faults } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(Faults.answerLost({ operation: "Issues.createComment" }))
      for (let delivery = 0; delivery < 2; delivery++) yield* welcome(event("acme"))
      assert.deepStrictEqual(yield* bodies, welcomed)
    }).pipe(Effect.provide(app), on)
  )

  it.live("says nothing to those who are known", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* welcome(event("acme", "MEMBER")), "known")
      assert.deepStrictEqual(yield* bodies, [])
    }).pipe(Effect.provide(app), on)
  )

  it.live("cannot act where its installation does not reach", () =>
    Effect.gen(function* () {
      const { _tag } = yield* Effect.flip(welcome(event("other")))
      assert.strictEqual(_tag, "Forbidden")
    }).pipe(Effect.provide(app), on)
  )

  it.live("mints a token once for many events at the same time, with the permission that it needs", () =>
    Effect.gen(function* () {
      const { requests } = yield* ForgeSimulator.ForgeSimulator
      yield* Effect.all([welcome(event("acme")), welcome(event("acme"))], { concurrency: 2 })
      const minted = (yield* requests).filter(({ path }) => path.endsWith("/access_tokens"))
      assert.deepStrictEqual(
        minted.map(({ body }) => body),
        [{ permissions: { issues: "write" } }]
      )
    }).pipe(Effect.provide(app), on)
  )
})
