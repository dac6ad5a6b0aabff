/** Every operation beside the service's description of it: its route, its errors, whether it is repeated, what it returns. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { isMethodOf, methods } from "../../.build/docs/octokitMethods.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as Retry from "../../src/rest/Retry.ts"
import { isJson, resolved, responseOf, under } from "../testing/forge/description.ts"
import { jsonOf, queryOf } from "./description/official.ts"
import { type Operation, operations } from "./operations/all.ts"
import { fails } from "./support/proof.ts"
import { answer, exchange } from "./support/wire.ts"

/** Statuses with the same meaning for every operation. */
const always = [
  [400, "BadRequest"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [418, "UnexpectedStatus"]
] as const

/** Statuses that only some operations declare: for the others they are unexpected. */
const declared: ReadonlyArray<readonly [status: number, tags: ReadonlyArray<string>]> = [
  [404, ["NotFound"]],
  [405, ["Unmergeable"]],
  [406, ["NotAcceptable"]],
  [409, ["Conflict", "Unmergeable"]],
  [410, ["Gone"]],
  [422, ["ValidationFailed"]]
]

/** The errors of the statuses that are described. What a path names may be missing, described or not. */
const errorsOf = ({ declaration, described: { official }, kind, row }: Operation): ReadonlyArray<string> => {
  const { errors, statuses, template } = declaration
  const described = declared.flatMap(([status, tags]) => {
    const isDescribed = responseOf(official, status) !== undefined || (status === 404 && template.includes("{"))
    if (statuses.includes(status)) return []
    return isDescribed ? [tags.find((tag) => errors.includes(tag)) ?? tags[0] ?? ""] : []
  })
  const ofBytes = kind === "download" ? ["IntegrityFailed"] : []
  return [...new Set([...described, ...ofBytes, ...Object.keys(row.errors ?? {})])]
}

/** Reads and replacements are repeated, unless the row says otherwise. */
const isRepeatable = ({ declaration, row }: Operation): boolean =>
  row.repeatable?.is ?? /^(?:GET|PUT|PATCH) /.test(declaration.template)

/** What the description says that it returns. Bytes it knows only by the redirect to them, or as another media type. */
const kindOf = ({ declaration, described, kind, name }: Operation): Operation["kind"] => {
  if (kind === "download") return kind
  if (declaration.host === "upload") return "upload"
  if (declaration.statuses.includes(404)) return "question"
  const [body] = jsonOf(described, declaration.statuses)
  // What may come without a body has no value.
  if (body === undefined || responseOf(described.official, 205) !== undefined) return "nothing"
  const { anyOf } = body.schema
  // Of several representations, the first will do.
  const schema = resolved(Array.isArray(anyOf) && isJson(anyOf[0]) ? anyOf[0] : body.schema)
  const fields = Object.keys(under(schema, "properties"))
  // Its statuses come in pages, with what they all add up to.
  const isWhole = name === "Statuses.getCombined"
  const isList = !isWhole && (schema["type"] === "array" || fields.includes("total_count"))
  if (isList && queryOf(described).some(({ name }) => name === "per_page")) return "list"
  const isEmpty = schema["type"] === "object" && fields.length === 0 && !isJson(schema["additionalProperties"])
  return isEmpty ? "nothing" : "one"
}

/** Of success. */
const bodyOf = ({ body, kind, type }: Operation) =>
  answer(
    kind === "nothing" || kind === "question" ? 204 : 200,
    body,
    type === undefined ? {} : { "content-type": type }
  )

const refusal = (status: number) =>
  answer(
    status,
    { message: "No.", documentation_url: "https://docs.github.com/rest", status: String(status) },
    { "x-github-request-id": "ABCD:1234" }
  )

const once = <A, E, R>(call: Effect.Effect<A, E, R>, attempts = 1): Effect.Effect<A, E, R> =>
  Effect.provideService(call, Retry.RetryPolicy, { attempts, within: "1 minute", base: 0, cap: 0 })

describe("the contract", () => {
  it.each(operations)("$name has the errors that the service describes", (operation) => {
    assert.sameMembers([...operation.declaration.errors], [...errorsOf(operation)])
  })

  it.each(operations)("$name is repeated as its method says", (operation) => {
    assert.strictEqual(operation.declaration.repeatable, isRepeatable(operation))
  })

  it.each(operations)("$name returns what the service describes", (operation) => {
    assert.strictEqual(operation.kind, kindOf(operation))
  })

  it.each(operations)("$name draws on the budget of its path", ({ declaration }) => {
    const [, budget = "core"] = /^GET \/(search|rate_limit)/.exec(declaration.template) ?? []
    assert.strictEqual(declaration.resource, declaration.name === "Search.code" ? "code_search" : budget)
  })

  it.each(operations)("$name has the route of a method of the official client", ({ declaration }) => {
    assert.isTrue(methods.some((method) => isMethodOf(method, declaration)))
  })

  it.effect.each(operations)("$name sends the headers that the service expects", (row) =>
    Effect.gen(function* () {
      const { headers } = yield* exchange(row.call, bodyOf(row))
      const isUpload = row.kind === "upload"
      const hasBody = isUpload || row.declaration.body !== undefined
      assert.containSubset(headers, [
        {
          accept: row.accept,
          authorization: "Bearer a-token-for-tests",
          "user-agent": "forgecast",
          "x-github-api-version": "2022-11-28"
        }
      ])
      const type = isUpload ? "text/plain" : "application/json"
      assert.strictEqual(headers[0]?.["content-type"], hasBody ? type : undefined)
      assert.strictEqual(headers[0]?.["content-length"] !== undefined, hasBody)
    })
  )

  it.effect.each(operations)("$name fails with its errors and no others", (row) =>
    Effect.gen(function* () {
      for (const [status, tag] of always) yield* failsWith(row, status, tag)
      for (const [status, tags] of declared) {
        if (row.declaration.statuses.includes(status)) continue
        yield* failsWith(row, status, tags.find((tag) => row.declaration.errors.includes(tag)) ?? "UnexpectedStatus")
      }
    })
  )

  it.effect.each(operations)("$name is retried after an ambiguous failure only if that is harmless", (row) =>
    Effect.gen(function* () {
      const attempts = row.declaration.repeatable ? 3 : 1
      const answers = Array.from({ length: attempts }, () => refusal(502))
      const failure = yield* fails(once(row.call, 3), ...answers)
      assert.containSubset(failure, { _tag: "ServiceUnavailable", status: 502, operation: row.name })
    })
  )

  it.effect.each(operations)("$name is retried when the service certainly did not act", (row) =>
    Effect.gen(function* () {
      const limited = answer(429, undefined, { "retry-after": "0" })
      const retried = Effect.provideService(once(row.call, 2), RateLimit.WriteInterval, 0)
      const { result, sent } = yield* exchange(retried, limited, bodyOf(row))
      assert.strictEqual(result._tag, "Success")
      assert.deepStrictEqual(sent[1], sent[0])
    })
  )

  it.effect.each(operations.filter(({ declaration }) => declaration.result))(
    "$name rejects a body that is not its record",
    (row) =>
      Effect.gen(function* () {
        // What may be a 204 may be null.
        const none = row.declaration.statuses.includes(204) ? [] : [null]
        // So may a write without a body.
        const absent = none.length === 0 && !row.declaration.template.startsWith("GET ") ? [] : [undefined]
        for (const body of [...absent, "text", { nothing: "no record" }, [{ nothing: "no record" }], ...none]) {
          const failure = yield* fails(row.call, answer(200, body, { "x-github-request-id": "ABCD:1234" }))
          assert.containSubset(failure, {
            _tag: "DecodeFailed",
            operation: row.name,
            status: 200,
            requestId: "ABCD:1234"
          })
        }
      })
  )

  it.effect.each(operations.filter(({ kind }) => kind === "question"))("$name answers 404 with false", (row) =>
    Effect.gen(function* () {
      const { result } = yield* exchange(row.call, refusal(404))
      assert.containSubset(result, { _tag: "Success", success: false })
    })
  )

  it.effect.each(operations.filter(({ kind }) => kind === "nothing"))("$name returns nothing", (row) =>
    Effect.gen(function* () {
      for (const status of [204, 205]) {
        const { result } = yield* exchange(row.call, answer(status))
        assert.containSubset(result, { _tag: "Success", success: undefined })
      }
    })
  )
})

const failsWith = Effect.fnUntraced(function* (row: Operation, status: number, tag: string) {
  const failure = yield* fails(once(row.call), refusal(status))
  assert.containSubset(failure, {
    _tag: tag,
    operation: row.name,
    method: row.declaration.template.split(" ")[0],
    status,
    requestId: "ABCD:1234",
    serviceMessage: "No.",
    documentationUrl: "https://docs.github.com/rest"
  })
  // What a token has to do with it, which every call here has.
  const advice =
    status === 401
      ? ": the token is wrong or expired"
      : status === 404
        ? ": it does not exist, or the token may not see it"
        : ""
  assert.match(failure.message, new RegExp(`^${row.name}: ${status} No\\. \\([^)]+\\)${advice}$`))
})
