import * as Schema from "effect/Schema"

/** The public key for which secrets are encrypted. The service replaces it from time to time. */
export class PublicKey extends Schema.Opaque<PublicKey>()(
  Schema.Struct({
    /** Tells the service which key was used. */
    key_id: Schema.String,
    /** 32 bytes in Base64. */
    key: Schema.String
  })
) {}
