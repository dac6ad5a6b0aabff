/**
 * The rules of the strict modes of model providers, as they document them (read in November 2026), and the tools of all
 * operations.
 *
 * - OpenAI, "Structured Outputs: supported schemas", platform.openai.com/docs/guides/structured-outputs: the root is an object,
 *   not `anyOf`; every object is closed and requires all of its properties; `allOf`, `not`, `if` and the dependent keywords are
 *   not there; at most 5,000 properties, 10 levels, 1,000 values of enumerations, 15,000 characters of an enumeration of more
 *   than 250 texts, and 120,000 characters of names and values.
 * - Anthropic, "Structured outputs: JSON Schema limitations", docs.claude.com/en/docs/build-with-claude/structured-outputs: every
 *   object is closed; no recursion, no `$ref` to elsewhere, no bounds of numbers and lengths, no `minItems` above 1;
 *   enumerations of scalars.
 * - Gemini, "Function calling: Schema", ai.google.dev/api/caching#Schema, a subset of OpenAPI 3.0: `type`, `description`, `enum`
 *   of texts, `items`, `properties`, `required`, `anyOf` …
 * - All of them: names of tools with at most 64 letters, digits, underscores and dashes.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Tool from "effect/ai/Tool"
import * as Effect from "effect/Effect"
import * as Bounds from "../../src/ai/Bounds.ts"
import * as ForgeTools from "../../src/ai/ForgeTools.ts"
import * as PlanTools from "../../src/ai/PlanTools.ts"
import * as WeatherTools from "../../src/ai/WeatherTools.ts"
import * as WorkflowTools from "../../src/ai/WorkflowTools.ts"
import * as forge from "../../src/forge/index.ts"
import * as weather from "../../src/weather/index.ts"

type Json = { readonly [key: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const workflows = {
  merge_when_green: WorkflowTools.mergeWhenGreen,
  propose_pull_request: WorkflowTools.proposePullRequest,
  release_next: WorkflowTools.releaseNext,
  release_publish: WorkflowTools.releasePublish
}

const session = Effect.runSync(Bounds.make({ mode: "plan" }))

/** A tool, by what providers read of it. The names of `Tool.Any` are any. */
interface AnyTool extends Tool.Any {
  readonly name: string
}

const toolsOf = (strict: boolean): ReadonlyArray<AnyTool> =>
  [
    ForgeTools.toolkit({ operations: forge, strict }),
    WeatherTools.toolkit({ operations: weather, strict }),
    WorkflowTools.toolkit({ workflows, strict }),
    ...(strict ? [] : [PlanTools.toolkit({ session, ask: () => Effect.succeed(false) })])
  ].flatMap(({ toolkit }) => Object.values<AnyTool>(toolkit.tools))

/** What all of the subsets have. */
const allowed = new Set([
  "type",
  "description",
  "enum",
  "items",
  "properties",
  "required",
  "additionalProperties",
  "anyOf"
])
const types = new Set(["string", "integer", "number", "boolean", "array", "object", "null"])

interface Seen {
  properties: number
  values: number
  characters: number
}

/** What breaks a rule. */
const flawsOf = (schema: unknown, path: string, level: number, strict: boolean, seen: Seen): ReadonlyArray<string> => {
  if (!isObject(schema)) return [`${path} is not a schema`]
  const flaws = Object.keys(schema).flatMap((key) => (allowed.has(key) ? [] : [`${path} has ${key}`]))
  const { additionalProperties, anyOf, enum: values, items, properties, required, type } = schema
  const names = Array.isArray(type) ? type : [type]
  if (anyOf === undefined && !names.every((name) => types.has(String(name)))) flaws.push(`${path} has no type`)
  if (Array.isArray(type) && !strict) flaws.push(`${path} has several types`)
  if (level > 10) flaws.push(`${path} is too deep`)
  if (Array.isArray(values)) {
    seen.values += values.length
    seen.characters += values.join("").length
    if (!values.every((value) => typeof value === "string" || (strict && value === null))) flaws.push(`${path}: enum`)
    if (!names.includes("string")) flaws.push(`${path}: enum of no texts`)
    if (values.length > 250 && values.join("").length > 15_000) flaws.push(`${path}: enum of too many characters`)
  }
  if (names.includes("array")) flaws.push(...flawsOf(items, `${path}[]`, level, strict, seen))
  if (Array.isArray(anyOf)) {
    flaws.push(...anyOf.flatMap((member, index) => flawsOf(member, `${path}|${index}`, level, strict, seen)))
  }
  if (names.includes("object")) {
    if (additionalProperties !== false) flaws.push(`${path} is open`)
    if (!isObject(properties) || !Array.isArray(required)) return [...flaws, `${path} has no properties`]
    const all = Object.keys(properties)
    seen.properties += all.length
    seen.characters += all.join("").length
    if (!required.every((name) => all.includes(String(name)))) flaws.push(`${path} requires what is not there`)
    if (strict && required.length !== all.length) flaws.push(`${path} requires not all`)
    flaws.push(...all.flatMap((name) => flawsOf(properties[name], `${path}.${name}`, level + 1, strict, seen)))
  }
  return flaws
}

describe.each([false, true])("with strict %s", (strict) => {
  const tools = toolsOf(strict)

  it("has a tool for each operation", () => {
    const kinds = ["operation", "listing", "download", "batch"]
    const operations = [...Object.values(forge), ...Object.values(weather)].flatMap((module: object) =>
      Object.entries(module).flatMap(([name, operation]: readonly [string, unknown]) => {
        if (typeof operation !== "function" || !("declaration" in operation)) return []
        const { declaration } = operation
        if (!isObject(declaration) || !kinds.includes(String(declaration["kind"]))) return []
        return String(declaration["name"]).endsWith(`.${name}`) ? [declaration["name"]] : []
      })
    )
    assert.isAbove(operations.length, 400)
    const others = Object.keys(workflows).length + (strict ? 0 : 2)
    assert.strictEqual(tools.length, new Set(operations).size + others)
  })

  it("keeps to the rules of all providers", () => {
    const flaws = tools.flatMap((tool) => {
      const schema = Tool.getJsonSchema(tool)
      const seen = { properties: 0, values: 0, characters: 0 }
      const own = flawsOf(schema, tool.name, 0, strict, seen)
      return [
        ...own,
        ...(schema["type"] === "object" ? [] : [`${tool.name}: the root is not an object`]),
        ...(/^[a-z][a-z0-9_]{0,63}$/.test(tool.name) ? [] : [`${tool.name}: name`]),
        ...(seen.properties > 5000 || seen.values > 1000 || seen.characters > 120_000
          ? [`${tool.name}: too large`]
          : [])
      ]
    })
    assert.deepStrictEqual(flaws, [])
  })

  it("describes each operation and nearly each field", () => {
    const silent = tools.filter(({ description = "" }) => description.length < 8).map(({ name }) => name)
    assert.deepStrictEqual(silent, [])
    const fields = tools.flatMap((tool) => {
      const { properties } = Tool.getJsonSchema(tool)
      return isObject(properties) ? Object.values(properties) : []
    })
    const described = fields.filter((field) => isObject(field) && typeof field["description"] === "string")
    assert.isAbove(described.length / fields.length, 0.9)
  })

  it("says what a tool does to the world", () => {
    const hints = (name: string) => {
      const tool = tools.find((one) => one.name === name)
      if (tool === undefined) throw new Error(`There is no ${name}`)
      const { annotations } = tool
      return [Tool.Readonly, Tool.Destructive, Tool.Idempotent].map((hint) => Context.get(annotations, hint))
    }
    assert.deepStrictEqual(hints("issues_list"), [true, false, true])
    assert.deepStrictEqual(hints("issues_create"), [false, false, false])
    assert.deepStrictEqual(hints("issues_update"), [false, true, true])
    assert.deepStrictEqual(hints("merge_when_green"), [false, true, true])
    assert.deepStrictEqual(hints("release_next"), [true, false, true])
  })
})

it("leaves out what may write", () => {
  const { toolkit } = ForgeTools.toolkit({ operations: forge, readOnly: true })
  const tools = Object.values<Tool.Any>(toolkit.tools)
  assert.isAbove(tools.length, 150)
  assert.isTrue(tools.every(({ annotations }) => Context.get(annotations, Tool.Readonly)))
  assert.deepStrictEqual(Object.keys(WorkflowTools.toolkit({ workflows, readOnly: true }).toolkit.tools), [
    "release_next"
  ])
})
