/** What is asserted of errors. */
import { assert } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as RestError from "../../../../src/rest/RestError.ts"

const isErrorClass = (exported: unknown): exported is Schema.Codec<RestError.RestError, unknown> =>
  Schema.isSchema(exported) && "identifier" in exported

const classes = Object.values<unknown>(RestError).filter(isErrorClass)

/** Errors cross process borders. */
export const assertCrossesBorders = (error: RestError.RestError) => {
  const known = classes.find((schema) => Schema.is(schema)(error))
  assert.isDefined(known)
  if (known === undefined) return
  const codec = Schema.toCodecJson(known)
  const text = JSON.stringify(Schema.encodeSync(codec)(error))
  assert.deepStrictEqual(Schema.decodeUnknownSync(codec)(JSON.parse(text)), error)
}

/** The fields of an error that a test is about. */
export const assertFields = (error: object, fields: Readonly<Record<string, unknown>>) => {
  for (const [name, value] of Object.entries(fields)) assert.deepStrictEqual(Reflect.get(error, name), value, name)
}
