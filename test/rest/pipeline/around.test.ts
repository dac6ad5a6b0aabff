/** Steps that a program puts around the calls of a service. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as GraphQL from "../../../src/forge/GraphQL.ts"
import * as Contents from "../../../src/forge/Contents.ts"
import { Forge } from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import { isBodyReader, isWrite } from "../../../src/rest/Call.ts"
import * as Transport from "../../../src/rest/Transport.ts"
import { inTurn, scripted } from "../support/http.ts"
import * as Things from "../support/things.ts"

const repo = { owner: "acme", repo: "web" }

/** Writes down what it sees of each call, and of what becomes of it. */
const watching = () => {
  const seen: Array<string> = []
  const step = Transport.around({
    request: (next) => (call, reader, since) => {
      seen.push(`${call.operation}${isWrite(call) ? " writes" : ""}${isBodyReader(reader) ? "" : " whole"}`)
      return Effect.tap(next(call, reader, since), ({ status }) => Effect.sync(() => seen.push(String(status))))
    }
  })
  return { seen, step }
}

it.effect("a step sees all kinds of calls, and what becomes of them", () =>
  Effect.gen(function* () {
    const http = scripted(
      inTurn({ json: { id: 1 } }, { json: [] }, { status: 201, json: {} }, { text: "bytes" }, { json: { data: {} } })
    )
    const { seen, step } = watching()
    yield* Effect.gen(function* () {
      yield* Things.get({ id: 1 })
      yield* Stream.runDrain(Things.list({}))
      yield* Effect.exit(Issues.createComment({ ...repo, issue_number: 1, body: "Hi" }))
      yield* Stream.runDrain(Contents.download({ ...repo, path: "a" }))
      yield* GraphQL.request("query Q { viewer { login } }", {})
    }).pipe(Effect.updateService(Forge, step), Effect.provide(Things.service(http)))
    assert.deepStrictEqual(
      seen.filter((line) => !/^\d+$/.test(line)),
      ["Things.get", "Things.list", "Issues.createComment writes", "Contents.download whole", "query Q whole"]
    )
  })
)

it.effect("a step changes a call, and answers one without the service", () =>
  Effect.gen(function* () {
    const http = scripted(inTurn({ json: { id: 1 } }))
    const step = Transport.around({
      request: (next) => (call, reader, since) =>
        call.url.endsWith("/2")
          ? Effect.flatMap(next({ ...call, url: "/things/1" }, reader, since), (decoded) =>
              Effect.succeed({ ...decoded, status: 299 })
            )
          : next(call, reader, since)
    })
    const reply = yield* Things.get
      .withReply({ id: 2 })
      .pipe(Effect.updateService(Forge, step), Effect.provide(Things.service(http)))
    assert.deepStrictEqual([reply.status, http.sent.map(({ path }) => path)], [299, ["/things/1"]])
  })
)

it.effect("the last step is the outermost, and one without carryOut keeps that of the steps further in", () =>
  Effect.gen(function* () {
    const order: Array<string> = []
    const named = (name: string, carryOut?: Transport.CarryOut) =>
      Transport.around({
        request: (next) => (call, reader, since) => {
          order.push(name)
          return next(call, reader, since)
        },
        carryOut
      })
    const carryOut: Transport.CarryOut = ({ declaration }, _input, next) => {
      order.push(`carries out ${declaration.name}`)
      return next
    }
    const http = scripted(inTurn({ status: 500 }))
    yield* Effect.exit(Issues.createComment({ ...repo, issue_number: 1, body: "Hi" })).pipe(
      Effect.updateService(Forge, (transport) => named("outer")(named("inner", carryOut)(transport))),
      Effect.provide(Things.service(http))
    )
    assert.deepStrictEqual(order, ["carries out Issues.createComment", "outer", "inner"])
  })
)
