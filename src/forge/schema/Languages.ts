import * as Schema from "effect/Schema"

/** Bytes of code by language, in the order of the service: largest first. */
export const Languages = Schema.Record(Schema.String, Schema.Int)
export type Languages = typeof Languages.Type
