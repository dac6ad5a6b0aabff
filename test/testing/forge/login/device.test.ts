/** The device flow of OAuth: a code on a device, a page elsewhere, and a token once somebody has decided. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { dig, send } from "../support.ts"
import { approve, builder, click, exchange, type Fields, get, hiddenIn, post, seed } from "./support.ts"

const test = testOn(ForgeSimulator.layerHttpClient(seed))

const grant_type = "urn:ietf:params:oauth:grant-type:device_code"
const page = "https://github.com/login/device"

const start = Effect.fnUntraced(function* (fields: Fields) {
  const { json } = yield* post("https://github.com/login/device/code", fields)
  return { device_code: String(dig(json, "device_code")), user_code: String(dig(json, "user_code")), json }
})

const poll = (device_code: string, client_id = "cli", more: Fields = {}) =>
  exchange({ client_id, device_code, grant_type, ...more })

const errorOf = <E, R>(answer: Effect.Effect<unknown, E, R>) => Effect.map(answer, (json) => dig(json, "error"))

describe("a device", () => {
  test("gets a code for its user, and a token once the user has entered it", function* () {
    const { device_code, json, user_code } = yield* start({ client_id: "cli", scope: "repo,repo:status gist" })
    expect(device_code).toMatch(/^[0-9a-f]{40}$/)
    expect(user_code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/)
    expect(json).toEqual({
      device_code,
      user_code,
      verification_uri: page,
      expires_in: 900,
      interval: 5
    })
    expect(yield* errorOf(poll(device_code))).toBe("authorization_pending")
    // However the user writes it.
    const shown = yield* get(`${page}?user_code=${user_code.replace("-", "").toLowerCase()}`)
    expect([...shown.text.matchAll(/<code>([^<]*)/g)].map(([, scope]) => scope)).toEqual(["repo", "gist"])
    const done = yield* click("/login/device", { user_code }, approve("octo"))
    expect(done.status).toBe(200)
    expect(done.text).toContain("may act for octo now")
    yield* TestClock.adjust("5 seconds")
    const token = yield* poll(device_code)
    expect(token).toMatchObject({ token_type: "bearer", scope: "repo,gist" })
    expect(dig(token, "access_token")).toMatch(/^gho_\w{36}$/)
    expect(dig((yield* send("GET /user", { token: String(dig(token, "access_token")) })).json, "login")).toBe("octo")
    // Each code holds once.
    expect(yield* errorOf(poll(device_code))).toBe("incorrect_device_code")
    expect((yield* get(`${page}?user_code=${user_code}`)).status).toBe(422)
  })

  test("is told to slow down, five seconds more each time", function* () {
    const { device_code } = yield* start({ client_id: "cli" })
    yield* poll(device_code)
    yield* TestClock.adjust("4 seconds")
    expect(yield* poll(device_code)).toMatchObject({ error: "slow_down", interval: 10 })
    yield* TestClock.adjust("9 seconds")
    expect(yield* poll(device_code)).toMatchObject({ error: "slow_down", interval: 15 })
    yield* TestClock.adjust("15 seconds")
    expect(yield* errorOf(poll(device_code))).toBe("authorization_pending")
  })

  test("is told that its user has refused", function* () {
    const { device_code, user_code } = yield* start({ client_id: "cli" })
    yield* click("/login/device", { user_code }, { login: "octo", decision: "cancel" })
    expect(yield* errorOf(poll(device_code))).toBe("access_denied")
  })

  test("waits for a quarter of an hour", function* () {
    const { device_code, user_code } = yield* start({ client_id: "cli" })
    yield* TestClock.adjust("899 seconds")
    expect(yield* errorOf(poll(device_code))).toBe("authorization_pending")
    expect((yield* get(`${page}?user_code=${user_code}`)).status).toBe(200)
    yield* TestClock.adjust("1 second")
    expect(yield* errorOf(poll(device_code))).toBe("expired_token")
    expect((yield* get(`${page}?user_code=${user_code}`)).status).toBe(422)
  })

  test("is refused with the service's errors", function* () {
    const codeFor = (client_id: string) => errorOf(Effect.map(start({ client_id }), ({ json }) => json))
    expect(yield* codeFor("none")).toBe("incorrect_client_credentials")
    expect(yield* codeFor("local")).toBe("device_flow_disabled")
    const { device_code } = yield* start({ client_id: "cli" })
    expect(yield* errorOf(poll("wrong"))).toBe("incorrect_device_code")
    expect(yield* errorOf(poll(device_code, builder.client_id))).toBe("incorrect_device_code")
    expect(yield* errorOf(poll(device_code, "local"))).toBe("device_flow_disabled")
    expect(yield* errorOf(poll(device_code, "cli", { client_secret: "wrong" }))).toBe("incorrect_client_credentials")
    expect(yield* errorOf(poll(device_code, "cli", { grant_type: "device_code" }))).toBe("unsupported_grant_type")
  })

  test("of a GitHub App renews its token without a secret", function* () {
    const { client_id } = builder
    const { device_code, user_code } = yield* start({ client_id })
    yield* click("/login/device", { user_code }, approve("octo"))
    const first = yield* poll(device_code, client_id)
    const refresh_token = String(dig(first, "refresh_token"))
    expect(yield* exchange({ client_id, grant_type: "refresh_token", refresh_token })).toHaveProperty("refresh_token")
    expect((yield* send("GET /user", { token: String(dig(first, "access_token")) })).status).toBe(401)
  })
})

describe("the page for devices", () => {
  test("asks for a code, and takes a decision of its own form only", function* () {
    expect((yield* get(page)).text).toContain("Enter the code")
    const { device_code, user_code } = yield* start({ client_id: "cli" })
    const { text } = yield* get(`${page}?user_code=${user_code}`)
    const fields = { ...hiddenIn(text), ...approve("octo") }
    expect((yield* post(page, { ...fields, authenticity_token: "" })).status).toBe(403)
    expect((yield* post(page, fields, { origin: "https://evil.example", host: "github.com" })).status).toBe(403)
    expect((yield* post(page, { ...fields, login: "nobody" })).status).toBe(422)
    expect(yield* errorOf(poll(device_code))).toBe("authorization_pending")
  })
})
