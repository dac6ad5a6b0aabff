/** A GitHub App that answers webhooks of many installations: it welcomes people who open their first issue. */
import { HttpCache, RateLimit } from "forgecast"
import * as AppCredentials from "forgecast/forge/AppCredentials"
import { ForgeSimulator } from "forgecast/testing"
import { Upsert } from "forgecast/workflow"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** What the App reads of the event `issues`. Verify its signature first. */
export const Opened = Schema.Struct({
  action: Schema.Literal("opened"),
  installation: Schema.Struct({ id: Schema.Int }),
  repository: Schema.Struct({ name: Schema.String, owner: Schema.Struct({ login: Schema.String }) }),
  issue: Schema.Struct({ number: Schema.Int, author_association: Schema.String })
})

/** Answers one event as its installation. The service may deliver an event twice, which the key makes harmless. */
export const welcome = Effect.fn("welcome")(function* ({ installation, issue, repository }: typeof Opened.Type) {
  if (!["FIRST_TIMER", "FIRST_TIME_CONTRIBUTOR", "NONE"].includes(issue.author_association)) return "known"
  const { layer } = yield* AppCredentials.Installations
  const place = { owner: repository.owner.login, repo: repository.name, issue_number: issue.number }
  return yield* Upsert.comment({ ...place, body: "Welcome! Somebody will have a look." }, { key: "welcome" }).pipe(
    Effect.as("welcomed"),
    // Uninstalled or suspended in the meantime: there is nothing to do, and nobody to tell.
    Effect.catchTag("Unauthorized", ({ reason }) => Effect.succeed(String(reason))),
    Effect.provide(layer({ installationId: installation.id, permissions: { issues: "write" } }))
  )
})

/** All installations share the HTTP client, the cache and the limits. Their tokens and budgets are their own. */
export const layerApp = (app: AppCredentials.App) =>
  AppCredentials.forInstallations(app).pipe(Layer.provide([HttpCache.layerMemory(), RateLimit.layerMemory()]))

const encode = (format: "pkcs8" | "spki", label: string, key: CryptoKey) =>
  Effect.map(
    Effect.promise(() => crypto.subtle.exportKey(format, key)),
    (bytes) =>
      `-----BEGIN ${label}-----\n${btoa(String.fromCharCode(...new Uint8Array(bytes)))}\n-----END ${label}-----`
  )

/** The App with a key of its own, three installations, and an event for each. */
export default Effect.gen(function* () {
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", modulusLength: 2048 }
  const publicExponent = new Uint8Array([1, 0, 1])
  const keys = yield* Effect.promise(() =>
    crypto.subtle.generateKey({ ...algorithm, publicExponent }, true, ["sign", "verify"])
  )
  const logins = ["acme", "other", "idle"]
  const simulator = ForgeSimulator.layerHttpClient({
    repositories: logins.map((owner) => ({ owner, name: "web", issues: [{ title: "Hello", user: "grace" }] })),
    apps: [
      {
        slug: "usher",
        id: 7,
        public_key: yield* encode("spki", "PUBLIC KEY", keys.publicKey),
        installations: logins.map((account, index) => ({ account, id: 70 + index, suspended: account === "idle" }))
      }
    ]
  })
  const privateKey = Redacted.make(yield* encode("pkcs8", "PRIVATE KEY", keys.privateKey))
  const events = yield* Schema.decodeUnknownEffect(Schema.Array(Opened))(
    logins.map((login, index) => ({
      action: "opened",
      installation: { id: 70 + index },
      repository: { name: "web", owner: { login } },
      issue: { number: 1, author_association: "NONE" }
    }))
  )
  return yield* Effect.forEach(events, welcome, { concurrency: 4 }).pipe(
    Effect.provide(layerApp({ appId: 7, privateKey })),
    Effect.provide(simulator)
  )
})
