/** What is delivered over HTTP, to others who receive webhooks. */
import { assert, describe, it } from "@effect/vitest"
import { createNodeMiddleware, Webhooks as Octokit } from "@octokit/webhooks"
import { verify } from "@octokit/webhooks-methods"
import * as Effect from "effect/Effect"
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import { createProbot, createNodeMiddleware as createProbotMiddleware, type Probot } from "probot"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../../../src/testing/node.ts"

const secret = "rain and snow"

type Listener = (request: Http.IncomingMessage, response: Http.ServerResponse) => unknown

/** A server on loopback, as long as the scope lasts. */
const listening = (listener: Listener) =>
  Effect.acquireRelease(
    Effect.callback<Http.Server>((resume) => {
      const server = Http.createServer((request, response) => void listener(request, response))
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  ).pipe(Effect.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`))

/** Opens an issue, and returns how the delivery to this URL has ended. */
const delivered = Effect.fnUntraced(function* (url: string, hook: object = {}) {
  const hooks = [{ url, secret, events: ["issues"], ...hook }]
  return yield* Effect.gen(function* () {
    const { as, deliveries, settled } = yield* ForgeSimulator.ForgeSimulator
    yield* as("acme", "POST /repos/acme/web/issues", { title: "Rain" })
    yield* settled
    return (yield* deliveries).map(({ status }) => status)
  }).pipe(Effect.provide(SimulatorServer.layerForge({ repositories: [{ owner: "acme", name: "web", hooks }] })))
})

describe("over HTTP", () => {
  it.effect("Probot receives and verifies", () =>
    Effect.gen(function* () {
      const heard: Array<string> = []
      const app = (probot: Probot) => {
        probot.on("issues.opened", ({ payload }) => void heard.push(payload.issue.title))
      }
      const probot = createProbot({ env: {}, overrides: { appId: 7, privateKey: "none", secret, logLevel: "fatal" } })
      const middleware = yield* Effect.promise(() => createProbotMiddleware(app, { probot, webhooksPath: "/hook" }))
      const origin = yield* listening(middleware)
      assert.deepStrictEqual(yield* delivered(`${origin}/hook`), [200])
      assert.deepStrictEqual(yield* delivered(`${origin}/hook`, { secret: "sun" }), [400])
      assert.deepStrictEqual(heard, ["Rain"])
    })
  )

  it.effect("@octokit/webhooks receives and verifies", () =>
    Effect.gen(function* () {
      const heard: Array<string> = []
      const octokit = new Octokit({ secret })
      octokit.on("issues.opened", ({ payload }) => void heard.push(payload.issue.title))
      const origin = yield* listening(createNodeMiddleware(octokit, { path: "/hook" }))
      assert.deepStrictEqual(yield* delivered(`${origin}/hook`), [200])
      assert.deepStrictEqual(heard, ["Rain"])
    })
  )

  it.effect("forms and JSON are signed over what is sent, and other hosts get nothing", () =>
    Effect.gen(function* () {
      const verified: Array<boolean> = []
      const origin = yield* listening(async (request, response) => {
        const chunks: Array<Uint8Array> = []
        for await (const chunk of request) chunks.push(chunk as Uint8Array)
        const text = Buffer.concat(chunks).toString()
        verified.push(await verify(secret, text, String(request.headers["x-hub-signature-256"])))
        response.end("ok")
      })
      assert.deepStrictEqual(yield* delivered(origin), [200])
      assert.deepStrictEqual(yield* delivered(origin, { content_type: "form" }), [200])
      assert.deepStrictEqual(verified, [true, true])
      assert.deepStrictEqual(yield* delivered("http://bot.example"), [null])
    })
  )
})
