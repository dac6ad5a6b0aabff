/**
 * A library as users write them: operations of its own, and our calls with inferred types. The package's check compiles
 * it against the built package and emits its declarations.
 */
import { RestError } from "forgecast"
import { Contents, Forge, Issues, Releases } from "forgecast/forge"
import * as Transport from "forgecast/rest/Transport"
import { Archive, Forecast, Geocoding, Weather } from "forgecast/weather"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const RepoPath = { owner: Schema.NonEmptyString, repo: Schema.NonEmptyString }

class Deployment extends Schema.Opaque<Deployment>()(Schema.Struct({ id: Schema.Int, ref: Schema.String })) {}

export const getDeployment = Forge.operation(
  "Deployments.get",
  "GET /repos/{owner}/{repo}/deployments/{deployment_id}",
  { path: { ...RepoPath, deployment_id: Schema.Int }, success: Deployment, errors: [RestError.NotFound] }
)

export const createDeployment = Forge.operation("Deployments.create", "POST /repos/{owner}/{repo}/deployments", {
  path: RepoPath,
  body: { ref: Schema.NonEmptyString, environment: Schema.optional(Schema.String) },
  success: Deployment,
  errors: [RestError.Conflict]
})

export const listDeployments = Forge.listing("Deployments.list", "GET /repos/{owner}/{repo}/deployments", {
  path: RepoPath,
  query: { environment: Schema.optional(Schema.String) },
  item: Deployment,
  errors: [RestError.NotFound]
})

export const downloadLog = Forge.download("Runs.downloadLog", "GET /repos/{owner}/{repo}/actions/runs/{run_id}/logs", {
  path: { ...RepoPath, run_id: Schema.Int },
  accept: "application/zip"
})

export const uploadSarif = Forge.upload("Scans.upload", "POST /repos/{owner}/{repo}/code-scanning/sarifs", {
  path: RepoPath,
  success: Schema.Struct({ id: Schema.String })
})

export const searchPlaces = Weather.operation("Places.search", "GET /v1/search", {
  query: { name: Schema.String },
  success: Schema.Struct({ results: Schema.Array(Schema.Struct({ name: Schema.String })) }),
  host: "geocoding"
})

/** The parts of a callable. */
export const { declaration, withReply, ifChanged, as: readAs } = getDeployment
export const { path, query, body, result } = declaration
export const { page, pages } = listDeployments
export const { bytes, open } = downloadLog
export const shortIssue = Issues.get.as(Schema.Struct({ number: Schema.Int }))

/** Calls whose results depend on the requested variables. */
export const issues = Issues.list({ owner: "acme", repo: "web" })
export const download = Contents.download({ owner: "acme", repo: "web", path: "README.md" })
export const upload = Releases.uploadAsset
const place = { latitude: 60.4, longitude: 5.3 }
const span = { start_date: "2020-01-01", end_date: "2020-01-31" }
export const forecast = Forecast.get({ ...place, hourly: ["temperature_2m"], current: ["rain"] })
export const forecasts = Forecast.getMany({ places: [place], daily: ["sunrise"] })
export const past = Archive.stream({ ...place, ...span, hourly: ["rain"] })
export const places = Geocoding.search({ name: "Bergen" })

/** The dependencies of the operations. */
export const transportOf = (options: Transport.Options) => Transport.make(options)
export const transport = Effect.map(Effect.service(Forge.Forge), (transport) => ({ ...transport }))
