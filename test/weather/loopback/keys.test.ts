/** The key never appears in errors, logs, spans, metrics or cache keys, and no foreign origin receives it. */
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import type { RestError } from "../../../src/rest/RestError.ts"
import * as Retry from "../../../src/rest/Retry.ts"
import * as Elevation from "../../../src/weather/Elevation.ts"
import * as Forecast from "../../../src/weather/Forecast.ts"
import * as Geocoding from "../../../src/weather/Geocoding.ts"
import * as Weather from "../../../src/weather/Weather.ts"
import { answer, half, json, redirect, reset } from "../../rest/loopback/support/answers.ts"
import { type Client, onEachTransport } from "../../rest/loopback/support/client.ts"
import * as Probe from "../../rest/loopback/support/probe.ts"
import { type Answer, inOrder, type Script, serve } from "../../rest/loopback/support/server.ts"
import { read } from "../fixtures.ts"
import { weatherAt } from "./support.ts"

const keys = ["5ecr3tk3y", "5ecr3t/k&y=+ %2F", `5ecr3t"\\k`] as const

const place = { latitude: 52.5, longitude: 13.4 }
const forecast = Forecast.get({ ...place, hourly: ["temperature_2m"] })

/** Looks for the beginning of the key only, because the rest may be escaped. */
const assertHidden = (seen: string) => assert.notInclude(seen, "5ecr3t")

const cacheWithKeys = (kept: Array<string>) =>
  Layer.effect(
    HttpCache.HttpCache,
    Effect.map(HttpCache.HttpCache, (cache) => ({
      get: (key) => Effect.suspend(() => (kept.push(key), cache.get(key))),
      set: (key, entry) => Effect.suspend(() => (kept.push(key, JSON.stringify(entry)), cache.set(key, entry)))
    }))
  ).pipe(Layer.provide(HttpCache.layerMemory()))

/** Runs a program with a key, and returns everything that can be observed of it. */
const run = Effect.fnUntraced(function* (
  client: Client,
  key: string,
  script: Script,
  program: Effect.Effect<unknown, RestError, Weather.Weather> = forecast
) {
  const server = yield* serve(script)
  const probe = Probe.make()
  const kept: Array<string> = []
  const urls = { forecast: server.origin, elevation: server.origin, geocoding: server.origin }
  const exit = yield* program.pipe(
    Effect.withSpan("caller"),
    Effect.tapCause((cause) => Effect.logError("It failed", cause)),
    Effect.exit,
    Effect.provide(weatherAt(client, { apikey: Redacted.make(key), urls }, cacheWithKeys(kept))),
    probe.watch
  )
  const error = exit._tag === "Failure" ? exit.cause.reasons.find((reason) => reason._tag === "Fail")?.error : undefined
  return { server, error, kept, seen: [Probe.shown(exit), Probe.shown(error), probe.everything(), ...kept].join("\n") }
})

const good = answer(200, {}, read("forecast/mt-empty__pi-inky-weather-epd__hourly_melbourne.json"))

/** A server that repeats the key in its response. */
const echo =
  (status: number): Script =>
  ({ path }) =>
    json(status, { error: true, reason: `${path} ${new URL(path, "http://a").searchParams.get("apikey")}` })

onEachTransport((client) => {
  it.live.each(keys)("%s: is sent to the service, and does not appear in a success", (key) =>
    Effect.gen(function* () {
      const { kept, seen, server } = yield* run(
        client,
        key,
        inOrder(reset, json(502, {}), good, good),
        Effect.all([forecast, forecast])
      )
      assert.strictEqual(server.requests.length, 3)
      for (const { path } of server.requests) {
        assert.strictEqual(new URL(path, "http://a").searchParams.get("apikey"), key)
      }
      assert.isNotEmpty(kept)
      assertHidden(seen)
    })
  )

  it.live.each(keys)("%s: does not appear in a failure, even if the response repeats it", (key) =>
    Effect.gen(function* () {
      const scripts: ReadonlyArray<Script> = [
        ...[400, 401, 403, 404, 429, 500, 503].map(echo),
        () => reset,
        () => half({ hourly: {} }, "end"),
        ({ path }) => answer(200, {}, path),
        ({ path }) => json(200, { error: true, reason: path }),
        ({ path }) => json(200, { hourly: path, utc_offset_seconds: path, timezone: path })
      ]
      for (const script of scripts) assertHidden((yield* run(client, key, script)).seen)
      assertHidden((yield* run(client, key, echo(400), Geocoding.search({ name: "Berlin" }))).seen)
      assertHidden((yield* run(client, key, echo(400), Elevation.getMany({ places: [place] }))).seen)
    })
  )

  it.live("is sent after a redirect within the service, not to another origin, even if the redirect repeats it", () =>
    Effect.gen(function* () {
      const key = keys[1]
      const foreign = yield* serve(() => json(404, { error: true, reason: "Not Found" }))
      const echoing =
        (to: string): Answer =>
        (response, request) => {
          redirect(301, `${to}${request.path}`)(response, request)
        }
      const away = yield* run(client, key, () => echoing(foreign.origin))
      assert.include(Probe.shown(away.error), "UnsafeRedirect")
      assert.lengthOf(foreign.requests, 0)
      assertHidden(away.seen)
      const within = yield* run(client, key, ({ path }) => (path.startsWith("/new") ? good : echoing("/new")))
      assert.isUndefined(within.error)
      const moved = new URL(within.server.requests[1]?.path ?? "", "http://a")
      assert.strictEqual(moved.pathname, "/new/v1/forecast")
      assert.deepStrictEqual(moved.searchParams.getAll("apikey"), [key])
      assertHidden(within.seen)
    })
  )
})

onEachTransport((client) => {
  const key = keys[1]

  const inHeader = Effect.fnUntraced(function* (
    script: Script,
    program: Effect.Effect<unknown, RestError, Weather.Weather> = forecast
  ) {
    const server = yield* serve(script)
    const other = yield* serve(script)
    const probe = Probe.make()
    const exit = yield* program.pipe(
      Effect.exit,
      Effect.provide(
        weatherAt(client, {
          apikey: Redacted.make(key),
          apikeyIn: "header",
          urls: { forecast: server.origin, geocoding: other.origin }
        })
      ),
      probe.watch
    )
    return { server, other, exit, seen: [Probe.shown(exit), probe.everything()].join("\n") }
  })

  it.live("as a header, the key is in no URL, and does not appear either", () =>
    Effect.gen(function* () {
      for (const script of [() => good, echo(400), echo(401), () => reset] satisfies ReadonlyArray<Script>) {
        const { seen, server } = yield* inHeader(script)
        assert.isNotEmpty(server.requests)
        for (const { headers, path } of server.requests) {
          assert.strictEqual(headers["x-api-key"], key)
          assert.notInclude(path, "apikey")
        }
        assertHidden(seen)
      }
    })
  )

  it.live("as a header, the key is sent to no other origin", () =>
    Effect.gen(function* () {
      const foreign = yield* serve(() => json(404, { error: true, reason: "Not Found" }))
      const { exit, server } = yield* inHeader(() => redirect(301, `${foreign.origin}/v1/forecast`))
      assert.include(Probe.shown(exit), "UnsafeRedirect")
      assert.lengthOf(server.requests, 1)
      assert.lengthOf(foreign.requests, 0)
    })
  )

  it.live("geocoding gets the parameter, because it reads no header", () =>
    Effect.gen(function* () {
      const { other } = yield* inHeader(() => json(200, {}), Geocoding.search({ name: "Berlin" }))
      assert.deepStrictEqual(
        other.requests.map(({ headers, path }) => [
          headers["x-api-key"],
          new URL(path, "http://a").searchParams.get("apikey")
        ]),
        [[undefined, key]]
      )
    })
  )
})

describe("Weather.layerConfigWithClient", () => {
  /** The host that receives the request under a configuration. */
  const askedOf = (config: Record<string, string>, prefix?: string) =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const client = HttpClient.make((request, url) => {
        asked.push(url.href)
        return Effect.fail(
          new HttpClientError.HttpClientError({
            reason: new HttpClientError.InvalidUrlError({ request, description: `can't send ${url.href}` })
          })
        )
      })
      const layer = Weather.layerConfigWithClient(prefix).pipe(
        Layer.provide(Layer.succeed(HttpClient.HttpClient, client)),
        Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(config)))
      )
      const once = { attempts: 1, within: 0, base: 0, cap: 0 }
      const failed = Effect.provideService(Effect.flip(forecast), Retry.RetryPolicy, once)
      assertHidden(Probe.shown(yield* Effect.provide(failed, layer)))
      return asked[0]
    })

  it.live("sends requests to the free hosts without a key, and to the customer hosts with one", () =>
    Effect.gen(function* () {
      const free = "https://api.open-meteo.com/v1/forecast?latitude=52.5&longitude=13.4&hourly=temperature_2m"
      assert.strictEqual(yield* askedOf({}), free)
      assert.strictEqual(yield* askedOf({ OPEN_METEO_API_KEY: "" }), free)
      assert.strictEqual(yield* askedOf({ OPEN_METEO_API_KEY: "  " }), free)
      assert.strictEqual(
        yield* askedOf({ OPEN_METEO_API_KEY: keys[0] }),
        `${free.replace("//api", "//customer-api")}&apikey=${keys[0]}`
      )
    })
  )

  it.live("sends requests to the server of OPEN_METEO_API_URL", () =>
    Effect.gen(function* () {
      const asked = yield* askedOf({ OPEN_METEO_API_URL: "https://weather.example/", OPEN_METEO_API_KEY: "" })
      assert.strictEqual(asked?.split("?")[0], "https://weather.example/v1/forecast")
    })
  )

  it.live("reads the names of another prefix", () =>
    Effect.gen(function* () {
      const config = { OPEN_METEO_API_URL: "https://one.example", LOCAL_API_URL: "https://two.example" }
      assert.strictEqual((yield* askedOf(config, "LOCAL"))?.split("?")[0], "https://two.example/v1/forecast")
    })
  )
})
