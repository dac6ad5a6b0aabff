import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { anyCase } from "../internal/anyCase.ts"

/** A remark of a check run on lines of a file. */
export class CheckRunAnnotation extends Schema.Opaque<CheckRunAnnotation>()(
  Schema.Struct({
    /** Relative to the root of the repository. */
    path: Schema.String,
    start_line: Schema.Int,
    end_line: Schema.Int,
    /** Null for a remark on whole lines, like `end_column`. */
    start_column: Wire.nullable(Schema.Int),
    end_column: Wire.nullable(Schema.Int),
    /** How severe it is. Always in lower case, however the service writes it. */
    annotation_level: Wire.nullable(anyCase(["notice", "warning", "failure"])),
    title: Wire.nullable(Schema.String),
    message: Wire.nullable(Schema.String),
    /** Details that are shown on request. */
    raw_details: Wire.nullable(Schema.String),
    /** URL of the file. */
    blob_href: Schema.String
  })
) {}
