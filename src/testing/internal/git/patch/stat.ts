/** Writes how many lines changed in each file as `git diff --stat --summary` does. */
import { type FileChange, lineChanges } from "../changes.ts"
import { contentOf } from "../diff/text.ts"
import type { Objects } from "../objects.ts"
import { quoted, renamed } from "./quote.ts"

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
export const statText = (objects: Objects, changes: ReadonlyArray<FileChange>): string => {
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
