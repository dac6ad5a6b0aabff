/** What a module was made from, by the names of its fields: `--update` compares it with the description of today. */
import { createHash } from "node:crypto"
import * as Schema from "effect/Schema"
import { nameOf } from "./description.ts"
import type { Field, Model, Struct } from "./model.ts"
import type { Declared } from "./route.ts"

/** One module. */
export const Entry = Schema.Struct({
  route: Schema.String,
  /** The name that was asked for, if one was. */
  name: Schema.optional(Schema.String),
  /** The version of the description. */
  description: Schema.String,
  /** Hashes of the files as they were written: a file with another one has been changed since. */
  written: Schema.Record(Schema.String, Schema.String),
  /** The fields of the input and of the records, and what each is. */
  fields: Schema.Record(Schema.String, Schema.String)
})
export type Entry = typeof Entry.Type

/** The modules of a directory, by their paths in it. */
export const Lock = Schema.fromJsonString(Schema.Record(Schema.String, Entry))
export type Lock = typeof Lock.Type

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16)

const words = (model: Model): string => {
  switch (model._tag) {
    case "Known":
      return model.values.map((value) => JSON.stringify(value)).join(" | ")
    case "Array":
      return `list of ${words(model.of)}`
    case "Record":
      return `map of ${words(model.of)}`
    case "Union":
      return model.of.map(words).join(" or ")
    case "Nullable":
      return `${words(model.of)} or null`
    case "Class":
      return model.name
    case "Struct":
      return "object"
    default:
      return model._tag.toLowerCase()
  }
}

/** The objects in a model that have no names of their own. */
const structsIn = (model: Model): ReadonlyArray<Struct> => {
  if (model._tag === "Struct") return [model]
  if (model._tag === "Union") return model.of.flatMap(structsIn)
  return model._tag === "Array" || model._tag === "Record" || model._tag === "Nullable" ? structsIn(model.of) : []
}

const described = (path: string, fields: ReadonlyArray<Field>): ReadonlyArray<readonly [string, string]> =>
  fields.flatMap(({ isRequired, model, name }) => [
    [`${path}.${name}`, `${words(model)}${isRequired ? "" : ", optional"}`] as const,
    ...structsIn(model).flatMap((struct) => described(`${path}.${name}`, struct.fields))
  ])

export const fieldsOf = ({
  accept,
  body,
  classes,
  envelope,
  errors,
  kind,
  path,
  query,
  result,
  route,
  statuses
}: Declared) =>
  Object.fromEntries([
    ["route", nameOf(route)],
    ["kind", kind],
    ["value", result === undefined ? "nothing" : result === "text" ? "text" : words(result)],
    ...(result === undefined || result === "text"
      ? []
      : structsIn(result).flatMap((struct) => described("value", struct.fields))),
    ...(envelope === undefined ? [] : [["envelope", envelope]]),
    ...(accept === undefined ? [] : [["accept", accept]]),
    ...(errors.length === 0 ? [] : [["errors", errors.join(", ")]]),
    ...(statuses === undefined ? [] : [["statuses", statuses.join(", ")]]),
    ...described("input", [...path, ...query, ...body]),
    ...[...classes.values()].flatMap(({ name, struct }) => described(name, struct.fields))
  ]) as Readonly<Record<string, string>>

/** What has changed, a line for each field. */
export const changesOf = (before: Entry["fields"], after: Entry["fields"]): ReadonlyArray<string> => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => {
    const [was, is] = [before[name], after[name]]
    if (was === is) return []
    if (was === undefined) return [`+ ${name}: ${is}`]
    return is === undefined ? [`- ${name}: ${was}`] : [`~ ${name}: ${was} -> ${is}`]
  })
}
