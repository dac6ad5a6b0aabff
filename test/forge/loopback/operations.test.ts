/** Each operation with all its parameters, against a loopback server: the request that arrives, and the result. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as modules from "../../../src/forge/index.ts"
import * as ForgeNode from "../../../src/node/ForgeNode.ts"
import type { AnyDeclaration } from "../../../src/rest/Operation.ts"
import { answer, json, refusal, requestId } from "../../rest/loopback/support/answers.ts"
import { forge, token } from "../../rest/loopback/support/client.ts"
import { type Answer, type Received, serve } from "../../rest/loopback/support/server.ts"
import { contract } from "../support/contract.ts"
import type { Row } from "../support/contractRow.ts"
import type { Sent } from "../support/wire.ts"
import type { Case } from "./support/cases.ts"
import { files } from "./support/files.ts"
import { git } from "./support/git.ts"
import { issues } from "./support/issues.ts"
import { media } from "./support/media.ts"
import { pulls } from "./support/pulls.ts"
import { refs } from "./support/refs.ts"
import { repositories } from "./support/repositories.ts"

const cases: ReadonlyArray<Case> = [...files, ...git, ...issues, ...media, ...pulls, ...refs, ...repositories]

/** The paths of the API and of uploads. */
const places = [
  ["a host with its API at the root", { api: "", uploads: "" }],
  ["an Enterprise Server", { api: "/api/v3", uploads: "/api/uploads" }]
] as const

type Place = (typeof places)[number][1]

/** The service's response for each error that only some operations declare. */
const refusals: Partial<Record<Row["errors"][number], readonly [status: number, message: string, more?: object]>> = {
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

const rowOf = ({ name }: Case): Row =>
  contract.find((row) => row.name === name) ?? assert.fail(`${name} has no contract`)

const success = ({ body, kind, type, wire }: Row): Answer => {
  if (kind === "nothing") return answer(204)
  if (type !== undefined) return answer(200, { "content-type": type }, String(body))
  return json(wire.startsWith("POST ") ? 201 : 200, body)
}

/** Runs a call against a server with that response. Returns the result, and the one request that arrived. */
const exchange = Effect.fnUntraced(function* ({ call }: Case, reply: Answer, { api, uploads }: Place = places[0][1]) {
  const server = yield* serve(() => reply)
  const service = forge(`${server.origin}${api}`, {
    client: ForgeNode.layerHttpClient(),
    uploadUrl: `${server.origin}${uploads}`
  })
  const result = yield* Effect.result(Effect.provide(call, service))
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

const mediaTypeOf = ({ kind }: AnyDeclaration): string => (kind === "upload" ? "text/plain" : "application/json")

describe("on loopback", () => {
  it("every operation is called", () => {
    const exported = Object.entries(modules).flatMap(([module, operations]) =>
      Object.entries<unknown>(operations).flatMap(([name, value]) =>
        typeof value === "function" && "declaration" in value ? [`${module}.${name}`] : []
      )
    )
    assert.deepStrictEqual(cases.map(({ name }) => name).toSorted(), exported.toSorted())
  })

  it.each(cases)("$name is called with all its parameters", ({ declaration, parameters }) => {
    const { body, kind, path, query } = declaration
    const takes = [path, query, body ?? {}].flatMap((fields) => Object.keys(fields))
    if (kind === "upload") takes.push("content_type", "data")
    assert.sameMembers([...parameters], takes)
  })

  describe.each(places)("on %s", (_, place) => {
    it.live.each(cases)("$name", (one) =>
      Effect.gen(function* () {
        const row = rowOf(one)
        const { request, result } = yield* exchange(one, success(row), place)
        const path = (row.kind === "upload" ? place.uploads : place.api) + one.sends.path
        assert.deepStrictEqual(sentOf(request), { ...one.sends, path })
        const { headers } = request
        assert.strictEqual(headers.accept, row.accept ?? "application/vnd.github+json")
        assert.strictEqual(headers.authorization, `Bearer ${token}`)
        assert.strictEqual(headers["user-agent"], "forgecast")
        assert.strictEqual(headers["x-github-api-version"], "2022-11-28")
        const hasBody = one.sends.body !== undefined
        assert.strictEqual(headers["content-type"], hasBody ? mediaTypeOf(one.declaration) : undefined)
        // Without a body, a POST says so.
        const length = hasBody || one.sends.method === "POST" ? String(Buffer.byteLength(request.body)) : undefined
        assert.strictEqual(headers["content-length"], length)
        assert.notProperty(headers, "transfer-encoding")
        const value = yield* Effect.fromResult(result)
        if (typeof one.gives !== "object") assert.strictEqual(value, one.gives)
        else assert.containSubset(value, one.gives)
      })
    )
  })

  const failing = cases.flatMap((one) =>
    rowOf(one).errors.flatMap((tag) => {
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
