import { describe, expect, it } from "@effect/vitest"
import * as assert from "node:assert"
import { inspect } from "node:util"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as Stream from "effect/Stream"
import * as Releases from "../../src/forge/Releases.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import * as Faults from "../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import * as Journal from "../../src/testing/Journal.ts"
import * as WeatherSimulator from "../../src/testing/WeatherSimulator.ts"
import { layer, repo, send } from "./forge/support.ts"
import { seed } from "./forge/releases/support.ts"
import { testOn } from "../testOn.ts"

const test = testOn(layer)

describe("the journal", () => {
  test("prints what was asked, how it ended, and why", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.faults.add(
      Faults.unavailable({ operation: "Issues.get" }),
      Faults.answerLost({ method: "POST" }),
      Faults.delayed({ by: "90 seconds", path: /labels/ }),
      Faults.html({ path: /labels/ }),
      Faults.silence({ path: /milestones/ })
    )
    yield* send(`GET ${repo}/issues/1`)
    yield* TestClock.adjust("1500 millis")
    yield* send(`GET ${repo}/issues?state=open&page=2`, { token: null })
    yield* Effect.exit(send(`POST ${repo}/issues`, { body: { title: "One" } }))
    yield* send("GET /nothing", { token: "wrong" })
    const slow = yield* Effect.forkChild(send(`GET ${repo}/labels?${"name=x&".repeat(20)}`))
    yield* Effect.forkChild(send(`GET ${repo}/milestones`))
    yield* TestClock.adjust("90 seconds")
    yield* Fiber.join(slow)
    expect(yield* simulator.journal).toMatchInlineSnapshot(`
        "#  operation        request                                                           login  status   acted  faults         at     took  message
        1  Issues.get       GET /repos/acme/web/issues/1                                      octo   503      no     unavailable    0 ms   0 ms  Service Unavailable
        2  Issues.list      GET /repos/acme/web/issues?state=open&page=2                      -      200      yes    -              1.5 s  0 ms
        3  Issues.create    POST /repos/acme/web/issues                                       octo   lost     yes    answerLost     1.5 s  0 ms
        4  -                GET /nothing                                                      -      401      yes    -              1.5 s  0 ms  Bad credentials
        5  Labels.list      GET /repos/acme/web/labels?name=x&name=x&name=x&name=x&name=x&n…  octo   502      no     delayed, html  1.5 s  90 s
        6  Milestones.list  GET /repos/acme/web/milestones                                    octo   pending  no     silence        1.5 s  -"
      `)
    expect(Journal.table(yield* simulator.requests)).toBe(yield* simulator.journal)
  })

  testOn(ForgeSimulator.layer(seed))("names every request of a download, without its signature", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const at = { owner: "acme", repo: "web" }
    const release = yield* Releases.getByTag({ ...at, tag: "v1.0.0" })
    const input = { ...at, release_id: release.id, name: "a b.txt", content_type: "text/plain", data: "a" }
    const asset = yield* Releases.uploadAsset(input)
    yield* Stream.runDrain(Releases.downloadAsset({ ...at, asset_id: asset.id }, asset))
    expect(yield* simulator.journal).toMatchInlineSnapshot(`
        "#  operation               request                                                       login  status  acted  faults  at    took
        1  Releases.getByTag       GET /repos/acme/web/releases/tags/v1.0.0                      octo   200     yes    -       0 ms  0 ms
        2  Releases.uploadAsset    POST /repos/acme/web/releases/10000000/assets?name=a%20b.txt  octo   201     yes    -       0 ms  0 ms
        3  Releases.downloadAsset  GET /repos/acme/web/releases/assets/11000003                  octo   302     yes    -       0 ms  0 ms
        4  Releases.downloadAsset  GET /github-production-release-asset/2000000/11000003         -      200     yes    -       0 ms  0 ms"
      `)
    const [, , , last] = yield* simulator.requests
    expect(last?.url).toContain("X-Amz-Signature=redacted")
    expect(last?.url).toMatch(/^https:\/\/objects\.githubusercontent\.com\/.*X-Amz-Expires=300/)
  })

  test("is what the requests print as, though they are a plain list", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    assert.deepStrictEqual(yield* simulator.requests, [])
    yield* send(`GET ${repo}/issues/1`)
    const requests = yield* simulator.requests
    expect(inspect(requests)).toBe(`\n${yield* simulator.journal}`)
    expect(requests).toStrictEqual([...requests])
    assert.deepStrictEqual(requests, [...requests])
    expect(JSON.parse(JSON.stringify(requests))).toHaveLength(1)
  })

  test("prints whole milliseconds, whatever the clock has", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* send(`GET ${repo}/issues/1`)
    const [first] = yield* simulator.requests
    assert.ok(first !== undefined)
    const took = (millis: number): string => {
      const ended = { ...first, receivedAt: 0.25, answeredAt: 0.25 + millis }
      return Journal.table([ended]).trimEnd().split(/ {2,}/).at(-1) ?? ""
    }
    expect([440.51708984375, 999.4, 999.5, 1_499.6].map(took)).toEqual(["441 ms", "999 ms", "1 s", "1.5 s"])
  })

  it("has only its head without requests", () => {
    expect(Journal.table([])).toBe("#  operation  request  login  status  acted  faults  at  took")
  })

  testOn(WeatherSimulator.layer())("is there for the weather, too", function* () {
    const simulator = yield* WeatherSimulator.WeatherSimulator
    yield* Forecast.get({ latitude: 60.39, longitude: 5.32, hourly: ["temperature_2m"], forecast_days: 1 })
    expect(yield* simulator.journal).toMatchInlineSnapshot(`
        "#  operation     request                                                           login  status  acted  faults  at    took
        1  Forecast.get  GET /v1/forecast?latitude=60.39&longitude=5.32&hourly=temperatu…  -      200     yes    -       0 ms  0 ms"
      `)
  })
})
