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
import { stemOf } from "./tokens.ts"

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
  /** Answers from the titles, then again from all. `hear` is called twice. */
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

/** Where a word is: the numbers of sections, with how much they are about it. */
const sectionsOf = (words: Words, part: string, isLast: boolean): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  const add = (list: ReadonlyArray<number>, share: number): void => {
    let number = 0
    for (let index = 0; index < list.length; index += 2) {
      number += list[index] ?? 0
      found.set(number, Math.max(found.get(number) ?? 0, (list[index + 1] ?? 0) * share))
    }
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
    const [{ pages, sections: before }, file] = await Promise.all([prepared(), read(namesFile)])
    const sections = readNames(file as Names, pages)
    return { sections, candidates: sections.map((section, index) => candidateOf(before.length + index, section)) }
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
    return {
      certain: all.filter(({ isCertain }) => isCertain).map(({ number }) => number),
      guessed: all.filter(({ isCertain }) => !isCertain).map(({ number }) => number)
    }
  }

  /** The sections whose texts have all words, and those that lack some. */
  const inTexts = async ({ words }: Question) => {
    const files = (await prepared()).words
    const parts = words.flatMap(({ parts }) => parts)
    const found = await Promise.all(
      parts.map(async (part, index) => {
        const name = wordsNames(part).find((each) => files.has(each))
        if (name === undefined) return new Map<number, number>()
        return sectionsOf((await read(wordsFile(name))) as Words, part, index === parts.length - 1)
      })
    )
    const sums = new Map<number, { count: number; sum: number }>()
    for (const each of found)
      for (const [number, weight] of each) {
        const sum = sums.get(number) ?? { count: 0, sum: 0 }
        sums.set(number, { count: sum.count + 1, sum: sum.sum + weight })
      }
    const sorted = [...sums].toSorted(([, one], [, other]) => other.count - one.count || other.sum - one.sum)
    const numbers = (isIn: (count: number) => boolean): ReadonlyArray<number> =>
      sorted.filter(([, { count }]) => isIn(count)).map(([number]) => number)
    return {
      whole: numbers((count) => count === parts.length),
      partial: numbers((count) => count < parts.length && count * 2 >= parts.length)
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
      if (byTitle.certain.length > 0) hear({ hits: hitsOf(byTitle.certain, sections), isWhole: false })
      const [others, texts] = await Promise.all([preparedNames(), inTexts(question)])
      const byName = ranked(question, others.candidates)
      const sure = [...byTitle.certain, ...byName.certain, ...texts.whole]
      const numbers = [...sure, ...byTitle.guessed, ...byName.guessed, ...texts.partial]
      hear({ hits: hitsOf(numbers, [...sections, ...others.sections]), isWhole: true })
    },
    textOf: async (number) => {
      const texts = (await read(textsFile(Math.floor(number / together)))) as Texts
      return texts[number % together] ?? ""
    }
  }
}
