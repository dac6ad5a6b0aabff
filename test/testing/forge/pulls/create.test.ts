import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { dig } from "../support.ts"
import { ask, layer, layerOf, pulls, web } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const branches = {
  ...web,
  branches: { ready: { files: { "ready.txt": "1" } }, same: {} }
}

const fork = {
  owner: "ada",
  name: "web",
  fork_of: "acme/web",
  branches: { theirs: { files: { "theirs.txt": "1" } } }
}

const errors = (body: object, token = "acme") =>
  Effect.map(ask(`POST ${pulls}`, { token, body: { title: "T", ...body } }), ({ json, status }) => [
    status,
    dig(json, "errors") ?? dig(json, "message")
  ])

const custom = (message: string) => [422, [{ resource: "PullRequest", code: "custom", message }]]

const wrong = (field: string) => [422, [{ resource: "PullRequest", code: "invalid", field }]]

describe("creating a pull request", () => {
  testOn(layerOf(branches))("opens it", function* () {
    const { headers, json, status } = yield* ask(`POST ${pulls}`, {
      body: { title: "Ready", head: "ready", base: "main", body: "Please", draft: true }
    })
    expect(status).toBe(201)
    expect(headers["location"]).toBe("https://api.github.com/repos/acme/web/pulls/6")
    expect(json).toMatchObject({
      number: 6,
      title: "Ready",
      body: "Please",
      draft: true,
      state: "open",
      mergeable: null,
      changed_files: 1,
      head: { label: "acme:ready" },
      user: { login: "octo" }
    })
    // Its issue has the same number and another id.
    const issue = (yield* ask("GET /repos/acme/web/issues/6")).json
    expect(issue).toMatchObject({ title: "Ready", draft: true, pull_request: { merged_at: null } })
    expect(dig(issue, "id")).not.toBe(dig(json, "id"))
  })

  testOn(layerOf(branches))("is refused for branches that are missing, equal, taken or unrelated", function* () {
    expect(yield* errors({ head: "none", base: "main" })).toEqual(wrong("head"))
    expect(yield* errors({ head: "ada:ready", base: "main" })).toEqual(wrong("head"))
    expect(yield* errors({ head: "ready", base: "none" })).toEqual(wrong("base"))
    expect(yield* errors({ head: "same", base: "main" })).toEqual(custom("No commits between main and same"))
    expect(yield* errors({ head: "main", base: "main" })).toEqual(custom("No commits between main and main"))
    expect(yield* errors({ head: "count", base: "main" })).toEqual(
      custom("A pull request already exists for acme:count.")
    )
    // Another base is another pull request.
    expect((yield* errors({ head: "count", base: "ready" }))[0]).toBe(201)
  })

  testOn(layerOf(branches))("needs a title, a head and a base", function* () {
    expect((yield* ask(`POST ${pulls}`, { body: { head: "ready", base: "main" } })).status).toBe(422)
    expect((yield* errors({ base: "main" }))[0]).toBe(422)
    expect((yield* errors({ head: "ready" }))[0]).toBe(422)
    expect((yield* errors({ head: "ready", base: "main", draft: "yes" }))[0]).toBe(422)
  })

  testOn(layerOf(branches))("needs write access to the head", function* () {
    expect((yield* errors({ head: "ready", base: "main" }, "red"))[0]).toBe(403)
    expect((yield* ask(`POST ${pulls}`, { token: null, body: {} })).status).toBe(401)
  })

  testOn(layerOf(branches))("turns an issue into one", function* () {
    const { json, status } = yield* ask(`POST ${pulls}`, { body: { issue: 1, head: "ready", base: "main" } })
    expect(status).toBe(201)
    expect(json).toMatchObject({ number: 1, title: "It rains in", user: { login: "acme" } })
    expect(yield* errors({ issue: 1, head: "same", base: "count" })).toEqual(
      custom("No commits between count and same")
    )
    expect(yield* errors({ issue: 1, head: "count", base: "ready" })).toEqual(wrong("issue"))
    expect(yield* errors({ issue: 77, head: "count", base: "ready" })).toEqual(wrong("issue"))
  })
})

describe("changing a pull request", () => {
  const change = (number: number, body: object, token?: string) =>
    ask(`PATCH ${pulls}/${number}`, { body, ...(token === undefined ? {} : { token }) })

  test("keeps its issue in step, and the other way round", function* () {
    yield* change(2, { title: "New", body: null })
    expect((yield* ask("GET /repos/acme/web/issues/2")).json).toMatchObject({ title: "New", body: null })
    yield* ask("PATCH /repos/acme/web/issues/2", { body: { title: "Newer", labels: ["bug"], state: "closed" } })
    expect((yield* ask(`GET ${pulls}/2`)).json).toMatchObject({
      title: "Newer",
      labels: [{ name: "bug" }],
      state: "closed",
      merged: false
    })
    yield* change(2, { state: "open" })
    expect((yield* ask("GET /repos/acme/web/issues/2")).json).toMatchObject({ state: "open", closed_at: null })
    yield* ask("POST /repos/acme/web/issues/2/comments", { body: { body: "Hm" } })
    expect(dig((yield* ask(`GET ${pulls}/2`)).json, "comments")).toBe(1)
  })

  test("is for its author and those who triage", function* () {
    expect((yield* change(2, { title: "x" }, "octo")).status).toBe(401)
    expect((yield* change(2, { title: "x" }, "red")).status).toBe(403)
    expect((yield* change(2, { title: "x" }, "tri")).status).toBe(200)
    expect((yield* change(1, { title: "x" })).status).toBe(404)
    expect((yield* change(2, { state: "merged" })).status).toBe(422)
    expect((yield* change(2, { title: " " })).status).toBe(422)
  })

  testOn(layerOf(branches))("retargets it", function* () {
    expect((yield* change(2, { base: "ready" })).json).toMatchObject({ base: { ref: "ready" }, mergeable: null })
    expect(dig((yield* change(2, { base: "none" })).json, "errors", 0, "field")).toBe("base")
    expect(dig((yield* change(2, { base: "count" })).json, "errors", 0, "message")).toBe(
      "No commits between count and count"
    )
    yield* change(2, { state: "closed" })
    expect(dig((yield* change(2, { base: "main" })).json, "errors", 0, "message")).toBe(
      "Cannot change the base branch of a closed pull request."
    )
  })

  test("reopens only what is not merged and has its branch", function* () {
    const refusal = (wire: string) =>
      Effect.map(ask(wire, { body: { state: "open" } }), ({ json, status }) => [
        status,
        dig(json, "errors", 0, "message")
      ])
    expect(yield* refusal(`PATCH ${pulls}/5`)).toEqual([
      422,
      "state cannot be changed. The pull request cannot be reopened."
    ])
    expect((yield* refusal("PATCH /repos/acme/web/issues/5"))[0]).toBe(422)
    yield* change(2, { state: "closed" })
    yield* ask(`POST ${pulls}`, { body: { title: "Again", head: "count", base: "main" } })
    expect(yield* refusal(`PATCH ${pulls}/2`)).toEqual([
      422,
      "state cannot be changed. There is already an open pull request from acme:count to main."
    ])
  })

  testOn(layerOf({ ...web, pulls: (web.pulls ?? []).slice(0, 3) }))("updates its branch from the base", function* () {
    const update = (number: number, body: object = {}, token = "octo-token") =>
      ask(`PUT ${pulls}/${number}/update-branch`, { body, ...(token === "octo-token" ? {} : { token }) })
    expect(dig((yield* update(3)).json, "message")).toBe("There are no new commits on the base branch.")
    yield* ask(`PUT ${pulls}/2/merge`)
    expect(dig((yield* update(3)).json, "message")).toBe("merge conflict between base and head")
    expect((yield* update(4, { expected_head_sha: "0".repeat(40) })).status).toBe(422)
    expect((yield* update(4, {}, "red")).status).toBe(403)
    const { json, status } = yield* update(4)
    expect([status, dig(json, "message")]).toEqual([202, "Updating pull request branch."])
    const commits = (yield* ask(`GET ${pulls}/4/commits`)).json
    expect(dig(commits, "*", "commit", "message")).toEqual(["Draft", "Merge branch 'main' into draft"])
  })
})

describe("a pull request from a fork", () => {
  testOn(layerOf(web, fork))("names its owner", function* () {
    const { json, status } = yield* ask(`POST ${pulls}`, {
      token: "ada",
      body: { title: "From afar", head: "ada:theirs", base: "main" }
    })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      head: { label: "ada:theirs", repo: { full_name: "ada/web", fork: true } },
      base: { repo: { full_name: "acme/web" } },
      maintainer_can_modify: true
    })
    const found = yield* ask(`GET ${pulls}?head=ada:theirs`)
    expect(dig(found.json, "*", "title")).toEqual(["From afar"])
    expect((yield* ask(`PUT ${pulls}/6/merge`, { token: "ada" })).status).toBe(403)
    expect((yield* ask(`PUT ${pulls}/6/merge`)).status).toBe(200)
  })
})
