/** The pages that are made of declarations and docstrings: whether they are whole, and how their parts are written. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, beforeAll, describe, it } from "vitest"
import { declarationsOf } from "../../../.build/docs/declarations.ts"
import { readAdvices } from "../../../docs/site/build/errors/advice.ts"
import { errorsOf, functionsWith, operationsWith } from "../../../docs/site/build/errors/list.ts"
import { unknownNames } from "../../../docs/site/build/library/compiler.ts"
import type { Export, Field, Library, Module } from "../../../docs/site/build/library/model.ts"
import { publicModules } from "../../../docs/site/build/library/modules.ts"
import { writtenLibrary } from "../../../docs/site/build/library/written.ts"
import { root } from "../../../docs/site/build/site.ts"
import { readExamples } from "../../../docs/site/build/operations/examples.ts"
import { operationsOf } from "../../../docs/site/build/operations/list.ts"
import { linksOf, operationPath } from "../../../docs/site/build/reference/links.ts"
import { undocumented } from "../../../docs/site/build/reference/missing.ts"
import * as forge from "../../../src/forge/index.ts"
import * as ForgeError from "../../../src/forge/ForgeError.ts"
import * as RestError from "../../../src/rest/RestError.ts"
import * as weather from "../../../src/weather/index.ts"

let modules: Library

beforeAll(() => {
  modules = writtenLibrary()
})

const exportOf = (module: string, name: string): Export => {
  const found = modules.get(module)?.exports.find((each) => each.name === name)
  if (found === undefined) throw new Error(`${module} has no ${name}`)
  return found
}

const textOf = (code: Export["signature"]): string =>
  code.map((part) => (typeof part === "string" ? part : part.text)).join("")

/** The names that a source exports, by its text. */
const namesIn = (file: string): ReadonlyArray<string> => {
  const text = Fs.readFileSync(file, "utf8")
  const declared = text.matchAll(/^export (?:declare )?(?:const|class|interface|type|function|\* as) (\w+)/gm)
  const listed = text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)
  return [
    ...Array.from(declared, ([, name = ""]) => name),
    ...Array.from(listed, ([, names = ""]) => names.split(",")).flatMap((names) =>
      names.map((name) => name.replace(/^\s*(?:type )?(?:\w+ as )?/, "").trim()).filter((name) => name !== "")
    )
  ].filter((name) => name !== "as")
}

describe("the reference", () => {
  it("has every export of every public module, and no other module", () => {
    for (const { file, path } of publicModules) {
      const documented = modules.get(path)?.exports.map(({ name }) => name) ?? []
      assert.includeMembers(documented, [...namesIn(file)], path)
    }
    assert.includeMembers([...modules.keys()], ["index", "forge/Issues", "forge/schema/Issue", "node/ForgeNode"])
    assert.isEmpty([...modules.keys()].filter((path) => /internal|dialect/.test(path)))
  })

  it("has what programs call before types", () => {
    const names = modules.get("testing/ForgeSimulator")?.exports.map(({ name }) => name) ?? []
    assert.deepStrictEqual(names.slice(0, 3), ["ForgeSimulator", "layerHttpClient", "layer"])
    assert.isAbove(names.indexOf("Seed"), names.indexOf("answers"))
  })

  it("finds a docstring of everything", () => {
    assert.deepStrictEqual(undocumented(modules), [])
  })

  it("has a member's docstring, its default and what its type is", () => {
    const onMoved = exportOf("workflow/Merge", "Options").members.find(({ name }) => name === "onMoved")
    assert.isTrue(onMoved?.isOptional)
    assert.strictEqual(textOf(onMoved?.type ?? []), '"restart" | "fail"')
    assert.include(onMoved?.docs, "Default: restart")
    const user = exportOf("forge/schema/Issue", "Issue").members.find(({ name }) => name === "user")
    assert.deepStrictEqual(user?.type, [
      { text: "SimpleUser", to: { module: "forge/schema/SimpleUser", name: "SimpleUser" } },
      " | null"
    ])
  })

  it("shows no inferred type in full", () => {
    const long = [...modules.values()].flatMap(({ exports, path }) =>
      exports.flatMap(({ name, signature }) => (textOf(signature).length > 1750 ? [`${path}.${name}`] : []))
    )
    assert.deepStrictEqual(long, [])
    assert.strictEqual(
      textOf(exportOf("forge/schema/Issue", "Issue").signature),
      "class Issue extends Schema.Opaque<Issue>"
    )
  })

  it("leads each of its links to a page", () => {
    const { urlOf } = linksOf(modules, (path) => `/${path}/`)
    const codes = [...modules.values()].flatMap(({ exports }) =>
      exports.flatMap(({ members, signature }) => [signature, ...members.map(({ type }) => type)])
    )
    const broken = codes.flatMap((code) =>
      code.flatMap((part) => (typeof part !== "string" && urlOf(part.to) === undefined ? [part.to] : []))
    )
    assert.deepStrictEqual(broken, [])
  })
})

describe("a missing docstring", () => {
  const field = (docs: string): Field => ({ name: "size", isOptional: true, type: ["number"], docs })
  const library = (path: string, docs: string, members: ReadonlyArray<Field> = []): Library => {
    const module: Module = {
      path,
      specifier: `forgecast/${path}`,
      docs: "",
      exports: [{ name: "Options", docs, signature: ["interface Options"], members }]
    }
    return new Map([[path, module]])
  }

  it("is named, of an export as of a member", () => {
    assert.deepStrictEqual(undocumented(library("rest/Page", "")), ["rest/Page.Options"])
    assert.deepStrictEqual(undocumented(library("rest/Page", "Options.", [field("")])), ["rest/Page.Options: size"])
    assert.deepStrictEqual(undocumented(library("rest/Page", "Options.", [field("Bytes.")])), [])
  })

  it("is accepted of a field of a service's record only", () => {
    assert.deepStrictEqual(undocumented(library("forge/schema/Page", "A page.", [field("")])), [])
    assert.deepStrictEqual(undocumented(library("forge/schema/Page", "", [field("")])), ["forge/schema/Page.Options"])
  })

  it("is named, of a field of an operation's input", () => {
    const [module] = library("forge/Issues", "Lists.").values()
    const operation = { input: [field("")], returns: [], variants: [] }
    const exports = module?.exports.map((each) => ({ ...each, operation })) ?? []
    const found = undocumented(new Map([["forge/Issues", { path: "forge/Issues", specifier: "", docs: "", exports }]]))
    assert.deepStrictEqual(found, ["forge/Issues.Options: size"])
  })
})

describe("the operations", () => {
  const declared = Object.entries({ forge, weather }).flatMap(([service, all]) =>
    Object.entries(all).flatMap(([module, exports]: readonly [string, object]) =>
      declarationsOf(exports).map(([name]) => operationPath(`${service}/${module}`, name))
    )
  )

  it("have a page each", () => {
    const written = declared.filter((path) =>
      Fs.existsSync(Path.join(root, "docs/site/src/content/docs", `${path}.md`))
    )
    assert.isAtLeast(declared.length, 190)
    assert.strictEqual(new Set(declared).size, declared.length)
    assert.deepStrictEqual(written, declared)
  })

  it("have an example each, which knows all of its names", async () => {
    const exampleOf = await readExamples()
    const examples = operationsOf(modules).map((each) => [each.declaration.name, exampleOf(each)] as const)
    assert.deepStrictEqual(
      examples.filter(([, example]) => example === undefined || example.caption === "").map(([name]) => name),
      []
    )
    const programs = new Map(examples.map(([name, example]) => [`/${name}.ts`, example?.sketch.program ?? ""]))
    assert.deepStrictEqual(unknownNames(programs), [])
  })

  it("have the docstring and the place of each field of their input", () => {
    const missing = operationsOf(modules).flatMap(({ callable, declaration: { body, kind, name, path, query } }) => {
      const documented = new Set(callable.input.map((field) => field.name))
      const sent = [path, query, body ?? {}].flatMap((fields) => Object.keys(fields))
      // `places` are sent as lists of their parameters, and a listing reads page after page by itself.
      const own = kind === "batch" ? [] : sent.filter((field) => !(kind === "listing" && field === "page"))
      return own.filter((field) => !documented.has(field)).map((field) => `${name}: ${field}`)
    })
    assert.deepStrictEqual(missing, [])
  })

  it("are named by the errors that they declare", () => {
    const operations = operationsOf(modules)
    const merging = operationsWith(operations, "Unmergeable").map(({ declaration }) => declaration.name)
    assert.deepStrictEqual(merging, ["PullRequests.merge"])
    const waiting = functionsWith(modules, { module: "workflow/WorkflowError", name: "HeadMoved" })
    assert.deepInclude(waiting, { module: "workflow/Merge", name: "whenGreen" })
    assert.includeMembers(
      errorsOf(modules).map(({ exported }) => exported.name),
      RestError.RestError.members.map((error) => error.fields._tag.schema.literal)
    )
  })

  it("have errors with advice in the guide", () => {
    assert.includeMembers(
      [...readAdvices().keys()],
      ForgeError.ForgeError.members.map((error) => error.fields._tag.schema.literal)
    )
  })
})
