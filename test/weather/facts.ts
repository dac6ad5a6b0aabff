/** What tests need of the public source of the service. The file says where it is from. */
import * as Schema from "effect/Schema"
import { read } from "./fixtures.ts"

const Names = Schema.Array(Schema.String)

const Facts = Schema.Struct({
  directions: Schema.Record(Schema.String, Names),
  services: Schema.Record(
    Schema.String,
    Schema.Struct({
      blocks: Schema.optionalKey(Names),
      documented: Names,
      forecast_days: Schema.optionalKey(Schema.Struct({ default: Schema.Int, max: Schema.Int })),
      past_days_max: Schema.optionalKey(Schema.Union([Schema.Int, Schema.String])),
      data_since: Schema.optionalKey(Schema.String),
      run: Schema.optionalKey(Schema.String)
    })
  ),
  parameters: Schema.Record(Schema.String, Schema.Struct({ only: Schema.optionalKey(Schema.String) })),
  members: Schema.Record(Schema.String, Schema.Int),
  models: Names,
  renames: Schema.Record(Schema.String, Schema.String),
  errors: Schema.Array(Schema.Struct({ reason: Schema.String, status: Schema.Int }))
})

export const facts = Schema.decodeUnknownSync(Facts)(JSON.parse(read("facts.json")))
