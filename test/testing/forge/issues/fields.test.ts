import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Issues from "../../../../src/forge/Issues.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { ask } from "../pulls/support.ts"
import { dig } from "../support.ts"
import { ids, issues, layer, refused, seed } from "./organized.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const web = { owner: "acme", repo: "web" }

const valuesOf = (number: number) =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { issues } = yield* simulator.repository("acme/web")
    return issues.find((issue) => issue.number === number)?.issue_field_values
  })

const set = (field_id: number, value: unknown) => ({ body: { issue_field_values: [{ field_id, value }] } })

describe("the fields of issues", () => {
  test("are listed for members, with their options", function* () {
    const { json } = yield* ask("GET /orgs/acme/issue-fields")
    expect(dig(json, "*", "name")).toEqual(["Priority", "Areas", "Effort in days", "Due", "Note"])
    expect(dig(json, 0, "options", "*", "name")).toEqual(["Low", "Urgent"])
    expect(dig(json, 0, "options", "*", "color")).toEqual(["gray", "red"])
    expect(dig(json, 4)).not.toHaveProperty("options")
    expect((yield* ask("GET /orgs/acme/issue-fields", { token: "ada" })).status).toBe(404)
  })

  test("are part of issues where the owner defines some", function* () {
    const { json } = yield* ask(`GET ${issues}/1`)
    const options = dig((yield* ask("GET /orgs/acme/issue-fields")).json, "*", "options")
    expect(dig(json, "issue_field_values")).toMatchObject([
      {
        issue_field_id: ids.priority,
        issue_field_name: "Priority",
        data_type: "single_select",
        value: dig(options, 0, 1, "id"),
        single_select_option: dig(options, 0, 1)
      },
      {
        issue_field_id: ids.areas,
        data_type: "multi_select",
        value: "Map,Export",
        multi_select_options: [dig(options, 1, 0), dig(options, 1, 2)]
      }
    ])
    const more = yield* ask(`PATCH ${issues}/2`, set(ids.priority, "Low"))
    expect(dig(more.json, "issue_field_values", "*", "issue_field_name")).toEqual([
      "Priority",
      "Effort in days",
      "Due",
      "Note"
    ])
    const second = yield* ask(`GET ${issues}/2`)
    expect(dig(second.json, "issue_field_values", "*", "value")).toEqual([
      dig(options, 0, 0, "id"),
      2.5,
      "2030-01-31",
      "a: b"
    ])
    expect(dig((yield* ask(`GET ${issues}/3`)).json, "issue_field_values")).toEqual([])
    for (const path of ["/repos/plain/web/issues/1", "/repos/octo/own/issues/1"]) {
      expect((yield* ask(`GET ${path}`)).json).not.toHaveProperty("issue_field_values")
    }
  })

  testOn(ForgeSimulator.layer(seed))("are set by our client, each by itself", function* () {
    const { number } = yield* Issues.create({
      ...web,
      title: "New",
      issue_field_values: [
        { field_id: ids.note, value: "Soon" },
        { field_id: ids.priority, value: "low" }
      ]
    })
    expect(yield* valuesOf(number)).toEqual({ Note: "Soon", Priority: "Low" })
    const reasons = { rationale: "It is much work", confidence: "low" } as const
    yield* Issues.update({
      ...web,
      issue_number: number,
      issue_field_values: [
        { field_id: ids.effort, value: 3, ...reasons },
        { field_id: ids.areas, value: ["login", "Login", "MAP"], ...reasons },
        { field_id: ids.priority, value: "Urgent" },
        { field_id: ids.due, value: "2031-12-01", suggest: true }
      ]
    })
    expect(yield* valuesOf(number)).toEqual({
      Priority: "Urgent",
      Areas: ["Login", "Map"],
      "Effort in days": 3,
      Note: "Soon"
    })
    // Nothing selected is not a value.
    yield* Issues.update({ ...web, issue_number: number, issue_field_values: [{ field_id: ids.areas, value: [] }] })
    expect(yield* valuesOf(number)).toEqual({ Priority: "Urgent", "Effort in days": 3, Note: "Soon" })
  })

  test("are ignored without triage permission, and where nobody defines them", function* () {
    const body = { title: "Mine", issue_field_values: [{ field_id: ids.note, value: "Soon" }] }
    const made = yield* ask(`POST ${issues}`, { token: "ada", body })
    expect([made.status, dig(made.json, "issue_field_values")]).toEqual([201, []])
    const triaged = yield* ask(`POST ${issues}`, { token: "tri", body })
    expect(dig(triaged.json, "issue_field_values", "*", "value")).toEqual(["Soon"])
    for (const path of ["/repos/plain/web/issues", "/repos/octo/own/issues"]) {
      yield* (yield* ForgeSimulator.ForgeSimulator).seed({
        repositories: [{ owner: path.split("/")[2] ?? "", name: path.split("/")[3] ?? "", collaborators: ["octo"] }]
      })
      expect((yield* ask(`POST ${path}`, { body })).status).toBe(201)
    }
    const pull = yield* ask(`PATCH ${issues}/4`, set(ids.note, "Soon"))
    expect([pull.status, dig(pull.json, "issue_field_values")]).toEqual([200, []])
  })

  test.each([
    [ids.priority, "Medium"],
    [ids.priority, ["Low"]],
    [ids.priority, 1],
    [ids.areas, ["Map", "Kitchen"]],
    [ids.areas, "Map"],
    [ids.effort, "3"],
    [ids.due, "2030-02-30"],
    [ids.due, "2030-1-1"],
    [ids.due, "2030-01-31T00:00:00Z"],
    [ids.note, 3]
  ] as const)("refuse a value that is not theirs: %s, %j", function* ([field, value]) {
    const before = yield* valuesOf(1)
    const { json, status } = yield* ask(`PATCH ${issues}/1`, set(field, value))
    expect(status).toBe(422)
    expect(json).toMatchObject(refused("issue_field_values", {}))
    expect(dig(json, "errors", 0, "message")).toMatch(`${JSON.stringify(value)} is not a valid value for the field`)
    expect(yield* valuesOf(1)).toEqual(before)
  })

  test("are refused when they are unknown or incomplete", function* () {
    const messageOf = (body: unknown) =>
      Effect.map(ask(`PATCH ${issues}/1`, { body: { issue_field_values: body } }), ({ json, status }) => {
        expect(status).toBe(422)
        return dig(json, "errors", 0, "message") ?? dig(json, "message")
      })
    expect(yield* messageOf([{ field_id: 99, value: "a" }])).toBe("The field 99 does not exist.")
    expect(yield* messageOf([{ value: "a" }])).toBe('Invalid request.\n\n"field_id" wasn\'t supplied.')
    expect(yield* messageOf([{ field_id: 11 }])).toBe('Invalid request.\n\n"value" wasn\'t supplied.')
    expect(yield* messageOf("a")).toMatch("is not an array")
    expect(yield* messageOf([{ field_id: "a", value: "a" }])).toMatch("is not an integer")
  })
})

describe("finding issues by the values of their fields", () => {
  test.each([
    ["priority:Urgent", [1]],
    ["PRIORITY:urgent", [1]],
    ["priority:Low", []],
    ["areas:Map", [1]],
    ["areas:Map,areas:Export,priority:Urgent", [1]],
    ["areas:Map,areas:Login", []],
    ["effort-in-days:2.5", [2]],
    ["due:2030-01-31", [2]],
    ["note:a: b", [2]],
    ["", [1, 2, 3, 4]]
  ] as const)("lists %s", function* ([filter, expected]) {
    const { json } = yield* ask(`GET ${issues}?direction=asc&issue_field_values=${encodeURIComponent(filter)}`)
    expect(dig(json, "*", "number")).toEqual(expected)
  })

  testOn(ForgeSimulator.layer(seed))("follows changes", function* () {
    const urgent = Issues.list({ ...web, issue_field_values: ["priority:Urgent"] }).pipe(
      Stream.map((issue) => issue.number),
      Stream.runCollect
    )
    expect(yield* urgent).toEqual([1])
    const values = (value: string) => [{ field_id: ids.priority, value }]
    yield* Issues.update({ ...web, issue_number: 3, issue_field_values: values("Urgent") })
    yield* Issues.update({ ...web, issue_number: 1, issue_field_values: values("Low") })
    expect(yield* urgent).toEqual([3])
  })

  test("refuses fields that nobody defines, and filters without a value", function* () {
    for (const filter of ["severity:High", "priority", "note:a,severity:High"]) {
      const { json, status } = yield* ask(`GET ${issues}?issue_field_values=${filter}`)
      expect([filter, status]).toEqual([filter, 422])
      expect(json).toMatchObject(refused("issue_field_values", {}))
    }
    expect((yield* ask("GET /repos/octo/own/issues?issue_field_values=priority:Urgent")).status).toBe(422)
  })
})
