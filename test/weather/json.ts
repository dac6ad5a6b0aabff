/** Typed access to `JSON.parse`. */

export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject

export interface JsonObject {
  readonly [key: string]: Json
}

/** The type of all values that `JSON.parse` returns. */
export const parse = (text: string): Json => JSON.parse(text) as Json

export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)

export const isList = (json: Json | undefined): json is ReadonlyArray<Json> => Array.isArray(json)

/** Returns the object under a key, or an empty one. */
export const objectAt = (json: JsonObject, key: string): JsonObject => {
  const found = json[key]
  return isObject(found) ? found : {}
}

export const listAt = (json: JsonObject, key: string): ReadonlyArray<Json> => {
  const found = json[key]
  return isList(found) ? found : []
}

export const parseObject = (text: string): JsonObject => {
  const json = parse(text)
  if (!isObject(json)) throw new Error("no object")
  return json
}

/** Parses an object; undefined if the text is anything else. */
export const tryObject = (text: string): JsonObject | undefined => {
  try {
    const json = parse(text)
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}
