/** Reads responses in flatbuffers, for which it needs the optional peers. It is loaded only for programs that ask for it. */
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import type { WeatherApiResponse } from "@openmeteo/sdk/weather-api-response.js"
import type { BytesReader } from "../../../rest/Call.ts"
import { type Answer, type Selection, seriesBlocks } from "../../Answer.ts"
import * as Decode from "../decode/answer.ts"
import { type Doubtful, doubtful, type Flatbuffers, type Requested } from "../../Service.ts"
import { type DecodeIssue, mismatch } from "../decode/issue.ts"
import * as Readers from "../decode/readers.ts"
import type { Tree } from "../decode/tree.ts"
import { brokenBytes, messagesOf, Unproven, Unreadable } from "./messages.ts"
import { isExpressible } from "./numbers.ts"
import { tellsWeeks } from "./times.ts"
import { treesFor } from "./tree.ts"
import { areDistinct } from "./names.ts"
import { largeFrom } from "../../Quota.ts"

export { loadSdk } from "./sdk.ts"

/** Whether flatbuffers have a number for each requested variable, and tell what the rows are. */
const canAnswer = (selection: Requested): boolean =>
  tellsWeeks(selection) &&
  [...seriesBlocks, "current" as const].every((block) => (selection[block] ?? []).every(isExpressible))

/** Whether the labels of a response tell its columns and models, whatever is left out of it. */
const isCertain = (selection: Requested): boolean =>
  (selection.weekly ?? []).length + (selection.monthly ?? []).length === 0 && areDistinct(selection)

type Messages = [WeatherApiResponse, ...Array<WeatherApiResponse>]

/** The messages of each place: as many as there are models, if there are several. */
const placesOf = (messages: ReadonlyArray<WeatherApiResponse>, { models = [] }: Selection): ReadonlyArray<Messages> => {
  const places: Array<Messages> = []
  let last: bigint | undefined
  for (const message of messages) {
    const id = message.locationId()
    if (models.length > 1 && id === last) places.at(-1)?.push(message)
    else places.push([message])
    last = id
  }
  return places
}

/** Returns the trees of a response, one for each place; undefined for text. */
const treesOf = (
  bytes: Uint8Array,
  selection: Requested,
  isList: boolean,
  isRounded: boolean
): Result.Result<ReadonlyArray<Tree> | Doubtful | undefined, DecodeIssue> => {
  try {
    const messages = messagesOf(bytes)
    const treeOf = treesFor(selection, isRounded)
    return Result.succeed(messages && placesOf(messages, selection).map((place, i) => treeOf(isList ? [i] : [], place)))
  } catch (error) {
    if (error instanceof Unproven) return Result.succeed(doubtful)
    if (error instanceof Unreadable) return Result.fail(error.issue)
    // Offsets that lead out of the bytes.
    if (error instanceof RangeError) return Result.fail(brokenBytes)
    throw error
  }
}

const asText = {
  encode: Base64.encode,
  decode: (text: string) => Result.getOrElse(Base64.decode(text), () => new Uint8Array())
}

const one = (
  [tree, ...others]: ReadonlyArray<Tree>,
  selection: Selection
): Result.Result<Answer<Selection>, DecodeIssue> =>
  tree !== undefined && others.length === 0
    ? Decode.oneFrom(tree, selection)
    : Result.fail(mismatch([], "1 place", String(others.length + 1)))

/** Makes a reader. Text is read as without flatbuffers: it says what is wrong, or is the JSON of an older server. */
const reader = <A>(
  { isAutomatic }: Choice,
  selection: Requested,
  isList: boolean,
  read: (trees: ReadonlyArray<Tree>) => Result.Result<A, DecodeIssue>,
  json: BytesReader<A>
): BytesReader<A | Doubtful> | undefined => {
  if (!canAnswer(selection) || (isAutomatic && !isCertain(selection))) return undefined
  return Object.assign(
    (bytes: Uint8Array, status: number) => {
      const found = treesOf(bytes, selection, isList, isAutomatic)
      if (Result.isFailure(found)) return Result.fail(Readers.misread(found.failure))
      const trees = found.success
      if (trees === undefined) return json(bytes, status)
      return trees === doubtful ? Result.succeed(trees) : Result.mapError(read(trees), Readers.misread)
    },
    // It reads the same as the reader of JSON, from another format.
    { text: asText, looksFor: json.looksFor, copies: true }
  )
}

/** Whether it was the program that chose the format, or the client for a call. */
interface Choice {
  readonly isAutomatic: boolean
}

const make = (from: number, choice: Choice): Flatbuffers => ({
  from,
  one: (selection, json) => reader(choice, selection, false, (trees) => one(trees, selection), json),
  many: (selection, places, json) =>
    reader(choice, selection, true, (trees) => Decode.manyFrom(trees, selection, places), json)
})

/** For each response that flatbuffers can express, with values in single precision. Its peers must be loaded (`loadSdk`). */
export const flatbuffers: Flatbuffers = make(0, { isAutomatic: false })

/** For large responses whose labels are certain, with values as in JSON. Likewise. */
export const automatic: Flatbuffers = make(largeFrom, { isAutomatic: true })
