import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig, layer, repo, seed, send, web } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const at = `${repo}/milestones`

describe("milestones", () => {
  const planned = ForgeSimulator.layerHttpClient({
    repositories: [
      {
        owner: "acme",
        name: "web",
        milestones: [
          { title: "late", due_on: "2031-01-01T00:00:00Z" },
          { title: "never" },
          { title: "soon", due_on: "2030-01-01T00:00:00Z" },
          { title: "done", state: "closed" }
        ],
        issues: [
          { title: "a", milestone: "late" },
          { title: "b", milestone: "soon", state: "closed" },
          { title: "c", milestone: "soon" }
        ]
      }
    ]
  })

  it.effect.each([
    ["", ["soon", "late", "never"]],
    ["direction=desc", ["late", "soon", "never"]],
    ["state=closed", ["done"]],
    ["state=all&sort=completeness", ["late", "never", "done", "soon"]],
    ["sort=completeness&direction=desc", ["soon", "late", "never"]],
    ["per_page=1&page=2", ["late"]]
  ] as const)("are listed by %s", ([query, expected]) =>
    send(`GET ${at}?${query}`).pipe(
      Effect.map(({ json }) => expect(dig(json, "*", "title")).toEqual(expected)),
      Effect.provide(planned)
    )
  )

  test("are created", function* () {
    const body = { title: "v2", description: "Next", due_on: "2031-05-06T00:00:00Z" }
    const { headers, json, status } = yield* send(`POST ${at}`, { body })
    expect(status).toBe(201)
    expect(json).toMatchObject({ ...body, number: 2, state: "open", open_issues: 0, creator: { login: "octo" } })
    expect(headers["location"]).toBe("https://api.github.com/repos/acme/web/milestones/2")
  })

  it.effect("are due on a day, whatever the time", () =>
    Effect.gen(function* () {
      const created = yield* send(`POST ${at}`, { body: { title: "v2", due_on: "2031-05-06T23:39:01Z" } })
      const updated = yield* send(`PATCH ${at}/1`, { body: { due_on: "2031-05-07T01:30:00+02:00" } })
      const seeded = yield* send(`GET ${at}?state=open`)
      expect([created, updated].map(({ json }) => dig(json, "due_on"))).toEqual([
        "2031-05-06T00:00:00Z",
        "2031-05-06T00:00:00Z"
      ])
      expect(dig(seeded.json, "*", "due_on")).toContain("2032-01-01T00:00:00Z")
    }).pipe(
      Effect.provide(
        ForgeSimulator.layerHttpClient({
          ...seed,
          repositories: [{ ...web, milestones: ["v1", { title: "v3", due_on: "2032-01-01T12:00:00Z" }] }]
        })
      )
    )
  )

  test("have unique titles", function* () {
    const taken = yield* send(`POST ${at}`, { body: { title: "v1" } })
    expect([taken.status, dig(taken.json, "errors")]).toEqual([
      422,
      [{ resource: "Milestone", code: "already_exists", field: "title" }]
    ])
    expect((yield* send(`POST ${at}`, { body: {} })).status).toBe(422)
    expect((yield* send(`POST ${at}`, { body: { title: "x", due_on: "soon" } })).status).toBe(422)
  })

  test("are closed, reopened and edited", function* () {
    const closed = yield* send(`PATCH ${at}/1`, { body: { state: "closed", due_on: null } })
    expect(closed.json).toMatchObject({
      title: "v1",
      state: "closed",
      closed_at: "1970-01-01T00:00:00Z",
      due_on: null
    })
    const opened = yield* send(`PATCH ${at}/1`, { body: { state: "open", title: "v1.0" } })
    expect(opened.json).toMatchObject({ title: "v1.0", state: "open", closed_at: null })
    expect((yield* send(`PATCH ${at}/9`, { body: {} })).status).toBe(404)
    expect((yield* send(`PATCH ${at}/1`, { body: { state: "done" } })).status).toBe(422)
  })

  test("are removed from their issues, and their number is not reused", function* () {
    expect((yield* send(`DELETE ${at}/1`)).status).toBe(204)
    expect((yield* send(`DELETE ${at}/1`)).status).toBe(404)
    expect(dig((yield* send(`GET ${repo}/issues/2`)).json, "milestone")).toBeNull()
    expect(dig((yield* send(`POST ${at}`, { body: { title: "v1" } })).json, "number")).toBe(2)
  })

  test("are changed by writers only", function* () {
    expect((yield* send(`POST ${at}`, { token: null, body: { title: "x" } })).status).toBe(401)
    expect((yield* send(`DELETE ${at}/1`, { token: "tri" })).status).toBe(403)
  })
})
