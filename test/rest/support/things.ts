/** A few operations for tests of `src/rest`, and the service over a scripted client. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Credentials from "../../../src/rest/Credentials.ts"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import { NotFound, ValidationFailed } from "../../../src/rest/RestError.ts"
import type { Http } from "./http.ts"

export const api = "https://api.github.com"

export const Thing = Schema.Struct({ id: Schema.Int })

const path = { id: Schema.Int }
const errors = [NotFound, ValidationFailed] as const

export const get = Forge.operation("Things.get", "GET /things/{id}", { path, success: Thing, errors })

export const search = Forge.operation("Things.search", "GET /search/things/{id}", {
  path,
  success: Thing,
  resource: "search"
})

/** Not repeatable. */
export const create = Forge.operation("Things.create", "POST /things", {
  path: {},
  body: { name: Schema.optional(Schema.NullOr(Schema.String)) },
  success: Thing,
  errors
})

/** Repeatable. */
export const update = Forge.operation("Things.update", "PUT /things/{id}", { path, success: Thing, repeatable: true })

export const list = Forge.listing("Things.list", "GET /things", { path: {}, item: Thing, errors })

export interface Parts {
  readonly credentials?: Layer.Layer<Credentials.Credentials>
  readonly cache?: Layer.Layer<HttpCache.HttpCache>
  readonly limits?: Layer.Layer<RateLimit.RateLimit>
  /** Policies, provided under the service. */
  readonly policies?: Layer.Layer<never>
}

const token = Redacted.make("ghp_0123456789abcdefghijklmnopqrstuvwxyz")

/** Made once: each Layer of a token computes a digest, in a thread of its own. */
const owner = await Effect.runPromise(
  Effect.provide(Credentials.Credentials, Credentials.layerToken(token, { principal: "octo" }))
)

/** The service over a scripted client. */
export const service = (http: Http, parts: Parts = {}): Layer.Layer<Forge.Forge> =>
  Forge.layer().pipe(
    Layer.provide([
      http.layer,
      parts.credentials ?? Layer.succeed(Credentials.Credentials, owner),
      parts.cache ?? HttpCache.layerMemory(),
      parts.limits ?? RateLimit.layerMemory(),
      parts.policies ?? Layer.empty
    ])
  )
