/** Finds the operations of a document in its text. It does not check the document: the service does. */

/** An operation of a document. */
export interface Operation {
  readonly kind: string
  /** Undefined if it is anonymous. */
  readonly name: string | undefined
  /** The names of its variables. */
  readonly variables: ReadonlySet<string>
}

/** A text, as far as the scanner reads it. */
export interface Text {
  readonly length: number
  readonly charCodeAt: (index: number) => number
  readonly slice: (from: number, to: number) => string
}

const quote = 0x22
const backslash = 0x5c

const isBreak = (code: number): boolean => code === 0x0a || code === 0x0d

/** `A` to `Z`, `a` to `z` and `_`. */
const isLetter = (code: number): boolean => ((code | 0x20) - 0x61) >>> 0 < 26 || code === 0x5f

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

const isQuotes = (text: Text, at: number): boolean =>
  text.charCodeAt(at) === quote && text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote

/*
 * Each of these returns the place after the token that begins at a place. A token that never ends is read only once: it
 * reaches to the end of its line, or of the text.
 */

const afterComment = (text: Text, from: number): number => {
  let at = from
  while (at < text.length && !isBreak(text.charCodeAt(at))) at++
  return at
}

const afterString = (text: Text, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (isBreak(code)) return at
    if (code === backslash && !isBreak(text.charCodeAt(at + 1))) at++
  }
  return text.length
}

const afterBlock = (text: Text, from: number): number => {
  for (let at = from + 3; at < text.length; at++) {
    if (isQuotes(text, at)) return at + 3
    if (text.charCodeAt(at) === backslash && isQuotes(text, at + 1)) at += 3
  }
  return text.length
}

const afterName = (text: Text, from: number): number => {
  let at = from + 1
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (!isLetter(code) && !isDigit(code)) break
  }
  return at
}

/** Lists the operations, in their order. Fragments are none. */
export const operationsOf = (document: Text): ReadonlyArray<Operation> => {
  const operations: Array<Operation> = []
  let depth = 0
  let variables = new Set<string>()
  /** The names at the beginning of a definition, up to its first bracket. */
  let head: Array<string> | undefined = []
  const end = () => {
    if (head === undefined) return
    const [kind = "query", name] = head
    if (kind !== "fragment") operations.push({ kind, name, variables })
    head = undefined
  }
  for (let at = 0; at < document.length;) {
    const code = document.charCodeAt(at)
    const from = at++
    switch (String.fromCharCode(code)) {
      case "#":
        at = afterComment(document, from)
        break
      case '"':
        // Whatever is in a string opens nothing.
        at = isQuotes(document, from) ? afterBlock(document, from) : afterString(document, from)
        break
      case "@":
        end()
        break
      case "(":
      case "[":
      case "{":
        end()
        depth++
        break
      case ")":
      case "]":
        depth--
        break
      case "}":
        depth--
        if (depth === 0) {
          head = []
          variables = new Set()
        }
        break
      case "$":
        if (isLetter(document.charCodeAt(at))) {
          at = afterName(document, at)
          variables.add(document.slice(from + 1, at))
        }
        break
      default:
        if (isLetter(code)) {
          at = afterName(document, from)
          head?.push(document.slice(from, at))
        }
    }
  }
  return operations
}

/** Returns the operation that is executed, or why there is none. */
export const chosen = (
  operations: ReadonlyArray<Operation>,
  name: string | undefined
): Operation | { readonly path: string; readonly reason: string } => {
  const named = name === undefined ? operations : operations.filter((operation) => operation.name === name)
  const [operation, ...others] = named
  if (operation === undefined) {
    return name === undefined
      ? { path: "document", reason: "has no operation" }
      : { path: "operationName", reason: "names no operation of the document" }
  }
  if (others.length > 0) return { path: "operationName", reason: "is required: the document has several operations" }
  return operation.kind === "query" || operation.kind === "mutation"
    ? operation
    : { path: "document", reason: "is neither a query nor a mutation" }
}
