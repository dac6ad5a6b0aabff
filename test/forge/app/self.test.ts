/** A program that signs in as the App itself. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as AppCredentials from "../../../src/forge/AppCredentials.ts"
import * as Apps from "../../../src/forge/Apps.ts"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Hooks from "../../../src/forge/Hooks.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Credentials from "../../../src/rest/Credentials.ts"
import { ForgeSimulator } from "../../../src/testing/ForgeSimulator.ts"
import { make, shown } from "../../rest/loopback/support/probe.ts"
import { app, forge, issue, parts, test } from "./support.ts"

const asApp = (options: Parameters<typeof AppCredentials.layerApp>[0]) =>
  Forge.layer().pipe(Layer.provide([AppCredentials.layerApp(options), parts]))

test("the App reads about itself, and sets the URL of its hook", function* () {
  const [self, config] = yield* Effect.all(
    [Apps.get(), Hooks.updateConfigForApp({ url: "https://hooks.example.com" })],
    {
      concurrency: 1
    }
  ).pipe(Effect.provide(asApp(app)))
  assert.deepStrictEqual([self.slug, config.url], ["builder", "https://hooks.example.com"])
})

test("a key that is none fails when the Layer is built", function* () {
  const failure = yield* Effect.flip(Effect.provide(Apps.get(), asApp({ ...app, privateKey: Redacted.make("none") })))
  assert.deepStrictEqual(
    [failure._tag, "reason" in failure && failure.reason],
    ["CredentialsFailed", "InvalidPrivateKey"]
  )
})

test(
  "an App that is made of a manifest signs in with the key of its response, which is shown nowhere",
  function* () {
    const { toSeed } = yield* ForgeSimulator
    const probe = make()
    const convert = (code: string) =>
      Apps.createFromManifest({ code }).pipe(
        Effect.provide(Forge.layer().pipe(Layer.provide([Credentials.layerAnonymous, parts])))
      )
    const created = yield* probe.watch(convert("a1"))
    const { id, owner, pem, slug, webhook_secret } = created
    assert.deepStrictEqual([id, slug, owner.login], [9, "greeter", "acme"])
    assert.isNotNull(webhook_secret)
    const appCredentials = { appId: id, privateKey: pem }
    const self = yield* Effect.provide(Apps.get(), asApp(appCredentials))
    assert.strictEqual(self.slug, "greeter")
    const read = yield* Effect.provideServiceEffect(
      Issues.get(issue),
      Forge.Forge,
      forge({ ...appCredentials, installationId: 90 })
    )
    assert.strictEqual(read.number, 1)
    // The code has been used, or has ended, or never was.
    for (const code of ["a1", "old", "none"]) assert.strictEqual((yield* Effect.flip(convert(code)))._tag, "NotFound")
    const written = `${shown(created)} ${JSON.stringify(created)} ${probe.everything()}`
    for (const secret of [pem, created.client_secret, webhook_secret ?? pem].map(Redacted.value)) {
      assert.notInclude(written, secret.slice(-60, -30) || secret)
    }
    assert.notInclude(JSON.stringify(yield* toSeed), "PRIVATE KEY")
  },
  {
    manifests: [
      {
        code: "a1",
        slug: "greeter",
        id: 9,
        owner: "acme",
        permissions: { issues: "write" },
        installations: [{ account: "acme", id: 90 }],
        hook: { url: "https://hooks.example.com/greeter" }
      },
      { code: "old", slug: "late", created_at: "2027-01-15T07:00:00Z" }
    ]
  }
)
