/** Each operation has all of its parts. A test that misses one names the file, and prints what to paste there. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { missingExample, missingRow, servedIn, unserved } from "../../../.build/add/parts.ts"
import { declaration, example, handler, record } from "../../../.build/add/stubs.ts"
import { wantedOf } from "../../../.build/add/wanted.ts"
import { forge as examples } from "../../../docs/examples/operations/index.ts"
import { operationNames } from "../../../src/testing/internal/forge/service.ts"
import { isJson, resolved, routes, under } from "../../testing/forge/description.ts"
import { described, parametersOf } from "../description/official.ts"
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

  const plain = (path: string): ReadonlyArray<string> => {
    const { kind, module, operation, returns } = wantedOf(`GET ${path}`)
    return [kind, `${module}.${operation}`, returns?.name ?? "", Path.basename(servedIn({ module, path }))]
  }

  it("is a listing for lists of which a media type chooses one, in the file of the module", () => {
    const stargazers = plain("/repos/{owner}/{repo}/stargazers")
    assert.deepStrictEqual(stargazers, ["list", "Stars.listStargazers", "SimpleUser", "stars.ts"])
    const starred = plain("/users/{username}/starred")
    assert.deepStrictEqual(starred, ["list", "Stars.listForUser", "ListedRepo", "stars.ts"])
    const limits = plain("/repos/{owner}/{repo}/interaction-limits")
    assert.deepStrictEqual(limits.slice(0, 2), ["one", "Repositories.getInteractionLimit"])
  })

  it("is a listing for each paged list, and has only records that are there or are made", () => {
    // Those that are a choice, and a sample of all others.
    const sample = routes().filter(
      ({ official }, index) => index % 12 === 5 || /"(?:any|one|all)Of":/.test(JSON.stringify(official["responses"]))
    )
    for (const { official, route } of sample) {
      const wanted = wantedOf(route, "Issues.another")
      const success = Object.values(under(official, "responses"))[0]
      const schema = under(isJson(success) ? resolved(success) : {}, "content", "application/json", "schema")
      const whole = resolved(schema)
      const choice = Array.isArray(whole["anyOf"])
        ? whole["anyOf"].filter(isJson).map((part) => resolved(part))
        : [whole]
      const isPaged = parametersOf({ official }, "query").some(({ name }) => name === "per_page")
      if (isPaged && route.startsWith("GET ") && choice.every(({ type }) => type === "array"))
        assert.strictEqual(wanted.kind, "list", route)
      const { imports, text } = declaration(wanted)
      const made = record(wanted)?.name
      for (const [name, from] of imports.filter(([, from]) => from.startsWith("./schema/"))) {
        const isThere = Fs.existsSync(Path.join("src/forge", from))
        const isMade = from === `./schema/${made}.ts` && record(wanted)?.text.includes(`class ${name} `) === true
        assert.isTrue(isThere || isMade, `${route}: ${name}`)
      }
      assert.notMatch(text, /(?:item|success): (?:Record|undefined)\b/, route)
      assert.notMatch(example(wanted).text, /\{\s*\}\) =>|\.pipe\(\)/, route)
    }
  })

  const some = routes().flatMap(({ route }, index) => (index % 40 === 1 ? [route] : []))

  it.each(some)("is known for %s", (route) => {
    const wanted = wantedOf(route, "Issues.another")
    assert.include(declaration(wanted).text.replaceAll(/\s+/g, " "), `"Issues.another", "${route}", {`)
    assert.include(handler(wanted).text, `notServed("${route.replace(" ", '", "')}")`)
    assert.include(example(wanted).text, "export const another = Issues.another(")
    assert.notInclude(`${declaration(wanted).text}${record(wanted)?.text}`, "undefined:")
  })
})
