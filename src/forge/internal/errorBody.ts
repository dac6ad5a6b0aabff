/** Parses error bodies. Never fails: a body can be HTML, empty or a bare JSON string. */
import { cut, mostInWords } from "../../rest/ErrorFields.ts"
import type { Block, ErrorBody, ValidationIssue } from "../../rest/RestError.ts"

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)

const nothing: ErrorBody = { message: undefined, documentationUrl: undefined, issues: [] }

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Parses an error body: `{ message, documentation_url, errors }`. */
export const parse = (body: string): ErrorBody => {
  const json = parseJson(body)
  if (typeof json === "string") return { ...nothing, message: text(json) }
  if (!isRecord(json)) return nothing
  return {
    message: text(json["message"]),
    documentationUrl: text(json["documentation_url"]),
    issues: issuesOf(json["errors"])
  }
}

/** The issues of a 422. A single issue may not be in a list. */
const issuesOf = (errors: unknown): ReadonlyArray<ValidationIssue> => {
  if (errors === undefined || errors === null) return []
  return Array.isArray(errors) ? errors.map(toIssue) : [toIssue(errors)]
}

/** Converts strings, objects in the documented shape, and anything else. Nothing is lost. */
const toIssue = (error: unknown): ValidationIssue => {
  if (typeof error === "string") return { message: error }
  if (!isRecord(error)) return { message: inWords(error) }
  const issue: { -readonly [K in keyof ValidationIssue]: ValidationIssue[K] } = {}
  for (const key of ["resource", "field", "code", "message"] as const) {
    const value = text(error[key])
    if (value !== undefined) issue[key] = value
  }
  // JSON can contain numbers that are parsed as infinite, such as 1e999.
  if (Number.isFinite(error["index"])) issue.index = Number(error["index"])
  const value = error["value"]
  if (value === null || typeof value === "string") issue.value = value
  else if (typeof value === "number") issue.value = Number.isFinite(value) ? value : String(value)
  else if (Array.isArray(value)) issue.value = value.map(inWords)
  return issue
}

/** Converts a value to text. One that is nested too deeply becomes an ellipsis. */
const inWords = (value: unknown): string => {
  if (typeof value === "string") return value
  try {
    return JSON.stringify(value)
  } catch {
    return "…"
  }
}

/** Parses `a=write,b=read; c=read`: sets of permissions, any one of which suffices. */
export const acceptedPermissions = (header: string | undefined): ReadonlyArray<Record<string, string>> =>
  (header ?? "")
    .split(";")
    .map((set) =>
      Object.fromEntries(
        set
          .split(",")
          .map((permission) => permission.split("=").map((part) => part.trim()))
          .flatMap(([name, level]) => (name && level ? [[name, level] as const] : []))
      )
    )
    .filter((set) => Object.keys(set).length > 0)

/** Parses why a resource is blocked: `{ block: { reason, html_url } }`. */
export const block = (body: string): Block | null => {
  const json = parseJson(body)
  const block = isRecord(json) ? json["block"] : undefined
  if (!isRecord(block)) return null
  const words = (value: unknown) => cut(text(value) ?? "", mostInWords) || null
  return { reason: words(block["reason"]), html_url: words(block["html_url"]) }
}

/** Parses `required; url=https://…`. */
export const ssoUrl = (header: string | undefined): string | null => /url=([^;\s]+)/.exec(header ?? "")?.[1] ?? null
