import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig } from "../support.ts"
import { ask, layer, layerOf, numbersWith, pulls, someNumber, someText, tokens, web } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const at = `${pulls}/2/reviews`

const review = (body: object, token = "rev") => ask(`POST ${at}`, { token, body })

/** The status of a refusal with its reasons. */
const refusal = (body: object, token = "rev") =>
  Effect.map(review(body, token), ({ json, status }) => [status, dig(json, "errors") ?? dig(json, "message")])

describe("a review", () => {
  test.each([
    ["APPROVE", "APPROVED", ""],
    ["REQUEST_CHANGES", "CHANGES_REQUESTED", "No"],
    ["COMMENT", "COMMENTED", "Hm"]
  ] as const)("is submitted with %s", function* ([event, state, body]) {
    const { json, status } = yield* review({ event, body })
    expect(status).toBe(200)
    const head = dig((yield* ask(`GET ${pulls}/2`)).json, "head", "sha")
    expect(json).toMatchObject({
      state,
      body,
      user: { login: "rev" },
      commit_id: head,
      submitted_at: someText,
      html_url: someText
    })
    expect((yield* ask(`GET ${at}/${String(dig(json, "id"))}`)).json).toEqual(json)
  })

  test("without an event is a draft that only its author sees", function* () {
    const { json } = yield* review({ body: "Draft", comments: [{ path: "new.txt", line: 1, body: "Why?" }] })
    expect(json).toMatchObject({ state: "PENDING" })
    expect(json).not.toHaveProperty("submitted_at")
    const id = String(dig(json, "id"))
    expect(dig((yield* ask(`GET ${at}`, { token: "rev" })).json, "length")).toBe(1)
    expect(dig((yield* ask(`GET ${at}`)).json, "length")).toBe(0)
    expect((yield* ask(`GET ${at}/${id}`)).status).toBe(404)
    expect(dig((yield* ask(`GET ${at}/${id}/comments`, { token: "rev" })).json, "*", "body")).toEqual(["Why?"])
    expect((yield* ask(`GET ${pulls}/2/comments`)).json).toEqual([])
    expect(yield* refusal({ event: "APPROVE" })).toEqual([
      422,
      ["User can only have one pending review per pull request"]
    ])

    expect((yield* ask(`POST ${at}/${id}/events`, { token: "rev", body: {} })).status).toBe(422)
    expect((yield* ask(`POST ${at}/${id}/events`, { body: { event: "COMMENT" } })).status).toBe(404)
    yield* ask(`PUT ${at}/${id}`, { token: "rev", body: { body: "Edited" } })
    const submitted = yield* ask(`POST ${at}/${id}/events`, { token: "rev", body: { event: "COMMENT" } })
    expect(submitted.json).toMatchObject({ state: "COMMENTED", body: "Edited", submitted_at: someText })
    expect((yield* ask(`POST ${at}/${id}/events`, { token: "rev", body: { event: "APPROVE" } })).status).toBe(422)
    expect((yield* ask(`DELETE ${at}/${id}`, { token: "rev" })).status).toBe(422)
    expect(dig((yield* ask(`GET ${pulls}/2/comments`)).json, "*", "body")).toEqual(["Why?"])
  })

  test("that is pending can be deleted, with its comments", function* () {
    const { json } = yield* review({ comments: [{ path: "new.txt", line: 1, body: "Why?" }] })
    const deleted = yield* ask(`DELETE ${at}/${String(dig(json, "id"))}`, { token: "rev" })
    expect(deleted.json).toEqual(json)
    expect((yield* ask(`GET ${at}`, { token: "rev" })).json).toEqual([])
    expect((yield* review({ event: "APPROVE" })).status).toBe(200)
    expect((yield* ask(`GET ${pulls}/2/comments`)).json).toEqual([])
  })

  test("is dismissed by those who may write", function* () {
    const id = String(dig((yield* review({ event: "REQUEST_CHANGES", body: "No" })).json, "id"))
    const dismiss = (token: string, body: object = { message: "Done" }) =>
      ask(`PUT ${at}/${id}/dismissals`, { token, body })
    expect((yield* dismiss("tri")).status).toBe(403)
    expect((yield* dismiss("acme", {})).status).toBe(422)
    expect((yield* dismiss("acme")).json).toMatchObject({ state: "DISMISSED", user: { login: "rev" } })
    expect((yield* dismiss("acme")).status).toBe(422)
  })

  test("keeps the rules of verdicts", function* () {
    expect(yield* refusal({ event: "APPROVE" }, ForgeSimulator.token)).toEqual([
      422,
      ["Can not approve your own pull request"]
    ])
    expect(yield* refusal({ event: "REQUEST_CHANGES", body: "x" }, ForgeSimulator.token)).toEqual([
      422,
      ["Can not request changes on your own pull request"]
    ])
    expect((yield* refusal({ event: "COMMENT", body: "x" }, ForgeSimulator.token))[0]).toBe(200)
    expect((yield* refusal({ event: "REQUEST_CHANGES" }))[0]).toBe(422)
    expect((yield* refusal({ event: "COMMENT", body: " " }))[0]).toBe(422)
    expect((yield* refusal({ event: "SHRUG" }))[0]).toBe(422)
    expect((yield* refusal({ event: "APPROVE", commit_id: "0".repeat(40) }))[0]).toBe(422)
    expect((yield* ask(`POST ${at}`, { token: null, body: {} })).status).toBe(401)
    expect((yield* ask(`POST ${pulls}/1/reviews`, { body: {} })).status).toBe(404)
    expect(dig((yield* ask(`GET ${at}`)).json, "length")).toBe(1)
  })

  test("of a locked pull request is for those who may write", function* () {
    yield* ask("PUT /repos/acme/web/issues/2/lock")
    expect((yield* review({ event: "COMMENT", body: "x" }, "red")).status).toBe(403)
    expect((yield* review({ event: "COMMENT", body: "x" })).status).toBe(200)
  })

  test("comments only on lines of the diff", function* () {
    const on = (comment: object) => refusal({ event: "COMMENT", comments: [{ body: "x", ...comment }] })
    expect(yield* on({ path: "none.txt", line: 1 })).toEqual([422, ["Path could not be resolved"]])
    expect(yield* on({ path: "numbers.txt", line: 20 })).toEqual([422, ["Line could not be resolved"]])
    expect(yield* on({ path: "numbers.txt", line: 3, start_line: 20 })).toEqual([
      422,
      ["Start line could not be resolved"]
    ])
    expect((yield* on({ line: 1 }))[0]).toBe(422)
    expect((yield* on({ path: "new.txt", line: 1, side: "UP" }))[0]).toBe(422)
    expect((yield* refusal({ comments: {} }))[0]).toBe(422)
    expect((yield* ask(`GET ${at}`, { token: "rev" })).json).toEqual([])
    for (const comment of [
      { path: "numbers.txt", line: 2 },
      { path: "numbers.txt", line: 2, side: "LEFT" },
      { path: "numbers.txt", line: 4, start_line: 1 },
      { path: "numbers.txt", position: 3 }
    ]) {
      expect((yield* on(comment))[0]).toBe(200)
    }
    const { json } = yield* ask(`GET ${pulls}/2/comments`)
    expect(dig(json, "*", "line")).toEqual([2, 2, 4, 2])
    expect(dig(json, "*", "side")).toEqual(["RIGHT", "LEFT", "RIGHT", "RIGHT"])
    expect(dig(json, "*", "position")).toEqual([3, 2, 5, 3])
    expect(dig(json, 1, "diff_hunk")).toBe("@@ -1,5 +1,5 @@\n 1\n-2")
  })
})

describe("review comments", () => {
  const comment = Effect.fnUntraced(function* (body: Readonly<Record<string, unknown>>, token: string = "rev") {
    const head = dig((yield* ask(`GET ${pulls}/2`)).json, "head", "sha")
    return yield* ask(`POST ${pulls}/2/comments`, { token, body: { commit_id: head, body: "Why?", ...body } })
  })

  test("stand alone, in a review of their own", function* () {
    const { headers, json, status } = yield* comment({ path: "new.txt", line: 2 })
    expect(status).toBe(201)
    expect(headers["location"]).toBe(dig(json, "url"))
    expect(dig((yield* ask(`GET ${at}`)).json, "*", "id")).toEqual([dig(json, "pull_request_review_id")])
    expect(dig((yield* ask(`GET ${pulls}/2`)).json, "review_comments")).toBe(1)
    const whole = yield* comment({ path: "new.txt", subject_type: "file" })
    expect(whole.json).toMatchObject({ subject_type: "file" })
  })

  test("are refused where the diff has no such line", function* () {
    const refused = yield* comment({ path: "numbers.txt", line: 15 })
    expect([refused.status, dig(refused.json, "errors")]).toEqual([
      422,
      [
        {
          resource: "PullRequestReviewComment",
          code: "custom",
          field: "pull_request_review_thread.line",
          message: "pull_request_review_thread.line must be part of the diff"
        }
      ]
    ])
    expect((yield* ask(`POST ${pulls}/2/comments`, { body: { body: "x", path: "new.txt", line: 1 } })).status).toBe(422)
    expect((yield* comment({ path: "new.txt", line: 1, commit_id: "0".repeat(40) })).status).toBe(422)
    expect((yield* comment({ path: "new.txt", line: 1, body: "" })).status).toBe(422)
  })

  test("are replied to, changed and deleted", function* () {
    const id = Number(dig((yield* comment({ path: "new.txt", line: 2 })).json, "id"))
    const reply = yield* ask(`POST ${pulls}/2/comments/${id}/replies`, { body: { body: "Because" } })
    expect(reply.json).toMatchObject({ in_reply_to_id: id, line: 2, user: { login: "octo" } })
    const other = yield* comment({ in_reply_to: Number(dig(reply.json, "id")) })
    expect(other.json).toMatchObject({ in_reply_to_id: id })
    expect((yield* ask(`POST ${pulls}/2/comments/1/replies`, { body: { body: "x" } })).status).toBe(404)

    yield* TestClock.adjust("1 minute")
    const one = `${pulls}/comments/${id}`
    expect((yield* ask(`PATCH ${one}`, { token: "red", body: { body: "x" } })).status).toBe(403)
    expect((yield* ask(`PATCH ${one}`, { token: "rev", body: { body: "Edited" } })).json).toMatchObject({
      body: "Edited"
    })
    const bodies = (path: string) => Effect.map(ask(`GET ${path}`), ({ json }) => dig(json, "*", "body"))
    expect(yield* bodies(`${pulls}/comments?sort=updated&direction=desc`)).toEqual(["Edited", "Why?", "Because"])
    expect(yield* bodies(`${pulls}/2/comments`)).toEqual(["Edited", "Because", "Why?"])
    expect(yield* bodies(`${pulls}/2/comments?since=1970-01-01T00:01:00Z`)).toEqual(["Edited"])

    expect((yield* ask(`DELETE ${one}`, { token: "red" })).status).toBe(403)
    expect((yield* ask(`DELETE ${one}`)).status).toBe(204)
    expect((yield* ask(`GET ${one}`)).status).toBe(404)
    expect((yield* ask(`GET ${pulls}/comments/1`)).status).toBe(404)
  })

  it.effect("move with their lines, and become outdated", () =>
    Effect.gen(function* () {
      const { json } = yield* comment({ path: "numbers.txt", line: 2 })
      const { json: below } = yield* comment({ path: "numbers.txt", line: 4 })
      // A merge of the base does not touch the lines; the base's changes move them.
      yield* ask(`PUT ${pulls}/3/merge`, { token: "acme" })
      yield* ask(`PUT ${pulls}/2/update-branch`)
      const at = (comment: unknown) => ask(`GET ${pulls}/comments/${String(dig(comment, "id"))}`)
      expect((yield* at(json)).json).toMatchObject({ line: 4, original_line: 2, position: someNumber })
      expect((yield* at(below)).json).toMatchObject({ line: 6, original_line: 4 })
    }).pipe(
      Effect.provide(
        layerOf({
          ...web,
          pulls: [
            ...(web.pulls ?? []).slice(0, 1),
            { title: "Above", head: "above", files: { "numbers.txt": `-1\n0\n${numbersWith({})}` } }
          ]
        })
      )
    )
  )
})

describe("review requests", () => {
  const requests = `${pulls}/2/requested_reviewers`
  const message =
    "Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a " +
    "collaborator of the acme/web repository."

  test("are added, removed, and answered by a review", function* () {
    const { json, status } = yield* ask(`POST ${requests}`, { body: { reviewers: ["REV", "tri"] } })
    expect([status, dig(json, "requested_reviewers", "*", "login")]).toEqual([201, ["rev", "tri"]])
    yield* ask(`POST ${requests}`, { body: { reviewers: ["rev"] } })
    yield* review({ event: "COMMENT", body: "Hm" })
    expect(dig((yield* ask(`GET ${requests}`)).json, "users", "*", "login")).toEqual(["tri"])
    const left = yield* ask(`DELETE ${requests}`, { body: { reviewers: ["tri", "nobody"] } })
    expect([left.status, dig(left.json, "requested_reviewers")]).toEqual([200, []])
    expect((yield* ask(`GET ${requests}`)).json).toEqual({ users: [], teams: [] })
  })

  test("are refused for the author, for strangers and for nobody", function* () {
    const refused = (body: object, token = "acme") =>
      Effect.map(ask(`POST ${requests}`, { token, body }), ({ json, status }) => [status, dig(json, "message")])
    expect(yield* refused({ reviewers: ["octo"] })).toEqual([
      422,
      "Review cannot be requested from pull request author."
    ])
    expect(yield* refused({ reviewers: ["ada"] })).toEqual([422, message])
    expect(yield* refused({ team_reviewers: ["none"] })).toEqual([422, message])
    expect((yield* refused({}))[0]).toBe(422)
    expect((yield* refused({ reviewers: ["rev"] }, "red"))[0]).toBe(403)
    expect((yield* ask(`DELETE ${requests}`, { body: {} })).status).toBe(422)
    expect((yield* ask(`GET ${requests}`)).json).toEqual({ users: [], teams: [] })
  })

  it.effect("name teams of the organization that reach the repository", () =>
    Effect.gen(function* () {
      const at = "/repos/org/web/pulls/1/requested_reviewers"
      const { json } = yield* ask(`POST ${at}`, { token: "boss", body: { team_reviewers: ["core"] } })
      expect(dig(json, "requested_teams", "*", "slug")).toEqual(["core"])
      expect((yield* ask(`POST ${at}`, { token: "boss", body: { team_reviewers: ["other"] } })).status).toBe(422)
      const left = yield* ask(`DELETE ${at}`, { token: "boss", body: { reviewers: [], team_reviewers: ["core"] } })
      expect(dig(left.json, "requested_teams")).toEqual([])
    }).pipe(
      Effect.provide(
        ForgeSimulator.layerHttpClient({
          organizations: [
            {
              login: "org",
              members: { boss: "admin" },
              teams: [{ name: "Core", members: ["ann"], repositories: { web: "write" } }, { name: "Other" }]
            }
          ],
          repositories: [{ owner: "org", name: "web", pulls: [{ title: "A", head: "a", files: { a: "a" } }] }],
          tokens: { ...tokens, boss: "boss" }
        })
      )
    )
  )
})
