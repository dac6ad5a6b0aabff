/** Where cursors may lead. They can come from anywhere, such as a URL or a queue, and requests carry the token. */
import type { Dialect } from "../../Dialect.ts"

/** Tells whether a segment of a path, as a URL has it, is the right one. */
type Segment = (given: string) => boolean

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

const is =
  (text: string): Segment =>
  (given) =>
    decoded(given) === decoded(text)

/** Services know names in any case, and link to them in their own. */
const isName =
  (text: string): Segment =>
  (given) =>
    decoded(given)?.toLowerCase() === decoded(text)?.toLowerCase()

const isId: Segment = (given) => /^\d{1,20}$/.test(given)

const segmentsOf = (path: string): ReadonlyArray<string> => path.split("/").slice(1)

const isParameter = (segment: string): boolean => segment.startsWith("{")

/** The forms of a path: its own, and those that begin as the service's links do. */
const formsOf = (path: string, aliases: Dialect["aliases"] = []): ReadonlyArray<ReadonlyArray<Segment>> => {
  const own = segmentsOf(path)
  const forms = [own.map(is)]
  for (const { links, path: beginning } of aliases) {
    const names = segmentsOf(beginning)
    if (names.length > own.length || !names.every((name, index) => isParameter(name) || name === own[index])) continue
    const rest = own.slice(names.length).map(is)
    const named = names.map((name, index) => (isParameter(name) ? isName(own[index] ?? "") : is(name)))
    forms.push(
      [...named, ...rest],
      [...segmentsOf(links).map((part) => (isParameter(part) ? isId : is(part))), ...rest]
    )
  }
  return forms
}

/**
 * Whether a URL leads to a path below a root, or to another form of it that the service's links have. Dot segments and
 * backslashes are what URL parsers make of them, and an encoded slash is not a slash.
 */
export const leadsTo = (url: URL, root: string, path: string, aliases: Dialect["aliases"]): boolean => {
  const base = new URL(root)
  const below = base.pathname === "/" ? "" : base.pathname
  if (url.origin !== base.origin || !url.pathname.startsWith(`${below}/`)) return false
  const given = segmentsOf(url.pathname.slice(below.length))
  return formsOf(path, aliases).some(
    (form) => form.length === given.length && form.every((isRight, index) => isRight(given[index] ?? ""))
  )
}
