/**
 * Reads the configuration from the current `ConfigProvider`, as `effect/Config` does. `Config` itself would bundle the
 * codecs of all types: a twentieth of a small client.
 */
import { ConfigError } from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { whyNoRoot } from "./urls.ts"

/** Reads the value of a name; undefined when it is not set or empty. */
export const read = (name: string): Effect.Effect<string | undefined, ConfigError> =>
  Effect.flatMap(ConfigProvider.ConfigProvider, (provider) => provider.load([name])).pipe(
    Effect.mapError((cause) => new ConfigError(cause)),
    Effect.map((node) => node?.value || undefined)
  )

/** Reads an HTTP URL without user and password by name; undefined when it is not set or empty. */
export const readUrl = (name: string): Effect.Effect<string | undefined, ConfigError> =>
  Effect.flatMap(read(name), (url) => {
    const problem = url === undefined ? undefined : whyNoRoot(url)
    return problem === undefined ? Effect.succeed(url) : invalid(`${name} ${problem}`)
  })

/** Fails: the configuration cannot be used. */
export const invalid = (message: string): Effect.Effect<never, ConfigError> =>
  Effect.fail(new ConfigError(new ConfigProvider.SourceError({ message })))
