/**
 * Writes the changes between two trees as `git diff` does, and commits as mails, as `git format-patch --stdout` does.
 */
import { changesBetween, type FileChange, lineChanges } from "./changes.ts"
import { type Commit, commitOf, type Identity, type Objects, type Sha, zone } from "./objects.ts"
import { contentOf, type Leaf } from "./tree.ts"

const encoder = new TextEncoder()

const escapes: Readonly<Record<number, string>> = {
  7: "a",
  8: "b",
  9: "t",
  10: "n",
  11: "v",
  12: "f",
  13: "r",
  34: '"',
  92: "\\"
}

/** Quotes a path if it has control characters, quotes, backslashes or bytes beyond ASCII. */
const quoted = (path: string): string => {
  if (/^[\x20-\x7e]*$/.test(path) && !/["\\]/.test(path)) return path
  let text = ""
  for (const byte of encoder.encode(path)) {
    const name = escapes[byte]
    if (name !== undefined) text += `\\${name}`
    else if (byte < 0x20 || byte > 0x7e) text += `\\${byte.toString(8).padStart(3, "0")}`
    else text += String.fromCharCode(byte)
  }
  return `"${text}"`
}

/** Shows a rename, with what both paths share outside of braces. */
const renamed = (from: string, to: string): string => {
  if (quoted(from) !== from || quoted(to) !== to) return `${quoted(from)} => ${quoted(to)}`
  let head = 0
  for (let at = 0; at < Math.min(from.length, to.length) && from[at] === to[at]; at++) {
    if (from[at] === "/") head = at + 1
  }
  // The slash at the end of the shared head may also start the shared tail, as in a/{b/ => }c.
  const most = Math.min(from.length, to.length) - Math.max(head - 1, 0)
  let tail = 0
  for (let at = 1; at <= most && from.at(-at) === to.at(-at); at++) {
    if (from.at(-at) === "/") tail = at
  }
  if (head === 0 && tail === 0) return `${from} => ${to}`
  const middle = (path: string): string => path.slice(head, Math.max(head, path.length - tail))
  return `${from.slice(0, head)}{${middle(from)} => ${middle(to)}}${tail === 0 ? "" : from.slice(-tail)}`
}

const nothing = "/dev/null"

const short = (leaf: Leaf | undefined): string => (leaf?.sha ?? "").slice(0, 7).padEnd(7, "0")

/** A name with a space is followed by a tab, so that programs can tell where it ends. */
const named = (path: string): string => (path.includes(" ") ? `${quoted(path)}\t` : quoted(path))

/** A file that became a symlink or submodule, or the other way round. */
const typeChanged = ({ after, before }: FileChange): boolean =>
  before !== undefined && after !== undefined && before.mode.slice(0, 3) !== after.mode.slice(0, 3)

const headOf = ({ after, before, path, previous, similarity }: FileChange): string => {
  const [a, b] = [`a/${previous ?? path}`, `b/${path}`]
  const same = before?.sha === after?.sha
  const lines = [
    `diff --git ${quoted(a)} ${quoted(b)}`,
    ...(before === undefined ? [`new file mode ${after?.mode}`] : []),
    ...(after === undefined ? [`deleted file mode ${before?.mode}`] : []),
    ...(before !== undefined && after !== undefined && before.mode !== after.mode
      ? [`old mode ${before.mode}`, `new mode ${after.mode}`]
      : []),
    ...(previous === undefined
      ? []
      : [`similarity index ${similarity}%`, `rename from ${quoted(previous)}`, `rename to ${quoted(path)}`]),
    ...(same ? [] : [`index ${short(before)}..${short(after)}${before?.mode === after?.mode ? ` ${after?.mode}` : ""}`])
  ]
  return `${lines.join("\n")}\n`
}

/** Writes a change of one file. */
const fileText = (objects: Objects, change: FileChange): string => {
  const { after, before, path, previous } = change
  if (typeChanged(change)) {
    return fileText(objects, { ...change, after: undefined }) + fileText(objects, { ...change, before: undefined })
  }
  const { binary, hunks } = lineChanges(objects, before, after)
  const head = headOf(change)
  const [a, b] = [`a/${previous ?? path}`, `b/${path}`]
  if (binary) {
    const [from, to] = [before === undefined ? nothing : quoted(a), after === undefined ? nothing : quoted(b)]
    return `${head}Binary files ${from} and ${to} differ\n`
  }
  if (hunks === "") return head
  const [from, to] = [before === undefined ? nothing : named(a), after === undefined ? nothing : named(b)]
  return `${head}--- ${from}\n+++ ${to}\n${hunks}`
}

/** Returns what `git diff` prints for two trees. An undefined tree is empty. */
export const diffText = (objects: Objects, before: Sha | undefined, after: Sha | undefined): string =>
  changesBetween(objects, before, after)
    .map((change) => fileText(objects, change))
    .join("")

/** Columns of a line, as in a mail. */
const columns = 72

interface Row {
  readonly name: string
  readonly change: FileChange
  /** The sizes before and after of a binary file. */
  readonly sizes: readonly [before: number, after: number] | undefined
}

const rowOf = (objects: Objects, change: FileChange): Row => {
  const { after, before, path, previous } = change
  const { binary } = lineChanges(objects, before, after)
  return {
    name: previous === undefined ? quoted(path) : renamed(previous, path),
    change,
    sizes: binary ? [contentOf(objects, before).length, contentOf(objects, after).length] : undefined
  }
}

const linesOf = ({ additions, deletions }: FileChange): number => additions + deletions

/** The widths of a table's columns: those that are wanted, or what the line leaves for them. */
const widthsOf = (
  rows: ReadonlyArray<Row>
): { readonly name: number; readonly number: number; readonly graph: number } => {
  const most = Math.max(0, ...rows.map(({ change }) => linesOf(change)))
  const binaries = rows.flatMap(({ sizes }) => (sizes === undefined ? [] : [`Bin ${sizes.join(" -> ")} bytes`.length]))
  const number = Math.max(String(most).length, binaries.length > 0 ? "Bin".length : 0)
  const binary = Math.max(0, ...binaries)
  const name = Math.max(0, ...rows.map((row) => row.name.length))
  const graph = most + 4 > binary ? most : binary - 4
  const rest = columns - number - 6
  if (name + graph <= rest) return { name, number, graph }
  const least = Math.max(Math.min(graph, Math.floor((columns * 3) / 8) - number - 6), 6)
  return name > rest - least ? { name: rest - least, number, graph: least } : { name, number, graph: rest - name }
}

/** Shortens a path from its start, at a slash if it has one. */
const fitted = (name: string, width: number): string => {
  if (name.length <= width) return name.padEnd(width)
  const end = name.slice(name.length - width + 3)
  const slash = end.indexOf("/")
  return `...${slash === -1 ? end : end.slice(slash)}`.padEnd(width)
}

/** Draws additions and deletions, at least one sign for either. */
const graphOf = ({ additions, deletions }: FileChange, width: number, most: number): string => {
  const scaled = (lines: number): number => (lines === 0 ? 0 : 1 + Math.floor((lines * (width - 1)) / most))
  if (most < width) return "+".repeat(additions) + "-".repeat(deletions)
  const total = Math.max(scaled(additions + deletions), additions > 0 && deletions > 0 ? 2 : 0)
  const fewer = scaled(Math.min(additions, deletions))
  const [plus, minus] = additions < deletions ? [fewer, total - fewer] : [total - fewer, fewer]
  return "+".repeat(plus) + "-".repeat(minus)
}

const counted = (count: number, noun: string, sign = ""): string => `${count} ${noun}${count === 1 ? "" : "s"}${sign}`

const totals = (changes: ReadonlyArray<FileChange>): string => {
  const additions = changes.reduce((sum, change) => sum + change.additions, 0)
  const deletions = changes.reduce((sum, change) => sum + change.deletions, 0)
  return [
    ` ${counted(changes.length, "file")} changed`,
    ...(additions > 0 || deletions === 0 ? [counted(additions, "insertion", "(+)")] : []),
    ...(deletions > 0 || additions === 0 ? [counted(deletions, "deletion", "(-)")] : [])
  ].join(", ")
}

const summaryOf = ({ after, before, path, previous, similarity }: FileChange): ReadonlyArray<string> => {
  if (before === undefined) return [` create mode ${after?.mode} ${quoted(path)}`]
  if (after === undefined) return [` delete mode ${before.mode} ${quoted(path)}`]
  const modes = before.mode === after.mode ? [] : [` mode change ${before.mode} => ${after.mode}`]
  return previous === undefined
    ? modes.map((line) => `${line} ${quoted(path)}`)
    : [` rename ${renamed(previous, path)} (${similarity}%)`, ...modes]
}

/** Returns the table of changed files, its totals, and which files were made, removed and renamed. */
const statText = (objects: Objects, changes: ReadonlyArray<FileChange>): string => {
  const rows = changes.map((change) => rowOf(objects, change))
  const { graph, name, number } = widthsOf(rows)
  const most = Math.max(0, ...changes.map(linesOf))
  const table = rows.map((row) => {
    const start = ` ${fitted(row.name, name)} | `
    if (row.sizes !== undefined) {
      return `${start}${"Bin".padStart(number)}${row.change.before?.sha === row.change.after?.sha ? "" : ` ${row.sizes.join(" -> ")} bytes`}`
    }
    return `${start}${String(linesOf(row.change)).padStart(number)} ${graphOf(row.change, graph, most)}`.trimEnd()
  })
  return [...table, totals(changes), ...changes.flatMap(summaryOf)].map((line) => `${line}\n`).join("")
}

/** The version of git that signs the mails. */
const version = "2.39.5"

const isPlain = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

/** The longest line of a header, and of an encoded one. */
const longest = { plain: 78, encoded: 76 }

/** What need not be encoded: in a subject, and in the name of a person. */
const safe = { subject: /^[\x21-\x7e]$/, name: /^[A-Za-z\d!*+\-/]$/ }

/** Encodes text for a header after RFC 2047, in words that each fill a line. */
const encoded = (text: string, column: number, kind: keyof typeof safe): string => {
  const [start, end] = ["=?UTF-8?q?", "?="]
  let lines = start
  let length = column + start.length
  for (const char of text) {
    const bytes = [...encoder.encode(char)]
    const word =
      safe[kind].test(char) && !/[=?_]/.test(char)
        ? char
        : bytes.map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("")
    if (length + word.length + end.length > longest.encoded) {
      lines += `${end}\n ${start}`
      length = 1 + start.length
    }
    lines += word
    length += word.length
  }
  return lines + end
}

/** Breaks plain text at spaces. */
const wrapped = (text: string, column: number): string => {
  let lines = ""
  let length = column
  for (const [index, word] of text.split(" ").entries()) {
    const fits = index === 0 || length + 1 + word.length <= longest.plain
    lines += index === 0 ? word : `${fits ? " " : "\n "}${word}`
    length = fits ? length + word.length + (index === 0 ? 0 : 1) : 1 + word.length
  }
  return lines
}

const sender = ({ email, name }: Identity): string => {
  const special = /[()<>[\]:;@\\,."]/.test(name)
  const plain = special ? `"${name.replace(/["\\]/g, "\\$&")}"` : name
  return `From: ${isPlain(name) ? plain : encoded(name, "From: ".length, "name")} <${email}>`
}

const subject = (label: string, title: string): string => {
  const start = `Subject: ${label} `
  return start + (isPlain(title) ? wrapped(title, start.length) : encoded(title, start.length, "subject"))
}

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

const dated = ({ date, offset = 0 }: Identity): string => {
  const local = new Date(date + offset * 60_000)
  const day = `${days[local.getUTCDay()]}, ${local.getUTCDate()} ${months[local.getUTCMonth()]} ${local.getUTCFullYear()}`
  return `${day} ${local.toISOString().slice(11, 19)} ${zone(offset)}`
}

/** The first paragraph as one line, and the rest. */
const partsOf = (message: string): readonly [title: string, body: string] => {
  const [first = "", ...others] = message.trim().split(/\n\s*\n/)
  return [
    first
      .split("\n")
      .map((line) => line.trimEnd())
      .join(" "),
    others.join("\n\n")
  ]
}

const mailOf = (objects: Objects, commit: Commit, label: string): string => {
  const [parent] = commit.parents
  const before = parent === undefined ? undefined : commitOf(objects, parent).tree
  const changes = changesBetween(objects, before, commit.tree)
  if (changes.length === 0) return ""
  const [title, body] = partsOf(commit.message)
  const mime = ["MIME-Version: 1.0", "Content-Type: text/plain; charset=UTF-8", "Content-Transfer-Encoding: 8bit"]
  const head = [
    `From ${commit.sha} Mon Sep 17 00:00:00 2001`,
    sender(commit.author),
    `Date: ${dated(commit.author)}`,
    subject(label, title),
    ...(isPlain(commit.message) ? [] : mime),
    "",
    ...(body === "" ? [] : [body]),
    "---",
    ""
  ].join("\n")
  const patches = changes.map((change) => fileText(objects, change)).join("")
  return `${head}${statText(objects, changes)}\n${patches}-- \n${version}\n\n`
}

/** Returns commits as mails, in the order given. Merges and commits that change nothing are left out. */
export const patchText = (objects: Objects, commits: ReadonlyArray<Commit>): string => {
  const shown = commits.filter(({ parents }) => parents.length < 2)
  return shown
    .map((commit, index) =>
      mailOf(objects, commit, shown.length === 1 ? "[PATCH]" : `[PATCH ${index + 1}/${shown.length}]`)
    )
    .filter((mail) => mail !== "")
    .join("\n")
}
