/** Bodies of requests and responses, as text. */

/** How much of a body is shown. */
const longest = 2_000

/** `body` is parsed JSON, other text, or bytes that are not text. */
export const bodyText = (body: unknown): string | null => {
  if (body === undefined || body === null || body === "") return null
  if (body instanceof Uint8Array) return `${body.length} bytes`
  const text = typeof body === "string" ? body : JSON.stringify(body, null, 2)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
