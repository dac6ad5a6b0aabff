import { describe, expect } from "@effect/vitest"
import * as Issues from "../../../../src/forge/Issues.ts"
import * as Labels from "../../../../src/forge/Labels.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { ask } from "../pulls/support.ts"
import { dig, layer, repo, seed } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const first = { owner: "acme", repo: "web", issue_number: 1 }
const why = { rationale: "It fits", confidence: "medium" } as const

const labelsOf = (json: unknown) => dig(json, "labels", "*", "name")

describe("labels that are records", () => {
  test("name those of the repository, by name or id", function* () {
    const { json } = yield* ask(`GET ${repo}/labels/ui`)
    const body = { title: "New", labels: [{ name: "BUG", color: "000000" }, { id: dig(json, "id") }] }
    const made = yield* ask(`POST ${repo}/issues`, { body })
    expect(dig(made.json, "labels", "*", "color")).toEqual(["d73a4a", "ededed"])
    expect(labelsOf(made.json)).toEqual(["bug", "ui"])
  })

  testOn(ForgeSimulator.layer(seed))("are created with their color and description if they are new", function* () {
    const given = { id: 77, name: "copied", color: "00ff00", description: "From elsewhere" }
    const { labels } = yield* Issues.create({ owner: "acme", repo: "web", title: "New", labels: [given, "plain"] })
    expect(labels).toMatchObject([
      { name: "copied", color: "00ff00", description: "From elsewhere" },
      { name: "plain", color: "ededed", description: null }
    ])
  })

  test("are refused without a name, and with a wrong color", function* () {
    const before = yield* ask(`GET ${repo}/labels`)
    const send = (label: unknown) => ask(`PATCH ${repo}/issues/1`, { body: { labels: ["fresh", label] } })
    for (const label of [{}, { id: 99 }, { color: "000000" }, 5]) expect((yield* send(label)).status).toBe(422)
    expect((yield* send("")).json).toMatchObject({ errors: [{ resource: "Label", code: "missing_field" }] })
    expect((yield* send({ name: "green", color: "#00ff00" })).json).toMatchObject({
      errors: [{ resource: "Label", code: "invalid", field: "color" }]
    })
    expect((yield* ask(`GET ${repo}/labels`)).json).toEqual(before.json)
  })
})

describe("choices with reasons", () => {
  testOn(ForgeSimulator.layer(seed))("are made like plain ones", function* () {
    const changed = yield* Issues.update({
      ...first,
      labels: [{ name: "ui", ...why }, "bug"],
      assignees: [{ login: "OCTO", ...why }, "tri"]
    })
    expect(changed.labels).toMatchObject([{ name: "ui" }, { name: "bug" }])
    expect(changed.assignees.map(({ login }) => login)).toEqual(["octo", "tri"])
    const added = yield* Issues.addAssignees({ ...first, assignees: [{ login: "acme", ...why }] })
    expect(added.assignees.map(({ login }) => login)).toEqual(["octo", "tri", "acme"])
  })

  testOn(ForgeSimulator.layer(seed))("wait for people if they are suggestions", function* () {
    const suggested = { ...why, suggest: true }
    const both = yield* Issues.update({
      ...first,
      labels: [{ name: "ui", ...suggested }, "new"],
      assignees: [{ login: "octo", ...suggested }]
    })
    expect([both.labels, both.assignees]).toMatchObject([[{ name: "new" }], []])
    // Nothing but suggestions replaces nothing.
    const none = yield* Issues.update({ ...first, labels: [{ name: "ui", ...suggested }] })
    expect(none.labels).toMatchObject([{ name: "new" }])
    const added = yield* Issues.addAssignees({ ...first, assignees: [{ login: "octo", ...suggested }, "tri"] })
    expect(added.assignees).toMatchObject([{ login: "tri" }])
    const labels = yield* Labels.addToIssue({ ...first, labels: [{ name: "ui", ...suggested }] })
    expect(labels).toMatchObject([{ name: "new" }])
  })

  test("are all ignored from those who may not triage, whatever they name", function* () {
    const body = { title: "Mine", labels: [{ name: "new" }], assignees: ["nobody"], milestone: 99, type: "Bug" }
    const { json, status } = yield* ask(`POST ${repo}/issues`, { token: "ada", body })
    expect(status).toBe(201)
    expect(json).toMatchObject({ labels: [], assignees: [], milestone: null })
    expect((yield* ask(`GET ${repo}/labels/new`)).status).toBe(404)
  })
})
