/** URLs as they may be shown, and whose they are. */

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

/** A URL of a foreign origin, whose whole query may be a signature. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, "").replace(/\/\/[^/@]*@/, "//")

/** Whether paths can be put behind a URL, for HTTP. */
export const isRoot = (url: string): boolean => /^https?:\/\/[^\s?#]+$/.test(url) && URL.canParse(url)

let lastUrl = ""
let lastOrigin = ""

/** The origin of a URL. A request asks for the same one several times over. */
export const originOf = (url: string): string => {
  if (url !== lastUrl) {
    lastOrigin = new URL(url).origin
    lastUrl = url
  }
  return lastOrigin
}
