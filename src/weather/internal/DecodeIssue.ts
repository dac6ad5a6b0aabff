/**
 * Why the text of an answer gives no series: what kind of thing it is, where, what was expected and what stood there.
 */

/**
 * - `empty`: no text at all.
 * - `foreign`: no JSON but a proxy's page or a line of prose.
 * - `interrupted`: JSON that was cut off, by the network or by the service's own "Unexpected error while streaming".
 * - `malformed`: a breach of JSON's grammar within the text, such as a bare `nan`.
 * - `refused`: an error answer (`{"error": true, "reason": …}`) under a status of success.
 * - `mismatch`: sound JSON, but not what was asked for.
 */
export type Kind = "empty" | "foreign" | "interrupted" | "malformed" | "refused" | "mismatch"

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

/** One sentence for people. */
export const describe = (issue: DecodeIssue): string =>
  `${issue.path === "" ? "The answer" : `\`${issue.path}\``}: expected ${issue.expected}, found ${issue.found}`

/** Keys and indexes in the notation of `DecodeIssue.path`. */
export const formatPath = (path: ReadonlyArray<string | number>): string => {
  let out = ""
  for (const step of path) out += typeof step === "number" ? `[${step}]` : out === "" ? step : `.${step}`
  return out
}

/** A text, for `found`. The error cuts it, once the key has been removed: half a key is not recognized. */
export const excerpt = (text: string): string => `"${text.replace(/\s+/g, " ").trim()}"`

export const mismatch = (path: ReadonlyArray<string | number>, expected: string, found: string): DecodeIssue => ({
  kind: "mismatch",
  path: formatPath(path),
  expected,
  found
})
