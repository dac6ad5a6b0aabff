/** Makes samples of the records of a schema. */
import * as Schema from "effect/Schema"
import type { Overrides, Place, Recorded, Sample } from "../../Sample.ts"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Makes the samples of a record from what the service sends of it. */
export const sample = <S extends Recorded, Fields extends object = Overrides<S["Type"], S["Encoded"]>>(
  schema: S,
  write: (fields: Fields | Readonly<Record<string, never>>, place: Place) => unknown
): Sample<S, Fields> => {
  const decode = Schema.decodeUnknownSync(schema)
  const encode = Schema.encodeUnknownSync(schema)
  const wire = (fields?: Fields, place: Place = {}): S["Encoded"] => {
    // The casts are safe: the base decodes by the schema, and the fields are encoded by it.
    const base = write(fields ?? {}, place)
    const given = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)
    // The service sends fields that the schema leaves out.
    if (given.length === 0) return base as S["Encoded"]
    const encoded: unknown = encode({ ...decode(base), ...Object.fromEntries(given) })
    if (!isRecord(base) || !isRecord(encoded)) return encoded as S["Encoded"]
    const set = given.flatMap(([name]) => (name in encoded ? [[name, encoded[name]] as const] : []))
    return { ...base, ...Object.fromEntries(set) }
  }
  return Object.assign((fields?: Fields, place?: Place) => decode(wire(fields, place)), { wire })
}

/** The item of a list. */
export const first = (list: unknown): unknown => (Array.isArray(list) ? (list as ReadonlyArray<unknown>)[0] : undefined)

/** The field of a record. */
export const field = (record: unknown, name: string): unknown => (isRecord(record) ? record[name] : undefined)

/** Replaces a sha wherever it occurs, in URLs too. */
export const withSha = (record: unknown, from: unknown, to: string | undefined): unknown =>
  to === undefined || typeof from !== "string"
    ? record
    : (JSON.parse(JSON.stringify(record).replaceAll(from, to)) as unknown)
