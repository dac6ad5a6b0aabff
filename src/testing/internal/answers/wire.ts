/** Turns the value of an answer into what the service would send. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Call } from "../../../rest/Call.ts"
import type { AnyDeclaration } from "../../../rest/Declaration.ts"
import type { Answer } from "../../Exchange.ts"
import { answer, json, noContent } from "../exchange.ts"
import { envelopeOf } from "./operations.ts"

/** The value is wrong, which only a program without types can do. */
const wrong = (name: string, why: string): Error => new Error(`The answer to ${name} is wrong: ${why}`)

const encoded = ({ name, result }: AnyDeclaration, value: unknown): unknown => {
  // Declared results need no services.
  const schema = (result ?? Schema.Unknown) as Schema.Codec<unknown, unknown>
  const outcome = Schema.encodeUnknownResult(schema)(value)
  if (Result.isFailure(outcome)) throw wrong(name, String(outcome.failure))
  return outcome.success
}

const positive = (text: string | null, otherwise: number): number => {
  const number = Number(text)
  return text !== null && Number.isInteger(number) && number > 0 ? number : otherwise
}

const linkTo = (url: URL, page: number, rel: string): string => {
  const target = new URL(url)
  target.searchParams.set("page", String(page))
  return `<${target.href}>; rel="${rel}"`
}

/** The page of the items that the URL asks for. */
const pageOf = (declaration: AnyDeclaration, items: unknown, url: URL): Answer => {
  if (!Array.isArray(items)) throw wrong(declaration.name, "a listing is answered with an array")
  const size = positive(url.searchParams.get("per_page"), 30)
  const page = positive(url.searchParams.get("page"), 1)
  const last = Math.max(1, Math.ceil(items.length / size))
  const shown = items.slice((page - 1) * size, page * size).map((item) => encoded(declaration, item))
  const links = page < last ? { link: [linkTo(url, page + 1, "next"), linkTo(url, last, "last")].join(", ") } : {}
  const envelope = envelopeOf(declaration.name)
  const body =
    envelope === undefined
      ? shown
      : { total_count: items.length, ...(envelope === "items" ? { incomplete_results: false } : {}), [envelope]: shown }
  return json(200, body, links)
}

/** The record of an upload, with the size of what was sent: a record of other bytes would be an error. */
const uploaded = (declaration: AnyDeclaration, value: unknown, { body }: Call): Answer => {
  const record = encoded(declaration, value)
  const size = "contentLength" in body ? body.contentLength : undefined
  return json(201, { ...(typeof record === "object" ? record : {}), size, digest: null })
}

export const wireOf = (declaration: AnyDeclaration, value: unknown, call: Call, url: URL): Answer => {
  const { kind, name, result, statuses } = declaration
  if (kind === "listing") return pageOf(declaration, value, url)
  if (kind === "upload") return uploaded(declaration, value, call)
  if (kind === "download") {
    if (typeof value !== "string" && !(value instanceof Uint8Array)) throw wrong(name, "a download is bytes or text")
    return answer(200, value, { "content-type": "application/octet-stream" })
  }
  if (result === undefined) return noContent
  return json(call.method === "POST" && statuses.includes(201) ? 201 : 200, encoded(declaration, value))
}
