import * as Schema from "effect/Schema"

/** Bytes of code by language. The order of the keys is the service's: the largest first. */
export const Languages = /* @__PURE__ */ Schema.Record(Schema.String, Schema.Int)
export type Languages = typeof Languages.Type
