/**
 * The files of the search. The build writes them, and the page reads one after the other:
 *
 * - `titles.json`: the titles of all pages, the headings of guides, and synonyms. It gives the first answer.
 * - `names.json`: the headings of all other pages.
 * - `words/XX.json`: where the words that begin with these letters occur.
 * - `texts/N.json`: the texts of some sections, for the excerpts.
 *
 * Sections are numbered: those of the first file, then those of the second.
 */
import { stemOf } from "./tokens.ts"

/** A heading, with its anchor unless that is what `anchorOf` makes of it. */
export type Heading = string | readonly [heading: string, anchor: string]

/** How much the path has in common with the one before, the rest of it, the title, and the headings. */
export type PageRow = readonly [shared: number, rest: string, title: string, ...headings: ReadonlyArray<Heading>]

export interface Titles {
  readonly pages: ReadonlyArray<PageRow>
  /** By the numbers of sections. */
  readonly synonyms: Readonly<Record<string, ReadonlyArray<string>>>
  /** The names of the files of words. */
  readonly words: string
}

/** Headings by the number of their page. */
export type Names = ReadonlyArray<readonly [page: number, ...headings: ReadonlyArray<Heading>]>

/** Where a word occurs: by turns, how far a section is from the one before, and how much it is about the word, of 99. */
export type Words = Readonly<Record<string, ReadonlyArray<number>>>

export type Texts = ReadonlyArray<string>

export interface Section {
  /** Path from the site's base, with the anchor. */
  readonly id: string
  readonly page: string
  /** That of the page for its beginning. */
  readonly heading: string
}

const folder = "search"
export const titlesFile = `${folder}/titles.json`
export const namesFile = `${folder}/names.json`
export const wordsFile = (name: string): string => `${folder}/words/${name}.json`
export const textsFile = (number: number): string => `${folder}/texts/${number}.json`

/** How many sections share a file of texts. */
export const together = 12

const beginning = (word: string, letters: number): string =>
  stemOf(word)
    .slice(0, letters)
    .padEnd(letters, "_")
    .normalize("NFD")
    .replaceAll(/[^a-z0-9]/g, "_")

/** The names of the files that may have a word: by its first three letters, where those of two are too many, and by two. */
export const wordsNames = (word: string): readonly [string, string] => [beginning(word, 3), beginning(word, 2)]

/** What most headings have as their anchor. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-")

const withAnchor = (heading: Heading): readonly [heading: string, anchor: string] =>
  typeof heading === "string" ? [heading, anchorOf(heading)] : heading

/** The sections of the first file, and the paths and titles of the pages. */
export const readTitles = ({ pages }: Titles) => {
  let path = ""
  const all = pages.map(([shared, rest, title, ...headings]) => {
    path = path.slice(0, shared) + rest
    return { path, title, headings }
  })
  const sections = all.flatMap(({ headings, path, title }): ReadonlyArray<Section> => [
    { id: path, page: title, heading: title },
    ...headings.map(withAnchor).map(([heading, anchor]) => ({ id: `${path}#${anchor}`, page: title, heading }))
  ])
  return { pages: all, sections }
}

/** The sections of the second file. */
export const readNames = (
  names: Names,
  pages: ReadonlyArray<{ readonly path: string; readonly title: string }>
): ReadonlyArray<Section> =>
  names.flatMap(([number, ...headings]) => {
    const { path = "", title = "" } = pages[number] ?? {}
    return headings.map(withAnchor).map(([heading, anchor]) => ({ id: `${path}#${anchor}`, page: title, heading }))
  })

/** Paths as the first file has them. */
export const shortened = (paths: ReadonlyArray<string>): ReadonlyArray<readonly [shared: number, rest: string]> =>
  paths.map((path, index) => {
    const before = paths[index - 1] ?? ""
    let shared = 0
    while (shared < before.length && shared < path.length && before[shared] === path[shared]) shared++
    return [shared, path.slice(shared)]
  })
