import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Issues from "../../../../src/forge/Issues.ts"
import * as Labels from "../../../../src/forge/Labels.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { ask } from "../pulls/support.ts"
import { dig, layer, repo, seed } from "../support.ts"

const first = { owner: "acme", repo: "web", issue_number: 1 }
const why = { rationale: "It fits", confidence: "medium" } as const

const labelsOf = (json: unknown) => dig(json, "labels", "*", "name")

describe("labels that are records", () => {
  it.effect("name those of the repository, by name or id", () =>
    Effect.gen(function* () {
      const { json } = yield* ask(`GET ${repo}/labels/ui`)
      const body = { title: "New", labels: [{ name: "BUG", color: "000000" }, { id: dig(json, "id") }] }
      const made = yield* ask(`POST ${repo}/issues`, { body })
      expect(dig(made.json, "labels", "*", "color")).toEqual(["d73a4a", "ededed"])
      expect(labelsOf(made.json)).toEqual(["bug", "ui"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("are created with their color and description if they are new", () =>
    Effect.gen(function* () {
      const given = { id: 77, name: "copied", color: "00ff00", description: "From elsewhere" }
      const { labels } = yield* Issues.create({ owner: "acme", repo: "web", title: "New", labels: [given, "plain"] })
      expect(labels).toMatchObject([
        { name: "copied", color: "00ff00", description: "From elsewhere" },
        { name: "plain", color: "ededed", description: null }
      ])
    }).pipe(Effect.provide(ForgeSimulator.layer(seed)))
  )

  it.effect("are refused without a name, and with a wrong color", () =>
    Effect.gen(function* () {
      const before = yield* ask(`GET ${repo}/labels`)
      const send = (label: unknown) => ask(`PATCH ${repo}/issues/1`, { body: { labels: ["fresh", label] } })
      for (const label of [{}, { id: 99 }, { color: "000000" }, 5]) expect((yield* send(label)).status).toBe(422)
      expect((yield* send("")).json).toMatchObject({ errors: [{ resource: "Label", code: "missing_field" }] })
      expect((yield* send({ name: "green", color: "#00ff00" })).json).toMatchObject({
        errors: [{ resource: "Label", code: "invalid", field: "color" }]
      })
      expect((yield* ask(`GET ${repo}/labels`)).json).toEqual(before.json)
    }).pipe(Effect.provide(layer))
  )
})

describe("choices with reasons", () => {
  it.effect("are made like plain ones", () =>
    Effect.gen(function* () {
      const changed = yield* Issues.update({
        ...first,
        labels: [{ name: "ui", ...why }, "bug"],
        assignees: [{ login: "OCTO", ...why }, "tri"]
      })
      expect(changed.labels).toMatchObject([{ name: "ui" }, { name: "bug" }])
      expect(changed.assignees.map(({ login }) => login)).toEqual(["octo", "tri"])
      const added = yield* Issues.addAssignees({ ...first, assignees: [{ login: "acme", ...why }] })
      expect(added.assignees.map(({ login }) => login)).toEqual(["octo", "tri", "acme"])
    }).pipe(Effect.provide(ForgeSimulator.layer(seed)))
  )

  it.effect("wait for people if they are suggestions", () =>
    Effect.gen(function* () {
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
    }).pipe(Effect.provide(ForgeSimulator.layer(seed)))
  )

  it.effect("are all ignored from those who may not triage, whatever they name", () =>
    Effect.gen(function* () {
      const body = { title: "Mine", labels: [{ name: "new" }], assignees: ["nobody"], milestone: 99, type: "Bug" }
      const { json, status } = yield* ask(`POST ${repo}/issues`, { token: "ada", body })
      expect(status).toBe(201)
      expect(json).toMatchObject({ labels: [], assignees: [], milestone: null })
      expect((yield* ask(`GET ${repo}/labels/new`)).status).toBe(404)
    }).pipe(Effect.provide(layer))
  )
})
