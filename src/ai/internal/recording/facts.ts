/** By what an answer is known again. */

/** Fields that say which record it is, and in which state. Times and shas depend on when it was made. */
const telling: ReadonlySet<string> = new Set([
  "number",
  "state",
  "merged",
  "login",
  "name",
  "full_name",
  "tag_name",
  "status",
  "conclusion",
  "action",
  "timezone"
])

/** The most characters of a text. */
const longest = 100

type Facts = Readonly<Record<string, string | number | boolean>>

const isFact = (value: unknown): value is string | number | boolean =>
  typeof value === "string" ? value.length <= longest : typeof value === "number" || typeof value === "boolean"

/** The telling fields of a record. */
export const factsOf = (value: unknown): Facts => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {}
  const facts: Record<string, string | number | boolean> = {}
  for (const [name, field] of Object.entries(value)) if (telling.has(name) && isFact(field)) facts[name] = field
  return facts
}

/** How many items a page or a list has, and characters a text; undefined for what is none. */
export const countOf = (value: unknown): number | undefined => {
  if (typeof value === "string" || Array.isArray(value)) return value.length
  if (typeof value !== "object" || value === null || !("items" in value) || !("next" in value)) return undefined
  return Array.isArray(value.items) ? value.items.length : undefined
}
