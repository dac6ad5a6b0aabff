/** Splits a response into its messages, and reads them by the accessors of the SDK. */
import type { WeatherApiResponse } from "@openmeteo/sdk/weather-api-response.js"
import { type DecodeIssue, excerpt, mismatch } from "../decode/issue.ts"
import { sdk } from "./sdk.ts"

/** Thrown to end the reading of a response. */
export class Unreadable extends Error {
  readonly issue: DecodeIssue
  constructor(issue: DecodeIssue) {
    super(issue.expected)
    this.issue = issue
  }
}

/** Thrown to end the reading of a response that does not prove which columns are whose. */
export class Unproven extends Error {}

export const stop = (path: ReadonlyArray<string | number>, expected: string, found: string): never => {
  throw new Unreadable(mismatch(path, expected, found))
}

/** Why bytes cannot be read that are not messages. */
export const brokenBytes: DecodeIssue = {
  kind: "malformed",
  path: "",
  expected: "flatbuffers",
  found: "bytes that cannot be read"
}

/** Ends the reading of bytes that are not messages. */
export const malformed = (): never => {
  throw new Unreadable(brokenBytes)
}

const interrupted = (found: string): never => {
  throw new Unreadable({ kind: "interrupted", path: "", expected: "flatbuffers", found })
}

/** Bytes of the length that a message begins with. */
const prefix = 4

/** No response is so long that the highest byte of its length is a character. */
const isText = (bytes: Uint8Array, at: number): boolean => (bytes[at + 3] ?? 0x20) >= 0x20

/**
 * Returns the messages of a response: one for each place and model. Undefined if the response is text, as of a proxy, or
 * of a server that does not know flatbuffers.
 */
export const messagesOf = (response: Uint8Array): ReadonlyArray<WeatherApiResponse> | undefined => {
  if (isText(response, 0)) return undefined
  const { ByteBuffer, WeatherApiResponse } = sdk()
  // Columns are views, which must be aligned. The slice of a Node buffer would be a view as well.
  const bytes = response.byteOffset % 8 === 0 ? response : new Uint8Array(response)
  const whole = new ByteBuffer(bytes)
  const messages: Array<WeatherApiResponse> = []
  for (let at = 0; at < bytes.length;) {
    // The service appends the reason as text when it aborts a response.
    if (isText(bytes, at)) return interrupted(excerpt(new TextDecoder().decode(bytes.subarray(at, at + 2_000))))
    const end = at + prefix + whole.readInt32(at)
    if (end > bytes.length) return interrupted("the end of the bytes")
    const isAligned = at % 8 === 0
    const buffer = isAligned ? whole : new ByteBuffer(new Uint8Array(bytes.subarray(at, end)))
    buffer.setPosition(isAligned ? at : 0)
    messages.push(WeatherApiResponse.getSizePrefixedRootAsWeatherApiResponse(buffer))
    at = end
  }
  return messages
}
