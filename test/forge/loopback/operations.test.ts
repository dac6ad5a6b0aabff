/** Each operation with all its parameters, against a loopback server: the request that arrives, and the result. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeNode from "../../../src/node/ForgeNode.ts"
import { answer, json, refusal, requestId } from "../../rest/loopback/support/answers.ts"
import { forge, token } from "../../rest/loopback/support/client.ts"
import { type Answer, type Received, serve } from "../../rest/loopback/support/server.ts"
import { fileOf, type Operation, operations } from "../operations/all.ts"
import type { Sent } from "../support/wire.ts"

/** The paths of the API and of uploads. */
const places = [
  ["a host with its API at the root", { api: "", uploads: "" }],
  ["an Enterprise Server", { api: "/api/v3", uploads: "/api/uploads" }]
] as const

type Place = (typeof places)[number][1]

/** The service's response for each error that only some operations declare. */
const refusals: Readonly<Record<string, readonly [status: number, message: string, more?: object]>> = {
  NotFound: [404, "Not Found"],
  Conflict: [409, "Git Repository is empty."],
  NotAcceptable: [406, "Sorry, the diff exceeded the maximum number of lines (20000)"],
  Unmergeable: [405, "Pull Request is not mergeable"],
  Gone: [410, "This issue was deleted"],
  ValidationFailed: [
    422,
    "Validation Failed",
    { errors: [{ resource: "Issue", code: "missing_field", field: "title" }] }
  ],
  SearchTruncated: [422, "Only the first 1000 search results are available"]
}

const success = ({ body, kind, sends, type }: Operation): Answer => {
  if (kind === "nothing" || kind === "question") return answer(204)
  if (type !== undefined)
    return answer(200, { "content-type": type }, typeof body === "string" ? body : JSON.stringify(body))
  return json(sends.method === "POST" ? 201 : 200, body)
}

/** Runs a call against a server with that response. Returns the result, and the one request that arrived. */
const exchange = Effect.fnUntraced(function* (
  { whole }: Operation,
  reply: Answer,
  { api, uploads }: Place = places[0][1]
) {
  const server = yield* serve(() => reply)
  const service = forge(`${server.origin}${api}`, {
    client: ForgeNode.layerHttpClient(),
    uploadUrl: `${server.origin}${uploads}`
  })
  const result = yield* Effect.result(Effect.provide(whole, service))
  assert.lengthOf(server.requests, 1)
  return { result, request: server.requests[0] ?? assert.fail("nothing was sent") }
})

const sentOf = ({ body, headers, method, origin, path }: Received): Sent => {
  const { pathname, searchParams } = new URL(path, origin)
  const query = Object.fromEntries(searchParams)
  assert.strictEqual(searchParams.size, Object.keys(query).length, "each parameter once")
  const isJson = headers["content-type"] === "application/json"
  return { method, path: pathname, query, body: isJson ? JSON.parse(body) : body === "" ? undefined : body }
}

describe("on loopback", () => {
  it.each(operations)("$name is called with all its parameters", ({ declaration, name, row }) => {
    const { body, kind, path, query } = declaration
    // A field that is sent under the name of another one goes without it.
    const takes = [path, query, body ?? {}].flatMap(Object.keys).filter((field) => !(field in declaration.sentAs))
    if (kind === "upload") takes.push("content_type", "data")
    const [module = "", operation] = name.split(".")
    assert.sameMembers(
      Object.keys(row.whole),
      takes,
      `${fileOf(module)}: the row \`${operation}\` has no others in "whole"`
    )
  })

  describe.each(places)("on %s", (_, place) => {
    it.live.each(operations)("$name", (one) =>
      Effect.gen(function* () {
        const { request, result } = yield* exchange(one, success(one), place)
        const path = (one.kind === "upload" ? place.uploads : place.api) + one.sends.path
        assert.deepStrictEqual(sentOf(request), { ...one.sends, path })
        const { headers } = request
        assert.strictEqual(headers.accept, one.accept)
        assert.strictEqual(headers.authorization, `Bearer ${token}`)
        assert.strictEqual(headers["user-agent"], "forgecast")
        assert.strictEqual(headers["x-github-api-version"], "2022-11-28")
        const type = one.kind === "upload" ? "text/plain" : "application/json"
        const hasBody = one.sends.body !== undefined
        assert.strictEqual(headers["content-type"], hasBody ? type : undefined)
        // Without a body, these say so.
        const says = hasBody || ["PATCH", "POST", "PUT"].includes(one.sends.method)
        const length = says ? String(Buffer.byteLength(request.body)) : undefined
        assert.strictEqual(headers["content-length"], length)
        assert.notProperty(headers, "transfer-encoding")
        const value = yield* Effect.fromResult(result)
        if (typeof one.value !== "object") assert.strictEqual(value, one.value)
        else assert.containSubset(value, one.value)
      })
    )
  })

  const failing = operations.flatMap((one) =>
    one.declaration.errors.flatMap((tag) => {
      const refused = refusals[tag]
      return refused === undefined ? [] : [{ name: one.name, tag, one, refused }]
    })
  )

  it.live.each(failing)("$name fails with $tag", ({ name, one, refused: [status, message, more], tag }) =>
    Effect.gen(function* () {
      const { request, result } = yield* exchange(one, refusal(status, message, {}, more))
      assert.containSubset(result, {
        _tag: "Failure",
        failure: {
          _tag: tag,
          operation: name,
          method: one.sends.method,
          url: request.origin + request.path,
          status,
          requestId,
          serviceMessage: message,
          documentationUrl: "https://docs.example.com/rest",
          ...more
        }
      })
    })
  )
})
