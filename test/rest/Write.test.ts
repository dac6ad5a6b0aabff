/** When a verified write looks, sends again and gives up, request by request. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Issues from "../../src/forge/Issues.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import { RetryPolicy } from "../../src/rest/Retry.ts"
import * as Write from "../../src/rest/Write.ts"
import { type Answer, type Lost, refused, reset } from "./support/http.ts"
import { epoch } from "./support/time.ts"
import {
  answering,
  comment,
  commentOf,
  created,
  issue,
  key,
  listed,
  mark,
  readsOf,
  run,
  writesOf
} from "./support/writing.ts"

const none = listed()

const idOf = (exit: Exit.Exit<{ readonly id: number }, unknown>): number => {
  assert.isTrue(Exit.isSuccess(exit), JSON.stringify(exit))
  return Exit.isSuccess(exit) ? exit.value.id : 0
}

const errorOf = (exit: Exit.Exit<unknown, unknown>): unknown => {
  const [reason] = Exit.isFailure(exit) ? exit.cause.reasons : []
  return reason?._tag === "Fail" ? reason.error : undefined
}

const patience = Layer.succeed(RetryPolicy, { base: 0 })

it.effect("a write that succeeds is sent once, with its mark, and nothing is read", () =>
  Effect.gen(function* () {
    const http = answering([created(7)], [])
    assert.strictEqual(idOf(yield* run(comment(), http)), 7)
    assert.deepStrictEqual(
      http.sent.map(({ body, method, path }) => [method, path, JSON.parse(body) as unknown]),
      [["POST", "/repos/acme/web/issues/1/comments", { body: `Thanks.\n\n${mark}` }]]
    )
  })
)

const ambiguous: ReadonlyArray<readonly [string, Answer | Lost]> = [
  ["a reset connection", reset],
  ["500", { status: 500 }],
  ["502", { status: 502, text: "<html>" }],
  ["503", { status: 503 }],
  ["504", { status: 504 }]
]

describe.each(ambiguous)("after %s", (_, failure) => {
  it.effect("what the write has made is the result", () =>
    Effect.gen(function* () {
      const http = answering([failure], [listed(7)])
      assert.strictEqual(idOf(yield* run(comment(), http)), 7)
      assert.strictEqual(writesOf(http).length, 1)
    })
  )

  it.effect("it is sent again once it can no longer show", () =>
    Effect.gen(function* () {
      const http = answering([failure, created(8)], [none])
      assert.strictEqual(idOf(yield* run(comment(), http, { policies: patience })), 8)
      assert.deepStrictEqual(
        http.sent.map(({ at, method }) => [method, at]),
        [
          ["POST", 0],
          ["GET", 0],
          ["GET", 2_500],
          ["GET", 5_000],
          ["GET", 10_000],
          ["POST", 10_000]
        ]
      )
    })
  )
})

it.effect("a write that shows late is found, not sent again", () =>
  Effect.gen(function* () {
    const http = answering([reset, created(8)], [none, none, none, listed(7)])
    assert.strictEqual(idOf(yield* run(comment(), http)), 7)
    assert.strictEqual(writesOf(http).length, 1)
  })
)

it.effect("how long a write may take to show is a policy, of the Layer or of the call", () =>
  Effect.gen(function* () {
    const settling = Layer.succeed(Write.Settling, "1 second")
    const http = answering([reset, created(8)], [none])
    yield* run(comment(), http, { policies: Layer.merge(patience, settling) })
    assert.strictEqual(writesOf(http)[1]?.at, 1_000)

    const other = answering([reset, created(8)], [none])
    const call = comment().pipe(Effect.provideService(Write.Settling, 0))
    yield* run(call, other, { policies: Layer.merge(patience, settling) })
    assert.deepStrictEqual([writesOf(other)[1]?.at, readsOf(other).length], [0, 1])
  })
)

it.effect("attempts are bounded by the retry policy, and after the last one it is looked for too", () =>
  Effect.gen(function* () {
    const policies = Layer.succeed(RetryPolicy, { attempts: 2, base: 0 })
    const failing = answering([reset], [none])
    const exit = yield* run(comment(), failing, { policies })
    assert.containSubset(errorOf(exit), { _tag: "TransportFailed", mayHaveArrived: true, method: "POST" })
    assert.deepStrictEqual([writesOf(failing).length, readsOf(failing).length], [2, 8])

    const late = answering([reset], [none, none, none, none, listed(7)])
    assert.strictEqual(idOf(yield* run(comment(), late, { policies })), 7)
    assert.strictEqual(writesOf(late).length, 2)
  })
)

it.effect("no attempt starts later than the retry policy allows", () =>
  Effect.gen(function* () {
    const policies = Layer.succeed(RetryPolicy, { attempts: 10, base: 0, within: "15 seconds" })
    const http = answering([reset], [none])
    yield* run(comment(), http, { policies })
    assert.deepStrictEqual(
      writesOf(http).map(({ at }) => at),
      [0, 10_000, 20_000]
    )
  })
)

it.effect("the first look is at once: a write that shows costs no time", () =>
  Effect.gen(function* () {
    const http = answering([reset], [listed(7)])
    assert.strictEqual(idOf(yield* run(comment(), http)), 7)
    assert.strictEqual(readsOf(http)[0]?.at, 0)
  })
)

it.effect("the delay of a retry is kept before the write is sent again", () =>
  Effect.gen(function* () {
    const http = answering([reset, created(8)], [none])
    yield* run(comment().pipe(Effect.provideService(Write.Settling, 0)), http)
    assert.strictEqual(readsOf(http)[0]?.at, 0)
    assert.isAbove(writesOf(http)[1]?.at ?? 0, 0)
  })
)

it.effect("Retry-After is waited for before it is looked for", () =>
  Effect.gen(function* () {
    const http = answering([{ status: 503, headers: { "retry-after": "20" } }], [listed(7)])
    assert.strictEqual(idOf(yield* run(comment(), http)), 7)
    assert.strictEqual(readsOf(http)[0]?.at, 20_000)
  })
)

it.effect.each([
  ["a refusal", { status: 422, json: { message: "No." } }, "ValidationFailed"],
  ["a missing issue", { status: 404 }, "NotFound"],
  ["a missing permission", { status: 403 }, "Forbidden"],
  ["an unknown refusal", { status: 418 }, "UnexpectedStatus"]
] as const)("%s is a failure, and nothing is read", ([, answer, tag]) =>
  Effect.gen(function* () {
    const http = answering([answer], [])
    assert.containSubset(errorOf(yield* run(comment(), http)), { _tag: tag })
    assert.strictEqual(http.sent.length, 1)
  })
)

it.effect("a connection that was never made is retried without looking", () =>
  Effect.gen(function* () {
    const http = answering([refused, created(7)], [])
    assert.strictEqual(idOf(yield* run(comment(), http)), 7)
    assert.strictEqual(readsOf(http).length, 0)
  })
)

it.effect("a refusal after a lost response is looked into: the write itself may be its reason", () =>
  Effect.gen(function* () {
    const taken = { status: 422, json: { message: "No.", errors: [{ code: "already_exists" }] } }
    const http = answering([reset, taken], [none, none, none, none, listed(7)])
    assert.strictEqual(idOf(yield* run(comment(), http)), 7)

    const other = answering([reset, taken], [none])
    const exit = yield* run(comment(), other)
    assert.containSubset(errorOf(exit), { _tag: "ValidationFailed", method: "POST" })
  })
)

it.effect.each([
  ["that is no JSON", { status: 201, text: "created" }],
  ["that is not its record", { status: 201, json: {} }],
  ["with a status of a proxy", { status: 520 }]
] as const)("a response %s leaves a doubt, and it is looked for but not sent again", ([, answer]) =>
  Effect.gen(function* () {
    const http = answering([answer], [listed(7)])
    assert.strictEqual(idOf(yield* run(comment(), http)), 7)
    const other = answering([answer], [none])
    assert.isTrue(Exit.isFailure(yield* run(comment(), other)))
    assert.strictEqual(writesOf(other).length, 1)
  })
)

it.effect("when it cannot be looked for, the failure of the write stands", () =>
  Effect.gen(function* () {
    for (const answer of [{ status: 403 }, { status: 503 }, { json: [{ id: "?" }] }, reset]) {
      const http = answering([reset], [answer])
      const exit = yield* run(comment(), http)
      assert.containSubset(errorOf(exit), { _tag: "TransportFailed", mayHaveArrived: true, method: "POST" })
      assert.strictEqual(writesOf(http).length, 1)
    }
  })
)

describe("resume", () => {
  it.effect("looks before it sends", () =>
    Effect.gen(function* () {
      const http = answering([created(8)], [listed(7)])
      assert.strictEqual(idOf(yield* run(comment({ resume: true }), http)), 7)
      assert.strictEqual(writesOf(http).length, 0)
    })
  )

  it.effect("sends once it can no longer show", () =>
    Effect.gen(function* () {
      const http = answering([created(8)], [none])
      assert.strictEqual(idOf(yield* run(comment({ resume: true }), http)), 8)
      assert.deepStrictEqual([readsOf(http).length, writesOf(http)[0]?.at], [4, 10_000])
    })
  )

  const sinceOf = (path: string | undefined) => new URL(`https://x${path}`).searchParams.get("since")

  it.effect("looks a day back, or to the time of the first use, and an hour further for clocks that differ", () =>
    Effect.gen(function* () {
      const looked = (millis: number) => `${new Date(epoch - millis).toISOString().slice(0, 19)}Z`
      const hour = 3_600_000
      const day = 24 * hour
      for (const [resume, expected] of [
        [true, looked(day + hour)],
        [new Date(epoch - 5_500), looked(hour + 5_500)],
        [DateTime.makeUnsafe(epoch - 7 * day), looked(7 * day + hour)]
      ] as const) {
        const http = answering([], [listed(7)])
        yield* run(comment({ resume }), http)
        assert.strictEqual(sinceOf(readsOf(http)[0]?.path), expected)
      }
      const fresh = answering([reset], [listed(7)])
      yield* run(comment(), fresh)
      assert.strictEqual(sinceOf(readsOf(fresh)[0]?.path), looked(hour))
    })
  )

  it.effect("fails with the failure of the read, since nothing was sent", () =>
    Effect.gen(function* () {
      const http = answering([created(8)], [{ status: 403 }])
      assert.containSubset(errorOf(yield* run(comment({ resume: true }), http)), { _tag: "Forbidden", method: "GET" })
      assert.strictEqual(writesOf(http).length, 0)
    })
  )

  it.effect("a removal whose resource is not there is done", () =>
    Effect.gen(function* () {
      const remove = (resume: boolean) =>
        Write.once(Issues.deleteComment, { owner: "acme", repo: "web", comment_id: 1 }, { key, resume })
      const gone = answering([{ status: 404 }], [])
      assert.isTrue(Exit.isSuccess(yield* run(remove(true), gone)))
      assert.containSubset(errorOf(yield* run(remove(false), answering([{ status: 404 }], []))), { _tag: "NotFound" })
    })
  )
})

it.effect("a removal is done when it is not there after a lost response", () =>
  Effect.gen(function* () {
    for (const status of [404, 410]) {
      const http = answering([reset, { status }], [])
      const exit = yield* run(
        Write.once(Issues.deleteComment, { owner: "acme", repo: "web", comment_id: 1 }, { key }),
        http
      )
      assert.isTrue(Exit.isSuccess(exit))
      assert.deepStrictEqual([readsOf(http).length, writesOf(http).length], [0, 2])
    }
  })
)

describe("the reads", () => {
  const page = (from: number, count: number, link?: string): Answer => ({
    json: Array.from({ length: count }, (_, index) => commentOf(from + index, "Another.")),
    ...(link === undefined ? {} : { headers: { link: `<${link}>; rel="next"` } })
  })
  const next = "https://api.github.com/repositories/1/issues/1/comments?page=2"

  it.effect("follow the pages of a listing", () =>
    Effect.gen(function* () {
      const http = answering([reset], [page(10, 100, next), page(200, 3), listed(7)])
      const exit = yield* run(comment().pipe(Effect.provideService(Write.Settling, 0)), http, {
        policies: Layer.succeed(RetryPolicy, { attempts: 1 })
      })
      assert.isTrue(Exit.isFailure(exit))
      assert.deepStrictEqual(
        readsOf(http).map(({ url }) => url),
        ["https://api.github.com/repos/acme/web/issues/1/comments?since=2027-01-15T07%3A00%3A00Z&per_page=100", next]
      )
    })
  )

  it.effect("continue after a full page that has lost its Link", () =>
    Effect.gen(function* () {
      const http = answering([reset], [page(10, 100), listed(7)])
      assert.strictEqual(idOf(yield* run(comment(), http)), 7)
      assert.match(readsOf(http)[1]?.path ?? "", /&page=2$/)
    })
  )

  it.effect("do not follow a Link to a foreign origin, and then nothing is sent again", () =>
    Effect.gen(function* () {
      const http = answering([reset], [page(10, 100, "https://evil.example/page/2")])
      assert.containSubset(errorOf(yield* run(comment(), http)), { _tag: "TransportFailed" })
      assert.deepStrictEqual([readsOf(http).length, writesOf(http).length], [1, 1])
    })
  )

  it.effect("are bounded, and then nothing is sent again", () =>
    Effect.gen(function* () {
      const http = answering([reset], [page(10, 100, next)])
      assert.containSubset(errorOf(yield* run(comment(), http)), { _tag: "TransportFailed" })
      assert.deepStrictEqual([readsOf(http).length, writesOf(http).length], [30, 1])
      const resumed = yield* run(comment({ resume: true }), answering([], [page(10, 100, next)]))
      assert.containSubset(errorOf(resumed), { _tag: "InvalidInput", path: "key" })
    })
  )

  it.effect("bypass the cache", () =>
    Effect.gen(function* () {
      const etagged = { ...none, headers: { etag: '"1"' } }
      const http = answering([reset, created(8)], [etagged])
      const policies = Layer.mergeAll(patience, Layer.succeed(HttpCache.TimeToLive, "1 hour"))
      yield* run(comment(), http, { policies })
      assert.strictEqual(readsOf(http).length, 4)
      assert.isTrue(readsOf(http).every(({ headers }) => headers["if-none-match"] === undefined))
    })
  )
})

describe("the input", () => {
  it.effect("is checked before anything is sent or read", () =>
    Effect.gen(function* () {
      const http = answering([created(7)], [none])
      const empty = Write.once(Issues.createComment, { ...issue, body: "" }, { key, resume: true })
      assert.containSubset(errorOf(yield* run(empty, http)), { _tag: "InvalidInput", path: "body" })
      assert.containSubset(errorOf(yield* run(comment({ key: "" }), http)), { _tag: "InvalidInput", path: "key" })
      assert.strictEqual(http.sent.length, 0)
    })
  )

  it.effect("may leave the marked field out", () =>
    Effect.gen(function* () {
      const http = answering([{ status: 422 }], [])
      yield* run(Write.once(Issues.create, { owner: "acme", repo: "web", title: "One" }, { key }), http)
      assert.deepStrictEqual(JSON.parse(http.sent[0]?.body ?? ""), { title: "One", body: mark })
    })
  )
})
