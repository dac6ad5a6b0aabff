/** Writes the test of an operation: it reads the responses that the description has as examples. */
import { type Description, isJson, type Json } from "./description.ts"
import { type Code, layout, literal } from "./layout.ts"
import { sentence } from "./module.ts"
import type { Declared } from "./route.ts"
import { inputOf } from "./sample.ts"

/** What the project tests with. */
export type Runner = "@effect/vitest" | "vitest" | "node:test"

const valueCode = (value: unknown): Code => {
  if (Array.isArray(value)) return { list: value.map(valueCode) }
  if (!isJson(value)) return literal(value)
  return { object: Object.entries(value).map(([name, each]) => ({ name, value: valueCode(each) })) }
}

/** A recorded page may be one of many. Alone, it has all that there is. */
const alone = (value: unknown): unknown => {
  const list = isJson(value) ? Object.values(value).find(Array.isArray) : undefined
  return isJson(value) && "total_count" in value && list !== undefined ? { ...value, total_count: list.length } : value
}

/** What the service answers with, each under its name. */
const answersOf = ({ examples, kind, result, statuses }: Declared) => {
  if (kind === "download" || result === "text") return [{ name: "text", status: 200, body: "text" }]
  if (examples.length === 0 && result === undefined) {
    return [{ name: "an empty body", status: statuses?.find((status) => status > 200) ?? 204, body: "" }]
  }
  return examples.map(({ name, status, value }) => ({ name, status, body: kind === "listing" ? alone(value) : value }))
}

const callOf = ({ kind, operation }: Declared, input: Json): string => {
  const given = kind === "upload" ? { ...input, data: "text", content_type: "text/plain" } : input
  const text = layout(
    { call: kind === "download" ? `${operation}.text` : operation, of: [valueCode(given)] },
    "    ",
    18
  )
  return kind === "listing" ? `Stream.runCollect(${text})` : text
}

/** `extension` is that of the import of the module. */
export const testText = (
  description: Description,
  declared: Declared,
  runner: Runner,
  extension: ".js" | ".ts"
): string => {
  const { kind, operation, route } = declared
  const answers = answersOf(declared)
  const imports = [
    ...(runner === "node:test" ? ['import { it } from "node:test"'] : [`import { it } from "${runner}"`]),
    'import { Faults, ForgeSimulator } from "forgecast/testing"',
    'import * as Effect from "effect/Effect"',
    ...(kind === "listing" ? ['import * as Stream from "effect/Stream"'] : []),
    `import { ${operation} } from "./${operation}${extension}"`
  ]
  const tests = answers.map(({ body, name, status }) => {
    const reads: Code = { call: "reads", of: [literal(status), valueCode(body)] }
    const title = literal(`reads ${sentence(name).replace(/\.$/, "")}`)
    if (runner === "@effect/vitest") return `it.effect(${title}, () =>\n  ${layout(reads, "  ")}\n)`
    const run = layout({ call: "Effect.runPromise", of: [reads] }, "  ")
    return `${runner === "node:test" ? "void " : ""}it(${title}, () =>\n  ${run}\n)`
  })
  return `${imports.join("\n")}

/** Lets the simulated service answer with this, and the operation read it. */
const reads = (status: number, body: unknown) =>
  Effect.gen(function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(
      Faults.answered({ method: "${route.method}", path: "${route.path}", status, body })
    )
    yield* ${callOf(declared, inputOf(description, declared))}
  }).pipe(Effect.asVoid, Effect.provide(ForgeSimulator.layer()))

${tests.join("\n\n")}
`
}
