/** Each operation has all of its parts. A test that misses one names the file, and prints what to paste there. */
import { assert, describe, it } from "@effect/vitest"
import { missingExample, missingRow, unserved } from "../../../.build/add/parts.ts"
import { declaration, example, handler, record } from "../../../.build/add/stubs.ts"
import { wantedOf } from "../../../.build/add/wanted.ts"
import { forge as examples } from "../../../docs/examples/operations/index.ts"
import { operationNames } from "../../../src/testing/internal/forge/service.ts"
import { routes } from "../../testing/forge/description.ts"
import { described } from "../description/official.ts"
import { fileOf, operations, rows } from "./all.ts"

const names = described.map(({ name }) => name)

const exampleNames = Object.entries(examples).flatMap(([module, constants]) =>
  Object.keys(constants).map((name) => `${module}.${name}`)
)

/** The names that are not among others. */
const without = (all: ReadonlyArray<string>, others: ReadonlyArray<string>) =>
  all.filter((name) => !others.includes(name))

describe("each operation", () => {
  it("has the name under which it is exported", () => {
    for (const { call, name } of described) assert.strictEqual(call.declaration.name, name)
  })

  it("has a row", async () => {
    const found = operations.map(({ name }) => name)
    assert.deepStrictEqual(await Promise.all(without(names, found).map(missingRow)), [])
  })

  it("is served by the simulator", () => {
    assert.deepStrictEqual(without(names, [...operationNames]).map(unserved), [])
  })

  it("has an example", () => {
    assert.deepStrictEqual(without(names, exampleNames).map(missingExample), [])
  })

  it("is declared if it has a row", () => {
    const found = Object.entries(rows).flatMap(([module, all]) => Object.keys(all).map((name) => `${module}.${name}`))
    const undeclared = without(found, names).map(
      (name) => `${fileOf(name.split(".")[0] ?? "")}: ${name} is not declared`
    )
    assert.deepStrictEqual(undeclared, [])
  })
})

describe("what is to be pasted", () => {
  it("names the file, and has the part", async () => {
    const row = await missingRow("Issues.get")
    assert.include(row, "test/forge/operations/Issues.ts has no row for get. Paste:")
    assert.include(row, "get: {\nwhole: { ...repo, issue_number:")
    const served = unserved("Issues.get")
    assert.match(served, /^src\/testing\/internal\/forge\/handlers\/issues\.ts has no endpoint of Issues\.get\./)
    assert.include(served, 'endpoint("Issues.get", "GET /repos/{owner}/{repo}/issues/{issue_number}", "issues/issues#')
    const example = missingExample("Issues.get")
    assert.include(example, "docs/examples/operations/forge/Issues.ts has no example of get. Paste:")
    assert.include(example, "export const get = Issues.get({ ...repo, issue_number:")
  })

  const some = routes().flatMap(({ route }, index) => (index % 40 === 1 ? [route] : []))

  it.each(some)("is known for %s", (route) => {
    const wanted = wantedOf(route, "Issues.another")
    assert.include(declaration(wanted).text, `("Issues.another", "${route}", {`)
    assert.include(handler(wanted).text, `notServed("${route.replace(" ", '", "')}")`)
    assert.include(example(wanted).text, "export const another = Issues.another(")
    assert.notInclude(`${declaration(wanted).text}${record(wanted)?.text}`, "undefined:")
  })
})
