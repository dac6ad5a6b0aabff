import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import program, { comment } from "../../docs/recipes/sticky-comment/program.ts"
import { Faults, ForgeSimulator } from "forgecast/testing"
import { run } from "../workflow/support/run.ts"
import { on } from "./support.ts"

const pull = { owner: "acme", repo: "web", pull_number: 1 }

const bodies = Effect.gen(function* () {
  const { issues } = yield* (yield* ForgeSimulator.ForgeSimulator).repository("acme/web")
  return issues[0]?.comments.map(({ body }) => body.split("\n\n<!--")[0]) ?? []
})

describe("sticky comment", () => {
  it.effect("creates one comment, updates it, and leaves it alone if nothing has changed", () =>
    Effect.gen(function* () {
      const results = yield* yield* run(program)
      assert.deepStrictEqual(
        results.map(({ action }) => action),
        ["created", "updated", "unchanged"]
      )
      assert.strictEqual(new Set(results.map(({ url }) => url)).size, 1)
      const table = [
        "### Sizes",
        "",
        "| file | bytes | change |",
        "|---|--:|--:|",
        "| `map.js` | 2700 | +2700 |",
        "| `app.js` | 41200 | 0 |",
        "| `style.css` | 8100 | 0 |"
      ]
      assert.deepStrictEqual(yield* bodies, ["How large does it get?", table.join("\n")])
    }).pipe(on("sticky-comment"))
  )

  it.effect("finds the comment whose response was lost", () =>
    Effect.gen(function* () {
      const { faults } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(Faults.answerLost({ operation: "Issues.createComment" }))
      const { action } = yield* yield* run(comment(pull, {}, { "app.js": 1 }))
      assert.strictEqual(action, "created")
      assert.lengthOf(yield* bodies, 2)
    }).pipe(on("sticky-comment"))
  )

  it.effect("keeps names of files inside of their cells, and long tables short", () =>
    Effect.gen(function* () {
      const many = Object.fromEntries(Array.from({ length: 103 }, (_, index) => [`file-${index}.js`, 1]))
      yield* run(comment(pull, { "gone.js": 9 }, { ...many, "a|b`c\nd.js": 700 }))
      const [, body = ""] = yield* bodies
      const rows = body.split("\n").slice(4)
      assert.deepStrictEqual(rows.slice(0, 2), ["| `a?b?c?d.js` | 700 | +700 |", "| `gone.js` | removed | -9 |"])
      assert.deepStrictEqual(rows.slice(-2), ["", "5 more files."])
      assert.lengthOf(rows, 102)
    }).pipe(on("sticky-comment"))
  )
})
