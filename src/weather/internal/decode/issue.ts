/** Why a response cannot be decoded: the kind of problem, its path, what was expected there and what was found. */
import { pathOf } from "../../../rest/Decoder.ts"

/**
 * - `empty`: the text is empty.
 * - `foreign`: the text is not JSON, but the page of a proxy or prose.
 * - `interrupted`: the JSON is cut off, by the network or by the service's "Unexpected error while streaming".
 * - `malformed`: the JSON has a syntax error, such as a bare `nan`.
 * - `error`: a successful response with an error body (`{"error": true, "reason": …}`).
 * - `mismatch`: the JSON is valid, but does not match the request.
 */
export type Kind = "empty" | "foreign" | "interrupted" | "malformed" | "error" | "mismatch"

export interface DecodeIssue {
  readonly kind: Kind
  /** Such as `[3].hourly.temperature_2m[17]`; empty for the response as a whole. */
  readonly path: string
  readonly expected: string
  readonly found: string
}

/** Whether a retry may succeed, because the service or a proxy failed temporarily. */
export const isTransient = (issue: DecodeIssue): boolean =>
  issue.kind === "empty" || issue.kind === "foreign" || issue.kind === "interrupted"

/** The beginning of a text, for `found`. The error shortens it after secrets have been removed: half a key would stay. */
export const excerpt = (text: string): string => `"${text.slice(0, 2_000).replace(/\s+/g, " ").trim()}"`

export const mismatch = (path: ReadonlyArray<string | number>, expected: string, found: string): DecodeIssue => ({
  kind: "mismatch",
  path: pathOf(path),
  expected,
  found
})
