/** What a plan says of a request. */
import type { Call } from "../../../rest/Call.ts"
import type { PlanStopped, ValueOf } from "../../PlanError.ts"
import type { Body, Later, PlannedWrite } from "../../PlanTypes.ts"
import { isRecord } from "./answers.ts"
import { nameOf, shown, type Symbols } from "./symbols.ts"

/** A request with its values found. */
export interface Described {
  readonly url: string
  readonly body: Body
  readonly later: ReadonlyArray<Later>
  readonly secrets: PlannedWrite["secrets"]
  /** A value of which something else was made. */
  readonly computed: ValueOf | undefined
}

type Keys = ReadonlyArray<string | number>

/** Longer bytes are not in a plan. */
export const inline = 64 * 1024

/** Bytes as a plan has them, and the values in them. */
export const inlined = (
  bytes: Uint8Array,
  symbols: Symbols
): { readonly content: string; readonly later: ReadonlyArray<Later> } => {
  const { parts } = symbols.parse(binary(bytes))
  const isPlain = parts.every((part) => typeof part === "string")
  return { content: btoa(binary(bytes)), later: isPlain ? [] : [{ at: ["body"], as: "base64", parts }] }
}

/** The JSON of a body; undefined for another one, such as a file whose JSON is laid out in its own way. */
export const jsonOf = (body: Call["body"]): unknown => {
  if (body._tag !== "Uint8Array" || !body.contentType.includes("json")) return undefined
  const text = new TextDecoder().decode(body.body)
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === text ? value : undefined
  } catch {
    return undefined
  }
}

export const describe = ({ body, secrets: hidden = [], url }: Call, symbols: Symbols): Described => {
  const later: Array<Later> = []
  const secrets: Array<Keys> = []
  let computed: ValueOf | undefined

  const text = (value: string, at: Keys, as: "text" | "base64" = "text"): string => {
    const parsed = symbols.parse(value)
    computed ??= parsed.computed
    if (!parsed.parts.some((part) => typeof part !== "string")) return value
    later.push({ at, as, parts: parsed.parts })
    return shown(parsed.parts)
  }

  const inText = (value: string, at: Keys): string => {
    const bytes = binaryOf(value)
    if (bytes === undefined || symbols.parse(bytes).parts.every((part) => typeof part === "string"))
      return text(value, at)
    return `base64 of ${text(bytes, at, "base64")}`
  }

  const json = (value: unknown, at: Keys): unknown => {
    if (typeof value === "string") {
      if (!hidden.includes(value)) return inText(value, at)
      secrets.push(at)
      return "<redacted>"
    }
    if (typeof value === "number") {
      const found = symbols.ofNumber(value)
      if (found === undefined) return value
      if (!found.isWhole) computed ??= found.value
      later.push({ at, as: "number", parts: [found.value] })
      return nameOf(found.value)
    }
    if (Array.isArray(value)) return value.map((item, index) => json(item, [...at, index]))
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        const parsed = symbols.parse(key)
        computed ??= parsed.computed ?? parsed.parts.find((part) => typeof part !== "string")
        return [key, json(item, [...at, key])]
      })
    )
  }

  const [shownUrl, shownBody] = [text(url, ["url"]), bodyOf(body, json, text)]
  return { url: shownUrl, body: shownBody, later, secrets, computed }
}

const bodyOf = (
  body: Call["body"],
  json: (value: unknown, at: Keys) => unknown,
  text: (value: string, at: Keys, as: "base64") => string
): Body => {
  if (body._tag === "Empty") return { _tag: "None" }
  const value = jsonOf(body)
  // The cast is safe: it was JSON.
  if (value !== undefined) return { _tag: "Json", value: json(value, ["body"]) as never }
  const content_type = "contentType" in body ? (body.contentType ?? "") : ""
  const size = "contentLength" in body ? (body.contentLength ?? null) : null
  if (body._tag !== "Uint8Array") return { _tag: "Bytes", size, content_type, sha256: null, content: null }
  if (body.body.length > inline) return { _tag: "Bytes", size, content_type, sha256: null, content: null }
  text(binary(body.body), ["body"], "base64")
  return { _tag: "Bytes", size, content_type, sha256: null, content: btoa(binary(body.body)) }
}

/** A character for each byte. */
const binary = (bytes: Uint8Array): string => {
  let text = ""
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

export const bytesOf = (binary: string): Uint8Array => Uint8Array.from(binary, (letter) => letter.charCodeAt(0))

/** The bytes of a text in Base64, a character for each; undefined for another text. */
const binaryOf = (text: string): string | undefined => {
  if (text.length < 24 || !/^[A-Za-z0-9+/\s]+={0,2}$/.test(text.trimEnd())) return undefined
  try {
    return atob(text)
  } catch {
    return undefined
  }
}

/** What a program has done with a value, for people. */
export const messageOf = (at: ValueOf, reason: PlanStopped["reason"]): string => {
  if (reason === "elsewhere") {
    return `The plan ends here: ${nameOf(at)} is sent by a client that the program has made, which no plan has`
  }
  const what =
    reason === "looked-at"
      ? "is looked at"
      : reason === "computed"
        ? "is computed with"
        : "is asked for in a way that has no plan"
  return `The plan ends here: ${nameOf(at)} ${what}, and is known only after the write`
}
