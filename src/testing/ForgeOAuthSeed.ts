/** OAuth apps of a seed, and what users have granted them. */
import * as Schema from "effect/Schema"
import { instant, moment } from "./ForgeContentSeed.ts"
import { flag, named, optional, text, texts, whole } from "./internal/seedFields.ts"

/** What a user has granted an app. */
export interface GrantSeed extends Schema.Struct.Type<typeof grantFields> {}

const grantFields = {
  /** The client id of an OAuth app or of an app. */
  client_id: Schema.String,
  id: whole,
  created_at: moment,
  /**
   * What renews the token, if it expires: a token for a new pair, until when it is valid, and whether it came from the
   * device flow.
   */
  refresh: optional(Schema.Struct({ token: Schema.String, expires_at: instant, device: flag }))
}

/** The schema of a `GrantSeed`. */
export const grantSeed: Schema.Decoder<GrantSeed> = named("GrantSeed", grantFields)

/** An OAuth app, which users let act for them with scopes. */
export interface OAuthAppSeed extends Schema.Struct.Type<typeof oauthAppFields> {}

const oauthAppFields = {
  client_id: Schema.String,
  client_secret: Schema.String,
  /** The client id by default. */
  name: text,
  /** The first repository's owner by default. */
  owner: text,
  /**
   * Where users are sent back to: these URLs, and what is below them or on subdomains; any URL of their own machine by
   * default. On a loopback address, the port may be another one.
   */
  callback_urls: texts,
  /** Whether devices without a browser can sign users in. True by default. */
  device_flow: flag,
  /** Whether the service has suspended it. False by default. */
  suspended: flag
}

/** The schema of an `OAuthAppSeed`. */
export const oauthAppSeed: Schema.Decoder<OAuthAppSeed> = named("OAuthAppSeed", oauthAppFields)
