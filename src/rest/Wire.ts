/**
 * Schemas for the fields that services send: fields that may be null or absent, fields with a default, timestamps, and
 * enumerations that may grow. Each is an ordinary Effect Schema.
 *
 * All records follow one rule: **every field is always present**. A field that the service leaves out or sends as null
 * decodes to null, or to its default. Programs need not distinguish null from absent, and all records of one kind have
 * the same shape.
 *
 * **Example** (A record)
 *
 * ```ts
 * import * as Wire from "forgecast/rest/Wire"
 * import * as Schema from "effect/Schema"
 *
 * class Deployment extends Schema.Opaque<Deployment>()(
 *   Schema.Struct({
 *     id: Schema.Int,
 *     state: Wire.openEnum(["queued", "running", "done"]),
 *     description: Wire.nullable(Schema.String),
 *     attempts: Wire.withDefault(Schema.Int, 0),
 *     created_at: Wire.nullable(Wire.Timestamp)
 *   })
 * ) {}
 * ```
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"
import * as Shortcut from "./internal/decode/shortcut.ts"
import * as Instants from "./Timestamp.ts"

/** The schema that {@link withDefault} makes. */
export interface withDefault<S extends Schema.Constraint & Schema.WithoutConstructorDefault> extends Schema.decodeTo<
  Schema.withConstructorDefault<Schema.toType<S>>,
  Schema.optional<Schema.NullOr<S>>
> {}

/** A field that decodes to `value` when it is null or absent. `make` uses the same default. */
export const withDefault = <S extends Schema.Constraint & Schema.WithoutConstructorDefault>(
  schema: S,
  value: S["Type"] & S["~type.make.in"]
): withDefault<S> =>
  Schema.optional(Schema.NullOr(schema)).pipe(
    Schema.decodeTo(Schema.withConstructorDefault<Schema.toType<S>>(Effect.succeed(value))(Schema.toType(schema)), {
      decode: Shortcut.register(
        SchemaGetter.transformOptional<S["Type"], S["Type"] | null | undefined>((present) =>
          Option.some(Option.getOrNull(present) ?? value)
        ),
        { _tag: "Default", value }
      ),
      encode: SchemaGetter.passthroughSubtype<S["Type"] | null | undefined, S["Type"]>()
    })
  )

/** A field that decodes to null when it is null or absent. `make` uses the same default. */
export const nullable = <S extends Schema.Constraint>(schema: S): withDefault<Schema.NullOr<S>> => {
  // Records have hundreds of nullable strings and numbers, and a program makes them all when it starts.
  const known = nullables.get(schema)
  if (known !== undefined) return known as withDefault<Schema.NullOr<S>>
  const made = withDefault(Schema.NullOr(schema), null)
  nullables.set(schema, made)
  return made
}

/** What `nullable` has made of each schema. */
const nullables = new WeakMap<Schema.Constraint, Schema.Constraint>()

/**
 * An enumeration that may grow. The editor completes the known values, and any other string is accepted.
 * `members[1].literals` has the known values.
 */
export const openEnum = <const Known extends ReadonlyArray<string>>(known: Known) =>
  Schema.Union([Schema.StringForLiteralAutocomplete, Schema.Literals(known)])

const instantFromString = Shortcut.register(
  SchemaGetter.transformEffect((text: string, options) => {
    const instant = Instants.parse(text)
    return instant === undefined
      ? Effect.fail(new SchemaIssue.InvalidValue({ expected: "an ISO 8601 timestamp" }, text, options))
      : Effect.succeed(instant)
  }),
  { _tag: "Convert", convert: Instants.parse }
)

/** A `DateTime.Utc`, in JSON an ISO 8601 date-time. A program with `Schema.DateTimeUtc` in its place is 0.9 KB larger. */
export const DateTimeUtc = Schema.declare(
  (value): value is DateTime.Utc => DateTime.isDateTime(value) && DateTime.isUtc(value),
  {
    expected: "DateTime.Utc",
    toCodecJson: () =>
      Schema.link<DateTime.Utc>()(Schema.String, {
        decode: instantFromString,
        encode: SchemaGetter.transform(DateTime.formatIso)
      }),
    toCodecArbitrary: () =>
      Schema.link<DateTime.Utc>()(Schema.Int, {
        decode: SchemaGetter.transform((millis) => DateTime.fromDateUnsafe(new Date(millis % 864e13))),
        encode: SchemaGetter.transform(DateTime.toEpochMillis)
      })
  }
)

/** An instant, sent as an ISO 8601 date-time. Without a zone, it is read as UTC. */
export const Timestamp = Schema.String.pipe(
  Schema.decodeTo(DateTimeUtc, {
    decode: instantFromString,
    encode: SchemaGetter.transform(Instants.format)
  })
)

const InputInstant = Schema.Union([
  // The error for a value that is none of them describes the first member.
  DateTimeUtc.annotate({ expected: "a valid Date, a DateTime.Utc or an ISO 8601 timestamp" }),
  Schema.Date,
  Schema.String.check(
    Schema.makeFilter((text: string) => Instants.parse(text) !== undefined, { expected: "an ISO 8601 timestamp" })
  )
])

/**
 * An instant in an input: a `DateTime.Utc`, a `Date`, or ISO 8601 text, which is read as UTC if it has no zone. It is
 * sent like a {@link Timestamp}.
 */
export const InputTimestamp = Schema.String.pipe(
  Schema.decodeTo(InputInstant, {
    decode: instantFromString,
    encode: SchemaGetter.transform((instant: Instants.Instant) => Instants.format(Instants.toUtc(instant)))
  })
)

/** The schema that {@link extendTo} makes. Its name makes declaration files keep the docstrings of the fields. */
export interface extendTo<
  S extends Schema.Struct<Schema.Struct.Fields>,
  D extends Schema.Struct.Fields
> extends ReturnType<ReturnType<typeof Schema.extendTo<S, D>>> {}

/**
 * Adds fields that are derived from the others when a record is decoded. The service does not send them. Like
 * `Schema.extendTo`, but as fast as the other fields.
 *
 * **Example** (Whether an issue is a pull request)
 *
 * ```ts
 * import * as Wire from "forgecast/rest/Wire"
 * import * as Option from "effect/Option"
 * import * as Schema from "effect/Schema"
 *
 * const Item = Schema.Struct({ pull_request: Wire.nullable(Schema.Struct({ url: Schema.String })) }).pipe(
 *   Wire.extendTo(
 *     { is_pull_request: Schema.Boolean },
 *     { is_pull_request: (item) => Option.some(item.pull_request !== null) }
 *   )
 * )
 * ```
 */
export const extendTo = <S extends Schema.Struct<Schema.Struct.Fields>, const D extends Schema.Struct.Fields>(
  derived: D,
  derive: { readonly [K in keyof D]: (record: S["Type"]) => Option.Option<D[K]["Type"]> }
) => {
  const extend = Schema.extendTo<S, D>(derived, derive)
  return (struct: S): extendTo<S, D> => {
    const schema = extend(struct)
    for (const { transformation } of schema.ast.encoding ?? []) {
      Shortcut.register(transformation.decode, { _tag: "Derive", derive })
    }
    return schema
  }
}
