/** What tools cost a model, in tokens of o200k_base. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Tool from "effect/ai/Tool"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import * as ForgeTools from "../../src/ai/ForgeTools.ts"
import * as ToolSets from "../../src/ai/ToolSets.ts"
import * as WeatherTools from "../../src/ai/WeatherTools.ts"
import { issuesPage } from "../bench/issuesPage.ts"
import { answer, makeClient, serviceOn } from "../forge/support/wire.ts"

/** The definitions as providers are sent them. */
const definitions = (tools: Readonly<Record<string, Tool.Any>>): string =>
  JSON.stringify(
    Object.values(tools).map((tool) => ({
      name: String(tool.name),
      description: tool.description,
      input_schema: Tool.getJsonSchema(tool)
    }))
  )

const sets = {
  reading: ForgeTools.toolkit({ operations: ToolSets.reading }).toolkit.tools,
  triage: ForgeTools.toolkit({ operations: ToolSets.triage }).toolkit.tools,
  review: ForgeTools.toolkit({ operations: ToolSets.review }).toolkit.tools,
  runs: ForgeTools.toolkit({ operations: ToolSets.runs }).toolkit.tools,
  release: ForgeTools.toolkit({ operations: ToolSets.release }).toolkit.tools,
  weather: WeatherTools.toolkit({ operations: ToolSets.weather }).toolkit.tools
}

it.each(Object.entries(sets))("defines the set %s in at most 4,000 tokens", (_, tools) => {
  const tokens = countTokens(definitions(tools))
  assert.isAtMost(tokens, 4000)
  assert.isAbove(tokens, 500)
})

it.effect("shows a page of 30 issues in at most 2,000 tokens", () => {
  const tools = ForgeTools.toolkit({ operations: ToolSets.triage })
  // As the service sends them: recorded fields, with labels, people and milestones.
  const { client } = makeClient(() => answer(200, issuesPage(30)))
  return Effect.gen(function* () {
    const page = yield* tools.call("issues_list", { owner: "acme", repo: "web" })
    assert.strictEqual(page.items.length, 30)
    assert.containsAllKeys(page.items[2], ["number", "title", "state", "user", "labels", "assignees", "updated_at"])
    const tokens = countTokens(JSON.stringify(page))
    assert.isAtMost(tokens, 2000)
    // The records as the service sends them.
    assert.isAbove(countTokens(JSON.stringify(issuesPage(30))) / tokens, 10)
  }).pipe(Effect.provide(tools.layer.pipe(Layer.provide(serviceOn(client)))))
})
