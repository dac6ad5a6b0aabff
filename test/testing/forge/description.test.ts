import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { violations } from "./description.ts"
import { layer, repo, send } from "./support.ts"

const issue = "/repos/{owner}/{repo}/issues/{issue_number}"

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const firstIssue = send(`GET ${repo}/issues/1`).pipe(
  Effect.map(({ json }) => (isObject(json) ? json : {})),
  Effect.provide(layer)
)

describe("the service's description", () => {
  it.effect("accepts records and refusals, whatever the variables are called", () =>
    Effect.gen(function* () {
      expect(violations("GET", issue, 200, yield* firstIssue)).toEqual([])
      expect(violations("GET", "/repos/{o}/{r}/issues/{n}", 200, yield* firstIssue)).toEqual([])
      expect(violations("PUT", `${issue}/lock`, 204, "")).toEqual([])
      const refusal = { message: "Not Found", documentation_url: "https://docs.github.com/rest", status: "404" }
      expect(violations("GET", issue, 404, refusal)).toEqual([])
    })
  )

  it.effect("tells what is wrong with a record", () =>
    Effect.gen(function* () {
      const record = yield* firstIssue
      const wrong: ReadonlyArray<readonly [change: object, problem: string]> = [
        [{ title: undefined }, "the body must have required property 'title'"],
        [{ title: null }, "/title must be string"],
        [{ user: 3 }, "/user must be object,null"],
        [{ html_url: "no address" }, '/html_url must match format "uri"'],
        [{ created_at: "yesterday" }, '/created_at must match format "date-time"'],
        [{ labels: [{ name: 1 }] }, "/labels/0/name must be string"]
      ]
      for (const [change, problem] of wrong) {
        expect(violations("GET", issue, 200, { ...record, ...change })).toContain(`GET ${issue} 200: ${problem}`)
      }
    })
  )

  it("tells about statuses, media types, operations and bodies that are not described", () => {
    expect(violations("GET", issue, 418, {})).toEqual([`GET ${issue} 418 is not described`])
    expect(violations("GET", "/nothing", 200, {})).toEqual(["GET /nothing is not described"])
    expect(violations("GET", issue, 200, {}, "text/html")).toEqual([`GET ${issue} 200 is not described as text/html`])
    expect(violations("PUT", `${issue}/lock`, 204, "{}")).toEqual([
      `PUT ${issue}/lock 204 has a body, and should have none`
    ])
    expect(violations("GET", issue, 404, { message: "Not Found", status: "404" })).toEqual([
      `GET ${issue} 404: the body must have required property 'documentation_url'`
    ])
  })
})
