import { describe, expect } from "@effect/vitest"
import * as TestClock from "effect/testing/TestClock"
import { dig, layer, repo, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const at = `${repo}/issues/1/comments`

describe("comments", () => {
  test("are listed oldest first, and from an instant on", function* () {
    const all = yield* send(`GET ${at}`)
    expect(dig(all.json, "*", "body")).toEqual(["Yes", "No"])
    expect(dig(all.json, 0)).toMatchObject({
      issue_url: "https://api.github.com/repos/acme/web/issues/1",
      html_url: "https://github.com/acme/web/issues/1#issuecomment-4000000",
      author_association: "OWNER"
    })
    yield* TestClock.adjust("1 minute")
    yield* send(`POST ${at}`, { body: { body: "Late" } })
    const late = yield* send(`GET ${at}?since=1970-01-01T00:01:00Z`)
    expect(dig(late.json, "*", "body")).toEqual(["Late"])
  })

  test("are created and counted", function* () {
    yield* TestClock.adjust("1 minute")
    const created = yield* send(`POST ${at}`, { token: "ada", body: { body: "Me too" } })
    expect(created.status).toBe(201)
    expect(created.headers["location"]).toBe("https://api.github.com/repos/acme/web/issues/comments/4000002")
    expect(created.json).toMatchObject({ id: 4000002, body: "Me too", user: { login: "ada" } })
    const issue = yield* send(`GET ${repo}/issues/1`)
    expect(issue.json).toMatchObject({ comments: 3, updated_at: "1970-01-01T00:01:00Z" })
  })

  test("cannot be empty", function* () {
    const blank = yield* send(`POST ${at}`, { body: { body: "" } })
    expect([blank.status, dig(blank.json, "errors")]).toEqual([
      422,
      [{ resource: "IssueComment", code: "missing_field", field: "body" }]
    ])
    expect((yield* send(`POST ${at}`, { body: {} })).status).toBe(422)
    expect((yield* send(`POST ${repo}/issues/99/comments`, { body: { body: "x" } })).status).toBe(404)
  })

  test("are edited and removed by id, by their author or a writer", function* () {
    const own = `${repo}/issues/comments/4000001`
    const edited = yield* send(`PATCH ${own}`, { token: "ada", body: { body: "Maybe" } })
    expect([edited.status, dig(edited.json, "body")]).toEqual([200, "Maybe"])
    const others = yield* send(`PATCH ${repo}/issues/comments/4000000`, { token: "ada", body: { body: "Ha" } })
    expect(others.status).toBe(403)
    expect((yield* send(`DELETE ${own}`)).status).toBe(204)
    expect((yield* send(`DELETE ${own}`)).status).toBe(404)
    expect((yield* send(`PATCH ${own}`, { body: { body: "x" } })).status).toBe(404)
    const rest = yield* send(`GET ${at}`)
    expect(dig(rest.json, "*", "body")).toEqual(["Yes"])
  })
})
