import { assert, describe, it } from "@effect/vitest"
import * as Headers from "effect/http/Headers"
import { dialect } from "../../src/forge/dialect.ts"
import * as ServerTime from "../../src/rest/internal/response/serverTime.ts"
import { epoch, epochSeconds, httpDate } from "../rest/support/time.ts"

const headers = Headers.fromInput
const hour = 3_600_000

describe("budget", () => {
  const limitHeaders = {
    "X-RateLimit-Limit": "5000",
    "X-RateLimit-Remaining": "4987",
    "X-RateLimit-Used": "13",
    "X-RateLimit-Reset": epochSeconds(hour),
    "X-RateLimit-Resource": "core"
  }

  it("is read from the headers", () => {
    assert.deepStrictEqual(dialect.budget(headers(limitHeaders), "asked", epoch), {
      resource: "core",
      limit: 5_000,
      remaining: 4_987,
      used: 13,
      resetAt: epoch + hour
    })
  })

  it("belongs to the requested resource when the response names none", () => {
    const { "X-RateLimit-Resource": _, ...unnamed } = limitHeaders
    assert.strictEqual(dialect.budget(headers(unnamed), "search", epoch)?.resource, "search")
  })

  for (const hours of [-5, 0, 7]) {
    it(`ends by the local clock when the service's is ${hours} hours off`, () => {
      const skewed = {
        ...limitHeaders,
        Date: httpDate(hours * hour),
        "X-RateLimit-Reset": epochSeconds(hours * hour + 90_000)
      }
      assert.strictEqual(dialect.budget(headers(skewed), "core", epoch)?.resetAt, epoch + 90_000)
    })
  }

  it("is undefined without remaining or reset", () => {
    assert.isUndefined(dialect.budget(headers({}), "core", epoch))
    for (const name of ["X-RateLimit-Remaining", "X-RateLimit-Reset"]) {
      for (const value of ["", "  ", "soon", "NaN", "Infinity"]) {
        assert.isUndefined(
          dialect.budget(headers({ ...limitHeaders, [name]: value }), "core", epoch),
          `${name}: ${value}`
        )
      }
    }
  })

  it("needs no other headers", () => {
    const least = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": epochSeconds(0), date: "yesterday" }
    assert.deepStrictEqual(dialect.budget(headers(least), "core", epoch), {
      resource: "core",
      limit: null,
      remaining: 0,
      used: null,
      resetAt: epoch
    })
  })

  // A window, and 2 seconds for resets that are rounded.
  for (const [resource, latest] of [
    ["core", 3_602_000],
    ["search", 62_000]
  ] as const) {
    it(`of ${resource} ends within ${latest} ms`, () => {
      for (const stated of [latest - 1_000, latest, latest + 1_000]) {
        const named = { ...limitHeaders, "X-RateLimit-Resource": resource, "X-RateLimit-Reset": epochSeconds(stated) }
        assert.strictEqual(dialect.budget(headers(named), "core", epoch)?.resetAt, epoch + Math.min(stated, latest))
      }
    })
  }

  for (const reset of ["1e300", "-1e300", "99999999999999999999"]) {
    it(`has a valid date when the reset is ${reset}`, () => {
      const resetAt = dialect.budget(headers({ ...limitHeaders, "X-RateLimit-Reset": reset }), "core", epoch)?.resetAt
      assert.isFalse(resetAt !== undefined && Number.isNaN(new Date(resetAt).getTime()))
    })
  }
})

describe("limit", () => {
  const limitOf = (status: number, limitHeaders: Record<string, string>, body: unknown = {}) => {
    const text = typeof body === "string" ? body : JSON.stringify(body)
    const retryAfter = ServerTime.retryAfter(headers(limitHeaders), epoch)
    const limit = dialect.limit({ status, headers: headers(limitHeaders), body: text, retryAfter }, epoch)
    return limit === undefined
      ? undefined
      : ([limit.kind, limit.retryAt === undefined ? undefined : limit.retryAt - epoch] as const)
  }
  const spent = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": epochSeconds(50_000) }
  const left = { "x-ratelimit-remaining": "4000", "x-ratelimit-reset": epochSeconds(50_000) }

  for (const status of [403, 429]) {
    it(`${status} with nothing remaining is primary, until the reset`, () => {
      assert.deepStrictEqual(limitOf(status, spent, { message: "API rate limit exceeded for user ID 1." }), [
        "primary",
        50_000
      ])
      assert.deepStrictEqual(limitOf(status, spent), ["primary", 50_000])
    })

    it(`${status} with Retry-After is secondary, until that time`, () => {
      assert.deepStrictEqual(limitOf(status, { ...left, "retry-after": "20" }), ["secondary", 20_000])
      assert.deepStrictEqual(limitOf(status, { "retry-after": httpDate(20_000) }), ["secondary", 20_000])
    })

    it(`${status} prefers Retry-After to the reset`, () => {
      assert.strictEqual(limitOf(status, { ...spent, "retry-after": "20" })?.[1], 20_000)
    })

    for (const [what, body] of [
      ["a message", { message: "You have exceeded a secondary rate limit. Please wait a few minutes." }],
      ["an older message", { message: "You have triggered an abuse detection mechanism." }],
      ["a link", { message: "No", documentation_url: "https://docs.github.com/rest/overview/x#secondary-rate-limits" }],
      ["an older link", { message: "No", documentation_url: "https://developer.github.com/v3/#abuse-rate-limits" }]
    ] as const) {
      it(`${status} with only ${what} is secondary, without a time`, () => {
        assert.deepStrictEqual(limitOf(status, {}, body), ["secondary", undefined])
        assert.deepStrictEqual(limitOf(status, left, body), ["secondary", undefined])
      })
    }
  }

  it("is secondary when the message says so, whatever the budget", () => {
    const body = { message: "You have exceeded a secondary rate limit." }
    assert.deepStrictEqual(limitOf(403, spent, body), ["secondary", undefined])
    assert.deepStrictEqual(limitOf(403, { ...spent, "retry-after": "7" }, body), ["secondary", 7_000])
  })

  it("429 is a limit whatever its body", () => {
    assert.deepStrictEqual(limitOf(429, {}, ""), ["secondary", undefined])
    assert.deepStrictEqual(limitOf(429, left, "<html>slow down</html>"), ["secondary", undefined])
  })

  it("403 is not a limit without any sign of one", () => {
    for (const body of [
      "",
      "<html>Forbidden</html>",
      { message: "Resource not accessible by integration" },
      { message: "Must have admin rights to Repository.", documentation_url: "https://docs.github.com/rest/repos" },
      // Other fields may quote users' text.
      { message: "Resource not accessible by integration", errors: ["label rate-limit"], abuse: true },
      // Names may contain anything.
      { message: "Although you appear to have access, the `anti-abuse` organization has restricted it." },
      { message: "Resource protected by organization `rate-limit-io`." }
    ]) {
      assert.isUndefined(limitOf(403, left, body), JSON.stringify(body))
    }
  })

  it("403 with nothing remaining is not a limit if its message says something else", () => {
    for (const message of ["Resource not accessible by integration", "Must have admin rights to Repository."]) {
      assert.isUndefined(limitOf(403, spent, { message }))
    }
    // Nothing else tells: the head alone, or a page of a proxy.
    assert.deepStrictEqual(limitOf(403, spent, "<html>Forbidden</html>"), ["primary", 50_000])
  })

  it("403 with a limit in its message is a limit without any header", () => {
    assert.deepStrictEqual(limitOf(403, {}, { message: "API rate limit exceeded for 203.0.113.7." }), [
      "secondary",
      undefined
    ])
    assert.deepStrictEqual(limitOf(403, {}, "<html><h1>Rate limit exceeded</h1></html>"), ["secondary", undefined])
    assert.deepStrictEqual(limitOf(403, {}, JSON.stringify("rate limit")), ["secondary", undefined])
  })

  it("no other status is a limit", () => {
    for (const status of [200, 304, 400, 401, 404, 422, 500, 503]) {
      assert.isUndefined(limitOf(status, { ...spent, "retry-after": "20" }, { message: "rate limit" }))
    }
  })

  it("a reset in the past gives no time, because an immediate retry would meet the same limit", () => {
    assert.deepStrictEqual(limitOf(403, { ...spent, "x-ratelimit-reset": epochSeconds(-3 * hour) }), [
      "primary",
      undefined
    ])
  })
})
