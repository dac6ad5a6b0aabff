/** A GitHub App that answers webhooks of many installations: it welcomes people who open their first issue. */
import { HttpCache, RateLimit } from "forgecast"
import * as AppCredentials from "forgecast/forge/AppCredentials"
import * as Webhooks from "forgecast/forge/Webhooks"
import { ForgeSimulator } from "forgecast/testing"
import { Upsert } from "forgecast/workflow"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** How GitHub calls people who are new to a repository. */
const newcomers: ReadonlyArray<string | null> = ["FIRST_TIMER", "FIRST_TIME_CONTRIBUTOR", "NONE"]

/** The service may deliver an event twice, which the key makes harmless. */
const welcome = Webhooks.on("issues", ["opened"], ({ payload: { issue, repository } }) => {
  if (!newcomers.includes(issue.author_association)) return Effect.void
  const place = { owner: repository.owner.login, repo: repository.name, issue_number: issue.number }
  return Upsert.comment({ ...place, body: "Welcome! Somebody will have a look." }, { key: "welcome" }).pipe(
    // Uninstalled or suspended in the meantime: there is nothing to do, and nobody to tell.
    Effect.catchTag("Unauthorized", ({ reason }) => Effect.logDebug(`${place.owner}/${place.repo}: ${reason}`))
  )
})

/** Each event is answered as the installation that it is from. */
export const bot = Webhooks.asInstallation(Webhooks.handlers(welcome))

/** What tokens may do: only what the work needs. */
const permissions = { issues: "write" } as const

/** All installations share the HTTP client, the cache and the limits. Their tokens and budgets are their own. */
export const layerApp = (app: AppCredentials.App) =>
  Layer.effect(
    AppCredentials.Installations,
    Effect.map(Effect.service(AppCredentials.Installations), ({ credentials, layer }) => ({
      credentials: (installation) => credentials({ ...installation, permissions }),
      layer: (installation) => layer({ ...installation, permissions })
    }))
  ).pipe(
    Layer.provide(AppCredentials.forInstallations(app)),
    Layer.provide([HttpCache.layerMemory(), RateLimit.layerMemory()])
  )

const encode = (format: "pkcs8" | "spki", label: string, key: CryptoKey) =>
  Effect.map(
    Effect.promise(() => crypto.subtle.exportKey(format, key)),
    (bytes) =>
      `-----BEGIN ${label}-----\n${btoa(String.fromCharCode(...new Uint8Array(bytes)))}\n-----END ${label}-----`
  )

const secret = "a secret of the hook"
const hook = { url: "https://bot.example", secret, events: ["issues"] }

/** The App with a key of its own, and two installations. Somebody opens an issue at each. */
export default Effect.gen(function* () {
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", modulusLength: 2048 }
  const publicExponent = new Uint8Array([1, 0, 1])
  const keys = yield* Effect.promise(() =>
    crypto.subtle.generateKey({ ...algorithm, publicExponent }, true, ["sign", "verify"])
  )
  const public_key = yield* encode("spki", "PUBLIC KEY", keys.publicKey)
  const privateKey = Redacted.make(yield* encode("pkcs8", "PRIVATE KEY", keys.privateKey))
  const repositories = ["acme", "other"].map((owner) => ({ owner, name: "web" }))
  const installations = repositories.map(({ owner: account }, index) => ({ account, id: 70 + index }))
  const received: Array<Webhooks.Delivery> = []
  const simulated = ForgeSimulator.receiver((request) =>
    Effect.map(Webhooks.receive(request), (delivery) => {
      received.push(delivery)
      return new Response(null, { status: 202 })
    })
  ).pipe(
    Layer.provide(Webhooks.layer({ secret: Redacted.make(secret) })),
    Layer.provideMerge(layerApp({ appId: 7, privateKey })),
    Layer.provideMerge(
      ForgeSimulator.layerHttpClient({
        repositories,
        apps: [{ slug: "usher", id: 7, public_key, installations, hook }]
      })
    )
  )
  return yield* Effect.gen(function* () {
    const { as, repository, settled } = yield* ForgeSimulator.ForgeSimulator
    for (const { owner } of repositories) yield* as("grace", `POST /repos/${owner}/web/issues`, { title: "Hello" })
    yield* settled
    for (const delivery of received) yield* Effect.all((yield* Webhooks.dispatch(bot, delivery)).values())
    const states = yield* Effect.forEach(repositories, ({ owner }) => repository(`${owner}/web`))
    return states.map(({ issues }) => issues[0]?.comments.map(({ body }) => body.split("\n")[0]))
  }).pipe(Effect.provide(simulated))
})
