/** All operations: each with its declaration, its row, and what the service's description says about it. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type * as Forge from "../../../src/forge/Forge.ts"
import type { ForgeError } from "../../../src/forge/ForgeError.ts"
import type { AnyDeclaration } from "../../../src/rest/Operation.ts"
import { bodyOf, type Described, described, parametersOf, requiredOf } from "../description/official.ts"
import type { Sent } from "../support/wire.ts"
import { represented, type Row } from "./row.ts"

type Call = Effect.Effect<unknown, ForgeError, Forge.Forge>

type Input = Readonly<Record<string, unknown>>

export interface Operation {
  readonly name: string
  readonly declaration: AnyDeclaration
  readonly row: Row<Input, Input>
  readonly described: Described
  /** What it returns: one value, nothing, whether something is there, a page of a list, or bytes. */
  readonly kind: "one" | "nothing" | "question" | "list" | "upload" | "download"
  /** The media type that it requests. */
  readonly accept: string
  /** The media type of a response that is not JSON. */
  readonly type: string | undefined
  /** The body of a success. */
  readonly body: unknown
  /** The call with only its required input. */
  readonly call: Call
  /** The call with all of its parameters. */
  readonly whole: Call
  /** The request of `whole`. */
  readonly sends: Sent
  /** Its required input. */
  readonly smallest: Input
  /** Runs it with another input, for one response. */
  readonly callWith: (input: Input) => Call
  /** The request of another input. */
  readonly sendsFor: (input: Input, sends?: Input) => Sent
  /** The main fields of its value. */
  readonly value: unknown
}

/** The file that has the rows of a module. */
export const fileOf = (module: string): string => `test/forge/operations/${module}.ts`

const root = Path.resolve(import.meta.dirname, "../../..")

const modules = [...new Set(described.map(({ name }) => name.split(".")[0] ?? ""))]

/** The rows by module and name. They are typed where they are written. */
export const rows: Readonly<Record<string, Readonly<Record<string, Operation["row"]>>>> = Object.fromEntries(
  await Promise.all(
    modules.map(async (module) => {
      const file = Path.join(root, fileOf(module))
      if (!Fs.existsSync(file)) return [module, {}] as const
      const loaded = (await import(file)) as { readonly rows: Readonly<Record<string, Operation["row"]>> }
      return [module, loaded.rows] as const
    })
  )
)

/** As JSON has it: instants are text. */
const jsonOf = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString().replace(".000Z", "Z")
  if (DateTime.isDateTime(value)) return jsonOf(DateTime.toDateUtc(value))
  if (Array.isArray(value)) return value.map(jsonOf)
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, jsonOf(field)]))
}

/** As a query has it: lists are joined with commas. */
const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(",") : String(value))

/** The request of an input: the description says which part of it has which field. */
const sentOf = ({ call, official }: Described, whole: Input, sends: Input = {}): Sent => {
  const { body: fields, kind, template } = call.declaration
  const [method = "", route = ""] = template.split(" ")
  const inQuery = parametersOf({ official }, "query").map(({ name }) => name)
  const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const encoded = sends[name]
    return typeof encoded === "string" ? encoded : encodeURIComponent(String(whole[name]))
  })
  const others = Object.entries({ ...whole, ...sends }).filter(
    ([name, value]) => value !== undefined && !route.includes(`{${name}}`)
  )
  const isQuery = (name: string) => method === "GET" || inQuery.includes(name)
  const query = others.filter(([name]) => isQuery(name)).map(([name, value]) => [name, textOf(jsonOf(value))] as const)
  const body = others.filter(([name]) => !isQuery(name)).map(([name, value]) => [name, jsonOf(value)] as const)
  const sent = kind === "upload" ? whole["data"] : fields === undefined ? undefined : Object.fromEntries(body)
  return { method, path, query: Object.fromEntries(query), body: sent }
}

/** The fields of an input that the description requires, and the payload of an upload. */
const smallestOf = ({ call, official }: Described, whole: Input): Input => {
  const { kind, template } = call.declaration
  const required = [
    ...[...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    ...parametersOf({ official }, "query").flatMap(({ name, required }) => (required ? [name] : [])),
    ...requiredOf(bodyOf({ official })),
    ...(kind === "upload" ? ["content_type", "data"] : [])
  ]
  return Object.fromEntries(Object.entries(whole).filter(([name]) => required.includes(name)))
}

/** Runs an operation of any kind for one response. */
const callOf = ({ call }: Described, input: Input, isText: boolean): Call => {
  if (call.page !== undefined)
    return Effect.map(call.page(input), (page) => (page as { readonly items: unknown }).items)
  if (isText && call.text !== undefined) return call.text(input)
  const outcome = call(input)
  return Stream.isStream(outcome) ? Stream.runDrain(outcome) : outcome
}

const kindOf = ({ kind, result, statuses }: AnyDeclaration): Operation["kind"] =>
  kind === "listing"
    ? "list"
    : kind === "upload" || kind === "download"
      ? kind
      : statuses.includes(404)
        ? "question"
        : result === undefined
          ? "nothing"
          : "one"

const operationOf = (each: Described, row: Operation["row"]): Operation => {
  const { declaration } = each.call
  const kind = kindOf(declaration)
  const media = row.media === undefined ? undefined : `application/vnd.github.${row.media}`
  const smallest = row.smallest ?? smallestOf(each, row.whole)
  const body = row.response ?? (row.media === undefined ? undefined : represented[row.media])
  return {
    name: each.name,
    declaration,
    row,
    described: each,
    kind,
    accept: row.accept ?? media ?? "application/vnd.github+json",
    type: row.type ?? (media === undefined ? undefined : `${media}; charset=utf-8`),
    body,
    call: callOf(each, smallest, false),
    whole: callOf(each, row.whole, true),
    sends: sentOf(each, row.whole, row.sends),
    smallest,
    callWith: (input) => callOf(each, input, true),
    sendsFor: (input, sends) => sentOf(each, input, sends),
    value: kind === "download" ? body : kind === "question" ? true : row.value
  }
}

/** All that have a row: `complete.test.ts` fails for those that have none. */
export const operations: ReadonlyArray<Operation> = described.flatMap((each) => {
  const [module = "", name = ""] = each.name.split(".")
  const row = rows[module]?.[name]
  return row === undefined ? [] : [operationOf(each, row)]
})
