/** Every field that an operation declares is sent: in the path, the query or the body, with its value. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { inputOf, queryText, type Value, valuesOf } from "../rest/support/values.ts"
import { type Callable, described } from "./description/official.ts"
import { answer, makeClient, serviceOn } from "./support/wire.ts"

/** What an upload takes besides. */
const payload = { content_type: "text/plain", data: "hello" }

const sentFor = Effect.fnUntraced(function* (call: Callable, input: object) {
  const { client, sent } = makeClient(() => answer(400, { message: "Problems parsing JSON" }))
  const { declaration, page = call } = call
  const outcome = page(declaration.kind === "upload" ? { ...input, ...payload } : input)
  const sending = Stream.isStream(outcome) ? Stream.runDrain(outcome) : outcome
  const error = yield* Effect.flip(Effect.provide(sending, serviceOn(client)))
  assert.notStrictEqual(error._tag, "InvalidInput", error.message)
  const [first] = sent
  return first ?? assert.fail("nothing was sent")
})

type Values = Readonly<Record<string, Value>>

const pathOf = (template: string, values: Values): string =>
  template.replace(/^\w+ /, "").replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]?.encoded))

const encodedOf = (values: Values, { sentAs }: Callable["declaration"]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).map(([name, { encoded }]) => [sentAs[name] ?? name, encoded]))

describe("the operations", () => {
  it.effect.each(described)("$name sends each of its fields", ({ call }) =>
    Effect.gen(function* () {
      const { declaration } = call
      const path = valuesOf(declaration.path)
      const query = valuesOf(declaration.query)
      const body = declaration.body === undefined ? undefined : valuesOf(declaration.body)
      const sent = yield* sentFor(call, inputOf({ ...path, ...query, ...body }))
      assert.strictEqual(sent.method, declaration.template.split(" ")[0])
      assert.strictEqual(decodeURIComponent(sent.path), pathOf(declaration.template, path))
      assert.deepStrictEqual(
        sent.query,
        Object.fromEntries(Object.entries(query).map(([name, { encoded }]) => [name, queryText(encoded)]))
      )
      assert.deepStrictEqual(
        sent.body,
        body === undefined ? (declaration.kind === "upload" ? "hello" : undefined) : encodedOf(body, declaration)
      )
    })
  )
})
