/** How well headings answer a question. */
import type { Section } from "./files.ts"
import { isBackground, nameAt, weightOf } from "./kinds.ts"
import { isEmpty, stemOf, typosIn, type Word, wordsOf } from "./tokens.ts"

/** Words that every page may stand for: a hit may lack them. */
const optional = new Set(["api", "example", "examples", "forgecast", "github", "typescript"])

export interface Question {
  /** The words that count. */
  readonly words: ReadonlyArray<Word>
  /** The same, prepared for comparisons. */
  readonly asked: ReadonlyArray<Asked>
  /** The parts of these, in the singular. */
  readonly parts: ReadonlySet<string>
  /** All of them, in one string, to compare. */
  readonly phrase: string
  /** The name of a member of a module, such as `Write.once`, if that is all of it. */
  readonly name: string | undefined
}

const member = /^\p{L}[\p{L}\p{N}_]*(?:\.\p{L}[\p{L}\p{N}_]*)+(?=\(|$)/u

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
    asked: counted.map(({ parts, whole }) => ({
      whole: tokenOf(whole),
      parts: parts.filter((part) => !isEmpty(part)).map(tokenOf),
      count: parts.length
    })),
    parts: new Set(counted.flatMap(({ parts }) => parts.map(stemOf))),
    phrase: phraseOf(all),
    name: member.exec(text.trim())?.[0]
  }
}

/** A word in the form that was written, and in the singular. */
interface Token {
  readonly text: string
  readonly stem: string
}

interface Name {
  readonly tokens: ReadonlyArray<Token>
  /** The first letters of the tokens: most names have none that begins like the word that is asked for. */
  readonly initials: string
  /** Its parts that say something, in the singular. */
  readonly parts: ReadonlyArray<string>
  readonly phrase: string
}

const tokenOf = (text: string): Token => ({ text, stem: stemOf(text) })

const tokensOf = (texts: ReadonlyArray<string>): Pick<Name, "initials" | "tokens"> => {
  const all = [...new Set(texts)]
  return { tokens: all.map(tokenOf), initials: all.map((text) => text[0]).join("") }
}

const nameOf = (text: string): Name => {
  const words = wordsOf(text)
  return {
    ...tokensOf(words.flatMap(({ parts, whole }) => [whole, ...whole.split(/[._]/), ...parts])),
    parts: words.flatMap(({ parts }) => parts.filter((part) => !isEmpty(part)).map(stemOf)),
    phrase: phraseOf(words)
  }
}

/** A section, prepared for questions. */
export interface Candidate {
  readonly number: number
  readonly weight: number
  readonly isBackground: boolean
  /** What code calls its subject. */
  readonly name: string | undefined
  readonly heading: Name
  /** What it is called without where it is: `rest/Write` is `Write`. */
  readonly alias: Name | undefined
  /** The title of its page, if it is not the page's beginning. */
  readonly page: Name | undefined
  readonly synonyms: ReadonlyArray<Name>
}

export const candidateOf = (
  number: number,
  { heading, id, page }: Section,
  synonyms: ReadonlyArray<string> = []
): Candidate => {
  const name = nameAt(id, page, heading)
  const own = nameOf(heading)
  return {
    number,
    weight: weightOf(id),
    isBackground: isBackground(id),
    name,
    heading:
      name === undefined ? own : { ...own, ...tokensOf([...own.tokens.map(({ text }) => text), name.toLowerCase()]) },
    alias: heading.includes("/") ? nameOf(heading.slice(heading.lastIndexOf("/") + 1)) : undefined,
    page: id.includes("#") ? nameOf(page) : undefined,
    synonyms: synonyms.map(nameOf)
  }
}

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

const best = (asked: Token, { initials, tokens }: Name): number =>
  initials.includes(asked.text[0] ?? "")
    ? tokens.reduce((most, token) => (most === 1 ? 1 : Math.max(most, likeness(asked, token))), 0)
    : 0

interface Asked {
  readonly whole: Token
  /** Those that say something: empty words are in too many headings. */
  readonly parts: ReadonlyArray<Token>
  /** How many parts it has with the empty ones. */
  readonly count: number
}

const wordIn = ({ count, parts, whole }: Asked, name: Name): number => {
  const found = best(whole, name)
  if (found === 1 || count < 2) return found
  let sum = 0
  for (const part of parts) {
    const value = best(part, name)
    if (value === 0) return found
    sum += value
  }
  // A name that was written in one word is more than its parts somewhere.
  return Math.max(found, (0.9 * sum) / count)
}

/** A question of so many words may have one that is nowhere, such as the name of a town. */
const many = 4

export interface Rank {
  readonly score: number
  /** How exactly the question is the name of the section's subject: with its capital letters, without, or not at all. */
  readonly exact: 0 | 1 | 2
  /** Whether it answers before what has its words in its text only: not if it is background, unless it was asked for. */
  readonly isFirst: boolean
  /** Whether no word had to be guessed. */
  readonly isCertain: boolean
}

const begins = (name: Name, { phrase }: Question): boolean => phrase.length > 2 && name.phrase.startsWith(phrase)

const exactness = ({ name: asked }: Question, { name }: Candidate): Rank["exact"] => {
  if (asked === undefined || name === undefined) return 0
  return asked === name ? 2 : asked.toLowerCase() === name.toLowerCase() ? 1 : 0
}

/** Undefined if words of the question are nowhere. */
export const rankOf = (question: Question, candidate: Candidate): Rank | undefined => {
  const { alias, heading, page, synonyms, weight } = candidate
  let sum = 0
  const exact = exactness(question, candidate)
  let isCertain = true
  let lacks = false
  for (const word of question.asked) {
    const found = Math.max(
      wordIn(word, heading),
      page === undefined ? 0 : 0.6 * wordIn(word, page),
      ...synonyms.map((each) => 0.7 * wordIn(word, each))
    )
    if (found === 0 && exact === 0 && (lacks || question.asked.length < many)) return undefined
    lacks ||= found === 0
    if (found <= guess) isCertain = false
    sum += found
  }
  const covered = heading.parts.filter((part) => question.parts.has(part)).length / Math.max(1, heading.parts.length)
  const isSame = (name: Name): boolean => name.phrase !== "" && name.phrase === question.phrase
  // Somebody has chosen the synonyms of a page.
  const bonus = synonyms.some(isSame)
    ? 2
    : isSame(heading) || (alias !== undefined && isSame(alias))
      ? 1.5
      : begins(heading, question)
        ? 0.5
        : synonyms.some((each) => begins(each, question))
          ? 0.4
          : 0
  // The beginning of a page comes before its sections.
  const base = (sum / question.asked.length) * (0.6 + 0.4 * covered) * (page === undefined ? 1 : 0.9)
  return {
    score: (base + bonus) * weight,
    exact,
    isFirst: !candidate.isBackground || bonus > 1,
    isCertain: isCertain || bonus > 0
  }
}
