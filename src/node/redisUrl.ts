/** What the Layers on Redis need: a URL, and packages that not everybody installs. */
import { ConfigError } from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"

const configError = (message: string, cause?: unknown): ConfigError =>
  new ConfigError(new ConfigProvider.SourceError({ message, cause }))

/** As the client of Redis reads it. */
const isRedis = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { password, pathname, protocol, username } = new URL(text)
  return /^rediss?:$/.test(protocol) && /^(\/\d*)?$/.test(pathname) && isEncoded(username) && isEncoded(password)
}

const isEncoded = (part: string): boolean => !/%(?![0-9a-f]{2})/i.test(part)

/** Loads a module that works on the Redis of a URL. `name` says where the URL is from: it may have a password. */
export const loadFor = <A>(name: string, url: string, load: () => Promise<A>): Effect.Effect<A, ConfigError> =>
  isRedis(url)
    ? Effect.tryPromise({
        try: load,
        catch: (cause) =>
          configError(
            `${name} needs the packages @effect/platform-node and redis, which cannot be loaded. ` +
              "To install them, run: npm install @effect/platform-node redis",
            cause
          )
      })
    : Effect.fail(configError(`${name} must be a URL that begins with redis:// or rediss://`))
