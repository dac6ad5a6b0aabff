/**
 * Reads the configuration of a service: its token, its URL.
 *
 * **Details**
 *
 * It reads the current `ConfigProvider`, as `effect/Config` does: by default, the environment. `Config` itself would
 * bundle the codecs of all types, a twentieth of a small client. Use it where you need more than text.
 *
 * **Example** (The URL of a service)
 *
 * ```ts
 * import * as Configuration from "forgecast/rest/Configuration"
 * import * as Effect from "effect/Effect"
 *
 * const baseUrl = Configuration.readUrl("REGISTRY_URL").pipe(Effect.map((url) => url ?? "https://registry.example"))
 * ```
 */
import { ConfigError } from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { whyNoRoot } from "./internal/text/urls.ts"

/** Reads the value of a name; undefined if it is not set or empty. */
export const read = (name: string): Effect.Effect<string | undefined, ConfigError> =>
  Effect.flatMap(ConfigProvider.ConfigProvider, (provider) => provider.load([name])).pipe(
    Effect.mapError((cause) => new ConfigError(cause)),
    Effect.map((node) => node?.value || undefined)
  )

/** What happens if a token or a key is missing. */
export interface SecretOptions {
  /**
   * Whether the Layer fails with `ConfigError`, which names the variable, if it is not set, empty or blank. Default:
   * false; requests are then anonymous.
   */
  readonly required?: boolean | undefined
}

/** Reads a token or a key by name; undefined if it is not set, empty or blank. If it is `required`, it then fails. */
export const readSecret = (
  name: string,
  { required = false }: SecretOptions = {}
): Effect.Effect<string | undefined, ConfigError> =>
  Effect.flatMap(read(name), (value) => {
    const secret = value?.trim() || undefined
    return required && secret === undefined ? invalid(`${name} is not set, or empty`) : Effect.succeed(secret)
  })

/**
 * Reads the root URL of a service by name; undefined if it is not set or empty. Fails if it is not an HTTP URL, or has a
 * user, a password, a query or a fragment.
 */
export const readUrl = (name: string): Effect.Effect<string | undefined, ConfigError> =>
  Effect.flatMap(read(name), (url) => {
    const problem = url === undefined ? undefined : whyNoRoot(url)
    return problem === undefined ? Effect.succeed(url) : invalid(`${name} ${problem}`)
  })

/** Fails with a `ConfigError`, whose message says what is wrong with the configuration. */
export const invalid = (message: string): Effect.Effect<never, ConfigError> =>
  Effect.fail(new ConfigError(new ConfigProvider.SourceError({ message })))
