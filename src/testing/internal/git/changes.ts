/** Compares two trees: which files were added, changed, removed and renamed, and their patches. */
import { editsOf, patchOf, splitLines } from "./lines.ts"
import { memoised } from "./memo.ts"
import { byPath, type Objects, type Sha } from "./objects.ts"
import { identical, renamesOf } from "./renames.ts"
import { contentOf, type Difference, differences, isBinary, type Leaf } from "./tree.ts"

/** A file that differs between two trees. */
export interface FileChange {
  /** `changed` means that only the mode or the type differs. */
  readonly status: "added" | "removed" | "modified" | "renamed" | "changed"
  /** Its path after the change, or before its removal. */
  readonly path: string
  /** Its former path, if it was renamed. */
  readonly previous: string | undefined
  readonly before: Leaf | undefined
  readonly after: Leaf | undefined
  /** Of a renamed file, how much of it was kept, in percent. */
  readonly similarity: number | undefined
  readonly additions: number
  readonly deletions: number
  /**
   * The hunks of a unified diff, without the lines that name the files. Undefined without changed lines, for binary files
   * and for patches that are too large.
   */
  readonly patch: string | undefined
}

/** The changes of lines between two leaves. */
export interface LineChanges {
  readonly binary: boolean
  readonly additions: number
  readonly deletions: number
  /** The hunks, each line with its line feed. */
  readonly hunks: string
}

/** The service leaves out patches of more lines or characters than these. */
const longestPatch = { lines: 20_000, characters: 500_000 }

/** Git detects no similar files among more pairs than this, squared. */
const renameLimit = 1_000

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

const compare = (objects: Objects, before: Leaf | undefined, after: Leaf | undefined): LineChanges => {
  const old = contentOf(objects, before)
  const now = contentOf(objects, after)
  if (before?.sha === after?.sha) return { binary: false, additions: 0, deletions: 0, hunks: "" }
  if (isBinary(old) || isBinary(now)) return { binary: true, additions: 0, deletions: 0, hunks: "" }
  const oldLines = splitLines(decoder.decode(old))
  const newLines = splitLines(decoder.decode(now))
  const edits = editsOf(oldLines, newLines)
  return {
    binary: false,
    additions: edits.reduce((sum, { newLength }) => sum + newLength, 0),
    deletions: edits.reduce((sum, { oldLength }) => sum + oldLength, 0),
    hunks: patchOf(oldLines, newLines, edits)
  }
}

const comparisons = memoised<LineChanges>(2_000)

const keyOf = (leaf: Leaf | undefined): string => (leaf === undefined ? "" : `${leaf.mode === "160000"}${leaf.sha}`)

/** Compares the lines of two leaves. Where there is none, all lines of the other one are added or removed. */
export const lineChanges = (objects: Objects, before: Leaf | undefined, after: Leaf | undefined): LineChanges =>
  comparisons(objects, `${keyOf(before)} ${keyOf(after)}`, () => compare(objects, before, after))

const statusOf = ({ after, before }: Difference, previous: string | undefined): FileChange["status"] => {
  if (previous !== undefined) return "renamed"
  if (before === undefined) return "added"
  if (after === undefined) return "removed"
  return before.sha === after.sha || kindOf(before) !== kindOf(after) ? "changed" : "modified"
}

const kindOf = ({ mode }: Leaf): string => mode.slice(0, 3)

const changeOf = (objects: Objects, difference: Difference, previous?: string, score = identical): FileChange => {
  const { after, before, path } = difference
  const { additions, deletions, hunks } = lineChanges(objects, before, after)
  const omitted = hunks === "" || hunks.length > longestPatch.characters || additions + deletions > longestPatch.lines
  return {
    status: statusOf(difference, previous),
    path,
    previous,
    before,
    after,
    similarity: previous === undefined ? undefined : Math.floor((score * 100) / identical),
    additions,
    deletions,
    patch: omitted ? undefined : hunks.slice(0, -1)
  }
}

const compareTrees = (objects: Objects, before: Sha | undefined, after: Sha | undefined): ReadonlyArray<FileChange> => {
  const all = differences(objects, before, after)
  const renames = renamesOf(objects, all, { empty: true, limit: renameLimit })
  const moved = new Set(renames.flatMap(({ from, to }) => [from, to]))
  return [
    ...all.flatMap((difference) => (moved.has(difference.path) ? [] : [changeOf(objects, difference)])),
    ...renames.map(({ after: to, before: from, ...rename }) =>
      changeOf(objects, { path: rename.to, before: from, after: to }, rename.from, rename.score)
    )
  ].sort((a, b) => byPath(a.path, b.path))
}

const known = memoised<ReadonlyArray<FileChange>>(1_000)

/** Lists the files that differ between two trees, by path. An undefined tree is empty. */
export const changesBetween = (
  objects: Objects,
  before: Sha | undefined,
  after: Sha | undefined
): ReadonlyArray<FileChange> =>
  known(objects, `${before ?? ""} ${after ?? ""}`, () => compareTrees(objects, before, after))
