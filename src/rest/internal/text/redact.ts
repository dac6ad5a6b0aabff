/** Removes secrets from text that is shown. */
import * as Redacted from "effect/Redacted"
import type { Credential } from "../../Credentials.ts"
import type { RequestInfo } from "../../ErrorFields.ts"

/** Removes secrets from a text. */
export interface Redact {
  (text: string): string
}

export const placeholder = "<redacted>"

/** The token of a credential, unwrapped. */
export const secretOf = ({ token }: Credential): string | undefined =>
  token === undefined ? undefined : Redacted.value(token)

const noOthers: ReadonlyArray<string> = []

/**
 * Makes a function that removes the secret in use and `others`, in any encoding, and everything that looks like a token.
 */
export const redactor =
  (secret: string | undefined, tokens: RegExp | undefined, others = noOthers): Redact =>
  (text) => {
    const shown = others.reduce(without, without(text, secret))
    return tokens === undefined ? shown : shown.replace(tokens, placeholder)
  }

/** A request as errors show it: its caller may have put a secret into the path or the query. */
export const withoutSecrets = (info: RequestInfo, redact: Redact): RequestInfo => {
  const url = redact(info.url)
  // Most have none. A bracket would end the URL.
  return url === info.url ? info : { ...info, url: url.replaceAll(placeholder, encodeURIComponent(placeholder)) }
}

const without = (text: string, secret: string | undefined): string => {
  const pattern = patternOf(secret)
  return pattern === undefined ? text : text.replace(pattern, placeholder)
}

/** The shortest secret that `repeats` looks for. A shorter one may well be a part of a word. */
const shortest = 8

/** Whether a text holds the secret, in any encoding. A text without it costs next to nothing. */
export const repeats = (text: string, secret: string | undefined): boolean => {
  if (secret === undefined || secret.length < shortest || text.length < secret.length) return false
  if (text.includes(secret)) return true
  if (!text.includes("%") && !text.includes("\\")) return false
  const pattern = patternOf(secret)
  return pattern !== undefined && text.search(pattern) !== -1
}

/** Whether a text holds one of the secrets as it is. Looks at a long text once, and fast. */
export const holds = (text: string, secrets: ReadonlyArray<string | undefined>): boolean =>
  secrets.some((secret) => secret !== undefined && secret.length >= shortest && text.includes(secret))

/**
 * The fewest characters of a secret that is redacted. No real one has fewer, but those of tests do. Cut out of every word
 * of a text, a letter makes the text useless, and the gaps tell what it was.
 */
const fewest = 4

let lastSecret: string | undefined
let lastPattern: RegExp | undefined

/** Matches a secret as it appears in text, in JSON and in URLs; undefined if it is too short. Caches the last result. */
const patternOf = (secret: string | undefined): RegExp | undefined => {
  if (secret !== lastSecret) {
    const units = Array.from(secret?.trim() ?? "", anyForm)
    lastPattern = units.length < fewest ? undefined : new RegExp(units.join(""), "g")
    lastSecret = secret
  }
  return lastPattern
}

/** A pattern for a character: itself, with or without a backslash, escaped for JSON, or encoded for a URL. */
const anyForm = (char: string): string => {
  const unit = `u${char.charCodeAt(0).toString(16).padStart(4, "0")}`
  const forms = [`\\${unit}`, `\\\\${anyCase(unit)}`, anyCase(percentEncoded(char))]
  if (/\W/.test(char)) forms.push(`\\\\\\${unit}`)
  if (char === " ") forms.push("\\+")
  return `(?:${forms.join("|")})`
}

const percentEncoded = (char: string): string =>
  Array.from(new TextEncoder().encode(char), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")

/** Hex digits in either case. */
const anyCase = (text: string): string => text.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
