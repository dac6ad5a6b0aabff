/** Credentials as the configuration has them: of an App, of a token, or none. */
import type { ConfigError } from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Credentials from "../../../rest/Credentials.ts"
import * as Configuration from "../../../rest/Configuration.ts"
import type * as Transport from "../../../rest/Transport.ts"
import type { Make } from "./api.ts"
import { makeApp } from "./app.ts"

const needed = (name: string, by: string): Effect.Effect<string, ConfigError> =>
  Effect.flatMap(Configuration.read(name), (value) =>
    value === undefined ? Configuration.invalid(`${name} is not set. ${by} needs it`) : Effect.succeed(value)
  )

/** Reads `GITHUB_APP_PRIVATE_KEY` and `GITHUB_APP_INSTALLATION_ID`, or the same names with another prefix. */
const layerApp = <R>(
  prefix: string,
  issuer: string,
  described: Transport.Options,
  make: Make<R>
): Layer.Layer<Credentials.Credentials, ConfigError, Exclude<R, Transport.Parts>> =>
  Layer.effect(
    Credentials.Credentials,
    Effect.gen(function* () {
      const by = `${prefix}_APP_ID`
      const privateKey = Redacted.make(yield* needed(`${prefix}_APP_PRIVATE_KEY`, by))
      const id = yield* needed(`${prefix}_APP_INSTALLATION_ID`, by)
      if (!/^\d+$/.test(id)) return yield* Configuration.invalid(`${prefix}_APP_INSTALLATION_ID is not a number`)
      const app = yield* makeApp({ issuer, privateKey, revoke: false }, described, make).pipe(
        Effect.catch(({ description, reason }) =>
          Configuration.invalid(`${prefix}_APP_PRIVATE_KEY: ${description ?? reason}`)
        )
      )
      return app({ installationId: Number(id) })
    })
  )

/** The credentials of an App if there is one, else those of a token. */
export const layer = <R>(
  prefix: string,
  described: Transport.Options,
  make: Make<R>,
  secret: Configuration.SecretOptions | undefined
): Layer.Layer<Credentials.Credentials, ConfigError, Exclude<R, Transport.Parts>> =>
  Layer.unwrap(
    Effect.map(Configuration.read(`${prefix}_APP_ID`), (issuer) =>
      issuer === undefined
        ? Credentials.layerConfig(`${prefix}_TOKEN`, secret)
        : layerApp(prefix, issuer, described, make)
    )
  )
