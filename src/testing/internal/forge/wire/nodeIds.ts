/**
 * The ids of nodes, which REST and GraphQL share. As the service's, they say what they name: the kind, and the ids of the
 * repository and the record, packed (MessagePack) and in base64. Records outside of repositories have their own id alone.
 */

const bytes = (value: number, count: number): string =>
  String.fromCharCode(...Array.from({ length: count }, (_, at) => Math.floor(value / 256 ** (count - 1 - at)) % 256))

const packed = (value: number | string): string => {
  if (typeof value === "number") {
    return value < 2 ** 32 ? `\xce${bytes(value, 4)}` : `\xcf${bytes(value, 8)}`
  }
  const text = Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join("")
  return `\xda${bytes(text.length, 2)}${text}`
}

/** The id of a record, or of what a sha or the name of a ref names. */
export const nodeId = (kind: string, id: number | string, repository?: { readonly id: number }): string => {
  const array = repository === undefined ? `\x92\0` : `\x93\0${packed(repository.id)}`
  const text = btoa(array + packed(id))
  return `${kind}_${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`
}

/** What an id names. */
export interface Named {
  readonly kind: string
  /** Id of the repository; undefined for what is in none. */
  readonly repository: number | undefined
  readonly id: number | string
}

const numberOf = (text: string): number =>
  Array.from(text, (each) => each.charCodeAt(0)).reduce((sum, byte) => sum * 256 + byte, 0)

/** The values that are packed in a text; undefined if it is damaged. */
const unpacked = (text: string): ReadonlyArray<number | string> | undefined => {
  const values: Array<number | string> = []
  for (let at = 0; at < text.length;) {
    const tag = text[at++]
    const size = tag === "\xce" ? 4 : tag === "\xcf" ? 8 : tag === "\xda" ? 2 : undefined
    if (size === undefined || at + size > text.length) return undefined
    const number = numberOf(text.slice(at, at + size))
    at += size
    if (tag !== "\xda") {
      values.push(number)
      continue
    }
    values.push(new TextDecoder().decode(Uint8Array.from(text.slice(at, at + number), (each) => each.charCodeAt(0))))
    at += number
  }
  return values
}

/** Reads an id; undefined if it is none. */
export const decodeNodeId = (text: string): Named | undefined => {
  const [, kind = "", code = ""] = /^([A-Z][A-Za-z]*)_([\w-]+)$/.exec(text) ?? []
  let array: string
  try {
    array = atob(code.replaceAll("-", "+").replaceAll("_", "/"))
  } catch {
    return undefined
  }
  if (!/^[\x92\x93]\0/.test(array)) return undefined
  const values = unpacked(array.slice(2))
  if (values?.length !== array.charCodeAt(0) - 0x91) return undefined
  const [first = 0, second] = values
  if (second === undefined) return { kind, repository: undefined, id: first }
  return typeof first === "number" ? { kind, repository: first, id: second } : undefined
}
