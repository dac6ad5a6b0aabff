/** Responses that do not match the schema: `DecodeFailed`, and where. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import { answer, endless, json, requestId } from "./support/answers.ts"
import { eventually, forge, onEachTransport } from "./support/client.ts"
import { first, issue, repo } from "./support/records.ts"
import { type Answer, inOrder, serve } from "./support/server.ts"

const head = { "content-type": "application/json", "x-github-request-id": requestId }

const oneIssue = JSON.stringify(issue(1))

const html = "<html><body>Checking your browser</body></html>"

const cases: ReadonlyArray<readonly [name: string, answer: Answer, path: string, found: RegExp]> = [
  ["HTML", answer(200, { ...head, "content-type": "text/html" }, html), "", /JSON.*47 characters/],
  ["an empty body", answer(200, head), "", /empty body/],
  ["half of a JSON text", answer(200, head, oneIssue.slice(0, oneIssue.length / 2)), "", /JSON/],
  ["an error with status 200", json(200, { message: "Not Found" }), "id", /found nothing/],
  ["an invalid timestamp", json(200, issue(1, { created_at: "yesterday" })), "created_at", /timestamp.*"yesterday"/],
  ["a number that is too large", answer(200, head, oneIssue.replace(`"id":1001`, `"id":1e999`)), "id", /Infinity/]
]

onEachTransport((client) => {
  describe("an issue", () => {
    it.live.each(cases)("%s", ([, answer, path, found]) =>
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

  it.live("does not take the page of a captive portal for the success of a write, and frees its connection", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(endless(200, { "content-type": "text/html" }), answer(204)))
      const remove = Labels.delete({ ...repo, name: "bug" })
      const error = yield* Effect.andThen(Effect.flip(remove), (error) => Effect.as(remove, error)).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      assert.strictEqual(error._tag, "UnexpectedStatus")
      assert.match(error.message, /^Labels\.delete: expected 204 or 205, found 200 \(DELETE /)
      assert.deepStrictEqual(
        server.requests.map(({ method }) => method),
        ["DELETE", "DELETE"]
      )
      yield* eventually("the endless body is given up", () => server.abandoned === 1)
    })
  )
})
