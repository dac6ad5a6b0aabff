/** The part of a text that a result shows. */

/** Stands before and after code within a line: a letter that no text has. */
export const codeMark = "\uE000"

/** Words, with the code in them whole. */
const word = new RegExp(String.raw`(?:${codeMark}[^${codeMark}]*${codeMark}|[^\s${codeMark}])+`, "gu")

/** Stands for what follows, and in the line of the last word. */
const more = "\u00a0…"

const rangesOf = (text: string): ReadonlyArray<readonly [start: number, end: number]> =>
  Array.from(text.matchAll(word), (match) => [match.index, match.index + match[0].length] as const)

/** The words of a text that end before `length`, and the first one in any case. */
export const wordsUntil = (text: string, length: number): string => {
  if (text.length <= length) return text
  const ranges = rangesOf(text)
  const [, end] = ranges.findLast(([, end]) => end <= length) ?? ranges[0] ?? [0, 0]
  return end < text.length ? text.slice(0, end) + more : text
}

/** How many letters are shown before and after the beginning of the first match. */
const before = 30
const after = 80

/** The words around the first match, or the first ones. */
export const excerptOf = (text: string, pattern: RegExp): string => {
  const at = Math.max(text.search(pattern), 0)
  const ranges = rangesOf(text)
  // The word of the match is shown in any case, however long it is.
  const own = ranges.findIndex(([, end]) => end > at)
  if (own === -1) return text
  const first = Math.min(own, at <= before ? 0 : ranges.findIndex(([start]) => start >= at - before))
  const last = Math.max(
    own,
    ranges.findLastIndex(([, end]) => end <= at + after)
  )
  const cut = text.slice(ranges[first]?.[0], ranges[last]?.[1])
  return `${first === 0 ? "" : "… "}${cut}${last === ranges.length - 1 ? "" : more}`
}
