/** Finds the endpoint of a method and path. */
import type { Resource } from "../../../ForgeState.ts"
import type { Handler } from "./call.ts"
import type { Place } from "./origins.ts"

export interface Route {
  /** Name of the operation, such as `Issues.get`. */
  readonly operation: string
  readonly method: string
  /** The root that its path is below. */
  readonly host: "api" | "uploads"
  /** Segments of the template; those in braces are variables. */
  readonly template: ReadonlyArray<string>
  /** Path of its page in the service's documentation. */
  readonly documentation: string
  /** The rate limit that it counts against. */
  readonly resource: Resource
  readonly handle: Handler
}

const segments = (path: string): ReadonlyArray<string> => path.split("/").slice(1)

/** Declares an endpoint: `endpoint("Issues.get", "GET /repos/{owner}/…", "issues/issues#get-an-issue", Issues.get)`. */
export const endpoint = (
  operation: string,
  wire: string,
  documentation: string,
  handle: Handler,
  resource: Resource = "core"
): Route => {
  const [method = "", path = ""] = wire.split(" ")
  return { operation, method, host: "api", template: segments(path), documentation, resource, handle }
}

/** Moves an endpoint to the host of uploads. */
export const onUploads = (route: Route): Route => ({ ...route, host: "uploads" })

export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

const paramsOf = (
  template: ReadonlyArray<string>,
  path: ReadonlyArray<string>
): Readonly<Record<string, string>> | undefined => {
  if (template.length !== path.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of template.entries()) {
    const segment = decoded(path[index] ?? "")
    if (segment === undefined) return undefined
    if (!part.startsWith("{")) {
      if (part !== segment) return undefined
    } else if (segment === "") {
      return undefined
    } else {
      params[part.slice(1, -1)] = segment
    }
  }
  return params
}

/** Finds the first endpoint that matches. HEAD matches the endpoints of GET. */
export const findRoute = (routes: ReadonlyArray<Route>, method: string, { host, path }: Place): Match | undefined => {
  const parts = segments(path)
  const wanted = method === "HEAD" ? "GET" : method
  for (const route of routes) {
    if (route.host !== host || route.method !== wanted) continue
    const params = paramsOf(route.template, parts)
    if (params !== undefined) return { route, params }
  }
  return undefined
}
