/**
 * A typed client of a service that forgecast does not know: a depot, which keeps the artifacts of builds.
 *
 * It is made only of the public modules of `forgecast/rest`. The guide "Your own service" goes through it.
 */
import * as Configuration from "forgecast/rest/Configuration"
import * as Credentials from "forgecast/rest/Credentials"
import * as Dialect from "forgecast/rest/Dialect"
import * as Download from "forgecast/rest/Download"
import * as Operation from "forgecast/rest/Operation"
import * as Page from "forgecast/rest/Page"
import * as RestError from "forgecast/rest/RestError"
import * as Transport from "forgecast/rest/Transport"
import * as Upload from "forgecast/rest/Upload"
import * as Wire from "forgecast/rest/Wire"
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The service that all calls need. */
export class Depot extends Context.Service<Depot, Transport.Transport>()("example/Depot") {}

// What is particular to the service: how it states limits and errors, and how it divides listings into pages.

/** The body of an error: `{ "error": { "code": "name_taken", "detail": "…", "existing": "sha256:…" } }`. */
const Problem = Schema.fromJsonString(
  Schema.Struct({
    error: Schema.Struct({
      code: Schema.String,
      detail: Schema.String,
      existing: Wire.nullable(Schema.String)
    })
  })
)

const problemIn = (body: string) => Option.map(Schema.decodeOption(Problem)(body), ({ error }) => error)

const dialect = Dialect.make({
  resource: "calls",
  pageSize: { usual: 20, most: 50 },
  requestId: ["x-depot-request"],
  // Milliseconds left in a window of ten seconds.
  budget: Dialect.budgetFrom({
    limit: "x-depot-limit",
    remaining: "x-depot-left",
    reset: "x-depot-window-ends-in",
    resetAs: "milliseconds",
    window: () => 10_000
  }),
  errorBody: (body) => ({
    message: Option.getOrUndefined(problemIn(body))?.detail,
    documentationUrl: undefined,
    issues: []
  })
})

/** A page is `{ "artifacts": [...], "next": "cursor", "count": 120 }`. */
const paging = Page.paging({
  size: "limit",
  items: "artifacts",
  fields: { next: Wire.nullable(Schema.String), count: Schema.Int },
  next: (page) => page.next,
  cursor: "after",
  total: (page) => page.count
})

/** 409: another artifact has this name. */
export class NameTaken extends Schema.TaggedError<NameTaken>("example/NameTaken")(
  "NameTaken",
  RestError.withResponseFields({
    /** The digest of the artifact that has the name; null where the service does not say. */
    existing: Schema.NullOr(Schema.String)
  })
) {
  static of(base: RestError.ResponseInfo, { body, status }: RestError.ErrorResponse): NameTaken | undefined {
    const problem = Option.getOrUndefined(problemIn(body))
    return status === 409 && problem?.code === "name_taken"
      ? new NameTaken({ ...base, existing: problem.existing })
      : undefined
  }
}

// What the service offers.

/** An artifact. */
export class Artifact extends Schema.Opaque<Artifact>()(
  Schema.Struct({
    name: Schema.String,
    size: Schema.Int,
    digest: Schema.String,
    channel: Wire.openEnum(["nightly", "stable"]),
    stored_at: Wire.Timestamp
  })
) {}

const operation = Operation.operation(Depot, dialect)
const listing = Operation.listing(Depot, dialect, paging)
const upload = Upload.upload(Depot, dialect)
const download = Download.download(Depot, dialect)

const ArtifactPath = { project: Schema.NonEmptyString, name: Schema.NonEmptyString }

/** Gets an artifact. */
export const get = operation("Depot.get", "GET /projects/{project}/artifacts/{name}", {
  path: ArtifactPath,
  success: Artifact,
  errors: [RestError.NotFound]
})

/** Moves an artifact to a channel. */
export const promote = operation("Depot.promote", "POST /projects/{project}/artifacts/{name}/promotion", {
  path: ArtifactPath,
  body: { channel: Schema.Literals(["nightly", "stable"]) },
  success: Artifact,
  errors: [RestError.NotFound]
})

/** Deletes an artifact. */
export const remove = operation("Depot.remove", "DELETE /projects/{project}/artifacts/{name}", {
  path: ArtifactPath,
  errors: [RestError.NotFound],
  repeatable: true
})

/** Lists the artifacts of a project, the newest first. */
export const list = listing("Depot.list", "GET /projects/{project}/artifacts", {
  path: { project: Schema.NonEmptyString },
  query: { channel: Schema.optional(Schema.Literals(["nightly", "stable"])) },
  item: Artifact,
  errors: [RestError.NotFound]
})

/** Stores an artifact. Fails with `NameTaken` if there is another one, with `IntegrityFailed` if its bytes got damaged. */
export const store = upload("Depot.store", "PUT /projects/{project}/artifacts/{name}", {
  path: ArtifactPath,
  success: Artifact,
  errors: [NameTaken],
  repeatable: true,
  stored: ({ digest, size }) => ({ digest, size })
})

/** Downloads the bytes of an artifact. They are stored elsewhere: a redirect leads there, without the key. */
export const content = download("Depot.content", "GET /projects/{project}/artifacts/{name}/content", {
  path: ArtifactPath,
  accept: "application/octet-stream",
  errors: [RestError.NotFound]
})

// The Layers.

const described = (url: string): Transport.Options => ({
  hosts: { api: url },
  accept: "application/json",
  headers: { "user-agent": "depot-client" },
  dialect,
  secretInHeaders: Credentials.secretHeader("x-depot-key")
})

/** The depot at a URL, with its parts provided by other Layers. */
export const layer = (url: string): Layer.Layer<Depot, never, HttpClient.HttpClient | Transport.Parts> =>
  Layer.effect(Depot, Transport.make(described(url)))

/** The depot on fetch, configured by `DEPOT_URL` and `DEPOT_KEY`, with cache and rate limits in memory. */
export const layerConfig: Layer.Layer<Depot, Config.ConfigError> = Layer.unwrap(
  Effect.map(Configuration.readUrl("DEPOT_URL"), (url) =>
    Layer.effect(Depot, Transport.makeFetch(described(url ?? "https://depot.example")))
  )
).pipe(Layer.provide([Credentials.layerConfig("DEPOT_KEY"), Transport.inMemory]))
