/** What an operation returns, and how it fails, comes back from the journal as it was. */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as Samples from "../../src/testing/Samples.ts"
import * as Durable from "../../src/workflow/Durable.ts"
import * as Issues from "../../src/forge/Issues.ts"
import { NotFound } from "../../src/rest/RestError.ts"
import * as Schemas from "../testing/samples/schemas.ts"

const schemas: Readonly<Record<keyof typeof Schemas, Schema.Codec<unknown, unknown>>> = { ...Schemas }

const samples: Readonly<Record<keyof typeof Schemas, () => unknown>> = Samples

const issue = { owner: "acme", repo: "web", issue_number: 1 }

/** As a database keeps it. */
const kept = (schema: Schema.ConstraintCodec<unknown>, value: unknown): unknown => {
  const codec = Schema.toCodecJson(schema)
  const json = JSON.stringify(Schema.encodeUnknownSync(codec)(value))
  return Schema.decodeUnknownSync(codec)(JSON.parse(json))
}

describe("a record", () => {
  for (const name of Struct.keys(schemas)) {
    it(`${name} survives the journal`, () => {
      const record = samples[name]()
      const { successSchema } = Durable.activity(Issues.get.as(schemas[name]), issue, { name: "get" })
      assert.deepStrictEqual(kept(successSchema, record), record)
    })
  }
})

describe("an error", () => {
  const { errorSchema } = Durable.activity(Issues.get, issue, { name: "get" })

  it("survives the journal, with its class", () => {
    const error = Samples.error("NotFound")
    const back = kept(errorSchema, error)
    assert.instanceOf(back, NotFound)
    assert.deepStrictEqual(back, error)
  })

  it("that the step cannot have is not in its schema", () => {
    assert.isFalse(Schema.is(errorSchema)(Samples.error("Conflict")))
    assert.isFalse(Schema.is(errorSchema)(Samples.error("RateLimited")))
    assert.isTrue(Schema.is(errorSchema)(Samples.error("Forbidden")))
  })
})
