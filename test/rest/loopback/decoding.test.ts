/** Responses that do not match the schema: `DecodeFailed`, and where. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import { user } from "../../forge/support/repositories.ts"
import { answer, endless, json, requestId } from "./support/answers.ts"
import { eventually, forge, onEachTransport } from "./support/client.ts"
import { first, issue, repo, search } from "./support/records.ts"
import { type Answer, inOrder, serve } from "./support/server.ts"

const head = { "content-type": "application/json", "x-github-request-id": requestId }

const oneIssue = JSON.stringify(issue(1))

interface Case {
  readonly name: string
  readonly answer: Answer
  readonly path: string
  readonly found: RegExp
}

const cases: ReadonlyArray<Case> = [
  {
    name: "HTML",
    answer: answer(200, { ...head, "content-type": "text/html" }, "<html><body>Checking your browser</body></html>"),
    path: "",
    found: /JSON.*47 characters/
  },
  { name: "an empty body", answer: answer(200, head), path: "", found: /empty body/ },
  {
    name: "half of a JSON text",
    answer: answer(200, head, oneIssue.slice(0, oneIssue.length / 2)),
    path: "",
    found: /JSON/
  },
  { name: "null", answer: answer(200, head, "null"), path: "", found: /found null/ },
  { name: "a string", answer: answer(200, head, `"down"`), path: "", found: /found "down"/ },
  { name: "an array", answer: answer(200, head, `[${oneIssue}]`), path: "", found: /found an array of 1/ },
  { name: "an error with status 200", answer: json(200, { message: "Not Found" }), path: "id", found: /found nothing/ },
  { name: "a field of the wrong type", answer: json(200, issue(1, { title: 4 })), path: "title", found: /found 4/ },
  {
    name: "a wrong field deep inside",
    answer: json(
      200,
      issue(1, {
        assignees: [user, { ...user, login: null }]
      })
    ),
    path: "assignees[1].login",
    found: /found null/
  },
  {
    name: "an invalid timestamp",
    answer: json(200, issue(1, { created_at: "yesterday" })),
    path: "created_at",
    found: /timestamp.*"yesterday"/
  },
  {
    name: "a number that is too large",
    answer: answer(200, head, oneIssue.replace(`"id":1001`, `"id":1e999`)),
    path: "id",
    found: /Infinity/
  }
]

onEachTransport((client) => {
  describe("an issue", () => {
    it.live.each(cases)("$name", ({ answer, found, path }) =>
      Effect.gen(function* () {
        const server = yield* serve(() => answer)
        const error = yield* Effect.flip(Issues.get(first)).pipe(Effect.provide(forge(server.origin, { client })))
        assert.strictEqual(error._tag, "DecodeFailed")
        if (error._tag !== "DecodeFailed") return
        assert.strictEqual(error.path, path)
        assert.match(error.found, found)
        assert.strictEqual(error.requestId, requestId)
        assert.strictEqual(error.operation, "Issues.get")
        assert.include(error.message, error.found)
        assert.strictEqual(server.requests.length, 1)
      })
    )
  })

  it.live("names the item of a page that is wrong", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => json(200, [issue(1), issue(2), issue(3, { user: { login: "octo" } })]))
      const error = yield* Effect.flip(Stream.runCollect(Issues.list(repo))).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      assert.strictEqual(error._tag, "DecodeFailed")
      if (error._tag === "DecodeFailed") assert.strictEqual(error.path, "[2].user.id")
    })
  )

  it.live("names the item in an envelope that is wrong, and reports a missing envelope", () =>
    Effect.gen(function* () {
      const server = yield* serve(
        inOrder(json(200, { total_count: 1, items: [{ number: "1" }] }), json(200, [{ number: 1 }]))
      )
      const paths = yield* Effect.flip(search.page({ q: "rain" })).pipe(
        Effect.map((error) => (error._tag === "DecodeFailed" ? error.path : error._tag)),
        Effect.replicateEffect(2),
        Effect.provide(forge(server.origin, { client }))
      )
      assert.deepStrictEqual(paths, ["items[0].number", ""])
    })
  )

  it.live("returns the pages before one that can't be decoded", () =>
    Effect.gen(function* () {
      const server = yield* serve(({ origin, path }, nth) =>
        nth === 1
          ? json(200, [issue(1)], {
              link: `<${origin}${path}&page=2>; rel="next", <${origin}${path}&page=2>; rel="last"`
            })
          : answer(200, head, "<html>")
      )
      const seen: Array<number> = []
      const error = yield* Issues.list(repo).pipe(
        Stream.runForEach(({ number }) => Effect.sync(() => seen.push(number))),
        Effect.flip,
        Effect.provide(forge(server.origin, { client }))
      )
      assert.deepStrictEqual([seen, error._tag], [[1], "DecodeFailed"])
    })
  )

  it.live("does not take the page of a captive portal for the success of a write, and frees its connection", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(endless(200, { "content-type": "text/html" }), answer(204)))
      const remove = Labels.remove({ ...repo, name: "bug" })
      const error = yield* Effect.andThen(Effect.flip(remove), (error) => Effect.as(remove, error)).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      assert.strictEqual(error._tag, "UnexpectedStatus")
      assert.match(error.message, /^Labels\.remove: expected 204 or 205, found 200 \(DELETE /)
      assert.deepStrictEqual(
        server.requests.map(({ method }) => method),
        ["DELETE", "DELETE"]
      )
      yield* eventually("the endless body is given up", () => server.abandoned === 1)
    })
  )

  it.live("does not cache what it could not decode", () =>
    Effect.gen(function* () {
      const server = yield* serve(
        inOrder(answer(200, { ...head, etag: `"a"` }, "<html>"), json(200, issue(1), { etag: `"b"` }))
      )
      const title = yield* Effect.flip(Issues.get(first)).pipe(
        Effect.andThen(Issues.get(first)),
        Effect.map((issue) => issue.title),
        Effect.provide(forge(server.origin, { client }))
      )
      assert.strictEqual(title, "Issue 1")
      assert.isUndefined(server.requests[1]?.headers["if-none-match"])
    })
  )
})
