/** Assertions about errors. */
import { assert } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { ForgeError } from "../../../../src/forge/ForgeError.ts"

const codec = Schema.toCodecJson(ForgeError)

/** Errors cross process borders. */
export const assertCrossesBorders = (error: ForgeError) => {
  const text = JSON.stringify(Schema.encodeSync(codec)(error))
  assert.deepStrictEqual(Schema.decodeUnknownSync(codec)(JSON.parse(text)), error)
}

/** The fields of an error that a test is about. */
export const assertFields = (error: object, fields: Readonly<Record<string, unknown>>) => {
  for (const [name, value] of Object.entries(fields)) assert.deepStrictEqual(Reflect.get(error, name), value, name)
}
