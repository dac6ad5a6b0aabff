/** Makes answers, and reads bodies. */
import type { Response, Lost } from "../Exchange.ts"

export const lost = (reason: string, bytes?: string): Lost =>
  bytes === undefined ? { _tag: "Lost", reason } : { _tag: "Lost", reason, bytes }

export const response = (
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string | null>> = {}
): Response => ({ _tag: "Response", status, headers, body })

/** Answers with text that is JSON already. */
export const jsonText = (
  status: number,
  text: string,
  headers: Readonly<Record<string, string | null>> = {}
): Response => response(status, text, { "content-type": "application/json; charset=utf-8", ...headers })

export const json = (status: number, value: unknown, headers: Readonly<Record<string, string | null>> = {}): Response =>
  jsonText(status, JSON.stringify(value), headers)

/** Writes an object as JSON, followed by fields that are JSON already. */
export const spliced = (value: Readonly<Record<string, unknown>>, fields: Readonly<Record<string, string>>): string => {
  const more = Object.entries(fields).map(([name, text]) => `${JSON.stringify(name)}:${text}`)
  const own = JSON.stringify(value).slice(1, -1)
  return `{${[...(own === "" ? [] : [own]), ...more].join(",")}}`
}

export const noContent: Response = response(204, "")

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const bytesOf = (body: string | Uint8Array): Uint8Array =>
  typeof body === "string" ? encoder.encode(body) : body

export const textOf = (body: string | Uint8Array): string => (typeof body === "string" ? body : decoder.decode(body))

/** The headers to send: with the length of the body, without those set to null. */
export const sentHeaders = (self: Response, body: Uint8Array): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(self.headers)) {
    if (value !== null) headers[name] = value
  }
  if (self.status !== 204 && self.status !== 304 && self.headers["content-length"] === undefined) {
    headers["content-length"] = String(body.length)
  }
  return headers
}

/** Formats an instant for JSON: whole seconds, UTC. */
export const isoDate = (millis: number): string => `${new Date(millis).toISOString().slice(0, -".000Z".length)}Z`

/** Formats an instant for headers (RFC 9110, IMF-fixdate). */
export const httpDate = (millis: number): string => new Date(millis).toUTCString()
