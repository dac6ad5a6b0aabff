import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Octokit } from "octokit"
import * as modules from "../../src/forge/index.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as Retry from "../../src/rest/Retry.ts"
import { contract } from "./support/contract.ts"
import type { OfficialName, Row } from "./support/contractRow.ts"
import { fails } from "./support/proof.ts"
import { answer, exchange } from "./support/wire.ts"

const official = new Octokit().rest

/** The route of the service's own client. */
const officialWire = (name: OfficialName): string => {
  const [namespace = "", method = ""] = name.split(".")
  const call: unknown = Reflect.get(Reflect.get(official, namespace), method)
  if (typeof call !== "function" || !("endpoint" in call)) throw new Error(`no such call: ${name}`)
  const { DEFAULTS } = call.endpoint as typeof official.issues.get.endpoint
  return `${DEFAULTS.method} ${DEFAULTS.url.replace(/\{\?.*\}$/, "").replace("{archive_format}", "zip")}`
}

/** Statuses with the same meaning for every operation. */
const always = [
  [400, "BadRequest"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [418, "UnexpectedStatus"]
] as const

/** Statuses that only some operations declare: for the others they are unexpected. */
const declared = [
  [404, ["NotFound"]],
  [405, ["Unmergeable"]],
  [406, ["NotAcceptable"]],
  [409, ["Conflict", "Unmergeable"]],
  [410, ["Gone"]],
  [422, ["ValidationFailed"]]
] as const

const kinds = {
  one: "operation",
  nothing: "operation",
  list: "listing",
  upload: "upload",
  download: "download"
} as const

/** Of success. */
const bodyOf = ({ body, kind, type }: Row) =>
  answer(kind === "nothing" ? 204 : 200, body, type === undefined ? {} : { "content-type": type })

const refusal = (status: number) =>
  answer(
    status,
    { message: "No.", documentation_url: "https://docs.github.com/rest", status: String(status) },
    { "x-github-request-id": "ABCD:1234" }
  )

const once = <A, E, R>(call: Effect.Effect<A, E, R>, attempts = 1): Effect.Effect<A, E, R> =>
  Effect.provideService(call, Retry.RetryPolicy, { attempts, within: "1 minute", base: 0, cap: 0 })

describe("the contract", () => {
  it("has every operation and no other", () => {
    const exported = Object.entries(modules).flatMap(([module, operations]) =>
      Object.entries<unknown>(operations)
        .filter(([, operation]) => typeof operation === "function" && "declaration" in operation)
        .map(([name]) => `${module}.${name}`)
    )
    assert.deepStrictEqual(contract.map(({ name }) => name).toSorted(), exported.toSorted())
  })

  it.each(contract)(
    "$name is declared as documented",
    ({ declaration, errors, kind, name, repeatable, resource, wire }) => {
      assert.containSubset(declaration, {
        name,
        template: wire,
        kind: kinds[kind],
        errors,
        repeatable,
        resource: resource ?? "core"
      })
      assert.strictEqual(declaration.result === undefined, kind === "nothing" || kind === "download")
    }
  )

  it.each(contract)("$name has the route of the official client's $official", ({ official: name, wire }) => {
    assert.strictEqual(officialWire(name), wire)
  })

  it.effect.each(contract)("$name sends the headers that the service expects", (row) =>
    Effect.gen(function* () {
      const { headers } = yield* exchange(row.call, bodyOf(row))
      const isUpload = row.kind === "upload"
      const hasBody = isUpload || row.declaration.body !== undefined
      assert.containSubset(headers, [
        {
          accept: row.accept ?? "application/vnd.github+json",
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

  it.effect.each(contract)("$name fails with its errors and no others", (row) =>
    Effect.gen(function* () {
      for (const [status, tag] of always) yield* failsWith(row, status, tag)
      for (const [status, tags] of declared) {
        yield* failsWith(row, status, tags.find((tag) => row.errors.includes(tag)) ?? "UnexpectedStatus")
      }
    })
  )

  it.effect.each(contract)("$name is retried after an ambiguous failure only if that is harmless", (row) =>
    Effect.gen(function* () {
      const attempts = row.repeatable ? 3 : 1
      const answers = Array.from({ length: attempts }, () => refusal(502))
      const failure = yield* fails(once(row.call, 3), ...answers)
      assert.containSubset(failure, { _tag: "ServiceUnavailable", status: 502, operation: row.name })
    })
  )

  it.effect.each(contract)("$name is retried when the service certainly did not act", (row) =>
    Effect.gen(function* () {
      const limited = answer(429, undefined, { "retry-after": "0" })
      const retried = Effect.provideService(once(row.call, 2), RateLimit.WriteInterval, 0)
      const { result, sent } = yield* exchange(retried, limited, bodyOf(row))
      assert.strictEqual(result._tag, "Success")
      assert.deepStrictEqual(sent[1], sent[0])
    })
  )

  it.effect.each(contract.filter(({ declaration }) => declaration.result))(
    "$name rejects a body that is not its record",
    (row) =>
      Effect.gen(function* () {
        // What may be a 204 may be null.
        const none = row.declaration.statuses.includes(204) ? [] : [null]
        // So may a write without a body.
        const absent = none.length === 0 && !row.wire.startsWith("GET ") ? [] : [undefined]
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

  it.effect.each(contract.filter(({ kind }) => kind === "nothing"))("$name returns nothing", (row) =>
    Effect.gen(function* () {
      for (const status of [204, 205]) {
        const { result } = yield* exchange(row.call, answer(status))
        assert.containSubset(result, { _tag: "Success", success: undefined })
      }
    })
  )
})

const failsWith = Effect.fnUntraced(function* (row: Row, status: number, tag: string) {
  const failure = yield* fails(once(row.call), refusal(status))
  assert.containSubset(failure, {
    _tag: tag,
    operation: row.name,
    method: row.wire.split(" ")[0],
    status,
    requestId: "ABCD:1234",
    serviceMessage: "No.",
    documentationUrl: "https://docs.github.com/rest"
  })
  assert.match(failure.message, new RegExp(`^${row.name}: ${status} No\\. \\(.+\\)$`))
})
