/** Every fault, for every operation by its name; and those of downloads, which are two requests. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as Faults from "../../../src/testing/Faults.ts"
import { ForgeSimulator } from "../../../src/testing/ForgeSimulator.ts"
import { routes } from "../../../src/testing/internal/forge/routes.ts"
import { send } from "./support.ts"
import { bytes, layer, releases, seed } from "./releases/support.ts"
import { testOn } from "../../testOn.ts"

const test = testOn(layer)

const storage = /^\/github-production-release-asset\//

const faults: ReadonlyArray<(when: Faults.When) => Faults.Fault> = [
  Faults.requestLost,
  Faults.answerLost,
  Faults.garbage,
  Faults.silence,
  Faults.unavailable,
  Faults.html,
  Faults.emptyBody,
  Faults.truncated,
  Faults.cutOff,
  Faults.stalled,
  Faults.primaryLimit,
  Faults.secondaryLimit,
  (when) => Faults.answered({ ...when, status: 418 }),
  (when) => Faults.rewritten({ ...when, rewrite: () => null }),
  (when) => Faults.redirected({ ...when, to: "https://api.github.com/" }),
  (when) => Faults.skewedClock({ ...when, by: "1 hour" }),
  (when) => Faults.delayed({ ...when, by: "1 second" }),
  (when) => Faults.foreignLink({ ...when, to: "https://example.com" }),
  (when) => Faults.random(1, 1, { ...when, times: 1, among: [Faults.html()] })
]

describe("faults", () => {
  test.each(routes.map(({ operation }) => operation))("hit %s", function* (operation) {
    const simulator = yield* ForgeSimulator
    const route = routes.find((candidate) => candidate.operation === operation)
    const path = route?.template.map((segment) => (segment.startsWith("{") ? "0" : segment)).join("/") ?? ""
    const root = route?.host === "uploads" ? "https://uploads.github.com/" : "https://api.github.com/"
    yield* simulator.reset({ ...seed, limits: "none" })
    for (const make of faults) {
      yield* simulator.clearRequests
      yield* simulator.faults.add(make({ operation }))
      const fiber = yield* Effect.forkChild(Effect.exit(send(`${route?.method ?? ""} ${root}${path}`)))
      yield* TestClock.adjust("1 minute")
      yield* Fiber.interrupt(fiber)
      const [request] = yield* simulator.requests
      expect([request?.operation, request?.faults.length]).toEqual([operation, 1])
      yield* simulator.faults.clear
    }
  })

  test("hit the redirect of a download, or its bytes by their path", function* () {
    const simulator = yield* ForgeSimulator
    const asset = `https://api.github.com${releases}/assets/11000000`
    const first = yield* bytes("GET", asset, { headers: { accept: "application/octet-stream" } })
    const url = first.headers["location"] ?? ""
    const fetched = bytes("GET", url, { token: null })
    yield* simulator.faults.add(
      Faults.unavailable({ operation: "Releases.downloadAsset", path: storage }),
      Faults.unavailable({ operation: "Releases.downloadAsset", path: storage, status: 500 }),
      Faults.cutOff({ operation: "Releases.downloadAsset", path: storage, keep: 0.5 }),
      Faults.unavailable({ operation: "Releases.downloadAsset" })
    )
    const slow = yield* fetched
    expect([slow.status, slow.headers["server"], slow.text]).toEqual([
      503,
      "AmazonS3",
      expect.stringContaining("<Code>SlowDown</Code>")
    ])
    const internal = yield* fetched
    expect([internal.status, internal.text]).toEqual([500, expect.stringContaining("<Code>InternalError</Code>")])
    expect((yield* Effect.flip(fetched))._tag).toBe("HttpClientError")
    const redirect = yield* bytes("GET", asset, { headers: { accept: "application/octet-stream" } })
    expect([redirect.status, redirect.headers["server"]]).toEqual([503, "github.com"])
    expect((yield* fetched).text).toBe("Hello, world!\n")
  })
})
