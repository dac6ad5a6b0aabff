/**
 * Reads `Link` headers (RFC 8288).
 *
 * A link that is overlooked ends a listing too early, and nobody notices. So this reads all that the RFC allows (white
 * space around commas, parameters without values, empty elements), and goes on behind what it does not understand.
 */

/** A target, and whatever stands before it. */
const target = /[^<]*<([^>]*)>/y

/** A parameter, with its value quoted or not; or nothing but its semicolon. */
const parameter = /\s*;\s*(?:([^\s=;,"<]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?)?/y

/** The first target of each relation, by the relation in lower case. */
const parse = (header: string): ReadonlyMap<string, string> => {
  const targets = new Map<string, string>()
  let at = 0
  const read = (pattern: RegExp) => {
    pattern.lastIndex = at
    const match = pattern.exec(header)
    if (match !== null) at = pattern.lastIndex
    return match
  }
  for (let link = read(target); link !== null; link = read(target)) {
    const values = new Map<string, string>()
    for (let found = read(parameter); found !== null; found = read(parameter)) {
      const [, name, quoted, token = ""] = found
      // The first of several counts.
      const key = name?.toLowerCase()
      if (key !== undefined && !values.has(key)) values.set(key, quoted?.replace(/\\(.)/g, "$1") ?? token)
    }
    // With an anchor it is a link of something else.
    if (values.has("anchor")) continue
    for (const relation of (values.get("rel") ?? "").toLowerCase().split(/\s+/)) {
      if (!targets.has(relation)) targets.set(relation, link[1] ?? "")
    }
  }
  return targets
}

/** The targets of a `Link` header (RFC 8288), as absolute URLs. */
export interface Links {
  readonly next: string | null
  readonly last: string | null
}

const noLinks: Links = { next: null, last: null }

/**
 * Reads where a listing goes on; relative targets are resolved against the URL that was asked. A `next` that is no URL stays as
 * it is: to follow it fails, where without it the listing would seem to end.
 */
export const linksOf = (header: string | undefined, base: string): Links => {
  if (header === undefined) return noLinks
  const targets = parse(header)
  const next = targets.get("next")
  const last = targets.get("last")
  return {
    next: next === undefined ? null : (absolute(next, base) ?? next),
    last: last === undefined ? null : absolute(last, base)
  }
}

const absolute = (target: string, base: string): string | null =>
  URL.canParse(target, base) ? new URL(target, base).href : null
