import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { jwt, publicKey } from "../access/keys.ts"
import { ask, tokens } from "../commits/support.ts"
import { dig, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const run = 5

const layer = Layer.unwrap(
  Effect.map(
    Effect.promise(() => publicKey),
    (public_key) =>
      ForgeSimulator.layerHttpClient({
        tokens,
        repositories: [
          {
            owner: "acme",
            name: "web",
            collaborators: ["octo"],
            files: { "src/größe.ts": "1\n" },
            checks: [
              { name: "build", id: run, suite: 9, app: 7 },
              { name: "lint", id: 6, suite: 9, app: 7, conclusion: "failure" },
              {
                name: "noted",
                id: 7,
                annotations: [{ path: "a.ts", start_line: 3, message: "Unused" }]
              }
            ]
          }
        ],
        apps: [
          { slug: "builder", id: 7, public_key, installations: [{ account: "acme", id: 70 }] },
          { slug: "other", id: 8, public_key, installations: [{ account: "acme", id: 80 }] }
        ]
      })
  )
)

const test = testOn(layer)

/** A token of an app's installation. */
const tokenOf = Effect.fnUntraced(function* (app: 7 | 8) {
  const token = yield* jwt({ iss: String(app), iat: 0, exp: 540 })
  const { json } = yield* send(`POST /app/installations/${app}0/access_tokens`, { token })
  return String(dig(json, "token"))
})

const note = { path: "src/größe.ts", start_line: 1, end_line: 1, annotation_level: "warning", message: "One?" }

const update = (token: string, body: object, id = run) =>
  ask("PATCH /check-runs/{check_run_id}", `/check-runs/${id}`, { token, body })

const annotate = (token: string, annotations: ReadonlyArray<object>) =>
  update(token, { output: { summary: "S", annotations } })

const list = (query = "", id = run) =>
  ask("GET /check-runs/{check_run_id}/annotations", `/check-runs/${id}/annotations${query}`)

const suite = Effect.map(
  ask("GET /check-suites/{check_suite_id}", "/check-suites/9"),
  ({ json }) => [dig(json, "status"), dig(json, "conclusion")] as const
)

const rerequest = (token: string, id = run) =>
  ask("POST /check-runs/{check_run_id}/rerequest", `/check-runs/${id}/rerequest`, { token })

describe("annotations", () => {
  test("are added by each update, and listed in pages", function* () {
    const token = yield* tokenOf(7)
    const all = Array.from({ length: 50 }, (_, index) => ({ ...note, message: `${index}` }))
    const { json } = yield* annotate(token, all)
    expect(dig(json, "output", "annotations_count")).toBe(50)
    yield* annotate(token, [{ ...note, message: "50", start_column: 1, end_column: 2, title: "T", raw_details: "R" }])
    const second = yield* list("?per_page=25&page=2")
    expect(dig(second.json, "*", "message")).toEqual(Array.from({ length: 25 }, (_, index) => `${index + 25}`))
    expect(second.headers["link"]).toContain('page=3>; rel="next"')
    const sha = dig((yield* ask("GET /commits/{ref}", "/commits/main")).json, "sha")
    expect((yield* list("?per_page=25&page=3")).json).toEqual([
      {
        ...note,
        message: "50",
        start_column: 1,
        end_column: 2,
        title: "T",
        raw_details: "R",
        blob_href: `https://github.com/acme/web/blob/${String(sha)}/src/gr%C3%B6%C3%9Fe.ts`
      }
    ])
  })

  test("come with a new run, and from a seed", function* () {
    const head_sha = dig((yield* ask("GET /commits/{ref}", "/commits/main")).json, "sha")
    const body = { name: "new", head_sha, output: { title: "T", summary: "S", annotations: [note] } }
    const { json } = yield* ask("POST /check-runs", "/check-runs", { token: yield* tokenOf(7), body })
    expect(dig((yield* list("", Number(dig(json, "id")))).json, "*", "message")).toEqual(["One?"])
    expect(dig((yield* list("", 7)).json, 0)).toMatchObject({
      path: "a.ts",
      start_line: 3,
      end_line: 3,
      start_column: null,
      annotation_level: "notice",
      message: "Unused"
    })
    expect((yield* list("", 99)).status).toBe(404)
  })

  test("are refused, and the run stays as it was", function* () {
    const token = yield* tokenOf(7)
    const wrong: ReadonlyArray<readonly [annotations: ReadonlyArray<object>, message: string]> = [
      [Array.from({ length: 51 }, () => note), "No more than 50 items are allowed; 51 were supplied."],
      [[note, { ...note, message: undefined }], `"message" wasn't supplied.`],
      [[{ ...note, annotation_level: "error" }], "Validation Failed"],
      [[{ ...note, end_line: 2, end_column: 3 }], "Validation Failed"],
      [[{ ...note, start_line: "1" }], "is not an integer."]
    ]
    for (const [annotations, message] of wrong) {
      const { json, status } = yield* annotate(token, annotations)
      expect(status).toBe(422)
      expect(dig(json, "message")).toContain(message)
    }
    expect((yield* list()).json).toEqual([])
  })
})

describe("a check run that is requested again", () => {
  test("stays as it is, and its suite is queued until its app changes it", function* () {
    const token = yield* tokenOf(7)
    expect(yield* suite).toEqual(["completed", "failure"])
    expect(yield* rerequest(token)).toMatchObject({ status: 201, json: {} })
    const { json } = yield* ask("GET /check-runs/{check_run_id}", `/check-runs/${run}`)
    expect(json).toMatchObject({ status: "completed", conclusion: "success" })
    expect(yield* suite).toEqual(["queued", null])
    yield* update(token, { status: "in_progress" })
    expect(yield* suite).toEqual(["in_progress", null])
    yield* update(token, { conclusion: "success" }, 6)
    yield* update(token, { conclusion: "neutral" })
    expect(yield* suite).toEqual(["completed", "success"])
  })

  test("is one of the App that asks, and is completed", function* () {
    const token = yield* tokenOf(7)
    expect((yield* rerequest(yield* tokenOf(8))).status).toBe(403)
    expect((yield* rerequest(ForgeSimulator.token)).status).toBe(403)
    expect((yield* rerequest(token, 99)).status).toBe(404)
    yield* update(token, { status: "queued" })
    expect((yield* rerequest(token)).status).toBe(422)
    expect((yield* ask("GET /check-suites/{check_suite_id}", "/check-suites/99")).status).toBe(404)
  })
})
