/**
 * Reads `Link` headers (RFC 8288).
 *
 * A missed link would silently end a listing too early. So the parser accepts everything that the RFC allows (white
 * space around commas, parameters without values, empty elements), skips what it does not understand, and tells that it
 * did.
 */

/** A target, and any text before it. */
const target = /([^<]*)<([^>]*)>/y

/** A parameter, with a quoted value, a plain value or none; or a semicolon alone. */
const parameter = /\s*;\s*(?:([^\s=;,"<]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?)?/y

interface Parsed {
  /** The first target of each relation, keyed by the relation in lower case. */
  readonly targets: ReadonlyMap<string, string>
  /** Whether some of the text is not a link with a relation. */
  readonly isDamaged: boolean
}

const parse = (header: string): Parsed => {
  const targets = new Map<string, string>()
  let isDamaged = false
  let at = 0
  const read = (pattern: RegExp) => {
    pattern.lastIndex = at
    const match = pattern.exec(header)
    if (match !== null) at = pattern.lastIndex
    return match
  }
  for (let link = read(target); link !== null; link = read(target)) {
    const [, before = "", to = ""] = link
    isDamaged ||= !isBlank(before)
    const values = new Map<string, string>()
    for (let found = read(parameter); found !== null; found = read(parameter)) {
      const [, name, quoted, token = ""] = found
      // Of repeated parameters, the first one counts.
      const key = name?.toLowerCase()
      if (key !== undefined && !values.has(key)) values.set(key, quoted?.replace(/\\(.)/g, "$1") ?? token)
    }
    // A link with an anchor belongs to another resource.
    if (values.has("anchor")) continue
    const relations = (values.get("rel") ?? "").trim()
    isDamaged ||= relations === ""
    for (const relation of relations.toLowerCase().split(/\s+/)) {
      if (!targets.has(relation)) targets.set(relation, to)
    }
  }
  return { targets, isDamaged: isDamaged || !isBlank(header.slice(at)) }
}

/** Whether a text separates links and nothing else. */
const isBlank = (text: string): boolean => !/[^\s,]/.test(text)

/** The targets of a `Link` header (RFC 8288), as absolute URLs. */
export interface Links {
  readonly next: string | null
  readonly last: string | null
  /** What the header is about. If it is `nothing`, there is none, or it is empty or about something else. */
  readonly about: "pages" | "nothing" | "unreadable"
}

const noLinks: Links = { next: null, last: null, about: "nothing" }

const pageRelations = ["first", "prev", "previous", "next", "last"]

/**
 * Reads the `next` and `last` links of a listing. Relative targets are resolved against the URL of the request. A
 * `next` that is not a URL is kept as it is: following it fails, whereas without it the listing would seem to end.
 */
export const linksOf = (header: string | undefined, base: string): Links => {
  if (header === undefined) return noLinks
  const { isDamaged, targets } = parse(header)
  const next = targets.get("next")
  const last = targets.get("last")
  return {
    next: next === undefined ? null : (absolute(next, base) ?? next),
    last: last === undefined ? null : absolute(last, base),
    about: isDamaged ? "unreadable" : pageRelations.some((relation) => targets.has(relation)) ? "pages" : "nothing"
  }
}

/** The link that the body of a page states, in place of a header. */
export const statedLinks = (
  next: { readonly value: string; readonly parameter: string | undefined } | null,
  base: string
): Links => {
  if (next === null) return { next: null, last: null, about: "pages" }
  const { parameter, value } = next
  if (parameter === undefined) return { next: absolute(value, base) ?? value, last: null, about: "pages" }
  const url = new URL(base)
  url.searchParams.set(parameter, value)
  return { next: url.href, last: null, about: "pages" }
}

/** A user and a password would be secrets in a cursor. */
const absolute = (target: string, base: string): string | null => {
  if (!URL.canParse(target, base)) return null
  const url = new URL(target, base)
  // A setter costs as much as parsing.
  if (url.username !== "") url.username = ""
  if (url.password !== "") url.password = ""
  return url.href
}
