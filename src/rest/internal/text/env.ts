/**
 * Reads the configuration from the current `ConfigProvider`, as `effect/Config` does. `Config` itself would bundle the
 * codecs of all types: a twentieth of a small client.
 */
import { ConfigError } from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { isRoot } from "./urls.ts"

/** Reads the value of a name; undefined when it is not set or empty. */
export const read = (name: string): Effect.Effect<string | undefined, ConfigError> =>
  Effect.flatMap(ConfigProvider.ConfigProvider, (provider) => provider.load([name])).pipe(
    Effect.mapError((cause) => new ConfigError(cause)),
    Effect.map((node) => node?.value || undefined)
  )

/** Reads an HTTP URL by name; undefined when it is not set or empty. */
export const readUrl = (name: string): Effect.Effect<string | undefined, ConfigError> =>
  Effect.flatMap(read(name), (url) =>
    url === undefined || isRoot(url)
      ? Effect.succeed(url)
      : Effect.fail(new ConfigError(new ConfigProvider.SourceError({ message: `${name} is not an HTTP URL` })))
  )
