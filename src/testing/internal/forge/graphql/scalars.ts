/** The scalars of the service's schema: what it takes for a value of each. */
import { type GraphQLSchema, isScalarType, Kind } from "graphql"

const dateTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i

const isDateTime = (text: string): boolean =>
  dateTime.test(text) && isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))

/** Whether there is such a day. */
const isDate = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const anything = (): boolean => true

/** Whether a text is a value of a scalar. */
const checks: Readonly<Record<string, (text: string) => boolean>> = {
  Base64String: (text) => !/[^\w+/=\s-]/.test(text),
  BigInt: (text) => /^-?\d+$/.test(text),
  Date: isDate,
  DateTime: isDateTime,
  GitObjectID: (text) => /^[\da-f]{40}$/i.test(text),
  GitRefname: anything,
  GitSSHRemote: anything,
  GitTimestamp: isDateTime,
  HTML: anything,
  PreciseDateTime: isDateTime,
  URI: (text) => /^[^\s<>"{}|\\^`]*$/.test(text) && (!/^[a-z][a-z\d+.-]*:\/\//i.test(text) || URL.canParse(text)),
  X509Certificate: anything
}

/** Numbers may be written as such where they are too large for JSON's own. */
const textOf = (name: string, value: unknown): string | undefined =>
  typeof value === "string" ? value : name === "BigInt" && Number.isSafeInteger(value) ? String(value) : undefined

/** Lets the scalars of a schema refuse what the service refuses. */
export const withScalars = (schema: GraphQLSchema): GraphQLSchema => {
  for (const [name, isValue] of Object.entries(checks)) {
    const scalar = schema.getType(name)
    if (!isScalarType(scalar)) continue
    const parse = (value: unknown): string => {
      const text = textOf(name, value)
      if (text !== undefined && isValue(text)) return text
      throw new TypeError(`Could not coerce value ${JSON.stringify(value)} to ${name}`)
    }
    scalar.parseValue = parse
    scalar.parseLiteral = (node) => {
      if (node.kind === Kind.STRING) return parse(node.value)
      return parse(node.kind === Kind.INT ? Number(node.value) : null)
    }
  }
  return schema
}
