/** What is found of a text: whole names, and their parts. */

/** The parts of a name: `Issues.listComments` → `issues`, `list`, `comments`. */
const partsOf = (name: string): ReadonlyArray<string> =>
  name
    .split(/[._]+/)
    .flatMap((part) => part.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{L}+/gu) ?? [])
    .map((part) => part.toLowerCase())

const namesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/[^\p{L}\p{N}_.]+/u)
    .map((word) => word.replaceAll(/^\.+|\.+$/g, ""))
    .filter((word) => word !== "")

/** `Issues.listComments` → `issues.listcomments`, `issues`, `listcomments`, `list`, `comments` */
export const tokensOf = (text: string): Array<string> =>
  namesOf(text).flatMap((name) => [
    ...new Set([name, ...name.split(/[._]+/), ...partsOf(name)].map((token) => token.toLowerCase()))
  ])

/** A name with what it consists of. */
export interface Word {
  readonly whole: string
  readonly parts: ReadonlyArray<string>
}

/** The words of a text, in its order. */
export const wordsOf = (text: string): ReadonlyArray<Word> =>
  namesOf(text).map((name) => ({ whole: name.toLowerCase(), parts: partsOf(name) }))

/** One word for the singular and the plural: `branches` → `branch`. */
export const stemOf = (token: string): string => {
  if (token.length < 4 || !/^\p{L}+$/u.test(token) || /(?:ss|us|is)$/.test(token)) return token
  if (token.endsWith("ies")) return `${token.slice(0, -3)}y`
  if (/(?:ss|x|[cs]h|tus)es$/.test(token) && !token.endsWith("caches")) return token.slice(0, -2)
  return token.endsWith("s") ? token.slice(0, -1) : token
}

/** Words that say nothing of what a question is about. */
const empty = new Set(
  "a an and are be by can do does for from how i if in into is it its my not of on or that the this to use using what when where why with".split(
    " "
  )
)

export const isEmpty = (word: string): boolean => empty.has(word)

/** How many letters of a word are wrong, if no more than `most` are: one that is missing, one too many, another one. */
export const typosIn = (one: string, other: string, most: number): number | undefined => {
  if (Math.abs(one.length - other.length) > most) return undefined
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same))
    }
    row = next
    if (Math.min(...row) > most) return undefined
  }
  const distance = row[other.length] ?? 0
  return distance <= most ? distance : undefined
}
