import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { dig, layer, repo, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const names = (json: unknown) => dig(json, "*", "name")
const labelsOf = (number: number) =>
  Effect.map(send(`GET ${repo}/issues/${number}`), ({ json }) => dig(json, "labels", "*", "name"))

describe("a repository's labels", () => {
  test("are listed in pages", function* () {
    const all = yield* send(`GET ${repo}/labels`)
    expect(dig(all.json, 0)).toMatchObject({
      name: "bug",
      color: "d73a4a",
      default: true,
      description: "Something isn't working",
      url: "https://api.github.com/repos/acme/web/labels/bug"
    })
    const first = yield* send(`GET ${repo}/labels?per_page=1`)
    expect(names(first.json)).toEqual(["bug"])
    expect(first.headers["link"]).toContain('/repositories/2000000/labels?per_page=1&page=2>; rel="next"')
  })

  test("are created, with a default color", function* () {
    const body = { name: "help wanted/ü?#%", description: "Please" }
    const { headers, json, status } = yield* send(`POST ${repo}/labels`, { body })
    expect(status).toBe(201)
    expect(json).toMatchObject({ ...body, color: "ededed", default: false })
    expect(headers["location"]).toBe("https://api.github.com/repos/acme/web/labels/help%20wanted%2F%C3%BC%3F%23%25")
  })

  test("have unique names, ignoring case", function* () {
    const taken = { resource: "Label", code: "already_exists", field: "name" }
    const created = yield* send(`POST ${repo}/labels`, { body: { name: "BUG" } })
    expect([created.status, dig(created.json, "errors")]).toEqual([422, [taken]])
    const renamed = yield* send(`PATCH ${repo}/labels/ui`, { body: { new_name: "Bug" } })
    expect([renamed.status, dig(renamed.json, "errors")]).toEqual([422, [taken]])
    const recased = yield* send(`PATCH ${repo}/labels/ui`, { body: { new_name: "UI" } })
    expect([recased.status, dig(recased.json, "name")]).toEqual([200, "UI"])
  })

  test("have colors of six hexadecimal digits", function* () {
    for (const color of ["#ff0000", "red", "fff", 7]) {
      const { status } = yield* send(`POST ${repo}/labels`, { body: { name: "x", color } })
      expect(status).toBe(422)
    }
    const refused = yield* send(`PATCH ${repo}/labels/ui`, { body: { color: "#ff0000" } })
    expect(dig(refused.json, "errors")).toEqual([{ resource: "Label", code: "invalid", field: "color" }])
  })

  test("are renamed on every issue", function* () {
    const body = { new_name: "defect", color: "00ff00", description: null }
    const { json } = yield* send(`PATCH ${repo}/labels/Bug`, { body })
    expect(json).toMatchObject({ name: "defect", color: "00ff00", description: null })
    expect(yield* labelsOf(1)).toEqual(["defect"])
    expect(yield* labelsOf(2)).toEqual(["defect", "ui"])
    expect((yield* send(`PATCH ${repo}/labels/bug`, { body: {} })).status).toBe(404)
  })

  test("are removed from every issue", function* () {
    const removed = yield* send(`DELETE ${repo}/labels/bug`)
    expect([removed.status, removed.text]).toEqual([204, ""])
    expect(yield* labelsOf(2)).toEqual(["ui"])
    expect((yield* send(`DELETE ${repo}/labels/bug`)).status).toBe(404)
  })

  test("are changed by writers only", function* () {
    const attempt = (token: string | null) => send(`POST ${repo}/labels`, { token, body: { name: "x" } })
    expect((yield* attempt(null)).status).toBe(401)
    expect((yield* attempt("ada")).status).toBe(403)
    expect((yield* attempt("tri")).status).toBe(403)
    expect((yield* attempt("acme")).status).toBe(201)
  })
})

describe("an issue's labels", () => {
  test("are added to the existing ones, and created if unknown", function* () {
    const { json, status } = yield* send(`POST ${repo}/issues/1/labels`, {
      body: { labels: ["ui", "BUG", "brand new"] }
    })
    expect(status).toBe(200)
    expect(names(json)).toEqual(["bug", "ui", "brand new"])
    expect(names((yield* send(`GET ${repo}/labels`)).json)).toContain("brand new")
    const listed = yield* send(`POST ${repo}/issues/1/labels`, { body: ["as a list"] })
    expect(names(listed.json)).toContain("as a list")
    expect((yield* send(`POST ${repo}/issues/1/labels`, { body: {} })).status).toBe(422)
  })

  test("are removed by encoded name, which returns the remaining ones", function* () {
    const special = "help wanted/ü?#%"
    yield* send(`POST ${repo}/issues/2/labels`, { body: { labels: [special] } })
    const { json, status } = yield* send(`DELETE ${repo}/issues/2/labels/${encodeURIComponent(special)}`)
    expect(status).toBe(200)
    expect(names(json)).toEqual(["bug", "ui"])
    const again = yield* send(`DELETE ${repo}/issues/2/labels/${encodeURIComponent(special)}`)
    expect([again.status, dig(again.json, "message")]).toEqual([404, "Label does not exist"])
  })
})
