/** Without the optional peer, the simulator serves everything but flatbuffers. */
import { assert, describe } from "@effect/vitest"
import { vi } from "vitest"
import { ask, dig, enschede, forecast, layer } from "./support.ts"
import { testOn } from "../../testOn.ts"

vi.mock("@openmeteo/sdk/weather_api.js", () => {
  throw new Error("Cannot find package '@openmeteo/sdk'")
})

describe("without @openmeteo/sdk", () => {
  testOn(layer())("a request for flatbuffers names the packages", function* () {
    const asked = { ...enschede, hourly: "rain", forecast_days: 1 }
    const refused = yield* ask(forecast, { ...asked, format: "flatbuffers" })
    assert.strictEqual(refused.status, 501)
    assert.match(String(dig(refused.json, "reason")), /needs the packages @openmeteo\/sdk and flatbuffers/)
    assert.strictEqual((yield* ask(forecast, asked)).status, 200)
  })
})
