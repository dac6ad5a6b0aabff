/** Checks the links, images and scripts of the built pages. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { decode, type Html } from "./html.ts"
import { once } from "./once.ts"
import { base } from "./site.ts"

/** Hosts that pages may link to. Nothing is ever loaded from them. */
const hosts = new Set([
  "docs.github.com",
  "effect.website",
  "github.com",
  "gql-tada.0no.co",
  "keepachangelog.com",
  "open-meteo.com",
  "semver.org",
  "standardschema.dev",
  "the-guild.dev",
  "www.conventionalcommits.org"
])

const origin = "https://site.invalid"

/** What a page has for links, and links to. */
export interface Links {
  readonly url: string
  readonly anchors: ReadonlyArray<string>
  /** What it links to, and what it loads: what the page says, and the whole URL. */
  readonly links: ReadonlyArray<Reference>
  readonly files: ReadonlyArray<Reference>
  /** What is wrong whatever other pages have. */
  readonly problems: ReadonlyArray<string>
}

type Reference = readonly [said: string, url: string]

export const linksOf = ({ elements, url }: Html): Links => {
  const whole = (reference: string): string => {
    // Most are paths, and the same on all pages.
    if (/^\/(?!\/)/.test(reference)) return origin + reference
    return new URL(reference, origin + url).href
  }
  const links: Array<Reference> = []
  const files: Array<Reference> = []
  const problems: Array<string> = []
  for (const { attributes, name } of elements) {
    const { href, src } = attributes
    if (href !== undefined) (name === "a" ? links : files).push([href.slice(0, 80), whole(decode(href))])
    if (src !== undefined) files.push([src, whole(decode(src))])
    const handler = Object.keys(attributes).find((attribute) => /^on[a-z]/.test(attribute))
    if (handler !== undefined) problems.push(`${handler} is a script within the page`)
    if (name === "script" && src === undefined && attributes["type"] !== "application/json")
      problems.push("<script> is within the page")
    if (name === "img" && attributes["alt"] === undefined) problems.push(`${src} has no alternative text`)
  }
  return { url, links, files, problems, anchors: elements.flatMap(({ attributes }) => attributes["id"] ?? []) }
}

/** What is wrong with a page. `anchorsOf` has the anchors of a page by its URL, or undefined if there is none. */
const problemsOf = (
  dist: string,
  anchorsOf: (url: string) => ReadonlySet<string> | undefined
): ((page: Links) => ReadonlyArray<string>) => {
  const exists = once((pathname: string): boolean => {
    const file = Path.join(dist, decodeURI(pathname.slice(base.length)))
    return pathname.startsWith(base) && Fs.existsSync(file) && Fs.statSync(file).isFile()
  })
  const problemOfLink = once((reference: string): string | undefined => {
    const target = new URL(reference)
    if (target.origin !== origin)
      return target.protocol === "mailto:" || hosts.has(target.host) ? undefined : "leads to an unknown host"
    const anchors = anchorsOf(target.pathname)
    if (anchors === undefined) return exists(target.pathname) ? undefined : "leads nowhere"
    const hash = decodeURIComponent(target.hash.slice(1))
    return hash === "" || hash.startsWith("sketch=") || anchors.has(hash) ? undefined : "names no anchor of the page"
  })
  const problemOfFile = once((reference: string): string | undefined => {
    const target = new URL(reference)
    if (target.protocol === "data:") return undefined
    return target.origin === origin && exists(target.pathname) ? undefined : "is no file of the site"
  })
  const said = (references: ReadonlyArray<Reference>, problemOf: (url: string) => string | undefined) =>
    references.flatMap(([text, url]) => {
      const problem = problemOf(url)
      return problem === undefined ? [] : [`${text} ${problem}`]
    })
  return ({ files, links, problems }) => [...said(links, problemOfLink), ...said(files, problemOfFile), ...problems]
}

/** Throws if anything leads nowhere. */
export const checkLinks = (dist: string, built: ReadonlyArray<{ readonly links: Links }>): void => {
  const pages = built.map(({ links }) => links)
  const anchors = new Map(pages.map(({ anchors, url }) => [url, new Set(anchors)] as const))
  const broken = new Map<string, Set<string>>()
  const problemsIn = problemsOf(dist, (url) => anchors.get(url))
  for (const page of pages)
    for (const problem of problemsIn(page)) broken.set(problem, (broken.get(problem) ?? new Set()).add(page.url))
  if (broken.size === 0) return
  const lines = [...broken].map(
    ([problem, [first, ...more]]) => `${problem}: on ${first}${more.length === 0 ? "" : ` and ${more.length} more`}`
  )
  throw new Error(["Links of the site are broken:", ...lines].join("\n  "))
}
