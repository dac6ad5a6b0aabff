/** The web flow of OAuth: a page to click, a code, and a token for it. */
import { createHash } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as TestClock from "effect/testing/TestClock"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../../../src/testing/node.ts"
import { testOn } from "../../../testOn.ts"
import { dig, send } from "../support.ts"
import {
  approve,
  authorize,
  builder,
  cli,
  click,
  exchange,
  type Fields,
  get,
  hiddenIn,
  post,
  root,
  seed,
  tokenOf
} from "./support.ts"

const test = testOn(ForgeSimulator.layerHttpClient(seed))

const page = "https://github.com/login/oauth/authorize"
const endpoint = "https://github.com/login/oauth/access_token"

describe("the page of an app", () => {
  test("shows what the app asks for, and nothing of it as markup", function* () {
    const query = new URLSearchParams({
      client_id: "cli",
      scope: "repo repo:status <b>",
      state: '"><script>',
      login: "ada"
    })
    const { headers, status, text } = yield* get(`${page}?${query.toString()}`)
    expect(status).toBe(200)
    expect(text).toContain("Bot &amp; Co")
    // A scope that another one includes, or that does not exist, is not asked for.
    expect([...text.matchAll(/<li><code>([^<]*)/g)].map(([, scope]) => scope)).toEqual(["repo"])
    expect(text).toContain('value="ada"')
    expect(text).not.toContain("<script>")
    expect(hiddenIn(text)["state"]).toBe('"><script>')
    expect(headers).toMatchObject({ "x-frame-options": "DENY", "cache-control": "no-store" })
    expect(headers["content-security-policy"]).toContain("form-action 'self' https://app.example")
  })

  test("sends its user back with a code and the state, or without access", function* () {
    const query = { client_id: "cli", state: "s 1", redirect_uri: "https://app.example/path/sub?a=1" }
    const approved = yield* click("/login/oauth/authorize", query, approve("octo"))
    expect(approved.status).toBe(302)
    expect(approved.location).toMatch(/^https:\/\/app\.example\/path\/sub\?a=1&code=[0-9a-f]{20}&state=s\+1$/)
    const cancelled = yield* click("/login/oauth/authorize", query, { login: "octo", decision: "cancel" })
    expect(Object.fromEntries(new URL(cancelled.location).searchParams)).toEqual({
      a: "1",
      error: "access_denied",
      error_description: "The user has denied your application access.",
      error_uri:
        "https://docs.github.com/apps/managing-oauth-apps/troubleshooting-authorization-request-errors/#access-denied",
      state: "s 1"
    })
  })

  test("takes a decision of its own form only", function* () {
    const { text } = yield* get(`${page}?client_id=cli&scope=gist`)
    const fields = { ...hiddenIn(text), ...approve("octo") }
    const decide = (change: Fields, headers: Fields = {}) =>
      Effect.map(post(page, { ...fields, ...change }, headers), ({ status }) => status)
    expect(yield* decide({ authenticity_token: "" })).toBe(403)
    // What the page has shown is what is granted.
    expect(yield* decide({ scope: "repo" })).toBe(403)
    expect(yield* decide({ client_id: "local", redirect_uri: "http://localhost:1" })).toBe(403)
    expect(yield* decide({}, { origin: "https://evil.example", host: "github.com" })).toBe(403)
    expect(yield* decide({}, { "sec-fetch-site": "cross-site" })).toBe(403)
    expect(yield* decide({ login: "nobody" })).toBe(422)
    expect(yield* decide({ login: "tools" })).toBe(422)
    expect(
      yield* decide({}, { origin: "https://github.com", host: "github.com", "sec-fetch-site": "same-origin" })
    ).toBe(302)
  })

  const redirects: ReadonlyArray<readonly [client: string, target: string, ok: boolean]> = [
    ["cli", "https://app.example/path", true],
    ["cli", "https://app.example/path/sub", true],
    ["cli", "https://oauth.app.example/path", true],
    ["cli", "https://app.example/pathology", false],
    ["cli", "https://app.example/path/../bar", false],
    ["cli", "https://app.example/", false],
    ["cli", "https://app.example:8080/path", false],
    ["cli", "http://app.example/path", false],
    ["cli", "https://myapp.example/path", false],
    ["cli", "https://evilapp.example/path", false],
    ["cli", "https://a@app.example/path", false],
    ["cli", "nothing", false],
    ["local", "http://127.0.0.1:1234/any", true],
    ["local", "http://localhost/", true],
    ["local", "http://[::1]:9/", true],
    ["local", "javascript:alert(1)", false],
    ["local", "http://10.0.0.1/", false],
    ["Iv1.builder", "https://builder.example/back", true],
    ["Iv1.builder", "https://builder.example/back/sub", false],
    ["Iv1.builder", "https://builder.example/back?a=1", false],
    ["Iv1.builder", "http://127.0.0.1:1234/back", true],
    ["Iv1.builder", "http://127.0.0.1:1234/other", false]
  ]

  test.each(redirects)("lets the app %s send its users to %s: %s", function* ([client_id, redirect_uri, ok]) {
    const query = new URLSearchParams({ client_id, redirect_uri, state: "s" })
    const { location, status } = yield* get(`${page}?${query.toString()}`)
    // An app without callback URLs has nowhere to be told.
    if (ok || client_id === "local") {
      expect(status).toBe(ok ? 200 : 422)
      return
    }
    const [registered] = client_id === "cli" ? ["https://app.example/path"] : ["https://builder.example/back"]
    expect(location.startsWith(`${registered}?error=redirect_uri_mismatch&`)).toBe(true)
    expect(new URL(location).searchParams.get("state")).toBe("s")
  })

  test("refuses apps that it does not know or has suspended, and challenges that prove nothing", function* () {
    expect((yield* get(`${page}?client_id=none`)).status).toBe(404)
    expect((yield* get(`${page}?client_id=local`)).status).toBe(422)
    expect((yield* get(`${page}?client_id=bad`)).location).toContain("https://bad.example/?error=application_suspended")
    for (const method of ["", "&code_challenge_method=plain"]) {
      const { location } = yield* get(`${page}?client_id=cli&code_challenge=abc${method}`)
      expect(location).toContain("error=invalid_request")
    }
  })
})

describe("a code", () => {
  test("gives a token once, in the form that the client accepts", function* () {
    const query = { client_id: "cli", scope: "gist repo" }
    const answers: Array<string> = []
    for (const accept of ["*/*", "application/json", "application/xml"]) {
      const { code = "" } = yield* authorize(query)
      const { text } = yield* post(endpoint, { ...cli, code }, { accept })
      answers.push(text.replace(/gho_\w{36}/, "TOKEN"))
      expect((yield* post(endpoint, { ...cli, code })).json).toMatchObject({ error: "bad_verification_code" })
    }
    expect(answers).toEqual([
      "access_token=TOKEN&token_type=bearer&scope=gist%2Crepo",
      '{"access_token":"TOKEN","token_type":"bearer","scope":"gist,repo"}',
      "<OAuth><access_token>TOKEN</access_token><token_type>bearer</token_type><scope>gist,repo</scope></OAuth>"
    ])
    const { code = "" } = yield* authorize(query)
    expect((yield* post(endpoint, { ...cli, code }, { accept: "application/json" }, "json")).json).toHaveProperty(
      "access_token"
    )
  })

  test("is refused with the service's errors", function* () {
    const redirect_uri = "https://app.example/path/a"
    const { code = "" } = yield* authorize({ client_id: "cli", redirect_uri })
    const errorOf = (fields: Fields) => Effect.map(exchange({ ...cli, code, ...fields }), (json) => dig(json, "error"))
    expect(yield* errorOf({ client_id: "none" })).toBe("incorrect_client_credentials")
    expect(yield* errorOf({ client_secret: "wrong" })).toBe("incorrect_client_credentials")
    expect(yield* errorOf({ code: "wrong" })).toBe("bad_verification_code")
    expect(yield* errorOf({ grant_type: "password" })).toBe("unsupported_grant_type")
    expect(yield* errorOf({ redirect_uri: "https://evil.example/" })).toBe("redirect_uri_mismatch")
    // Another app cannot use it, and does not use it up.
    expect(yield* errorOf({ ...builder })).toBe("bad_verification_code")
    expect(yield* exchange({ client_id: "cli", code })).toMatchObject({ error: "incorrect_client_credentials" })
    expect(yield* errorOf({ redirect_uri })).toBeUndefined()
    const again = yield* authorize({ client_id: "cli", redirect_uri })
    expect(yield* errorOf({ code: again["code"] ?? "", redirect_uri: "https://app.example/path/b" })).toBe(
      "redirect_uri_mismatch"
    )
  })

  test("holds for ten minutes", function* () {
    const [first = "", second = ""] = [
      (yield* authorize({ client_id: "cli" }))["code"],
      (yield* authorize({ client_id: "cli" }))["code"]
    ]
    yield* TestClock.adjust("599 seconds")
    expect(yield* exchange({ ...cli, code: first })).toHaveProperty("access_token")
    yield* TestClock.adjust("1 second")
    expect(yield* exchange({ ...cli, code: second })).toMatchObject({ error: "bad_verification_code" })
  })

  test("of a challenge needs its verifier", function* () {
    const verifier = "a-verifier-of-at-least-43-characters-0123456789"
    const code_challenge = createHash("sha256").update(verifier).digest("base64url")
    for (const [given, ok] of [
      [{ code_verifier: verifier }, true],
      [{ code_verifier: `${verifier}.` }, false],
      [{}, false]
    ] as const) {
      const { code = "" } = yield* authorize({ client_id: "cli", code_challenge, code_challenge_method: "S256" })
      const json = yield* exchange({ ...cli, code, ...given })
      expect(dig(json, "error")).toBe(ok ? undefined : "bad_verification_code")
    }
  })
})

describe("a token", () => {
  test("of an OAuth app may do what its scopes allow", function* () {
    const { token } = yield* tokenOf(cli, "public_repo")
    const me = yield* send("GET /user", { token })
    expect([dig(me.json, "login"), me.headers["x-oauth-scopes"], me.headers["x-oauth-client-id"]]).toEqual([
      "octo",
      "public_repo",
      "cli"
    ])
    expect((yield* send("GET /repos/acme/secret", { token })).status).toBe(404)
    expect((yield* send("POST /repos/acme/web/issues", { token, body: { title: "Two" } })).status).toBe(201)
    const query = '{ viewer { login } repository(owner: "acme", name: "secret") { name } }'
    const answer = (yield* send("POST /graphql", { token, body: { query } })).json
    expect([dig(answer, "data", "viewer", "login"), dig(answer, "data", "repository")]).toEqual(["octo", null])
    const all = (yield* tokenOf(cli, "repo")).token
    expect((yield* send("GET /repos/acme/secret", { token: all })).status).toBe(200)
    const none = (yield* tokenOf(cli, " ")).token
    expect((yield* send("POST /repos/acme/web/issues", { token: none, body: { title: "Three" } })).status).toBe(404)
  })

  test("without scopes in the request gets what its user has granted the app before", function* () {
    yield* tokenOf(cli, "gist")
    yield* tokenOf(cli, "repo")
    const { code = "" } = yield* authorize({ client_id: "cli" })
    expect(dig(yield* exchange({ ...cli, code }), "scope")).toBe("gist,repo")
    const other = yield* authorize({ client_id: "cli" }, "ada")
    expect(dig(yield* exchange({ ...cli, code: other["code"] ?? "" }), "scope")).toBe("")
  })

  test("is the eleventh of its kind only if the first one ends", function* () {
    const tokens: Array<string> = []
    for (let made = 0; made < 11; made++) tokens.push((yield* tokenOf(cli, "repo")).token)
    const other = (yield* tokenOf(cli, "gist")).token
    const statusOf = (token = "") => Effect.map(send("GET /user", { token }), ({ status }) => status)
    expect([
      yield* statusOf(tokens[0]),
      yield* statusOf(tokens[1]),
      yield* statusOf(tokens[10]),
      yield* statusOf(other)
    ]).toEqual([401, 200, 200, 200])
  })

  test("of a GitHub App may do what the app and its user may, where it is installed", function* () {
    const { json, token } = yield* tokenOf(builder, "repo")
    expect(json).toMatchObject({
      token_type: "bearer",
      scope: "",
      expires_in: 28_800,
      refresh_token_expires_in: 15_897_600
    })
    expect(token).toMatch(/^ghu_/)
    const created = yield* send("POST /repos/acme/web/issues", { token, body: { title: "Two" } })
    expect([created.status, dig(created.json, "user", "login")]).toEqual([201, "octo"])
    const file = yield* send("PUT /repos/acme/web/contents/a", { token, body: { message: "A", content: "QQ==" } })
    expect([file.status, dig(file.json, "message")]).toEqual([403, "Resource not accessible by integration"])
    expect((yield* send("GET /repos/acme/secret", { token })).status).toBe(404)
    // A user without a role gets none from the app.
    const weak = (yield* tokenOf(builder, "", "ada")).token
    expect((yield* send("PATCH /repos/acme/web/issues/1", { token: weak, body: { title: "X" } })).status).toBe(403)
    expect(dig((yield* send("GET /user/installations", { token })).json, "installations", "*", "app_slug")).toEqual([])
  })

  test("of a GitHub App ends after eight hours, and is renewed once by its refresh token", function* () {
    const { json, token } = yield* tokenOf(builder)
    const renew = (refresh_token: string, given: Fields = builder) =>
      exchange({ ...given, grant_type: "refresh_token", refresh_token })
    const refresh = String(dig(json, "refresh_token"))
    yield* TestClock.adjust("8 hours")
    expect((yield* send("GET /user", { token })).status).toBe(401)
    expect(yield* renew(refresh, cli)).toMatchObject({ error: "bad_refresh_token" })
    expect(yield* renew(refresh, { client_id: builder.client_id })).toMatchObject({
      error: "incorrect_client_credentials"
    })
    const renewed = yield* renew(refresh)
    expect((yield* send("GET /user", { token: String(dig(renewed, "access_token")) })).status).toBe(200)
    expect(yield* renew(refresh)).toMatchObject({ error: "bad_refresh_token" })
    yield* TestClock.adjust("184 days")
    expect(yield* renew(String(dig(renewed, "refresh_token")))).toMatchObject({ error: "bad_refresh_token" })
  })

  test("outlives a restart with its refresh token, and is in no journal", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { json, token } = yield* tokenOf(builder)
    const seeded = yield* simulator.toSeed
    const log = JSON.stringify([yield* simulator.requests, yield* simulator.journal])
    for (const secret of [token, String(dig(json, "refresh_token")), "builder-secret"])
      expect(log).not.toContain(secret)
    yield* simulator.reset(seeded)
    expect((yield* send("GET /user", { token })).status).toBe(200)
    expect(yield* simulator.toSeed).toEqual(seeded)
    expect(
      yield* exchange({ ...builder, grant_type: "refresh_token", refresh_token: String(dig(json, "refresh_token")) })
    ).toHaveProperty("access_token")
  })
})

describe("on a port", () => {
  const served = Layer.mergeAll(
    SimulatorServer.layerForge(seed, { prefix: "/api/v3", origins: ["http://app.example"] }),
    FetchHttpClient.layer,
    Layer.succeed(FetchHttpClient.RequestInit, { redirect: "manual" })
  )

  it.live("has seals that nobody can guess, and lets no page of another origin read them", () =>
    Effect.gen(function* () {
      const url = `${yield* root}/login/oauth/authorize?client_id=cli`
      const { headers, text } = yield* get(url, { origin: "http://app.example" })
      expect(headers["access-control-allow-origin"]).toBeUndefined()
      const inProcess = yield* get(`${page}?client_id=cli`).pipe(Effect.provide(ForgeSimulator.layerHttpClient(seed)))
      expect(hiddenIn(inProcess.text)["authenticity_token"]).toMatch(/^[0-9a-f]{64}$/)
      expect(hiddenIn(text)["authenticity_token"]).not.toBe(hiddenIn(inProcess.text)["authenticity_token"])
    }).pipe(Effect.provide(served))
  )

  it.live("lets git use the tokens as far as their scopes go", () =>
    Effect.gen(function* () {
      const url = yield* root
      const statusOf = (token: string, name: string, service: string) =>
        Effect.map(
          get(`${url}/acme/${name}.git/info/refs?service=git-${service}`, {
            authorization: `Basic ${btoa(`x:${token}`)}`
          }),
          ({ status }) => status
        )
      const statuses = Effect.fnUntraced(function* (token: string) {
        const found: Array<number> = []
        for (const name of ["web", "secret"])
          for (const service of ["upload-pack", "receive-pack"]) found.push(yield* statusOf(token, name, service))
        return found
      })
      expect(yield* statuses((yield* tokenOf(cli, "repo")).token)).toEqual([200, 200, 200, 200])
      expect(yield* statuses((yield* tokenOf(cli, "public_repo")).token)).toEqual([200, 200, 404, 404])
      expect(yield* statuses((yield* tokenOf(cli, " ")).token)).toEqual([200, 403, 404, 404])
      expect(yield* statuses((yield* tokenOf(builder)).token)).toEqual([200, 403, 404, 404])
    }).pipe(Effect.provide(served))
  )
})
