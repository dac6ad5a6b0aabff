/**
 * Refuses the fields of a seed that seeds do not have: they are probably misspelt, and would do nothing. The compiler sees
 * them in a literal, but not in a variable.
 */
import type * as Schema from "effect/Schema"
import * as UnknownFields from "../../rest/UnknownFields.ts"

/** `repositories[0].files["a b"]` */
export const written = (path: ReadonlyArray<PropertyKey>): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`
    const name = String(key)
    if (!/^[\w$-]+$/.test(name)) return `${text}[${JSON.stringify(name)}]`
    return text === "" ? name : `${text}.${name}`
  }, "")

/** Makes the function that throws for a seed with unknown fields. A seed from a file may also name its schema. */
export const refuser = (schema: Schema.Constraint): ((seed: object) => void) => {
  // Few programs have simulators, so it is made for the first one.
  let find: ReturnType<typeof UnknownFields.finder> | undefined
  return (seed) => {
    find ??= UnknownFields.finder(schema, ["$schema"])
    const unknown = find(seed)
    if (unknown.length === 0) return
    const places = unknown.map(({ keys }) => written(keys)).join(", ")
    const fields = unknown.length === 1 ? "an unknown field" : "unknown fields"
    throw new Error(`The seed has ${fields}, ${places}${UnknownFields.question(unknown)}`)
  }
}
