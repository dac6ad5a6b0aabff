/** The requests of Apps for tokens. They pass through a pipeline of their own. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Credentials from "../../../rest/Credentials.ts"
import * as HttpCache from "../../../rest/HttpCache.ts"
import * as Operation from "../../../rest/Operation.ts"
import * as RateLimit from "../../../rest/RateLimit.ts"
import { NotFound, ValidationFailed } from "../../../rest/RestError.ts"
import * as Transport from "../../../rest/Transport.ts"
import * as Wire from "../../../rest/Wire.ts"
import { dialect } from "../../dialect.ts"
import { RepoPath } from "../fields.ts"

/** The service as Apps and their tokens use it. */
export class Api extends Context.Service<Api, Transport.Transport>()("forgecast/forge/AppCredentials/Api") {}

const operation = Operation.operation(Api, dialect)

/** POST /app/installations/{installation_id}/access_tokens. A token too many does no harm. */
export const createToken = operation(
  "Apps.createInstallationToken",
  "POST /app/installations/{installation_id}/access_tokens",
  {
    path: { installation_id: Schema.Int },
    body: {
      permissions: Schema.optional(Schema.Record(Schema.String, Schema.String)),
      repositories: Schema.optional(Schema.Array(Schema.String)),
      repository_ids: Schema.optional(Schema.Array(Schema.Int))
    },
    success: Schema.Struct({ token: Schema.RedactedFromValue(Schema.String), expires_at: Wire.Timestamp }),
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/** GET /repos/{owner}/{repo}/installation */
export const findInstallation = operation("Apps.getInstallationForRepo", "GET /repos/{owner}/{repo}/installation", {
  path: RepoPath,
  success: Schema.Struct({ id: Schema.Int }),
  errors: [NotFound]
})

/** DELETE /installation/token */
export const revokeToken = operation("Apps.revokeInstallationToken", "DELETE /installation/token", {
  repeatable: true
})

/** Makes a transport: on fetch, or on the HTTP client of the context. */
export interface Make<out R> {
  (options: Transport.Options): Effect.Effect<Transport.Transport, never, R>
}

/** Makes the service for a credential. */
export const makeApi = <R>(
  make: Make<R>,
  options: Transport.Options,
  credentials: Credentials.Credentials["Service"]
): Effect.Effect<Transport.Transport, never, Exclude<R, Transport.Parts>> =>
  make(options).pipe(
    Effect.provide([Layer.succeed(Credentials.Credentials, credentials), HttpCache.layerNone, RateLimit.layerMemory()]),
    Effect.map(asked)
  )

/** A program that sends no writes needs tokens for its reads. */
const asked = Transport.around({
  request: (next) => (call, reader, since) =>
    Effect.provideService(next(call, reader, since), Transport.InsteadOfWrites, undefined)
})
