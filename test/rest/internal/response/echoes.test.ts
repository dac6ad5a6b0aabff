import { assert, describe, it } from "@effect/vitest"
import * as Headers from "effect/http/Headers"
import { withoutEchoes } from "../../../../src/rest/internal/response/echoes.ts"
import { linksOf } from "../../../../src/rest/internal/response/linkHeader.ts"
import { redactor } from "../../../../src/rest/internal/text/redact.ts"

const secret = "5ecr3t-t0ken"

const clean = (headers: Record<string, string>, token: string | undefined = secret) =>
  withoutEchoes(Headers.fromRecordUnsafe({ ...headers }), token, redactor(token, undefined))

describe("withoutEchoes", () => {
  it("redacts the token wherever it stands, and keeps the rest", () => {
    const headers = { "x-request-id": `a ${secret} b`, "x-ratelimit-resource": secret, date: "today" }
    assert.deepStrictEqual(
      { ...clean(headers) },
      { "x-request-id": "a <redacted> b", "x-ratelimit-resource": "<redacted>", date: "today" }
    )
  })

  it("drops a validator that holds the token: it would be sent back", () => {
    const headers = { etag: `W/"${secret}"`, "last-modified": `Mon ${secret}`, "content-length": "2" }
    assert.deepStrictEqual({ ...clean(headers) }, { "content-length": "2" })
  })

  it("keeps the URLs of a Link in one piece", () => {
    const { link } = clean({ link: `<https://api.example.com/?a=${secret}&page=2>; rel="next"` })
    assert.strictEqual(linksOf(link, "https://api.example.com").next, "https://api.example.com/?a=redacted&page=2")
  })

  it("returns headers without the token as they are", () => {
    const headers = Headers.fromRecordUnsafe({ etag: `"a"`, link: "<https://api.example.com/?a=%20&page=2>; rel=next" })
    for (const token of [secret, undefined]) {
      assert.strictEqual(withoutEchoes(headers, token, redactor(token, undefined)), headers)
    }
  })

  it("does not look for a token that is short enough to be a part of a word", () => {
    const headers = { etag: `"page"`, link: '<https://api.example.com/?page=2>; rel="next"' }
    assert.deepStrictEqual(Object.entries(clean(headers, "page")), Object.entries(headers))
  })
})
