/** The one secret of a request: taken out for the wire, and kept out of all that is shown. */
import * as Redacted from "effect/Redacted"
import type { Credential } from "../../Credentials.ts"

/** The token of a credential. */
export const secretOf = ({ token }: Credential): string | undefined =>
  token === undefined ? undefined : Redacted.value(token)

const tokens = /\b(?:gh[pousr]_|github_pat_)\w+/g

/** Removes tokens from text that is going to be shown: the one in use, whatever its shape, and all that look like one. */
export const scrub = (said: string, secret: string | undefined): string => {
  let shown = said
  for (const form of secret?.trim() ? formsOf(secret.trim()) : []) shown = shown.replaceAll(form, "<redacted>")
  return shown.replace(tokens, "<redacted>")
}

/** A secret as it stands in text, in JSON, in JSON whose slashes are escaped, and in a URL. */
const formsOf = (secret: string): ReadonlyArray<string> => {
  const json = JSON.stringify(secret).slice(1, -1)
  return [secret, json, json.replaceAll("/", "\\/"), encodeURIComponent(secret)]
}
