/** Finds renames: removed files that came back at another path, with equal or similar content, as git measures it. */
import { memoised } from "./memo.ts"
import { blobOf, type Objects, type Sha } from "./objects.ts"
import { type Difference, isBinary, type Leaf } from "./tree.ts"

/** The bytes of a blob by what they say: its lines, cut at 64 bytes. */
type Pieces = ReadonlyMap<string, number>

const longest = 64
const lineFeed = 10
const carriageReturn = 13
// Maps each byte to a character of its own.
const decoder = new TextDecoder("latin1")

const cut = (content: Uint8Array): Pieces => {
  const pieces = new Map<string, number>()
  const text = decoder.decode(content)
  const crlf = !isBinary(content)
  let piece = ""
  const end = (): void => {
    if (piece !== "") pieces.set(piece, (pieces.get(piece) ?? 0) + piece.length)
    piece = ""
  }
  for (let at = 0; at < content.length; at++) {
    const byte = content[at]
    if (crlf && byte === carriageReturn && content[at + 1] === lineFeed) continue
    piece += text[at]
    if (byte === lineFeed || piece.length === longest) end()
  }
  end()
  return pieces
}

const cuts = memoised<Pieces>(2_000)

const piecesOf = (objects: Objects, sha: Sha): Pieces => cuts(objects, sha, () => cut(blobOf(objects, sha)))

/** The similarity of a blob to itself. */
export const identical = 60_000

/** The least similarity of a file that was renamed: half. */
const similar = identical / 2

/** Returns the share of the bytes that two blobs have in common, of `identical`; 0 if it can only be less than `least`. */
const similarity = (objects: Objects, before: Sha, after: Sha, least: number): number => {
  if (before === after) return identical
  const a = blobOf(objects, before).length
  const b = blobOf(objects, after).length
  const larger = Math.max(a, b)
  if (larger * (identical - least) < (larger - Math.min(a, b)) * identical) return 0
  const pieces = piecesOf(objects, after)
  let kept = 0
  for (const [piece, bytes] of piecesOf(objects, before)) kept += Math.min(bytes, pieces.get(piece) ?? 0)
  return b === 0 ? 0 : Math.floor((kept * identical) / larger)
}

/** A file that was removed at one path and added at another one. */
export interface Rename {
  readonly from: string
  readonly to: string
  readonly before: Leaf
  readonly after: Leaf
  /** Of `identical`. */
  readonly score: number
}

interface MovedFile {
  readonly path: string
  readonly leaf: Leaf
}

interface RenameOptions {
  /** Whether an empty file can have been renamed. */
  readonly empty: boolean
  /** Similar files are looked for among this many pairs at most, squared. Exact renames are always found. */
  readonly limit: number
  /** Whether it matters where a removed path went; all do by default. Those that do not are only found by equality. */
  readonly matters?: (path: string) => boolean
}

const emptyBlob = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

const isFile = ({ mode }: Leaf): boolean => mode === "100644" || mode === "100755"

/** Lists the renames among the differences of two trees, as `git diff -M` finds them. */
export const renamesOf = (
  objects: Objects,
  all: ReadonlyArray<Difference>,
  { empty, limit, matters = () => true }: RenameOptions
): ReadonlyArray<Rename> => {
  const places = (side: "before" | "after"): ReadonlyArray<MovedFile> =>
    all.flatMap((difference) => {
      const { [side === "before" ? "after" : "before"]: other, [side]: leaf, path } = difference
      return other !== undefined || leaf === undefined || (!empty && leaf.sha === emptyBlob) ? [] : [{ path, leaf }]
    })
  let sources = places("before")
  let targets = places("after")
  if (sources.length === 0 || targets.length === 0) return []
  const renames: Array<Rename> = []
  const take = (found: ReadonlyArray<Rename>): void => {
    renames.push(...found)
    const from = new Set(found.map((rename) => rename.from))
    const to = new Set(found.map((rename) => rename.to))
    sources = sources.filter(({ path }) => !from.has(path))
    targets = targets.filter(({ path }) => !to.has(path))
  }
  take(exact(sources, targets))
  sources = sources.filter(({ leaf, path }) => isFile(leaf) && matters(path))
  targets = targets.filter(({ leaf }) => isFile(leaf))
  take(sameName(objects, sources, targets))
  if (sources.length * targets.length <= limit ** 2) take(bestFirst(objects, sources, targets))
  return renames
}

const renameOf = (from: MovedFile, to: MovedFile, score: number): Rename => ({
  from: from.path,
  to: to.path,
  before: from.leaf,
  after: to.leaf,
  score
})

/** Pairs equal contents, those of the same name before others. */
const exact = (sources: ReadonlyArray<MovedFile>, targets: ReadonlyArray<MovedFile>): ReadonlyArray<Rename> => {
  const known = new Map<string, Array<MovedFile>>()
  const key = ({ mode, sha }: Leaf): string => `${isFile({ mode, sha }) ? "file" : mode} ${sha}`
  for (const source of sources) {
    const group = known.get(key(source.leaf))
    if (group === undefined) known.set(key(source.leaf), [source])
    else group.push(source)
  }
  return targets.flatMap((target) => {
    const group = known.get(key(target.leaf)) ?? []
    const named = group.findIndex(({ path }) => baseName(path) === baseName(target.path))
    const [source] = group.splice(Math.max(named, 0), 1)
    return source === undefined ? [] : [renameOf(source, target, identical)]
  })
}

/** Files that only moved to another directory need not be compared with all others. */
const closeEnough = similar + (identical - similar) / 2

/** Pairs files whose names occur once on either side, if they are similar enough. */
const sameName = (
  objects: Objects,
  sources: ReadonlyArray<MovedFile>,
  targets: ReadonlyArray<MovedFile>
): ReadonlyArray<Rename> => {
  const names = single(targets)
  return [...single(sources)].flatMap(([name, source]) => {
    const target = names.get(name)
    if (source === null || target === null || target === undefined) return []
    const score = similarity(objects, source.leaf.sha, target.leaf.sha, closeEnough)
    return score < closeEnough ? [] : [renameOf(source, target, score)]
  })
}

/** Files by name; null for a name that occurs more than once. */
const single = (places: ReadonlyArray<MovedFile>): ReadonlyMap<string, MovedFile | null> => {
  const names = new Map<string, MovedFile | null>()
  for (const place of places) {
    const name = baseName(place.path)
    names.set(name, names.has(name) ? null : place)
  }
  return names
}

/** How many sources are kept in mind for each target. */
const candidates = 4

const nameScore = ({ from, to }: Rename): number => (baseName(from) === baseName(to) ? 1 : 0)

/** Negative if the first one is the better rename. */
const byScore = (a: Rename, b: Rename): number => b.score - a.score || nameScore(b) - nameScore(a)

/** Lists the best sources of a target. The order of equally good ones is that of git, which replaces the worst in place. */
const sourcesOf = (objects: Objects, sources: ReadonlyArray<MovedFile>, target: MovedFile): ReadonlyArray<Rename> => {
  const best: Array<Rename> = []
  for (const source of sources) {
    const score = similarity(objects, source.leaf.sha, target.leaf.sha, similar)
    const rename = renameOf(source, target, score)
    if (best.length < candidates) {
      best.push(rename)
      continue
    }
    const worst = best.reduce((found, other) => (byScore(other, found) > 0 ? other : found))
    if (byScore(rename, worst) < 0) best[best.indexOf(worst)] = rename
  }
  return best.filter(({ score }) => score >= similar)
}

const bestFirst = (
  objects: Objects,
  sources: ReadonlyArray<MovedFile>,
  targets: ReadonlyArray<MovedFile>
): ReadonlyArray<Rename> => {
  const taken = new Set<string>()
  return targets
    .flatMap((target) => sourcesOf(objects, sources, target))
    .sort(byScore)
    .filter(({ from, to }) => {
      // A path is removed or added, never both.
      if (taken.has(from) || taken.has(to)) return false
      taken.add(from).add(to)
      return true
    })
}
