import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { dig } from "../support.ts"
import { checked, layer } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const template = "GET /repos/{owner}/{repo}"

describe("a repository", () => {
  test("has the counters, the license and the language of its content", function* () {
    const { headers, json } = yield* checked(template, "/repos/acme/web")
    expect(json).toMatchObject({
      full_name: "acme/web",
      owner: { login: "acme", type: "Organization" },
      organization: { login: "acme" },
      description: "The site",
      license: { spdx_id: "MIT" },
      language: "TypeScript",
      topics: ["weather"],
      visibility: "public",
      stargazers_count: 3,
      open_issues_count: 2,
      forks_count: 1,
      network_count: 1,
      default_branch: "main",
      fork: false,
      archived: false,
      has_issues: true,
      clone_url: "https://github.com/acme/web.git",
      ssh_url: "git@github.com:acme/web.git"
    })
    expect(headers["last-modified"]).toBeDefined()
  })

  test("tells the viewer its permissions, and only those who may push how merges are made", function* () {
    const of = (token: string | null) =>
      Effect.map(checked(template, "/repos/acme/web", { token }), ({ json }) => [
        dig(json, "permissions"),
        dig(json, "allow_squash_merge")
      ])
    const all = { admin: true, maintain: true, push: true, triage: true, pull: true }
    const nothing = { admin: false, maintain: false, push: false, triage: false, pull: true }
    expect(yield* of("olga")).toEqual([all, true])
    expect(yield* of("simulator-token")).toEqual([{ ...all, admin: false, maintain: false }, true])
    expect(yield* of("tri")).toEqual([{ ...nothing, triage: true }, undefined])
    expect(yield* of("ada")).toEqual([nothing, undefined])
    expect(yield* of(null)).toEqual([undefined, undefined])
  })

  test("that is a fork names its parent and source", function* () {
    const { json } = yield* checked(template, "/repos/octo/web")
    expect(json).toMatchObject({
      fork: true,
      forks_count: 0,
      parent: { full_name: "acme/web" },
      source: { full_name: "acme/web" },
      language: "TypeScript",
      default_branch: "main"
    })
    expect(dig(json, "organization")).toBeUndefined()
  })

  test("that is private is not found by those who may not see it", function* () {
    const status = (token: string | null) =>
      Effect.map(checked(template, "/repos/acme/secret", { token }), (reply) => reply.status)
    expect(yield* Effect.forEach(["olga", "mia", "simulator-token", null], status)).toEqual([200, 200, 404, 404])
  })

  test("that is empty has no license, language and size", function* () {
    const { json } = yield* checked(template, "/repos/octo/blank")
    expect(json).toMatchObject({ license: null, language: null, size: 0, open_issues: 0 })
  })
})

describe("the content of a repository", () => {
  test("tells its languages, the largest first, without prose and code of others", function* () {
    const { json } = yield* checked("GET /repos/{owner}/{repo}/languages", "/repos/acme/web/languages")
    expect(Object.entries(json ?? {})).toEqual([
      ["TypeScript", 34],
      ["JavaScript", 2]
    ])
    const blank = yield* checked("GET /repos/{owner}/{repo}/languages", "/repos/octo/blank/languages")
    expect(blank.json).toEqual({})
  })

  const contributors = "GET /repos/{owner}/{repo}/contributors"

  test("tells its contributors, those of most commits first", function* () {
    const { json } = yield* checked(contributors, "/repos/acme/web/contributors")
    const counts = (dig(json, "*", "login") as ReadonlyArray<string>).map((login, at) => [
      login,
      dig(json, at, "contributions")
    ])
    expect(counts).toEqual([
      ["ada", 2],
      ["acme", 1]
    ])
  })

  test("tells anonymous contributors only if asked, and pages them", function* () {
    const { headers, json } = yield* checked(contributors, "/repos/acme/web/contributors?anon=1&per_page=2&page=2")
    expect(json).toEqual([{ type: "Anonymous", name: "Bo", email: "bo@example.com", contributions: 1 }])
    expect(headers["link"]).toContain("/repositories/2000000/contributors?anon=1&per_page=2&page=1")
  })

  test("has no contributors while it is empty", function* () {
    const reply = yield* checked(contributors, "/repos/octo/blank/contributors")
    expect([reply.status, reply.text]).toEqual([204, ""])
  })

  test("is watched by the users who may write to it, and counts them", function* () {
    const subscribers = `${template}/subscribers`
    const of = (path: string) =>
      Effect.map(checked(subscribers, `${path}/subscribers`), ({ json }) => [
        dig(json, "0", "login"),
        dig(json, "1", "login")
      ])
    expect(yield* of("/repos/acme/web")).toEqual(["octo", "olga"])
    const { json } = yield* checked(template, "/repos/acme/web")
    expect(dig(json, "subscribers_count")).toBe(2)
    const { headers } = yield* checked(subscribers, "/repos/acme/web/subscribers?per_page=1")
    expect(headers["link"]).toContain('rel="next"')
    expect((yield* checked(subscribers, "/repos/acme/secret/subscribers", { token: "ada" })).status).toBe(404)
  })

  test("tells its tags, the newest first", function* () {
    const { json } = yield* checked("GET /repos/{owner}/{repo}/tags", "/repos/acme/web/tags")
    expect(dig(json, "*", "name")).toEqual(["v2", "v1"])
    expect(dig(json, 0, "commit", "sha")).toMatch(/^[\da-f]{40}$/)
  })
})

describe("topics", () => {
  const put = "PUT /repos/{owner}/{repo}/topics"
  const path = "/repos/acme/web/topics"

  test("are replaced as a whole", function* () {
    const reply = yield* checked(put, path, { body: { names: ["typescript", "w3", "typescript"] } })
    expect([reply.status, reply.json]).toEqual([200, { names: ["typescript", "w3"] }])
    expect((yield* checked("GET /repos/{owner}/{repo}/topics", path)).json).toEqual({ names: ["typescript", "w3"] })
    expect((yield* checked(put, path, { body: { names: [] } })).json).toEqual({ names: [] })
  })

  test("are refused with other characters, in excess, or without names", function* () {
    const many = Array.from({ length: 21 }, (_, index) => `t${index}`)
    for (const names of [["Weather"], ["a b"], ["a_b"], ["-a"], [""], ["a".repeat(51)], many, "x", undefined]) {
      const { json, status } = yield* checked(put, path, { body: { names } })
      expect([names, status, typeof dig(json, "message")]).toEqual([names, 422, "string"])
    }
    expect((yield* checked("GET /repos/{owner}/{repo}/topics", path)).json).toEqual({ names: ["weather"] })
  })

  test("need write access", function* () {
    const status = (token: string | null) =>
      Effect.map(checked(put, path, { token, body: { names: [] } }), (reply) => reply.status)
    expect(yield* Effect.forEach(["tri", "ada", null], status)).toEqual([403, 403, 401])
  })
})
