import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** Who owns an App or has installed it: a user or an organization, or an enterprise, which has a `slug` and no `login`. */
export class AppAccount extends Schema.Opaque<AppAccount>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** Null for an enterprise. */
    login: Wire.nullable(Schema.String),
    /** Null for a user or an organization. */
    slug: Wire.nullable(Schema.String),
    /** Null for an enterprise. */
    type: Wire.nullable(Wire.openEnum(["User", "Bot", "Organization"])),
    name: Wire.nullable(Schema.String),
    avatar_url: Schema.String,
    /** Web page URL. */
    html_url: Wire.nullable(Schema.String)
  })
) {}

/** The App itself, with what it asks for. */
export class AppDetails extends Schema.Opaque<AppDetails>()(
  Schema.Struct({
    id: Schema.Int,
    /** The name as used in URLs. */
    slug: Wire.nullable(Schema.String),
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** What it can sign in with in place of its `id`. */
    client_id: Wire.nullable(Schema.String),
    owner: AppAccount,
    name: Schema.String,
    description: Wire.nullable(Schema.String),
    /** URL of its own website. */
    external_url: Schema.String,
    /** URL of its web page on the service. */
    html_url: Schema.String,
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** What it asks for, such as `{ issues: "write" }`. */
    permissions: Schema.Record(Schema.String, Schema.String),
    /** The events that it asks for. */
    events: Schema.Array(Schema.String),
    /** Null where only the App itself is told. */
    installations_count: Wire.nullable(Schema.Int)
  })
) {}

/**
 * An App that was just created, with its secrets: the service returns them only once. `id` and `pem` are what
 * `AppCredentials` takes as `appId` and `privateKey`, and `webhook_secret` what `Webhooks.layer` takes as `secret`.
 */
export class CreatedApp extends Schema.Opaque<CreatedApp>()(
  Schema.Struct({
    ...AppDetails.fields,
    client_id: Schema.String,
    /** Its private key in PEM. */
    pem: Schema.RedactedFromValue(Schema.String),
    /** The secret by which it exchanges codes of users for their tokens. */
    client_secret: Schema.RedactedFromValue(Schema.String),
    /** The key with which the service signs what it sends to the hook. Null if the manifest has no hook. */
    webhook_secret: Wire.nullable(Schema.RedactedFromValue(Schema.String))
  })
) {}

/** A request to install an App, which the owners of the account have not answered yet. */
export class InstallationRequest extends Schema.Opaque<InstallationRequest>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API; null where the service does not return it. */
    node_id: Wire.nullable(Schema.String),
    /** Where it is to be installed. */
    account: AppAccount,
    /** Who asks for it. */
    requester: SimpleUser,
    created_at: Wire.Timestamp
  })
) {}

/** An installation of an App on an account. */
export class Installation extends Schema.Opaque<Installation>()(
  Schema.Struct({
    id: Schema.Int,
    app_id: Schema.Int,
    /** The name of the App as used in URLs. */
    app_slug: Schema.String,
    /** What the App can sign in with in place of its id. */
    client_id: Wire.nullable(Schema.String),
    account: Wire.nullable(AppAccount),
    /** The id of the account. */
    target_id: Schema.Int,
    /** The kind of the account, such as `Organization`. */
    target_type: Schema.String,
    /** Whether it covers all repositories of the account, or those that were selected. */
    repository_selection: Wire.openEnum(["all", "selected"]),
    /** What it was granted, such as `{ issues: "write" }`. */
    permissions: Schema.Record(Schema.String, Schema.String),
    /** The events that it gets. */
    events: Schema.Array(Schema.String),
    /** API URL that mints its tokens. */
    access_tokens_url: Schema.String,
    /** API URL of its repositories. */
    repositories_url: Schema.String,
    /** Web page URL of its settings. */
    html_url: Schema.String,
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** Who has suspended it; null if nobody has. */
    suspended_by: Wire.nullable(SimpleUser),
    /** Null unless it is suspended. */
    suspended_at: Wire.nullable(Wire.Timestamp)
  })
) {}
