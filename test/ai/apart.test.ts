/** Programs without `forgecast/ai` have nothing of it: no other module imports it. */
import { assert, it } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"

const root = Path.resolve(import.meta.dirname, "../..")

const importing = (pattern: RegExp) =>
  Fs.globSync("src/**/*.ts", { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/^src\/(?:ai|mcp)\//.test(file))
    .filter((file) => pattern.test(Fs.readFileSync(Path.join(root, file), "utf8")))

it("is imported by the model of tests alone, which no other module imports", () => {
  assert.deepStrictEqual(importing(/from "[^"]*\/ai\//), ["src/testing/AgentTest.ts"])
  assert.deepStrictEqual(importing(/from "[^"]*\/AgentTest\.ts"/), [])
})

it("is what the MCP server is made of, which no other module imports", () => {
  assert.deepStrictEqual(importing(/from "[^"]*\/mcp\//), [])
})

it("knows an import of it when it sees one", () => {
  assert.match('import * as View from "../ai/View.ts"', /from "[^"]*\/ai\//)
})
