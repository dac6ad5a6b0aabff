/** Finds the endpoint of a method and path. */
import type { Resource } from "../../../ForgeState.ts"
import type { Handler, Match, Route } from "./call.ts"
import { type Requirement, requirementOf } from "./requirement.ts"

export type { Match, Route } from "./call.ts"

const segments = (path: string): ReadonlyArray<string> => path.split("/").slice(1)

/**
 * Declares endpoints: `endpoint("Labels.get", "GET /repos/{owner}/{repo}/labels/{name}", "get-a-label", get)`. Their pages
 * in the documentation are sections of one page, such as `issues/labels`, or are named with theirs: `orgs/orgs#get-…`. What
 * an endpoint requires follows from its path and method, unless it is said.
 */
export const endpointsOf =
  (page: string) =>
  (
    operation: string,
    wire: string,
    section: string,
    handle: Handler,
    resource: Resource | null = "core",
    access?: Requirement
  ): Route => {
    const [method = "", path = ""] = wire.split(" ")
    const template = segments(path)
    return {
      operation,
      method,
      host: "api",
      template,
      documentation: section.includes("#") ? section : `${page}#${section}`,
      resource,
      access: access ?? requirementOf(method, template),
      handle
    }
  }

/** Moves an endpoint to the host of uploads. */
export const onUploads = (route: Route): Route => ({ ...route, host: "uploads" })

/** Gives an endpoint other names for requests that ask for other representations. */
export const representedAs = (represented: NonNullable<Route["represented"]>, route: Route): Route => ({
  ...route,
  represented
})

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

const isVariable = (part: string): boolean => part.startsWith("{")

const isRest = (part: string): boolean => part.endsWith("*}")

const isNumeric = (part: string): boolean => part.endsWith("#}")

const variablesIn = ({ template }: Route): number => template.filter(isVariable).length

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
    const segment = path[index] ?? ""
    if (!isVariable(part)) {
      if (part !== segment) return undefined
    } else if (segment === "" || (isNumeric(part) && !/^\d+$/.test(segment))) {
      return undefined
    } else {
      params[part.slice(1, isRest(part) || isNumeric(part) ? -2 : -1)] = segment
    }
  }
  return params
}

export type Router = (method: string, path: string) => Match | undefined

/**
 * Makes the search for the endpoint of a request. HEAD matches the endpoints of GET. Endpoints with fewer variables come
 * first: `/pulls/comments` is not the pull request "comments". Those with a rest variable come last, with more segments
 * before those with fewer.
 */
export const makeRouter = (routes: ReadonlyArray<Route>): Router => {
  const keyOf = (method: string, count: number, family: string) => `${method} ${count} ${family}`
  // Most endpoints belong to a repository, whose fourth segment tells them apart.
  const exact = new Map<string, Array<Route>>()
  const open = routes
    .filter(({ template }) => template.some(isRest))
    .sort((a, b) => b.template.length - a.template.length)
  for (const route of [...routes].sort((a, b) => variablesIn(a) - variablesIn(b))) {
    if (route.template.some(isRest)) continue
    const family = route.template[3] ?? ""
    const key = keyOf(route.method, route.template.length, isVariable(family) ? "" : family)
    exact.set(key, [...(exact.get(key) ?? []), route])
  }
  return (method, path) => {
    const parts: Array<string> = []
    for (const part of segments(path)) {
      const segment = decoded(part)
      if (segment === undefined) return undefined
      parts.push(segment)
    }
    const wanted = method === "HEAD" ? "GET" : method
    const literal = exact.get(keyOf(wanted, parts.length, parts[3] ?? "")) ?? []
    const variable = exact.get(keyOf(wanted, parts.length, "")) ?? []
    for (const candidates of [literal, variable, open]) {
      for (const route of candidates) {
        if (route.method !== wanted) continue
        const params = paramsOf(route.template, parts)
        if (params !== undefined) return { route, params }
      }
    }
    return undefined
  }
}
