import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as ErrorBody from "../../../src/forge/internal/errorBody.ts"

const parse = (body: unknown) => ErrorBody.parse(typeof body === "string" ? body : JSON.stringify(body))

describe("parse", () => {
  it("reads the documented shape", () => {
    const error = { resource: "Label", field: "name", code: "already_exists", message: "taken", index: 2, value: "bug" }
    assert.deepStrictEqual(
      parse({
        message: "Validation Failed",
        documentation_url: "https://docs.github.com/x",
        status: "422",
        errors: [error]
      }),
      { message: "Validation Failed", documentationUrl: "https://docs.github.com/x", issues: [error] }
    )
  })

  it("reads a bare JSON string", () => {
    assert.strictEqual(parse(JSON.stringify("Not Found")).message, "Not Found")
  })

  it("returns nothing for a body without a message", () => {
    const nothing = { message: undefined, documentationUrl: undefined, issues: [] }
    for (const body of ["", "<html>502 Bad Gateway</html>", "null", "7", "true", "[]", "{}", '{"message":']) {
      assert.deepStrictEqual(parse(body), nothing, body)
    }
    assert.deepStrictEqual(parse({ message: 7, documentation_url: null }), nothing)
    assert.deepStrictEqual(parse({ message: "", documentation_url: "" }), nothing)
  })

  it("keeps every issue, whatever its shape", () => {
    const errors = (value: unknown) => parse({ errors: value }).issues
    assert.deepStrictEqual(errors(null), [])
    assert.deepStrictEqual(errors(["too long"]), [{ message: "too long" }])
    assert.deepStrictEqual(errors("too long"), [{ message: "too long" }])
    assert.deepStrictEqual(errors({ code: "invalid", field: "q" }), [{ code: "invalid", field: "q" }])
    assert.deepStrictEqual(errors([7, null]), [{ message: "7" }, { message: "null" }])
    assert.deepStrictEqual(errors([{ code: "invalid", value: null }]), [{ code: "invalid", value: null }])
    assert.deepStrictEqual(errors([{ value: 7 }, { value: ["a", 1] }]), [{ value: 7 }, { value: ["a", "1"] }])
    assert.deepStrictEqual(errors([{ code: "invalid", field: null, message: 7, index: "1" }]), [{ code: "invalid" }])
  })

  it("never throws", () => {
    const property = fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.jsonValue().map((errors) => JSON.stringify({ errors }))
      ),
      (body) => {
        ErrorBody.parse(body)
      }
    )
    assert.isUndefined(fc.defaultReportMessage(fc.check(property, { numRuns: 2_000 })))
  })
})

describe("acceptedPermissions", () => {
  it("reads sets, any of which is sufficient", () => {
    assert.deepStrictEqual(ErrorBody.acceptedPermissions("issues=write,contents=read; pull_requests=read"), [
      { issues: "write", contents: "read" },
      { pull_requests: "read" }
    ])
  })

  it("is empty without the header, and keeps the valid parts of a malformed one", () => {
    assert.deepStrictEqual(ErrorBody.acceptedPermissions(undefined), [])
    assert.deepStrictEqual(ErrorBody.acceptedPermissions(""), [])
    assert.deepStrictEqual(ErrorBody.acceptedPermissions(" ; issues , contents = , pulls=write ;"), [
      { pulls: "write" }
    ])
    assert.deepStrictEqual(ErrorBody.acceptedPermissions("issues = write"), [{ issues: "write" }])
  })
})

describe("ssoUrl", () => {
  it("returns where to authorise the token", () => {
    const url = "https://github.com/orgs/octo/sso?authorization_request=AZ=="
    assert.strictEqual(ErrorBody.ssoUrl(`required; url=${url}`), url)
  })

  it("returns null when the header has no URL", () => {
    assert.isNull(ErrorBody.ssoUrl(undefined))
    assert.isNull(ErrorBody.ssoUrl("partial-results; organizations=1,2"))
  })
})
