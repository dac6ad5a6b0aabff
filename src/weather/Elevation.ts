/** How high the ground is. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Rest from "../rest/internal/input/input.ts"
import type { RequestError } from "../rest/RestError.ts"
import type { Place } from "./Input.ts"
import * as Call from "./internal/call.ts"
import * as Decode from "./internal/decode.ts"
import * as Fields from "./internal/fields.ts"
import { splitPlaces } from "./internal/split.ts"
import { Weather } from "./Weather.ts"

/** Which points. A `Location` of the geocoding service is one. */
export interface Input {
  readonly places: ReadonlyArray<Pick<Place, "latitude" | "longitude">>
}

const { latitude, longitude } = Fields.place

const encode = /* @__PURE__ */ Rest.encoder("Elevation.get", {
  places: /* @__PURE__ */ Schema.Array(/* @__PURE__ */ Schema.Struct({ latitude, longitude }))
})

const declared = { name: "Elevation.get", service: "elevation" } as const

/** The service takes no more points in a request. */
const maxPoints = 100

interface Point {
  readonly latitude: number
  readonly longitude: number
}

/**
 * Gets the metres above sea level of points, in the order asked, from a map of 90 m; NaN where it has none. More than 100
 * points are asked for in several requests.
 *
 * GET {elevation}/v1/elevation
 */
export const get = (request: Input): Effect.Effect<Float64Array, RequestError, Weather> =>
  Effect.flatMap(Effect.service(Weather), (transport) => {
    const encoded = encode(request)
    if (Result.isFailure(encoded)) return Effect.fail(encoded.failure)
    const points = encoded.success["places"] as ReadonlyArray<Point>
    const runs = splitPlaces(points, () => 0, { maxPlaces: maxPoints, maxUrlLength: 1, urlLength: 0 })
    const answers = Effect.forEach(
      runs,
      (run) => {
        const list = (of: (point: Point) => number) => run.map(of).join(",")
        const url = `/v1/elevation?latitude=${list((point) => point.latitude)}&longitude=${list((point) => point.longitude)}`
        return Call.send(
          transport,
          declared,
          url,
          1,
          Call.reader((text) => Decode.elevations(text, run.length))
        )
      },
      { concurrency: transport.quota?.concurrency ?? Call.concurrency }
    )
    return Effect.map(answers, (answers) => {
      const all = new Float64Array(points.length)
      answers.forEach((answer, i) => all.set(answer, i * maxPoints))
      return all
    })
  })
