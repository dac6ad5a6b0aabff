/** Every operation as a tool: it sends what the operation sends, and shows JSON that says something. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as ForgeTools from "../../src/ai/ForgeTools.ts"
import type { ToolFailure } from "../../src/ai/ToolError.ts"
import { toolName } from "../../src/ai/internal/operationTools.ts"
import * as forge from "../../src/forge/index.ts"
import { type Operation, operations } from "../forge/operations/all.ts"
import { answer, makeClient, serviceOn } from "../forge/support/wire.ts"

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

/** An input as a model writes it. */
const written = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString()
  if (DateTime.isDateTime(value)) return DateTime.formatIso(value)
  if (Array.isArray(value)) return value.map(written)
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, written(field)]))
    : value
}

/** With what is to be emptied by name, and of a listing a page that a model may have. */
const inputOf = ({ declaration, kind, row }: Operation): Json => {
  const { page: _page, per_page: _perPage, ...whole } = row.whole
  const fields = Object.entries(kind === "list" ? whole : row.whole)
  const required = (name: string) =>
    ![...Object.keys(declaration.query), ...Object.keys(declaration.body ?? {})].includes(name)
  const emptied = fields.filter(([name, value]) => value === null && !required(name)).map(([name]) => name)
  const given = fields
    .filter(([, value]) => value !== null)
    .map(([name, value]): readonly [string, unknown] => [name, written(value)])
  return {
    ...Object.fromEntries(given),
    ...(emptied.length === 0 ? {} : { clear: emptied }),
    ...(kind === "list" ? { page: 2, per_page: 7 } : {})
  }
}

const toolsOf = {
  plain: ForgeTools.toolkit({ operations: forge }),
  strict: ForgeTools.toolkit({ operations: forge, strict: true })
}

const call = (operation: Operation, strict: boolean, input: Json, status: number, body: unknown) =>
  Effect.gen(function* () {
    const tools = strict ? toolsOf.strict : toolsOf.plain
    const [module = "", name = ""] = operation.name.split(".")
    const headers = operation.type === undefined ? {} : { "content-type": operation.type }
    const { client, sent } = makeClient(() => answer(status, body, headers))
    // The compiler knows the tools by their names; here is any of them.
    const any = tools.call as unknown as (name: string, input: unknown) => Effect.Effect<unknown, ToolFailure>
    const result = yield* any(toolName(module, name), input).pipe(
      Effect.result,
      Effect.provide(tools.layer),
      Effect.provide(serviceOn(client))
    )
    return { result, sent: sent[0] }
  })

/** What may not be in a view. */
const noiseIn = (value: unknown, path: string): ReadonlyArray<string> => {
  if (value === null || value === undefined) return [`${path} says nothing`]
  if (Array.isArray(value)) return value.flatMap((item, index) => noiseIn(item, `${path}[${index}]`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, field]) => [
    ...(name === "node_id" || (name !== "html_url" && /(?:^|_)url$/.test(name)) ? [`${path}.${name}`] : []),
    ...noiseIn(field, `${path}.${name}`)
  ])
}

const asTools = operations.filter(({ kind }) => kind !== "upload")

describe.each([false, true])("with strict %s", (strict) => {
  // In strict mode, null within a list says that a field is left out, so that files cannot be deleted by it.
  const all = strict ? asTools.filter(({ name }) => name !== "Git.createTree") : asTools
  it.effect.each(all)("$name sends what the operation sends", (operation) =>
    Effect.gen(function* () {
      const { sent } = yield* call(operation, strict, inputOf(operation), 400, { message: "No." })
      if (sent === undefined) return assert.fail("nothing was sent")
      const { body, method, path, query } = operation.sends
      assert.deepStrictEqual([sent.method, sent.path, sent.body], [method, path, body])
      const paged = operation.kind === "list" ? { page: "2", per_page: "7" } : {}
      assert.deepStrictEqual(sent.query, { ...query, ...paged })
    })
  )
})

it.effect.each(asTools)("$name shows what says something", (operation) =>
  Effect.gen(function* () {
    const { declaration, kind, body } = operation
    const status = declaration.statuses[0] ?? 200
    const { result } = yield* call(operation, false, inputOf(operation), status, body)
    if (Result.isFailure(result)) return assert.fail(result.failure.message)
    const view = result.success
    if (!isObject(view)) return assert.fail("a view is an object")
    assert.deepStrictEqual(JSON.parse(JSON.stringify(view)), view)
    assert.deepStrictEqual(noiseIn(view, kind), [])
    assert.notInclude(JSON.stringify(view), "-----BEGIN")
    if (kind === "list") assert.containsAllKeys(view, ["items", "count", "page"])
    assert.isAbove(Object.keys(view).length, 0)
  })
)
