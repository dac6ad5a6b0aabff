/**
 * What an editor shows of a field: its docstring, as the package's declaration files keep it.
 *
 * The compiler is asked for the documentation of each property, which editors show when they complete it or hover over
 * it. It is not asked to hover: for properties of mapped types TypeScript 7.0 shows nothing then, unlike 5.9, 6.0 and 7.1
 * (microsoft/typescript-go#3659).
 */
import { execFileSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { API, type Project, SignatureKind, SymbolFlags, type Type } from "typescript/unstable/sync"

const root = Path.resolve(import.meta.dirname, "../..")
const config = Path.join(root, "tsconfig.build.json")
const modules = Fs.globSync(["src/{forge,rest,testing,weather}/*.ts", "src/forge/schema/*.ts"], { cwd: root })

let place: string
let api: API
let sources: Project
let declarations: Project

const openProject = (snapshot: ReturnType<API["updateSnapshot"]>, file: string): Project => {
  const project = snapshot.getProject(file)
  if (project === undefined) throw new Error(`no project at ${file}`)
  return project
}

beforeAll(() => {
  place = Fs.realpathSync(Fs.mkdtempSync(Path.join(Os.tmpdir(), "forgecast-docstrings-")))
  const consumer = Path.join(place, "tsconfig.json")
  const tsc = Path.join(root, "node_modules/typescript/bin/tsc")
  execFileSync(process.execPath, [tsc, "-p", config, "--emitDeclarationOnly", "--outDir", Path.join(place, "src")])
  Fs.symlinkSync(Path.join(root, "node_modules"), Path.join(place, "node_modules"))
  Fs.writeFileSync(consumer, JSON.stringify({ extends: config, include: ["src"] }))
  api = new API({ cwd: root })
  const snapshot = api.updateSnapshot({ openProjects: [config, consumer] })
  sources = openProject(snapshot, config)
  declarations = openProject(snapshot, consumer)
}, 120_000)

afterAll(() => {
  api.close()
  Fs.rmSync(place, { recursive: true })
})

/** The docstrings of all properties of what a module exports: of its types, and of what its functions are given. */
const docstrings = ({ checker, program }: Project, file: string): ReadonlyMap<string, string> => {
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (module === undefined) throw new Error(`no module at ${file}`)
  const found = new Map<string, string>()
  const look = (name: string, type: Type) => {
    for (const property of checker.getPropertiesOfType(type)) {
      const docstring = checker.getDocumentationCommentOfSymbol(property)
      if (docstring !== "") found.set(`${name}.${property.name}`, docstring)
    }
  }
  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    if (symbol.flags & SymbolFlags.Type) look(symbol.name, checker.getDeclaredTypeOfSymbol(symbol))
    const value = symbol.flags & SymbolFlags.Value ? checker.getTypeOfSymbol(symbol) : undefined
    for (const signature of value ? checker.getSignaturesOfType(value, SignatureKind.Call) : []) {
      const input = signature.getParameters().length > 0 ? checker.getParameterType(signature, 0) : undefined
      if (input !== undefined) look(`${symbol.name}()`, input)
    }
  }
  return found
}

/** The docstrings inside the schemas of a module, as its text has them, each with the name of its field. */
const written = (file: string): ReadonlyArray<string> =>
  Array.from(
    Fs.readFileSync(file, "utf8").matchAll(/^ +\/\*\*((?:(?!\*\/)[^])*)\*\/\s*(?:"?([\w+-]+)"?:)?/gm),
    ([, comment = "", name]) => `${name}: ${oneLine(comment.replace(/\n\s*\*/g, "\n"))}`
  )

const oneLine = (text: string): string => text.trim().replace(/\s+/g, " ")

describe.each(modules)("%s", (module) => {
  it("keeps the docstrings of its properties in its declarations", () => {
    const emitted = Path.join(place, module.replace(/\.ts$/, ".d.ts"))
    assert.deepStrictEqual(docstrings(declarations, emitted), docstrings(sources, Path.join(root, module)))
  })
})

describe.each(modules.filter((module) => module.includes("/schema/")))("%s", (module) => {
  it("shows each docstring of a field", () => {
    const file = Path.join(root, module)
    const shown = Array.from(
      docstrings(sources, file),
      ([property, docstring]) => `${property.slice(property.indexOf(".") + 1)}: ${oneLine(docstring)}`
    )
    assert.deepStrictEqual(
      written(file).filter((field) => !shown.includes(field)),
      []
    )
  })
})

const isError = (value: unknown): value is { readonly fields: object } =>
  typeof value === "function" && value.prototype instanceof Error && "fields" in value

it("every field of an error has a docstring", async () => {
  const fields: Array<string> = []
  for (const module of modules) {
    const exported: unknown = await import(Path.join(root, module))
    const documented = docstrings(declarations, Path.join(place, module.replace(/\.ts$/, ".d.ts")))
    for (const [name, value] of Object.entries(exported ?? {})) {
      if (!isError(value)) continue
      const own = Object.keys(value.fields).map((field) => `${name}.${field}`)
      fields.push(...own)
      assert.deepStrictEqual(
        own.filter((field) => !field.endsWith("._tag") && !documented.has(field)),
        []
      )
    }
  }
  assert.includeMembers(fields, ["RateLimited.retryAt", "TransportFailed.mayHaveArrived", "NotFound.status"])
})

it.each([
  ["forge/schema/Issue", "Issue.user"],
  ["forge/schema/Issue", "Issue.is_pull_request"],
  ["forge/schema/PullRequest", "PullRequest.mergeable"],
  ["forge/schema/Repo", "Repo.full_name"],
  ["rest/Reply", "Reply.status"],
  ["rest/RestError", "RateLimited.retryAt"],
  ["rest/RestError", "RateLimited.requestId"],
  ["rest/RestError", "TransportFailed.mayHaveArrived"],
  ["weather/Forecast", "get().latitude"]
])("%s has a docstring of %s", (module, property) => {
  assert.include(Array.from(docstrings(declarations, Path.join(place, `src/${module}.d.ts`)).keys()), property)
})
