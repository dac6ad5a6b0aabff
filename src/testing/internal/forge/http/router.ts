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

/** Decodes a segment; undefined if it cannot be decoded. Few have anything to decode. */
const decoded = (segment: string): string | undefined => {
  if (!segment.includes("%")) return segment
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

/** A part of a template: a text, or a variable. */
interface Part {
  /** The text that a segment must be; undefined for a variable. */
  readonly text: string | undefined
  readonly name: string
  readonly isNumeric: boolean
}

/** A route whose template is prepared. */
interface Candidate {
  readonly route: Route
  readonly parts: ReadonlyArray<Part>
  /** The index of the variable that takes the rest; -1 without one. */
  readonly rest: number
}

const partOf = (part: string): Part => ({
  text: isVariable(part) ? undefined : part,
  name: part.slice(1, isRest(part) || isNumeric(part) ? -2 : -1),
  isNumeric: isNumeric(part)
})

const candidateOf = (route: Route): Candidate => ({
  route,
  parts: route.template.map(partOf),
  rest: route.template.findIndex(isRest)
})

/** Joins the segments that the template's rest variable takes, so that there are as many as in the template. */
const gathered = ({ parts, rest }: Candidate, path: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (rest < 0 || path.length <= parts.length) return path
  const end = path.length - (parts.length - rest - 1)
  return [...path.slice(0, rest), path.slice(rest, end).join("/"), ...path.slice(end)]
}

const digits = /^\d+$/

const paramsOf = (candidate: Candidate, given: ReadonlyArray<string>): Readonly<Record<string, string>> | undefined => {
  const { parts } = candidate
  const path = gathered(candidate, given)
  if (parts.length !== path.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, { isNumeric, name, text }] of parts.entries()) {
    const segment = path[index] ?? ""
    if (text !== undefined) {
      if (text !== segment) return undefined
    } else if (segment === "" || (isNumeric && !digits.test(segment))) {
      return undefined
    } else {
      params[name] = segment
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
  const exact = new Map<string, Array<Candidate>>()
  const open = new Map<string, Array<Candidate>>()
  const add = (all: Map<string, Array<Candidate>>, key: string, route: Route): void => {
    const candidates = all.get(key)
    if (candidates === undefined) all.set(key, [candidateOf(route)])
    else candidates.push(candidateOf(route))
  }
  const withRest = routes
    .filter(({ template }) => template.some(isRest))
    .sort((a, b) => b.template.length - a.template.length)
  for (const route of withRest) add(open, route.method, route)
  for (const route of [...routes].sort((a, b) => variablesIn(a) - variablesIn(b))) {
    if (route.template.some(isRest)) continue
    const family = route.template[3] ?? ""
    add(exact, keyOf(route.method, route.template.length, isVariable(family) ? "" : family), route)
  }
  return (method, path) => {
    const parts: Array<string> = []
    for (const part of segments(path)) {
      const segment = decoded(part)
      if (segment === undefined) return undefined
      parts.push(segment)
    }
    const wanted = method === "HEAD" ? "GET" : method
    const { length } = parts
    const family = parts[3] ?? ""
    const literal = family === "" ? undefined : exact.get(keyOf(wanted, length, family))
    return (
      matchIn(literal, parts) ??
      matchIn(exact.get(keyOf(wanted, length, "")), parts) ??
      matchIn(open.get(wanted), parts)
    )
  }
}

/** The first route that a path matches. */
const matchIn = (candidates: ReadonlyArray<Candidate> | undefined, path: ReadonlyArray<string>): Match | undefined => {
  if (candidates === undefined) return undefined
  for (const candidate of candidates) {
    const params = paramsOf(candidate, path)
    if (params !== undefined) return { route: candidate.route, params }
  }
  return undefined
}
