/** Expands path templates such as `GET /repos/{owner}/{repo}/labels/{name}`. */
import type { Template } from "../../Declaration.ts"

/** A parameter that can't be put into a path. */
export interface Refused {
  readonly parameter: string
  readonly reason: string
}

export interface Route {
  readonly method: string
  /** Puts the parameters in, percent-encoded, each as one segment. */
  readonly path: (parameters: Readonly<Record<string, unknown>>) => string | Refused
}

/** Reads a template. The parameters in `manySegments` keep their slashes and may be empty: a contents path. */
export const parse = (template: Template, manySegments: ReadonlyArray<string> = []): Route => {
  const space = template.indexOf(" ")
  // Literal parts at even places, names of parameters at odd ones.
  const parts = template.slice(space + 1).split(/\{([^}]+)\}/)
  return {
    method: template.slice(0, space),
    path: (parameters) => {
      let path = ""
      for (let i = 0; i < parts.length; i++) {
        const part = parts[i] ?? ""
        if (i % 2 === 0) {
          path += part
          continue
        }
        const value = String(parameters[part])
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

const loneSurrogate = /\p{Surrogate}/u

/** Why a text can't be percent-encoded. */
export const whyUnencodable = (text: string): string | undefined =>
  loneSurrogate.test(text) ? "has half a character (a lone surrogate), which no URL can carry" : undefined

/** Every URL parser resolves dot segments, encoded ones too: they would lead to another resource. */
const whyRefused = (segment: string, among: number): string | undefined => {
  if (segment === "") return among > 1 ? "has an empty segment" : "is empty"
  if (segment === "." || segment === "..") return `has the segment "${segment}", which no URL can carry`
  return whyUnencodable(segment)
}
