/** Bounds the texts that errors hold: a service may send megabytes. */

/** The most characters of an error's `message`. */
export const mostInMessage = 600

/** The most characters of the service's own words, in fields of their own. */
export const mostInWords = 2_000

/** The most characters of each part of a message, which leaves room for the others. */
export const mostInPart = 200

/** Cuts a text that is too long, and marks its end. Redact it first: half a secret is not recognized. */
export const cut = (text: string, most: number): string => {
  if (text.length <= most) return text
  const head = text.slice(0, most - 1)
  // Half a character is none.
  return `${/[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head}…`
}

/** A request as messages name it. Its whole URL is in a field of its own. */
export const named = ({ method, url }: { readonly method: string; readonly url: string }): string =>
  `(${method} ${cut(url, mostInPart)})`
