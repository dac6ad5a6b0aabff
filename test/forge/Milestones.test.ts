import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Milestones from "../../src/forge/Milestones.ts"
import { Milestone } from "../../src/forge/schema/Milestone.ts"
import { all, fails, proves, refuses, untyped } from "./support/proof.ts"
import { milestone, repo, root } from "./support/records.ts"
import { answer, asking, sending } from "./support/wire.ts"

const read = Schema.decodeUnknownSync(Milestone)
const v1 = read(milestone)
const closed = { state: "closed", closed_at: "2026-11-01T00:00:00Z" }
const third = { ...repo, milestone_number: 3 }

describe("Milestones.list", () => {
  it.effect("sends every filter", () =>
    proves(all(Milestones.list({ ...repo, state: "all", sort: "completeness", direction: "desc", per_page: 50 })), {
      sends: asking(`${root}/milestones`, { state: "all", sort: "completeness", direction: "desc", per_page: "50" }),
      answer: answer(200, [milestone]),
      gives: [v1]
    })
  )

  it.effect("leaves the order to the service", () =>
    proves(all(Milestones.list(repo)), {
      sends: asking(`${root}/milestones`, { per_page: "100" }),
      answer: answer(200, []),
      gives: []
    })
  )

  it.effect.each([
    ["state", { state: "closd" }],
    ["sort", { sort: "created" }],
    ["direction", { direction: "down" }],
    ["per_page", { per_page: 0 }],
    ["per_page", { per_page: 101 }]
  ] as const)("refuses %s: %j", ([path, wrong]) => refuses(path, all(Milestones.list(untyped({ ...repo, ...wrong })))))
})

describe("Milestones.create", () => {
  const due = "2026-10-09T23:39:01Z"

  it.effect.each([
    ["a DateTime.Utc", DateTime.makeUnsafe(due), due],
    ["a Date", new Date(due), due],
    ["milliseconds", new Date("2026-10-09T23:39:01.250Z"), "2026-10-09T23:39:01.250Z"]
  ] as const)("sends every field, the date given as %s", ([, due_on, sent]) =>
    proves(Milestones.create({ ...repo, title: "v1.0", state: "closed", description: "The first", due_on }), {
      sends: sending("POST", `${root}/milestones`, {
        title: "v1.0",
        state: "closed",
        description: "The first",
        due_on: sent
      }),
      answer: answer(201, milestone),
      gives: v1
    })
  )

  it.effect("needs only a title", () =>
    proves(Milestones.create({ ...repo, title: "v1.0", due_on: undefined }), {
      sends: sending("POST", `${root}/milestones`, { title: "v1.0" }),
      answer: answer(201, milestone),
      gives: v1
    })
  )

  it.effect.each([
    ["title", { title: "" }],
    ["title", { title: undefined }],
    ["state", { state: "all" }],
    ["due_on", { due_on: "soon" }],
    ["due_on", { due_on: new Date("never") }],
    ["description", { description: null }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, Milestones.create(untyped({ ...repo, title: "v1.0", ...wrong })))
  )

  it.effect("fails with ValidationFailed when the title is taken", () =>
    Effect.gen(function* () {
      const failure = yield* fails(
        Milestones.create({ ...repo, title: "v1.0" }),
        answer(422, {
          message: "Validation Failed",
          errors: [{ value: "v1.0", resource: "Milestone", field: "title", code: "already_exists" }]
        })
      )
      assert.containSubset(failure, {
        _tag: "ValidationFailed",
        alreadyExists: true,
        errors: [{ value: "v1.0", resource: "Milestone", field: "title", code: "already_exists" }]
      })
    })
  )
})

describe("Milestones.get", () => {
  it.effect("returns a milestone by its number", () =>
    proves(Milestones.get({ ...repo, milestone_number: 3 }), {
      sends: asking(`${root}/milestones/3`),
      answer: answer(200, milestone),
      gives: read(milestone)
    })
  )

  it.effect.each([0, 1.5])("refuses the number %d", (milestone_number) =>
    refuses("milestone_number", Milestones.get({ ...repo, milestone_number }))
  )
})

describe("Milestones.update", () => {
  it.effect("sends every field", () =>
    proves(
      Milestones.update({
        ...third,
        title: "v1.1",
        state: "open",
        description: "",
        due_on: DateTime.makeUnsafe("2027-01-01T00:00:00Z")
      }),
      {
        sends: sending("PATCH", `${root}/milestones/3`, {
          title: "v1.1",
          state: "open",
          description: "",
          due_on: "2027-01-01T00:00:00Z"
        }),
        answer: answer(200, milestone),
        gives: v1
      }
    )
  )

  it.effect("sends only the given fields", () =>
    proves(Milestones.update({ ...third, state: "closed" }), {
      sends: sending("PATCH", `${root}/milestones/3`, { state: "closed" }),
      answer: answer(200, { ...milestone, ...closed }),
      gives: read({ ...milestone, ...closed })
    })
  )

  it.effect.each([
    ["milestone_number", { milestone_number: 0 }],
    ["milestone_number", { milestone_number: -1 }],
    ["milestone_number", { milestone_number: 1.5 }],
    ["milestone_number", { milestone_number: "3" }],
    ["title", { title: "" }],
    ["state", { state: "done" }]
  ] as const)("refuses %s: %j", ([path, wrong]) => refuses(path, Milestones.update(untyped({ ...third, ...wrong }))))
})

describe("Milestones.remove", () => {
  it.effect("returns nothing", () =>
    proves(Milestones.remove(third), {
      sends: sending("DELETE", `${root}/milestones/3`),
      answer: answer(204),
      gives: undefined
    })
  )

  it.effect("refuses the number 0", () =>
    refuses("milestone_number", Milestones.remove({ ...third, milestone_number: 0 }))
  )
})
