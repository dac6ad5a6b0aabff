/**
 * Markdown as the service shows it: its paragraphs, its code, and links to what it refers to, for those who see that. All
 * else stays as it was written: rendering Markdown is not what the simulator is for.
 */
import type { Call } from "../http/call.ts"
import { fullName, type Repository, repositoryNamed, userOf } from "../state/model.ts"
import { indented, type Part, partsOf } from "../state/references.ts"
import { resolveCommit } from "../state/refs.ts"

/** Who reads a text. */
export type Reader = Pick<Call, "world" | "urls" | "sees" | "viewer">

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character] ?? "&quot;")

/** A part of a text as it is shown: as text, and as HTML. */
interface Shown {
  readonly text: string
  readonly html: string
}

const plain = (text: string): Shown => ({ text, html: escaped(text) })

const element = (name: string, attributes: Readonly<Record<string, string>>, html: string): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join("")}>${html}</${name}>`

const link = (attributes: Readonly<Record<string, string>>, text: string, html = escaped(text)): Shown => ({
  text,
  html: element("a", attributes, html)
})

/** The repository that a reference is about, if the reader sees it. */
const repositoryFor = (
  reader: Reader,
  own: Repository | undefined,
  name: string | undefined
): Repository | undefined => {
  const found = name === undefined ? own : repositoryNamed(reader.world, name)
  return found !== undefined && (found.id === own?.id || reader.sees(found)) ? found : undefined
}

const issueLink = (reader: Reader, own: Repository | undefined, part: Part & { readonly kind: "issue" }): Shown => {
  const repository = repositoryFor(reader, own, part.repository)
  const issue = repository?.issues.get(part.number)
  if (repository === undefined || issue === undefined) return part.isUrl ? urlLink(reader, part.text) : plain(part.text)
  const kind = issue.pull_request === null ? "issues" : "pull"
  const path = `/${fullName(repository)}/${kind}/${issue.number}`
  const isOwn = repository.id === own?.id
  const text = part.repository === undefined ? part.text : `${isOwn ? "" : fullName(repository)}#${issue.number}`
  return link(
    {
      class: "issue-link js-issue-link",
      "data-error-text": "Failed to load title",
      "data-id": String(issue.id),
      "data-permission-text": "Title is private",
      "data-url": `${reader.urls.html}/${fullName(repository)}/issues/${issue.number}`,
      "data-hovercard-type": kind === "pull" ? "pull_request" : "issue",
      "data-hovercard-url": `${path}/hovercard`,
      href: `${reader.urls.html}${path}`
    },
    text
  )
}

const commitLink = (reader: Reader, own: Repository | undefined, part: Part & { readonly kind: "commit" }): Shown => {
  const isUrl = part.text.startsWith("http")
  const repository = repositoryFor(reader, own, part.repository)
  const commit = repository === undefined ? undefined : resolveCommit(reader.world, repository, part.sha)
  // A branch may be called like the start of a sha.
  if (repository === undefined || commit?.sha.startsWith(part.sha.toLowerCase()) !== true) {
    return isUrl ? urlLink(reader, part.text) : plain(part.text)
  }
  const url = `${reader.urls.html}/${fullName(repository)}/commit/${commit.sha}`
  const place = repository.id === own?.id ? "" : `${fullName(repository)}@`
  const short = commit.sha.slice(0, 7)
  return link(
    { class: "commit-link", "data-hovercard-type": "commit", "data-hovercard-url": `${url}/hovercard`, href: url },
    `${place}${short}`,
    `${escaped(place)}<tt>${short}</tt>`
  )
}

/** Teams are shown to the members of their organization alone. */
const teamLink = ({ urls, viewer, world }: Reader, login: string, slug: string, text: string): Shown => {
  const organization = world.organizations.get(login.toLowerCase())
  const team = organization?.teams.get(slug.toLowerCase())
  if (team === undefined || organization?.members.has(viewer?.toLowerCase() ?? "") !== true) return plain(text)
  const path = `/orgs/${login}/teams/${team.slug}`
  return link(
    {
      class: "team-mention js-team-mention notranslate",
      "data-error-text": "Failed to load team members",
      "data-id": String(team.id),
      "data-permission-text": "Team members are private",
      "data-url": `${path}/members`,
      "data-hovercard-type": "team",
      "data-hovercard-url": `${path}/hovercard`,
      href: `${urls.html}${path}`
    },
    text
  )
}

const userLink = (reader: Reader, { login, team, text }: Part & { readonly kind: "user" }): Shown => {
  if (team !== undefined) return teamLink(reader, login, team, text)
  const user = userOf(reader.world, login)
  if (user === undefined || user.type === "Bot") return plain(text)
  const [type, path] = user.type === "User" ? ["user", "users"] : ["organization", "orgs"]
  return link(
    {
      class: "user-mention notranslate",
      "data-hovercard-type": type ?? "",
      "data-hovercard-url": `/${path}/${user.login}/hovercard`,
      "data-octo-click": "hovercard-link-click",
      "data-octo-dimensions": "link_type:self",
      href: `${reader.urls.html}/${user.login}`
    },
    text
  )
}

/** Pages of others are not vouched for. */
const urlLink = ({ urls }: Reader, url: string): Shown =>
  link({ href: url, ...(url === urls.html || url.startsWith(`${urls.html}/`) ? {} : { rel: "nofollow" }) }, url)

const fence = /^(?:`{3,}|~{3,})[ \t]*([^\s`]*)[^\n]*\n?([^]*?)(?:(?:^|(?<=\n))[`~]{3,}[ \t]*)?$/

const isFenced = (text: string): boolean => /^(?:`{3,}(?!.*`)|~{3,})/.test(text)

const isBlock = ({ kind, text }: Part): boolean => kind === "code" && (isFenced(text) || indented.test(text))

const unindented = (text: string): string =>
  `${text
    .replaceAll("\r", "")
    .split("\n")
    .map((line) => line.replace(indented, ""))
    .join("\n")}\n`

/** A block of code is a paragraph of its own. */
const codeOf = (part: Part): Shown => {
  if (!isBlock(part)) {
    const [, ticks = "", inside = ""] = /^(`+)([^]*)\1$/.exec(part.text) ?? []
    // One space at both ends lets code begin and end with backticks.
    const text = ticks === "" ? part.text : inside.replace(/^ ([^]*\S[^]*) $/, "$1")
    return { text, html: element("code", { class: "notranslate" }, escaped(text)) }
  }
  const [, language = "", text = ""] = isFenced(part.text)
    ? (fence.exec(part.text) ?? [])
    : ["", "", unindented(part.text)]
  const code = element("code", { class: "notranslate" }, escaped(text))
  return { text, html: element("pre", { ...(language === "" ? {} : { lang: language }), class: "notranslate" }, code) }
}

const shown = (reader: Reader, own: Repository | undefined, part: Part): Shown => {
  switch (part.kind) {
    case "text":
      return plain(part.text)
    case "code":
      return codeOf(part)
    case "url":
      return urlLink(reader, part.text)
    case "issue":
      return issueLink(reader, own, part)
    case "commit":
      return commitLink(reader, own, part)
    case "user":
      return userLink(reader, part)
  }
}

const emptyLines = /\r?\n(?:[ \t]*\r?\n)+/

/** Joins what is shown to paragraphs. */
const paragraphs = (parts: ReadonlyArray<Part>, show: (part: Part) => string): string => {
  const blocks: Array<string> = []
  let open = ""
  const close = (): void => {
    if (open.trim() !== "") blocks.push(`<p dir="auto">${open.trim()}</p>`)
    open = ""
  }
  for (const part of parts) {
    if (isBlock(part)) {
      close()
      blocks.push(show(part))
    } else if (part.kind === "text") {
      for (const [index, text] of part.text.split(emptyLines).entries()) {
        if (index > 0) close()
        open += escaped(text)
      }
    } else open += show(part)
  }
  close()
  return blocks.join("\n")
}

/** The HTML of a text of a repository; of none for what belongs to nothing but its author. */
export const rendered = (reader: Reader, markdown: string, own?: Repository): string =>
  paragraphs(partsOf(markdown, reader.urls.html), (part) => shown(reader, own, part).html)

/** The HTML of a line, which is not a paragraph. */
export const renderedLine = (reader: Reader, line: string, own?: Repository): string =>
  partsOf(line, reader.urls.html)
    .map((part) => shown(reader, own, part).html)
    .join("")

/** The HTML of a file. The service finds no references in files. */
export const renderedFile = (markdown: string): string =>
  paragraphs(partsOf(markdown, ""), (part) => (part.kind === "code" ? codeOf(part).html : escaped(part.text)))

/** A text as it reads once it is shown. */
export const asText = (reader: Reader, markdown: string, own?: Repository): string =>
  partsOf(markdown.replace(/\r\n/g, "\n"), reader.urls.html)
    .map((part) => shown(reader, own, part).text)
    .join("")
    .trim()
