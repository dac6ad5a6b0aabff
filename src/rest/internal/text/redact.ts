/** Removes secrets from text that is shown. */
import * as Redacted from "effect/Redacted"
import type { Credential } from "../../Credentials.ts"

/** Removes secrets from a text. */
export interface Redact {
  (text: string): string
}

/** The token of a credential, unwrapped. */
export const secretOf = ({ token }: Credential): string | undefined =>
  token === undefined ? undefined : Redacted.value(token)

/** Makes a function that removes the secret in use, in any encoding, and everything that looks like a token. */
export const redactor = (secret: string | undefined, tokens: RegExp | undefined): Redact => {
  // Most calls have nothing to redact.
  let forms: ReadonlyArray<string> | undefined
  return (text) => {
    let shown = text
    for (const form of (forms ??= formsOf(secret?.trim()))) shown = shown.replaceAll(form, placeholder)
    return tokens === undefined ? shown : shown.replace(tokens, placeholder)
  }
}

const placeholder = "<redacted>"

/** A secret as it appears in text, in JSON, in JSON with escaped slashes, and in a URL. */
const formsOf = (secret: string | undefined): ReadonlyArray<string> => {
  if (!secret) return []
  const json = JSON.stringify(secret).slice(1, -1)
  return [secret, json, json.replaceAll("/", "\\/"), encodeURIComponent(secret)]
}
