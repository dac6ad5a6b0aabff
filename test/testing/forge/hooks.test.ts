/** Hooks of the simulator: who may, what is refused, what the log has, and how deliveries are signed. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { createHmac } from "node:crypto"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../testOn.ts"
import { dig, send } from "./support.ts"

const seed: ForgeSimulator.Seed = {
  organizations: [{ login: "acme", members: { ada: { role: "admin" }, octo: "member" } }],
  repositories: [{ owner: "acme", name: "web", files: { "README.md": "# web\n" }, collaborators: { octo: "write" } }],
  apps: [
    {
      slug: "bot",
      id: 7,
      public_key: "none",
      permissions: { repository_hooks: "read" },
      installations: [{ account: "acme", id: 70 }]
    }
  ],
  tokens: {
    ada: "ada",
    octo: "octo",
    narrow: { login: "ada", scopes: ["repo:status"] },
    hooksOnly: { login: "ada", scopes: ["write:repo_hook"] },
    fine: { login: "ada", permissions: { contents: "write" } },
    bot: { login: "bot[bot]", installation: 70, permissions: { repository_hooks: "read" } },
    jwt: { login: "bot[bot]", app: 7 }
  }
}

const test = testOn(ForgeSimulator.layerHttpClient(seed))

const hooks = "/repos/acme/web/hooks"
const config = { url: "https://hooks.example.com", content_type: "json", secret: "rain and snow" }

const made = (body: object = { config }) => send(`POST ${hooks}`, { body, token: "ada" })

const statusOf = (wire: string, token: string | null, body?: object) =>
  Effect.map(send(wire, { token, ...(body === undefined ? {} : { body }) }), ({ status }) => status)

test("only those who administer a repository or own an organization know of hooks", function* () {
  const reads: Record<string, unknown> = {}
  const writes: Record<string, unknown> = {}
  for (const token of ["ada", "octo", "narrow", "hooksOnly", "fine", "bot", "jwt", null]) {
    reads[token ?? "none"] = yield* statusOf(`GET ${hooks}`, token)
    const url = `https://hooks.example.com/${token}`
    writes[token ?? "none"] = yield* statusOf(`POST ${hooks}`, token, { config: { url } })
  }
  const alike = { ada: 200, octo: 404, narrow: 404, hooksOnly: 200, fine: 403, bot: 200, jwt: 403, none: 404 }
  assert.deepStrictEqual(reads, alike)
  assert.deepStrictEqual(writes, { ...alike, ada: 201, octo: 403, hooksOnly: 201, bot: 403, none: 401 })
  const inOrg = yield* Effect.forEach(["ada", "octo", "hooksOnly", "bot", null], (token) =>
    statusOf("GET /orgs/acme/hooks", token)
  )
  assert.deepStrictEqual(inOrg, [200, 404, 404, 403, 404])
  assert.deepStrictEqual(
    yield* Effect.forEach(["jwt", "ada"], (token) => statusOf("GET /app/hook/config", token)),
    [200, 401]
  )
})

test("a twin is refused, and so is a hook without a URL", function* () {
  yield* made()
  const twin = yield* made()
  assert.deepStrictEqual(
    [twin.status, dig(twin.json, "errors", 0, "message")],
    [422, "Hook already exists on this repository"]
  )
  assert.strictEqual((yield* made({ config, events: ["issues"] })).status, 201)
  assert.deepStrictEqual((yield* made({ config: { content_type: "json" } })).status, 422)
  assert.deepStrictEqual((yield* made({ config: { ...config, content_type: "xml" } })).status, 422)
})

test("a secret stays unless the whole configuration is replaced, and is never told", function* () {
  const { json } = yield* made()
  const at = `${hooks}/${String(dig(json, "id"))}`
  const ask = (wire: string, body?: object) =>
    Effect.map(send(wire, { token: "ada", ...(body === undefined ? {} : { body }) }), (reply) => reply.json)
  assert.strictEqual(dig(json, "config", "secret"), "********")
  assert.strictEqual(dig(yield* ask(`PATCH ${at}`, { add_events: ["issues"] }), "config", "secret"), "********")
  assert.strictEqual(dig(yield* ask(`PATCH ${at}/config`, { content_type: "form" }), "secret"), "********")
  assert.isUndefined(dig(yield* ask(`PATCH ${at}`, { config: { url: config.url } }), "config", "secret"))
  const { journal, repository, requests, toSeed } = yield* ForgeSimulator.ForgeSimulator
  const shown = [yield* repository("acme/web"), yield* requests, yield* journal]
  assert.notInclude(JSON.stringify(shown), config.secret)
  // The whole state has what it is made of.
  assert.include(JSON.stringify(yield* toSeed), "hooks.example.com")
})

test("the log has what was sent, signed by the key of the hook, for three days", function* () {
  const { json } = yield* made()
  const at = `${hooks}/${String(dig(json, "id"))}`
  assert.deepStrictEqual(dig(json, "last_response"), { code: null, status: "unused", message: null })
  yield* send(`POST ${at}/tests`, { token: "ada" })
  const list = Effect.map(send(`GET ${at}/deliveries?per_page=1`, { token: "ada" }), (reply) => reply)
  const { headers, json: first } = yield* list
  assert.deepStrictEqual(
    [dig(first, 0, "event"), dig(first, 0, "status"), dig(first, 0, "status_code")],
    ["push", "failed to connect to host", 502]
  )
  const [, next = ""] = /<([^>]*)>; rel="next"/.exec(headers["link"] ?? "") ?? []
  const ping = yield* send(`GET ${next}`, { token: "ada" })
  assert.deepStrictEqual(dig(ping.json, "*", "event"), ["ping"])
  const id = String(dig(first, 0, "id"))
  const delivery = yield* send(`GET ${at}/deliveries/${id}`, { token: "ada" })
  const signature = createHmac("sha256", config.secret)
    .update(JSON.stringify(dig(delivery.json, "request", "payload")))
    .digest("hex")
  assert.strictEqual(dig(delivery.json, "request", "headers", "X-Hub-Signature-256"), `sha256=${signature}`)
  assert.strictEqual((yield* send(`POST ${at}/deliveries/${id}/attempts`, { token: "ada" })).status, 202)
  const again = (yield* list).json
  assert.deepStrictEqual([dig(again, 0, "guid"), dig(again, 0, "redelivery")], [dig(first, 0, "guid"), true])
  const after = yield* send(`GET ${at}`, { token: "ada" })
  assert.deepStrictEqual(dig(after.json, "last_response", "code"), 502)
  yield* TestClock.adjust("3 days")
  assert.deepStrictEqual((yield* list).json, [])
  assert.strictEqual(yield* statusOf(`GET ${at}/deliveries/${id}`, "ada"), 404)
})
