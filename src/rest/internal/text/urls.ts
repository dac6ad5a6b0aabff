/** URLs that are safe to show, and their origins. */

/** Names of query parameters whose values are secrets. */
const secretParameters =
  /^(?:api_?key|access_token|client_secret|token|secret|password|signature|sig|x-amz-.*|x-goog-.*|jwt)$/i

/** A text in which such a parameter may stand, or a name that is encoded in any way. */
const mayHoldSecret = /[?&](?:[\w.-]*[^\w.\-=&?]|api_?key|access_token|client_secret|token|secret|password|sig|x-|jwt)/i

/** A URL without user, password, fragment and the values of secret parameters. */
export const safe = (url: string): string => {
  const isPlain = !url.includes("@") && !url.includes("#")
  if (isPlain && !url.includes("?")) return url
  if (!isUrl(url)) return url.slice(0, url.search(/[?#@]/))
  // Most URLs need no parsing, which costs as much as several other steps of a request.
  if (isPlain && !mayHoldSecret.test(url)) return url
  const shown = new URL(url)
  shown.username = ""
  shown.password = ""
  shown.hash = ""
  for (const name of new Set(shown.searchParams.keys())) {
    if (secretParameters.test(name)) shown.searchParams.set(name, "<redacted>")
  }
  return shown.href
}

/** A URL of a foreign origin, without its query, which may be a signature. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, "").replace(/\/\/[^/@]*@/, "//")

/** Whether a URL has a user or a password. */
export const hasUser = (url: string): boolean => {
  if (!url.includes("@") || !URL.canParse(url)) return false
  const { password, username } = new URL(url)
  return username !== "" || password !== ""
}

/** Why a URL with a user or a password is refused. Clients drop them, refuse them, or show them. */
export const userRefused = "has a user or a password: pass a token with Credentials instead"

/** Whether the network can read what is sent to an origin: by plain HTTP, to another machine. */
export const isExposed = (origin: string): boolean => {
  const { hostname, protocol } = new URL(origin)
  return protocol === "http:" && !/^(?:127\.\d+\.\d+\.\d+|\[::1\]|(?:.+\.)?localhost)$/.test(hostname)
}

/** Whether a URL is an HTTP URL that paths can be appended to. */
export const isRoot = (url: string): boolean => /^https?:\/\/[^\s?#]+$/.test(url) && URL.canParse(url)

/** Why a URL cannot be the root of a service; undefined when it can. */
export const whyNoRoot = (url: string): string | undefined => {
  if (!isRoot(url)) return "is not an HTTP URL"
  return hasUser(url) ? userRefused : undefined
}

let lastOrigin = "null"
let lastRoot = "null/"

/** Whether a URL has the same origin as the last one, as nearly all do: it need not be parsed. */
const isBelowLast = (url: string): boolean => lastOrigin !== "null" && url.startsWith(lastRoot)

/** The origin of a URL. */
export const originOf = (url: string): string => {
  if (!isBelowLast(url)) {
    lastOrigin = new URL(url).origin
    lastRoot = `${lastOrigin}/`
  }
  return lastOrigin
}

/** Whether a text is a URL. After an origin, any text is one. */
const isUrl = (text: string): boolean => isBelowLast(text) || URL.canParse(text)

/** Whether a URL has one of these origins. */
export const isIn = (origins: ReadonlySet<string>, url: string): boolean => isUrl(url) && origins.has(originOf(url))
