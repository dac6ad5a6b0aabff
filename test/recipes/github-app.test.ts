import { assert, describe, it } from "@effect/vitest"
import type { Installations } from "forgecast/forge/AppCredentials"
import * as Webhooks from "forgecast/forge/Webhooks"
import { Faults, ForgeSimulator } from "forgecast/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { generateKeyPairSync } from "node:crypto"
import program, { bot, layerApp } from "../../docs/recipes/github-app/program.ts"

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" }
})

const hook = { url: "https://bot.example", secret: "rain", events: ["issues"] }

/** The App at two accounts, one of which has suspended it, and what it has received. */
const on = <A, E>(
  test: (
    received: ReadonlyArray<Webhooks.Delivery>
  ) => Effect.Effect<A, E, ForgeSimulator.ForgeSimulator | Installations>
) => {
  const received: Array<Webhooks.Delivery> = []
  const layer = ForgeSimulator.receiver((request) =>
    Effect.gen(function* () {
      const delivery = yield* Webhooks.receive(request)
      received.push(delivery)
      const exits = yield* Webhooks.dispatch(bot, delivery)
      return new Response(null, { status: [...exits.values()].every(Exit.isSuccess) ? 202 : 500 })
    })
  ).pipe(
    Layer.provide(Webhooks.layer({ secret: Redacted.make("rain") })),
    Layer.provideMerge(layerApp({ appId: 7, privateKey: Redacted.make(privateKey) })),
    Layer.provideMerge(
      ForgeSimulator.layerHttpClient({
        repositories: ["acme", "other", "third"].map((owner) => ({ owner, name: "web", collaborators: ["ada"] })),
        apps: [
          {
            slug: "usher",
            id: 7,
            public_key: publicKey,
            installations: [
              { account: "acme", id: 70 },
              { account: "other", id: 71, suspended: true },
              { account: "third", id: 72 }
            ],
            hook
          }
        ]
      })
    )
  )
  return Effect.suspend(() => test(received)).pipe(Effect.provide(layer))
}

/** Somebody opens an issue, and all that this causes has ended. */
const open = Effect.fnUntraced(function* (login: string) {
  const { as, settled } = yield* ForgeSimulator.ForgeSimulator
  yield* as(login, "POST /repos/acme/web/issues", { title: "Hello" })
  yield* settled
})

const bodies = Effect.gen(function* () {
  const { issues } = yield* (yield* ForgeSimulator.ForgeSimulator).repository("acme/web")
  return issues.flatMap(({ comments }) => comments.map(({ body, user }) => [user, body.split("\n")[0]]))
})

const statuses = Effect.gen(function* () {
  const all = yield* (yield* ForgeSimulator.ForgeSimulator).deliveries
  return all.filter(({ event }) => event === "issues.opened").map(({ status }) => status)
})

const welcomed = [["usher[bot]", "Welcome! Somebody will have a look."]]

/** How the handlers of the first delivery end if it is of another installation, and its issue has no comment. */
const ends = Effect.fnUntraced(function* ([delivery]: ReadonlyArray<Webhooks.Delivery>, id: number) {
  assert.isDefined(delivery)
  assert.isNotNull(delivery.installation)
  const { as, repository } = yield* ForgeSimulator.ForgeSimulator
  const { issues } = yield* repository("acme/web")
  for (const { id } of issues[0]?.comments ?? []) yield* as("acme", `DELETE /repos/acme/web/issues/comments/${id}`)
  const exits = yield* Webhooks.dispatch(bot, { ...delivery, installation: { ...delivery.installation, id } })
  return [...exits.values()]
})

describe("GitHub App", () => {
  it.live("answers each event as its installation", () =>
    Effect.gen(function* () {
      const welcome = ["Welcome! Somebody will have a look."]
      assert.deepStrictEqual(yield* program, [welcome, welcome])
    })
  )

  it.live("welcomes once, though an event is delivered twice and a response is lost", () =>
    on(() =>
      Effect.gen(function* () {
        const { faults } = yield* ForgeSimulator.ForgeSimulator
        yield* faults.add(Faults.answerLost({ operation: "Issues.createComment" }))
        yield* faults.add(Faults.deliveredTwice({ event: "issues" }))
        yield* open("grace")
        assert.deepStrictEqual(yield* statuses, [202, 202])
        assert.deepStrictEqual(yield* bodies, welcomed)
      })
    )
  )

  it.live("answers nobody whose signature is wrong", () =>
    on((received) =>
      Effect.gen(function* () {
        const { faults } = yield* ForgeSimulator.ForgeSimulator
        yield* faults.add(Faults.wrongSignature({ event: "issues" }))
        yield* open("grace")
        assert.lengthOf(received, 0)
        assert.deepStrictEqual(yield* bodies, [])
      })
    )
  )

  it.live("says nothing to those who are known", () =>
    on((received) =>
      Effect.gen(function* () {
        yield* open("ada")
        assert.lengthOf(received, 1)
        assert.deepStrictEqual(yield* bodies, [])
      })
    )
  )

  it.live("leaves suspended installations alone", () =>
    on((received) =>
      Effect.gen(function* () {
        yield* open("grace")
        const [exit] = yield* ends(received, 71)
        assert.isTrue(exit !== undefined && Exit.isSuccess(exit))
        assert.deepStrictEqual(yield* bodies, [])
      })
    )
  )

  it.live("cannot act where its installation does not reach", () =>
    on((received) =>
      Effect.gen(function* () {
        yield* open("grace")
        const [exit] = yield* ends(received, 72)
        assert.isTrue(exit !== undefined && Exit.isFailure(exit))
        assert.include(String(exit), "Forbidden")
      })
    )
  )

  it.live("mints a token once for many events at the same time, with the permission that it needs", () =>
    on(() =>
      Effect.gen(function* () {
        const { as, requests, settled } = yield* ForgeSimulator.ForgeSimulator
        for (const title of ["One", "Two"]) yield* as("grace", "POST /repos/acme/web/issues", { title })
        yield* settled
        const minted = (yield* requests).filter(({ path }) => path.endsWith("/access_tokens"))
        assert.deepStrictEqual(
          minted.map(({ body }) => body),
          [{ permissions: { issues: "write" } }]
        )
        assert.lengthOf(yield* bodies, 2)
      })
    )
  )
})
