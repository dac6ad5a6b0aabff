import { assert, describe, it } from "vitest"
import type { Call } from "../../../docs/site/src/playground/engine/calls.ts"
import { entriesOf } from "../../../docs/site/src/playground/engine/entries.ts"
import type { Received } from "../../../src/testing/Journal.ts"

const spanId = "0123456789abcdef"

const received = (at: number, fields: Partial<Received> = {}): Received => ({
  event: null,
  method: "GET",
  url: "https://api.github.com/repos/acme/web/issues?page=2",
  path: "/repos/acme/web/issues",
  operation: "Issues.list",
  login: "acme",
  headers: { traceparent: `00-${"1".repeat(32)}-${spanId}-01` },
  body: undefined,
  receivedAt: at,
  answeredAt: at + 10,
  status: 200,
  message: null,
  acted: true,
  faults: [],
  ...fields
})

const call: Call = { spanId, operation: "Issues.list", startedAt: 0, endedAt: 1_000 }

const of = (requests: ReadonlyArray<Received>, calls: ReadonlyArray<Call> = [call], now = 1_000, wakes?: number) =>
  entriesOf([{ id: "forge0", service: "forge", received: requests }], calls, {
    now,
    wakesAt: (id) => (id === spanId ? wakes : undefined)
  })

const limited = { status: 403, message: "API rate limit exceeded for user acme." }

describe("the timeline", () => {
  it("has deliveries after the request that caused them", () => {
    const url = "https://bot.example/hook"
    const delivery = received(0, { event: "issues.opened", operation: null, method: "POST", url, headers: {} })
    const [request, sent] = of([delivery, received(0)])
    assert.deepInclude(request, { operation: "Issues.list" })
    assert.deepInclude(sent, { operation: "issues.opened", path: `→ ${url}` })
  })

  it("has the requests with their paths, and what the cache confirmed", () => {
    const [first, second] = of([received(0), received(20, { status: 304 })])
    assert.deepInclude(first, { id: "forge0-0", path: "/repos/acme/web/issues?page=2", sentAt: 0, cached: false })
    assert.deepInclude(second, { id: "forge0-1", status: 304, cached: true, attempt: 1 })
  })

  it("counts the attempts of a call", () => {
    const other = received(5, { headers: {} })
    const requests = [received(0, { status: 503 }), other, received(20, { status: null }), received(40)]
    const attempts = of(requests).flatMap((entry) => (entry._tag === "request" ? [entry.attempt] : []))
    assert.deepStrictEqual(attempts, [1, 1, 2, 3])
  })

  it("has the pauses before retries, and until limits end", () => {
    const requests = [received(0, { status: 503 }), received(110, limited), received(620)]
    const waits = of(requests).filter(({ _tag }) => _tag === "wait")
    assert.deepStrictEqual(
      waits.map((wait) => ({ ...wait, id: "" })),
      [
        { _tag: "wait", id: "", operation: "Issues.list", startedAt: 10, endedAt: 110, until: null, reason: "retry" },
        { _tag: "wait", id: "", operation: "Issues.list", startedAt: 120, endedAt: 620, until: null, reason: "limit" }
      ]
    )
  })

  it("has a pause before the first request, which a limit holds back", () => {
    const [wait] = of([received(500)])
    assert.deepInclude(wait, { startedAt: 0, endedAt: 500, reason: "limit" })
  })

  it("has no pause of a call that got the response of another one", () => {
    const other = { ...call, spanId: "fedcba9876543210" }
    const entries = of([received(0)], [call, other])
    assert.lengthOf(entries, 1)
  })

  it("has a pause that lasts", () => {
    const running = { ...call, endedAt: null }
    const [, wait] = of([received(0, { status: 503 })], [running], 50)
    assert.deepInclude(wait, { startedAt: 10, endedAt: null, reason: "retry" })
    const [, none] = of([received(0)], [running], 50)
    assert.isUndefined(none)
  })

  it("says until when a pause lasts, from its beginning", () => {
    const running = { ...call, endedAt: null }
    const [, wait] = of([received(0, { status: 503 })], [running], 10, 5_010)
    assert.deepInclude(wait, { startedAt: 10, endedAt: null, until: 5_010, reason: "retry" })
    const [held] = of([], [running], 0, 90_000)
    assert.deepInclude(held, { startedAt: 0, endedAt: null, until: 90_000, reason: "limit" })
    assert.deepStrictEqual(of([], [running], 500), [])
  })

  it("ends a pause with its call", () => {
    const [, wait] = of([received(0, { status: 503 })], [{ ...call, endedAt: 300 }])
    assert.deepInclude(wait, { startedAt: 10, endedAt: 300 })
  })

  it("hides the parameters of signed URLs", () => {
    const [entry] = of([received(0, { path: "/file", url: "https://storage.example/file?X-Amz-Signature=secret" })])
    assert.deepInclude(entry, { path: "/file" })
  })
})
