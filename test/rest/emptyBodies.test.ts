/** Successes without a body: a write that was carried out fails for want of one only if its value needs it. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Forge from "../../src/forge/Forge.ts"
import * as Routes from "../../src/forge/Routes.ts"
import * as Wire from "../../src/rest/Wire.ts"
import { scripted } from "./support/http.ts"
import * as Things from "./support/things.ts"

const Message = Schema.Struct({ message: Wire.nullable(Schema.String), count: Wire.withDefault(Schema.Int, 0) })

/** Schemas of a value, and what they make of no body; undefined for a value that needs one. */
const schemas: ReadonlyArray<
  readonly [name: string, schema: Schema.Codec<unknown, unknown>, gives: object | undefined]
> = [
  ["a record", Things.Thing, undefined],
  ["a list", Schema.Array(Things.Thing), undefined],
  ["a text", Schema.String, undefined],
  ["a record or null", Schema.NullOr(Things.Thing), { value: null }],
  ["nothing", Schema.Void, { value: undefined }],
  ["anything", Schema.Unknown, { value: null }],
  ["an empty record", Schema.Struct({}), { value: {} }],
  ["a record of which nothing is required", Message, { value: { message: null, count: 0 } }]
]

const ends = Effect.fnUntraced(function* (
  call: Effect.Effect<unknown, { readonly _tag: string }, Forge.Forge>,
  status: number
) {
  const http = scripted(() => ({ status, text: "" }))
  const result = yield* Effect.result(Effect.provide(call, Things.service(http)))
  assert.lengthOf(http.sent, 1)
  return Result.isSuccess(result) ? { value: result.success } : result.failure._tag
})

describe.each(schemas)("an empty body, where the value is %s,", (_, schema, gives) => {
  const put = Forge.operation("Things.put", "PUT /things", { success: schema })
  const post = Forge.operation("Things.post", "POST /things", { success: Things.Thing })
  const send = Forge.upload("Things.send", "POST /things", { success: schema })
  const get = Forge.operation("Things.get", "GET /things", { success: schema })

  it.effect("is a success of a write if the value can do without", () =>
    Effect.gen(function* () {
      const writes = [
        put({}),
        Effect.map(put.withReply({}), ({ value }) => value),
        post.as(schema)({}),
        send({ data: "text", content_type: "text/plain" }),
        Routes.request("POST /gists", { files: {} }, { schema })
      ]
      for (const write of writes) {
        for (const status of [200, 201]) assert.deepStrictEqual(yield* ends(write, status), gives ?? "DecodeFailed")
      }
    })
  )

  it.effect("of a read was cut off", () =>
    Effect.gen(function* () {
      for (const read of [get({}), Routes.request("GET /user", {}, { schema })]) {
        assert.strictEqual(yield* ends(read, 200), "DecodeFailed")
      }
    })
  )
})

const secret = { owner: "acme", repo: "web", secret_name: "TOKEN", encrypted_value: "bytes", key_id: "1" }

it.effect("a secret is recorded, with and without a body", () =>
  Effect.gen(function* () {
    const put = Routes.request("PUT /repos/{owner}/{repo}/actions/secrets/{secret_name}", secret)
    assert.deepStrictEqual(yield* ends(put, 201), { value: {} })
    assert.deepStrictEqual(yield* ends(put, 204), { value: undefined })
  })
)
