/** What the input of a check run contains. */
import * as Schema from "effect/Schema"

const Words = Schema.String.check(Schema.isMaxLength(65_535, { expected: "at most 65,535 characters" }))

/** At most as many as fit in a button. */
const upTo = (most: number) =>
  Schema.NonEmptyString.check(Schema.isMaxLength(most, { expected: `at most ${most} characters` }))

/** A remark on lines of a file. */
export class CheckAnnotation extends Schema.Opaque<CheckAnnotation>()(
  Schema.Struct({
    path: Schema.NonEmptyString,
    start_line: Schema.Int,
    end_line: Schema.Int,
    /** Only for a remark on a single line, like `end_column`. */
    start_column: Schema.optional(Schema.Int),
    end_column: Schema.optional(Schema.Int),
    /** How severe it is. */
    annotation_level: Schema.Literals(["notice", "warning", "failure"]),
    message: Schema.String,
    title: Schema.optional(Schema.String),
    /** Details that are shown on request. */
    raw_details: Schema.optional(Schema.String)
  })
) {}

/** A picture in the output of a check run. */
export class CheckImage extends Schema.Opaque<CheckImage>()(
  Schema.Struct({
    alt: Schema.String,
    image_url: Schema.String,
    caption: Schema.optional(Schema.String)
  })
) {}

/** Bundlers can drop an unused call that is marked pure, but not a spread. */
const withContent = <const Title extends Schema.Struct.Fields>(title: Title) => ({
  ...title,
  /** Markdown. */
  summary: Words,
  /** Markdown. */
  text: Schema.optional(Words),
  /** At most 50. An update adds them to those of the run. */
  annotations: Schema.optional(
    Schema.Array(CheckAnnotation).check(Schema.isMaxLength(50, { expected: "at most 50 annotations" }))
  ),
  images: Schema.optional(Schema.Array(CheckImage))
})

/** The output of a new check run. */
export class NewCheckOutput extends Schema.Opaque<NewCheckOutput>()(
  Schema.Struct(withContent({ title: Schema.String }))
) {}

/** The output that an update sets. */
export class ChangedCheckOutput extends Schema.Opaque<ChangedCheckOutput>()(
  Schema.Struct(withContent({ title: Schema.optional(Schema.String) }))
) {}

/** A button of a check run, which asks its App to do something. */
export class CheckAction extends Schema.Opaque<CheckAction>()(
  Schema.Struct({
    label: upTo(20),
    description: upTo(40),
    /** What the App gets. */
    identifier: upTo(20)
  })
) {}
