/** The service's origins: the API, the host of uploads, and the storage that files are downloaded from. */
import type { Urls } from "./call.ts"

export type Host = "api" | "uploads" | "storage"

/** A URL of the service, as the path below one of its roots. */
export interface Location {
  readonly host: Host
  readonly path: string
}

/** The root of uploads as `Forge` derives it from the API's: another host, another path, or the API itself. */
const derivedUploads = (api: string): string =>
  api.endsWith("/api/v3")
    ? `${api.slice(0, -"/v3".length)}/uploads`
    : api.replace(/^https:\/\/api\.(github\.com|[^./]+\.ghe\.com)$/, "https://uploads.$1")

/** The storage of a service of one's own. An IP address has no subdomains. */
const storageBeside = (api: string): string => {
  const { hostname, port, protocol } = new URL(api)
  const name = /\.\d+$|\]$/.test(hostname) ? "localhost" : hostname.replace(/^api\./, "")
  return `${protocol}//storage.${name}${port === "" ? "" : `:${port}`}`
}

/** The roots of a service whose API is at this URL. `given` places the others elsewhere. */
export const urlsOf = (baseUrl: string, given: Partial<Pick<Urls, "uploads" | "storage">> = {}): Urls => {
  const api = baseUrl.replace(/\/+$/, "")
  const isPublic = api === "https://api.github.com"
  const storage = given.storage ?? (isPublic ? "https://objects.githubusercontent.com" : storageBeside(api))
  return {
    api,
    html: isPublic ? "https://github.com" : new URL(api).origin,
    uploads: given.uploads ?? derivedUploads(api),
    storage,
    raw: isPublic && given.storage === undefined ? "https://raw.githubusercontent.com" : `${storage}/raw`,
    codeload: isPublic && given.storage === undefined ? "https://codeload.github.com" : `${storage}/codeload`
  }
}

interface Root {
  readonly host: Host
  readonly origin: string
  /** Path of the root in its origin. */
  readonly base: string
  /** What the paths of places start with, to tell roots of one host apart. */
  readonly prefix: string
  /** The only paths that are there. */
  readonly only: RegExp | undefined
}

const rootAt = (host: Host, url: string, prefix = "", only?: RegExp): Root => {
  const { origin, pathname } = new URL(url)
  return { host, origin, base: pathname === "/" ? "" : pathname, prefix, only }
}

const isBelow = ({ base, only, origin }: Root, given: string, path: string): boolean =>
  given === origin &&
  path.startsWith(base) &&
  (path.length === base.length || path[base.length] === "/") &&
  (only === undefined || only.test(path))

/** Web pages that are served where the API has the same root. Where it has not, the other ones are not found. */
const pages = /^\/[^/]+\/[^/]+\/(?:releases\/(?:latest\/)?download\/|(?:pull|commit|compare)\/.+\.(?:diff|patch)$)/

/** Lists what a URL of the service may be; nothing for a foreign one. */
type Locations = (url: URL) => ReadonlyArray<Location>

/**
 * Makes the function that tells the roots apart. Uploads also arrive where `Forge` sends them by the API's URL alone,
 * which can be the API itself.
 */
export const locationsOf = (urls: Urls): Locations => {
  const roots = [
    rootAt("storage", urls.html, "/pages", pages),
    rootAt("storage", urls.raw, "/raw"),
    rootAt("storage", urls.codeload, "/codeload"),
    rootAt("storage", urls.storage),
    rootAt("api", urls.api),
    ...(urls.api.endsWith("/api/v3") ? [rootAt("api", `${urls.html}/api/graphql`, "/graphql")] : []),
    ...[...new Set([urls.uploads, derivedUploads(urls.api)])].map((url) => rootAt("uploads", url)),
    ...(new URL(urls.api).origin === urls.html ? [rootAt("storage", urls.html, "/pages")] : [])
  ]
  return (url) => {
    // A URL makes them anew each time that they are read.
    const { origin, pathname } = url
    const places: Array<Location> = []
    for (const root of roots) {
      if (!isBelow(root, origin, pathname)) continue
      places.push({ host: root.host, path: `${root.prefix}${pathname.slice(root.base.length)}` || "/" })
    }
    return places
  }
}
