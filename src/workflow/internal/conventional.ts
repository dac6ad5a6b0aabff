/** Messages of commits as conventionalcommits.org 1.0 has them. */
import type { Bump } from "../ReleaseTypes.ts"

export interface Conventional {
  /** In lower case. */
  readonly type: string
  readonly scope: string | null
  readonly description: string
  /** What breaks: the text of the footer, or the description of a commit with `!`; null if nothing does. */
  readonly breaking: string | null
}

const header = /^([A-Za-z][\w-]*)(?:\(([^()\r\n]+)\))?(!)?: +(\S.*)$/
/** Only `BREAKING CHANGE` has a blank, and is in capital letters. */
const footer = /^(BREAKING CHANGE|[A-Za-z][\w-]*)(?:: | #)(.*)$/

/** Undefined for a message of another form. */
export const parse = (message: string): Conventional | undefined => {
  const [first = "", ...rest] = message.replaceAll("\r\n", "\n").split("\n")
  const [, type, scope, mark, description] = header.exec(first.trim()) ?? []
  if (type === undefined || description === undefined) return undefined
  const note = breakingNote(rest)
  return {
    type: type.toLowerCase(),
    scope: scope?.trim() ?? null,
    description: description.trim(),
    breaking: note ?? (mark === undefined ? null : description.trim())
  }
}

/** The first note on what breaks. Its value goes on until the next footer. */
const breakingNote = (lines: ReadonlyArray<string>): string | undefined => {
  let note: Array<string> | undefined
  for (const line of lines) {
    const [, token, value = ""] = footer.exec(line) ?? []
    if (note === undefined && /^BREAKING[ -]CHANGE: /.test(line)) note = [value]
    else if (note !== undefined && token !== undefined) break
    else note?.push(line)
  }
  return note?.join("\n").trim()
}

/** The commits that a message takes back, by their shas: as git writes it, and in footers of a `revert`. */
export const revertedBy = (message: string): ReadonlyArray<string> => {
  const own = [...message.matchAll(/^This reverts commit ([\da-f]{7,64})/gim)]
  const isRevert = /^revert(?:\([^)]*\))?!?:/i.test(message)
  const footers = isRevert ? [...message.matchAll(/^Refs(?:: | #)(.+)$/gim)] : []
  return [
    ...own.map(([, sha = ""]) => sha),
    ...footers.flatMap(([, shas = ""]) => shas.split(/[\s,]+/).filter((sha) => /^[\da-f]{7,64}$/i.test(sha)))
  ].map((sha) => sha.toLowerCase())
}

/** Features raise the minor version, fixes the patch, and what breaks the major one. Others are not released for. */
export const bumpOf = ({ breaking, type }: Conventional): Bump | null => {
  if (breaking !== null) return "major"
  if (type === "feat") return "minor"
  return ["fix", "perf", "revert"].includes(type) ? "patch" : null
}
