/** Labels by rules, and likely duplicates. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { Plan, Triage } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const form = [
  "### Operating system",
  "",
  "Windows, Linux",
  "",
  "### Output",
  "",
  "```text",
  "### Not a field",
  "```",
  "",
  "### Browser",
  "",
  "_No response_",
  "",
  "### Consent",
  "",
  "- [X] I have searched",
  "- [ ] I can help"
].join("\r\n")
const seed: ForgeSimulator.Seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "src/old.ts": "1\n2\n3\n" },
      labels: ["old", "code"],
      issues: [
        { title: "App crashes on start", body: form, labels: ["old"] },
        { title: "Crash when the app starts", body: "It crashes." },
        { title: "The start page is green" },
        { title: "Dark mode", state: "closed" }
      ],
      pulls: [
        {
          title: "Fix: words",
          head: "words",
          files: { "docs/a.md": "a", "lib/new.ts": "1\n2\n3\n", "src/old.ts": null }
        }
      ]
    }
  ]
}
const on = testOn(ForgeSimulator.layer(seed))
const rules: ReadonlyArray<Triage.Rule> = [
  { label: "documentation", paths: ["docs/"] },
  { label: "Code", paths: ["/src/", "*.rs"] },
  { label: "bug", title: ["^fix\\b", "crash"] },
  { label: "windows", fields: { "operating SYSTEM": ["windows", "BeOS"] } },
  { label: "searched", fields: { Consent: "I have searched" } },
  { label: "helps", fields: { Consent: "I can help" } },
  { label: "both", title: ["app"], fields: { Browser: "" } },
  { label: "not both", title: ["app"], fields: { Browser: "Firefox" } },
  { label: "never" },
  { label: "old", title: ["ancient"] }
]

const labelled = (issue_number: number, options?: Triage.Options) =>
  Triage.label({ ...repo, issue_number }, rules, options)

const labelsOf = ({ repository }: ForgeSimulator.Handle) =>
  Effect.map(repository("acme/web"), ({ issues }) => issues.map(({ labels }) => labels.toSorted()))

describe("Triage.label", () => {
  on("labels a pull request by its files and its title", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    assert.deepStrictEqual(yield* labelled(5), { added: ["documentation", "Code", "bug"], removed: [] })
    assert.deepStrictEqual((yield* labelsOf(simulator))[4], ["bug", "code", "documentation"])
    assert.deepStrictEqual(yield* labelled(5), { added: [], removed: [] })
  })

  on("labels an issue by what was filled into its form", function* () {
    assert.deepStrictEqual(yield* labelled(1), { added: ["bug", "windows", "searched", "both"], removed: [] })
    assert.deepStrictEqual(yield* labelled(4), { added: [], removed: [] })
  })

  on("takes labels away, if it is told so", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    assert.deepStrictEqual((yield* labelled(1, { remove: true })).removed, ["old"])
    assert.deepStrictEqual((yield* labelsOf(simulator))[0], ["both", "bug", "searched", "windows"])
  })

  on("refuses what is not a regular expression, before anything is sent", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const error = yield* Effect.flip(
      Triage.label({ ...repo, issue_number: 1 }, [
        { label: "a", title: ["ok"] },
        { label: "b", title: ["("] }
      ])
    )
    assert.strictEqual(error.message, "rules.1.title is not a regular expression: (")
    assert.lengthOf(yield* simulator.requests, 0)
  })

  on("can be planned", function* () {
    const { end, writes } = yield* Plan.dryRun(labelled(1, { remove: true }))
    assert.strictEqual(end._tag, "Completed")
    assert.deepStrictEqual(
      writes.map(({ operation }) => operation),
      ["Labels.addToIssue", "Labels.removeFromIssue"]
    )
  })

  describe("under faults", () => {
    matrix({
      seed,
      program: Effect.all([labelled(1, { remove: true }), labelled(5)]),
      state: labelsOf,
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus"],
      trusts: ["Labels.removeFromIssue"]
    })
  })
})

describe("Triage.formFields", () => {
  it("reads a form", () => {
    assert.deepStrictEqual(
      [...Triage.formFields({ body: form })],
      [
        ["Operating system", "Windows, Linux"],
        ["Output", "```text\n### Not a field\n```"],
        ["Browser", ""],
        ["Consent", "- [X] I have searched\n- [ ] I can help"]
      ]
    )
    assert.lengthOf([...Triage.formFields({ body: null })], 0)
  })
})

describe("Triage.duplicates", () => {
  const found = (title: string, options?: Triage.DuplicateOptions, body = "") =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* simulator.as("acme", "POST /repos/acme/web/issues", { title, body })
      return (yield* Triage.duplicates({ ...repo, issue_number: 6 }, options)).map(({ number }) => number)
    })

  on("finds issues with the same rare words, the most alike first", function* () {
    assert.deepStrictEqual(yield* found("Crash when the app starts up"), [2])
    const [first] = yield* Triage.duplicates({ ...repo, issue_number: 6 })
    assert.isAbove(first?.score ?? 0, 0.7)
    assert.isBelow(first?.score ?? 1, 1)
    assert.deepStrictEqual([first?.title, first?.state], ["Crash when the app starts", "open"])
    assert.deepStrictEqual(
      (yield* Triage.duplicates({ ...repo, issue_number: 6 }, { threshold: 0.1 })).at(0)?.number,
      2
    )
  })

  on("finds nothing that is not alike", function* () {
    assert.deepStrictEqual(yield* found("Translate into Portuguese"), [])
  })

  on("finds the same text, and closed issues unless only open ones count", function* () {
    assert.deepStrictEqual(yield* found("Dark mode"), [4])
    const own = { ...repo, issue_number: 6 }
    assert.strictEqual((yield* Triage.duplicates(own))[0]?.score.toFixed(9), "1.000000000")
    assert.deepStrictEqual(yield* Triage.duplicates(own, { state: "open" }), [])
    assert.deepStrictEqual(yield* Triage.duplicates(own, { among: 0 }), [])
    assert.lengthOf(yield* Triage.duplicates(own, { threshold: 0, limit: 2 }), 2)
    assert.lengthOf(yield* Triage.duplicates(own, { threshold: 0 }), 4)
  })

  on("compares texts too, and writing without spaces", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.as("acme", "POST /repos/acme/web/issues", {
      title: "起動時にクラッシュする",
      body: "画面が真っ暗"
    })
    yield* simulator.as("acme", "POST /repos/acme/web/issues", { title: "アプリが起動時にクラッシュ" })
    yield* simulator.as("acme", "POST /repos/acme/web/issues", {
      title: "Something else",
      body: "A segmentation fault in rain.c"
    })
    yield* simulator.as("acme", "POST /repos/acme/web/issues", {
      title: "Something odd",
      body: "segmentation fault: rain.c"
    })
    const numbers = (issue_number: number) =>
      Effect.map(Triage.duplicates({ ...repo, issue_number }), (all) => all.map(({ number }) => number))
    assert.deepStrictEqual(yield* numbers(7), [6])
    assert.deepStrictEqual(yield* numbers(9), [8])
  })

  describe("under faults", () => {
    matrix({
      seed,
      program: Triage.duplicates({ ...repo, issue_number: 1 }),
      state: () => Effect.succeed([]),
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus"]
    })
  })
})
