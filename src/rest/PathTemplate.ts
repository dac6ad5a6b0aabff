/**
 * Path templates, such as `GET /repos/{owner}/{repo}/labels/{name}`, whose parameters become parts of a URL.
 *
 * ```ts
 * const template = PathTemplate.parse("GET /users/{username}")
 *
 * template.path({ username: "a/b" }) // "/users/a%2Fb"
 * ```
 */
import type { Template } from "./Declaration.ts"

/** A parameter that cannot be a part of a URL. */
export interface Unfit {
  /** Its name. */
  readonly parameter: string
  /** What is wrong with its value, such as `is empty`. */
  readonly reason: string
}

/** Why a parameter cannot have a value; undefined if it can. */
export interface RefusesInPath {
  (parameter: string, value: string): string | undefined
}

/** A parsed template. */
export interface PathTemplate {
  /** The HTTP method. */
  readonly method: string
  /** The names of the parameters, in their order. */
  readonly parameters: ReadonlyArray<string>
  /**
   * Fills in the parameters, percent-encoded. Each is one segment, unless it may span several. Returns the first that is
   * refused, empty, a dot segment or not encodable.
   */
  readonly path: (parameters: Readonly<Record<string, unknown>>) => string | Unfit
}

/**
 * Parses a template. The parameters in `manySegments` keep their slashes and may be empty, such as a file path. `refuses`
 * is asked about values that have to be encoded.
 */
export const parse = (
  template: Template,
  manySegments: ReadonlyArray<string> = [],
  refuses?: RefusesInPath
): PathTemplate => {
  const space = template.indexOf(" ")
  // Literal parts at even indexes, names of parameters at odd ones.
  const parts = template.slice(space + 1).split(/\{([^{}]+)\}/)
  return {
    method: template.slice(0, space),
    parameters: parts.filter((_, index) => index % 2 === 1),
    path: (parameters) => {
      let path = ""
      for (let i = 0; i < parts.length; i++) {
        const part = parts[i] ?? ""
        if (i % 2 === 0) {
          path += part
          continue
        }
        // Without a schema, nobody has checked that it is there.
        const given: unknown = parameters[part] ?? ""
        const value = String(given)
        if (isPlain(value)) {
          path += value
          continue
        }
        const refused = refuses?.(part, value)
        if (refused !== undefined) return { parameter: part, reason: refused }
        const segments = manySegments.includes(part) ? value.split("/") : [value]
        for (const segment of segments) {
          const reason = whyRefused(segment, segments.length)
          if (reason !== undefined && !(value === "" && manySegments.includes(part))) return { parameter: part, reason }
        }
        path += segments.map(encodeURIComponent).join("/")
      }
      return path
    }
  }
}

/** Whether a text can be a part of a URL as it is, without encoding, as nearly all can. */
export const isPlain = (text: string): boolean => /^[\w~-][\w.~-]*$/.test(text)

const loneSurrogate = /\p{Surrogate}/u

/** Why a text cannot be percent-encoded, such as a lone surrogate; undefined if it can. */
export const whyUnencodable = (text: string): string | undefined =>
  loneSurrogate.test(text) ? "contains a lone surrogate, which cannot be encoded in a URL" : undefined

/** URL parsers resolve dot segments, even encoded ones, so they would address another resource. */
const whyRefused = (segment: string, among: number): string | undefined => {
  if (segment === "") return among > 1 ? "has an empty segment" : "is empty"
  if (segment === "." || segment === "..")
    return `contains the segment "${segment}", which cannot be part of a URL path`
  return whyUnencodable(segment)
}
