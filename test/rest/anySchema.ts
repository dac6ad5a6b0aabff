/** Arbitrary schemas with inputs that may or may not match, for properties that hold for any schema. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as fc from "fast-check"
import * as Wire from "../../src/rest/Wire.ts"

type AnySchema = Schema.Codec<unknown, unknown>

/** A schema, and inputs for it. */
interface Case {
  readonly schema: AnySchema
  readonly input: fc.Arbitrary<unknown>
}

const instants = fc.oneof(
  fc
    .date({ min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc.constantFrom(
    "2024-02-29T12:00:00Z",
    "2023-02-29T12:00:00Z",
    "2024-01-01T00:00:00+02:00",
    "2024-13-01T00:00:00Z",
    "now"
  )
)

export class Person extends Schema.Class<Person>("Person")({ name: Schema.String }) {}

export interface Tree {
  readonly label: string
  readonly children: ReadonlyArray<Tree>
}
export const Tree: Schema.Codec<Tree> = Schema.Struct({
  label: Schema.String,
  children: Schema.Array(Schema.suspend(() => Tree))
})

const leaves: ReadonlyArray<Case> = [
  { schema: Schema.String, input: fc.string() },
  { schema: Schema.Boolean, input: fc.boolean() },
  { schema: Schema.Number, input: fc.oneof(fc.integer(), fc.double()) },
  { schema: Schema.Int, input: fc.oneof(fc.integer(), fc.double(), fc.constant(2 ** 53)) },
  { schema: Schema.Finite, input: fc.double() },
  { schema: Schema.Null, input: fc.constant(null) },
  { schema: Schema.Unknown, input: fc.jsonValue() },
  { schema: Schema.Literals(["a", "b", 1]), input: fc.constantFrom("a", "b", 1, "c") },
  { schema: Schema.String.check(Schema.isMinLength(2), Schema.isMaxLength(4)), input: fc.string({ maxLength: 6 }) },
  { schema: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 })), input: fc.integer({ min: -2, max: 11 }) },
  { schema: Schema.NumberFromString, input: fc.constantFrom("1", "x", "", "2.5") },
  { schema: Schema.DateTimeUtcFromString, input: instants },
  { schema: Schema.Record(Schema.String, Schema.Int), input: fc.dictionary(fc.string(), fc.integer()) },
  { schema: Schema.Tuple([Schema.String, Schema.Int]), input: fc.tuple(fc.string(), fc.integer()) },
  { schema: Schema.NonEmptyArray(Schema.Int), input: fc.array(fc.integer(), { maxLength: 2 }) },
  {
    schema: Schema.Union([Schema.String, Schema.NumberFromString], { mode: "oneOf" }),
    input: fc.constantFrom("1", "x", 1)
  },
  { schema: Person, input: fc.record({ name: fc.string() }) },
  {
    schema: Tree,
    input: fc.constantFrom({ label: "a", children: [{ label: "b", children: [] }] }, { label: "a", children: [1] })
  },
  { schema: Schema.Struct({}), input: fc.object() },
  { schema: Wire.Timestamp, input: instants },
  { schema: Wire.openEnum(["open", "closed"]), input: fc.constantFrom("open", "reopened", 3) },
  { schema: Schema.String.pipe(Schema.brand("Name")), input: fc.string() }
]

/** The kinds of field in a record. */
const fields: ReadonlyArray<
  (part: Case) => {
    readonly schema: Schema.Constraint
    readonly absent: boolean
    readonly input: fc.Arbitrary<unknown>
  }
> = [
  ({ schema, input }) => ({ schema, input, absent: false }),
  ({ schema, input }) => ({ schema: Wire.nullable(schema), input: fc.option(input), absent: true }),
  ({ schema, input }) => ({ schema: Schema.optionalKey(schema), input, absent: true }),
  ({ schema, input }) => ({
    schema: Schema.optional(schema),
    input: fc.option(input, { nil: undefined }),
    absent: true
  }),
  ({ schema, input }) => ({ schema: Schema.NullishOr(schema), input: fc.option(input), absent: false }),
  () => ({ schema: Wire.withDefault(Schema.Int, 0), input: fc.option(fc.integer()), absent: true }),
  () => ({
    schema: Wire.withDefault(Schema.Array(Wire.Timestamp), []).check(Schema.isMaxLength(1)),
    input: fc.option(fc.array(instants, { maxLength: 2 })),
    absent: true
  }),
  () => ({ schema: Schema.optionalKey(Wire.nullable(Schema.String)), input: fc.option(fc.string()), absent: true }),
  () => ({ schema: Schema.optionalKey(Wire.Timestamp), input: instants, absent: true }),
  () => ({
    schema: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("none"))),
    input: fc.string(),
    absent: true
  }),
  () => ({
    schema: Schema.optionalKey(Schema.String).pipe(
      Schema.decodeTo(Schema.optionalKey(Schema.String), {
        decode: SchemaGetter.transformOptional(Option.filter((text) => text !== "")),
        encode: SchemaGetter.passthrough()
      })
    ),
    input: fc.constantFrom("", "x"),
    absent: true
  })
]

const names = ["id", "a b", "ümlaut", 'quo"te', "line\nbreak", "${x}", "`", "__proto__"]

const struct = (part: fc.Arbitrary<Case>): fc.Arbitrary<Case> =>
  fc
    .tuple(
      fc.constantFrom("plain", "checked", "derived", "renamed"),
      fc.uniqueArray(fc.tuple(fc.constantFrom(...names), part, fc.constantFrom(...fields)), {
        selector: ([name]) => name,
        minLength: 1,
        maxLength: 5
      })
    )
    .map(([kind, parts]) => {
      const made = parts.map(([name, inner, field]) => [name, field(inner)] as const)
      const onWire = (name: string) => (kind === "renamed" && name === "id" ? "ID" : name)
      const plain = Schema.Struct(Object.fromEntries(made.map(([name, { schema }]) => [name, schema])))
      const schema = {
        plain: () => plain,
        checked: () => plain.check(Schema.makeFilter((record) => Object.keys(record).length !== 2)),
        derived: () =>
          plain.pipe(
            Wire.extendTo(
              { size: Schema.Int, even: Schema.Boolean },
              {
                size: (record) => Option.some(Object.keys(record).length),
                even: (record) => (Object.keys(record).length % 2 === 0 ? Option.some(true) : Option.none())
              }
            )
          ),
        renamed: () => plain.pipe(Schema.encodeKeys({ id: "ID" }))
      }[kind]()
      const input = fc.record(Object.fromEntries(made.map(([name, { input }]) => [onWire(name), input])), {
        requiredKeys: made.flatMap(([name, { absent }]) => (absent ? [] : onWire(name)))
      })
      // The type of a struct with arbitrary fields carries no information.
      return { schema: schema as never as AnySchema, input }
    })

/** Any schema, with an arbitrary of inputs that mostly match it. */
export const { anySchema } = fc.letrec<{ readonly anySchema: Case }>((tie) => ({
  anySchema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(...leaves),
    struct(tie("anySchema")),
    tie("anySchema").map(({ schema, input }) => ({
      schema: Schema.Array(schema),
      input: fc.array(input, { maxLength: 3 })
    })),
    tie("anySchema").map(({ schema, input }) => ({ schema: Schema.NullOr(schema), input: fc.option(input) })),
    fc.array(tie("anySchema"), { minLength: 1, maxLength: 3 }).map((parts) => ({
      schema: Schema.Union(parts.map((part) => part.schema)),
      input: fc.oneof(...parts.map((part) => part.input))
    }))
  )
}))

/** Values that nobody expects. */
export const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom(undefined, Number.NaN, Number.POSITIVE_INFINITY, "", 0)
)

/** Replaces one place of a value with something else, or removes it. */
export const corrupt = (value: unknown, picks: ReadonlyArray<number>, other: unknown): unknown => {
  const [pick = 0, ...rest] = picks
  if (typeof value !== "object" || value === null || rest.length === 0) return other
  const keys = Object.keys(value)
  const chosen = keys[pick % (keys.length + 1)]
  if (chosen === undefined) return other
  if (Array.isArray(value)) {
    return value.map((item: unknown, i): unknown => (String(i) === chosen ? corrupt(item, rest, other) : item))
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      key !== chosen ? [[key, item]] : pick % 7 === 0 ? [] : [[key, corrupt(item, rest, other)]]
    )
  )
}

/** The place that {@link corrupt} changes. */
export const picks = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 5 })
