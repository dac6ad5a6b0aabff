import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** A milestone: a goal with a due date, to which issues and pull requests of a repository are assigned. */
export class Milestone extends Schema.Opaque<Milestone>()(
  Schema.Struct({
    /** Globally unique; paths take the `number`. */
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** Unique in its repository. */
    number: Schema.Int,
    title: Schema.String,
    state: Wire.openEnum(["open", "closed"]),
    /** API URL. */
    url: Schema.String,
    /** Web page URL. */
    html_url: Schema.String,
    labels_url: Schema.String,
    description: Wire.nullable(Schema.String),
    /** Null for a deleted account. */
    creator: Wire.nullable(SimpleUser),
    /** Number of open issues and pull requests. */
    open_issues: Wire.withDefault(Schema.Int, 0),
    /** Number of closed issues and pull requests. */
    closed_issues: Wire.withDefault(Schema.Int, 0),
    /** Null when there is no due date. */
    due_on: Wire.nullable(Wire.Timestamp),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** Null while the milestone is open. */
    closed_at: Wire.nullable(Wire.Timestamp)
  })
) {}
