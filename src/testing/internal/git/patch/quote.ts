/** Writes paths as git shows them. */

const encoder = new TextEncoder()

const escapes: Readonly<Record<number, string>> = {
  7: "a",
  8: "b",
  9: "t",
  10: "n",
  11: "v",
  12: "f",
  13: "r",
  34: '"',
  92: "\\"
}

/** Quotes a path if it has control characters, quotes, backslashes or bytes beyond ASCII. */
export const quoted = (path: string): string => {
  if (/^[\x20-\x7e]*$/.test(path) && !/["\\]/.test(path)) return path
  let text = ""
  for (const byte of encoder.encode(path)) {
    const name = escapes[byte]
    if (name !== undefined) text += `\\${name}`
    else if (byte < 0x20 || byte > 0x7e) text += `\\${byte.toString(8).padStart(3, "0")}`
    else text += String.fromCharCode(byte)
  }
  return `"${text}"`
}

/** Shows a rename, with what both paths share outside of braces. */
export const renamed = (from: string, to: string): string => {
  if (quoted(from) !== from || quoted(to) !== to) return `${quoted(from)} => ${quoted(to)}`
  let head = 0
  for (let at = 0; at < Math.min(from.length, to.length) && from[at] === to[at]; at++) {
    if (from[at] === "/") head = at + 1
  }
  // The slash at the end of the shared head may also start the shared tail, as in a/{b/ => }c.
  const most = Math.min(from.length, to.length) - Math.max(head - 1, 0)
  let tail = 0
  for (let at = 1; at <= most && from.at(-at) === to.at(-at); at++) {
    if (from.at(-at) === "/") tail = at
  }
  if (head === 0 && tail === 0) return `${from} => ${to}`
  const middle = (path: string): string => path.slice(head, Math.max(head, path.length - tail))
  return `${from.slice(0, head)}{${middle(from)} => ${middle(to)}}${tail === 0 ? "" : from.slice(-tail)}`
}
