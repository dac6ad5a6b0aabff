import { assert, it } from "@effect/vitest"
import { HttpCache, RateLimit } from "forgecast"
import * as AppCredentials from "forgecast/forge/AppCredentials"
import * as Webhooks from "forgecast/forge/Webhooks"
import { Faults, ForgeSimulator } from "forgecast/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { generateKeyPairSync } from "node:crypto"
import { bot, land } from "./bot.ts"

const secret = Redacted.make("rain")

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" }
})

const GitHub = ForgeSimulator.layerHttpClient({
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "README.md": "# Web\n" },
      pulls: [1, 2].map((n) => ({
        title: `Add ${n}`,
        head: `add-${n}`,
        files: { [`${n}.txt`]: `${n}\n` },
        labels: ["merge-queue"]
      })),
      hooks: [{ url: "https://ci.example", secret: "rain", events: ["push"] }]
    }
  ],
  apps: [
    {
      slug: "bot",
      id: 7,
      public_key: publicKey,
      installations: [{ account: "acme", id: 70 }],
      hook: { url: "https://bot.example", secret: "rain", events: ["issues"] }
    }
  ]
})

const App = AppCredentials.forInstallations({ appId: 7, privateKey: Redacted.make(privateKey) }).pipe(
  Layer.provide([HttpCache.layerMemory(), RateLimit.layerMemory()])
)

/** The bot as the simulated GitHub reaches it. */
const Bot = ForgeSimulator.receiver((request) =>
  Effect.gen(function* () {
    yield* Webhooks.dispatch(bot, yield* Webhooks.receive(request))
    return new Response(null, { status: 202 })
  })
)

/** A CI that is content with every candidate of the queue. */
const Ci = ForgeSimulator.receiver(
  (request) =>
    Effect.gen(function* () {
      const { setStatus } = yield* ForgeSimulator.ForgeSimulator
      const delivery = yield* Webhooks.receive(request)
      if (Webhooks.is(delivery, "push") && delivery.payload.ref === "refs/heads/merge-queue/main") {
        yield* setStatus("acme/web", "test", "success", { ref: delivery.payload.after })
      }
      return new Response(null, { status: 204 })
    }),
  "https://ci.example"
)

const TestLive = Layer.merge(Bot, Ci).pipe(
  Layer.provide(Webhooks.layer({ secret })),
  Layer.provideMerge(App),
  Layer.provideMerge(GitHub)
)

/** Opens an issue, and returns what it is like when the bot is done. */
const opened = Effect.fnUntraced(function* (title: string) {
  const { as, repository, settled } = yield* ForgeSimulator.ForgeSimulator
  yield* as("acme", "POST /repos/acme/web/issues", { title })
  yield* settled
  const { issues } = yield* repository("acme/web")
  return issues.at(-1)
})

it.live("labels an issue by its title", () =>
  Effect.gen(function* () {
    const issue = yield* opened("The map crashes")
    assert.deepStrictEqual(issue?.labels, ["bug"])
  }).pipe(Effect.provide(TestLive))
)

it.live("comments once, though the delivery comes twice and the answer is lost", () =>
  Effect.gen(function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(Faults.deliveredTwice({ event: "issues" }))
    yield* faults.add(Faults.answerLost({ operation: "Issues.createComment" }))
    const issue = yield* opened("How do I zoom?")
    assert.deepStrictEqual(
      issue?.comments.map(({ user }) => user),
      ["bot[bot]"]
    )
  }).pipe(Effect.provide(TestLive))
)

it.live("lands what is in the queue, in its order", () =>
  Effect.gen(function* () {
    const { layer } = yield* AppCredentials.Installations
    const { landed } = yield* Effect.provide(
      land({ owner: "acme", repo: "web", base: "main" }),
      layer({ installationId: 70 })
    )
    assert.deepStrictEqual(
      landed.map(({ number }) => number),
      [1, 2]
    )
  }).pipe(Effect.provide(TestLive))
)
