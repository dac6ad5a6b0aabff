/** Errors as what a model is told of them. */
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import { ValidationIssue } from "../../rest/RestError.ts"
import { type ToolFailure, ToolRefused } from "../ToolError.ts"

/** What is not for models: it is in the message, is only for programs, or says nothing more. */
const noise = new Set([
  "_tag",
  "name",
  "stack",
  "cause",
  "message",
  "documentationUrl",
  "method",
  "operation",
  "requestId",
  "serviceMessage",
  "url",
  "status",
  "retryAfter"
])

const own = new Set(["retryAt", "reason", "path", "errors", "acceptedPermissions", "mayHaveArrived"])

const isIssues = Schema.is(Schema.Array(ValidationIssue))
const isPermissions = Schema.is(Schema.Array(Schema.Record(Schema.String, Schema.String)))

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)

/** Names that a message asks about. */
const meantIn = (message: string): ReadonlyArray<string> => {
  const [, names = ""] = /did you mean ((?:`?[\w.]+`?(?:, )?)+)\?/.exec(message) ?? []
  return names === "" ? [] : names.replaceAll("`", "").split(", ")
}

/** Makes what a model is told of an error, at a time in milliseconds. The errors of the library have no secrets. */
export const failureOf = (error: unknown, now: number): ToolFailure => {
  if (error instanceof ToolRefused) {
    return { error: error._tag, message: error.message, reason: error.bound, details: { operation: error.operation } }
  }
  if (typeof error !== "object" || error === null) return { error: "Failed", message: "The tool has failed." }
  const fields: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(error))
  const message = text(Reflect.get(error, "message")) ?? "The tool has failed."
  const tag = text(fields["_tag"]) ?? "Failed"
  const { acceptedPermissions, errors, mayHaveArrived, path, reason, retryAt } = fields
  const meant = meantIn(message)
  const rest = Object.entries(fields).flatMap(([name, value]): ReadonlyArray<readonly [string, Schema.Json]> => {
    if (noise.has(name) || own.has(name)) return []
    const json = jsonOf(value)
    return json === undefined || json === null || (Array.isArray(json) && json.length === 0) ? [] : [[name, json]]
  })
  const at = timeOf(retryAt) ?? after(fields["retryAfter"], now)
  return {
    error: tag,
    message,
    ...(text(path) === undefined ? {} : { path: String(path) }),
    ...(text(reason) === undefined ? {} : { reason: String(reason) }),
    ...(meant.length === 0 ? {} : { didYouMean: meant }),
    ...(at === undefined ? {} : { retryAt: at }),
    ...(isIssues(errors) && errors.length > 0 ? { errors } : {}),
    ...(isPermissions(acceptedPermissions) && acceptedPermissions.length > 0 ? { acceptedPermissions } : {}),
    ...(mayHaveArrived === true ? { mayHaveActed: true } : {}),
    ...(rest.length === 0 ? {} : { details: Object.fromEntries(rest) })
  }
}

const timeOf = (value: unknown): string | undefined => {
  const json = jsonOf(value)
  return typeof json === "string" ? json : undefined
}

const after = (wait: unknown, now: number): string | undefined =>
  Duration.isDuration(wait) ? new Date(now + Duration.toMillis(wait)).toISOString() : undefined

const jsonOf = (value: unknown): Schema.Json | undefined => {
  if (value === undefined) return undefined
  try {
    const written: string | undefined = JSON.stringify(value)
    // What is parsed is JSON.
    return written === undefined ? undefined : (JSON.parse(written) as Schema.Json)
  } catch {
    return undefined
  }
}
