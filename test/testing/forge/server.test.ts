import { describe, expect, it } from "@effect/vitest"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Faults from "../../../src/testing/Faults.ts"
import { ForgeSimulator, type Seed } from "../../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../../src/testing/node.ts"
import { dig, type Options, repo, seed, send as sendTo } from "./support.ts"
import { testOn } from "../../testOn.ts"

const send = (wire: string, options: Options = {}) =>
  Effect.flatMap(ForgeSimulator, ({ baseUrl }) => sendTo(wire, { ...options, baseUrl }))

const issue = `GET ${repo}/issues/1`

const transports = [
  ["fetch", FetchHttpClient.layer],
  ["undici", NodeHttpClient.layerUndici]
] as const

describe.each(transports)("on a port, through %s", (_, client) => {
  const layer = Layer.merge(SimulatorServer.layerForge(seed), client)

  it.live("answers like in process, under its own URL", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ForgeSimulator
      expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      const asked = Date.now()
      const { headers, json, status } = yield* send(`GET ${repo}/issues?per_page=1`)
      expect([status, dig(json, 0, "url")]).toEqual([200, `${baseUrl}${repo}/issues/3`])
      expect(headers["link"]).toMatch(
        new RegExp(`^<${baseUrl}/repositories/2000000/issues\\?per_page=1&after=[^>]*&page=2>; rel="next"`)
      )
      const date = Date.parse(headers["date"] ?? "")
      expect(date).toBeGreaterThan(asked - 1_000)
      expect(date).toBeLessThanOrEqual(Date.now())
      const again = yield* send(`GET ${repo}/issues?per_page=1`, {
        headers: { "if-none-match": headers["etag"] ?? "" }
      })
      expect([again.status, again.text, again.headers["link"]]).toEqual([304, "", undefined])
    }).pipe(Effect.provide(layer))
  )

  it.live("accepts bodies, even with DELETE, and encoded names", () =>
    Effect.gen(function* () {
      const name = "help wanted/ü?#%"
      const added = yield* send(`POST ${repo}/issues/1/labels`, { body: { labels: [name] } })
      expect(dig(added.json, "*", "name")).toEqual(["bug", name])
      const removed = yield* send(`DELETE ${repo}/issues/1/labels/${encodeURIComponent(name)}`)
      expect(dig(removed.json, "*", "name")).toEqual(["bug"])
      const unassigned = yield* send(`DELETE ${repo}/issues/2/assignees`, { body: { assignees: ["octo"] } })
      expect(dig(unassigned.json, "assignees")).toEqual([])
      expect((yield* send(`PUT ${repo}/issues/1/lock`)).status).toBe(204)
    }).pipe(Effect.provide(layer))
  )

  it.live("loses connections before and after it acts, and sends garbage", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator
      for (const [fault, acted] of [
        [Faults.requestLost(), false],
        [Faults.answerLost(), true],
        [Faults.garbage(), false]
      ] as const) {
        yield* simulator.clearRequests
        yield* simulator.faults.add(fault)
        const error = yield* Effect.flip(send(`POST ${repo}/issues`, { body: { title: fault.name } }))
        expect(error).toMatchObject({ _tag: "HttpClientError", reason: { _tag: "TransportError" } })
        const { issues } = yield* simulator.repository("acme/web")
        expect(issues.some(({ title }) => title === fault.name)).toBe(acted)
        expect((yield* simulator.requests)[0]).toMatchObject({ acted, status: null })
      }
      expect((yield* send(issue)).status).toBe(200)
    }).pipe(Effect.provide(layer))
  )

  it.live("breaks off in the middle of a body", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator
      yield* simulator.faults.add(Faults.cutOff())
      const http = yield* HttpClient.HttpClient
      const response = yield* http.get(`${simulator.baseUrl}${repo}/issues/1`, { headers: { "user-agent": "test" } })
      expect(response.status).toBe(200)
      expect((yield* Effect.flip(response.text))._tag).toBe("HttpClientError")
    }).pipe(Effect.provide(layer))
  )

  it.live("stalls before a response and in the middle of it, until the client gives up", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator
      yield* simulator.faults.add(Faults.silence(), Faults.stalled())
      for (const fault of ["silence", "stalled"]) {
        const asking = yield* Effect.forkChild(send(issue))
        const isAsked = Effect.map(simulator.requests, (requests) => requests.some(({ faults }) => faults[0] === fault))
        yield* Effect.repeat(Effect.andThen(Effect.sleep(1), isAsked), { until: (asked) => asked })
        yield* Effect.sleep(100)
        expect([fault, asking.pollUnsafe()]).toEqual([fault, undefined])
        yield* Fiber.interrupt(asking)
      }
      expect((yield* send(issue)).status).toBe(200)
    }).pipe(Effect.provide(layer))
  )

  it.live("acts at once on a request whose response is late, though its client gives up", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator
      yield* simulator.faults.add(Faults.delayed({ by: "1 hour" }))
      const title = "Late"
      const creating = yield* Effect.forkChild(send(`POST ${repo}/issues`, { body: { title } }))
      const issues = Effect.map(simulator.repository("acme/web"), (web) => web.issues)
      const isMade = Effect.map(issues, (all) => all.some((issue) => issue.title === title))
      yield* Effect.repeat(Effect.andThen(Effect.sleep(1), isMade), { until: (made) => made })
      yield* Fiber.interrupt(creating)
      const isOver = Effect.map(simulator.requests, ([request]) => request?.answeredAt !== null)
      yield* Effect.repeat(Effect.andThen(Effect.sleep(1), isOver), { until: (over) => over })
      expect(yield* simulator.requests).toMatchObject([{ acted: true, status: null, faults: ["delayed"] }])
    }).pipe(Effect.provide(layer))
  )
})

describe("a server", () => {
  it.live("can have its base URL below a path", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ForgeSimulator
      expect(baseUrl).toMatch(/\/api\/v3$/)
      expect(dig((yield* send(issue)).json, "url")).toBe(`${baseUrl}${repo}/issues/1`)
      const web = baseUrl.replace("/api/v3", "")
      const about = (yield* send(`GET ${repo}`)).json
      // An address of ssh has no port: what follows its colon is a path.
      expect(["html_url", "clone_url", "ssh_url"].map((name) => dig(about, name))).toEqual([
        `${web}/acme/web`,
        `${web}/acme/web.git`,
        "git@127.0.0.1:acme/web.git"
      ])
      const release = (yield* send(`POST ${repo}/releases`, { body: { tag_name: "v9" } })).json
      const uploads = String(dig(release, "upload_url")).replace("{?name,label}", "")
      expect(uploads).toBe(`${web}/api/uploads${repo}/releases/${String(dig(release, "id"))}/assets`)
      const asset = yield* send(`POST ${uploads}?name=a.txt`, { text: "A" })
      expect([asset.status, dig(asset.json, "browser_download_url")]).toEqual([
        201,
        `${web}/acme/web/releases/download/v9/a.txt`
      ])
      // GraphQL is beside the API, and what else is below the root of the web pages is one that is not found.
      expect((yield* send(`GET ${web}/api/graphql`)).text).toContain("GET /graphql")
      expect((yield* send(`GET ${web}/acme/web/wiki`)).status).toBe(404)
      expect((yield* send(`GET ${web}/`)).status).toBe(404)
    }).pipe(Effect.provide(Layer.merge(SimulatorServer.layerForge(seed, { prefix: "/api/v3" }), FetchHttpClient.layer)))
  )

  it.live("has a token of its own, unless the seed has one", () =>
    Effect.gen(function* () {
      const tokenOf = (content: Seed) =>
        Effect.map(ForgeSimulator, ({ token }) => (token === null ? null : Redacted.value(token))).pipe(
          Effect.provide(SimulatorServer.layerForge(content))
        )
      const [first, second] = [yield* tokenOf({}), yield* tokenOf({})]
      expect(first).toMatch(/^ghp_[0-9a-f]{36}$/)
      expect(second).not.toBe(first)
      expect(yield* tokenOf({ tokens: { mine: "octo" } })).toBe("mine")
      expect(yield* tokenOf({ tokens: {} })).toBeNull()
    })
  )

  it.live("keeps its token when it is reset, and shows it nowhere", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator
      const token = simulator.token === null ? "" : Redacted.value(simulator.token)
      yield* simulator.reset()
      expect((yield* send("GET /user", { token })).status).toBe(200)
      expect(JSON.stringify([simulator, yield* simulator.requests])).not.toContain(token)
    }).pipe(Effect.provide(Layer.merge(SimulatorServer.layerForge({}), FetchHttpClient.layer)))
  )

  testOn(FetchHttpClient.layer)("runs on real time, and closes with its scope", function* () {
    const url = yield* Effect.gen(function* () {
      const { headers } = yield* send(issue)
      expect(Date.parse(headers["date"] ?? "")).toBeGreaterThan(Date.parse("2025-01-01"))
      return (yield* ForgeSimulator).baseUrl
    }).pipe(Effect.provide(SimulatorServer.layerForge(seed)))
    const error = yield* Effect.flip(sendTo(issue, { baseUrl: url }))
    expect(error).toMatchObject({ _tag: "HttpClientError", reason: { _tag: "TransportError" } })
  })
})
