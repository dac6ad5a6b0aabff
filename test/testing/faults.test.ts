import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as HttpClient from "effect/http/HttpClient"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Faults from "../../src/testing/Faults.ts"
import { ForgeSimulator, layerHttpClient } from "../../src/testing/ForgeSimulator.ts"
import { dig, layer, repo, seed, send } from "./forge/support.ts"
import { testOn } from "../testOn.ts"

const test = testOn(layer)

const issue = `GET ${repo}/issues/1`
const create = send(`POST ${repo}/issues`, { body: { title: "Once?" } })

const addFaults = (...faults: ReadonlyArray<Faults.Fault>) =>
  Effect.flatMap(ForgeSimulator, (simulator) => simulator.faults.add(...faults))

const statusOf = Effect.fnUntraced(function* (wire: string) {
  const exit = yield* Effect.exit(send(wire))
  return Exit.isSuccess(exit) ? exit.value.status : "lost"
})

const issueCount = Effect.gen(function* () {
  const simulator = yield* ForgeSimulator
  return (yield* simulator.repository("acme/web")).issues.length
})

describe("the script", () => {
  test("plays one fault after another", function* () {
    yield* addFaults(Faults.unavailable({ times: 2 }), Faults.requestLost(), Faults.html())
    const statuses = yield* Effect.forEach(Array(5).fill(issue) as Array<string>, statusOf)
    expect(statuses).toEqual([503, 503, "lost", 502, 200])
    const simulator = yield* ForgeSimulator
    expect(yield* simulator.faults.pending).toEqual([])
  })

  test("selects requests by operation, method, path, predicate and position", function* () {
    yield* addFaults(
      Faults.answered({ status: 520, operation: "Issues.get", nth: 2 }),
      Faults.answered({ status: 521, method: "post" }),
      Faults.answered({ status: 522, path: "/repos/{owner}/{repo}/milestones" }),
      Faults.answered({ status: 523, path: /labels$/ }),
      Faults.answered({ status: 524, matching: ({ url }) => url.searchParams.has("page"), times: Infinity })
    )
    const statuses = yield* Effect.forEach(
      [
        issue,
        `POST ${repo}/issues`,
        `GET ${repo}/milestones/1`,
        `GET ${repo}/milestones`,
        `GET ${repo}/labels`,
        `GET ${repo}/issues?page=1`,
        issue,
        issue,
        `GET ${repo}/issues?page=2`
      ],
      statusOf
    )
    expect(statuses).toEqual([200, 521, 200, 522, 523, 524, 520, 200, 524])
    const simulator = yield* ForgeSimulator
    expect((yield* simulator.faults.pending).map(({ name }) => name)).toEqual(["answered"])
    yield* simulator.faults.clear
    expect(yield* statusOf(`GET ${repo}/issues?page=1`)).toBe(200)
  })

  test("rejects an unknown operation", function* () {
    const exit = yield* Effect.exit(addFaults(Faults.unavailable({ operation: "Issue.get" })))
    expect(Exit.hasDies(exit)).toBe(true)
    expect(String(exit)).toContain("no operation Issue.get: did you mean `Issues.get`? ")
    expect(String(exit)).toContain("? Select requests that have none by `method` and `path`")
  })

  test("answers for operations that are not served, by method and path", function* () {
    yield* addFaults(
      Faults.answered({ method: "GET", path: "/users/{username}/hovercard", status: 200, body: { id: "7" } })
    )
    expect((yield* send("GET /users/octo/hovercard")).json).toEqual({ id: "7" })
    expect((yield* send("GET /users/octo/hovercard")).status).toBe(501)
  })
})

describe("lost connections", () => {
  test("before the service acts", function* () {
    yield* addFaults(Faults.requestLost())
    const error = yield* Effect.flip(create)
    expect(error).toMatchObject({ _tag: "HttpClientError", reason: { _tag: "TransportError" } })
    expect(yield* issueCount).toBe(3)
  })

  test("after the service acts", function* () {
    yield* addFaults(Faults.answerLost())
    yield* Effect.flip(create)
    expect(yield* issueCount).toBe(4)
    const simulator = yield* ForgeSimulator
    const [received] = yield* simulator.requests
    expect(received).toMatchObject({ status: null, acted: true, faults: ["answerLost"] })
  })

  test("in the middle of the body", function* () {
    yield* addFaults(Faults.cutOff({ keep: 0.25 }))
    const client = yield* HttpClient.HttpClient
    const response = yield* client.get(`https://api.github.com${repo}/issues/1`, { headers: { "user-agent": "t" } })
    expect(response.status).toBe(200)
    let length = 0
    const exit = yield* response.stream.pipe(
      Stream.runForEach((chunk) => Effect.sync(() => void (length += chunk.length))),
      Effect.exit
    )
    expect(Exit.isFailure(exit)).toBe(true)
    expect(length).toBe(Math.floor(Number(response.headers["content-length"]) / 4))
  })

  test("that stay open without a response, or in the middle of one", function* () {
    yield* addFaults(Faults.silence(), Faults.stalled())
    const silent = yield* Effect.forkChild(send(issue))
    yield* TestClock.adjust("1 day")
    expect(silent.pollUnsafe()).toBeUndefined()
    yield* Fiber.interrupt(silent)
    const stalled = yield* Effect.forkChild(send(issue).pipe(Effect.timeout("1 minute"), Effect.flip))
    yield* TestClock.adjust("1 minute")
    expect((yield* Fiber.join(stalled))._tag).toBe("TimeoutError")
  })
})

describe("broken answers", () => {
  test("are outages with Retry-After, in seconds or as a date", function* () {
    yield* addFaults(
      Faults.unavailable({ retryAfter: "1500 millis" }),
      Faults.unavailable({ status: 500, retryAfter: "1 minute", retryAfterAs: "date", acted: true }),
      Faults.unavailable({ status: 504 })
    )
    const replies = [yield* create, yield* create, yield* create]
    expect(replies.map(({ headers, status }) => [status, headers["retry-after"]])).toEqual([
      [503, "2"],
      [500, "Thu, 01 Jan 1970 00:01:00 GMT"],
      [504, undefined]
    ])
    expect(yield* issueCount).toBe(4)
    expect(replies[0]?.headers["x-github-request-id"]).toMatch(/^C0DE:/)
  })

  test("are pages of HTML, without the service's headers", function* () {
    yield* addFaults(Faults.html({ status: 504 }))
    const { headers, status, text } = yield* send(issue)
    expect([status, headers["content-type"], text.startsWith("<!DOCTYPE html>")]).toEqual([
      504,
      "text/html; charset=utf-8",
      true
    ])
    expect(headers["x-github-request-id"]).toBeUndefined()
    expect(headers["x-ratelimit-limit"]).toBeUndefined()
  })

  test("have empty, truncated and rewritten bodies", function* () {
    yield* addFaults(
      Faults.emptyBody(),
      Faults.truncated({ keep: 0.1, operation: "Issues.list" }),
      Faults.rewritten({ operation: "Labels.list", rewrite: (body) => ({ items: body }) })
    )
    const empty = yield* send(issue)
    expect([empty.status, empty.text]).toEqual([200, ""])
    const client = yield* HttpClient.HttpClient
    const url = `https://api.github.com${repo}/issues`
    const truncated = yield* client.get(url, { headers: { "user-agent": "test" } })
    expect(Exit.isFailure(yield* Effect.exit(truncated.json))).toBe(true)
    expect(truncated.headers["content-length"]).toBe(String((yield* truncated.arrayBuffer).byteLength))
    const rewritten = yield* send(`GET ${repo}/labels`)
    expect(dig(rewritten.json, "items", 0, "name")).toBe("bug")
  })

  test("stay as they are if they have no body", function* () {
    yield* addFaults(Faults.cutOff(), Faults.stalled(), Faults.rewritten({ rewrite: () => "new" }))
    const statuses = yield* Effect.forEach(Array(3).fill(`PUT ${repo}/issues/1/lock`) as Array<string>, statusOf)
    expect(statuses).toEqual([204, 204, 204])
  })

  test("are redirects and links to other hosts", function* () {
    yield* addFaults(
      Faults.redirected({ to: "https://elsewhere.test/", status: 307 }),
      Faults.foreignLink({ to: "https://elsewhere.test/?page=2", method: "GET" }),
      Faults.answered({ status: 200, body: { here: true }, matching: ({ url }) => url.host === "elsewhere.test" })
    )
    const redirected = yield* create
    expect([redirected.status, redirected.headers["location"]]).toEqual([307, "https://elsewhere.test/"])
    expect(yield* issueCount).toBe(3)
    const linked = yield* send(issue)
    expect(linked.headers["link"]).toBe('<https://elsewhere.test/?page=2>; rel="next"')
    expect((yield* send("GET https://elsewhere.test/x")).json).toEqual({ here: true })
    expect((yield* Effect.flip(send("GET https://elsewhere.test/x"))).message).toContain("ENOTFOUND elsewhere.test")
  })
})

describe("limits", () => {
  const limited = (fault: Faults.Fault) =>
    Effect.gen(function* () {
      yield* addFaults(fault)
      const { headers, json, status } = yield* create
      const message = String(dig(json, "message"))
      return { status, headers, json, message }
    })

  test("are primary, with and without headers", function* () {
    const usual = yield* limited(Faults.primaryLimit({ resetIn: "90 seconds" }))
    expect(usual.headers).toMatchObject({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "90" })
    expect([usual.status, usual.message.startsWith("API rate limit exceeded")]).toEqual([403, true])
    const bare = yield* limited(Faults.primaryLimit({ status: 429, headers: false }))
    expect([bare.status, bare.headers["x-ratelimit-remaining"]]).toEqual([429, undefined])
    expect((yield* create).headers["x-ratelimit-remaining"]).toBe("4999")
  })

  test("are secondary, marked by Retry-After, by the message, or by the documentation URL alone", function* () {
    const timed = yield* limited(Faults.secondaryLimit({ status: 429, retryAfter: "1 minute", retryAfterAs: "date" }))
    expect([timed.status, timed.headers["retry-after"]]).toEqual([429, "Thu, 01 Jan 1970 00:01:00 GMT"])
    const worded = yield* limited(Faults.secondaryLimit({ headers: false, documentation: null }))
    expect(worded.headers["x-ratelimit-remaining"]).toBeUndefined()
    expect(worded.json).toEqual({ message: worded.message })
    expect(worded.message).toContain("You have exceeded a secondary rate limit.")
    const documented = yield* limited(Faults.secondaryLimit({ message: "Forbidden" }))
    expect(dig(documented.json, "documentation_url")).toMatch(/secondary-rate-limits$/)
    expect(documented.headers["x-ratelimit-remaining"]).toBe("5000")
    expect(yield* issueCount).toBe(3)
  })
})

describe("time", () => {
  test("passes before a delayed answer", function* () {
    yield* addFaults(Faults.delayed({ by: "5 seconds" }), Faults.unavailable())
    const fiber = yield* Effect.forkChild(send(issue))
    yield* TestClock.adjust("4 seconds")
    expect(fiber.pollUnsafe()).toBeUndefined()
    yield* TestClock.adjust("1 second")
    const { headers, status } = yield* Fiber.join(fiber)
    expect([status, headers["date"]]).toEqual([503, "Thu, 01 Jan 1970 00:00:05 GMT"])
  })

  test("passes after the service has acted, and before its delayed answer", function* () {
    const simulator = yield* ForgeSimulator
    yield* addFaults(Faults.delayed({ by: "2 seconds" }))
    const fiber = yield* Effect.forkChild(create)
    yield* TestClock.adjust("1999 millis")
    expect(yield* issueCount).toBe(4)
    expect(fiber.pollUnsafe()).toBeUndefined()
    expect(yield* simulator.requests).toMatchObject([{ acted: true, answeredAt: null, status: null }])
    yield* TestClock.adjust("1 milli")
    const { headers, json, status } = yield* Fiber.join(fiber)
    expect([status, headers["date"]]).toEqual([201, "Thu, 01 Jan 1970 00:00:02 GMT"])
    expect(dig(json, "created_at")).toBe("1970-01-01T00:00:00Z")
    expect(yield* simulator.requests).toMatchObject([{ acted: true, answeredAt: 2000, status: 201 }])
  })

  test("does not undo what a request has done that was given up", function* () {
    const simulator = yield* ForgeSimulator
    yield* addFaults(Faults.delayed({ by: "2 seconds" }))
    const fiber = yield* Effect.forkChild(Effect.timeoutOption(create, "1 second"))
    yield* TestClock.adjust("1 second")
    expect(Option.isNone(yield* Fiber.join(fiber))).toBe(true)
    expect(yield* issueCount).toBe(4)
    expect(yield* simulator.journal).toMatchInlineSnapshot(`
      "#  operation      request                      login  status  acted  faults   at    took
      1  Issues.create  POST /repos/acme/web/issues  octo   lost    yes    delayed  0 ms  1 s"
    `)
  })

  test("passes, and nothing happens, where a fault takes the place of the service", function* () {
    const simulator = yield* ForgeSimulator
    yield* addFaults(Faults.delayed({ by: "2 seconds", times: 2 }), Faults.unavailable(), Faults.silence())
    for (const _ of [1, 2]) {
      const fiber = yield* Effect.forkChild(Effect.timeoutOption(create, "1 second"))
      yield* TestClock.adjust("1 second")
      expect(Option.isNone(yield* Fiber.join(fiber))).toBe(true)
    }
    expect(yield* issueCount).toBe(3)
    expect(yield* simulator.requests).toMatchObject([
      { acted: false, answeredAt: 1000, status: null, faults: ["delayed", "unavailable"] },
      { acted: false, answeredAt: 2000, status: null, faults: ["delayed", "silence"] }
    ])
  })

  testOn(layerHttpClient({ ...seed, latency: "2 seconds" }))(
    "that every response takes passes after the service has acted, too",
    function* () {
      yield* Effect.forkChild(create)
      yield* TestClock.adjust("1 milli")
      expect(yield* issueCount).toBe(4)
    }
  )

  test("differs on the service's clock", function* () {
    yield* addFaults(
      Faults.skewedClock({ by: "-5 minutes" }),
      Faults.unavailable({ retryAfter: "10 minutes", retryAfterAs: "date" })
    )
    const first = yield* send(issue)
    expect(first.headers).toMatchObject({
      date: "Wed, 31 Dec 1969 23:55:00 GMT",
      "retry-after": "Thu, 01 Jan 1970 00:05:00 GMT",
      "x-ratelimit-reset": "3300"
    })
    expect((yield* send(issue)).headers["date"]).toBe("Wed, 31 Dec 1969 23:55:00 GMT")
  })
})
