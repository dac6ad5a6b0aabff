/** Writes the changes between two trees as `git diff` does. */
import { changesBetween, type FileChange, lineChanges } from "../changes.ts"
import type { Objects, Sha } from "../objects.ts"
import type { Leaf } from "../tree.ts"
import { quoted } from "./quote.ts"

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
export const fileText = (objects: Objects, change: FileChange): string => {
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
