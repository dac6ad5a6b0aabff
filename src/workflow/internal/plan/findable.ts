/** Finds the operation of a planned write, and the input that it was made of, so that a lost response is looked for. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as SchemaParser from "effect/SchemaParser"
import type { Forge } from "../../../forge/Forge.ts"
import type { Call } from "../../../rest/Call.ts"
import type { AnyDeclaration, Field } from "../../../rest/Declaration.ts"
import type { Failure, InvalidInput } from "../../../rest/RestError.ts"
import * as Mark from "../../../rest/Mark.ts"
import * as Write from "../../../rest/Write.ts"
import { isRecord } from "./answers.ts"
import { jsonOf } from "./requests.ts"

/** A write whose operation declares how it is found again. */
interface Findable {
  (input: never): Effect.Effect<unknown, Failure, Forge>
  readonly declaration: AnyDeclaration
  readonly finding: {
    readonly check: (input: unknown) => Result.Result<Pick<Call, "url" | "body">, InvalidInput>
    readonly foundBy: { readonly mark?: unknown }
  }
}

/** The operations that can be found again, by their names. */
export type Findables = ReadonlyMap<string, Findable>

/** Loads them: only a plan that is applied needs them all. */
export const findables: Effect.Effect<Findables> = Effect.map(
  // oxlint-disable-next-line no-restricted-imports -- The operations of all modules are meant.
  Effect.promise(() => import("../../../forge/index.ts")),
  (modules) =>
    new Map(
      Object.values(modules)
        .flatMap((module): ReadonlyArray<unknown> => Object.values(module as object))
        .filter(isFindable)
        .map((operation) => [operation.declaration.name, operation])
    )
)

const isFindable = (value: unknown): value is Findable =>
  typeof value === "function" && "finding" in value && "declaration" in value

/** What is sent. */
export interface Wire {
  readonly operation: string
  readonly method: string
  readonly url: string
  readonly body: Call["body"]
}

/**
 * Makes sure of a write. Undefined if it cannot be found again: its operation is not known, or has no way, or its text has no
 * mark.
 */
export const once = (
  all: Findables,
  wire: Wire,
  resume: boolean
): Effect.Effect<unknown, Failure, Forge> | undefined => {
  const operation = all.get(wire.operation)
  const input = operation && inputOf(operation.declaration, wire, jsonOf(wire.body))
  if (operation === undefined || input === undefined) return undefined
  const bytes = wire.body._tag === "Uint8Array" ? wire.body : undefined
  const payload =
    operation.declaration.kind === "upload"
      ? {
          data: bytes?.body,
          content_type: bytes?.contentType,
          ...(wire.url.startsWith("/") ? undefined : { upload_url: wire.url.split("?")[0] })
        }
      : undefined
  if (payload !== undefined && bytes === undefined) return undefined
  const { check, foundBy } = operation.finding
  // The cast is safe: a mark is the name of a field, or a function of the input.
  const mark = foundBy.mark as string | ((input: object) => string | undefined) | undefined
  const field = typeof mark === "function" ? mark(input) : mark
  const marked = field === undefined ? { key: "plan", text: undefined } : unmarked(input[field])
  if (marked === undefined) return undefined
  const checked = check({ ...input, ...payload })
  // Exactly what the plan says, or nothing.
  if (Result.isFailure(checked) || (payload === undefined && !isSame(checked.success, wire))) return undefined
  // It gets its mark again.
  const given = { ...input, ...payload, ...(field === undefined ? undefined : { [field]: marked.text }) }
  const { key } = marked
  return Write.once(operation as never, given as never, { key, resume })
}

const isSame = (made: Pick<Call, "url" | "body">, { body, url }: Wire): boolean =>
  made.url === url && textOf(made.body) === textOf(body)

const textOf = (body: Call["body"]): string =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : body._tag

/** A text without the mark at its end, and the key of it; undefined for a text without one. */
const unmarked = (text: unknown): { readonly key: string; readonly text: string } | undefined => {
  const found = typeof text === "string" ? /^([^]*?)(?:\n\n)?<!-- forgecast:key=([^\s>]+) -->$/.exec(text) : null
  const [, before = "", encoded = ""] = found ?? []
  try {
    const key = decodeURIComponent(encoded)
    return key !== "" && Mark.add(before, Mark.of(key)) === text ? { key, text: before } : undefined
  } catch {
    return undefined
  }
}

/** The input that a request was made of; undefined if it cannot be told. */
const inputOf = (
  { body = {}, path, query, sentAs, template }: AnyDeclaration,
  { url }: Wire,
  json: unknown
): Readonly<Record<string, unknown>> | undefined => {
  const [pathname = "", search = ""] = url.split("?")
  const given = new URLSearchParams(search)
  const parameters = url.startsWith("/") ? parametersOf(template, pathname) : {}
  const sent = isRecord(json) ? json : {}
  const entries: ReadonlyArray<readonly [string, Field, unknown]> = [
    ...Object.entries(path).map(([name, field]) => [name, field, parameters?.[name]] as const),
    ...Object.entries(query).map(([name, field]) => [name, field, given.get(name) ?? undefined] as const),
    ...Object.entries(body).map(([name, field]) => [name, field, sent[sentAs[name] ?? name]] as const)
  ]
  const input: Record<string, unknown> = {}
  for (const [name, field, value] of entries) {
    if (value === undefined) continue
    // The cast is safe: fields of inputs need no services.
    const read = SchemaParser.decodeUnknownResult(field as unknown as Schema.ConstraintDecoder<unknown>)
    const scalar = typeof value === "string" && value in truths ? truths[value] : Number(value)
    const [first, second] = [read(value), read(scalar)]
    const decoded = Result.isSuccess(first) ? first : second
    if (Result.isFailure(decoded)) return undefined
    input[name] = decoded.success
  }
  return input
}

const truths: Readonly<Record<string, boolean>> = { true: true, false: false }

const parametersOf = (template: string, pathname: string): Readonly<Record<string, string>> | undefined => {
  const names: Array<string> = []
  const pattern = template
    .slice(template.indexOf(" ") + 1)
    .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
    .replace(/\{([^{}]+)\}/g, (_, name: string) => {
      names.push(name)
      // Only the last one spans several segments.
      return names.length < (template.match(/\{/g)?.length ?? 0) ? "([^/]+)" : "(.+)"
    })
  const found = new RegExp(`^${pattern}$`).exec(pathname)
  if (found === null) return undefined
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]))
}
