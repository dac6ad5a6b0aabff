/** Explains failures to people, with advice on what to do. */
import type { ForgeError } from "forgecast/forge/ForgeError"
import type { Merge, Publish } from "forgecast/workflow"
import type * as Cause from "effect/Cause"
import type * as Config from "effect/Config"
import * as DateTime from "effect/DateTime"
import type { ChangesRequested } from "./ship/ship.ts"

/** Every failure of the demo. */
export type Failure =
  | ForgeError
  | Config.ConfigError
  | Cause.TimeoutError
  | ChangesRequested
  | Merge.Failure
  | Publish.Failure

const advice = (error: ForgeError): string => {
  switch (error._tag) {
    case "RateLimited":
      return `Try again after ${DateTime.formatIso(error.retryAt)}. With GITHUB_TOKEN, the limit is higher.`
    case "Unauthorized":
      return "Is GITHUB_TOKEN still valid?"
    case "Forbidden":
      return error.ssoUrl === null ? "The token does not allow this." : `Authorise the token first: ${error.ssoUrl}`
    case "NotFound":
      return "Is the name right? A private repository is only found with a token that may read it."
    case "TransportFailed":
      return "No complete response arrived. Check the network, and any proxy or firewall."
    case "ServiceUnavailable":
      return "The service is in trouble. Try again later."
    case "InvalidInput":
      return "Nothing was sent."
    default:
      return ""
  }
}

/** Wraps text at `width` characters; a longer word gets a line of its own. */
const wrap = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1)
    if (line === undefined || line.length + word.length >= width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}

/** The lines to show. */
export const explain = (error: Failure): ReadonlyArray<string> => {
  const said = [`${error._tag}: ${error.message}`]
  if ("operation" in error) {
    said.push(advice(error))
    if ("requestId" in error && error.requestId !== null)
      said.push(`Request id, for the service's support: ${error.requestId}`)
  }
  return said.filter((line) => line !== "").flatMap((line) => wrap(line, 77))
}
