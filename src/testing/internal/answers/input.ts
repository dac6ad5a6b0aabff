/** Reads the input of a call back from its request. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Call } from "../../../rest/Call.ts"
import type { AnyDeclaration, Field, Fields } from "../../../rest/Declaration.ts"

export type Input = Readonly<Record<string, unknown>>

/** What a text of a URL may stand for. A field that takes text gets the text. */
const readings = (text: string): ReadonlyArray<unknown> => [
  text,
  ...(text.trim() === "" || Number.isNaN(Number(text)) ? [] : [Number(text)]),
  ...(text === "true" || text === "false" ? [text === "true"] : []),
  text.split(",")
]

const decoded = (field: Field, candidates: ReadonlyArray<unknown>): unknown => {
  // Declared fields need no services.
  const decode = Schema.decodeUnknownResult(field as Schema.Codec<unknown, unknown>)
  for (const candidate of candidates) {
    const result = decode(candidate)
    if (Result.isSuccess(result)) return result.success
  }
  return candidates[0]
}

const fieldsIn = (fields: Fields, read: (name: string) => ReadonlyArray<unknown> | undefined): Input =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const candidates = read(name)
      return candidates === undefined ? [] : [[name, decoded(field, candidates)] as const]
    })
  )

const escaped = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)

/** The values of a template's parameters; undefined if the path is another one. */
const parametersOf = (template: string, path: string): Readonly<Record<string, string>> | undefined => {
  const pattern = escaped(template.slice(template.indexOf(" ") + 1)).replaceAll(/\{(\w+)\}/g, "(?<$1>.*?)")
  const match = new RegExp(`^${pattern}$`).exec(path)
  if (match === null) return undefined
  return Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]))
}

const bodyOf = ({ body }: Call): Input => {
  if (body._tag !== "Uint8Array" || body.contentType !== "application/json") return {}
  const json: unknown = JSON.parse(new TextDecoder().decode(body.body))
  return typeof json === "object" && json !== null ? { ...json } : {}
}

/** The input of a call; undefined if the call is not one of the declaration, but a look for an earlier write. */
export const inputOf = (declaration: AnyDeclaration, call: Call, url: URL): Input | undefined => {
  const parameters =
    call.method === declaration.template.split(" ")[0] && parametersOf(declaration.template, url.pathname)
  if (parameters === false || parameters === undefined) return undefined
  const { page: _, ...query } = declaration.query
  const body = declaration.body === undefined ? {} : bodyOf(call)
  return {
    ...fieldsIn(declaration.path, (name) => readings(parameters[name] ?? "")),
    ...fieldsIn(query, (name) => {
      const text = url.searchParams.get(name)
      return text === null ? undefined : readings(text)
    }),
    ...fieldsIn(declaration.body ?? {}, (name) => (name in body ? [body[name]] : undefined))
  }
}
