import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { vi } from "vitest"
import { dig, layer, send } from "../support.ts"

vi.mock("graphql", () => {
  throw new Error("Cannot find package 'graphql'")
})

it.effect("GraphQL without its packages says what to install, and REST is served", () =>
  Effect.gen(function* () {
    const { json } = yield* send("POST /graphql", { body: { query: "{ viewer { login } }" } })
    assert.include(dig(json, "errors", 0, "message"), "npm install --save-dev graphql @octokit/graphql-schema")
    assert.strictEqual((yield* send("GET /repos/acme/web")).status, 200)
  }).pipe(Effect.provide(layer))
)
