import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** Where the deliveries of a hook go, and how. */
export class HookConfig extends Schema.Opaque<HookConfig>()(
  Schema.Struct({
    /** Where they go; null while an App has no URL. */
    url: Wire.nullable(Schema.String),
    /** The media type of their bodies: JSON, or a form whose field `payload` has the JSON. */
    content_type: Wire.openEnum(["json", "form"]),
    /**
     * `********` if there is a secret, with which the service signs; null if there is none. The service never reveals
     * it.
     */
    secret: Wire.nullable(Schema.String),
    /** Whether the certificate of the host is left unchecked: `"1"` or 1 if it is, `"0"` or 0 if it is checked. */
    insecure_ssl: Wire.nullable(Schema.Union([Schema.String, Schema.Finite]))
  })
) {}

/** How the last delivery of a hook has ended. */
export class HookResponse extends Schema.Opaque<HookResponse>()(
  Schema.Struct({
    /** The status of the response; null before the first delivery. */
    code: Wire.nullable(Schema.Int),
    /** Such as `unused`, `active` or `misconfigured`. */
    status: Wire.nullable(Schema.String),
    message: Wire.nullable(Schema.String)
  })
) {}

const fields = {
  id: Schema.Int,
  /** What it belongs to. */
  type: Wire.openEnum(["Repository", "Organization", "App"]),
  /** Always `web`. */
  name: Wire.openEnum(["web"]),
  /** Whether its events are delivered. */
  active: Schema.Boolean,
  /** The events that are delivered, such as `push`; `*` stands for all of them. */
  events: Schema.Array(Schema.String),
  config: HookConfig,
  created_at: Wire.Timestamp,
  updated_at: Wire.Timestamp,
  /** API URL. */
  url: Schema.String,
  /** API URL that sends a `ping`. */
  ping_url: Schema.String,
  /** API URL of what was delivered. */
  deliveries_url: Wire.nullable(Schema.String)
}

/** The fields of every hook. */
type HookFields = { readonly [K in keyof typeof fields]: (typeof fields)[K] }

/** Adds the fields of every hook. A call, since bundlers do not drop a spread. */
const withHook = <const F extends Schema.Struct.Fields>(own: F): HookFields & F => ({ ...fields, ...own })

/** A hook of a repository: the service sends the events of the repository to its URL. */
export class Hook extends Schema.Opaque<Hook>()(
  Schema.Struct(
    withHook({
      /** API URL that sends the latest push. */
      test_url: Schema.String,
      last_response: HookResponse
    })
  )
) {}

/** A hook of an organization: the service sends the events of all of its repositories, and its own, to its URL. */
export class OrganizationHook extends Schema.Opaque<OrganizationHook>()(Schema.Struct(fields)) {}
