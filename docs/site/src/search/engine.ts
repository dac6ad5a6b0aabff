/** Answers questions from the files of the search. A page and the tests read these in their own ways. */
import {
  namesFile,
  readNames,
  readTitles,
  type Names,
  type Section,
  type Texts,
  textsFile,
  type Titles,
  titlesFile,
  together,
  type Words,
  wordsFile,
  wordsNames
} from "./files.ts"
import { type Candidate, candidateOf, type Question, questionOf, rankOf } from "./rank.ts"
import { isEmpty, stemOf } from "./tokens.ts"

export interface Hit extends Section {
  readonly number: number
}

export interface Answer {
  /** The best first. */
  readonly hits: ReadonlyArray<Hit>
  /** Whether there is no more to come. */
  readonly isWhole: boolean
}

/** Reads a file of the search as JSON. */
export type Read = (file: string) => Promise<unknown>

export interface Search {
  /** Answers from the titles, then again from all. `hear` is called twice, or once if the titles say too little. */
  readonly ask: (text: string, hear: (answer: Answer) => void) => Promise<void>
  /** The text of a section. */
  readonly textOf: (number: number) => Promise<string>
}

/** Remembers what it has read. What failed is read again. */
const once = (read: Read): Read => {
  const files = new Map<string, Promise<unknown>>()
  return (file) => {
    const before = files.get(file)
    if (before !== undefined) return before
    const reading = read(file)
    files.set(file, reading)
    reading.catch(() => files.delete(file))
    return reading
  }
}

/** How many words that begin like the last one of a question count, the most frequent first. */
const mostWords = 40

/** Reads the places of a word in its file. */
const placesIn = (list: ReadonlyArray<number>): ReadonlyArray<readonly [number: number, weight: number]> => {
  let number = 0
  return Array.from({ length: list.length / 2 }, (_, index) => {
    number += list[index * 2] ?? 0
    return [number, list[index * 2 + 1] ?? 0] as const
  })
}

/** Where a word is: the numbers of sections, with how much they are about it. */
const sectionsOf = (words: Words, part: string, isLast: boolean): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  const add = (list: ReadonlyArray<number>, share: number): void => {
    for (const [number, weight] of placesIn(list)) found.set(number, Math.max(found.get(number) ?? 0, weight * share))
  }
  const exact = words[stemOf(part)]
  if (exact !== undefined) add(exact, 1)
  if (part.length > 2 && (isLast || exact === undefined))
    Object.entries(words)
      .filter(([word]) => word.startsWith(part))
      .toSorted(([, one], [, other]) => other.length - one.length)
      .slice(0, mostWords)
      .forEach(([, list]) => add(list, 0.5))
  return found
}

/** A section whose text has words of a question. */
interface Place {
  readonly number: number
  readonly page: string
  readonly isLater: boolean
  /** How many words. */
  count: number
  /** How many of the names that were asked for in one word, such as `doNotRetry`. */
  names: number
  /** How much it is about them. */
  sum: number
}

export const searchIn = (readFile: Read): Search => {
  const read = once(readFile)

  // The casts in these are safe: the build writes the files.
  const titles = async () => {
    const file = (await read(titlesFile)) as Titles
    const { pages, sections } = readTitles(file)
    const candidates = sections.map((section, number) => candidateOf(number, section, file.synonyms[number]))
    return { pages, sections, candidates, words: new Set(file.words.split(" ")) }
  }
  const names = async () => {
    const [{ candidates: titled, pages, sections: before }, file] = await Promise.all([prepared(), read(namesFile)])
    const sections = readNames(file as Names, pages)
    const candidates = sections.map((section, index) => candidateOf(before.length + index, section))
    return {
      sections,
      candidates,
      pageOf: [...before, ...sections].map(({ id }) => id.replace(/#.*/, "")),
      isLater: [...titled, ...candidates].map(({ isBackground }) => isBackground)
    }
  }
  let first: ReturnType<typeof titles> | undefined
  let second: ReturnType<typeof names> | undefined
  const prepared = () => {
    first ??= titles().catch((error: unknown) => {
      first = undefined
      throw error
    })
    return first
  }
  const preparedNames = () => {
    second ??= names().catch((error: unknown) => {
      second = undefined
      throw error
    })
    return second
  }

  const ranked = (question: Question, candidates: ReadonlyArray<Candidate>) => {
    const all = candidates
      .flatMap((candidate) => {
        const rank = rankOf(question, candidate)
        return rank === undefined ? [] : [{ number: candidate.number, ...rank }]
      })
      .toSorted((one, other) => other.score - one.score)
    const numbers = (isIn: (rank: (typeof all)[number]) => boolean): ReadonlyArray<number> =>
      all.filter(isIn).map(({ number }) => number)
    return {
      exact: numbers(({ exact }) => exact === 2),
      nearly: numbers(({ exact }) => exact === 1),
      certain: numbers(({ isCertain, isFirst }) => isCertain && isFirst),
      background: numbers(({ isCertain, isFirst }) => isCertain && !isFirst),
      guessed: numbers(({ isCertain }) => !isCertain)
    }
  }

  /**
   * The sections whose texts have all words, those that lack some of which their page has, and those that lack others.
   * What is background stands apart if it has all.
   */
  const inTexts = async ({ words }: Question) => {
    const { words: files } = await prepared()
    const wordsFor = async (word: string): Promise<Words> => {
      const name = wordsNames(word).find((each) => files.has(each))
      return name === undefined ? {} : ((await read(wordsFile(name))) as Words)
    }
    const said = words.flatMap(({ parts }) => parts)
    const full = said.filter((part) => !isEmpty(part))
    const parts = full.length > 0 ? full : said
    const names = words.filter((word) => word.parts.length > 1).map(({ whole }) => whole)
    const [found, named] = await Promise.all([
      Promise.all(parts.map(async (part, index) => sectionsOf(await wordsFor(part), part, index === parts.length - 1))),
      Promise.all(names.map(async (name) => placesIn((await wordsFor(name))[stemOf(name)] ?? [])))
    ])
    const { isLater, pageOf } = await preparedNames()
    const places = new Map<number, Place>()
    const pages = new Map<string, number>()
    const placeOf = (number: number): Place => {
      const before = places.get(number)
      if (before !== undefined) return before
      const place = {
        number,
        page: pageOf[number] ?? "",
        isLater: isLater[number] ?? false,
        count: 0,
        names: 0,
        sum: 0
      }
      places.set(number, place)
      return place
    }
    for (const each of found) {
      const seen = new Set<string>()
      for (const [number, weight] of each) {
        const place = placeOf(number)
        place.count++
        place.sum += weight
        seen.add(place.page)
      }
      for (const page of seen) pages.set(page, (pages.get(page) ?? 0) + 1)
    }
    // A name in one word says more than its parts somewhere.
    for (const [number, weight] of named.flat()) {
      const place = placeOf(number)
      place.names++
      place.sum += weight
    }
    // What is background needs a word more than others.
    const countOf = ({ count, isLater }: Place): number => count - (isLater ? 1 : 0)
    const enough = [...places.values()].filter(({ count }) => count * 2 >= parts.length)
    const sorted = enough.toSorted(
      (one, other) =>
        countOf(other) - countOf(one) ||
        other.names - one.names ||
        Number(one.isLater) - Number(other.isLater) ||
        other.sum - one.sum
    )
    const isWhole = ({ count }: Place): boolean => count === parts.length
    const isOnPage = ({ isLater, page }: Place): boolean => !isLater && pages.get(page) === parts.length
    const partial = sorted.filter((place) => !isWhole(place))
    const numbers = (all: ReadonlyArray<Place>): ReadonlyArray<number> => all.map(({ number }) => number)
    return {
      whole: numbers(sorted.filter((place) => isWhole(place) && !place.isLater)),
      onPage: numbers(partial.filter(isOnPage)),
      background: numbers(sorted.filter((place) => isWhole(place) && place.isLater)),
      partial: numbers(partial.filter((place) => !isOnPage(place)))
    }
  }

  return {
    ask: async (text, hear) => {
      const question = questionOf(text)
      const { candidates, sections } = await prepared()
      if (question.words.length === 0) return hear({ hits: [], isWhole: true })
      const hitsOf = (numbers: ReadonlyArray<number>, all: ReadonlyArray<Section>): ReadonlyArray<Hit> =>
        [...new Set(numbers)].flatMap((number) => {
          const section = all[number]
          return section === undefined ? [] : [{ number, ...section }]
        })
      const byTitle = ranked(question, candidates)
      // A name is seldom a title. Its own entry must not come after guides that mention it.
      if (byTitle.certain.length > 0 && question.name === undefined)
        hear({ hits: hitsOf(byTitle.certain, sections), isWhole: false })
      const [others, texts] = await Promise.all([preparedNames(), inTexts(question)])
      const byName = ranked(question, others.candidates)
      const first = [...byTitle.exact, ...byName.exact, ...byTitle.nearly, ...byName.nearly]
      const sure = [...first, ...byTitle.certain, ...byName.certain, ...texts.whole, ...texts.onPage]
      const background = [...byTitle.background, ...byName.background, ...texts.background]
      const numbers = [...sure, ...background, ...byTitle.guessed, ...byName.guessed, ...texts.partial]
      hear({ hits: hitsOf(numbers, [...sections, ...others.sections]), isWhole: true })
    },
    textOf: async (number) => {
      const texts = (await read(textsFile(Math.floor(number / together)))) as Texts
      return texts[number % together] ?? ""
    }
  }
}
