/** The mark that a write leaves in a text: an HTML comment, which people don't see. */

/** The mark of a key. Neither the key nor anything in it can end the comment. */
export const markOf = (key: string): string => `<!-- forgecast:key=${encode(key)} -->`

/** Percent-encodes what could end a comment, or a line. A lone surrogate, which is no text, becomes `%u` and its code. */
const encode = (key: string): string =>
  key.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]|[^\w.:/@]/g, (letter) =>
    /^[\uD800-\uDFFF]$/.test(letter)
      ? `%u${letter.charCodeAt(0).toString(16).toUpperCase()}`
      : letter === "-"
        ? "%2D"
        : encodeURIComponent(letter)
  )

/** A text with the mark at its end. */
export const withMark = (text: string | null | undefined, mark: string): string =>
  text === undefined || text === null || text === "" ? mark : `${text}\n\n${mark}`

/** Whether the mark is a line of the text. A line that quotes it begins otherwise. */
export const isMarked = (text: string | null, mark: string): boolean =>
  text !== null && text.includes(mark) && text.split("\n").some((line) => line.trimEnd() === mark)

/** A text without the mark, and without the blank lines that `withMark` has left before it. */
export const withoutMark = (text: string | null, mark: string): string =>
  isMarked(text, mark)
    ? (text ?? "")
        .split("\n")
        .filter((line) => line.trimEnd() !== mark)
        .join("\n")
        .trimEnd()
    : (text ?? "")
