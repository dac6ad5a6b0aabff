import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { dig } from "../support.ts"
import { checked, layer } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const names = (template: string, path: string, token?: string | null) =>
  Effect.map(checked(template, path, token === undefined ? {} : { token }), ({ json }) => dig(json, "*", "full_name"))

describe("repositories of an organization", () => {
  const template = "GET /orgs/{org}/repos"

  test("are sorted as asked, the newest first by default", function* () {
    const of = (query: string) => names(template, `/orgs/acme/repos${query}`, "olga")
    expect(yield* of("")).toEqual(["acme/attic", "acme/secret", "acme/web"])
    expect(yield* of("?direction=asc")).toEqual(["acme/web", "acme/secret", "acme/attic"])
    expect(yield* of("?sort=full_name")).toEqual(["acme/attic", "acme/secret", "acme/web"])
    expect(yield* of("?sort=full_name&direction=desc")).toEqual(["acme/web", "acme/secret", "acme/attic"])
    expect(yield* of("?sort=nonsense")).toEqual(["acme/attic", "acme/secret", "acme/web"])
  })

  test("are those that the viewer may see, of the asked type", function* () {
    expect(yield* names(template, "/orgs/acme/repos")).toEqual(["acme/attic", "acme/web"])
    expect(yield* names(template, "/orgs/acme/repos?type=private")).toEqual([])
    expect(yield* names(template, "/orgs/acme/repos?type=private", "mia")).toEqual(["acme/secret"])
    expect(yield* names(template, "/orgs/acme/repos?type=member", "mia")).toEqual(["acme/secret"])
    expect(yield* names(template, "/orgs/acme/repos?type=forks", "mia")).toEqual([])
    expect(yield* names(template, "/orgs/acme/repos?type=public", "mia")).toEqual(["acme/attic", "acme/web"])
  })

  test("are not found without the organization", function* () {
    const statuses = yield* Effect.forEach(["nobody", "octo"], (org) =>
      Effect.map(checked(template, `/orgs/${org}/repos`), ({ status }) => status)
    )
    expect(statuses).toEqual([404, 404])
  })

  test("come in pages", function* () {
    const { headers, json } = yield* checked(template, "/orgs/acme/repos?per_page=1&page=2", { token: "olga" })
    expect(dig(json, "*", "name")).toEqual(["secret"])
    expect(headers["link"]).toContain('/orgs/acme/repos?per_page=1&page=3>; rel="next"')
  })
})

describe("repositories of a user", () => {
  const template = "GET /users/{username}/repos"

  test("are the user's own, by name; those of others are asked for by type", function* () {
    expect(yield* names(template, "/users/OCTO/repos")).toEqual(["octo/blank", "octo/web"])
    expect(yield* names(template, "/users/octo/repos?type=member")).toEqual(["acme/web"])
    expect(yield* names(template, "/users/octo/repos?type=all")).toEqual(["acme/web", "octo/blank", "octo/web"])
    expect(yield* names(template, "/users/octo/repos?sort=created")).toEqual(["octo/web", "octo/blank"])
    expect((yield* checked(template, "/users/nobody/repos")).status).toBe(404)
  })
})

describe("the viewer's repositories", () => {
  const template = "GET /user/repos"

  test("are those with a role, by affiliation", function* () {
    expect(yield* names(template, "/user/repos")).toEqual(["acme/web", "octo/blank", "octo/web"])
    expect(yield* names(template, "/user/repos?affiliation=owner")).toEqual(["octo/blank", "octo/web"])
    expect(yield* names(template, "/user/repos?type=member")).toEqual(["acme/web"])
    expect(yield* names(template, "/user/repos", "mia")).toEqual(["acme/secret"])
    expect(yield* names(template, "/user/repos?visibility=public", "mia")).toEqual([])
  })

  test("need a viewer, and one way of asking", function* () {
    expect((yield* checked(template, "/user/repos", { token: null })).status).toBe(401)
    expect((yield* checked(template, "/user/repos?type=owner&affiliation=owner")).status).toBe(422)
    expect((yield* checked(template, "/user/repos?visibility=nonsense")).status).toBe(422)
  })
})

describe("forks", () => {
  test("are listed by age", function* () {
    const template = "GET /repos/{owner}/{repo}/forks"
    yield* checked("POST /repos/{owner}/{repo}/forks", "/repos/acme/web/forks", { token: "ada" })
    expect(yield* names(template, "/repos/acme/web/forks?sort=oldest")).toEqual(["ada/web", "octo/web"])
    expect(yield* names(template, "/repos/acme/web/forks")).toEqual(["octo/web", "ada/web"])
  })
})
