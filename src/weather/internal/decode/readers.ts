/** The readers of responses that the pipeline uses. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaParser from "effect/SchemaParser"
import type { AnyReader, BytesReader, Misread } from "../../../rest/Call.ts"
import { mismatchOf } from "../../../rest/Decoder.ts"
import type { Answer, Selection } from "../../Answer.ts"
import type { Doubtful, Flatbuffers, Requested } from "../../Service.ts"
import * as Decode from "./answer.ts"
import { type DecodeIssue, isTransient } from "./issue.ts"

/** Makes the readers of a response, by the format that it is requested in. */
export interface Reading<out A> {
  readonly json: AnyReader<A>
  /** Undefined if the request is always for JSON. */
  readonly flatbuffers?: ((format: Flatbuffers) => BytesReader<A | Doubtful> | undefined) | undefined
}

/** Makes the readers for a number of places, in the order of the request; undefined for any number. */
export type ReadingOf<A> = (selection: Requested, places: number | undefined) => Reading<ReadonlyArray<A>>

export const misread = (issue: DecodeIssue): Misread => ({
  path: issue.path,
  found: `Expected ${issue.expected}, found ${issue.found}`,
  passing: isTransient(issue)
})

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** JSON is cached as it is. */
const asText: BytesReader<unknown>["text"] = {
  encode: (bytes) => decoder.decode(bytes),
  decode: (text) => encoder.encode(text)
}

/**
 * Makes a reader of JSON that scans its bytes: as text, it would have to be decoded first. Its identity is what it looks
 * for: calls with equal selections can share a response in flight.
 */
const scanned = <A>(looksFor: object, read: (bytes: Uint8Array) => Result.Result<A, DecodeIssue>): BytesReader<A> =>
  Object.assign((bytes: Uint8Array) => Result.mapError(read(bytes), misread), { looksFor, text: asText, copies: true })

/** Reads the response for one place. */
export const one = (selection: Requested): Reading<Answer<Selection>> => {
  const json = scanned({ one: selection }, (bytes) => Decode.one(bytes, selection))
  return { json, flatbuffers: ({ one }) => one(selection, json) }
}

/** Reads the response for several places. */
export const many: ReadingOf<Answer<Selection>> = (selection, places) => {
  const json = scanned({ many: selection, places }, (bytes) => Decode.many(bytes, selection, places))
  return { json, flatbuffers: ({ many }) => many(selection, places, json) }
}

/** Reads elevations. */
export const elevations: ReadingOf<number> = (_, places) => ({
  json: scanned({ places }, (bytes) => Result.map(Decode.elevations(bytes, places), (metres) => Array.from(metres)))
})

/**
 * Reads JSON with a schema. It uses the parser of the schema: the faster `Decoder` would be in every bundle, and a
 * schema is only needed for data that an `Answer` does not have.
 */
const readWith = <A>(schema: Schema.ConstraintDecoder<A>) => {
  const parse = SchemaParser.decodeUnknownResult(schema)
  return (text: string, places: number | undefined, valueOf: (answers: ReadonlyArray<unknown>) => unknown) =>
    Result.flatMap(Result.mapError(Decode.json(text, places), misread), (answers) => {
      const value = valueOf(answers)
      return Result.mapError(parse(value), (issue): Misread => mismatchOf(issue, value))
    })
}

/** Reads the JSON of one place. */
export const oneWith = <A>(schema: Schema.ConstraintDecoder<A>): Reading<A> => {
  const read = readWith(schema)
  return { json: (text: string) => read(text, 1, ([answer]) => answer) }
}

/** Reads the JSON of several places, each with the schema. */
export const manyWith = <A>(schema: Schema.ConstraintDecoder<A>): ReadingOf<A> => {
  const read = readWith<ReadonlyArray<A>>(Schema.Array(schema))
  return (_, places) => ({
    json: Object.assign((text: string) => read(text, places, (answers) => answers), { looksFor: { read, places } })
  })
}
