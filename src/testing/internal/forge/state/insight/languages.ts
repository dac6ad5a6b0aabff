/** The languages of a repository, told from the extensions of its default branch's files. */
import { blobOf, commitOf, type Objects, type Sha, treeOf } from "../../../git/objects.ts"
import type { Repository } from "../model.ts"
import { branchTip } from "../refs.ts"
import { languageOf } from "./extensions.ts"

/** What the files of a tree amount to. */
interface Sizes {
  readonly bytes: number
  readonly languages: ReadonlyMap<string, number>
}

const nothing: Sizes = { bytes: 0, languages: new Map() }

/** Sizes by the tree's sha: a commit costs only the directories that it changes. */
const known = new WeakMap<Objects, Map<Sha, Sizes>>()

const sizesOf = (objects: Objects, tree: Sha): Sizes => {
  const memo = known.get(objects) ?? new Map<Sha, Sizes>()
  known.set(objects, memo)
  const found = memo.get(tree)
  if (found !== undefined) return found
  let bytes = 0
  const languages = new Map<string, number>()
  const add = (language: string, size: number) => languages.set(language, (languages.get(language) ?? 0) + size)
  for (const { mode, name, sha } of treeOf(objects, tree)) {
    if (mode === "40000") {
      const below = sizesOf(objects, sha)
      bytes += below.bytes
      // Code of others is not counted.
      if (!vendored.has(name)) for (const [language, size] of below.languages) add(language, size)
    } else if (mode === "100644" || mode === "100755") {
      const size = blobOf(objects, sha).length
      bytes += size
      const language = languageOf(name)
      if (language !== undefined && size > 0) add(language, size)
    }
  }
  const sizes: Sizes = { bytes, languages }
  memo.set(tree, sizes)
  return sizes
}

const vendored: ReadonlySet<string> = new Set(["node_modules", "vendor", "third_party"])

const repositorySizes = (objects: Objects, repository: Repository): Sizes => {
  const tip = branchTip(repository, repository.default_branch)
  return tip === undefined ? nothing : sizesOf(objects, commitOf(objects, tip).tree)
}

/** Lists the languages with their bytes, the largest first. */
export const languagesOf = (
  objects: Objects,
  repository: Repository
): ReadonlyArray<readonly [language: string, bytes: number]> =>
  [...repositorySizes(objects, repository).languages].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))

/** The language with the most bytes; null if there is none. */
export const mainLanguage = (objects: Objects, repository: Repository): string | null =>
  languagesOf(objects, repository)[0]?.[0] ?? null

/** The size of the default branch's files in kilobytes. */
export const sizeOf = (objects: Objects, repository: Repository): number =>
  Math.ceil(repositorySizes(objects, repository).bytes / 1024)
