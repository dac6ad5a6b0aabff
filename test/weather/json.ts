/** JSON by the platform, typed. */

export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject

export interface JsonObject {
  readonly [key: string]: Json
}

/** What `JSON.parse` gives is always of this type. */
export const parse = (text: string): Json => JSON.parse(text) as Json

export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)

export const isList = (json: Json | undefined): json is ReadonlyArray<Json> => Array.isArray(json)

/** The object under a key; an empty one when there is none. */
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

/** Undefined when the text is no object. */
export const tryObject = (text: string): JsonObject | undefined => {
  try {
    const json = parse(text)
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}
