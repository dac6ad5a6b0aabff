/** What texts refer to: users, issues and commits, by names, numbers and URLs. What is in code refers to nothing. */

/** A part of a text. What a reference names need not exist. */
export type Part =
  | { readonly kind: "text" | "code" | "url"; readonly text: string }
  /** A login, with the slug of a team if the login is to be of an organization. */
  | { readonly kind: "user"; readonly text: string; readonly login: string; readonly team: string | undefined }
  /** `repository` is `owner/name`; undefined stands for the one that the text is in. `url` has the issue's page. */
  | {
      readonly kind: "issue"
      readonly text: string
      readonly repository: string | undefined
      readonly number: number
      readonly isUrl: boolean
    }
  | { readonly kind: "commit"; readonly text: string; readonly repository: string | undefined; readonly sha: string }

const indent = "(?: {4}| {0,3}\\t)"

/** Begins a line of an indented block. */
export const indented = new RegExp(`^${indent}`)

/**
 * Fenced blocks, of which the last one may be open, spans between as many backticks, and blocks that are indented after an
 * empty line.
 */
const code = new RegExp(
  [
    /(?<![^\n])(?<fence>`{3,}|~{3,})[^\n]*(?:\n[^]*?)?(?:\n\k<fence>[`~]*[ \t]*(?![^\n])|$)/.source,
    /(?<!`)(?<ticks>`+)(?!`)[^]*?(?<!`)\k<ticks>(?!`)/.source,
    String.raw`(?<=^|\n[ \t]*\r?\n)(?<block>${indent}[^\n]*\S[^\n]*(?:\n(?:[ \t]*\r?\n)*${indent}[^\n]*\S[^\n]*)*)`
  ].join("|"),
  "g"
)

/** Whether what follows a text belongs to a list, in which indentation makes no code. */
const isInList = (before: string): boolean => {
  const line = before.split("\n").findLast((each) => /^ ?[^\s]/.test(each) || marker.test(each))
  return line !== undefined && marker.test(line)
}

const marker = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:\s|$)/

const name = String.raw`[\w-]+/[\w.-]+`

const references = new RegExp(
  [
    String.raw`(?<url>https?://[^\s<>"']*[^\s<>"'.,:;!?)*_~])`,
    String.raw`(?<![\w/.-])@(?<login>\w(?:[\w-]*\w)?)(?:/(?<team>[\w-]+))?`,
    String.raw`(?<![\w/.#-])(?:(?<of>${name})?#|GH-)(?<number>\d+)(?![\w-])`,
    String.raw`(?<![\w/.@#-])(?:(?<at>${name})@)?(?<sha>[\da-f]{7,40})(?![\w-])`
  ].join("|"),
  "gi"
)

/** The number of an issue, or the sha of a commit, in the URL of its page. */
const inUrl = (text: string, pages: string): Part => {
  const path = text.startsWith(`${pages}/`) ? text.slice(pages.length + 1) : ""
  const [, repository, number, sha] =
    /^([\w-]+\/[\w.-]+)\/(?:(?:issues|pull)\/(\d+)|commit\/([\da-f]{7,40}))$/i.exec(path) ?? []
  if (number !== undefined) return { kind: "issue", text, repository, number: Number(number), isUrl: true }
  return sha === undefined ? { kind: "url", text } : { kind: "commit", text, repository, sha }
}

/** Splits what is not code. `pages` is the root of the service's pages. */
const plainParts = (text: string, pages: string): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  let end = 0
  for (const found of text.matchAll(references)) {
    const { at, login, number, of, sha, team, url } = found.groups ?? {}
    const [whole] = found
    if (found.index > end) parts.push({ kind: "text", text: text.slice(end, found.index) })
    end = found.index + whole.length
    if (url !== undefined) parts.push(inUrl(url, pages))
    else if (login !== undefined) parts.push({ kind: "user", text: whole, login, team })
    else if (number !== undefined) {
      parts.push({ kind: "issue", text: whole, repository: of, number: Number(number), isUrl: false })
    } else parts.push({ kind: "commit", text: whole, repository: at, sha: (sha ?? "").toLowerCase() })
  }
  return end < text.length ? [...parts, { kind: "text", text: text.slice(end) }] : parts
}

/** The code in a text, and where it is. */
function* codeIn(text: string): Generator<readonly [index: number, code: string]> {
  const all = new RegExp(code)
  for (let found = all.exec(text); found !== null; found = all.exec(text)) {
    const { 0: whole, groups, index } = found
    if (groups?.["block"] === undefined || !isInList(text.slice(0, index))) yield [index, whole]
    // There may be other code in its lines.
    else all.lastIndex = index + (indented.exec(whole)?.[0].length ?? 1)
  }
}

const mayHaveCode = new RegExp(`[\`]|~~~|^${indent}`, "m")

/** Splits a text of Markdown into what refers to something, and all else. */
export const partsOf = (text: string, pages: string): ReadonlyArray<Part> => {
  if (!mayHaveCode.test(text)) return plainParts(text, pages)
  const parts: Array<Part> = []
  let end = 0
  for (const [index, whole] of codeIn(text)) {
    parts.push(...plainParts(text.slice(end, index), pages), { kind: "code", text: whole })
    end = index + whole.length
  }
  return [...parts, ...plainParts(text.slice(end), pages)]
}

/** The logins that a text mentions. */
export const mentionsIn = (text: string | null): ReadonlyArray<string> =>
  text === null || !text.includes("@")
    ? []
    : partsOf(text, "").flatMap((part) => (part.kind === "user" && part.team === undefined ? [part.login] : []))

/** An issue or a pull request that a text names; undefined stands for the repository of the text. */
export interface NamedIssue {
  readonly repository: string | undefined
  readonly number: number
}

/** The issues and pull requests that a text names. */
export const issuesIn = (text: string | null, pages: string): ReadonlyArray<NamedIssue> =>
  text === null || !/\d/.test(text) ? [] : partsOf(text, pages).flatMap((part) => (part.kind === "issue" ? [part] : []))

/** Logins in lower case, each once. */
export const lower = (logins: ReadonlyArray<string | null>): ReadonlyArray<string> => [
  ...new Set(logins.flatMap((login) => login?.toLowerCase() ?? []))
]
