/**
 * What the issues of a 422 say. That something exists already is said in three forms: by a code, in the message of an
 * issue with another code, and in the message of the whole, without issues.
 */

/** An issue, as far as it says what is wrong. */
interface Issue {
  readonly field?: string
  readonly code?: string
  readonly message?: string
}

/** The codes that leave nothing to the message. With others, such as `custom`, the message alone says what is wrong. */
const others: ReadonlySet<string | undefined> = new Set(["missing", "missing_field", "invalid"])

/** What a message quotes is not its own. */
const quoted = /"[^"]*"|`[^`]*`|(?<!\w)'[^']*'(?!\w)/g

/** Not in a condition, as in: must be a branch that already exists. */
const taken = /(?<!\b(?:that|which) )(?<!\b(?:if|no|unless|until|when) (?:\S+ ){0,3})\balready exists\b/i

/** Whether a message says so. */
export const saysTaken = (message: string | null | undefined): boolean =>
  taken.test((message ?? "").replace(quoted, ""))

/** Whether an issue says so. */
export const isTaken = ({ code, message }: Issue): boolean =>
  code === "already_exists" || (!others.has(code) && saysTaken(message))

/** The first issues, for people. Often the service's words begin with the field. */
export const summaryOf = (issues: ReadonlyArray<Issue>): string => {
  const described = issues
    .slice(0, 3)
    .map(({ code = "", field = "", message = code }) =>
      message.toLowerCase().startsWith(`${field} `.toLowerCase()) ? message : `${field} ${message}`.trim()
    )
  return described.length === 0 ? "" : `: ${described.join("; ").slice(0, 300)}`
}
