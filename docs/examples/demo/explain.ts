/** Failures in words for people, with what can be done about them. */
import type { RestError } from "forgecast"
import type * as Config from "effect/Config"
import * as DateTime from "effect/DateTime"

const advice = (error: RestError.RestError): string => {
  switch (error._tag) {
    case "RateLimited":
      return `Worth asking again at ${DateTime.formatIso(error.retryAt)}; with GITHUB_TOKEN there is more to spend.`
    case "Unauthorized":
      return "Is GITHUB_TOKEN still valid?"
    case "Forbidden":
      return error.ssoUrl === null ? "The token may not do this." : `Authorise the token first: ${error.ssoUrl}`
    case "NotFound":
      return "Is the name right? A private repository is not found without a token that may see it."
    case "TransportFailed":
      return "No whole answer came: is there a network, and a proxy or a firewall in between?"
    case "ServiceUnavailable":
      return "The service is in trouble. Try again later."
    case "InvalidInput":
      return "Nothing was sent."
    default:
      return ""
  }
}

/** Lines of at most so many characters, unless a word is longer. */
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
export const explain = (error: RestError.RestError | Config.ConfigError): ReadonlyArray<string> => {
  const said = [`${error._tag}: ${error.message}`]
  if (error._tag !== "ConfigError") {
    said.push(advice(error))
    if ("requestId" in error && error.requestId !== null)
      said.push(`The service's support knows it as ${error.requestId}`)
  }
  return said.filter((line) => line !== "").flatMap((line) => wrap(line, 77))
}
