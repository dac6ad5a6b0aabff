import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig, layer, repo, seed, send, web } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

describe("a request", () => {
  test("may be anonymous to read, but not to write", function* () {
    expect((yield* send(`GET ${repo}/issues/1`, { token: null })).status).toBe(200)
    const write = yield* send(`POST ${repo}/issues`, { token: null, body: { title: "x" } })
    expect([write.status, dig(write.json, "message")]).toEqual([401, "Requires authentication"])
  })

  test("is refused with an unknown or revoked token", function* () {
    const unknown = yield* send(`GET ${repo}/issues/1`, { token: "made up" })
    expect([unknown.status, unknown.json]).toEqual([
      401,
      { message: "Bad credentials", documentation_url: "https://docs.github.com/rest", status: "401" }
    ])
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.setToken("fresh", "octo")
    expect((yield* send(`GET ${repo}/issues/1`, { token: "fresh" })).status).toBe(200)
    yield* simulator.setToken("fresh", null)
    expect((yield* send(`GET ${repo}/issues/1`, { token: "fresh" })).status).toBe(401)
  })

  test("is refused without User-Agent", function* () {
    const { status, text } = yield* send(`GET ${repo}/issues`, { headers: { "user-agent": "" } })
    expect(status).toBe(403)
    expect(text).toContain("Please make sure your request has a User-Agent header")
  })

  test("is refused for an unknown API version", function* () {
    const ask = (version: string) => send(`GET ${repo}/issues`, { headers: { "x-github-api-version": version } })
    const known = yield* ask("2026-03-10")
    expect([known.status, known.headers["x-github-api-version-selected"]]).toEqual([200, "2026-03-10"])
    expect((yield* ask("2020-01-01")).status).toBe(400)
  })
})

describe("resources", () => {
  const hidden = ForgeSimulator.layerHttpClient({
    ...seed,
    repositories: [{ ...web, private: true, collaborators: { octo: "read" } }]
  })

  testOn(hidden)("of private repositories are visible to members only", function* () {
    const statuses = yield* Effect.forEach([ForgeSimulator.token, "acme", "ada", null], (token) =>
      Effect.map(send(`GET ${repo}/issues`, { token }), ({ status }) => status)
    )
    expect(statuses).toEqual([200, 200, 404, 404])
    expect((yield* send(`PUT ${repo}/issues/1/lock`)).status).toBe(403)
    expect((yield* send(`PUT ${repo}/issues/1/lock`, { token: "ada" })).status).toBe(404)
  })

  test("that do not exist are 404", function* () {
    const paths = ["/repos/acme/nothing/issues", "/repositories/7/issues", `${repo}/issues/7`, `${repo}/issues/one`]
    for (const path of paths) {
      const { json, status } = yield* send(`GET ${path}`)
      expect([status, dig(json, "message")]).toEqual([404, "Not Found"])
    }
  })

  test("that are not served are 501", function* () {
    const wires = [
      `GET ${repo}/traffic/views`,
      "GET /repositories/7/traffic/views",
      `PUT ${repo}/issues/1`,
      "GET /nothing",
      `GET ${repo}/issues/1/%zz`,
      "GET /repos/acme//issues",
      "POST https://uploads.github.com/repos/acme/web/nothing?name=a"
    ]
    for (const wire of wires) expect([wire, (yield* send(wire)).status]).toEqual([wire, 501])
    expect((yield* send(`GET ${repo}/traffic/views`)).json).toEqual({
      message:
        "The simulator does not serve GET /repos/acme/web/traffic/views. " +
        'Script the response: Faults.answered({ method: "GET", path: "/repos/acme/web/traffic/views", status: 200, body: … })'
    })
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const asked = yield* Effect.exit(simulator.as("octo", "GET /feeds"))
    expect(String(asked)).toContain("The simulator does not serve GET /feeds.")
  })

  test("are found by names in any case, and by the repository's id", function* () {
    expect((yield* send("GET /repos/ACME/Web/issues/1")).status).toBe(200)
    const byId = yield* send("GET /repositories/2000000/issues/1")
    expect(dig(byId.json, "url")).toBe("https://api.github.com/repos/acme/web/issues/1")
  })

  testOn(ForgeSimulator.layerHttpClient({ ...seed, repositories: [{ ...web, has_issues: false }] }))(
    "are pull requests, but no issues, when issues are switched off",
    function* () {
      const statuses = yield* Effect.forEach(
        [`GET ${repo}/issues`, `GET ${repo}/issues/1`, `POST ${repo}/issues`, `GET ${repo}/issues/3`],
        (wire) =>
          Effect.map(send(wire, wire.startsWith("POST") ? { body: { title: "x" } } : {}), ({ status }) => status)
      )
      expect(statuses).toEqual([410, 410, 410, 200])
    }
  )
})

describe("a renamed repository", () => {
  const renamed = ForgeSimulator.layerHttpClient({
    ...seed,
    repositories: [{ ...web, formerly: ["acme/website"] }]
  })

  testOn(renamed)("redirects reads with 301, writes with 307", function* () {
    const read = yield* send("GET /repos/acme/website/issues/1?x=%20y")
    const target = "https://api.github.com/repositories/2000000/issues/1"
    expect([read.status, read.headers["location"]]).toEqual([301, `${target}?x=%20y`])
    expect(read.json).toMatchObject({ message: "Moved Permanently", url: `${target}?x=%20y` })
    const write = yield* send("PATCH /repos/acme/website/issues/1", { body: { title: "Through the redirect" } })
    expect([write.status, write.headers["location"]]).toEqual([307, target])
    const followed = yield* send(`PATCH ${target}`, { body: { title: "Through the redirect" } })
    expect(dig(followed.json, "title")).toBe("Through the redirect")
  })

  testOn(renamed)("can be renamed while the program runs", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.rename("acme/web", "acme/site")
    expect((yield* send(`GET ${repo}/issues/1`)).status).toBe(301)
    expect((yield* send("GET /repos/acme/website/issues/1")).status).toBe(301)
    const { json } = yield* send("GET /repos/acme/site/issues/1")
    expect(dig(json, "repository_url")).toBe("https://api.github.com/repos/acme/site")
  })
})

describe("the base URL", () => {
  testOn(ForgeSimulator.layerHttpClient({ ...seed, baseUrl: "https://git.example.com/api/v3/" }))(
    "can be changed",
    function* () {
      const baseUrl = "https://git.example.com/api/v3"
      const { headers, json, status } = yield* send(`GET ${repo}/issues?per_page=1`, { baseUrl })
      expect(status).toBe(200)
      expect(dig(json, 0, "url")).toBe(`${baseUrl}/repos/acme/web/issues/3`)
      expect(dig(json, 0, "html_url")).toBe("https://git.example.com/acme/web/pull/3")
      expect(headers["link"]).toContain(`<${baseUrl}/repositories/2000000/issues?per_page=1&after=`)
      const elsewhere = yield* Effect.flip(send(`GET ${repo}/issues`))
      expect(elsewhere.message).toContain("ENOTFOUND api.github.com")
    }
  )
})
