import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { dig } from "../support.ts"
import { checked, layer } from "./support.ts"

const names = (template: string, path: string, token?: string | null) =>
  Effect.map(checked(template, path, token === undefined ? {} : { token }), ({ json }) => dig(json, "*", "full_name"))

describe("repositories of an organization", () => {
  const template = "GET /orgs/{org}/repos"

  it.effect("are sorted as asked, the newest first by default", () =>
    Effect.gen(function* () {
      const of = (query: string) => names(template, `/orgs/acme/repos${query}`, "olga")
      expect(yield* of("")).toEqual(["acme/attic", "acme/secret", "acme/web"])
      expect(yield* of("?direction=asc")).toEqual(["acme/web", "acme/secret", "acme/attic"])
      expect(yield* of("?sort=full_name")).toEqual(["acme/attic", "acme/secret", "acme/web"])
      expect(yield* of("?sort=full_name&direction=desc")).toEqual(["acme/web", "acme/secret", "acme/attic"])
      expect(yield* of("?sort=nonsense")).toEqual(["acme/attic", "acme/secret", "acme/web"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("are those that the viewer may see, of the asked type", () =>
    Effect.gen(function* () {
      expect(yield* names(template, "/orgs/acme/repos")).toEqual(["acme/attic", "acme/web"])
      expect(yield* names(template, "/orgs/acme/repos?type=private")).toEqual([])
      expect(yield* names(template, "/orgs/acme/repos?type=private", "mia")).toEqual(["acme/secret"])
      expect(yield* names(template, "/orgs/acme/repos?type=member", "mia")).toEqual(["acme/secret"])
      expect(yield* names(template, "/orgs/acme/repos?type=forks", "mia")).toEqual([])
      expect(yield* names(template, "/orgs/acme/repos?type=public", "mia")).toEqual(["acme/attic", "acme/web"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("are not found without the organization", () =>
    Effect.gen(function* () {
      const statuses = yield* Effect.forEach(["nobody", "octo"], (org) =>
        Effect.map(checked(template, `/orgs/${org}/repos`), ({ status }) => status)
      )
      expect(statuses).toEqual([404, 404])
    }).pipe(Effect.provide(layer))
  )

  it.effect("come in pages", () =>
    Effect.gen(function* () {
      const { headers, json } = yield* checked(template, "/orgs/acme/repos?per_page=1&page=2", { token: "olga" })
      expect(dig(json, "*", "name")).toEqual(["secret"])
      expect(headers["link"]).toContain('/orgs/acme/repos?per_page=1&page=3>; rel="next"')
    }).pipe(Effect.provide(layer))
  )
})

describe("repositories of a user", () => {
  const template = "GET /users/{username}/repos"

  it.effect("are the user's own, by name; those of others are asked for by type", () =>
    Effect.gen(function* () {
      expect(yield* names(template, "/users/OCTO/repos")).toEqual(["octo/blank", "octo/web"])
      expect(yield* names(template, "/users/octo/repos?type=member")).toEqual(["acme/web"])
      expect(yield* names(template, "/users/octo/repos?type=all")).toEqual(["acme/web", "octo/blank", "octo/web"])
      expect(yield* names(template, "/users/octo/repos?sort=created")).toEqual(["octo/web", "octo/blank"])
      expect((yield* checked(template, "/users/nobody/repos")).status).toBe(404)
    }).pipe(Effect.provide(layer))
  )
})

describe("the viewer's repositories", () => {
  const template = "GET /user/repos"

  it.effect("are those with a role, by affiliation", () =>
    Effect.gen(function* () {
      expect(yield* names(template, "/user/repos")).toEqual(["acme/web", "octo/blank", "octo/web"])
      expect(yield* names(template, "/user/repos?affiliation=owner")).toEqual(["octo/blank", "octo/web"])
      expect(yield* names(template, "/user/repos?type=member")).toEqual(["acme/web"])
      expect(yield* names(template, "/user/repos", "mia")).toEqual(["acme/secret"])
      expect(yield* names(template, "/user/repos?visibility=public", "mia")).toEqual([])
    }).pipe(Effect.provide(layer))
  )

  it.effect("need a viewer, and one way of asking", () =>
    Effect.gen(function* () {
      expect((yield* checked(template, "/user/repos", { token: null })).status).toBe(401)
      expect((yield* checked(template, "/user/repos?type=owner&affiliation=owner")).status).toBe(422)
      expect((yield* checked(template, "/user/repos?visibility=nonsense")).status).toBe(422)
    }).pipe(Effect.provide(layer))
  )
})

describe("forks", () => {
  it.effect("are listed by age", () =>
    Effect.gen(function* () {
      const template = "GET /repos/{owner}/{repo}/forks"
      yield* checked("POST /repos/{owner}/{repo}/forks", "/repos/acme/web/forks", { token: "ada" })
      expect(yield* names(template, "/repos/acme/web/forks?sort=oldest")).toEqual(["ada/web", "octo/web"])
      expect(yield* names(template, "/repos/acme/web/forks")).toEqual(["octo/web", "ada/web"])
    }).pipe(Effect.provide(layer))
  )
})
