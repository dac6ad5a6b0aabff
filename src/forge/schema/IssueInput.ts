/** What the inputs of issues contain. */
import * as Schema from "effect/Schema"
import * as UnknownFields from "../../rest/UnknownFields.ts"
import { Flag, maybe, Text } from "../internal/fields.ts"
import { Label } from "./Label.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** Bundlers can drop an unused call that is marked pure, but not a spread. */
const explained = <const Fields extends Schema.Struct.Fields>(fields: Fields) => ({
  ...fields,
  /** Why it is chosen. */
  rationale: Text,
  /** Whether to store the change as a suggestion that people review. */
  suggest: Flag,
  /** How certain the choice is. */
  confidence: Schema.optional(Schema.Literals(["low", "medium", "high"]))
})

/** A label by its name, with the reasons for it. A `Label` that was read fits. */
export class ChosenLabel extends Schema.Opaque<ChosenLabel>()(
  Schema.Struct(explained({ name: Schema.NonEmptyString })).annotate(UnknownFields.fits(Label))
) {}

/** An assignee by login, with the reasons for the choice. A `SimpleUser` that was read fits. */
export class ChosenAssignee extends Schema.Opaque<ChosenAssignee>()(
  Schema.Struct(explained({ login: Schema.NonEmptyString })).annotate(UnknownFields.fits(SimpleUser))
) {}

/** A label of a new issue. A `Label` that was read fits. Fields that are null are not sent. */
export class GivenLabel extends Schema.Opaque<GivenLabel>()(
  Schema.Struct({
    id: maybe(Schema.Int),
    name: Schema.NonEmptyString,
    description: maybe(Schema.String),
    color: maybe(Schema.String)
  }).annotate(UnknownFields.fits(Label))
) {}

/** A label by its name. A `Label` that was read fits. */
export class NamedLabel extends Schema.Opaque<NamedLabel>()(
  Schema.Struct({ name: Schema.NonEmptyString }).annotate(UnknownFields.fits(Label))
) {}

/** The type of an issue, with the reasons for it; null removes it. */
export class ChosenType extends Schema.Opaque<ChosenType>()(
  Schema.Struct(explained({ value: Schema.NullOr(Schema.NonEmptyString) }))
) {}

const Value = Schema.Union([Schema.String, Schema.Finite, Schema.Array(Schema.String)])

/** The value of a custom field of an issue. */
export class FieldValue extends Schema.Opaque<FieldValue>()(
  Schema.Struct({
    /** The id of the field. */
    field_id: Schema.Int,
    /** The names of the options if the field takes several. */
    value: Value
  })
) {}

/** The value of a custom field of an issue, with the reasons for it. */
export class ChosenFieldValue extends Schema.Opaque<ChosenFieldValue>()(
  Schema.Struct(
    explained({
      /** The id of the field. */
      field_id: Schema.Int,
      /** The names of the options if the field takes several. */
      value: Value
    })
  )
) {}
