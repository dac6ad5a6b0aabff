import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** A topic that a search found. */
export class FoundTopic extends Schema.Opaque<FoundTopic>()(
  Schema.Struct({
    /** As repositories have it, such as `typescript`. */
    name: Schema.String,
    /** As its page has it, such as `TypeScript`; null for a topic without a page of its own, like the texts below. */
    display_name: Wire.nullable(Schema.String),
    short_description: Wire.nullable(Schema.String),
    description: Wire.nullable(Schema.String),
    /** Who made what the topic is about. */
    created_by: Wire.nullable(Schema.String),
    /** When that was released, as text. */
    released: Wire.nullable(Schema.String),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** Whether it is on the page of all topics. */
    featured: Schema.Boolean,
    /** Whether people have written about it. */
    curated: Schema.Boolean,
    /** How well it matches the search. */
    score: Schema.Finite,
    /** How many repositories have it. */
    repository_count: Wire.nullable(Schema.Int),
    logo_url: Wire.nullable(Schema.String)
  })
) {}
