/** What a request to sign in has: its parameters, wherever they are. */
import type { Request } from "../../../../Exchange.ts"
import { textOf } from "../../../exchange.ts"
import type { Urls } from "../../http/call.ts"
import type { World } from "../../state/model.ts"

/** A request to the pages and endpoints that sign users in. */
export interface Asked {
  readonly world: World
  readonly urls: Urls
  readonly request: Request
  /** Epoch milliseconds. */
  readonly now: number
}

export type Parameters = Readonly<Record<string, string | undefined>>

const fieldsOf = (text: string): Parameters => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== "object" || value === null) return {}
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, each]) =>
        typeof each === "string" || typeof each === "number" ? [[name, String(each)]] : []
      )
    )
  } catch {
    return {}
  }
}

/** The fields of a form, or of JSON. */
export const bodyOf = ({ body, headers }: Request): Parameters => {
  const text = textOf(body)
  return /\bjson\b/.test(headers["content-type"] ?? "") ? fieldsOf(text) : Object.fromEntries(new URLSearchParams(text))
}

export const queryOf = ({ url }: Request): Parameters => Object.fromEntries(url.searchParams)
