import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as ErrorBody from "../../src/forge/internal/errorBody.ts"
import * as Input from "../../src/rest/Input.ts"
import { exchangeFailed } from "../../src/rest/internal/wire/failures.ts"
import { HttpClientError, TransportError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"

const info = { operation: "Things.create", method: "POST", url: "https://api.example.com/things" }

const issuesIn = (body: string) => ErrorBody.parse(body).issues

describe("unusual cases", () => {
  it("values of the wrong type in a 422 become text, not a defect", () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`
    for (const value of [`[{"toString":1}]`, `[${deep}]`, `["a",1]`]) {
      assert.strictEqual(issuesIn(`{"message":"Validation Failed","errors":[{"value":${value}}]}`).length, 1)
    }
    assert.deepStrictEqual(issuesIn(`{"errors":[{"value":["a",{"b":1}]}]}`), [{ value: ["a", `{"b":1}`] }])
  })

  it("a body that can't be written as JSON fails with InvalidInput", () => {
    const wire = Input.compile({
      operation: "Things.create",
      template: "POST /things",
      path: {},
      query: {},
      body: { payload: Schema.Unknown },
      rules: [],
      requires: {}
    })
    const circular: Record<string, unknown> = {}
    circular["itself"] = circular
    for (const payload of [1n, circular]) {
      const result = wire({ payload })
      assert.strictEqual(result._tag, "Failure")
    }
  })

  it("a request on an open connection to an unreachable host may have arrived", () => {
    const request = HttpClientRequest.post("https://api.example.com/things")
    const failed = (syscall: string) => {
      const cause = Object.assign(new Error(`${syscall} EHOSTUNREACH`), { code: "EHOSTUNREACH", syscall })
      return exchangeFailed(
        info,
        new HttpClientError({ reason: new TransportError({ request, cause }) }),
        (text) => text
      )
    }
    for (const [syscall, arrived] of [
      ["connect", false],
      ["read", true],
      ["write", true]
    ] as const) {
      const error = failed(syscall)
      assert.strictEqual(error._tag === "TransportFailed" && error.mayHaveArrived, arrived, syscall)
    }
  })
})
