/** Responses that repeat the key. They are read as bytes, and cached as text. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as Archive from "../../src/weather/Archive.ts"
import * as StoringCache from "../rest/support/storingCache.ts"
import { weather } from "./support/service.ts"

const key = "k3y-of-any-shape"

const place = { latitude: 52.5, longitude: 13.4 }

/** Asks twice, and returns whether each reply came from the cache. */
const cached = (location: string, cache: Layer.Layer<HttpCache.HttpCache>) => {
  const json = {
    ...place,
    utc_offset_seconds: 0,
    timezone: "GMT",
    timezone_abbreviation: "GMT",
    location,
    hourly_units: { time: "unixtime", rain: "mm" },
    hourly: { time: [1_577_836_800], rain: [1] }
  }
  const { layer } = weather(() => ({ json }), { cache, apikey: Redacted.make(key), timeToLive: "1 minute" })
  const get = Archive.get.withReply({ ...place, start_date: "2020-01-01", end_date: "2020-01-01", hourly: ["rain"] })
  return Effect.all([get, get]).pipe(
    Effect.map((replies) => replies.map((reply) => reply.cached)),
    Effect.provide(layer)
  )
}

describe("a response", () => {
  it.effect("that repeats the key is not cached where it may be stored", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* cached(`by ${key}`, StoringCache.layer), [false, false])
      assert.deepStrictEqual(yield* cached("in a city", StoringCache.layer), [false, true])
      assert.deepStrictEqual(yield* cached(`by ${key}`, HttpCache.layerMemory()), [false, true])
    })
  )
})
