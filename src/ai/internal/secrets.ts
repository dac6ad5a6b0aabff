/** Keeps secrets out of what a model is shown. */
import { dialect } from "../../forge/dialect.ts"

/** What takes the place of a secret. */
const placeholder = "<redacted>"

interface Pattern {
  /** It is global. */
  readonly pattern: RegExp
  /** What takes its place: the placeholder, with what is before the secret and stays. Default: the placeholder alone. */
  readonly shown?: string
  /** What each text has that it finds something in. It is found quickly, and the pattern is not looked for without it. */
  readonly needs?: string
}

/** What looks like a secret, of the service and of others. */
const patterns: ReadonlyArray<Pattern> = [
  {
    pattern: /\b(authorization["']?\s*[:=]\s*["']?)(?:(?:bearer|basic|token|negotiate|digest)\s+)?[^\s"',;]+/gi,
    shown: `$1${placeholder}`
  },
  { pattern: /\b(bearer\s+)[\w.~+/-]{16,}=*/gi, shown: `$1${placeholder}` },
  ...(dialect.tokens === undefined ? [] : [{ pattern: dialect.tokens }]),
  { pattern: /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)/g },
  // JSON Web Tokens, with what is written before them without a space.
  { pattern: /(?<![\w-])[\w-]{11,}\.eyJ[\w-]{8,}\.[\w-]+/g, needs: ".eyJ" },
  // Names and passwords in URLs.
  { pattern: /(?<=\b[a-z][a-z+.-]*:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/gi, needs: "://" },
  // AWS, Google, Slack, npm, Stripe, and other services with keys of their own form.
  { pattern: /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/g },
  { pattern: /\bAIza[\w-]{35}/g },
  { pattern: /\bxox[abeoprs]-[\w-]{10,}/g },
  { pattern: /\bnpm_\w{36}\b/g },
  { pattern: /\b[rs]k_(?:live|test)_\w{16,}/g },
  { pattern: /\bsk-[\w-]{20,}/g },
  { pattern: /\bglpat-[\w-]{20,}/g }
]

/** All patterns that need nothing, as one. Nearly all texts have no secret, and one look is quicker than a dozen. */
const anyOf = (ignoreCase: boolean): RegExp =>
  new RegExp(
    patterns
      .filter(({ needs, pattern }) => needs === undefined && pattern.ignoreCase === ignoreCase)
      .map(({ pattern }) => `(?:${pattern.source})`)
      .join("|"),
    ignoreCase ? "i" : ""
  )

const any: ReadonlyArray<RegExp> = [/* @__PURE__ */ anyOf(false), /* @__PURE__ */ anyOf(true)]

const needed: ReadonlyArray<string> = patterns.flatMap(({ needs }) => (needs === undefined ? [] : [needs]))

const mayHold = (text: string): boolean =>
  any.some((pattern) => pattern.test(text)) || needed.some((needs) => text.includes(needs))

const inText = (text: string, known: ReadonlyArray<string>): string => {
  const shown = mayHold(text)
    ? patterns.reduce(
        (rest, { needs, pattern, shown = placeholder }) =>
          needs === undefined || rest.includes(needs) ? rest.replace(pattern, shown) : rest,
        text
      )
    : text
  return known.reduce((rest, secret) => (secret === "" ? rest : rest.replaceAll(secret, placeholder)), shown)
}

/** Base64 of a text, such as the content of a file, without white space at its end. */
const base64 = /^[A-Za-z\d+/\s]{24,}={0,2}$/

const textIn = (encoded: string): string | undefined => {
  try {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0))
    return new TextDecoder().decode(bytes)
  } catch {
    return undefined
  }
}

/** Removes what looks like a secret, and the secrets that are known, from a text. */
export const redactText = (text: string, known: ReadonlyArray<string> = []): string => {
  const shown = inText(text, known)
  if (shown !== text || !base64.test(text.trimEnd())) return shown
  const decoded = textIn(text)
  return decoded !== undefined && inText(decoded, known) !== decoded ? placeholder : text
}

/** Does the same for all texts of a JSON value, the names of fields included. */
export const redact = (value: unknown, known: ReadonlyArray<string> = []): unknown => {
  // Names of fields, labels and people are the same again and again.
  const seen = new Map<string, string>()
  const ofText = (text: string): string => {
    if (text.length > longestKept) return redactText(text, known)
    const kept = seen.get(text)
    if (kept !== undefined) return kept
    const shown = redactText(text, known)
    seen.set(text, shown)
    return shown
  }
  const of = (value: unknown): unknown => {
    if (typeof value === "string") return ofText(value)
    if (Array.isArray(value)) return value.map(of)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, field]): readonly [string, unknown] => [
        ofText(name),
        typeof field === "string" && field !== "" && secretName.test(name) ? placeholder : of(field)
      ])
    )
  }
  return of(value)
}

/** The longest text that is looked up, in characters: longer ones are hardly ever there twice. */
const longestKept = 64

/** Names of fields whose texts are secrets. */
const secretName = /^(?:(?:proxy-)?authorization|private_?key|client_?secret|password)$/i
