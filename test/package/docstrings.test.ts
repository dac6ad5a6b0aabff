/**
 * What an editor shows of a field: its docstring, as the package's declaration files keep it.
 *
 * The compiler is asked for the documentation of each property, which editors show when they complete it or hover over
 * it. The language server is asked for operations only: it shows no docstring of properties of mapped types in TypeScript
 * 7.0, unlike 5.9, 6.0 and 7.1 (microsoft/typescript-go#3659).
 */
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, describe, expect, it } from "@effect/vitest"
import { type Project, SymbolFlags, type Type } from "typescript/unstable/sync"
import {
  type Compiled,
  declarationOf,
  exportsOf,
  inputFieldsOf,
  modules,
  open,
  type Opened,
  overloadsOf,
  root
} from "../../.build/package/compiled.ts"
import { descriptionOf, lineOf } from "../../.build/weather/described.ts"
import * as Variables from "../../src/weather/Variables.ts"
import { LanguageServer } from "./languageServer.ts"

const tsc = Path.join(root, "node_modules/typescript/bin/tsc")
/** What programs get of the weather service. */
const answered = "src/answered.d.ts"
let place: string
let opened: Opened
let compiled: Compiled

beforeAll(() => {
  place = Fs.realpathSync(Fs.mkdtempSync(Path.join(Os.tmpdir(), "forgecast-docstrings-")))
  Fs.symlinkSync(Path.join(root, "node_modules"), Path.join(place, "node_modules"))
  const isDeclared = (file: string) => Fs.statSync(file).isDirectory() || file.endsWith(".d.ts")
  Fs.cpSync(Path.join(root, "dist"), Path.join(place, "src"), { recursive: true, filter: isDeclared })
  const request = "{ readonly [K in (typeof seriesBlocks)[number] | 'current']: readonly ['rain'] }"
  Fs.writeFileSync(
    Path.join(place, answered),
    `import type { Answer, EnsembleAnswer, seriesBlocks } from "./weather/Answer.js"
     export type Answered = Answer<${request}>
     export type Runs = EnsembleAnswer<${request}>`
  )
  opened = open()
  compiled = opened.withDeclarations(Path.join(place, "src"))
})

afterAll(() => {
  opened.close()
  Fs.rmSync(place, { recursive: true })
})

/** The emitted declaration file of a module. */
const emitted = (module: string): string => declarationOf(Path.join(place, "src"), module)

/** The docstrings of all properties of what a module exports: of its types, and of what its functions are given. */
const docstrings = (project: Project, file: string): ReadonlyMap<string, string> => {
  const { checker } = project
  const found = new Map<string, string>()
  const look = (name: string, property: Parameters<typeof checker.getDocumentationCommentOfSymbol>[0]) => {
    const docstring = checker.getDocumentationCommentOfSymbol(property)
    if (docstring !== "") found.set(`${name}.${property.name}`, docstring)
  }
  const propertiesOf = (type: Type) => checker.getPropertiesOfType(type)
  for (const { exported, symbol } of exportsOf(project, file)) {
    if (symbol.flags & SymbolFlags.Type) {
      for (const property of propertiesOf(checker.getDeclaredTypeOfSymbol(symbol))) look(exported.name, property)
    }
    for (const field of inputFieldsOf(project, symbol)) look(`${exported.name}()`, field)
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
    assert.deepStrictEqual(
      docstrings(compiled.declarations, emitted(module)),
      docstrings(compiled.sources, Path.join(root, module))
    )
  })
})

describe.each(modules.filter((module) => module.includes("/schema/")))("%s", (module) => {
  it("shows each docstring of a field", () => {
    const file = Path.join(root, module)
    const shown = Array.from(
      docstrings(compiled.sources, file),
      ([property, docstring]) => `${property.slice(property.indexOf(".") + 1)}: ${oneLine(docstring)}`
    )
    assert.deepStrictEqual(
      written(file).filter((field) => !shown.includes(field)),
      []
    )
  })
})

describe.each(modules)("%s", (module) => {
  it("has a docstring for each export", () => {
    const { checker } = compiled.declarations
    // Editors show no docstring of a namespace, wherever it is written.
    const silent = exportsOf(compiled.declarations, emitted(module)).filter(
      ({ exported, symbol }) =>
        (symbol.flags & SymbolFlags.Module) === 0 &&
        [exported, symbol].every((each) => checker.getDocumentationCommentOfSymbol(each) === "")
    )
    assert.deepStrictEqual(
      silent.map(({ exported }) => exported.name),
      []
    )
  })

  it("has a docstring for each call of an export", () => {
    const silent = exportsOf(compiled.declarations, emitted(module)).filter(({ symbol }) =>
      overloadsOf(compiled.declarations, symbol).some(({ jsDoc }) => jsDoc === undefined)
    )
    assert.deepStrictEqual(
      silent.map(({ exported }) => exported.name),
      []
    )
  })

  it("has a docstring for each field of an input", () => {
    const { declarations } = compiled
    const { checker } = declarations
    const silent = exportsOf(declarations, emitted(module)).flatMap(({ exported, symbol }) => {
      const value = symbol.flags & SymbolFlags.Value ? checker.getTypeOfSymbol(symbol) : undefined
      if (value === undefined || checker.getPropertyOfType(value, "declaration") === undefined) return []
      return inputFieldsOf(declarations, symbol)
        .filter((field) => checker.getDocumentationCommentOfSymbol(field) === "")
        .map((field) => `${exported.name}.${field.name}`)
    })
    assert.deepStrictEqual(silent, [])
  })
})

const isError = (value: unknown): value is { readonly fields: object } =>
  typeof value === "function" && value.prototype instanceof Error && "fields" in value

it("every field of an error has a docstring", async () => {
  const fields: Array<string> = []
  for (const module of modules) {
    const exported: unknown = await import(Path.join(root, module))
    const documented = docstrings(compiled.declarations, emitted(module))
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
  ["forge/Issues", "list().labels"],
  ["forge/Issues", "list().owner"],
  ["forge/Releases", "uploadAsset().content_type"],
  ["weather/Forecast", "get().latitude"]
])("%s has a docstring of %s", (module, property) => {
  assert.include(Array.from(docstrings(compiled.declarations, emitted(`src/${module}.ts`)).keys()), property)
})

/** A program, line by line, with the word under the pointer. */
const hovered: ReadonlyArray<readonly [line: string, word: string]> = [
  [`Issues.get({ ...repo, issue_number: 1 })`, "get"],
  [`Issues.get({ ...repo, issue_number: 1 })`, "issue_number"],
  [`Issues.create({ ...repo, title: "It rains in" })`, "create"],
  [`Issues.create`, "create"],
  [`Issues.get.withReply({ ...repo, issue_number: 1 })`, "withReply"],
  [`Labels.list(repo)`, "list"],
  [`Users.me()`, "me"],
  [`Releases.uploadAsset({ ...repo, release_id: 1, name: "a", content_type: "text/plain", data: "a" })`, "uploadAsset"],
  [`Releases.downloadAsset({ ...repo, asset_id: 1 })`, "downloadAsset"],
  [`Geocoding.search({ name: "Berlin" })`, "search"],
  [`Forecast.get({ latitude: 52.5, longitude: 13.4, hourly: ["rain"] })`, "get"],
  [`NotFound`, "NotFound"],
  [`Variables.hourly.temperature_2m`, "temperature_2m"],
  [`Variables.monthly.temperature_2m_anomaly`, "temperature_2m_anomaly"]
]

/** The same, for exports of modules whose names would show in the types of operations. */
const hoveredInModules: typeof hovered = [
  [`Write.once(Issues.createComment, { ...repo, issue_number: 1, body: "Hi" }, { key: "hi" })`, "once"],
  [`Weather.layer()`, "layer"],
  [`Weather.layer({ format: "flatbuffers" })`, "layer"],
  [`Series.max(series, "rain")`, "max"],
  [`Series.max("rain")`, "max"],
  [`Merge.whenGreen({ ...repo, pull_number: 1 })`, "whenGreen"],
  [`operation`, "operation"],
  [`Upsert.comment({ ...repo, issue_number: 1, body: "Hi" }, { key: "hi" })`, "comment"]
]

/** What an editor shows of each line of a program. */
const shownOf = async (file: string, imports: ReadonlyArray<string>, lines: typeof hovered): Promise<string> => {
  const head = [...imports, `const repo = { owner: "acme", repo: "web" }\n`].join("\n")
  const compilerOptions = { module: "nodenext", target: "es2023", strict: true, exactOptionalPropertyTypes: true }
  Fs.writeFileSync(Path.join(place, "package.json"), `{ "type": "module" }`)
  Fs.writeFileSync(Path.join(place, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }))
  Fs.writeFileSync(Path.join(place, file), head + lines.map(([line]) => line).join("\n"))
  const server = new LanguageServer(tsc, place)
  await server.open(file)
  let start = head.length
  let page = ""
  for (const [line, word] of lines) {
    const shown = await server.hover(file, start + line.search(new RegExp(String.raw`\b${word}\b`)))
    start += line.length + 1
    page += `## ${word} in ${line}\n\n${shown}\n\n`
  }
  server.close()
  return page
}

it("an export shows its signature and its docstring", async () => {
  const names = [
    `import { Issues, Labels, NotFound, Releases, Users } from "./src/forge/index.js"`,
    `import { Forecast, Geocoding, Variables } from "./src/weather/index.js"`
  ]
  const modules = [
    `import { Issues } from "./src/forge/index.js"`,
    `import * as Write from "./src/rest/Write.js"`,
    `import { Series, Weather } from "./src/weather/index.js"`,
    `import { operation } from "./src/forge/Forge.js"`,
    `import * as Merge from "./src/workflow/Merge.js"`,
    `import * as Upsert from "./src/workflow/Upsert.js"`,
    `declare const series: Series.AnySeries<"rain">`
  ]
  const page = await shownOf("program.ts", names, hovered)
  const more = await shownOf("modules.ts", modules, hoveredInModules)
  await expect(page + more).toMatchFileSnapshot("hovers.md")
})

it("the blocks of an answer have docstrings", () => {
  const found = docstrings(compiled.declarations, Path.join(place, answered))
  const blocks = ["current", "minutely_15", "hourly", "daily", "weekly", "monthly"]
  assert.includeMembers(
    [...found.keys()],
    blocks.flatMap((block) => [`Answered.${block}`, `Runs.${block}`])
  )
})

it.each(modules.filter((module) => module.startsWith("src/workflow/")))(
  "the failures of %s have the name of what every request can fail with",
  (module) => {
    const { declarations } = compiled
    const { checker } = declarations
    const shown = exportsOf(declarations, emitted(module)).flatMap(({ exported, symbol }) => {
      const isFailure = /(?:Failure|LookError)$/.test(exported.name) && (symbol.flags & SymbolFlags.TypeAlias) !== 0
      return isFailure ? [checker.typeToString(checker.getDeclaredTypeOfSymbol(symbol))] : []
    })
    assert.deepStrictEqual(
      shown.filter((type) => /\bRateLimited\b|\.\.\. \d+ more/.test(type)),
      []
    )
  }
)

const { daily, hourly, monthly, weekly } = Variables

it.each(Object.entries({ hourly, daily, weekly, monthly }))(
  "each constant of %s says its unit and what it is",
  (block, names) => {
    const { declarations } = compiled
    const { checker } = declarations
    const found = exportsOf(declarations, emitted("src/weather/Variables.ts")).find(
      ({ exported }) => exported.name === block
    )
    const type = found && checker.getTypeOfSymbol(found.symbol)
    const properties = type === undefined ? [] : checker.getPropertiesOfType(type)
    assert.deepStrictEqual(
      Object.fromEntries(
        properties.map((property) => [property.name, checker.getDocumentationCommentOfSymbol(property)])
      ),
      Object.fromEntries(Object.keys(names).map((name) => [name, `${lineOf(descriptionOf(block, name))}.`]))
    )
  }
)
