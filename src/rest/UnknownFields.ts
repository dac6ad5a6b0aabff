/**
 * Fields that a value has and its schema does not: they are probably misspelt, and would not be sent.
 *
 * A field is what `for … in` finds, so those of a prototype count, unless they are not enumerable, such as methods. A
 * field that is undefined is left out, whatever its name, and symbols name no fields. Records, lists and forms in the
 * value are searched as well. Bytes have no fields.
 */
import type * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"

/** A field that the schema does not have. */
export interface Unknown {
  /** Its path. */
  readonly keys: ReadonlyArray<PropertyKey>
  /** The fields that the schema has there and the value does not. */
  readonly names: ReadonlyArray<string>
}

/** Makes the function that finds the unknown fields of a value. `beside` are names that a value may also have. */
export const finder = (
  schema: Schema.Constraint,
  beside?: ReadonlyArray<string>
): ((value: unknown) => ReadonlyArray<Unknown>) => {
  const find = finderOf(schema.ast, beside)
  return (value) => find?.(value) ?? none
}

/** Asks about the names that were probably meant: `: did you mean …?`. Empty if none of the names is similar. */
export const question = (unknown: ReadonlyArray<Unknown>): string => {
  const meant = new Set(unknown.flatMap(({ keys, names }) => closest(String(keys.at(-1)), names) ?? []))
  return meant.size === 0 ? "" : `: did you mean ${[...meant].map((name) => `\`${name}\``).join(", ")}?`
}

/** The name that is most similar to another one; undefined if none is. Case and the kind of a dash make no difference. */
export const closest = (name: string, names: Iterable<string>): string | undefined => {
  const plain = (text: string) => text.toLowerCase().replaceAll("-", "_")
  // A similar name has fewer changes.
  let bound = Math.floor(name.length * 0.4) + 1
  let found: string | undefined
  for (const known of names) {
    if (Math.abs(known.length - name.length) >= bound) continue
    const changes = distance(plain(name), plain(known), bound)
    if (changes >= bound) continue
    bound = changes
    found = known
  }
  return found
}

/**
 * How many characters must be inserted, deleted, replaced or swapped to turn one text into the other. It is the bound or
 * more, as soon as it is clear that it will not be less.
 */
const distance = (from: string, to: string, bound: number): number => {
  let above: ReadonlyArray<number> = []
  let row = [...Array(to.length + 1).keys()]
  for (let i = 1; i <= from.length && Math.min(...row) < bound; i++) {
    const twoAbove = above
    above = row
    row = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (above[j - 1] ?? 0) - (from[i - 1] === to[j - 1] ? 1 : 0)
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapped = isSwapped ? (twoAbove[j - 2] ?? 0) : Infinity
      row.push(1 + Math.min(replaced, swapped, above[j] ?? 0, row[j - 1] ?? 0))
    }
  }
  return row.at(-1) ?? 0
}

/**
 * Marks a part of an input that records of another schema fit: their further fields are not mistakes.
 *
 * ```ts
 * Schema.Struct({ name: Schema.String }).annotate(UnknownFields.fits(Label))
 * ```
 */
export const fits = (record: { readonly fields: object }) => ({ [fitting]: record })

const fitting = "forgecast/fits"

/** Undefined for a value of another kind, which the schema refuses. */
type Find = (value: unknown) => ReadonlyArray<Unknown> | undefined

const none: ReadonlyArray<Unknown> = []

const anything: Find = () => none

/** Undefined for what has no fields. */
const finderOf = (ast: SchemaAST.AST, beside?: ReadonlyArray<string>): Find | undefined => {
  switch (ast._tag) {
    case "Objects":
      return inObject(ast, beside)
    case "Arrays":
      return inList(ast)
    case "Union":
      return inForms(ast.types)
    case "Any":
    case "Unknown":
    case "ObjectKeyword":
    case "Declaration":
    case "Suspend":
      return anything
    default:
      return undefined
  }
}

const inObject = (ast: SchemaAST.Objects, beside: ReadonlyArray<string> = []): Find => {
  const names = [...ast.propertySignatures.map(({ name }) => String(name)), ...beside]
  // Only `fits` writes it.
  const record = ast.annotations?.[fitting] as Parameters<typeof fits>[0] | undefined
  // Null for what has no fields.
  const known = new Map<string, Find | null>()
  for (const name of [...beside, ...Object.keys(record?.fields ?? {})]) known.set(name, null)
  for (const { name, type } of ast.propertySignatures) known.set(String(name), finderOf(type) ?? null)
  const rest =
    ast.indexSignatures.length > 0 ? (inForms(ast.indexSignatures.map(({ type }) => type)) ?? null) : undefined
  const findOf = (name: string) => {
    const find = known.get(name)
    return find === undefined ? rest : find
  }
  return (value) => {
    if (!isObject(value)) return undefined
    let found = none
    for (const name in value) {
      const find = findOf(name)
      if (find === null) continue
      if (find !== undefined) found = added(found, name, find(value[name]))
      else if (value[name] !== undefined)
        found = [...found, { keys: [name], names: names.filter((other) => !(other in value)) }]
    }
    return found
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)

const inList = ({ elements, rest }: SchemaAST.Arrays): Find | undefined => {
  const find = inForms([...elements, ...rest])
  return (
    find &&
    ((list) =>
      isList(list)
        ? list.reduce<ReadonlyArray<Unknown>>((found, item, at) => added(found, at, find(item)), none)
        : undefined)
  )
}

const isList: (value: unknown) => value is ReadonlyArray<unknown> = Array.isArray

/** A value of several forms has the one that knows most of its fields. */
const inForms = (types: ReadonlyArray<SchemaAST.AST>): Find | undefined => {
  const finds = types.flatMap((type) => finderOf(type) ?? [])
  return finds.length < 2
    ? finds[0]
    : (value) => finds.map((find) => find(value)).reduce((one, other) => (isFewer(other, one) ? other : one))
}

const isFewer = (one: ReturnType<Find>, other: ReturnType<Find>): boolean =>
  one !== undefined && (other === undefined || one.length < other.length)

const added = (
  found: ReadonlyArray<Unknown>,
  key: PropertyKey,
  inner: ReadonlyArray<Unknown> = none
): ReadonlyArray<Unknown> =>
  inner.length === 0 ? found : [...found, ...inner.map(({ keys, names }) => ({ keys: [key, ...keys], names }))]
