/** What apps do with the tokens that users have granted them. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { dig, send } from "../support.ts"
import { builder, cli, seed, tokenOf } from "./support.ts"

const test = testOn(ForgeSimulator.layerHttpClient(seed))

const basic = ({ client_id, client_secret }: typeof cli) => ({
  authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`
})

const ask = (method: string, path: string, access_token: string, app = cli, more: object = {}) =>
  send(`${method} /applications/${app.client_id}${path}`, {
    token: null,
    headers: basic(app),
    body: { access_token, ...more }
  })

const isValid = (token: string) => Effect.map(send("GET /user", { token }), ({ status }) => status === 200)

describe("an app", () => {
  test("looks at a token, replaces it, and ends it", function* () {
    const { token } = yield* tokenOf(cli, "repo")
    const checked = yield* ask("POST", "/token", token)
    expect(checked.json).toMatchObject({
      token,
      token_last_eight: token.slice(-8),
      scopes: ["repo"],
      user: { login: "octo" },
      app: { client_id: "cli", name: "Bot & Co" },
      expires_at: null
    })
    const reset = yield* ask("PATCH", "/token", token)
    const next = String(dig(reset.json, "token"))
    expect([dig(reset.json, "id"), yield* isValid(token), yield* isValid(next)]).toEqual([
      dig(checked.json, "id"),
      false,
      true
    ])
    expect([(yield* ask("DELETE", "/token", next)).status, yield* isValid(next)]).toEqual([204, false])
  })

  test("ends all that a user has granted", function* () {
    const [first, second] = [(yield* tokenOf(cli, "repo")).token, (yield* tokenOf(cli, "gist")).token]
    const others = [(yield* tokenOf(cli, "repo", "ada")).token, (yield* tokenOf(builder)).token]
    expect((yield* ask("DELETE", "/grant", first)).status).toBe(204)
    expect([yield* isValid(first), yield* isValid(second)]).toEqual([false, false])
    for (const other of others) expect(yield* isValid(other)).toBe(true)
  })

  test("knows its own tokens only, and needs its secret", function* () {
    const { token } = yield* tokenOf(cli, "repo")
    expect((yield* ask("POST", "/token", token, builder)).status).toBe(404)
    expect((yield* ask("POST", "/token", "octo")).status).toBe(404)
    expect((yield* ask("POST", "/token", token, { ...cli, client_secret: "wrong" })).status).toBe(401)
    const anonymous = yield* send("POST /applications/cli/token", { token: null, body: { access_token: token } })
    expect(anonymous.status).toBe(401)
    const path = "POST /applications/Iv1.builder/token"
    expect((yield* send(path, { token: null, headers: basic(cli), body: { access_token: token } })).status).toBe(404)
    expect((yield* send("POST /applications/cli/token", { token: null, headers: basic(cli), body: {} })).status).toBe(
      422
    )
  })

  test("has the limits of one who is signed in, and sees what is public", function* () {
    const { headers, status } = yield* send("GET /repos/acme/web", { token: null, headers: basic(cli) })
    expect([status, headers["x-ratelimit-limit"]]).toEqual([200, "5000"])
    expect((yield* send("GET /repos/acme/secret", { token: null, headers: basic(cli) })).status).toBe(404)
  })

  test("narrows a token to repositories and permissions", function* () {
    const { token } = yield* tokenOf(builder)
    const scoped = (more: object, app = builder, of = token) => ask("POST", "/token/scoped", of, app, more)
    const narrow = yield* scoped({ target: "acme", repositories: ["web"], permissions: { issues: "read" } })
    const made = String(dig(narrow.json, "token"))
    expect(narrow.json).toMatchObject({
      installation: { permissions: { issues: "read" }, repository_selection: "selected", account: { login: "acme" } }
    })
    expect((yield* send("GET /repos/acme/web/issues", { token: made })).status).toBe(200)
    expect((yield* send("POST /repos/acme/web/issues", { token: made, body: { title: "No" } })).status).toBe(403)
    expect((yield* send("POST /repos/acme/web/issues", { token, body: { title: "Yes" } })).status).toBe(201)
    expect((yield* scoped({})).status).toBe(422)
    expect((yield* scoped({ target: "octo" })).status).toBe(404)
    expect((yield* scoped({ target: "acme", permissions: { contents: "write" } })).status).toBe(422)
    expect((yield* scoped({ target: "acme", repositories: ["secret"] })).status).toBe(422)
    expect((yield* scoped({ target: "acme" }, cli, (yield* tokenOf(cli)).token)).status).toBe(403)
  })
})
