/** Reads what error answers say. Nothing here fails: a body can be HTML, empty, or a bare JSON string. */
import type { UnmergeableReason, ValidationIssue } from "../../RestError.ts"

export interface ErrorBody {
  readonly message: string | undefined
  readonly documentationUrl: string | undefined
  /** The complaints of a 422, in any shape. */
  readonly errors: unknown
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)

const nothing: ErrorBody = { message: undefined, documentationUrl: undefined, errors: undefined }

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The service's words in an error body: `{ message, documentation_url, errors }`, or the weather's `{ reason }`. */
export const parse = (body: string): ErrorBody => {
  const json = parseJson(body)
  if (typeof json === "string") return { ...nothing, message: text(json) }
  if (!isRecord(json)) return nothing
  return {
    message: text(json["message"]) ?? text(json["reason"]),
    documentationUrl: text(json["documentation_url"]),
    errors: json["errors"]
  }
}

/** The complaints of a 422. A single one may come without a list around it. */
export const issuesOf = (errors: unknown): ReadonlyArray<ValidationIssue> => {
  if (errors === undefined || errors === null) return []
  return Array.isArray(errors) ? errors.map(toIssue) : [toIssue(errors)]
}

/** The first complaints, for people. Often the service's words begin with the field. */
export const inShort = (issues: ReadonlyArray<ValidationIssue>): string => {
  const told = issues
    .slice(0, 3)
    .map(({ code = "", field = "", message = code }) =>
      message.toLowerCase().startsWith(`${field} `.toLowerCase()) ? message : `${field} ${message}`.trim()
    )
  return told.length === 0 ? "" : `: ${told.join("; ").slice(0, 300)}`
}

/** Strings, objects in the documented shape, and anything else a server may put there: nothing is lost. */
const toIssue = (error: unknown): ValidationIssue => {
  if (typeof error === "string") return { message: error }
  if (!isRecord(error)) return { message: inWords(error) }
  const issue: { -readonly [K in keyof ValidationIssue]: ValidationIssue[K] } = {}
  for (const key of ["resource", "field", "code", "message"] as const) {
    const value = text(error[key])
    if (value !== undefined) issue[key] = value
  }
  // JSON can hold numbers that are read as infinite: 1e999.
  if (Number.isFinite(error["index"])) issue.index = Number(error["index"])
  const value = error["value"]
  if (value === null || typeof value === "string") issue.value = value
  else if (typeof value === "number") issue.value = Number.isFinite(value) ? value : String(value)
  else if (Array.isArray(value)) issue.value = value.map(inWords)
  return issue
}

/** A value as text; one that is nested too deep for that is not worth it. */
const inWords = (value: unknown): string => {
  if (typeof value === "string") return value
  try {
    return JSON.stringify(value)
  } catch {
    return "…"
  }
}

/** Reads `a=write,b=read; c=read`: any one of the sets would do. */
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

/** Reads `required; url=https://…`. */
export const ssoUrl = (header: string | undefined): string | null => /url=([^;\s]+)/.exec(header ?? "")?.[1] ?? null

/** The service tells the reasons apart only by their wording; the raw message stays on the error. */
export const unmergeableReason = (message: string): UnmergeableReason => {
  const said = message.toLowerCase()
  if (said.includes("head branch was modified")) return "head_moved"
  if (said.includes("base branch was modified")) return "base_moved"
  if (said.includes("already merged")) return "already_merged"
  // The name of a check may be any of the words that follow.
  if (said.includes("status check") || said.includes("required check")) return "checks"
  if (said.includes("draft")) return "draft"
  if (said.includes("review")) return "review"
  if (said.includes("not mergeable") || said.includes("conflict")) return "conflict"
  return "unknown"
}

export const isSearchTruncated = (message: string): boolean => /only the first \d[\d,]* search results/i.test(message)
