import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Git, Issues, Labels } from "../../src/forge/index.ts"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { Plan } from "../../src/workflow/index.ts"
import { testOn } from "../testOn.ts"

const place = { owner: "acme", repo: "web" }
const on = testOn(
  ForgeSimulator.layer({ repositories: [{ owner: "acme", name: "web", labels: ["bug"], issues: [{ title: "One" }] }] })
)

const program = Effect.gen(function* () {
  yield* Labels.get({ ...place, name: "bug" })
  const { sha } = yield* Git.createTree({ ...place, tree: [{ path: "a", mode: "100644", content: "a|`b`" }] })
  yield* Git.createCommit({ ...place, tree: sha, message: "Add" })
  yield* Labels.delete({ ...place, name: "bug" })
})

describe("a plan as text", () => {
  on("is a table for terminals", function* () {
    assert.strictEqual(
      Plan.table(yield* Plan.dryRun(program)),
      [
        '1  Git.createTree    POST /repos/acme/web/git/trees     {"tree":[{"path":"a","mode":"100644","content":"a|`b`"}]}',
        '2  Git.createCommit  POST /repos/acme/web/git/commits   {"message":"Add","tree":"‹Git.createTree.sha of write 1›"}',
        "3  Labels.delete     DELETE /repos/acme/web/labels/bug",
        "",
        "Cost: 3 writes and 1 read, which spend 4 of core.",
        "The plan reaches to the end of the program."
      ].join("\n")
    )
    assert.strictEqual(
      Plan.table(yield* Plan.dryRun(Effect.void)),
      "Cost: 0 writes and 0 reads.\nThe plan reaches to the end of the program."
    )
  })

  on("is Markdown for a comment", function* () {
    const text = Plan.markdown(yield* Plan.dryRun(program))
    assert.include(text, "| 3 | `Labels.delete` | `DELETE /repos/acme/web/labels/bug` |")
    assert.include(text, "<details><summary>Write 2: Git.createCommit</summary>\n\n```json\n{\n")
    assert.include(text, '"tree": "‹Git.createTree.sha of write 1›"')
    assert.include(Plan.markdown(yield* Plan.dryRun(Effect.void)), "**Nothing to write.**")
  })

  on("says where it ends", function* () {
    const stopped = yield* Plan.dryRun(
      Effect.map(Labels.create({ ...place, name: "x" }), (label) => (label.default ? 1 : 2))
    )
    assert.include(
      Plan.table(stopped),
      "The plan ends here: ‹Labels.create.default of write 1› is looked at, and is known only after the write."
    )
    const failed = yield* Plan.dryRun(Labels.get({ ...place, name: "none" }))
    assert.include(Plan.markdown(failed), "The program fails after these writes.")
  })

  on("keeps text of others from its Markdown", function* () {
    const fences = "```\n</details>\n# No\n````"
    const text = Plan.markdown(yield* Plan.dryRun(Issues.createComment({ ...place, issue_number: 1, body: fences })))
    assert.include(text, "\n`````json\n")
    const [first = ""] = text.split("\n").filter((line) => line.startsWith("| 1"))
    assert.strictEqual(first.split(/(?<!\\)\|/).length, 5)
  })

  on("fits in a comment", function* () {
    const long = (length: number) =>
      Effect.map(
        Plan.dryRun(Issues.createComment({ ...place, issue_number: 1, body: "a".repeat(length) })),
        Plan.markdown
      )
    assert.notInclude(yield* long(60_000), "do not fit")
    assert.include(yield* long(65_000), "do not fit")
    assert.isAtMost((yield* long(65_000)).length, 64_512)
    const many = yield* Plan.dryRun(
      Effect.forEach(
        Array.from({ length: 1_000 }, (_, index) => `label-${index}`),
        (name) => Labels.create({ ...place, name })
      )
    )
    assert.isAtMost(Plan.markdown(many).length, 64_512)
  })
})

describe("the cost of a plan", () => {
  const read = { after: 0 }
  const costOf = (writes: number, reads: number) => {
    const of = (count: number, resource: string) => Array.from({ length: count }, () => ({ ...read, resource }))
    // The cast is safe: only these fields cost anything.
    return Plan.cost({
      writes: of(writes, "core"),
      reads: of(reads, "search"),
      end: { _tag: "Completed" }
    } as never)
  }

  it.each([
    [0, 0, 0],
    [80, 0, 0],
    [81, 0, 1],
    [160, 0, 1],
    [161, 0, 2],
    [500, 0, 6],
    [501, 0, 60],
    [1_001, 0, 120],
    [0, 900, 0],
    [0, 901, 1],
    [80, 500, 0],
    [80, 501, 1]
  ])("of %i writes and %i reads is %i minutes", (writes, reads, minutes) => {
    const { quota, ...cost } = costOf(writes, reads)
    assert.deepStrictEqual(cost, { writes, reads, minutes })
    assert.deepStrictEqual(quota, { ...(writes > 0 && { core: writes }), ...(reads > 0 && { search: reads }) })
  })
})
