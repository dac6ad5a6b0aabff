import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Equal from "effect/Equal"
import * as Headers from "effect/http/Headers"
import * as Schema from "effect/Schema"
import { dialect } from "../../src/forge/dialect.ts"
import * as ForgeError from "../../src/forge/ForgeError.ts"
import * as ErrorBody from "../../src/forge/internal/errorBody.ts"
import * as ResponseError from "../../src/rest/internal/response/responseError.ts"
import { redactor } from "../../src/rest/internal/text/redact.ts"
import * as RestError from "../../src/rest/RestError.ts"
import { epoch } from "../rest/support/time.ts"

const info: RestError.RequestInfo = {
  operation: "Things.get",
  method: "GET",
  url: "https://api.github.com/things/1"
}

const everything: ReadonlyArray<RestError.DeclaredErrorClass> = [
  RestError.NotFound,
  RestError.Gone,
  RestError.Conflict,
  ForgeError.SearchTruncated,
  RestError.ValidationFailed
]

interface Answered {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly limited?: ResponseError.RefusedResponse["limited"]
  readonly retryAfter?: Duration.Duration
  readonly declared?: ReadonlyArray<RestError.DeclaredErrorClass>
  readonly hasToken?: boolean | undefined
}

const errorOf = ({ body = "", declared = everything, headers = {}, limited, retryAfter, status, ...more }: Answered) =>
  ResponseError.fromRefusal(
    {
      info,
      status,
      expected: [200],
      meaning: status,
      headers: Headers.fromInput(headers),
      body: typeof body === "string" ? body : JSON.stringify(body),
      limited,
      retryAfter,
      hasToken: "hasToken" in more ? more.hasToken : true
    },
    declared,
    dialect,
    redactor(undefined, dialect.tokens)
  )

const nothing: typeof everything = []
const limited: ResponseError.RefusedResponse["limited"] = {
  _tag: "Limited",
  kind: "primary",
  resource: "core",
  limit: 5_000,
  remaining: 0,
  retryAt: DateTime.makeUnsafe(epoch)
}

describe("fromRefusal", () => {
  /** Status, tag when the operation declares everything, tag when it declares nothing. */
  for (const [status, declared, undeclared] of [
    [400, "BadRequest", "BadRequest"],
    [401, "Unauthorized", "Unauthorized"],
    [402, "UnexpectedStatus", "UnexpectedStatus"],
    [403, "Forbidden", "Forbidden"],
    [404, "NotFound", "UnexpectedStatus"],
    [405, "UnexpectedStatus", "UnexpectedStatus"],
    [406, "UnexpectedStatus", "UnexpectedStatus"],
    [408, "ServiceUnavailable", "ServiceUnavailable"],
    [409, "Conflict", "UnexpectedStatus"],
    [410, "Gone", "UnexpectedStatus"],
    [412, "UnexpectedStatus", "UnexpectedStatus"],
    [415, "UnexpectedStatus", "UnexpectedStatus"],
    [418, "UnexpectedStatus", "UnexpectedStatus"],
    [422, "ValidationFailed", "UnexpectedStatus"],
    [429, "UnexpectedStatus", "UnexpectedStatus"],
    [451, "Forbidden", "Forbidden"],
    [500, "ServiceUnavailable", "ServiceUnavailable"],
    [501, "UnexpectedStatus", "UnexpectedStatus"],
    [502, "ServiceUnavailable", "ServiceUnavailable"],
    [503, "ServiceUnavailable", "ServiceUnavailable"],
    [504, "ServiceUnavailable", "ServiceUnavailable"],
    [300, "UnexpectedStatus", "UnexpectedStatus"],
    [100, "UnexpectedStatus", "UnexpectedStatus"]
  ] as const) {
    it(`turns ${status} into ${declared}, undeclared ${undeclared}`, () => {
      for (const body of ["", "<html>", '"text"', "[]", { message: "No" }, '{"message":']) {
        assert.strictEqual(errorOf({ status, body })._tag, declared)
        assert.strictEqual(errorOf({ status, body, declared: nothing })._tag, undeclared)
      }
    })
  }

  it("says what a token has to do with it", () => {
    const asked = "(GET https://api.github.com/things/1)"
    for (const [status, hasToken, said] of [
      [401, true, `Things.get: 401 No ${asked}: the token is wrong or expired`],
      [401, false, `Things.get: 401 No ${asked}: no token was sent: set GITHUB_TOKEN`],
      // Another origin, which gets no token.
      [401, undefined, `Things.get: 401 No ${asked}`],
      [404, true, `Things.get: 404 No ${asked}: it does not exist, or the token may not see it`],
      [404, false, `Things.get: 404 No ${asked}: it does not exist, or it is private: no token was sent`],
      [404, undefined, `Things.get: 404 No ${asked}`],
      [403, false, `Things.get: 403 No ${asked}`],
      [410, false, `Things.get: 410 No ${asked}`]
    ] as const) {
      assert.strictEqual(errorOf({ status, hasToken, body: { message: "No" } }).message, said)
    }
  })

  it("says why a resource is blocked, with 451 and with 403", () => {
    const html_url = "https://github.com/github/dmca/blob/master/2026/2026-01-01-acme.md"
    const block = { reason: "dmca", created_at: "2026-01-01T00:00:00Z", html_url }
    for (const status of [403, 451]) {
      const error = errorOf({ status, body: { message: "Repository access blocked", block } })
      assert.instanceOf(error, RestError.Forbidden)
      assert.deepStrictEqual(error.block, { reason: "dmca", html_url })
      assert.include(error.message, "Repository access blocked")
    }
    const vague = errorOf({ status: 451, body: { message: "Repository access blocked", block: { reason: 7 } } })
    assert.containSubset(vague, { block: { reason: null, html_url: null } })
    assert.containSubset(errorOf({ status: 403, body: { message: "No", block: "dmca" } }), { block: null })
  })

  it("keeps what is wrong in a 403", () => {
    const errors = [{ resource: "Blob", field: "data", code: "too_large" }]
    const error = errorOf({ status: 403, body: { message: "This API returns blobs up to 1 MB in size.", errors } })
    assert.instanceOf(error, RestError.Forbidden)
    assert.deepStrictEqual(error.errors, errors)
    assert.include(error.message, "data too_large")
  })

  it("reads a Forbidden that an earlier version has stored", () => {
    const Json = Schema.toCodecJson(RestError.Forbidden)
    const forbidden = errorOf({ status: 403 })
    assert.instanceOf(forbidden, RestError.Forbidden)
    const stored = Object.entries({ ...(Schema.encodeSync(Json)(forbidden) as object) }).filter(
      ([name]) => name !== "block" && name !== "errors"
    )
    assert.containSubset(Schema.decodeUnknownSync(Json)(Object.fromEntries(stored)), { block: null, errors: [] })
  })

  it("turns a limit into RateLimited", () => {
    for (const status of [403, 429]) {
      const error = errorOf({ status, limited, body: { message: "API rate limit exceeded" }, declared: nothing })
      assert.instanceOf(error, RestError.RateLimited)
      const { kind, limit, remaining, resource, retryAt } = error
      assert.deepStrictEqual({ _tag: "Limited", kind, limit, remaining, resource, retryAt }, limited)
      assert.strictEqual(error.status, status)
      assert.strictEqual(error.serviceMessage, "API rate limit exceeded")
    }
  })

  it("turns a merge's 405 and 409 into Unmergeable with its reason", () => {
    const declared = [ForgeError.Unmergeable, RestError.Conflict, RestError.NotFound]
    for (const [status, message, reason] of [
      [405, "Pull Request is not mergeable", "conflict"],
      [405, "Base branch was modified. Review and try the merge again.", "base_moved"],
      [409, "Head branch was modified. Review and try the merge again.", "head_moved"],
      [405, "", "unknown"]
    ] as const) {
      const error = errorOf({ status, body: { message }, declared })
      assert.instanceOf(error, ForgeError.Unmergeable)
      assert.strictEqual(error.reason, reason)
    }
  })

  it("distinguishes a truncated search from another 422", () => {
    const body = { message: "Only the first 1000 search results are available" }
    assert.instanceOf(errorOf({ status: 422, body }), ForgeError.SearchTruncated)
    assert.instanceOf(
      errorOf({ status: 422, body, declared: [RestError.ValidationFailed] }),
      RestError.ValidationFailed
    )
    assert.instanceOf(errorOf({ status: 422, body: { message: "Validation Failed" } }), RestError.ValidationFailed)
  })

  it("returns the request, the response's metadata and the service's message", () => {
    const error = errorOf({
      status: 404,
      headers: { "X-GitHub-Request-Id": "C0DE:1" },
      body: { message: "Not Found", documentation_url: "https://docs.github.com/rest" }
    })
    assert.instanceOf(error, RestError.NotFound)
    assert.instanceOf(error, Error)
    const { documentationUrl, message, method, operation, requestId, serviceMessage, status, url } = error
    assert.deepStrictEqual(
      { documentationUrl, message, method, operation, requestId, serviceMessage, status, url },
      {
        ...info,
        status: 404,
        requestId: "C0DE:1",
        serviceMessage: "Not Found",
        documentationUrl: "https://docs.github.com/rest",
        message:
          "Things.get: 404 Not Found (GET https://api.github.com/things/1): it does not exist, or the token may not see it"
      }
    )
  })

  it("returns null for what the service does not say", () => {
    const error = errorOf({ status: 404, body: "<html>" })
    assert.instanceOf(error, RestError.NotFound)
    assert.deepStrictEqual([error.requestId, error.serviceMessage, error.documentationUrl], [null, null, null])
    assert.strictEqual(
      error.message,
      "Things.get: 404 (GET https://api.github.com/things/1): it does not exist, or the token may not see it"
    )
  })

  it("keeps the beginning of an unexpected response", () => {
    const error = errorOf({ status: 418, body: `<html>${"x".repeat(5_000)}` })
    assert.instanceOf(error, RestError.UnexpectedStatus)
    assert.strictEqual(error.body, `<html>${"x".repeat(994)}`)
  })

  it("returns the permissions that are sufficient, and where to authorise a token", () => {
    const error = errorOf({
      status: 403,
      headers: {
        "X-Accepted-GitHub-Permissions": "issues=write,contents=read; admin=write",
        "X-GitHub-SSO": "required; url=https://github.com/orgs/octo/sso?authorization_request=AZ"
      }
    })
    assert.instanceOf(error, RestError.Forbidden)
    assert.deepStrictEqual(error.acceptedPermissions, [{ issues: "write", contents: "read" }, { admin: "write" }])
    assert.strictEqual(error.ssoUrl, "https://github.com/orgs/octo/sso?authorization_request=AZ")
    const silent = errorOf({ status: 403 })
    assert.instanceOf(silent, RestError.Forbidden)
    assert.deepStrictEqual([silent.acceptedPermissions, silent.ssoUrl], [[], null])
  })

  it("returns the issues of a validation, and whether the resource already exists", () => {
    const errors = [
      { resource: "Label", field: "name", code: "already_exists" },
      { resource: "Label", field: "color", code: "invalid", value: "red" }
    ]
    const error = errorOf({ status: 422, body: { message: "Validation Failed", errors } })
    assert.instanceOf(error, RestError.ValidationFailed)
    assert.deepStrictEqual(error.errors, errors)
    assert.isTrue(error.alreadyExists)
    const other = errorOf({ status: 422, body: { errors: ["too long"] } })
    assert.isTrue(other instanceof RestError.ValidationFailed && !other.alreadyExists)
  })

  const custom = (message: string) => ({ message: "Validation Failed", errors: [{ code: "custom", message }] })

  it.each([
    { message: "Reference already exists", documentation_url: "https://docs.github.com/rest", status: "422" },
    custom("A pull request already exists for acme:licence."),
    custom("name already exists on this account"),
    custom("A label with that name already exists"),
    custom("Bob's key already exists in Ann's account"),
    { errors: ["Hook already exists on this repository"] },
    { errors: [{ resource: "Label", field: "name", code: "already_exists" }] },
    { errors: [{ code: "invalid", field: "body" }, ...custom("The tag Already Exists").errors] }
  ])("says that something exists already, in whatever form the service says it: %j", (body) => {
    const error = errorOf({ status: 422, body })
    assert.isTrue(error instanceof RestError.ValidationFailed && error.alreadyExists)
    const codec = Schema.toCodecJson(RestError.ValidationFailed)
    const sent = Schema.decodeUnknownSync(codec)(Schema.encodeUnknownSync(codec)(error))
    assert.isTrue(sent.alreadyExists)
  })

  it.each([
    { message: "Reference does not exist" },
    { message: "Validation Failed" },
    custom("No commits between main and already-exists"),
    custom("The base must be a branch that already exists"),
    custom("Only allowed if the tag already exists"),
    custom('"already exists" is not a colour'),
    custom("The label 'already exists' is too long"),
    { errors: [{ code: "missing_field", field: "already exists" }] },
    { errors: [{ code: "missing", message: "already exists: no such label" }] },
    { errors: [{ code: "invalid", field: "title", value: "already exists", message: "already exists is invalid" }] }
  ])("does not say so of another reason, whatever it quotes: %j", (body) => {
    const error = errorOf({ status: 422, body })
    assert.isTrue(error instanceof RestError.ValidationFailed && !error.alreadyExists)
  })

  it("returns the Retry-After of a service that is down", () => {
    const error = errorOf({ status: 503, retryAfter: Duration.seconds(7) })
    assert.instanceOf(error, RestError.ServiceUnavailable)
    assert.deepStrictEqual(error.retryAfter, Duration.seconds(7))
    const silent = errorOf({ status: 503 })
    assert.isTrue(silent instanceof RestError.ServiceUnavailable && silent.retryAfter === null)
  })

  it("encodes any Retry-After as milliseconds in JSON", () => {
    const codec = Schema.toCodecJson(RestError.ServiceUnavailable)
    for (const [retryAfter, json] of [
      [Duration.seconds(7), 7_000],
      [Duration.micros(1_500n), 1.5],
      [Duration.infinity, "Infinity"]
    ] as const) {
      const error = errorOf({ status: 503, retryAfter })
      if (!(error instanceof RestError.ServiceUnavailable)) return assert.fail(error._tag)
      const encoded = Schema.encodeSync(codec)(error)
      assert.containSubset(encoded, { retryAfter: json })
      assert.isTrue(Equal.equals(Schema.decodeUnknownSync(codec)(encoded).retryAfter, retryAfter))
    }
  })

  it("is the first declared error that fits", () => {
    const body = { message: "Only the first 1000 search results are available" }
    const { Conflict, ValidationFailed } = RestError
    const { SearchTruncated, Unmergeable } = ForgeError
    for (const [status, declared] of [
      [422, [SearchTruncated, ValidationFailed]],
      [422, [ValidationFailed, SearchTruncated]],
      [409, [Unmergeable, Conflict]],
      [409, [Conflict, Unmergeable]]
    ] as const) {
      assert.strictEqual(errorOf({ status, body, declared }).constructor, declared[0])
    }
  })
})

const classes = {
  RateLimited: RestError.RateLimited,
  Unauthorized: RestError.Unauthorized,
  Forbidden: RestError.Forbidden,
  BadRequest: RestError.BadRequest,
  NotFound: RestError.NotFound,
  NotAcceptable: ForgeError.NotAcceptable,
  Gone: RestError.Gone,
  Conflict: RestError.Conflict,
  Unmergeable: ForgeError.Unmergeable,
  ValidationFailed: RestError.ValidationFailed,
  SearchTruncated: ForgeError.SearchTruncated,
  GraphQLFailed: ForgeError.GraphQLFailed,
  MissingPeer: ForgeError.MissingPeer,
  NotModified: RestError.NotModified,
  ServiceUnavailable: RestError.ServiceUnavailable,
  UnexpectedStatus: RestError.UnexpectedStatus,
  TransportFailed: RestError.TransportFailed,
  DecodeFailed: RestError.DecodeFailed,
  ResponseTooLarge: RestError.ResponseTooLarge,
  InvalidInput: RestError.InvalidInput,
  UnsafeRedirect: RestError.UnsafeRedirect,
  IntegrityFailed: RestError.IntegrityFailed
} satisfies { readonly [Tag in ForgeError.ForgeError["_tag"]]: { readonly identifier: string } }

/** Encodes to JSON text, as between two processes, and decodes again. */
const roundTrip = <S extends Schema.Codec<ForgeError.ForgeError, unknown>>(schema: S, error: S["Type"]) => {
  const codec = Schema.toCodecJson(schema)
  return Schema.decodeUnknownSync(codec)(JSON.parse(JSON.stringify(Schema.encodeSync(codec)(error))))
}

describe("every error", () => {
  for (const [tag, schema] of Object.entries(classes)) {
    it.prop(`${tag} is equal after a round trip through JSON`, { error: schema }, ({ error }) => {
      // V8 sometimes misreads escaped names of fields: '"\\u0000":' as '"\\\\":'.
      if (/\\.[^"]*":/.test(JSON.stringify(error))) return
      const back = roundTrip(schema as Schema.Codec<ForgeError.ForgeError, unknown>, error)
      assert.strictEqual(back._tag, tag)
      assert.isTrue(back instanceof schema && back instanceof Error)
      assert.isTrue(Equal.equals(back, error))
      assert.strictEqual(back.message, error.message)
    })
  }

  it("of a response is equal after a round trip through JSON", () => {
    const isForgeError = Schema.is(ForgeError.ForgeError)
    const back = (error: unknown) => (isForgeError(error) ? roundTrip(ForgeError.ForgeError, error) : undefined)
    for (const status of [400, 401, 403, 404, 405, 409, 410, 418, 422, 500, 503]) {
      for (const body of ["<html>", '"text"', { message: "No", errors: ["x", { value: null, index: 1 }, 7, null] }]) {
        const error = errorOf({ status, body, retryAfter: Duration.seconds(90) })
        assert.isTrue(Equal.equals(back(error), error), `${status} ${JSON.stringify(body)}`)
      }
    }
    const error = errorOf({ status: 429, limited })
    assert.isTrue(Equal.equals(back(error), error))
  })
})

const said = { status: 405, body: "", message: undefined, documentationUrl: undefined, issues: [] }
const base = ResponseError.responseInfo(info, { status: 405, headers: Headers.empty }, dialect, (text) => text)

describe("the reason of Unmergeable", () => {
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
      "Changes requested by a review: waiting on code owner review from octo.",
      "New changes require approval from someone other than the last pusher."
    ],
    draft: ["Pull Request is still a draft"],
    behind: [
      "Head branch is out of date. Review and try the merge again.",
      "This branch is out-of-date with the base branch",
      "The head branch is not up to date with the base branch."
    ],
    merge_queue: ["Repository rule violations found\n\nChanges must be made through the merge queue\n\n"],
    unresolved_conversations: [
      "All conversations must be resolved before this pull request can be merged.",
      "All comments must be resolved.",
      "A conversation must be resolved before this pull request can be merged."
    ],
    unsigned_commits: [
      "Commits must have verified signatures.",
      "Repository rule violations found\n\nCommits must have valid signatures.\n\n"
    ],
    method_not_allowed: [
      "Merge commits are not allowed on this repository.",
      "Squash merges are not allowed on this repository.",
      "Rebase merges are not allowed on this repository.",
      "This branch must not contain merge commits.",
      "Merge method squash is not allowed by a rule"
    ],
    repository_rules: [
      "Repository rule violations found\n\nCannot update this protected ref.\n\n",
      "Cannot change this locked branch",
      "Changes must be made through a pull request."
    ],
    not_authorized: [
      "You're not authorized to push to this branch. Visit https://docs.github.com/articles/about-protected-branches/",
      "You are not allowed to merge this pull request"
    ],
    closed: ["Pull Request is closed", "Pull request is not open"],
    in_progress: ["Merge already in progress", "Merge is in progress"],
    head_moved: ["Head branch was modified. Review and try the merge again."],
    base_moved: ["Base branch was modified. Review and try the merge again."],
    already_merged: ["Pull Request is already merged"],
    unknown: ["", "Something new"]
  })) {
    it(`is ${reason} according to the service's message`, () => {
      for (const message of messages) {
        assert.strictEqual(ForgeError.Unmergeable.of(base, { ...said, message })?.reason, reason, message)
      }
    })
  }
})

describe("SearchTruncated", () => {
  it("recognizes the service's message", () => {
    const of = (message: string) => ForgeError.SearchTruncated.of(base, { ...said, status: 422, message })
    assert.isDefined(of("Only the first 1000 search results are available"))
    assert.isDefined(of("only the first 1,000 search results are available"))
    assert.isUndefined(of("Validation Failed"))
  })
})

describe("the message of ValidationFailed", () => {
  const summary = (...errors: ReadonlyArray<unknown>) => {
    const { issues } = ErrorBody.parse(JSON.stringify({ errors }))
    return RestError.ValidationFailed.of(base, { ...said, status: 422, issues })?.message.slice(base.message.length)
  }

  it("names the field, and what is wrong with it", () => {
    assert.strictEqual(summary({ field: "name", code: "already_exists" }), ": name already_exists")
    assert.strictEqual(summary({ field: "tag", message: "tagger is missing" }), ": tag tagger is missing")
    assert.strictEqual(
      summary({ field: "data", code: "custom", message: "sha wasn't supplied" }),
      ": data sha wasn't supplied"
    )
    assert.strictEqual(summary({ field: "q" }, { code: "invalid" }, "too long"), ": q; invalid; too long")
    assert.strictEqual(summary(), "")
  })

  it("names three fields at most", () => {
    const fields = ["a", "b", "c", "d"].map((field) => ({ field, code: "invalid" }))
    assert.strictEqual(summary(...fields), ": a invalid; b invalid; c invalid")
  })

  it("quotes 300 characters at most", () => {
    assert.strictEqual(summary("x".repeat(300)), `: ${"x".repeat(300)}`)
    assert.strictEqual(summary("x".repeat(301)), `: ${"x".repeat(300)}`)
  })

  it("names the field once, when the service's message already does", () => {
    const message = "title is too long (maximum is 256 characters)"
    assert.strictEqual(summary({ field: "title", code: "custom", message }), `: ${message}`)
    assert.strictEqual(summary({ field: "title", message: "Title can't be blank" }), ": Title can't be blank")
  })
})
