/** Who may connect over HTTP, and what sessions have apart. */
import * as Net from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { answerOf, connected, failing, serving } from "./serving.ts"

const issue = { owner: "acme", repo: "web", issue_number: 1 }

const initialize = (protocolVersion = "2025-11-25") => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "raw", version: "1" } }
})

const post = (url: string, message: unknown, headers: Record<string, string> = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body: JSON.stringify(message)
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      id: response.headers.get("mcp-session-id") ?? ""
    }
  })

/** `fetch` sets the header itself. */
const statusFor = (url: string, host: string) =>
  Effect.promise(
    () =>
      new Promise<string>((resolve, reject) => {
        const { hostname, port } = new URL(url)
        const socket = Net.connect(Number(port), hostname)
        const body = JSON.stringify(initialize())
        const head = [
          "POST /mcp HTTP/1.1",
          ...(host === "" ? [] : [`Host: ${host}`]),
          "Content-Type: application/json",
          "Accept: application/json, text/event-stream",
          `Content-Length: ${body.length}`,
          "Connection: close"
        ]
        let text = ""
        socket.on("data", (chunk) => (text += chunk.toString()))
        socket.on("error", reject)
        socket.on("close", () => resolve(text.split(" ")[1] ?? ""))
        socket.write(`${head.join("\r\n")}\r\n\r\n${body}`)
      })
  )

describe("access", () => {
  it.live("is for requests to this machine by its names, and not for web pages", () =>
    Effect.gen(function* () {
      const { url } = yield* serving({ hosts: ["MCP.example"] })
      for (const host of ["localhost", "localhost:80", "127.0.0.1", "[::1]:8080", "192.0.2.1", "mcp.example:443"]) {
        assert.strictEqual(yield* statusFor(url, host), "200", host)
      }
      for (const host of ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "example"]) {
        assert.strictEqual(yield* statusFor(url, host), "421", host)
      }
      for (const origin of ["https://evil.example", "null", new URL(url).origin]) {
        assert.strictEqual((yield* post(url, initialize(), { origin })).status, 403, origin)
      }
      assert.strictEqual((yield* Effect.promise(() => fetch(url))).status, 405)
      assert.strictEqual((yield* Effect.promise(() => fetch(new URL("/", url)))).status, 404)
    })
  )

  it.live("needs the token, if there is one", () =>
    Effect.gen(function* () {
      const token = "correct-horse-battery"
      const { url } = yield* serving({ token })
      for (const authorization of ["", "Bearer", "Bearer correct-horse", `Basic ${token}`, token]) {
        const refused = yield* post(url, initialize(), authorization === "" ? {} : { authorization })
        assert.strictEqual(refused.status, 401, authorization)
        assert.strictEqual(refused.headers.get("www-authenticate"), "Bearer")
        assert.strictEqual(refused.id, "")
      }
      assert.strictEqual((yield* post(url, initialize(), { authorization: `bearer  ${token}` })).status, 200)
      const { call } = yield* connected(url, { headers: { authorization: `Bearer ${token}` } })
      assert.deepInclude(answerOf(yield* call("issues_get", issue)), { number: 1 })
    })
  )

  it.live("is refused to a body that is too large", () =>
    Effect.gen(function* () {
      const { url } = yield* serving()
      const filled = (length: number) => ({ ...initialize(), filled: "x".repeat(length) })
      const size = JSON.stringify(filled(0)).length
      assert.include((yield* post(url, filled(8 * 1024 * 1024 - size))).text, `"result"`)
      const refused = yield* post(url, filled(8 * 1024 * 1024 - size + 1))
      assert.include(refused.text, `"error"`)
      assert.strictEqual(refused.id, "")
    })
  )
})

describe("sessions", () => {
  it.live("have ids that nobody guesses, and the version of the protocol that a client knows", () =>
    Effect.gen(function* () {
      const { url } = yield* serving()
      const ids = new Set<string>()
      for (const version of ["2025-11-25", "2025-06-18", "2025-03-26"]) {
        const { id, text } = yield* post(url, initialize(version))
        assert.include(text, `"protocolVersion":"${version}"`)
        assert.match(id, /^[\w-]{32,}$/)
        ids.add(id)
        const headers = { "mcp-session-id": id, "mcp-protocol-version": version }
        const listed = yield* post(url, { jsonrpc: "2.0", id: 2, method: "tools/list" }, headers)
        assert.include(listed.text, "issues_get")
        // What is invalid is a result at each version, and not an error of the protocol.
        const params = { name: "issues_get", arguments: { nonsense: 1 } }
        const called = yield* post(url, { jsonrpc: "2.0", id: 3, method: "tools/call", params }, headers)
        assert.include(called.text, `"isError":true`)
      }
      assert.strictEqual(ids.size, 3)
      // What is newer has no sessions, so that bounds would have nothing to hold to.
      assert.include((yield* post(url, initialize("2026-07-28"))).text, `"protocolVersion":"2025-11-25"`)
      const list = { jsonrpc: "2.0", id: 2, method: "tools/list" }
      assert.strictEqual((yield* post(url, list)).status, 400)
      assert.strictEqual((yield* post(url, list, { "mcp-session-id": "guessed" })).status, 404)
    })
  )

  it.live("are apart, a hundred at once, each within bounds of its own", () =>
    Effect.gen(function* () {
      const reads = { in: ["acme/web", "acme/plans"] }
      const { simulator, url } = yield* serving({ bounds: { reads, writes: { in: ["acme/web"] }, calls: { all: 4 } } })
      const clients = yield* Effect.forEach(Array.from({ length: 100 }), () => connected(url), { concurrency: 20 })
      assert.strictEqual(new Set(clients.map(({ transport }) => transport.sessionId)).size, 100)
      yield* Effect.forEach(
        clients,
        ({ call }, index) =>
          Effect.gen(function* () {
            // Every other one reads what is not public, which the others do not hear of.
            const isPrivate = index % 2 === 0
            const path = {
              owner: "acme",
              repo: isPrivate ? "plans" : "web",
              path: isPrivate ? "launch.md" : "README.md"
            }
            assert.isNotTrue((yield* call("contents_get", path)).isError)
            const labels = yield* call("milestones_list", { owner: "acme", repo: "web" })
            assert.isNotTrue(labels.isError)
            const written = answerOf(yield* call("labels_add_to_issue", { ...issue, labels: ["bug"] }))
            assert.deepInclude(written, { error: "ToolRefused", reason: isPrivate ? "private" : "untrusted" })
            assert.isNotTrue((yield* call("milestones_list", { owner: "acme", repo: "web", state: "all" })).isError)
            const last = answerOf(yield* call("milestones_list", { owner: "acme", repo: "web", state: "closed" }))
            assert.deepInclude(last, { error: "ToolRefused", reason: "calls" })
          }),
        { concurrency: "unbounded" }
      )
      assert.isTrue((yield* simulator.requests).every(({ method }) => method === "GET"))
    })
  )

  it.live("end when their clients say so, with what they were at", () =>
    Effect.gen(function* () {
      const { sessions, url } = yield* serving({ bounds: { reads: { in: ["acme/web"] } } })
      const { call, client, transport } = yield* connected(url)
      yield* call("issues_get", issue)
      const id = transport.sessionId ?? ""
      const { agent } = yield* sessions.of(id)
      yield* Effect.promise(() => transport.terminateSession())
      assert.notStrictEqual((yield* sessions.of(id)).agent, agent)
      assert.notStrictEqual(yield* failing(() => client.listTools()), "")
    })
  )

  it.live("end if there are too many: that which was used least recently", () =>
    Effect.gen(function* () {
      const { sessions, url } = yield* serving({ mostSessions: 2 })
      const [one, two] = [yield* connected(url), yield* connected(url)]
      const ended = yield* sessions.of(two.transport.sessionId ?? "")
      yield* one.call("issues_get", issue)
      yield* two.call("issues_get", issue)
      yield* one.call("issues_get", issue)
      const three = yield* connected(url)
      assert.isNotTrue((yield* one.call("issues_get", issue)).isError)
      assert.isNotTrue((yield* three.call("issues_get", issue)).isError)
      const headers = { "mcp-session-id": two.transport.sessionId ?? "" }
      assert.strictEqual((yield* post(url, { jsonrpc: "2.0", id: 9, method: "tools/list" }, headers)).status, 404)
      assert.notStrictEqual(yield* sessions.of(two.transport.sessionId ?? ""), ended)
    })
  )
})

it.live("keeps a thousand sessions", () =>
  Effect.gen(function* () {
    const { url } = yield* serving({ tools: ["Issues.get"] })
    const begin = post(url, initialize())
    const statusOf = (id: string) =>
      Effect.map(
        post(url, { jsonrpc: "2.0", id: 2, method: "tools/list" }, { "mcp-session-id": id }),
        ({ status }) => status
      )
    const [first, second] = [yield* begin, yield* begin]
    yield* Effect.replicateEffect(begin, 998, { concurrency: 10, discard: true })
    yield* begin
    assert.deepStrictEqual([yield* statusOf(first.id), yield* statusOf(second.id)], [404, 200])
  })
)

it.live("does not answer a request that is cancelled", () =>
  Effect.gen(function* () {
    const started = Deferred.makeUnsafe<void>()
    const waits = { around: () => Effect.andThen(Deferred.succeed(started, undefined), Effect.never) }
    const { url } = yield* serving({ step: waits })
    const { id } = yield* post(url, initialize())
    const headers = { "mcp-session-id": id }
    const params = { name: "issues_get", arguments: issue }
    const called = yield* Effect.forkChild(post(url, { jsonrpc: "2.0", id: 7, method: "tools/call", params }, headers))
    yield* Deferred.await(started)
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } }
    assert.strictEqual((yield* post(url, cancel, headers)).status, 202)
    assert.strictEqual((yield* Fiber.join(called)).text, "")
  })
)
