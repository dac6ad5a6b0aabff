/**
 * The simulators as real HTTP servers on loopback, for effects that only a socket shows, and for programs in other
 * processes.
 *
 * **When to use**
 *
 * To test against a real transport (broken connections, bodies that are cut off, real delays), to try a program in
 * another language, or for a demonstration. Otherwise prefer the layers of `ForgeSimulator` and `WeatherSimulator`: they
 * are faster and run on the test's clock.
 *
 * **Gotchas**
 *
 * Time is real, even under a `TestClock`. Deliveries of hooks are POSTs to their URLs, for which the receiver has 10
 * seconds.
 *
 * **Example**
 *
 * ```ts
 * const program = Effect.gen(function* () {
 *   const { baseUrl } = yield* ForgeSimulator.ForgeSimulator // http://127.0.0.1:49152
 * })
 *
 * program.pipe(Effect.provide(SimulatorServer.layerForge({ repositories: [] })))
 * ```
 *
 * `layerWeather` does the same for the weather; its handle has the `urls` of the services.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ForgeSimulator, type Seed } from "./ForgeSimulator.ts"
import { type Seed as WeatherSeed, WeatherSimulator } from "./WeatherSimulator.ts"
import { serve, serveForge, start } from "./internal/node/server.ts"
import { makeWeather } from "./internal/weather/handle.ts"
import { mapRoots } from "./internal/weather/service.ts"

/** Where a server listens. */
export interface ServerOptions {
  /** The address to listen on; 127.0.0.1 by default, which other machines cannot reach. */
  readonly host?: string
  /** A free port by default. */
  readonly port?: number
  /** Path of the service's root, such as `/api/v3`; none by default. A seed's `baseUrl` has its own. */
  readonly prefix?: string
  /**
   * Host names to answer to. Requests to other names are refused with 421, so that no web page can reach the server by a
   * name of its own. `localhost`, names below it, IP addresses and `host` need not be listed.
   */
  readonly hosts?: ReadonlyArray<string>
  /** Origins whose web pages may read the responses, such as `http://localhost:5173`; none by default. */
  readonly origins?: ReadonlyArray<string>
  /**
   * Hosts that deliveries of hooks may go to, such as `bot.example`. Without them, only those to this machine are sent:
   * `localhost`, names below it, and addresses of loopback. All others end as if the host did not answer.
   */
  readonly deliverTo?: ReadonlyArray<string>
  /** Most bytes of a request's body, 64 MiB by default. Longer ones are refused with 413. */
  readonly maxBody?: number
}

/**
 * Serves the simulated GitHub on two ports of 127.0.0.1: the API with the uploads of release assets, and
 * the storage that downloads redirect to. The handle's `baseUrl` is the API's URL, which is all that `Forge.layer` and
 * `GITHUB_API_URL` need. `port` and `prefix` are the API's. With a `baseUrl` in the seed, the service writes its URLs
 * below it: for clients that reach the server through a proxy.
 *
 * Without `tokens` in the seed, there is a single random token, the handle's `token`.
 */
export const layerForge = (seed: Seed = {}, options: ServerOptions = {}): Layer.Layer<ForgeSimulator> =>
  Layer.effect(
    ForgeSimulator,
    Effect.map(serveForge(seed, options), ({ handle }) => handle)
  )

/**
 * Serves the simulated weather services on one port of 127.0.0.1, each below a path of its own. Pass the handle's `urls`
 * to `Weather.layer`; if that has a key, it sends the key there too. Or pass the handle's `baseUrl`, for a self-hosted
 * server.
 */
export const layerWeather = (seed: WeatherSeed = {}, options: ServerOptions = {}): Layer.Layer<WeatherSimulator> =>
  Layer.effect(
    WeatherSimulator,
    Effect.gen(function* () {
      const started = yield* start(options)
      const { clock, origin } = started
      const baseUrl = `${origin}${options.prefix ?? ""}`
      const urls = mapRoots((root) => `${baseUrl}/${root}`)
      const { exchange, handle } = yield* makeWeather(seed, { addresses: { baseUrl, urls }, clock })
      yield* serve(started, origin, exchange)
      return handle
    })
  )
