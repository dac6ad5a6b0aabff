/**
 * The title and the text of a proposal. Our part of the text is between two marks, which people don't see; the first one
 * says which title we have given. What people write outside of it stays, and so does a title that they have changed.
 */
import * as Mark from "../../rest/Mark.ts"

/** The most characters that the service takes. */
const titleMost = 256

/** A title that is made of others, without what does not fit. */
export const shortTitle = (title: string): string => {
  const letters = Array.from(title)
  return letters.length <= titleMost
    ? title
    : `${letters
        .slice(0, titleMost - 1)
        .join("")
        .trimEnd()}…`
}

/** Why the service would refuse a title, once its branch has the commits. */
export const titleRefused = (title: string): string | undefined => {
  const { length } = Array.from(title)
  if (title.trim() === "") return "must not be blank"
  return length <= titleMost ? undefined : `has ${length} characters: ${titleMost} is the most`
}

/** The mark at the end of our part, which tells the proposal from others. */
const endOf = (key: string): string => Mark.of(key)

const titleOf = (key: string, title: string): string => Mark.of(`${key}/title/${title}`)

/** What our part begins with, whatever the title. */
const beginning = (key: string): string => Mark.of(`${key}/title/`).replace(/ -->$/, "")

/** The text of a new proposal, without the mark at its end. */
export const newText = (key: string, title: string, body: string | undefined): string =>
  [titleOf(key, title), ...(body === undefined || body === "" ? [] : [body])].join("\n\n")

interface Texts {
  readonly title: string
  readonly body: string | null
}

/** The title and the text as they should be. A body that is left out stays. */
export const updated = (
  key: string,
  found: Texts,
  wanted: { readonly title: string; readonly body?: string | undefined }
): { readonly title: string; readonly body: string } => {
  const text = (found.body ?? "").replaceAll("\r\n", "\n")
  const lines = text.split("\n")
  const end = lines.findIndex((line) => line.trimEnd() === endOf(key))
  const begin = lines.slice(0, Math.max(0, end)).findIndex((line) => line.startsWith(beginning(key)))
  const first = lines[begin]?.trimEnd()
  // A first mark of another title: somebody has changed the title since.
  const isOurs = first === undefined || first === titleOf(key, found.title)
  const title = isOurs ? wanted.title : found.title
  if (wanted.body === undefined && (first === undefined || !isOurs || wanted.title === found.title)) {
    return { title, body: text }
  }
  const mark = isOurs ? titleOf(key, title) : first
  // Without a mark, the text is that of a person. With the last one only, an earlier version has written it.
  const above = end < 0 ? text : begin < 0 ? "" : lines.slice(0, begin).join("\n")
  const below = end < 0 ? "" : lines.slice(end + 1).join("\n")
  const before = end < 0 ? "" : lines.slice(begin < 0 ? 0 : begin + 1, end).join("\n")
  const own = wanted.body ?? before
  return {
    title,
    body: [above.trim(), mark, own.trim(), endOf(key), below.trim()].filter((part) => part !== "").join("\n\n")
  }
}
