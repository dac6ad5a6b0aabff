/** Every parameter that a service declares is sent, under its name and with its value. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { AnyDeclaration } from "../../src/rest/Operation.ts"
import type { RestError } from "../../src/rest/RestError.ts"
import * as modules from "../../src/weather/index.ts"
import type { Weather } from "../../src/weather/Weather.ts"
import { type Fields, inputOf, queryText, type Value, valuesOf } from "../rest/support/values.ts"
import { queryOf, weather } from "./support/service.ts"

type Outcome = Effect.Effect<unknown, RestError, Weather> | Stream.Stream<unknown, RestError, Weather>

interface Callable {
  (input: object): Outcome
  readonly declaration: AnyDeclaration
}

const isCallable = (value: unknown): value is Callable => typeof value === "function" && "declaration" in value

const calls = Object.entries(modules).flatMap(([module, exports]: readonly [string, object]) =>
  Object.entries(exports).flatMap(([name, value]: readonly [string, unknown]) =>
    isCallable(value) ? [[`${module}.${name}`, value] as const] : []
  )
)

/** The service accepts those of one group at a time. */
const groups = [/^(?:start|end)_/, /^(?:forecast|past)_/, /^run$/]

const sendingOf = (outcome: Outcome) => (Stream.isStream(outcome) ? Stream.runDrain(outcome) : outcome)

const sentFor = Effect.fnUntraced(function* (call: Callable, values: Readonly<Record<string, Value>>) {
  const { http, layer } = weather(() => ({ status: 400 }), { baseUrl: "https://weather.example" })
  const error = yield* Effect.flip(Effect.provide(sendingOf(call(inputOf(values))), layer))
  assert.strictEqual(error._tag, "BadRequest")
  const [sent] = http.sent
  return sent ?? assert.fail("nothing was sent")
})

/** The value in a query. A place among several is an entry in the list of each of its parameters. */
const expectedOf = (values: Readonly<Record<string, Value>>): Readonly<Record<string, string>> => {
  const { places, ...rest } = values
  const expected = new Map(Object.entries(rest).map(([name, { encoded }]) => [name, queryText(encoded)]))
  const list = (places?.encoded ?? []) as ReadonlyArray<Readonly<Record<string, unknown>>>
  for (const name of Object.keys(list[0] ?? {}))
    expected.set(name, list.map((place) => queryText(place[name])).join(","))
  return Object.fromEntries(expected)
}

/** The parameters of a group, and those that are in none. */
const only = (values: Readonly<Record<string, Value>>, group: RegExp) =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => group.test(name) || !groups.some((other) => other.test(name)))
  )

const needs = (field: Fields[string] | undefined): boolean => field !== undefined && !Schema.is(field)(undefined)

describe("the calls", () => {
  it("are all declared under their own names", () => {
    assert.strictEqual(calls.length, 43)
    for (const [name, { declaration }] of calls) assert.strictEqual(declaration.name, name)
  })

  it.effect.each(calls)("%s sends each of its parameters", ([, call]) =>
    Effect.gen(function* () {
      const { declaration } = call
      const [method = "", template = ""] = declaration.template.split(" ")
      const values = valuesOf(declaration.query)
      const inPath = valuesOf(declaration.path)
      const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(inPath[name]?.encoded))
      for (const group of groups) {
        const given = only(values, group)
        if (Object.keys(declaration.query).some((name) => needs(declaration.query[name]) && !(name in given))) continue
        const sent = yield* sentFor(call, { ...inPath, ...given })
        assert.strictEqual(sent.method, method)
        assert.strictEqual(sent.path.split("?")[0], path)
        assert.deepStrictEqual(queryOf(sent.path), expectedOf(given))
      }
    })
  )
})
