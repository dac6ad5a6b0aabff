/** Inputs of tools: what a model is told that it can pass, and how what it passes becomes the input of an operation. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { AnyDeclaration, Fields } from "../../rest/Declaration.ts"
import * as UnknownFields from "../../rest/UnknownFields.ts"
import type { ToolFailure } from "../ToolError.ts"
import { closed, fieldsOf, type ModelSchema, type Node, withDescription } from "./jsonSchema.ts"

/** The most items of a page that a model is shown. */
const mostItems = 30

/** What a tool knows in addition to the operation. */
export interface Own {
  /** Number of the page, from 1. */
  readonly page: number
  /** Items of a page. */
  readonly perPage: number
  /** Names of further fields to show. */
  readonly fields: ReadonlyArray<string>
  /** From which character on long texts are shown. */
  readonly textFrom: number
}

/** How a tool reads its input. */
export interface ToolInput {
  /** What a model can pass. */
  readonly schema: ModelSchema
  /** Reads what a model has passed. */
  readonly read: (
    params: unknown
  ) => Result.Result<{ readonly input: Readonly<Record<string, unknown>>; readonly own: Own }, ToolFailure>
}

/** What a tool is told of the fields. */
export type Describe = (field: string) => string | undefined

const page: Node = {
  schema: { type: "integer", description: "Number of the page, from 1. Default: 1." },
  read: (value) => value
}

const perPage: Node = {
  schema: { type: "integer", description: `Items of a page, at most ${mostItems}. Default: ${mostItems}.` },
  read: (value) => value
}

const moreFields: Node = {
  schema: { type: "array", items: { type: "string" }, description: "Names of further fields to show." },
  read: (value) => value
}

const textFrom: Node = {
  schema: { type: "integer", description: "Shows long texts from this character on. Default: 0." },
  read: (value) => value
}

const clearing = (names: ReadonlyArray<string>): Node => ({
  schema: {
    type: "array",
    items: { type: "string", enum: names },
    description: "Fields to empty. A field that is left out stays as it is."
  },
  read: (value) => value
})

const refused = (operation: string, path: string, reason: string, didYouMean: ReadonlyArray<string> = []) =>
  Result.fail<ToolFailure>({
    error: "InvalidInput",
    message: `${operation}: ${path === "" ? "the input" : path} ${reason}`,
    path,
    reason,
    ...(didYouMean.length === 0 ? {} : { didYouMean })
  })

/** What is read of the input of a tool. */
export interface Description {
  /** Name of the operation. */
  readonly operation: string
  /** Schemas of the fields. */
  readonly fields: Fields
  /** What is said of the fields. */
  readonly describe: Describe
  /** Whether it shows a page of a listing. */
  readonly isListing: boolean
  /** Whether it shows records, of which there may be more fields, and texts that are cut. */
  readonly shows: "records" | "text" | "nothing"
  /** Whether it changes fields, so that one can be emptied. */
  readonly changes: boolean
  /** Whether each field must be there, and null says that it is left out. */
  readonly isStrict: boolean
}

/** Makes how a tool reads its input. */
export const make = (description: Description): ToolInput => {
  const { describe, isListing, isStrict, operation, shows } = description
  const { page: _page, per_page: _perPage, ...filters } = description.fields
  const { nodes, required } = fieldsOf(isListing ? filters : description.fields, isStrict)
  const nullable = nodes.flatMap(([name]) => {
    if (!description.changes) return []
    const field = description.fields[name]
    return field !== undefined && !required.includes(name) && Schema.is(field)(null) ? [name] : []
  })
  const own: ReadonlyArray<readonly [string, Node]> = [
    ...(nullable.length === 0 ? [] : [["clear", clearing(nullable)] as const]),
    ...(isListing ? ([["page", page] as const, ["per_page", perPage] as const] as const) : []),
    ...(shows === "records" ? [["fields", moreFields] as const] : []),
    ...(shows === "nothing" || isListing ? [] : [["text_from", textFrom] as const])
  ]
  const described = nodes.map(([name, node]) => [name, withDescription(node, describe(name))] as const)
  const whole = closed([...described, ...own], required, isStrict)
  const names = Object.keys(whole.schema.properties ?? {})

  const integer = (value: unknown, least: number, most: number): value is number =>
    typeof value === "number" && Number.isInteger(value) && value >= least && value <= most

  const read: ToolInput["read"] = (params) => {
    const given = whole.read(params ?? {})
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      return refused(operation, "", "must be an object")
    }
    const values: Record<string, unknown> = { ...given }
    const unknown = Object.keys(values).filter((name) => !names.includes(name))
    const [first] = unknown
    if (first !== undefined) {
      const meant = unknown.flatMap((name) => UnknownFields.closest(name, names) ?? [])
      const question = meant.length === 0 ? "" : `: did you mean ${meant.join(", ")}?`
      return refused(operation, unknown.join(", "), `is not a field of the input${question}`, meant)
    }
    const mine = (name: string): unknown => (own.some(([known]) => known === name) ? values[name] : undefined)
    const at = mine("page") ?? 1
    if (!integer(at, 1, 1_000_000)) return refused(operation, "page", "must be a number from 1")
    const size = mine("per_page") ?? mostItems
    if (!integer(size, 1, mostItems)) {
      return refused(operation, "per_page", `must be a number from 1 to ${mostItems}`)
    }
    const from = mine("text_from") ?? 0
    if (!integer(from, 0, Number.MAX_SAFE_INTEGER)) return refused(operation, "text_from", "must be a number from 0")
    const more = mine("fields") ?? []
    if (!isTexts(more)) return refused(operation, "fields", "must be a list of names")
    const emptied = mine("clear") ?? []
    if (!isTexts(emptied) || !emptied.every((name) => nullable.includes(name))) {
      return refused(operation, "clear", `must be a list of ${nullable.join(", ")}`)
    }
    // What is not the tool's own is the operation's.
    const others = Object.fromEntries(Object.entries(values).filter(([name]) => !own.some(([known]) => known === name)))
    const both = emptied.find((name) => others[name] !== undefined)
    if (both !== undefined) return refused(operation, both, "is given, and is in `clear`")
    return Result.succeed({
      input: { ...others, ...Object.fromEntries(emptied.map((name) => [name, null])) },
      own: { page: at, perPage: size, fields: more, textFrom: from }
    })
  }
  return { schema: whole.schema, read }
}

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((item) => typeof item === "string")

/** The fields of an operation. */
export const fieldsOfDeclaration = ({ body, path, query }: AnyDeclaration): Fields => ({ ...path, ...query, ...body })
