import * as Schema from "effect/Schema"

/** The acceptance of an update of a branch, which the service carries out in the background. */
export class UpdatedBranch extends Schema.Opaque<UpdatedBranch>()(
  Schema.Struct({
    message: Schema.String,
    /** Web page URL of the pull request. */
    url: Schema.String
  })
) {}
