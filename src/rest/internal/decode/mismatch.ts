/** Why a value is not what its schema says. */
import * as SchemaIssue from "effect/SchemaIssue"
import { keysOf, show } from "./fieldPath.ts"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Tells the issue that lies deepest: of a union's members it is the one that fitted best. */
export const mismatchOf = (
  issue: SchemaIssue.Issue,
  input: unknown
): { readonly path: string; readonly found: string } => {
  let deepest: { readonly message: string; readonly path: ReadonlyArray<PropertyKey> } = { message: "", path: [] }
  for (const { message, path = [] } of issuesOf(issue).issues) {
    if (deepest.message === "" || path.length > deepest.path.length) {
      deepest = { message, path: keysOf(path) }
    }
  }
  let found = input
  for (const key of deepest.path) {
    found = typeof found === "object" && found !== null ? Reflect.get(found, key) : undefined
  }
  return {
    path: show(deepest.path),
    found: `${deepest.message.slice(0, 200)}, found ${describe(found)}`
  }
}

/** A value in a few words. Text that might be a secret (a token is a long run of letters and digits) is not shown. */
const describe = (value: unknown): string => {
  if (value === undefined) return "nothing"
  if (value === null || typeof value === "boolean" || typeof value === "number") return String(value)
  if (typeof value === "string") {
    return value.length > 40 || /\w{20}/.test(value) ? `a string of ${value.length} characters` : JSON.stringify(value)
  }
  return Array.isArray(value) ? `an array of ${value.length}` : "an object"
}
