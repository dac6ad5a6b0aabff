/**
 * Reads `Link` headers (RFC 8288).
 *
 * A missed link would silently end a listing too early. So the parser accepts everything that the RFC allows (white
 * space around commas, parameters without values, empty elements), and skips what it does not understand.
 */

/** A target, and any text before it. */
const target = /[^<]*<([^>]*)>/y

/** A parameter, with a quoted value, a plain value or none; or a semicolon alone. */
const parameter = /\s*;\s*(?:([^\s=;,"<]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?)?/y

/** The first target of each relation, keyed by the relation in lower case. */
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
      // Of repeated parameters, the first one counts.
      const key = name?.toLowerCase()
      if (key !== undefined && !values.has(key)) values.set(key, quoted?.replace(/\\(.)/g, "$1") ?? token)
    }
    // A link with an anchor belongs to another resource.
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
 * Reads the `next` and `last` links of a listing. Relative targets are resolved against the URL of the request. A
 * `next` that is not a URL is kept as it is: following it fails, whereas without it the listing would seem to end.
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

/** A user and a password would be secrets in a cursor. */
const absolute = (target: string, base: string): string | null => {
  if (!URL.canParse(target, base)) return null
  const url = new URL(target, base)
  url.username = ""
  url.password = ""
  return url.href
}
