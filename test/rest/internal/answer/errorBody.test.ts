import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as ErrorBody from "../../../../src/rest/internal/answer/errorBody.ts"

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
      { message: "Validation Failed", documentationUrl: "https://docs.github.com/x", errors: [error] }
    )
  })

  it("reads the weather's reason", () => {
    assert.strictEqual(parse({ error: true, reason: "Latitude must be in range" }).message, "Latitude must be in range")
  })

  it("reads a bare JSON string", () => {
    assert.strictEqual(parse(JSON.stringify("Not Found")).message, "Not Found")
  })

  it("says nothing where the body says nothing", () => {
    const nothing = { message: undefined, documentationUrl: undefined, errors: undefined }
    for (const body of ["", "<html>502 Bad Gateway</html>", "null", "7", "true", "[]", "{}", '{"message":']) {
      assert.deepStrictEqual(parse(body), nothing, body)
    }
    assert.deepStrictEqual(parse({ message: 7, documentation_url: null }), nothing)
    assert.deepStrictEqual(parse({ message: "", documentation_url: "" }), nothing)
  })

  it("loses no complaint, whatever its shape", () => {
    const errors = (value: unknown) => ErrorBody.issuesOf(parse({ errors: value }).errors)
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
        ErrorBody.inShort(ErrorBody.issuesOf(ErrorBody.parse(body).errors))
      }
    )
    assert.isUndefined(fc.defaultReportMessage(fc.check(property, { numRuns: 2_000 })))
  })
})

describe("inShort", () => {
  const told = (...errors: ReadonlyArray<unknown>) => ErrorBody.inShort(ErrorBody.issuesOf(errors))

  it("names the field, and what is wrong with it", () => {
    assert.strictEqual(told({ field: "name", code: "already_exists" }), ": name already_exists")
    assert.strictEqual(told({ field: "tag", message: "tagger is missing" }), ": tag tagger is missing")
    assert.strictEqual(
      told({ field: "data", code: "custom", message: "sha wasn't supplied" }),
      ": data sha wasn't supplied"
    )
    assert.strictEqual(told({ field: "q" }, { code: "invalid" }, "too long"), ": q; invalid; too long")
    assert.strictEqual(told(), "")
  })

  it("names it once, where the service has", () => {
    const message = "title is too long (maximum is 256 characters)"
    assert.strictEqual(told({ field: "title", code: "custom", message }), `: ${message}`)
    assert.strictEqual(told({ field: "title", message: "Title can't be blank" }), ": Title can't be blank")
  })
})

describe("acceptedPermissions", () => {
  it("reads sets, any one of which would do", () => {
    assert.deepStrictEqual(ErrorBody.acceptedPermissions("issues=write,contents=read; pull_requests=read"), [
      { issues: "write", contents: "read" },
      { pull_requests: "read" }
    ])
  })

  it("is empty without the header, and takes what it can of an odd one", () => {
    assert.deepStrictEqual(ErrorBody.acceptedPermissions(undefined), [])
    assert.deepStrictEqual(ErrorBody.acceptedPermissions(""), [])
    assert.deepStrictEqual(ErrorBody.acceptedPermissions(" ; issues , contents = , pulls=write ;"), [
      { pulls: "write" }
    ])
    assert.deepStrictEqual(ErrorBody.acceptedPermissions("issues = write"), [{ issues: "write" }])
  })
})

describe("ssoUrl", () => {
  it("is where to authorise the token", () => {
    const url = "https://github.com/orgs/octo/sso?authorization_request=AZ=="
    assert.strictEqual(ErrorBody.ssoUrl(`required; url=${url}`), url)
  })

  it("is null when the header says something else", () => {
    assert.isNull(ErrorBody.ssoUrl(undefined))
    assert.isNull(ErrorBody.ssoUrl("partial-results; organizations=1,2"))
  })
})

describe("unmergeableReason", () => {
  for (const [reason, messages] of Object.entries({
    conflict: ["Pull Request is not mergeable", "Merge conflict"],
    checks: [
      'Required status check "ci/build" is expected.',
      "2 of 3 required status checks have not succeeded: 1 pending.",
      'Required status check "no-draft" is expected.',
      'Required status check "review-app" is failing.',
      'Required status check "merge conflict" is expected.'
    ],
    review: [
      "At least 1 approving review is required by reviewers with write access.",
      "Changes requested by a review: waiting on code owner review from octo."
    ],
    draft: ["Pull Request is still a draft"],
    head_moved: ["Head branch was modified. Review and try the merge again."],
    base_moved: ["Base branch was modified. Review and try the merge again."],
    already_merged: ["Pull Request is already merged"],
    unknown: ["", "Something new"]
  })) {
    it(`is ${reason} by the service's wording`, () => {
      for (const message of messages) assert.strictEqual(ErrorBody.unmergeableReason(message), reason, message)
    })
  }
})

describe("isSearchTruncated", () => {
  it("knows the service's wording", () => {
    assert.isTrue(ErrorBody.isSearchTruncated("Only the first 1000 search results are available"))
    assert.isTrue(ErrorBody.isSearchTruncated("only the first 1,000 search results are available"))
    assert.isFalse(ErrorBody.isSearchTruncated("Validation Failed"))
  })
})
