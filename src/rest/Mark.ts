/**
 * The mark that a verified write leaves in a text, so that it is found again: an HTML comment, which people don't see.
 *
 * `Write.once` adds it, and looks for it. Programs that search for what they wrote can use these functions.
 *
 * ```ts
 * const mark = Mark.of("weekly-report") // <!-- forgecast:key=weekly-report -->
 *
 * const isOurs = (body: string | null) => Mark.isIn(body, mark)
 * ```
 */

/** The mark of a key. Neither the key nor anything in it can end the comment. */
export const of = (key: string): string => `<!-- forgecast:key=${encode(key)} -->`

/** Percent-encodes what could end a comment, or a line. A lone surrogate, which is not text, becomes `%u` and its code. */
const encode = (key: string): string =>
  key.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]|[^\w.:/@]/g, (letter) =>
    /^[\uD800-\uDFFF]$/.test(letter)
      ? `%u${letter.charCodeAt(0).toString(16).toUpperCase()}`
      : letter === "-"
        ? "%2D"
        : encodeURIComponent(letter)
  )

/** A text with the mark at its end. No text, or an empty one, becomes the mark alone. */
export const add = (text: string | null | undefined, mark: string): string =>
  text === undefined || text === null || text === "" ? mark : `${text}\n\n${mark}`

/** Whether the mark is a line of the text. A line that quotes it begins differently. */
export const isIn = (text: string | null, mark: string): boolean =>
  text !== null && text.includes(mark) && text.split("\n").some((line) => line.trimEnd() === mark)

/** A text without the mark, and without the blank lines that `add` put before it. */
export const remove = (text: string | null, mark: string): string =>
  isIn(text, mark)
    ? (text ?? "")
        .split("\n")
        .filter((line) => line.trimEnd() !== mark)
        .join("\n")
        .trimEnd()
    : (text ?? "")
