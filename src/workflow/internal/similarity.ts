/** How alike texts are, by their words: rare words count more than frequent ones. */

/** Scripts without spaces between words: two characters are a word there. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** The words of a text. */
export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => {
      const letters = Array.from(word)
      return unspaced.test(word) && letters.length > 2
        ? letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
        : [word]
    })
  )

/** Makes a function that tells how alike two sets of words are, from 0 to 1, by how frequent these are in all of them. */
export const similarityIn = (
  all: ReadonlyArray<ReadonlySet<string>>
): ((one: ReadonlySet<string>, other: ReadonlySet<string>) => number) => {
  const frequencies = new Map<string, number>()
  for (const words of all) for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
  const weightOf = (word: string) => Math.log(1 + all.length / (frequencies.get(word) ?? 1)) ** 2
  const sumOf = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + weightOf(word), 0)
  // The cosine of the angle between two vectors of weights.
  return (one, other) => {
    const shared = [...one].filter((word) => other.has(word))
    return shared.length === 0 ? 0 : sumOf(shared) / Math.sqrt(sumOf(one) * sumOf(other))
  }
}
