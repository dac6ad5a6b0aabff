import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { Responses } from "../../../docs/site/src/playground/engine/responses.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { Observer } from "../../../src/testing/internal/observer.ts"

const seed = { repositories: [{ owner: "acme", name: "web", issues: [{ title: "It rains in" }] }] }

const url = "https://api.github.com/repos/acme/web/issues/1"

/** What the timeline shows of the response to a request that a fault hits. */
const shown = (fault?: Faults.Fault, request = HttpClientRequest.get(url)) =>
  Effect.gen(function* () {
    const responses = new Responses()
    const simulator = yield* ForgeSimulator.ForgeSimulator
    if (fault !== undefined) yield* simulator.faults.add(fault)
    const sent = Effect.flatMap(HttpClient.execute(request), ({ text }) => text)
    const signed = HttpClient.mapRequest(yield* HttpClient.HttpClient, (request) =>
      HttpClientRequest.setHeaders(request, { authorization: `Bearer ${ForgeSimulator.token}`, "user-agent": "test" })
    )
    yield* sent.pipe(
      Effect.provideService(HttpClient.HttpClient, signed),
      Effect.provideService(Observer, responses.observe),
      Effect.exit
    )
    const [entry] = yield* simulator.requests
    return entry === undefined ? assert.fail("There is no request") : responses.of(entry)
  }).pipe(Effect.provide(ForgeSimulator.layerHttpClient(seed)))

describe("responses in the timeline", () => {
  it.effect("have the headers that matter, and the body as it reads best", () =>
    Effect.gen(function* () {
      const { broken, original, response } = yield* shown()
      assert.deepStrictEqual([broken, original, response?.status], [null, null, 200])
      const names = response?.headers.map((line) => line.slice(0, line.indexOf(":"))) ?? []
      assert.includeMembers(names, ["content-type", "etag", "x-ratelimit-remaining"])
      assert.notInclude(names, "server")
      assert.match(response?.body ?? "", /^\{\n {2}"[^]*"title": "It rains in"/)
      assert.lengthOf(response?.body ?? "", 2_001)
    })
  )

  it.effect("tell of a lost one what the service had answered", () =>
    Effect.gen(function* () {
      const comment = HttpClientRequest.post(`${url}/comments`).pipe(
        HttpClientRequest.bodyJsonUnsafe({ body: "Hello" })
      )
      const { broken, original, response } = yield* shown(Faults.answerLost(), comment)
      assert.deepStrictEqual([broken, response], ["connection reset before the answer was sent", null])
      assert.strictEqual(original?.status, 201)
      assert.include(original?.body ?? "", '"body": "Hello"')
    })
  )

  it.effect("tell nothing of the service where it did not act", () =>
    Effect.gen(function* () {
      const lost = yield* shown(Faults.requestLost())
      assert.deepStrictEqual([lost.original, lost.response], [null, null])
      const page = yield* shown(Faults.html())
      assert.deepStrictEqual([page.original, page.response?.status], [null, 502])
      assert.include(page.response?.body, "<title>Unicorn!</title>")
      assert.include(page.response?.headers[0], "content-type: text/html")
    })
  )

  for (const [name, fault] of [
    ["truncated", Faults.truncated({ keep: 0.01 })],
    ["cut off", Faults.cutOff({ keep: 0.01 })],
    ["empty", Faults.emptyBody()],
    ["rewritten", Faults.rewritten({ rewrite: () => ({ title: 1 }) })]
  ] as const)
    it.effect(`tell what the client got, and what the service sent, of one that is ${name}`, () =>
      Effect.gen(function* () {
        const { broken, original, response } = yield* shown(fault)
        assert.strictEqual(response?.status, 200)
        assert.notInclude(response?.body ?? "", "It rains in")
        assert.include(original?.body, '"title": "It rains in"')
        assert.strictEqual(broken !== null, name === "cut off")
        if (broken !== null) assert.match(broken, /^lost after \d+ of \d{4} bytes of the body$/)
      })
    )

  for (const [name, change] of [
    ["", (body: string) => body],
    [" that ends too early", (body: string) => body.slice(0, -1)]
  ] as const)
    it.effect(`have no credentials in a body${name}`, () =>
      Effect.gen(function* () {
        const made = { token: "ghs_1", access_token: "gho_1", nested: [{ client_secret: 's"1', pem: "-----BEGIN" }] }
        const body = change(JSON.stringify({ ...made, expires_in: 5 }))
        const { response } = yield* shown(Faults.answered({ status: 201, body }))
        assert.notMatch(response?.body ?? "", /ghs_1|gho_1|s\\"1|BEGIN/)
        assert.strictEqual(response?.body?.split("<redacted>").length, 5)
        assert.include(response?.body, "expires_in")
      })
    )

  it.effect("have no credentials in a form", () =>
    Effect.gen(function* () {
      const headers = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" }
      const body = "access_token=gho_1&scope=repo"
      const { response } = yield* shown(Faults.answered({ status: 200, body, headers }))
      assert.strictEqual(response?.body, "access_token=%3Credacted%3E&scope=repo")
    })
  )
})
