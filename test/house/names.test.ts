import { assert, describe, it } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Forge from "../../src/forge/Forge.ts"
import * as Weather from "../../src/weather/Weather.ts"
import * as ForgeNode from "../../src/node/ForgeNode.ts"
import * as WeatherNode from "../../src/node/WeatherNode.ts"
import { described } from "../forge/description/official.ts"

const root = Path.resolve(import.meta.dirname, "../..")

const read = (file: string): string => Fs.readFileSync(Path.join(root, file), "utf8")

const verbOf = (name: string): string => /^[a-z]+/.exec(name.slice(name.indexOf(".") + 1))?.[0] ?? ""

/** Old names by their files, with the docstrings that name the new ones. */
const deprecated = Fs.globSync("src/**/*.ts", { cwd: root }).flatMap((file) =>
  [...read(file).matchAll(/^ \* @deprecated Use `(\w+)[^\n]*\n \*\/\nexport const (\w+)/gm)].map(
    ([, to = "", from = ""]) => ({ module: Path.basename(file, ".ts"), from, to })
  )
)

describe("names of operations", () => {
  const names = described.map(({ call, name }) => [name, call.declaration.kind] as const)

  it("begin with list if they are listings, and only then", () => {
    const isListing = (name: string) => verbOf(name) === "list" || name.startsWith("Search.")
    const wrong = names.filter(([name, kind]) => isListing(name) !== (kind === "listing"))
    assert.deepStrictEqual(wrong, [])
  })

  it("begin with the service's own verb if they delete or remove", () => {
    const wrong = described.flatMap(({ call, name, official }) => {
      const { operationId } = official as { readonly operationId: string }
      const verb = /\/(\w+)/.exec(operationId)?.[1]
      return call.declaration.template.startsWith("DELETE ") && verbOf(name) !== verb ? [`${name}: ${operationId}`] : []
    })
    assert.deepStrictEqual(wrong, [])
  })
})

describe("names of modules", () => {
  it("do not differ by an s", () => {
    const modules = Fs.globSync("src/*/*.ts", { cwd: root }).map((file) => file.replace(/\.ts$/, ""))
    assert.deepStrictEqual(
      modules.filter((module) => modules.includes(`${module}s`)),
      []
    )
  })
})

describe("names of Layers", () => {
  it("are the same on both services", () => {
    const layersOf = (module: object) => Object.keys(module).filter((name) => name.startsWith("layer"))
    const common = ["layer", "layerConfig", "layerConfigWithClient"]
    assert.includeMembers(layersOf(Forge), [...common, "layerGitHub"])
    assert.includeMembers(layersOf(Weather), [...common, "layerOpenMeteo"])
    assert.sameMembers(layersOf(ForgeNode), ["layerConfig", "layerHttpClient", "layerGitHub"])
    assert.sameMembers(layersOf(WeatherNode), ["layerConfig", "layerHttpClient", "layerOpenMeteo"])
  })
})

describe("old names", () => {
  it("stay for a version, and are in the changelog with the command that replaces them", () => {
    const [, command = ""] = /perl -pi -e '([^']*)'/.exec(read("CHANGELOG.md")) ?? []
    const replaced = (text: string): string =>
      [...command.matchAll(/s\/(.*?)\/(.*?)\/g;/g)].reduce(
        (all, [, from = "", to = ""]) => all.replaceAll(new RegExp(from, "g"), to),
        text
      )
    assert.isAtLeast(deprecated.length, 15)
    for (const { from, module, to } of deprecated) {
      assert.match(replaced(`${module}.${from}`), new RegExp(String.raw`^${module}\.${to}(?:\(\))?$`))
      assert.include(read("CHANGELOG.md"), `| \`${module}.${from}\` | \`${module}.${to}`)
      assert.strictEqual(replaced(`${module}.${from}Again`), `${module}.${from}Again`)
    }
  })
})
