/** A listing of things that are numbered from 1, with the service's links. */
import type * as Duration from "effect/Duration"
import type { Answer, Script } from "./http.ts"
import { api } from "./things.ts"

export interface Options {
  /** How many things there are; called for each request. */
  readonly total: () => number
  /** Default: by page number, with `last`. */
  readonly links?: "numbered" | "without last" | "cursors"
  readonly takes?: (page: number) => Duration.Input
  /** Replaces a page. */
  readonly instead?: (page: number) => Answer | undefined
}

/** The page number of a request. */
export const pageOf = (path: string): number => {
  const { searchParams } = new URL(path, api)
  return Number(searchParams.get("page") ?? searchParams.get("after") ?? "1")
}

export const listing =
  (options: Options): Script =>
  ({ path }) => {
    const url = new URL(path, api)
    const size = Number(url.searchParams.get("per_page") ?? "30")
    const page = pageOf(path)
    const pages = Math.ceil(options.total() / size)
    const link = (rel: string, to: number) => {
      const target = new URL(url)
      target.searchParams.set(options.links === "cursors" ? "after" : "page", String(to))
      return `<${target.href}>; rel="${rel}"`
    }
    const links = [
      ...(page < pages ? [link("next", page + 1)] : []),
      ...(page < pages && (options.links ?? "numbered") === "numbered" ? [link("last", pages)] : []),
      ...(page > 1 ? [link("prev", page - 1), link("first", 1)] : [])
    ]
    const first = (page - 1) * size + 1
    const items = Array.from({ length: Math.max(0, Math.min(size, options.total() - first + 1)) }, (_, i) => ({
      id: first + i
    }))
    return (
      options.instead?.(page) ?? {
        json: items,
        takes: options.takes?.(page) ?? 0,
        ...(links.length > 0 ? { headers: { link: links.join(", ") } } : {})
      }
    )
  }

/** The numbers from 1 on. */
export const upTo = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, i) => i + 1)
