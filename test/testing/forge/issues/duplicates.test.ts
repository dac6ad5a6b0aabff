import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Issues from "../../../../src/forge/Issues.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { ask } from "../pulls/support.ts"
import { dig } from "../support.ts"
import { issues, layer, refused, seed } from "./organized.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const first = { owner: "acme", repo: "web", issue_number: 1 }
const second = { ...first, issue_number: 2 }

const repeatedBy = (number: number) =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { issues } = yield* simulator.repository("acme/web")
    return issues.find((issue) => issue.number === number)?.duplicate_issue_id
  })

const close = (body: object, token?: string) =>
  ask(`PATCH ${issues}/1`, { body: { state: "closed", ...body }, ...(token === undefined ? {} : { token }) })

describe("closing an issue as a duplicate", () => {
  testOn(ForgeSimulator.layer(seed))("keeps the issue that it repeats, until it is reopened", function* () {
    const { id } = yield* Issues.get(second)
    const closed = yield* Issues.update({
      ...first,
      state: "closed",
      state_reason: "duplicate",
      duplicate_issue_id: id
    })
    expect(closed).toMatchObject({ state: "closed", state_reason: "duplicate" })
    expect(yield* repeatedBy(1)).toBe(id)
    yield* Issues.update({ ...first, title: "Again" })
    expect(yield* repeatedBy(1)).toBe(id)
    yield* Issues.update({ ...first, state: "open" })
    expect(yield* repeatedBy(1)).toBeNull()
  })

  test("names an issue of any repository that the sender sees", function* () {
    const made = yield* ask("POST /repos/octo/own/issues", { body: { title: "The same" } })
    const id = dig(made.json, "id")
    expect((yield* close({ state_reason: "duplicate", duplicate_issue_id: id })).status).toBe(200)
    expect(yield* repeatedBy(1)).toBe(id)
  })

  test("does not need to name one", function* () {
    expect((yield* close({ state_reason: "duplicate" })).json).toMatchObject({ state_reason: "duplicate" })
    expect(yield* repeatedBy(1)).toBeNull()
  })

  test("ignores the id unless the reason is `duplicate`", function* () {
    const closed = yield* close({ state_reason: "not_planned", duplicate_issue_id: 99 })
    expect([closed.status, dig(closed.json, "state_reason")]).toEqual([200, "not_planned"])
    expect(yield* repeatedBy(1)).toBeNull()
  })

  test("is refused if there is no such issue", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const [own, other, third, pull] = (yield* Effect.forEach([1, 2, 3, 4], (number) =>
      ask(`GET ${issues}/${number}`)
    )).map(({ json }) => dig(json, "id"))
    yield* simulator.deleteIssue("acme/web", 3)
    for (const id of [99, own, third, pull]) {
      const { json, status } = yield* close({ state_reason: "duplicate", duplicate_issue_id: id })
      expect([id, status]).toEqual([id, 422])
      expect(json).toMatchObject(refused("duplicate_issue_id", { value: id }))
    }
    expect((yield* close({ state_reason: "duplicate", duplicate_issue_id: "2" })).status).toBe(422)
    expect(dig((yield* ask(`GET ${issues}/1`)).json, "state")).toBe("open")
    expect((yield* close({ state_reason: "duplicate", duplicate_issue_id: other })).status).toBe(200)
  })

  test("is refused if the sender does not see the issue", function* () {
    const body = { state_reason: "duplicate", duplicate_issue_id: 3_777_777 }
    const { json, status } = yield* close(body, "tri")
    expect(status).toBe(422)
    expect(json).toMatchObject(refused("duplicate_issue_id", { value: 3_777_777 }))
    expect((yield* close(body)).status).toBe(200)
    expect(yield* repeatedBy(1)).toBe(3_777_777)
  })
})
