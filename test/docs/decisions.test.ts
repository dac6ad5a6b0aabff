import { assert, it } from "@effect/vitest"
import { complaintsOf } from "../../.build/docs/decisions.ts"

const complaints = (...lines: ReadonlyArray<string>) =>
  complaintsOf("a.md", lines.join("\n")).map((complaint) =>
    complaint.replace(/: there .*|: leave .*| has (?:no|\d).*/, "")
  )

it("decisions name no path, module, command or count that is not there", () => {
  assert.deepStrictEqual(
    complaints(
      "`src/rest/Gone.ts`, `src/rest/Retry.ts`, `rest/Nowhere`, `dialect.ts`, `src/forge/*.ts`, `docs/decisions`",
      "`Issues.get`, `Issues.fetchAll`, `Wire.extendTo`, `Gates.open`, `JSON.parse`, `Effect.catchTag`",
      "`forgecast/forge/Issues`, `forgecast/forge/Tickets`, `effect/Schema`, `effect/Platform`",
      "`npm run check`, `npm run chekc`, `npm run bench -- page`, `npm run bench -- pge`",
      "Two files of our own, 202 models, 201 models, two models, a file of 2,000 lines.",
      "```",
      "pipeline/nowhere ─ HttpCache",
      "```",
      "## Not taken",
      "`Forge.request`, 12 files, `src/rest/Gone.ts`"
    ),
    [
      "a.md:1: `src/rest/Gone.ts`",
      "a.md:1: `rest/Nowhere`",
      "a.md:2: `Issues.fetchAll`: Issues",
      "a.md:2: `Gates.open`: Gates",
      "a.md:3: `forgecast/forge/Tickets`",
      "a.md:3: `effect/Platform`",
      "a.md:4: `npm run chekc`",
      "a.md:4: `npm run bench -- pge`",
      'a.md:5: "Two files"',
      'a.md:5: "201 models"',
      "a.md:7: pipeline/nowhere",
      "a.md:10: `src/rest/Gone.ts`"
    ]
  )
})
