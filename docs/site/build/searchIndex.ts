/** The files that the search of the site loads. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { codeMark, wordsUntil } from "../src/search/excerpt.ts"
import {
  anchorOf,
  type Heading,
  type Names,
  namesFile,
  type PageRow,
  type Section,
  shortened,
  textsFile,
  type Titles,
  titlesFile,
  together,
  type Words,
  wordsFile,
  wordsNames
} from "../src/search/files.ts"
import { hasTitles, weightOf } from "../src/search/kinds.ts"
import { synonyms } from "../src/search/synonyms.ts"
import { isEmpty, stemOf, tokensOf } from "../src/search/tokens.ts"
import { once } from "./once.ts"
import type { Passage } from "./passages.ts"
import { folders } from "./site.ts"

const octokitPage = "octokit/"

/** How much of a text the results show, but for guides and recipes. */
const shown = 240

/** Synonyms by the paths of their sections. */
type Named = ReadonlyMap<string, ReadonlyArray<string>>

const anchorIn = ({ id }: Section): string => id.slice(id.indexOf("#") + 1)

const headingOf = (section: Section): Heading =>
  anchorOf(section.heading) === anchorIn(section) ? section.heading : [section.heading, anchorIn(section)]

/** Methods of Octokit that no operation calls, with their routes: a row each in the section of their scope. */
const withMethods = (
  passages: ReadonlyArray<Passage>,
  routes: Readonly<Record<string, string>>
): ReadonlyArray<Passage> => {
  const [first] = passages
  if (first?.id !== octokitPage) return passages
  const methods = Object.entries(routes).map(([heading, route]): Passage => {
    const section = passages.find((each) => each.heading === `${heading.split(".")[0]}, by route`)
    if (section === undefined) throw new Error(`docs/octokit.md has no section with ${heading}`)
    const text = `${codeMark}${route}${codeMark}, by ${codeMark}Routes.request${codeMark}`
    return { id: section.id, page: first.page, heading, text }
  })
  return [...passages, ...methods]
}

/** How often a word may occur more than the ones before it, until that says nothing: BM25, as every search has it. */
const saturation = 1.2
const byLength = 0.6

/** The words of a part of a text, which has no space. Texts have most of them in common. */
const wordsIn = once((part: string): ReadonlyArray<string> =>
  tokensOf(part)
    .map(stemOf)
    .filter((word) => !isEmpty(word) && word.length < 40)
)

/** Words of texts, each with the sections that it says something about. */
const weigh = (
  passages: ReadonlyArray<Passage>,
  named: Named
): ReadonlyMap<string, ReadonlyArray<readonly [number, number]>> => {
  const counted = passages.map(({ heading, id, page, text }) => {
    const counts = new Map<string, number>()
    const add = (words: string, weight: number): void => {
      for (const part of words.split(" "))
        for (const word of wordsIn(part)) counts.set(word, (counts.get(word) ?? 0) + weight)
    }
    add(text, 1)
    add(heading, 4)
    add(page, 2)
    // A synonym is one for those who ask for more than it, too.
    for (const each of named.get(id) ?? []) add(each, 2)
    return { counts, length: [...counts.values()].reduce((sum, count) => sum + count, 0), weight: weightOf(id) }
  })
  const mean = counted.reduce((sum, { length }) => sum + length, 0) / counted.length
  const found = new Map<string, Array<readonly [number, number]>>()
  counted.forEach(({ counts, length, weight }, number) => {
    for (const [word, count] of counts) {
      const share = count / (count + saturation * (1 - byLength + (byLength * length) / mean))
      const all = found.get(word) ?? []
      all.push([number, share * weight])
      found.set(word, all)
    }
  })
  // What many sections have says little about each.
  return new Map(
    Array.from(found, ([word, all]) => {
      const rarity = Math.log(1 + passages.length / all.length) / Math.log(1 + passages.length)
      return [word, all.map(([number, share]) => [number, share * rarity] as const)]
    })
  )
}

/** A file of words is divided if its JSON is longer. */
const most = 40_000

type Rows = ReadonlyArray<readonly [word: string, places: ReadonlyArray<number>]>

/** The files of words, by their names. */
const wordsOf = (passages: ReadonlyArray<Passage>, named: Named): ReadonlyMap<string, Words> => {
  const rows: Rows = [...weigh(passages, named)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([word, all]) => [
      word,
      all.flatMap(([number, weight], index) => [
        number - (all[index - 1]?.[0] ?? 0),
        Math.max(1, Math.round(weight * 80))
      ])
    ])
  const grouped = (rows: Rows, letters: 0 | 1): ReadonlyArray<readonly [name: string, rows: Rows]> => {
    const groups = new Map<string, Array<Rows[number]>>()
    for (const row of rows) {
      const name = wordsNames(row[0])[letters]
      const group = groups.get(name) ?? []
      group.push(row)
      groups.set(name, group)
    }
    return [...groups]
  }
  return new Map(
    grouped(rows, 1).flatMap(([name, group]) => {
      const files = JSON.stringify(group).length > most ? grouped(group, 0) : [[name, group] as const]
      return files.map(([name, group]) => [name, Object.fromEntries(group)] as const)
    })
  )
}

export const writeIndex = (
  dist: string,
  pages: ReadonlyArray<{ readonly file: string; readonly passages: ReadonlyArray<Passage> }>
): void => {
  const write = (file: string, value: Titles | Names | Words | ReadonlyArray<string>): void => {
    const path = Path.join(dist, file)
    Fs.mkdirSync(Path.dirname(path), { recursive: true })
    Fs.writeFileSync(path, JSON.stringify(value))
  }
  const readData = (name: string): unknown =>
    JSON.parse(Fs.readFileSync(Path.join(folders.data, `${name}.json`), "utf8"))
  const routes = readData("octokitRoutes") as Readonly<Record<string, string>>
  const read = pages
    .filter(({ file }) => file !== "404.html")
    .map(({ passages }) => withMethods(passages, routes))
    .flatMap(([first, ...rest]) => (first === undefined ? [] : [{ first, rest, isTitled: hasTitles(first.id) }]))
  const titled = read.flatMap(({ first, isTitled, rest }) => (isTitled ? [first, ...rest] : [first]))
  const passages = [...titled, ...read.flatMap(({ isTitled, rest }) => (isTitled ? [] : rest))]
  const numbers = new Map(titled.map(({ id }, number) => [id, number]))
  const octokit = readData("octokitNames") as typeof synonyms
  const named = new Map(Object.entries(octokit))
  for (const [id, words] of Object.entries(synonyms)) named.set(id, [...words, ...(octokit[id] ?? [])])
  for (const id of named.keys())
    if (!numbers.has(id)) throw new Error(`docs/site/src/search/synonyms.ts names what does not exist: ${id}`)
  const words = wordsOf(passages, named)
  const paths = shortened(read.map(({ first }) => first.id))
  write(titlesFile, {
    pages: read.map(({ first, isTitled, rest }, index): PageRow => {
      const [shared, own] = paths[index] ?? [0, first.id]
      return [shared, own, first.heading, ...(isTitled ? rest.map(headingOf) : [])]
    }),
    synonyms: Object.fromEntries(Array.from(named, ([id, each]) => [String(numbers.get(id)), each])),
    words: [...words.keys()].join(" ")
  })
  write(
    namesFile,
    read.flatMap(({ isTitled, rest }, index) =>
      isTitled || rest.length === 0 ? [] : [[index, ...rest.map(headingOf)] as const]
    )
  )
  for (const [name, file] of words) write(wordsFile(name), file)
  for (let number = 0; number * together < passages.length; number++)
    write(
      textsFile(number),
      passages
        .slice(number * together, (number + 1) * together)
        .map(({ id, text }) => (hasTitles(id) ? text : wordsUntil(text, shown)))
    )
}
