/** How well headings answer a question. */
import type { Section } from "./files.ts"
import { weightOf } from "./kinds.ts"
import { isEmpty, stemOf, typosIn, type Word, wordsOf } from "./tokens.ts"

/** Words that every page may stand for: a hit may lack them. */
const optional = new Set(["forgecast", "github"])

export interface Question {
  /** The words that count. */
  readonly words: ReadonlyArray<Word>
  /** The same, prepared for comparisons. */
  readonly asked: ReadonlyArray<Asked>
  /** The parts of these, in the singular. */
  readonly parts: ReadonlySet<string>
  /** All of them, in one string, to compare. */
  readonly phrase: string
}

const phraseOf = (words: ReadonlyArray<Word>): string =>
  words
    .filter(({ whole }) => !isEmpty(whole))
    .flatMap(({ parts }) => parts.map(stemOf))
    .join(" ")

export const questionOf = (text: string): Question => {
  const all = wordsOf(text)
  const full = all.filter(({ whole }) => !isEmpty(whole))
  const words = full.filter(({ whole }) => !optional.has(whole))
  const counted = words.length > 0 ? words : full.length > 0 ? full : all
  return {
    words: counted,
    asked: counted.map(({ parts, whole }) => ({ whole: tokenOf(whole), parts: parts.map(tokenOf) })),
    parts: new Set(counted.flatMap(({ parts }) => parts.map(stemOf))),
    phrase: phraseOf(all)
  }
}

/** A word in the form that was written, and in the singular. */
interface Token {
  readonly text: string
  readonly stem: string
}

interface Name {
  readonly tokens: ReadonlyArray<Token>
  /** Its parts that say something, in the singular. */
  readonly parts: ReadonlyArray<string>
  readonly phrase: string
}

const tokenOf = (text: string): Token => ({ text, stem: stemOf(text) })

const nameOf = (text: string): Name => {
  const words = wordsOf(text)
  return {
    tokens: [...new Set(words.flatMap(({ parts, whole }) => [whole, ...whole.split(/[._]/), ...parts]))].map(tokenOf),
    parts: words.flatMap(({ parts }) => parts.filter((part) => !isEmpty(part)).map(stemOf)),
    phrase: phraseOf(words)
  }
}

/** A section, prepared for questions. */
export interface Candidate {
  readonly number: number
  readonly weight: number
  readonly heading: Name
  /** The title of its page, if it is not the page's beginning. */
  readonly page: Name | undefined
  readonly synonyms: ReadonlyArray<Name>
}

export const candidateOf = (
  number: number,
  { heading, id, page }: Section,
  synonyms: ReadonlyArray<string> = []
): Candidate => ({
  number,
  weight: weightOf(id),
  heading: nameOf(heading),
  page: id.includes("#") ? nameOf(page) : undefined,
  synonyms: synonyms.map(nameOf)
})

/** What a word with a typo is worth. No more than that is a guess. */
const guess = 0.3

/** How well a word of a question is one of a heading: 1 at best. */
const likeness = (asked: Token, token: Token): number => {
  const { text } = asked
  if (asked.stem === token.stem) return 1
  // Few mistype the first letter.
  if (text[0] !== token.text[0]) return 0
  if (text.length > 1 && token.text.startsWith(text)) return 0.5 + (0.4 * text.length) / token.text.length
  // Numbers and short words are right or wrong.
  if (text.length < 5 || !/^\p{L}+$/u.test(text)) return 0
  const typos = typosIn(text, token.text, text.length < 9 ? 1 : 2)
  return typos === undefined ? 0 : guess / typos
}

const best = (asked: Token, { tokens }: Name): number =>
  tokens.reduce((most, token) => (most === 1 ? 1 : Math.max(most, likeness(asked, token))), 0)

interface Asked {
  readonly whole: Token
  readonly parts: ReadonlyArray<Token>
}

const wordIn = ({ parts, whole }: Asked, name: Name): number => {
  const found = best(whole, name)
  if (found === 1 || parts.length < 2) return found
  const each = parts.map((part) => best(part, name))
  // A name that was written in one word is more than its parts somewhere.
  return Math.max(found, each.includes(0) ? 0 : (0.9 * each.reduce((sum, value) => sum + value, 0)) / parts.length)
}

export interface Rank {
  readonly score: number
  /** Whether no word had to be guessed. */
  readonly isCertain: boolean
}

const begins = (name: Name, { phrase }: Question): boolean => phrase.length > 2 && name.phrase.startsWith(phrase)

/** Undefined if a word of the question is nowhere. */
export const rankOf = (question: Question, candidate: Candidate): Rank | undefined => {
  const { heading, page, synonyms, weight } = candidate
  let sum = 0
  let isCertain = true
  for (const word of question.asked) {
    const found = Math.max(
      wordIn(word, heading),
      page === undefined ? 0 : 0.6 * wordIn(word, page),
      ...synonyms.map((each) => 0.7 * wordIn(word, each))
    )
    if (found === 0) return undefined
    if (found <= guess) isCertain = false
    sum += found
  }
  const covered = heading.parts.filter((part) => question.parts.has(part)).length / Math.max(1, heading.parts.length)
  const isSame = (name: Name): boolean => name.phrase !== "" && name.phrase === question.phrase
  // Somebody has chosen the synonyms of a page.
  const bonus = synonyms.some(isSame)
    ? 2
    : isSame(heading)
      ? 1.5
      : begins(heading, question)
        ? 0.5
        : synonyms.some((each) => begins(each, question))
          ? 0.4
          : 0
  // The beginning of a page comes before its sections.
  const base = (sum / question.asked.length) * (0.6 + 0.4 * covered) * (page === undefined ? 1 : 0.9)
  return { score: (base + bonus) * weight, isCertain: isCertain || bonus > 0 }
}
