/** Parsers of the simulators take anything: random requests and damaged seeds, as many as `npm run fuzz` sends in a moment. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeForgeProbe, makeWeatherProbe, type Probe, seedProbe } from "../fuzz/simulators.ts"
import { layer, send } from "./forge/support.ts"
import { testOn } from "../testOn.ts"

const test = testOn(layer)

const problems = (probe: Probe, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => probe(1, index)).filter((problem) => problem !== undefined)

it("any request to GitHub is answered, and not with a 500", () => {
  assert.deepStrictEqual(problems(makeForgeProbe(), 6_000), [])
})

it("any request to a weather service is answered, and not with a 500", () => {
  assert.deepStrictEqual(problems(makeWeatherProbe(), 3_000), [])
})

it("any seed is taken, or refused with a sentence", () => {
  assert.deepStrictEqual(problems(seedProbe, 1_500), [])
})

const count = Effect.fnUntraced(function* (query: string) {
  const { json, status } = yield* send(`GET /search/issues?q=${encodeURIComponent(query)}`)
  return [status, typeof json === "object" && json !== null && "total_count" in json ? json.total_count : undefined]
})

test("a search finds words with punctuation", function* () {
  yield* send("POST /repos/acme/web/issues", { body: { title: "An e-mail (urgent) at 100% [now] a.b" } })
  for (const word of ["e-mail", "(urgent)", '"100%"', "[now]", "a.b", "a-b"]) {
    assert.deepStrictEqual(yield* count(word), [200, word === "a-b" ? 0 : 1], word)
  }
})

test("a qualifier's value that every object has matches nothing", function* () {
  for (const value of ["constructor", "__proto__", "toString"]) {
    assert.deepStrictEqual(yield* count(`is:${value}`), [200, 0], value)
    assert.strictEqual((yield* send(`GET /search/users?q=octo&sort=${value}`)).status, 200, value)
    assert.strictEqual((yield* send(`GET /search/repositories?q=web&sort=${value}`)).status, 200, value)
  }
})

test("a body nests at most 100 deep", function* () {
  const nested = (depth: number) => `{"title":"a","ignored":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`
  const create = (text: string) => Effect.map(send("POST /repos/acme/web/issues", { text }), ({ status }) => status)
  assert.strictEqual(yield* create(nested(100)), 201)
  assert.strictEqual(yield* create(nested(101)), 400)
  assert.strictEqual(yield* create(nested(50_000)), 400)
})
