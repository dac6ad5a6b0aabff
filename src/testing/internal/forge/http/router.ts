/** Finds the endpoint of a method and path. */
import type { Resource } from "../../../ForgeState.ts"
import type { Handler } from "./call.ts"

export interface Route {
  /** Name of the operation, such as `Issues.get`. */
  readonly operation: string
  readonly method: string
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
  return { operation, method, template: segments(path), documentation, resource, handle }
}

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

const isRest = (part: string): boolean => part.endsWith("*}")

/** Joins the segments that the template's rest variable takes, so that there are as many as in the template. */
const gathered = (template: ReadonlyArray<string>, path: ReadonlyArray<string>): ReadonlyArray<string> => {
  const rest = template.findIndex(isRest)
  if (rest < 0 || path.length <= template.length) return path
  const end = path.length - (template.length - rest - 1)
  return [...path.slice(0, rest), path.slice(rest, end).join("/"), ...path.slice(end)]
}

const paramsOf = (
  template: ReadonlyArray<string>,
  given: ReadonlyArray<string>
): Readonly<Record<string, string>> | undefined => {
  const path = gathered(template, given)
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
      params[part.slice(1, isRest(part) ? -2 : -1)] = segment
    }
  }
  return params
}

/** Finds the first endpoint that matches. HEAD matches the endpoints of GET. */
export const findRoute = (routes: ReadonlyArray<Route>, method: string, path: string): Match | undefined => {
  const parts = segments(path)
  const wanted = method === "HEAD" ? "GET" : method
  for (const route of routes) {
    if (route.method !== wanted) continue
    const params = paramsOf(route.template, parts)
    if (params !== undefined) return { route, params }
  }
  return undefined
}
