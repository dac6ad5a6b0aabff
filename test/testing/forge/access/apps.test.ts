import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { violations } from "../description.ts"
import { dig, type Reply, send } from "../support.ts"
import { jwt, publicKey } from "./keys.ts"
import { testOn } from "../../../testOn.ts"

const makeSeed = (public_key: string): ForgeSimulator.Seed => ({
  organizations: [{ login: "acme", members: ["ada"] }],
  repositories: [
    { owner: "acme", name: "open", issues: [{ title: "One" }] },
    { owner: "acme", name: "hidden", private: true, issues: [{ title: "One" }] },
    { owner: "acme", name: "other", private: true, issues: [{ title: "One" }] },
    { owner: "ada", name: "own", private: true, issues: [{ title: "One" }] }
  ],
  apps: [
    {
      slug: "builder",
      id: 7,
      client_id: "Iv1.builder",
      public_key,
      permissions: { issues: "write", contents: "read", members: "read" },
      installations: [
        { account: "acme", id: 70, repositories: ["open", "hidden"] },
        { account: "ada", id: 71 }
      ]
    },
    { slug: "stranger", id: 8, public_key, installations: [{ account: "acme", id: 80 }] }
  ],
  tokens: { acme: "acme" }
})

const seeded = (changes: Partial<ForgeSimulator.Seed>) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => publicKey),
      (key) => ForgeSimulator.layerHttpClient({ ...makeSeed(key), ...changes })
    )
  )

const layer = seeded({})

const test = testOn(layer)

const good = { iss: "7", iat: 0, exp: 540 }

const asApp = (wire: string, claims: object = good, body?: unknown) =>
  Effect.flatMap(jwt(claims), (token) => send(wire, body === undefined ? { token } : { token, body }))

const problem = ({ json, status }: Reply) => [status, dig(json, "message")]

const mint = (id: number, body?: unknown) => asApp(`POST /app/installations/${id}/access_tokens`, good, body)

const template = "/app/installations/{installation_id}/access_tokens"

describe("an app", () => {
  test("sees itself and its installations", function* () {
    const self = yield* asApp("GET /app")
    expect([self.status, dig(self.json, "slug"), dig(self.json, "installations_count")]).toEqual([200, "builder", 2])
    expect(violations("GET", "/app", 200, self.json)).toEqual([])
    const all = yield* asApp("GET /app/installations?per_page=1")
    expect([dig(all.json, "*", "id"), all.headers["link"]?.includes("page=2")]).toEqual([[70], true])
    // The listing's own description demands the fields of a user and of an enterprise, which no answer has.
    expect(violations("GET", "/app/installations/{installation_id}", 200, dig(all.json, 0))).toEqual([])
    const one = yield* asApp("GET /app/installations/71")
    expect([dig(one.json, "account", "login"), dig(one.json, "repository_selection")]).toEqual(["ada", "all"])
    expect(violations("GET", "/app/installations/{installation_id}", 200, one.json)).toEqual([])
    expect(problem(yield* asApp("GET /app/installations/80"))).toEqual([404, "Not Found"])
  })

  test("finds its installation on a repository or an account", function* () {
    const paths = [
      "/repos/acme/hidden/installation",
      "/orgs/acme/installation",
      "/users/ada/installation",
      "/repos/acme/other/installation",
      "/repos/acme/none/installation",
      "/orgs/other/installation"
    ]
    const found = yield* Effect.forEach(paths, (path) => asApp(`GET ${path}`))
    expect(found.map(({ json }) => dig(json, "id"))).toEqual([70, 70, 71, undefined, undefined, undefined])
    expect(found.map(({ status }) => status)).toEqual([200, 200, 200, 404, 404, 404])
    expect(violations("GET", "/repos/{owner}/{repo}/installation", 200, found[0]?.json)).toEqual([])
  })

  test("is refused with a bad JWT, in the service's words", function* () {
    yield* TestClock.adjust("100 seconds")
    const claims = { iss: "7", iat: 40, exp: 640 }
    const exp =
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires"
    const iat = "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued"
    const cases: ReadonlyArray<readonly [claims: object, status: number, message: string | undefined]> = [
      [claims, 200, undefined],
      [{ ...claims, iss: 7 }, 200, undefined],
      [{ ...claims, iss: "Iv1.builder" }, 200, undefined],
      [{ ...claims, exp: 700 }, 200, undefined],
      [{ ...claims, exp: 701 }, 401, "'Expiration time' claim ('exp') is too far in the future"],
      [{ ...claims, exp: 100 }, 401, exp],
      [{ ...claims, exp: "640" }, 401, exp],
      [{ iss: "7", iat: 40 }, 401, exp],
      [{ ...claims, iat: 101 }, 401, iat],
      [{ ...claims, iat: 40.5 }, 401, iat],
      [{ iss: "7", exp: 640 }, 401, iat],
      [{ iat: 40, exp: 640 }, 401, "Missing 'issuer' claim ('iss') in assertion"],
      [{ ...claims, iss: "9" }, 404, "Integration not found"]
    ]
    for (const [given, status, message] of cases) {
      const reply = yield* asApp("GET /app", given)
      expect([given, ...problem(reply)]).toEqual([given, status, message])
    }
  })

  test("is refused with anything that is no JWT of its key", function* () {
    const whole = yield* jwt(good)
    const other = yield* jwt({ ...good, exp: 541 })
    const forged = `${other.slice(0, other.lastIndexOf("."))}${whole.slice(whole.lastIndexOf("."))}`
    const unsigned = yield* jwt(good, { alg: "none" })
    for (const token of [forged, `${whole.slice(0, -2)}aa`, unsigned, "eyJub.x.y", "acme", null]) {
      expect([token, ...problem(yield* send("GET /app", { token }))]).toEqual([
        token,
        401,
        "A JSON web token could not be decoded"
      ])
    }
    expect(problem(yield* send("GET /app", { token: "unknown" }))).toEqual([401, "Bad credentials"])
  })

  test("cannot use its JWT where a token is needed", function* () {
    for (const path of ["/user", "/repos/acme/open/issues"]) {
      expect(problem(yield* asApp(`GET ${path}`))).toEqual([403, "Resource not accessible by integration"])
    }
    expect((yield* asApp("GET /rate_limit")).status).toBe(200)
  })
})

describe("a token of an installation", () => {
  test("acts as the app's bot, for an hour", function* () {
    const made = yield* mint(70)
    expect(violations("POST", template, 201, made.json)).toEqual([])
    expect(made.json).toMatchObject({
      expires_at: "1970-01-01T01:00:00Z",
      permissions: { issues: "write", contents: "read", metadata: "read" },
      repository_selection: "selected"
    })
    expect(dig(made.json, "repositories", "*", "name")).toEqual(["open", "hidden"])
    const token = String(dig(made.json, "token"))
    expect(token).toMatch(/^ghs_[\dA-Za-z]{36}$/)
    const opened = yield* send("POST /repos/acme/hidden/issues", { token, body: { title: "By a bot" } })
    expect([opened.status, dig(opened.json, "user", "login"), dig(opened.json, "user", "type")]).toEqual([
      201,
      "builder[bot]",
      "Bot"
    ])
    expect((yield* send("PUT /repos/acme/hidden/issues/1/lock", { token })).status).toBe(204)
    yield* TestClock.adjust("1 hour")
    expect(problem(yield* send("GET /repos/acme/open/issues", { token }))).toEqual([401, "Bad credentials"])
  })

  test("reaches its repositories, and what is public", function* () {
    const token = String(dig((yield* mint(70)).json, "token"))
    const statuses = yield* Effect.forEach(["acme/open", "acme/hidden", "acme/other", "ada/own"], (name) =>
      Effect.map(send(`GET /repos/${name}/issues`, { token }), ({ status }) => status)
    )
    expect(statuses).toEqual([200, 200, 404, 404])
    const listed = yield* send("GET /installation/repositories?per_page=1", { token })
    expect(violations("GET", "/installation/repositories", 200, listed.json)).toEqual([])
    expect([dig(listed.json, "total_count"), dig(listed.json, "repositories", "*", "name")]).toEqual([2, ["open"]])
    expect(listed.headers["link"]).toContain("https://api.github.com/installation/repositories?per_page=1&page=2")
    const own = String(dig((yield* mint(71)).json, "token"))
    const all = yield* send("GET /installation/repositories", { token: own })
    expect([dig(all.json, "repository_selection"), dig(all.json, "repositories", "*", "name")]).toEqual([
      "all",
      ["own"]
    ])
    const public_ = yield* send("GET /repos/acme/open/issues", { token: own })
    expect(public_.status).toBe(200)
    const elsewhere = yield* send("POST /repos/acme/open/issues", { token: own, body: { title: "No" } })
    expect(problem(elsewhere)).toEqual([403, "Resource not accessible by integration"])
    expect(problem(yield* send("GET /user", { token }))).toEqual([403, "Resource not accessible by integration"])
    expect((yield* send("GET /installation/repositories", { token: "acme" })).status).toBe(403)
    expect((yield* send("GET /installation/repositories", { token: null })).status).toBe(401)
  })

  test("can be narrowed to repositories and permissions", function* () {
    const made = yield* mint(70, { repositories: ["HIDDEN"], permissions: { issues: "read" } })
    expect(made.json).toMatchObject({ permissions: { issues: "read", metadata: "read" } })
    expect(dig(made.json, "repositories", "*", "name")).toEqual(["hidden"])
    const token = String(dig(made.json, "token"))
    expect((yield* send("GET /repos/acme/hidden/issues", { token })).status).toBe(200)
    const write = yield* send("POST /repos/acme/hidden/issues", { token, body: { title: "No" } })
    expect([...problem(write), write.headers["x-accepted-github-permissions"]]).toEqual([
      403,
      "Resource not accessible by integration",
      "issues=write"
    ])
    const id = Number(dig((yield* mint(70)).json, "repositories", 0, "id"))
    const byId = yield* mint(70, { repository_ids: [id] })
    expect(dig(byId.json, "repositories", "*", "name")).toEqual(["open"])
  })

  test("is refused with more than the installation has", function* () {
    const permissions = "The permissions requested are not granted to this installation."
    const repositories =
      "There is at least one repository that does not exist or is not accessible to the parent installation."
    const cases: ReadonlyArray<readonly [id: number, body: object, status: number, message: unknown]> = [
      [70, { permissions: { contents: "write" } }, 422, permissions],
      [70, { permissions: { checks: "read" } }, 422, permissions],
      [70, { permissions: { issues: "admin" } }, 422, permissions],
      [70, { permissions: ["issues"] }, 422, expect.stringContaining("is not an object")],
      [70, { repositories: ["other"] }, 422, repositories],
      [70, { repository_ids: [1] }, 422, repositories],
      [70, { repository_ids: "1" }, 422, expect.stringContaining("is not an array of integers")],
      [80, {}, 404, "Not Found"],
      [99, {}, 404, "Not Found"]
    ]
    for (const [id, body, status, message] of cases) {
      const reply = yield* mint(id, body)
      expect([body, ...problem(reply)]).toEqual([body, status, message])
      expect(violations("POST", template, status, reply.json)).toEqual([])
    }
  })

  test("sees the members of its own organization only", function* () {
    const lists = yield* Effect.forEach([70, 71], (id) =>
      Effect.gen(function* () {
        const token = String(dig((yield* mint(id)).json, "token"))
        return dig((yield* send("GET /orgs/acme/members", { token })).json, "*", "login")
      })
    )
    expect(lists).toEqual([["ada"], []])
  })

  test("can be revoked by itself", function* () {
    const [first, second] = [yield* mint(70), yield* mint(70)].map(({ json }) => String(dig(json, "token")))
    expect(first).not.toBe(second)
    const revoked = yield* send("DELETE /installation/token", { token: first ?? "" })
    expect([revoked.status, revoked.text]).toEqual([204, ""])
    expect((yield* send("GET /repos/acme/open/issues", { token: first ?? "" })).status).toBe(401)
    expect((yield* send("GET /repos/acme/open/issues", { token: second ?? "" })).status).toBe(200)
  })

  test("has the limits of its installation", function* () {
    const token = (id: number) => Effect.map(mint(id), ({ json }) => String(dig(json, "token")))
    const used = (of: string) =>
      Effect.map(send("GET /repos/acme/open/issues", { token: of }), ({ headers }) => headers["x-ratelimit-used"])
    const [first, again, other] = [yield* token(70), yield* token(70), yield* token(71)]
    expect([yield* used(first), yield* used(again), yield* used(other)]).toEqual(["1", "2", "1"])
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.setRemaining("builder[bot]", 0)
    for (const each of [first, other]) {
      const refused = yield* send("GET /repos/acme/open/issues", { token: each })
      expect(refused.status).toBe(403)
      expect(dig(refused.json, "message")).toContain("API rate limit exceeded for installation")
    }
  })

  test("is refused while its installation is suspended, and none is made", function* () {
    const suspended = [403, "This installation has been suspended"]
    const token = String(dig((yield* mint(70)).json, "token"))
    const { setSuspended, toSeed } = yield* ForgeSimulator.ForgeSimulator
    yield* setSuspended(70, true)
    expect(problem(yield* send("GET /repos/acme/open/issues", { token }))).toEqual(suspended)
    expect(problem(yield* mint(70))).toEqual(suspended)
    const seen = yield* asApp("GET /app/installations/70")
    expect([dig(seen.json, "suspended_at"), dig(seen.json, "suspended_by", "login")]).toEqual([
      "1970-01-01T00:00:00Z",
      "acme"
    ])
    expect(violations("GET", "/app/installations/{installation_id}", 200, seen.json)).toEqual([])
    expect((yield* toSeed).apps?.[0]?.installations?.map(({ suspended }) => suspended)).toEqual([true, undefined])
    expect((yield* mint(71)).status).toBe(201)
    yield* setSuspended(70, false)
    expect((yield* send("GET /repos/acme/open/issues", { token })).status).toBe(200)
  })

  testOn(seeded({ tokenDelay: "3 seconds" }))("is refused until the service's replicas know it", function* () {
    const token = String(dig((yield* mint(70)).json, "token"))
    expect(problem(yield* send("GET /repos/acme/open/issues", { token }))).toEqual([401, "Bad credentials"])
    yield* TestClock.adjust("3 seconds")
    expect((yield* send("GET /repos/acme/open/issues", { token })).status).toBe(200)
  })

  testOn(seeded({ clock: { ahead: "5 minutes" } }))("and the JWT are checked by the service's clock", function* () {
    const { requests, reset } = yield* ForgeSimulator.ForgeSimulator
    const claims = { iss: "7", iat: 300, exp: 840 }
    const made = yield* asApp("POST /app/installations/70/access_tokens", claims)
    expect([dig(made.json, "expires_at"), made.headers["date"]]).toEqual([
      "1970-01-01T01:05:00Z",
      "Thu, 01 Jan 1970 00:05:00 GMT"
    ])
    expect((yield* requests)[0]?.answeredAt).toBe(300_000)
    yield* reset(makeSeed(yield* Effect.promise(() => publicKey)))
    expect((yield* asApp("GET /app", claims)).status).toBe(401)
  })
})
