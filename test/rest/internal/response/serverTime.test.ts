import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Headers from "effect/http/Headers"
import * as ServerTime from "../../../../src/rest/internal/response/serverTime.ts"
import { epoch, httpDate } from "../../support/time.ts"

const headers = Headers.fromInput
const hour = 3_600_000

describe("retryAfter", () => {
  const seconds = (value: Record<string, string>) => {
    const after = ServerTime.retryAfter(headers(value), epoch)
    return after === undefined ? undefined : Duration.toSeconds(after)
  }

  it("reads seconds", () => {
    assert.strictEqual(seconds({ "retry-after": "120" }), 120)
    assert.strictEqual(seconds({ "retry-after": " 0 " }), 0)
    // The latest date that a DateTime can hold.
    assert.strictEqual(seconds({ "retry-after": "9".repeat(400) }), 8.64e12)
  })

  it("reads dates, by the service's clock", () => {
    assert.strictEqual(seconds({ "retry-after": httpDate(30_000) }), 30)
    assert.strictEqual(seconds({ "retry-after": httpDate(-30_000) }), 0)
    assert.strictEqual(seconds({ "retry-after": httpDate(5 * hour + 30_000), date: httpDate(5 * hour) }), 30)
    assert.strictEqual(seconds({ "retry-after": httpDate(30_000 - 5 * hour), date: httpDate(-5 * hour) }), 30)
  })

  it("reads seconds independently of the service's clock", () => {
    assert.strictEqual(seconds({ "retry-after": "7", date: httpDate(-5 * hour) }), 7)
  })

  it("ignores anything else", () => {
    for (const value of ["", "soon", "in 5", "-1", "1.5", "1e3"])
      assert.isUndefined(seconds({ "retry-after": value }), value)
  })
})
