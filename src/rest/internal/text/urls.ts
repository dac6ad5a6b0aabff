/** URLs that are safe to show, and their origins. */

/** Names of query parameters whose values are secrets. */
const secretParameters =
  /^(?:api_?key|access_token|client_secret|token|secret|password|signature|sig|x-amz-.*|x-goog-.*|jwt)$/i

/** A URL without user, password, fragment and the values of secret parameters. */
export const safe = (url: string): string => {
  if (!url.includes("?") && !url.includes("@") && !url.includes("#")) return url
  if (!URL.canParse(url)) return url.slice(0, url.search(/[?#@]/))
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

/** Whether a URL is an HTTP URL that paths can be appended to. */
export const isRoot = (url: string): boolean => /^https?:\/\/[^\s?#]+$/.test(url) && URL.canParse(url)

let lastUrl = ""
let lastOrigin = ""

/** The origin of a URL. Caches the last result: a request needs the same origin several times. */
export const originOf = (url: string): string => {
  if (url !== lastUrl) {
    lastOrigin = new URL(url).origin
    lastUrl = url
  }
  return lastOrigin
}

/** Whether a URL has one of these origins. */
export const isIn = (origins: ReadonlySet<string>, url: string): boolean =>
  URL.canParse(url) && origins.has(originOf(url))
