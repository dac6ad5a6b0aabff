/** The files that the search of the site loads. */
import * as Fs from "node:fs"
import * as Path from "node:path"
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
import { type Html, isElement, type Node, textOf } from "./html.ts"
import { base, folders } from "./site.ts"

/** What readers don't search for: pictures, buttons, and details that other pages have too. */
const skipped = new Set(["button", "details", "figcaption", "label", "nav", "script", "style", "svg", "template"])

/** Pages that are about one thing, whose headings are all the same. */
const whole = /^(errors|operations)\//

/** How much of a text the results show, but for guides and recipes. */
const shown = 240

/** A section with its text. */
interface Passage extends Section {
  text: string
}

const classOf = (node: Node): string => (isElement(node) ? (node.attributes["class"] ?? "") : "")

/** The sections of the part of a page that is its own. The first is its beginning. */
const passagesOf = ({ elements, url }: Html): ReadonlyArray<Passage> => {
  const main = elements.find(({ name }) => name === "main")
  if (main === undefined) return []
  const path = url.slice(base.length)
  const passages: Array<Passage> = []
  let page = ""
  const walk = (node: Node): void => {
    if (!isElement(node)) {
      const last = passages.at(-1)
      if (last !== undefined) last.text += textOf(node)
      return
    }
    const { attributes, children, name } = node
    if (
      skipped.has(name) ||
      /\b(sl-anchor-link|open-in-playground|other-panel|pagination-links|sr-only)\b/.test(classOf(node))
    )
      return
    const anchor = attributes["id"]
    if ((whole.test(path) ? name === "h1" : /^h[1-4]$/.test(name)) && anchor !== undefined) {
      const title = textOf(node).trim()
      if (name === "h1") page = title
      passages.push({ id: name === "h1" ? path : `${path}#${anchor}`, page, heading: title, text: "" })
      return
    }
    children.forEach(walk)
    const last = passages.at(-1)
    // Blocks are words apart.
    if (last !== undefined && !/^(a|b|code|em|i|span|strong)$/.test(name)) last.text += " "
  }
  walk(main)
  return passages.map((passage) => ({ ...passage, text: passage.text.replaceAll(/\s+/g, " ").trim() }))
}

const anchorIn = ({ id }: Section): string => id.slice(id.indexOf("#") + 1)

const headingOf = (section: Section): Heading =>
  anchorOf(section.heading) === anchorIn(section) ? section.heading : [section.heading, anchorIn(section)]

/** How often a word may occur more than the ones before it, until that says nothing: BM25, as every search has it. */
const saturation = 1.2
const byLength = 0.6

const known = new Map<string, ReadonlyArray<string>>()

/** The words of a part of a text, which has no space. Texts have most of them in common. */
const wordsIn = (part: string): ReadonlyArray<string> => {
  const before = known.get(part)
  if (before !== undefined) return before
  const words = tokensOf(part)
    .map(stemOf)
    .filter((word) => !isEmpty(word) && word.length < 40)
  known.set(part, words)
  return words
}

/** Words of texts, each with the sections that it says something about. */
const weigh = (passages: ReadonlyArray<Passage>): ReadonlyMap<string, ReadonlyArray<readonly [number, number]>> => {
  const counted = passages.map(({ heading, id, page, text }) => {
    const counts = new Map<string, number>()
    const add = (words: string, weight: number): void => {
      for (const part of words.split(" "))
        for (const word of wordsIn(part)) counts.set(word, (counts.get(word) ?? 0) + weight)
    }
    add(text, 1)
    add(heading, 4)
    add(page, 2)
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
const wordsOf = (passages: ReadonlyArray<Passage>): ReadonlyMap<string, Words> => {
  const rows: Rows = [...weigh(passages)]
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

export const writeIndex = (dist: string, pages: ReadonlyArray<Html>): void => {
  const write = (file: string, value: Titles | Names | Words | ReadonlyArray<string>): void => {
    const path = Path.join(dist, file)
    Fs.mkdirSync(Path.dirname(path), { recursive: true })
    Fs.writeFileSync(path, JSON.stringify(value))
  }
  const read = pages
    .filter(({ file }) => file !== "404.html")
    .map(passagesOf)
    .flatMap(([first, ...rest]) => (first === undefined ? [] : [{ first, rest, isTitled: hasTitles(first.id) }]))
  const titled = read.flatMap(({ first, isTitled, rest }) => (isTitled ? [first, ...rest] : [first]))
  const passages = [...titled, ...read.flatMap(({ isTitled, rest }) => (isTitled ? [] : rest))]
  const numbers = new Map(titled.map(({ id }, number) => [id, number]))
  const octokit = JSON.parse(Fs.readFileSync(Path.join(folders.data, "octokitNames.json"), "utf8")) as typeof synonyms
  const named = new Map(Object.entries(octokit))
  for (const [id, words] of Object.entries(synonyms)) named.set(id, [...words, ...(octokit[id] ?? [])])
  for (const id of named.keys())
    if (!numbers.has(id)) throw new Error(`docs/site/src/search/synonyms.ts names what does not exist: ${id}`)
  const words = wordsOf(passages)
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
        .map(({ id, text }) => (hasTitles(id) ? text : text.slice(0, shown)))
    )
}
