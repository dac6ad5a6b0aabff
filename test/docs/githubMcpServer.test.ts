/** The tokens that the comparison with the official MCP server states. Those of its definitions were counted once. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Tool from "effect/ai/Tool"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as ForgeTools from "../../src/ai/ForgeTools.ts"
import * as ToolSets from "../../src/ai/ToolSets.ts"
import { issuesPage } from "../bench/issuesPage.ts"
import { answer, makeClient, serviceOn } from "../forge/support/wire.ts"

const page = Fs.readFileSync(Path.resolve(import.meta.dirname, "../../docs/guides/github-mcp-server.md"), "utf8")

/** The numbers of a row of the table: ours, and those of the official server. */
const row = (begins: string): ReadonlyArray<number> => {
  const line = page.split("\n").find((line) => line.startsWith(`| ${begins}`)) ?? assert.fail(`no row ${begins}`)
  return line
    .split("|")
    .slice(-3, -1)
    .map((cell) => Number(cell.replaceAll(/[ ,]/g, "")))
}

const issues = issuesPage(30)

/** What the official server answers, in its shape: a page of a connection, by which it reads on. */
const official = (without: ReadonlyArray<string>): string => {
  const items = issues.map((issue) => ({
    number: issue.number,
    title: issue.title,
    body: issue.body,
    state: issue.state.toUpperCase(),
    user: { login: issue.user?.login ?? "" },
    labels: issue.labels.map(({ name }) => name),
    assignees: issue.assignees.map(({ login }) => login),
    comments: issue.comments,
    created_at: issue.created_at,
    updated_at: issue.updated_at
  }))
  const cursor = (last: string) => `Y3Vyc29yOnYyOpK5MjAyNC0wMS0wMVQwMDowMDowMCswMDowMM4${last}`
  const pageInfo = { hasNextPage: true, hasPreviousPage: false, startCursor: cursor("B"), endCursor: cursor("C") }
  const shown = items.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => !without.includes(name)))
  )
  return JSON.stringify({ issues: shown, totalCount: 30, pageInfo })
}

it.effect("says what a page of issues costs", () => {
  const tools = ForgeTools.toolkit({ operations: ToolSets.triage })
  const { client } = makeClient(() => answer(200, issues))
  return Effect.gen(function* () {
    const ours = countTokens(JSON.stringify(yield* tools.call("issues_list", { owner: "acme", repo: "web" })))
    assert.deepStrictEqual(row("a page of 30 issues"), [ours, countTokens(official([]))])
    assert.deepStrictEqual(row("the same, if the model"), [ours, countTokens(official(["body", "created_at"]))])
    const raw = countTokens(JSON.stringify(issues))
    assert.deepStrictEqual(row("the same as the REST API"), [raw, raw])
  }).pipe(Effect.provide(tools.layer.pipe(Layer.provide(serviceOn(client)))))
})

it("says what definitions cost", () => {
  const definitions = Object.values<Tool.Any>(ForgeTools.toolkit({ operations: ToolSets.triage }).toolkit.tools).map(
    (tool) => ({ name: String(tool.name), description: tool.description, input_schema: Tool.getJsonSchema(tool) })
  )
  const ours = countTokens(JSON.stringify(definitions))
  const [stated, official = Number.NaN] = row("definitions for triage")
  assert.strictEqual(stated, ours)
  assert.include(page, `ours are ${definitions.length} tools`)
  assert.deepStrictEqual(row("the same for each tool"), [
    Math.round(ours / definitions.length),
    Math.round(official / 6)
  ])
})
