/** Why an answer cannot be read: what kind of text it is, where it breaks, what was expected there and what was found. */
import { show } from "../../../rest/internal/decode/fieldPath.ts"

/**
 * - `empty`: no text at all.
 * - `foreign`: no JSON but a proxy's page or a line of prose.
 * - `interrupted`: JSON that was cut off, by the network or by the service's own "Unexpected error while streaming".
 * - `malformed`: a breach of JSON's grammar within the text, such as a bare `nan`.
 * - `error`: an error answer (`{"error": true, "reason": …}`) under a status of success.
 * - `mismatch`: sound JSON, but not what was asked for.
 */
export type Kind = "empty" | "foreign" | "interrupted" | "malformed" | "error" | "mismatch"

export interface DecodeIssue {
  readonly kind: Kind
  /** Such as `[3].hourly.temperature_2m[17]`; empty for the answer as a whole. */
  readonly path: string
  readonly expected: string
  readonly found: string
}

/** Whether the same request may well be answered properly the next time: the service stumbled, or something before it. */
export const isTransient = (issue: DecodeIssue): boolean =>
  issue.kind === "empty" || issue.kind === "foreign" || issue.kind === "interrupted"

/** The head of a text, for `found`. */
export const excerpt = (text: string): string => {
  const head = text.slice(0, 60).replace(/\s+/g, " ").trim()
  return text.length > 60 ? `"${head}…"` : `"${head}"`
}

export const mismatch = (path: ReadonlyArray<string | number>, expected: string, found: string): DecodeIssue => ({
  kind: "mismatch",
  path: show(path),
  expected,
  found
})
