import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { App } from "./App.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** A request to deploy a commit. Its statuses tell how that goes: `Deployments.listStatuses`. */
export class Deployment extends Schema.Opaque<Deployment>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** The commit that is deployed. */
    sha: Schema.String,
    /** The branch, tag or sha that was asked for. */
    ref: Schema.String,
    /** What is done, such as `deploy`. */
    task: Schema.String,
    /** What its creator attached: an object, or text. */
    payload: Schema.Json,
    /** Where it is deployed now. A status can change it. */
    environment: Schema.String,
    /** The environment that it was created for. */
    original_environment: Wire.nullable(Schema.String),
    description: Wire.nullable(Schema.String),
    creator: Wire.nullable(SimpleUser),
    /** Whether the environment exists for this deployment only, and goes away. */
    transient_environment: Wire.withDefault(Schema.Boolean, false),
    /** Whether users work with the environment. */
    production_environment: Wire.withDefault(Schema.Boolean, false),
    /** The App that has created it; null if none has. */
    performed_via_github_app: Wire.nullable(App),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** API URL of its statuses. */
    statuses_url: Schema.String,
    /** API URL of the repository. */
    repository_url: Schema.String,
    /** API URL. */
    url: Schema.String
  })
) {}

/** A deployment that was created. */
export class CreatedDeployment extends Schema.Opaque<CreatedDeployment>()(
  Schema.Struct(Deployment.fields).pipe(
    Wire.extendTo({ _tag: Schema.Literal("Created") }, { _tag: () => Option.some("Created" as const) })
  )
) {}

/**
 * No deployment was created: the ref was behind the default branch, so the service has merged that into it. Its checks
 * may run now. Once they have succeeded, create the deployment again.
 */
export class MergedBranch extends Schema.Opaque<MergedBranch>()(
  Schema.Struct({
    /** What was merged, such as `Auto-merged main into next on deployment.` */
    message: Schema.String
  }).pipe(Wire.extendTo({ _tag: Schema.Literal("Merged") }, { _tag: () => Option.some("Merged" as const) }))
) {}

/** What the creation of a deployment has led to. Its `_tag` tells the two apart. */
export const DeploymentOutcome = Schema.Union([CreatedDeployment, MergedBranch])
export type DeploymentOutcome = typeof DeploymentOutcome.Type
