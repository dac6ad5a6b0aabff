import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Labels from "../../src/forge/Labels.ts"
import { Label } from "../../src/forge/schema/Label.ts"
import { all, fails, proves, refuses, untyped } from "./support/proof.ts"
import { label, repo, root } from "./support/records.ts"
import { answer, asking, sending } from "./support/wire.ts"

const read = Schema.decodeUnknownSync(Label)
const help = read(label)
const onIssue = { ...repo, issue_number: 7 }

/** What a path has to encode, and what it has to keep. */
const oddNames = [
  ["help wanted", "help%20wanted"],
  ["help wanted/ü?#%", "help%20wanted%2F%C3%BC%3F%23%25"],
  ["a&b=c+d;e:f@g", "a%26b%3Dc%2Bd%3Be%3Af%40g"],
  ["🐛", "%F0%9F%90%9B"],
  ["...", "..."],
  ["%2e%2e", "%252e%252e"],
  [" ", "%20"]
] as const

/** Every URL parser treats these as relative steps, encoded or not. */
const unreachable = [".", ".."] as const

describe("Labels.list", () => {
  it.effect("returns all labels, 100 a page", () =>
    proves(all(Labels.list(repo)), {
      sends: asking(`${root}/labels`, { per_page: "100" }),
      answer: answer(200, [label, { ...label, name: "bug", description: null }]),
      gives: [help, read({ ...label, name: "bug", description: null })]
    })
  )

  it.effect("returns one page", () =>
    proves(Labels.list.page({ ...repo, per_page: 2, page: 3 }), {
      sends: asking(`${root}/labels`, { per_page: "2", page: "3" }),
      answer: answer(200, [label]),
      gives: { items: [help], next: null, total_count: null, incomplete_results: null }
    })
  )
})

describe("Labels.get", () => {
  it.effect.each(oddNames)("encodes the name %s", ([name, encoded]) =>
    proves(Labels.get({ ...repo, name }), {
      sends: asking(`${root}/labels/${encoded}`),
      answer: answer(200, label),
      gives: help
    })
  )

  it.effect.each(["", ...unreachable])("refuses %j", (name) => refuses("name", Labels.get({ ...repo, name })))
})

describe("Labels.listForIssue", () => {
  it.effect("returns all labels, 100 a page", () =>
    proves(all(Labels.listForIssue(onIssue)), {
      sends: asking(`${root}/issues/7/labels`, { per_page: "100" }),
      answer: answer(200, [label]),
      gives: [help]
    })
  )
})

describe("Labels.replaceOnIssue", () => {
  it.effect.each<{ readonly labels: ReadonlyArray<string> }>([
    { labels: ["help wanted", "ü, with a comma"] },
    { labels: [] }
  ])("sends the new set: $labels", ({ labels }) =>
    proves(Labels.replaceOnIssue({ ...onIssue, labels }), {
      sends: sending("PUT", `${root}/issues/7/labels`, { labels }),
      answer: answer(200, [label]),
      gives: [help]
    })
  )

  it.effect("refuses a label without a name", () =>
    refuses("labels[0]", Labels.replaceOnIssue({ ...onIssue, labels: [""] }))
  )

  it.effect("takes labels as they were read", () =>
    proves(Labels.replaceOnIssue({ ...onIssue, labels: [help] }), {
      sends: sending("PUT", `${root}/issues/7/labels`, { labels: [{ name: help.name }] }),
      answer: answer(200, [label]),
      gives: [help]
    })
  )

  it.effect("refuses a missing list", () => refuses("labels", Labels.replaceOnIssue(untyped(onIssue))))
})

describe("Labels.addToIssue", () => {
  it.effect("sends the labels", () =>
    proves(Labels.addToIssue({ ...onIssue, labels: ["help wanted", "ü, with a comma"] }), {
      sends: sending("POST", `${root}/issues/7/labels`, { labels: ["help wanted", "ü, with a comma"] }),
      answer: answer(200, [label]),
      gives: [help]
    })
  )

  it.effect("refuses a label without a name", () =>
    refuses("labels[1]", Labels.addToIssue({ ...onIssue, labels: ["bug", ""] }))
  )

  it.effect("takes labels as records, and refuses an empty list, which the service forbids", () =>
    Effect.gen(function* () {
      const labels = [{ name: "bug", rationale: "It crashes" }, "help wanted"]
      yield* proves(Labels.addToIssue({ ...onIssue, labels }), {
        sends: sending("POST", `${root}/issues/7/labels`, { labels }),
        answer: answer(200, [label]),
        gives: [help]
      })
      yield* refuses("labels", Labels.addToIssue({ ...onIssue, labels: [] }))
    })
  )
})

describe("Labels.removeFromIssue", () => {
  it.effect("returns the remaining labels", () =>
    proves(Labels.removeFromIssue({ ...onIssue, name: "bug" }), {
      sends: sending("DELETE", `${root}/issues/7/labels/bug`),
      answer: answer(200, [label]),
      gives: [help]
    })
  )

  it.effect.each(oddNames)("encodes the name %s", ([name, encoded]) =>
    proves(Labels.removeFromIssue({ ...onIssue, name }), {
      sends: sending("DELETE", `${root}/issues/7/labels/${encoded}`),
      answer: answer(200, []),
      gives: []
    })
  )

  it.effect.each(unreachable)("refuses %s, which would remove all labels or lead elsewhere", (name) =>
    refuses("name", Labels.removeFromIssue({ ...onIssue, name }))
  )

  it.effect("refuses an empty name, which would remove all labels", () =>
    refuses("name", Labels.removeFromIssue({ ...onIssue, name: "" }))
  )

  it.effect("refuses a lone surrogate", () => refuses("name", Labels.removeFromIssue({ ...onIssue, name: "\ud83d" })))
})

describe("Labels.create", () => {
  it.effect("sends every field", () =>
    proves(Labels.create({ ...repo, name: "help wanted", color: "00aBcF", description: "Extra attention" }), {
      sends: sending("POST", `${root}/labels`, {
        name: "help wanted",
        color: "00aBcF",
        description: "Extra attention"
      }),
      answer: answer(201, label),
      gives: help
    })
  )

  it.effect("needs only a name", () =>
    proves(Labels.create({ ...repo, name: "bug", color: undefined }), {
      sends: sending("POST", `${root}/labels`, { name: "bug" }),
      answer: answer(201, label),
      gives: help
    })
  )

  it.effect.each(["red", "fff", "#ff0000", "ff00000", "ff000", "gg0000", "", " ff0000", "ff0000\n"])(
    "refuses the color %j",
    (color) =>
      Effect.map(refuses("color", Labels.create({ ...repo, name: "bug", color })), ({ reason }) => {
        assert.include(reason, "six hex digits")
      })
  )

  it.effect("refuses an empty name", () => refuses("name", Labels.create({ ...repo, name: "" })))

  it.effect("fails with ValidationFailed when the name is taken", () =>
    Effect.gen(function* () {
      const failure = yield* fails(
        Labels.create({ ...repo, name: "bug" }),
        answer(422, {
          message: "Validation Failed",
          errors: [{ resource: "Label", code: "already_exists", field: "name" }],
          documentation_url: "https://docs.github.com/rest/issues/labels#create-a-label",
          status: "422"
        })
      )
      assert.containSubset(failure, {
        _tag: "ValidationFailed",
        operation: "Labels.create",
        method: "POST",
        url: "https://api.github.com/repos/acme/web/labels",
        status: 422,
        serviceMessage: "Validation Failed",
        documentationUrl: "https://docs.github.com/rest/issues/labels#create-a-label",
        alreadyExists: true,
        errors: [{ resource: "Label", code: "already_exists", field: "name" }]
      })
    })
  )
})

describe("Labels.update", () => {
  it.effect("sends every field", () =>
    proves(Labels.update({ ...repo, name: "help wanted", new_name: "help/now", color: "ffffff", description: "" }), {
      sends: sending("PATCH", `${root}/labels/help%20wanted`, {
        new_name: "help/now",
        color: "ffffff",
        description: ""
      }),
      answer: answer(200, label),
      gives: help
    })
  )

  it.effect("sends only the given fields, and the name only in the path", () =>
    proves(Labels.update({ ...repo, name: "bug", color: "000000" }), {
      sends: sending("PATCH", `${root}/labels/bug`, { color: "000000" }),
      answer: answer(200, label),
      gives: help
    })
  )

  it.effect.each([
    ["name", { name: "" }],
    ["name", { name: ".." }],
    ["new_name", { new_name: "" }],
    ["color", { color: "#ffffff" }]
  ] as const)("refuses %s: %j", ([path, wrong]) => refuses(path, Labels.update({ ...repo, name: "bug", ...wrong })))
})

describe("Labels.remove", () => {
  it.effect("returns nothing", () =>
    proves(Labels.remove({ ...repo, name: "help wanted" }), {
      sends: sending("DELETE", `${root}/labels/help%20wanted`),
      answer: answer(204),
      gives: undefined
    })
  )

  it.effect.each(oddNames)("encodes the name %s", ([name, encoded]) =>
    proves(Labels.remove({ ...repo, name }), {
      sends: sending("DELETE", `${root}/labels/${encoded}`),
      answer: answer(204),
      gives: undefined
    })
  )

  it.effect.each(["", ...unreachable])("refuses %j", (name) => refuses("name", Labels.remove({ ...repo, name })))
})
