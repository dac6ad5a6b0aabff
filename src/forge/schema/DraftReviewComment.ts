import * as Schema from "effect/Schema"
import { maybe, Ordinal } from "../internal/fields.ts"

const Side = Schema.Literals(["LEFT", "RIGHT"])

/**
 * A comment on lines of the diff, sent with a review. `side` defaults to `RIGHT`, the new code. Fields that are null
 * are not sent.
 */
export class DraftReviewComment extends Schema.Opaque<DraftReviewComment>()(
  Schema.Struct({
    /** The path of the file. */
    path: Schema.NonEmptyString,
    /** Markdown. */
    body: Schema.NonEmptyString,
    /** The line, or the last line of a multi-line comment. */
    line: Ordinal,
    /** `LEFT` is the old code, `RIGHT` the new. */
    side: maybe(Side),
    /** The first line of a multi-line comment. */
    start_line: maybe(Ordinal),
    start_side: maybe(Side)
  })
) {}

/** A comment at a position in the diff. The service will remove positions: use lines. */
export class PositionedReviewComment extends Schema.Opaque<PositionedReviewComment>()(
  Schema.Struct({
    /** The path of the file. */
    path: Schema.NonEmptyString,
    /** Markdown. */
    body: Schema.NonEmptyString,
    /** Counted in lines below the first `@@` line of the file. */
    position: Ordinal
  })
) {}
