/** Values of a schema of the description: what a service could send by it, or be sent. */
import { type Description, isJson, type Json, listOf, under } from "../../src/command/add/description.ts"

export interface Mode {
  /** Whether fields are there that are not required. */
  readonly isFull: boolean
  /** Whether what may be null is null. */
  readonly isNull: boolean
  /** Which member of each choice, and which value of each enumeration. */
  readonly member: number
  /** Whether an enumeration has a value that the description does not know. */
  readonly isNew: boolean
}

export const modes: ReadonlyArray<Mode> = [
  { isFull: false, isNull: false, member: 0, isNew: false },
  { isFull: true, isNull: true, member: 0, isNew: false },
  ...Array.from({ length: 6 }, (_, member) => ({ isFull: true, isNull: false, member, isNew: false })),
  { isFull: true, isNull: false, member: 0, isNew: true }
]

const formats: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T12:34:56Z",
  date: "2026-01-31",
  uri: "https://example.com/a",
  email: "octocat@example.com"
}

/** Texts that patterns of the description ask for. */
const fitting = [
  "abc",
  "a/b",
  "1.2.3",
  "2026-01-31",
  "0123456789abcdef0123456789abcdef01234567",
  `sha256:${"0123456789abcdef".repeat(4)}`,
  "09:00",
  "ssh-rsa AAAA",
  "CVE-2026-1234"
]

const stringOf = (schema: Json): string => {
  const { format, maxLength, minLength, pattern } = schema
  const found =
    typeof pattern === "string"
      ? [schema["example"], ...fitting].find((each) => typeof each === "string" && new RegExp(pattern).test(each))
      : formats[String(format)]
  const text = typeof found === "string" ? found : "text"
  const padded = typeof minLength === "number" ? text.padEnd(minLength, "x") : text
  return typeof maxLength === "number" ? padded.slice(0, maxLength) : padded
}

/** Makes a value. Schemas that contain themselves end after some levels. */
export const instanceOf = (description: Description, given: unknown, mode: Mode, level = 0): unknown => {
  const schema = description.resolved(given)
  const of = (part: unknown) => instanceOf(description, part, mode, level + 1)
  if (schema["nullable"] === true && (mode.isNull || level > 14)) return null
  const known = listOf(schema["enum"])
  if (known.length > 0 && schema["type"] !== "array") {
    return mode.isNew && typeof known[0] === "string" ? "something_new" : known[mode.member % known.length]
  }
  const all = listOf(schema["allOf"])
  const choice = listOf(schema["oneOf"] ?? schema["anyOf"])
  const { allOf: _all, anyOf: _any, oneOf: _one, ...own } = schema
  const isObject = "properties" in own || isJson(own["additionalProperties"])
  if (all.length > 0 || choice.length > 0) {
    // What several schemas are at once is null only if all of them are.
    const parts = [
      ...(isObject ? [own] : []),
      ...all,
      ...(choice.length === 0 ? [] : [choice[mode.member % choice.length]])
    ].map((part) => (all.length > 0 ? instanceOf(description, part, { ...mode, isNull: false }, level + 1) : of(part)))
    const [first] = parts
    return parts.length === 1 ? first : (Object.assign({}, ...parts.filter(isJson)) as Json)
  }
  const { maxItems, minItems, minimum } = schema
  switch (schema["type"]) {
    case "array": {
      const count = typeof minItems === "number" ? minItems : mode.isFull && level < 14 && maxItems !== 0 ? 1 : 0
      return Array.from({ length: count }, () => of(schema["items"] ?? {}))
    }
    case "string":
      return stringOf(schema)
    case "integer":
      return typeof minimum === "number" ? minimum : 7
    case "number":
      return typeof minimum === "number" ? minimum : 7.5
    case "boolean":
      return true
    default:
      return isObject || schema["type"] === "object" ? objectOf(description, schema, mode, level) : "anything"
  }
}

const objectOf = (description: Description, schema: Json, mode: Mode, level: number): Json => {
  const required = listOf(schema["required"])
  const more = schema["additionalProperties"]
  const of = (part: unknown) => instanceOf(description, part, mode, level + 1)
  return Object.fromEntries([
    ...Object.entries(under(schema, "properties"))
      .filter(([name]) => required.includes(name) || (mode.isFull && level < 14))
      // Described as a number, which it is: of things.
      .map(([name, field]) => [name, name === "total_count" ? 7 : of(field)] as const),
    ...(isJson(more) && mode.isFull ? [["another", of(more)] as const] : [])
  ])
}
